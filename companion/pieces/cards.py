"""Cards: the pack of 52, and Pam, the jack that is the highest trump (docs/rules.md 2 and 5.2)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.pieces.pack import Order, Pack, Piece

SUITS = ("S", "H", "D", "C")
"""Spades, hearts, diamonds, clubs: in the order people sort them, the colours take turns."""
RANKS = "23456789TJQKA"
"""The ranks, from the lowest up."""


class Card(NamedTuple):
    """A playing card. Written rank then suit: ``AS``, ``TH``, ``9D``."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def words(self) -> str:
        """The rank as it is printed on the card: 10 rather than T."""
        return "10" if self.rank == "T" else self.rank


def _spellings(card: Card) -> set[str]:
    """Return the ways people write a card: TH and 10H are the same one."""
    return {str(card), card.words + card.suit}


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
        honours=(Card("A", trump), Card("K", trump)) if trump else (),
        pam=pam,
    )


def _pack(pam: Card | None = None) -> Pack:
    cards = tuple(Card(rank, suit) for suit in SUITS for rank in reversed(RANKS))
    return Pack(
        name="fifty-two",
        piece="card",
        drawn="cards",
        pieces=cards,
        spellings={text: card for card in cards for text in _spellings(card)},
        suits=SUITS,
        orders={trump: _order(trump, cards, pam) for trump in (SUITS if pam else (*SUITS, ""))},
        turns_up={card: card.suit for card in cards},
        strangers=frozenset({"JK"}),
        pam=pam,
    )


FIFTY_TWO = _pack()
"""The pack of 52, spades, hearts, diamonds and clubs, each from the ace down."""
WITH_PAM: Mapping[str, Pack] = {
    "none": FIFTY_TWO,
    "JC": _pack(Card("J", "C")),
    "JS": _pack(Card("J", "S")),
}
"""The pack of 52 by which card is Pam."""
