"""The state of an evening, and how one entry changes it."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, RuleViolation
from companion.evening.entries import (
    DealerSet,
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Joined,
    Left,
    Noted,
    OrdinaryEntry,
    Paid,
    Penalized,
    PlayerRenamed,
    SatIn,
    SatOut,
    WorthSet,
)
from companion.evening.game_facts import EveningFact
from companion.evening.game_session import DealDone, GameSession, TableChange
from companion.evening.notes import check_note
from companion.evening.payments import (
    MOST_PAYMENTS,
    TooManyPayments,
    check_amount,
    check_people,
    check_worth,
)
from companion.evening.seats import check_names, check_renaming
from companion.evening.settling_up import Plan, after_payments, outstanding
from companion.evening.starting import start
from companion.facts import Fact
from companion.ids import Rule
from companion.rules.actions import DealEntry, Scored, Settled
from companion.rules.facts import Phase
from companion.rules.game import PoolFamily
from companion.rules.ledger import POOL, Line, divide_ending

MOST_GAMES = 200
"""Maximum number of games in an evening. Every state holds them all, so memory grows quadratically."""

_SETTLES = (
    Scored, GameStarted, GameEnded, EveningClosed, SatOut, SatIn, Joined, Left, DepthChanged,
    DealerSet, Paid,
)  # fmt: skip
"""The entries that take the numbers of the deal before them as settled (docs/rules.md 15)."""


class TooManyGames(Fact, frozen=True):
    most: int


class State(Struct, frozen=True, gc=False):
    """The state of an evening: its games, balances and payments. Immutable; amounts are in chips."""

    sessions: tuple[GameSession, ...] = ()
    """The games of the evening; the last one may be under way."""
    pool: int = 0
    """Chips that ended games left in their pools for later ones (`ending`: `carry`)."""
    closed: bool = False
    left_over: tuple[Line, ...] = ()
    """The lines that divided the carried chips at closing."""
    payments: tuple[Paid, ...] = ()
    worth: WorthSet | None = None
    """The value of a chip, if the table has set it."""
    scored: "State | None" = None
    """The state with the numbers of the newest deal entered but not booked, until another deal follows."""

    def __repr__(self) -> str:
        return f"<State: {self.session}{', closed' if self.closed else ''}>"

    @property
    def session(self) -> GameSession | None:
        """The game under way, or the last one."""
        return self.sessions[-1] if self.sessions else None

    @property
    def between_deals(self) -> bool:
        """Whether no deal is under way."""
        session = self.session
        return session is None or session.between_deals

    @property
    def next_deal(self) -> tuple[int, int]:
        """The place of the game, from 0, and the number of its open or next deal."""
        return max(len(self.sessions) - 1, 0), self.session.number if self.session else 1

    def people(self) -> tuple[str, ...]:
        """Return all players of the evening, in order of arrival."""
        return tuple(
            dict.fromkeys([seat.player for session in self.sessions for seat in session.seats])
        )

    def balances(self) -> dict[str, int]:
        """Return each person's balance over the whole evening, in chips."""
        totals = dict.fromkeys(self.people(), 0)
        for session in self.sessions:
            accounts = session.accounts()
            for seat in session.seats:
                totals[seat.player] += accounts[seat.player]
        for line in self.left_over:
            totals[line.target] += line.amount
        return totals

    def accounts(self) -> dict[str, int]:
        """Return the balances, and the pool's under `POOL`; they sum to zero."""
        balances = self.balances()
        return {**balances, POOL: -sum(balances.values())}

    @property
    def undecided(self) -> int:
        """Chips in the pool that can still be won or divided; until then, no payment is proposed."""
        return 0 if self.closed else self.accounts()[POOL]

    def still_open(self) -> dict[str, int]:
        """Return each person's balance after the payments so far."""
        return after_payments(self.balances(), self.payments)

    def plan(self) -> Plan:
        """Return the transfers left after the payments so far."""
        return outstanding(self.accounts(), self.payments)

    def waiting(self) -> tuple[tuple[GameSession, int], ...]:
        """Return the carried chips of each pool, with the last game that added to it."""
        return tuple((games[-1], chips) for games, chips in self._waiting().values())

    def left_over_of(self, session: GameSession) -> tuple[Line, ...]:
        """Return the lines of `left_over` that divided the chips of this game's pool."""
        shares = self._shares() if self.left_over else ()
        return next((lines for one, lines in shares if one is session), ())

    def _shares(self) -> tuple[tuple[GameSession, tuple[Line, ...]], ...]:
        """Return the lines that divide the carried chips, with the last game that added to them."""
        shares = []
        for games, chips in self._waiting().values():
            dealt_in = frozenset[str]().union(*(game.dealt_a_hand() for game in games))
            shares.append((games[-1], divide_ending(chips, games[-1].sharing(dealt_in))))
        return tuple(shares)

    def _waiting(self) -> dict[PoolFamily, tuple[tuple[GameSession, ...], int]]:
        """Return the carried chips of each pool, with the games that added to it."""
        pools: dict[PoolFamily, tuple[tuple[GameSession, ...], int]] = {}
        for session in self.sessions:
            family = session.game.pool_family
            taken: tuple[GameSession, ...] = ()
            if session.opening_pool and session.rules.waiting_chips == "own-family":
                taken, _ = pools.pop(family)
            elif session.opening_pool:
                taken = tuple(game for games, _ in pools.values() for game in games)
                pools.clear()
            chips = session.accounts()[POOL] if session.ended else 0
            if chips:
                before, waiting = pools.get(family, ((), 0))
                kept = () if session.was_emptied else taken
                pools[family] = (*before, *kept, session), waiting + chips
        return pools

    def enter(self, entry: OrdinaryEntry, again: bool = False) -> "State":
        """Return the state after an entry. Raises `EntryError` if it is refused.

        `again` is for an entry that was allowed when it was made: its payment remains valid even if
        a correction has changed the balances, and the players renamed have their new names already.
        """
        if self.closed and not isinstance(entry, Paid | WorthSet | PlayerRenamed | Noted):
            raise RuleViolation(Rule.EVENING_CLOSED, EveningFact.CLOSED_EVENING)
        if self.scored is not None:
            return self.met_by(entry).enter(entry, again)._with_scored()
        change = _CHANGES.get(type(entry))
        if change is None:
            return self.with_session(self.open_session().enter(cast(DealEntry, entry)))
        if isinstance(entry, Paid) and not again:
            self._check_payment(entry)
        if isinstance(entry, PlayerRenamed) and not again:
            check_renaming(entry, self.people())
        return change(self, entry)

    def decided(self) -> "State":
        """Return the state with the deal settled but not booked.

        Raises `RuleViolation` if no deal can be settled now.
        """
        return self.with_session(self.open_session().decided())

    def met_by(self, entry: OrdinaryEntry) -> "State":
        """Return the state that an entry changes; one about the last deal meets its numbers unbooked."""
        if self.scored is None:
            return self
        return self.settled() if isinstance(entry, _SETTLES) else self.scored

    def settled(self) -> "State":
        """Return the state with the numbers of the newest deal booked for good."""
        return self if self.scored is None else replace(self, scored=None)

    def _with_scored(self) -> "State":
        """Return the state with the numbers of a deal booked, if they are entered."""
        booked = self.booked()
        return self if booked is self else replace(booked, scored=self)

    def without_open_deal(self) -> "State":
        """Return the state with the open deal void. Raises `RuleViolation` if there is none."""
        return self.with_session(self.open_session().without_open_deal())

    def closed_deals(self) -> list[tuple[int, DealDone]]:
        """Return the deals that are settled, or whose settlement is on the screen.

        Each is with the place of its game, from 0.
        """
        sessions = enumerate(self.booked().sessions)
        return [(place, done) for place, session in sessions for done in session.deals]

    def booked(self) -> "State":
        """Return the state with the open settlement, if any, booked.

        Pages show the figures of this state, so that figures change once, with the settlement.
        """
        deal = self.session.deal if self.session else None
        return self.enter(Settled()) if deal and deal.phase is Phase.SETTLING else self

    def options(self) -> tuple[OrdinaryEntry, ...]:
        """Return the entries allowed next, in table order.

        Starting a game, joining, penalties, another dealer, notes and the value of a chip are left
        out, since only people know their details. Payments are those of the plan, once no chips
        are `undecided`; others are allowed too.
        """
        session = self.session
        if self.closed or session is None:
            return self._payments_to_make() if self.closed else (EveningClosed(),)
        entered = self.scored.session if self.scored and self.scored.session else session
        deal = entered.deal.options() if entered.deal else ()
        if not self.between_deals:
            return deal
        table: list[OrdinaryEntry] = [
            kind(player) for kind in (SatOut, SatIn, Left) for player in session.seated()
        ]
        table += [DepthChanged(depth) for depth in session.game.recording.depths]
        table += [GameEnded(), *self._closings()]
        return deal + tuple(e for e in table if self.can_enter(e)) + self._payments_to_make()

    def _closings(self) -> tuple[EveningClosed, ...]:
        if self._ended().waiting():
            return EveningClosed("divide"), EveningClosed("stay")
        return (EveningClosed(),)

    def _payments_to_make(self) -> tuple[Paid, ...]:
        if self.undecided or len(self.payments) >= MOST_PAYMENTS:
            return ()
        return tuple(Paid(one.source, one.target, one.amount) for one in self.plan().transfers)

    def can_enter(self, entry: OrdinaryEntry) -> bool:
        """Return whether `enter` would accept the entry."""
        try:
            self.enter(entry)
        except EntryError:
            return False
        return True

    def open_session(self) -> GameSession:
        """Return the game under way, or the last one. Raises `RuleViolation` if there is none."""
        session = self.session
        if session is None:
            raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NO_GAME_YET)
        return session

    def _scored(self, entry: Scored) -> "State":
        return self.with_session(self.open_session().enter(entry))._with_scored()

    def _changed(self, entry: TableChange) -> "State":
        session = self.open_session().change(entry)
        if isinstance(entry, Joined):
            check_names((entry.player,), self.people())
        return self.with_session(session)

    def _penalized(self, entry: Penalized) -> "State":
        return self.with_session(self.open_session().penalize(entry))

    def _game_ended(self, _entry: GameEnded) -> "State":
        if self.open_session().ended:
            raise RuleViolation(Rule.WRONG_PHASE, EveningFact.GAME_ENDED_ALREADY)
        return self._ended()

    def _closed(self, entry: EveningClosed) -> "State":
        ended = replace(self._ended(), closed=True)
        if entry.left_over != "divide":
            return ended
        left_over = tuple(line for _session, lines in ended._shares() for line in lines)
        pool = ended.pool - sum(line.amount for line in left_over)
        return replace(ended, left_over=left_over, pool=pool)

    def _paid(self, entry: Paid) -> "State":
        if not self.between_deals:
            raise RuleViolation(Rule.WRONG_PHASE, EveningFact.PAYS_DURING_DEAL)
        check_people(entry, self.people())
        return replace(self, payments=(*self.payments, entry))

    def _check_payment(self, entry: Paid) -> None:
        self._paid(entry)
        if all(session.race for session in self.sessions):
            raise RuleViolation(Rule.NOTHING_OPEN, EveningFact.NOT_FOR_CHIPS)
        if len(self.payments) >= MOST_PAYMENTS:
            raise RuleViolation(Rule.PAYMENT, TooManyPayments(MOST_PAYMENTS))
        check_amount(entry, self.still_open())

    def _player_renamed(self, _entry: PlayerRenamed) -> "State":
        return self  # the fold has replaced the name in all earlier entries

    def _noted(self, entry: Noted) -> "State":
        check_note(entry.text)
        return self

    def _worth_set(self, entry: WorthSet) -> "State":
        check_worth(entry)
        return replace(self, worth=entry)

    def with_session(self, session: GameSession) -> "State":
        """Return the state with its last game in this form."""
        return replace(self, sessions=(*self.sessions[:-1], session))

    def _ended(self) -> "State":
        """Return the state with the current game, if any, ended."""
        session = self.session
        if session is None or session.ended:
            return self
        ended = session.end()
        return replace(self.with_session(ended), pool=self.pool + ended.accounts()[POOL])

    def _started(self, entry: GameStarted) -> "State":
        if len(self.sessions) >= MOST_GAMES:
            raise RuleViolation(Rule.WRONG_PHASE, TooManyGames(MOST_GAMES))
        before = self._ended()
        waiting = {family: chips for family, (_, chips) in before._waiting().items()}
        session = start(entry, waiting, before.people())
        return replace(
            before,
            sessions=(*before.sessions, session),
            pool=before.pool - session.opening_pool,
        )


# A table, because it is used for every entry; a chain of isinstance would cost as much as a play.
_CHANGES: Mapping[type, Callable[[State, Any], State]] = {
    Scored: State._scored,
    GameStarted: State._started,
    SatOut: State._changed,
    SatIn: State._changed,
    Left: State._changed,
    Joined: State._changed,
    DepthChanged: State._changed,
    DealerSet: State._changed,
    Penalized: State._penalized,
    GameEnded: State._game_ended,
    EveningClosed: State._closed,
    Paid: State._paid,
    WorthSet: State._worth_set,
    PlayerRenamed: State._player_renamed,
    Noted: State._noted,
}
"""The entries about the table, and the numbers of a deal. All others are about a deal."""
