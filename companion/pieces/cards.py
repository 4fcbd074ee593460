"""Cards: the pack of 52, short packs, and Pam, a jack that is the highest trump.

Rules: docs/rules.md 2, 5.2, 6 and 9.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.pieces.pack import Order, Pack, PackName, Piece

SUITS = ("S", "H", "D", "C")
"""Spades, hearts, diamonds, clubs: sorted with the colours alternating."""
RANKS = "23456789TJQKA"
"""Ranks, from the lowest to the highest."""


class Card(NamedTuple):
    """A playing card. Written rank then suit: ``AS``, ``TH``, ``9D``."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


def _spellings(card: Card) -> set[str]:
    """Return every spelling of a card: TH and 10H are the same."""
    return {str(card), str(card).replace("T", "10")}


def _order(trump: str, cards: tuple[Card, ...], pam: Card | None) -> Order:
    ranks: dict[str, dict[Piece, int]] = {suit: {} for suit in SUITS}
    for card in cards:
        if card != pam:
            ranks[card.suit][card] = RANKS.index(card.rank)
    if pam:
        ranks[trump][pam] = len(RANKS)
    if not trump:
        ranks[trump] = {}  # no suit is trump
    suits: dict[str, frozenset[Piece]] = {suit: frozenset(ranked) for suit, ranked in ranks.items()}
    led_as: dict[Piece, tuple[str, ...]] = {card: (card.suit,) for card in cards}
    if pam:
        led_as[pam] = (trump,)
    return Order(
        trump,
        suits,
        ranks,
        led_as,
        trumps=suits[trump],
        honours=tuple(Card(rank, trump) for rank in "AKQ") if trump else (),
        pam=pam,
    )


def _pack(name: PackName = "fifty-two", lowest: str = "2", pam: Card | None = None) -> Pack:
    ranks = RANKS[RANKS.index(lowest) :]
    cards = tuple(Card(rank, suit) for suit in SUITS for rank in reversed(ranks))
    left_out = (Card(rank, suit) for suit in SUITS for rank in RANKS if rank not in ranks)
    return Pack(
        name=name,
        piece="card",
        drawn="cards",
        pieces=cards,
        spellings={text: card for card in cards for text in _spellings(card)},
        suits=SUITS,
        orders={trump: _order(trump, cards, pam) for trump in (SUITS if pam else (*SUITS, ""))},
        turns_up={card: card.suit for card in cards},
        strangers=frozenset({"JK"}).union(*map(_spellings, left_out)),
        pam=pam,
    )


FIFTY_TWO = _pack()
"""Spades, hearts, diamonds and clubs, each from the ace down."""
WITH_PAM: Mapping[str, Pack] = {
    "none": FIFTY_TWO,
    "JC": _pack(pam=Card("J", "C")),
    "JS": _pack(pam=Card("J", "S")),
}
"""Packs of 52 with Pam, by Pam's card."""
THIRTY_TWO = _pack("thirty-two", lowest="7")
"""The pack of 32, from the sevens up."""
BY_SIZE: Mapping[int, Pack] = {
    52: FIFTY_TWO,
    32: THIRTY_TWO,
    28: _pack("twenty-eight", lowest="8"),
    24: _pack("twenty-four", lowest="9"),
}
"""Packs by number of cards; the short ones lack the lowest ranks."""
