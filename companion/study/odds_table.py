"""The odds of staying in at three-card Loo, `classic`, from a table that was made once (`make odds`)."""

import zlib
from collections.abc import Collection
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import msgspec

from companion.pieces import FIFTY_TWO, Piece
from companion.pieces.cards import RANKS, SUITS
from companion.rules.actions import Declared
from companion.rules.loo.deal import LooDeal
from companion.study.odds import Odds, Outcome, by_result, check_hand, odds, worth

LARGEST = 5
"""Most players in that the table tells apart."""
COLUMNS = 2 + 3 + 4 + LARGEST
"""Their seats: with two players in, with three, and so on."""
CARDS = 3


def canonical(hand: Collection[Piece], trump: str) -> tuple[str, ...]:
    """Return the ranks of each suit, trumps first: the names of the plain suits do not matter."""
    ranks = dict.fromkeys(SUITS, "")
    for card in sorted(map(str, hand), key=lambda card: -RANKS.index(card[0])):
        ranks[card[1]] += card[0]
    return (ranks.pop(trump), *sorted(ranks.values()))


@cache
def canonical_hands() -> list[tuple[str, ...]]:
    """Return all hands of three cards, in the order of the table."""
    return sorted({canonical(hand, "S") for hand in combinations(FIFTY_TWO.pieces, CARDS)})


class Table:
    """What `tools/odds.py` found: the sure tricks by hand, players in and seat.

    It holds under the trick law and `lone` of `classic`, without exchanges, if the others stay in at
    random. Six or more players in count as five.
    """

    def __init__(self, data: bytes) -> None:
        head, _, body = data.partition(b"\n")
        self.head: dict[str, Any] = msgspec.json.decode(head)
        """The script, its seed, the worlds of each entry, and the day it was made."""
        self._shares = zlib.decompress(body)

    def reaches(self, hand: tuple[str, ...], players: int, seat: int, tricks: int) -> float:
        """Return the chance that a canonical hand takes `tricks` tricks; the leader has seat 0."""
        row = (tricks - 1) * len(canonical_hands()) + canonical_hands().index(hand)
        return self._shares[row * COLUMNS + players * (players - 1) // 2 - 1 + seat] / 100

    def odds(self, deal: LooDeal, hand: Collection[Piece]) -> Odds:
        """Return the odds of playing. Raises `ImpossibleHand`.

        It cannot tell what the miss is worth: that depends on the cards that the player puts away.
        """
        found = canonical(check_hand(deal, hand), deal.trump or "")
        before = sum(one.choice != "drop" for one in deal.declarations)
        after = len(deal.setup.players) - len(deal.declarations) - 1
        reached = [1.0, 0, 0, 0, 0]
        for more in range(after + 1):
            # A dealer with one opponent must enter.
            players = min(max(2, before + 1 + more), LARGEST)
            weight = comb(after, more) / 2**after
            for tricks in (1, 2, 3):
                share = self.reaches(found, players, min(before, players - 1), tricks)
                reached[tricks] += weight * share
        player, deal = deal.turn or "", by_result(deal)
        while deal.turn:
            deal = deal.enter(Declared(deal.turn, "play"))
        outcomes: dict[Outcome, float] = {
            (number, worth(deal, player, number)): reached[number] - reached[number + 1]
            for number in range(CARDS + 1)
        }
        return odds("play", outcomes, self.head["worlds"], CARDS, counted=False)
