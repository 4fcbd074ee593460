"""The state of an evening, and how one entry changes it."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.evening.entries import (
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Joined,
    Left,
    OrdinaryEntry,
    SatIn,
    SatOut,
)
from companion.evening.sitting import SeatEntry, Sitting, check_names, start
from companion.rules.broken import Refused, RuleBroken
from companion.rules.ledger import POOL
from companion.rules.said import DealEntry


class State(Struct, frozen=True):
    """Everything that follows from the entries of an evening. Immutable."""

    sittings: tuple[Sitting, ...] = ()
    """The games of the evening, the last one perhaps under way."""
    pool: int = 0
    """Chips that a game left in the pool for the next Loo game (`ending`: `carry`)."""
    closed: bool = False

    @property
    def sitting(self) -> Sitting | None:
        """The game under way, or the last one."""
        return self.sittings[-1] if self.sittings else None

    @property
    def between_deals(self) -> bool:
        """Whether no deal is under way."""
        return self.sitting is None or self.sitting.between_deals

    def people(self) -> tuple[str, ...]:
        """Return everybody who has sat at the table, in the order they came."""
        everybody = [seat.player for sitting in self.sittings for seat in sitting.seats]
        return tuple(dict.fromkeys(everybody))

    def balances(self) -> dict[str, int]:
        """Return what each person is up or down over the whole evening, in chips."""
        totals = dict.fromkeys(self.people(), 0)
        for sitting in self.sittings:
            accounts = sitting.accounts()
            for seat in sitting.seats:
                totals[seat.player] += accounts[seat.player]
        return totals

    def enter(self, said: OrdinaryEntry) -> "State":
        """Return the state after `said`. Raises `Refused`, and changes nothing then."""
        if self.closed:
            raise RuleBroken("evening-closed", "The evening is closed. Open a new one.")
        return _ENTER.get(type(said), State._of_the_deal)(self, said)

    def options(self) -> tuple[OrdinaryEntry, ...]:
        """Return everything that may be said next, in table order.

        Two kinds of entries are left out, since they hold what only people know: a game to start,
        and the name of one who joins.
        """
        sitting = self.sitting
        if self.closed or sitting is None:
            return () if self.closed else (EveningClosed(),)
        deal = sitting.deal.options() if sitting.deal else ()
        if not self.between_deals:
            return deal
        table: list[OrdinaryEntry] = [
            kind(player) for kind in (SatOut, SatIn, Left) for player in sitting.seated()
        ]
        table += [DepthChanged(depth) for depth in sitting.game.depths]
        table += [GameEnded(), EveningClosed()]
        return deal + tuple(said for said in table if self._may(said))

    def _may(self, said: OrdinaryEntry) -> bool:
        try:
            self.enter(said)
        except Refused:
            return False
        return True

    def _open_sitting(self) -> Sitting:
        if self.sitting is None:
            raise RuleBroken("wrong-phase", "No game has been started yet. Start one first.")
        return self.sitting

    def _of_the_deal(self, said: DealEntry) -> "State":
        return self._with(self._open_sitting().enter(said))

    def _changed(self, said: SeatEntry) -> "State":
        sitting = self._open_sitting()
        if isinstance(said, Joined):
            check_names((said.player,), self.people())
        return self._with(sitting.change(said))

    def _game_ended(self, _said: GameEnded) -> "State":
        if self._open_sitting().ended:
            raise RuleBroken("wrong-phase", "The game has ended already.")
        return self._ended()

    def _closed(self, _said: EveningClosed) -> "State":
        return replace(self._ended(), closed=True)

    def _with(self, sitting: Sitting) -> "State":
        return replace(self, sittings=(*self.sittings[:-1], sitting))

    def _ended(self) -> "State":
        """Return the state with the game under way, if any, ended."""
        sitting = self.sitting
        if sitting is None or sitting.ended:
            return self
        ended = sitting.end()
        return replace(self._with(ended), pool=self.pool + ended.accounts()[POOL])

    def _started(self, said: GameStarted) -> "State":
        before = self._ended()
        sitting = start(said, before.pool, before.people())
        return replace(
            before,
            sittings=(*before.sittings, sitting),
            pool=before.pool - sitting.brought,
        )


# By type, for it is looked up at every entry: a chain of isinstance would cost as much as a play.
_ENTER: Mapping[type, Callable[[State, Any], State]] = {
    GameStarted: State._started,
    SatOut: State._changed,
    SatIn: State._changed,
    Left: State._changed,
    Joined: State._changed,
    DepthChanged: State._changed,
    GameEnded: State._game_ended,
    EveningClosed: State._closed,
}
"""What changes the table; everything else is said of the deal."""
