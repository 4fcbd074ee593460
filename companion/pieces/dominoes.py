"""Dominoes: tiles and the double-six set (docs/rules.md 2, "Dominoes")."""

from typing import NamedTuple

from companion.pieces.pack import Order, Pack, Piece

SUITS = ("0", "1", "2", "3", "4", "5", "6")
"""Suits, from the blanks to the sixes."""


class Tile(NamedTuple):
    """A domino tile, its higher end first. Written ``6-3``."""

    high: int
    low: int

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @property
    def is_double(self) -> bool:
        """Whether both ends have the same number."""
        return self.high == self.low


def _spellings(tile: Tile) -> set[str]:
    """Return every spelling of a tile: 6-3, 3-6, 63 and 36 are the same."""
    high, low = tile
    return {f"{high}-{low}", f"{low}-{high}", f"{high}{low}", f"{low}{high}"}


def _rank(tile: Tile, suit: int) -> int:
    """Return the rank of a tile in a suit: the double is highest, then by the other end."""
    if tile.is_double:
        return 7
    return tile.low if tile.high == suit else tile.high


def _order(trump: int, tiles: tuple[Tile, ...]) -> Order:
    suits: dict[str, frozenset[Piece]] = {}
    ranks: dict[str, dict[Piece, int]] = {}
    led_as: dict[Piece, tuple[str, ...]] = {}
    for suit in range(7):
        bearing = [t for t in tiles if suit in t and (suit == trump or trump not in t)]
        suits[str(suit)] = frozenset(bearing)
        ranks[str(suit)] = {tile: _rank(tile, suit) for tile in bearing}
    for tile in tiles:
        if trump in tile:
            led_as[tile] = (str(trump),)
        elif tile.is_double:
            led_as[tile] = (str(tile.high),)
        else:
            led_as[tile] = (str(tile.high), str(tile.low))
    return Order(str(trump), suits, ranks, led_as, trumps=suits[str(trump)])


def _double_six() -> Pack:
    tiles = tuple(Tile(high, low) for high in range(6, -1, -1) for low in range(high, -1, -1))
    larger = {Tile(high, low) for high in range(10) for low in range(high + 1)} - set(tiles)
    return Pack(
        name="double-six",
        piece="tile",
        suit_style="tiles",
        pieces=tiles,
        spellings={text: tile for tile in tiles for text in _spellings(tile)},
        suits=SUITS,
        orders={str(trump): _order(trump, tiles) for trump in range(7)},
        turns_up={tile: str(tile.high) for tile in tiles},
        strangers=frozenset(text for tile in larger for text in _spellings(tile)),
    )


DOUBLE_SIX = _double_six()
"""28 tiles, from 6-6 down to 0-0."""
