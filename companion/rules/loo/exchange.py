"""Exchanges of cards with the stock (docs/rules.md 5, `draw` and `stock_out`).

Only numbers of cards are known. Each player exchanges once, with the declaration or after all of them.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation
from companion.ids import Rule
from companion.rules.actions import Exchanged
from companion.rules.facts import Question
from companion.rules.loo.loo_facts import (
    ExchangeAsked,
    ExchangeOverHand,
    ExchangeOverLimit,
    ExchangeOverStock,
    ExchangesNothing,
    NegativeExchange,
    NotOnTurnToExchange,
)


class Stock(Struct, frozen=True):
    """The cards left to draw. Immutable."""

    hand: int
    left: int
    away: int = 0
    """Cards put away: exchanged, dropped, or left for the miss."""
    reshuffles: bool = True
    """Whether cards put away are dealt again when the stock runs out."""
    limit: int | None = None
    """Maximum number of cards that a player may exchange; None for a whole hand."""
    asks_always: bool = True
    """Whether every exchange is asked, not only where the cards may run out."""

    @property
    def most(self) -> int:
        """The maximum number of cards that the next player can exchange."""
        return min(self._wanted, self.left + (self.away if self.reshuffles else 0))

    @property
    def _wanted(self) -> int:
        return self.hand if self.limit is None else self.limit

    def asks(self, players: int, hands: int = 0) -> bool:
        """Return whether this number of players is asked what they exchange.

        Up to `hands` hands are dealt after that. With `reshuffles`, what others exchanged matters for
        those alone.
        """
        is_short = self.left < players * self._wanted + hands * self.hand
        return self.asks_always or (is_short and (hands > 0 or not self.reshuffles))

    def put_away(self) -> "Stock":
        return replace(self, away=self.away + self.hand)

    @property
    def has_hand(self) -> bool:
        """Whether a hand is left that was not dealt before."""
        return self.left >= self.hand

    def dealt(self) -> "Stock":
        """Deal a hand."""
        return replace(self, left=self.left - self.hand)

    def exchanged(self, player: str, count: int, kept: int = 0) -> "Stock":
        """Exchange cards, except `kept` ones. Raises `RuleViolation` or `MalformedEntry`."""
        if count < 0:
            raise MalformedEntry(NegativeExchange(player, count))
        if count > self.hand - kept:
            raise RuleViolation(Rule.DRAW, ExchangeOverHand(player, count, self.hand - kept))
        if self.limit is not None and count > self.limit:
            raise RuleViolation(Rule.DRAW, ExchangeOverLimit(player, count, self.limit))
        if count > self.most:
            over = ExchangeOverStock(player, count, self.most, self.reshuffles)
            raise RuleViolation(Rule.STOCK_EXHAUSTED, over)
        drawn = min(count, self.left)
        away = self.away - (count - drawn) + count
        return replace(self, left=self.left - drawn, away=away)


class Exchanging(Struct, frozen=True):
    """The exchanges of the players in. Immutable."""

    players: tuple[str, ...]
    """Players in, clockwise from eldest."""
    stock: Stock
    counts: tuple[int, ...] = ()
    """Cards exchanged so far, in the order of `players`."""
    can_skip: bool = False
    """Whether players who are passed over exchange nothing."""
    kept: Mapping[str, int] = {}
    """Cards that a player took for others and cannot exchange."""
    dealt_again: bool = False
    """Whether the cards put away for those were dealt again, to another player."""

    @property
    def turn(self) -> str | None:
        """The player to act; None when all have exchanged."""
        done = len(self.counts)
        return self.players[done] if done < len(self.players) else None

    def question(self) -> Question:
        turn = self.turn or ""
        return Question("exchange", "exchanged", ExchangeAsked(turn), turn)

    def options(self) -> Iterable[Exchanged]:
        rest = self.players[len(self.counts) :]
        for player in rest if self.can_skip else rest[:1]:
            yield from (Exchanged(player, n) for n in range(self.most(player) + 1))

    def most(self, player: str) -> int:
        """Return the maximum number of cards that a player can exchange."""
        return min(self._stock_of(player).most, self.stock.hand - self.kept.get(player, 0))

    def _stock_of(self, player: str) -> Stock:
        """Return the stock without the cards that this player put away for others."""
        kept = 0 if self.dealt_again else self.kept.get(player, 0)
        return replace(self.stock, away=self.stock.away - kept) if kept else self.stock

    def exchanged(self, entry: Exchanged) -> "Exchanging":
        """Add an exchange. Raises `RuleViolation` or `MalformedEntry`."""
        if entry.player not in self.players:
            raise RuleViolation(Rule.NOT_IN, ExchangesNothing(entry.player[:40]))
        done = len(self.counts)
        passed_over = self.players.index(entry.player) - done
        if passed_over < 0 or (passed_over and not self.can_skip):
            turn = NotOnTurnToExchange(self.turn or "", entry.player)
            raise RuleViolation(Rule.OUT_OF_TURN, turn)
        kept, stock = self.kept.get(entry.player, 0), self._stock_of(entry.player)
        return replace(
            self,
            stock=stock.exchanged(entry.player, entry.count, kept),
            counts=(*self.counts, *([0] * passed_over), entry.count),
            dealt_again=self.dealt_again or (not kept and entry.count > stock.left),
        )
