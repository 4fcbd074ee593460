"""Cards: the pack of 52, shorter packs, and cards that are always trumps, such as Pam.

Rules: docs/rules.md 2, 5.2, 6, 9, and 11 to 13.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.pieces.pack import Order, Pack, Piece

SUITS = ("S", "H", "D", "C")
"""Spades, hearts, diamonds, clubs: sorted with the colours alternating."""
RANKS = "23456789TJQKA"
"""Ranks, from the lowest to the highest."""
FORTY_RANKS = "24567JQK3A"
"""Ranks of the Italian and the Spanish pack."""


class Card(NamedTuple):
    """A playing card. Written rank then suit: ``AS``, ``TH``, ``9D``."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


def _spellings(card: Card) -> set[str]:
    """Return every spelling of a card: TH and 10H are the same."""
    return {str(card), str(card).replace("T", "10")}


def _order(
    trump: str, cards: tuple[Piece, ...], ranks: str, special: Piece | None, second: bool, pam: bool
) -> Order:
    of_suit: dict[str, dict[Piece, int]] = {suit: {} for suit in SUITS}
    for card in cards:
        if isinstance(card, Card) and card != special:
            of_suit[card.suit][card] = 2 * ranks.index(card.rank)
    if special:
        # Between the ace and the next trump, or above the ace.
        of_suit[trump][special] = 2 * len(ranks) - (3 if second else 1)
    if not trump:
        of_suit[trump] = {}  # no suit is trump
    suits: dict[str, frozenset[Piece]] = {suit: frozenset(of) for suit, of in of_suit.items()}
    led_as = {card: (card.suit,) for card in cards if isinstance(card, Card) and card != special}
    return Order(
        trump,
        suits,
        of_suit,
        led_as | ({special: (trump,)} if special else {}),
        trumps=suits[trump],
        honours=tuple(Card(rank, trump) for rank in ranks[:-4:-1]) if trump else (),
        pam=special if pam else None,
    )


def card_pack(
    ranks: str = RANKS,
    special: Piece | None = None,
    *,
    second: bool = False,
    pam: bool = False,
) -> Pack:
    """Return a pack with these ranks, from the lowest to the highest.

    `special` is one piece that is always a trump and never of its printed suit: the `second`, or the
    highest. With `pam` it can be called civil, and completes flushes.
    """
    printed = tuple(Card(rank, suit) for suit in SUITS for rank in reversed(ranks))
    cards: tuple[Piece, ...] = printed if special in {None, *printed} else (*printed, special)
    left_out = (Card(rank, suit) for suit in SUITS for rank in RANKS if rank not in ranks)
    spellings: dict[str, Piece] = {text: card for card in printed for text in _spellings(card)}
    orders = {
        trump: _order(trump, cards, ranks, special, second, pam)
        for trump in (SUITS if special else (*SUITS, ""))
    }
    return Pack(
        name="cards",
        piece="card",
        suit_style="french",
        pieces=cards,
        spellings=spellings if special in printed else spellings | {str(special): special},
        suits=SUITS,
        orders=orders,
        # The special card makes no trump, except Pam, which has a printed suit to go by.
        turns_up={card: card.suit for card in printed if pam or card != special},
        strangers=frozenset({"JK"}).union(*map(_spellings, left_out)) - {str(special)},
        pam=special if pam else None,
        special=special,
    )


FIFTY_TWO = card_pack()
"""Spades, hearts, diamonds and clubs, each from the ace down."""
WITH_PAM: Mapping[str, Pack] = {
    "none": FIFTY_TWO,
    "JC": card_pack(special=Card("J", "C"), pam=True),
    "JS": card_pack(special=Card("J", "S"), pam=True),
}
"""Packs of 52 with Pam, by Pam's card."""
THIRTY_TWO = card_pack("789TJQKA")
"""The pack of 32, from the sevens up."""
FORTY = card_pack(FORTY_RANKS)
"""The pack of 40 without eights, nines and tens, in which the three is below the ace."""
BY_SIZE: Mapping[int, Pack] = {
    52: FIFTY_TWO,
    32: THIRTY_TWO,
    28: card_pack("89TJQKA"),
    24: card_pack("9TJQKA"),
}
"""Packs by number of cards; the short ones lack the lowest ranks."""
