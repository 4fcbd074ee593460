"""Jokers, the double pack (docs/rules.md 7), and the pack of 40 with a joker (docs/rules.md 13)."""

from typing import NamedTuple

from companion.pieces.cards import FIFTY_TWO, FORTY_RANKS, SUITS, Card, card_pack
from companion.pieces.pack import Pack, Piece


class Joker(NamedTuple):
    """A joker: ``JK`` in a hand, ``JK=9S`` on the table, where it stands for a card."""

    stands_for: Card | None = None

    def __str__(self) -> str:
        return f"JK={self.stands_for}" if self.stands_for else "JK"


JOKER = Joker()
"""A joker in a hand."""


def same_joker(one: Piece, other: Piece) -> bool:
    """Return whether both are jokers that stand for the same rank, or for nothing."""
    if not (isinstance(one, Joker) and isinstance(other, Joker)):
        return False
    ranks = {card.rank if card else "" for card in (one.stands_for, other.stands_for)}
    return len(ranks) == 1


def _double_pack() -> Pack:
    spellings: dict[str, Piece] = dict(FIFTY_TWO.spellings)
    for text, card in FIFTY_TWO.spellings.items():
        if isinstance(card, Card):
            spellings[f"JK={text}"] = Joker(card)
    spellings["JK"] = JOKER
    larger = {f"{rank}{suit}" for rank in ("11", "12", "13") for suit in SUITS}
    return Pack(
        name="double-pack",
        piece="card",
        suit_style="french",
        pieces=(*FIFTY_TWO.pieces, JOKER),
        spellings=spellings,
        suits=SUITS,
        strangers=frozenset(larger | {f"JK={text}" for text in larger}),
        copies=2,
    )


DOUBLE_PACK = _double_pack()
"""106 cards: two packs of 52 and two jokers.

`read` also accepts ``JK=9S``, which `pieces` leaves out because no hand holds it.
"""

FORTY_ONE = card_pack(FORTY_RANKS, special=JOKER, second=True)
"""The pack of 40 and a joker, which is always the second trump."""
