"""The state of an evening, and how one entry changes it."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, RuleViolation
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
from companion.evening.game_session import GameSession, TableChange
from companion.evening.seats import check_names
from companion.evening.starting import start
from companion.rules.actions import DealEntry
from companion.rules.ids import Fact, Rule
from companion.rules.ledger import POOL


class ClosedEvening(Fact, frozen=True):
    """The evening is closed: nothing more is entered, and nothing amended."""

    amending: bool = False


class NoGameYet(Fact, frozen=True):
    """No game has been started, so that nothing can be entered of one."""


class GameEndedAlready(Fact, frozen=True):
    """The game that is to end has ended."""


class State(Struct, frozen=True, gc=False):
    """Everything that follows from the entries of an evening. Immutable."""

    sessions: tuple[GameSession, ...] = ()
    """The games of the evening, the last one perhaps under way."""
    pool: int = 0
    """Chips that a game left in the pool for the next Loo game (`ending`: `carry`)."""
    closed: bool = False

    def __repr__(self) -> str:
        return f"<State: {self.session}{', closed' if self.closed else ''}>"

    @property
    def session(self) -> GameSession | None:
        """The game under way, or the last one."""
        return self.sessions[-1] if self.sessions else None

    @property
    def between_deals(self) -> bool:
        """Whether no deal is under way."""
        return self.session is None or self.session.between_deals

    @property
    def next_deal(self) -> tuple[int, int]:
        """The place of the game, from 0, and the number of its deal under way or to come."""
        return max(len(self.sessions) - 1, 0), self.session.number if self.session else 1

    def people(self) -> tuple[str, ...]:
        """Return everybody who has sat at the table, in the order they came."""
        everybody = [seat.player for session in self.sessions for seat in session.seats]
        return tuple(dict.fromkeys(everybody))

    def balances(self) -> dict[str, int]:
        """Return what each person is up or down over the whole evening, in chips."""
        totals = dict.fromkeys(self.people(), 0)
        for session in self.sessions:
            accounts = session.accounts()
            for seat in session.seats:
                totals[seat.player] += accounts[seat.player]
        return totals

    def enter(self, entry: OrdinaryEntry) -> "State":
        """Return the state after `entry`. Raises `EntryError`, and changes nothing then."""
        if self.closed:
            raise RuleViolation(Rule.EVENING_CLOSED, ClosedEvening())
        return _ENTER.get(type(entry), State._of_the_deal)(self, entry)

    def decided(self) -> "State":
        """Return the state with the deal ended as `Settled` ends it, but not booked.

        Raises `RuleViolation` if there is none to be settled now.
        """
        return self._with(self._open_session().decided())

    def options(self) -> tuple[OrdinaryEntry, ...]:
        """Return everything that may be entered next, in table order.

        Two kinds of entries are left out, since they hold what only people know: a game to start,
        and the name of one who joins.
        """
        session = self.session
        if self.closed or session is None:
            return () if self.closed else (EveningClosed(),)
        deal = session.deal.options() if session.deal else ()
        if not self.between_deals:
            return deal
        table: list[OrdinaryEntry] = [
            kind(player) for kind in (SatOut, SatIn, Left) for player in session.seated()
        ]
        table += [DepthChanged(depth) for depth in session.game.depths]
        table += [GameEnded(), EveningClosed()]
        return deal + tuple(entry for entry in table if self._may(entry))

    def _may(self, entry: OrdinaryEntry) -> bool:
        try:
            self.enter(entry)
        except EntryError:
            return False
        return True

    def _open_session(self) -> GameSession:
        if self.session is None:
            raise RuleViolation(Rule.WRONG_PHASE, NoGameYet())
        return self.session

    def _of_the_deal(self, entry: DealEntry) -> "State":
        return self._with(self._open_session().enter(entry))

    def _changed(self, entry: TableChange) -> "State":
        session = self._open_session()
        if isinstance(entry, Joined):
            check_names((entry.player,), self.people())
        return self._with(session.change(entry))

    def _game_ended(self, _entry: GameEnded) -> "State":
        if self._open_session().ended:
            raise RuleViolation(Rule.WRONG_PHASE, GameEndedAlready())
        return self._ended()

    def _closed(self, _entry: EveningClosed) -> "State":
        return replace(self._ended(), closed=True)

    def _with(self, session: GameSession) -> "State":
        return replace(self, sessions=(*self.sessions[:-1], session))

    def _ended(self) -> "State":
        """Return the state with the game under way, if any, ended."""
        session = self.session
        if session is None or session.ended:
            return self
        ended = session.end()
        return replace(self._with(ended), pool=self.pool + ended.accounts()[POOL])

    def _started(self, entry: GameStarted) -> "State":
        before = self._ended()
        session = start(entry, before.pool, before.people())
        return replace(
            before,
            sessions=(*before.sessions, session),
            pool=before.pool - session.opening_pool,
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
"""What changes the table; everything else is about the deal."""
