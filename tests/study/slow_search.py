"""A plain search for the tricks of every player, to compare the fast one with.

It tries every lawful play of every position, with all cards open. It reads the law from the tables with
real hands and imports nothing from `companion.study` or `companion.rules.tricks.law`.

Cards are written as in `tests.oracle`, tiles as in `tests.dealing`; players are seats from 0.
"""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

from tests import dealing
from tests.oracle import CardLaw

GOALS = ("sure", "most", "fewest", "forced")
FOLLOW_SUIT = SimpleNamespace(
    must_trump=False,
    lead_ace="none",
    lead_trump="none",
    lead_highest="never",
    later_lead_ace=None,
    later_lead_trump=None,
    later_lead_highest=None,
    lead_after_win=False,
    must_head=False,
    must_overtrump=False,
)
"""The duties at Napoleon (docs/rules.md 6)."""


class Move(NamedTuple):
    piece: Any
    suit: Any = None
    """The suit led; None for a follower."""
    civil: bool = False


class State(NamedTuple):
    """All that the rest of a deal depends on."""

    hands: tuple[frozenset, ...]
    leader: int = 0
    number: int = 1
    """The number of the trick."""
    laid: tuple = ()
    """The pieces of the trick so far."""
    suit: Any = None
    civil: bool = False
    trump: str | None = None
    """The trump that the first lead has made, at Napoleon."""
    before: tuple = ()
    """For each seat the earlier plays, each with whether it was led; only where a duty asks for them."""

    @property
    def seat(self):
        """The seat to move."""
        return (self.leader + len(self.laid)) % len(self.hands)

    @property
    def over(self):
        return not self.hands[self.seat]


@dataclass(frozen=True)
class Cards:
    """Card Loo, Bourré and Rams."""

    law: CardLaw

    def of(self, state):
        return self.law

    def moves(self, state):
        law, seat = self.of(state), state.seat
        before = state.before[seat] if state.before else ()
        for card in law.lawful(state.hands[seat], state.laid, state.number, state.civil, before):
            if state.laid:
                yield Move(card)
                continue
            yield Move(card, law.suit(card))
            if law.civil_rule != "none" and card == "A" + law.trump:
                yield Move(card, law.suit(card), civil=True)

    def best(self, state):
        """Return the place in the trick of the piece that wins it."""
        return self.of(state).wins(list(enumerate(state.laid)), state.civil)


@dataclass(frozen=True)
class Nap:
    """Napoleon; without trumps, or with the trump of the first lead."""

    has_trumps: bool
    makes_trump = True

    def of(self, state):
        trump = (state.trump or "-") if self.has_trumps else "-"
        return CardLaw(FOLLOW_SUIT, "2" + trump, len(state.hands))

    moves, best = Cards.moves, Cards.best


@dataclass(frozen=True)
class Tiles:
    """Domino Loo and domino Rounce."""

    trump: int
    must_trump: bool

    def moves(self, state):
        won = state.number > 1
        hand = state.hands[state.seat]
        for tile in dealing.lawful(hand, state.suit, self.trump, won, self.must_trump):
            if state.laid:
                yield Move(tile)
            else:
                ends = {self.trump} if self.trump in tile else set(tile)
                yield from (Move(tile, end) for end in ends)

    def best(self, state):
        return dealing.wins(dict(enumerate(state.laid)), state.suit, self.trump)


def after(law, state, move):
    """Return the state after a move, and the seat that has taken a trick by it, or None."""
    seat = state.seat
    hands, before = list(state.hands), state.before
    hands[seat] = hands[seat] - {move.piece}
    if before:
        before = list(before)
        before[seat] = (*before[seat], (move.piece, not state.laid))
    found = state._replace(hands=tuple(hands), laid=(*state.laid, move.piece), before=tuple(before))
    if not state.laid:
        found = found._replace(suit=move.suit, civil=move.civil)
        if getattr(law, "makes_trump", False) and state.number == 1:
            found = found._replace(trump=move.suit)
    if len(found.laid) < len(hands):
        return found, None
    winner = (state.leader + law.best(found)) % len(hands)
    return (
        found._replace(leader=winner, number=state.number + 1, laid=(), suit=None, civil=False),
        winner,
    )


def wants(goal, player, seat):
    """Return whether `seat` wants `player` to take tricks."""
    return {
        "sure": seat == player,
        "most": True,
        "fewest": False,
        "forced": seat != player,
    }[goal]


class SlowSearch:
    def __init__(self, law, seats):
        self.law = law
        self._columns = [(goal, player) for goal in GOALS for player in range(seats)]
        self._picks = [
            [max if wants(goal, player, seat) else min for goal, player in self._columns]
            for seat in range(seats)
        ]
        self._known = {}

    def values(self, state, taken):
        """Return for each goal the tricks of each seat; `taken` are those taken before."""
        found = dict(zip(self._columns, self._to_come(state), strict=True))
        return {
            goal: tuple(found[goal, player] + count for player, count in enumerate(taken))
            for goal in GOALS
        }

    def _to_come(self, state):
        if state.over:
            return (0,) * len(self._columns)
        if state not in self._known:
            ways = [self._through(state, move) for move in self.law.moves(state)]
            self._known[state] = tuple(
                pick(ways) for pick, *ways in zip(self._picks[state.seat], *ways, strict=True)
            )
        return self._known[state]

    def _through(self, state, move):
        then, winner = after(self.law, state, move)
        return [
            count + (player == winner)
            for (_, player), count in zip(self._columns, self._to_come(then), strict=True)
        ]
