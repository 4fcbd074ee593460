"""Fold the list of entries into the state of an evening.

`effective` selects the entries in force, without asking the rules; they are then folded once. All
entries after an amended one must still be valid.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, RevokeProven, RuleViolation, StaleEntry
from companion.evening.capacity import EveningFull, closable
from companion.evening.effective import Amendment, Effective, EffectiveEntry, Version, effective
from companion.evening.entries import (
    MOST_ENTRIES,
    Amended,
    AnyEntry,
    EveningClosed,
    GameStarted,
    Noted,
    PlayerRenamed,
    Undone,
)
from companion.evening.game_facts import AnswersNothing, DoesNotStand, NoLongerHolds
from companion.evening.game_session import GameSession
from companion.evening.state import State
from companion.ids import Rule
from companion.rules.actions import Played, Scored, Settled
from companion.rules.game import Game
from companion.rules.tricks.trick_facts import NothingProven

DealId = tuple[int, int]
"""The place of a game in the evening, from 0, and the number of a deal in it, from 1."""


class Note(Struct, frozen=True):
    """A note in force."""

    number: int
    """The number of its entry."""
    text: str
    deal: DealId | None
    """None for a note to the evening."""


Log = tuple[AnyEntry | None, ...]
"""All entries of an evening; None for one that was refused."""
_CORRECTIONS = (Undone, Amended, PlayerRenamed)
"""The entries that change earlier ones."""
_number = attrgetter("number")


class Evening(Struct, frozen=True, gc=False):
    """An evening folded so far. Immutable; `enter` returns the next one."""

    state: State = State()
    length: int = 0
    """Entries folded, in force or not."""
    log: Log = ()
    entries: tuple[EffectiveEntry, ...] = ()
    """The entries in force."""
    amendments: tuple[Amendment, ...] = ()
    """The amendments in force."""
    deleted: Mapping[int, tuple[Version, ...]] = {}
    """The versions of each deleted entry, oldest first, by its number."""
    settled: int = 0
    """The number of the newest `settled` or `scored`, in force or undone."""

    def __repr__(self) -> str:
        return f"<Evening: {self.length} entries, {self.state.session}>"

    @property
    def newest(self) -> EffectiveEntry | None:
        """The newest entry in force, amendments aside."""
        return self.entries[-1] if self.entries else None

    @property
    def undoable(self) -> int | None:
        """The number of the newest entry in force, amendments included."""
        ordinary = self.entries[-1].number if self.entries else 0
        amended = self.amendments[-1].number if self.amendments else 0
        return max(ordinary, amended) or None

    @property
    def current_entries(self) -> tuple[EffectiveEntry, ...]:
        """The entries in force from the last one made between deals."""
        return self.entries[self._start_of(len(self.entries) - 1) :]

    def is_of_earlier_deal(self, number: int) -> bool:
        """Return whether an entry comes before the current ones."""
        start = self._start_of(len(self.entries) - 1)
        return start > 0 and number <= self.entries[start - 1].number

    def entries_of(self, deal: DealId) -> Iterator[EffectiveEntry]:
        """Yield the entries in force of a deal."""
        here = None
        for one in self.entries:
            if one.before is not None:
                here = _deal_of_first(one)
            if here == deal:
                yield one

    def find(self, number: int) -> EffectiveEntry | None:
        """Return the entry in force with this number, or None."""
        entries = self.entries
        place = bisect_left(entries, number, key=_number)
        return entries[place] if place < len(entries) and entries[place].number == number else None

    def versions_of(self, number: int) -> tuple[Version, ...] | None:
        """Return the versions of an entry before its amendments; None if it was undone."""
        entry = self.find(number)
        return entry.versions if entry else self.deleted.get(number)

    def last_changes(self) -> dict[int, int]:
        """Return, by the number of each amended entry, the number of its newest amendment."""
        return {one.targets[0]: one.number for one in self.amendments}

    def before(self, number: int) -> State:
        """Return the state just before the entry with this number."""
        state, start = self._last_start(number)
        for one in self.entries[start : bisect_left(self.entries, number, key=_number)]:
            state = state.enter(one.entry, again=True)
        return state

    def deal_of(self, number: int) -> DealId:
        """Return the deal of an entry.

        Entries between deals belong to the following deal, in force or not.
        """
        place = bisect_left(self.entries, number, key=_number)
        if place == len(self.entries):
            return self.state.next_deal
        entry = self.entries[place]
        if entry.number != number and entry.before is not None:
            return entry.before.next_deal
        return _deal_of_first(self.entries[self._start_of(place)])

    def deals(self) -> dict[DealId, range]:
        """Return the range of entry numbers of each deal, in order."""
        ranges: dict[DealId, range] = {}
        begun = 1

        def reach(deal: DealId, last: int) -> None:
            nonlocal begun
            if last >= begun:
                earlier = ranges.get(deal)
                ranges[deal] = range(earlier.start if earlier else begun, last + 1)
                begun = last + 1

        deal, last = (0, 1), 0
        for one in self.entries:
            if one.before is not None:
                reach(deal, last)
                # Entries between two deals that are not in force belong to the second deal.
                reach(one.before.next_deal, one.number - 1)
                deal = _deal_of_first(one)
            last = one.number
        reach(deal, last)
        reach(self.state.next_deal, self.length)
        return ranges

    def notes(self) -> tuple[Note, ...]:
        """Return the notes, in order of entry."""
        return tuple(
            Note(one.number, one.entry.text, self.deal_of(one.entry.of) if one.entry.of else None)
            for one in self.entries
            if isinstance(one.entry, Noted)
        )

    def session_of(self, number: int) -> GameSession | None:
        """Return the session of an entry, or None before the first game."""
        place = self.deal_of(number)[0]
        sessions = self.state.sessions
        return sessions[place] if place < len(sessions) else None

    def game_of(self, number: int) -> Game | None:
        """Return the game of an entry, or None before the first game."""
        session = self.session_of(number)
        return session.game if session else None

    def enter(self, entry: AnyEntry) -> "Evening":
        """Return the evening after one more entry. Raises `EntryError` if it is refused."""
        builder = EveningBuilder(self)
        builder.enter(entry)
        return builder.evening()

    def corrected(self, entry: Undone | Amended | PlayerRenamed) -> "Evening":
        """Return the evening after an entry that changes earlier ones. Raises `EntryError`."""
        if isinstance(entry, Undone):
            return self._undone(entry)
        if isinstance(entry, Amended):
            return self._amended(entry)
        self.state.enter(entry)
        return _refolded((*self.log, entry))

    def _undone(self, entry: Undone) -> "Evening":
        log, number = (*self.log, entry), entry.entry
        if self.entries and number == self.entries[-1].number == self.undoable:
            if isinstance(self.entries[-1].entry, PlayerRenamed):
                return _refolded(log)
            # The newest entry was never amended, so the log need not be read again.
            left = Effective(self.entries[:-1], self.amendments, self.deleted, self.settled)
            return self._folded(log, left, number)
        in_force = effective(log)
        return self._folded(log, in_force, min(self.amendments[-1].targets))

    def _amended(self, entry: Amended) -> "Evening":
        log = (*self.log, entry)
        evening = self._folded(log, effective(log), entry.entry, new=entry.entry)
        for number in entry.answers:
            answered = evening.find(number)
            if answered is None or answered.lapsed:
                raise StaleEntry(AnswersNothing(number))
        return evening

    def _folded(self, log: Log, in_force: Effective, changed: int, new: int = 0) -> "Evening":
        """Return the evening of a longer log, refolded from the deal of entry `changed`."""
        state, start = self._last_start(changed)
        return _fold(log, in_force, state, self.entries[:start], new)

    def _start_of(self, place: int) -> int:
        """Return the place of the last entry up to this one that was made between deals."""
        while place > 0 and self.entries[place].before is None:
            place -= 1
        return max(place, 0)

    def _last_start(self, number: int) -> tuple[State, int]:
        """Return the last state between deals up to an entry, and the place that follows it."""
        place = self._start_of(bisect_right(self.entries, number, key=_number) - 1)
        before = self.entries[place].before if self.entries else None
        return before or State(), place


class EveningBuilder:
    """An evening that grows entry by entry: it appends to lists, and `evening` makes tuples of them once."""

    def __init__(self, evening: Evening) -> None:
        self._begin(evening)

    def _begin(self, evening: Evening) -> None:
        self._before = evening
        self._state = evening.state
        self._settled = evening.settled
        self._log: list[AnyEntry | None] = []
        self._entries: list[EffectiveEntry] = []

    @property
    def length(self) -> int:
        return self._before.length + len(self._log)

    def enter(self, entry: AnyEntry) -> None:
        """Add an entry. Raises `EntryError` if it is refused, and then changes nothing."""
        number, before = self._before.length + len(self._log) + 1, self._state
        if number > MOST_ENTRIES:
            raise RuleViolation(Rule.WRONG_PHASE, EveningFull(closing=False))
        if isinstance(entry, _CORRECTIONS):
            self._begin(self.evening().corrected(entry))
            return
        if isinstance(entry, Noted) and (entry.of or 0) >= number:
            raise StaleEntry(DoesNotStand(entry.of or 0))
        state = closable(number - 1, before) if isinstance(entry, EveningClosed) else before
        self._state = state.enter(entry)
        is_between = before.between_deals and before.met_by(entry).between_deals
        self._entries.append(EffectiveEntry(number, entry, before=before if is_between else None))
        self._log.append(entry)
        if isinstance(entry, Settled | Scored):
            self._settled = number

    def skip(self) -> None:
        """Add a refused entry, which only uses up its number."""
        self._log.append(None)

    def enter_again(self, one: EffectiveEntry, is_new: bool) -> None:
        """Add an entry that is in force and already in the log. Raises `EntryError`.

        An answer lapses if its proof is gone, and holds again if a correction brings the proof back.
        """
        entry, before, lapsed = one.restored, self._state, None
        state = closable(one.number - 1, before) if isinstance(entry, EveningClosed) else before
        try:
            self._state = state.enter(entry, again=not is_new)
        except EntryError as error:
            if is_new or not (isinstance(entry, Played) and isinstance(error.fact, NothingProven)):
                raise
            lapsed = entry.stands
            entry = replace(entry, stands=None)
            self._state = state.enter(entry, again=True)
        is_between = before.between_deals and before.met_by(entry).between_deals
        start = before if is_between else None
        self._entries.append(EffectiveEntry(one.number, entry, one.versions, lapsed, start))

    def evening(self) -> Evening:
        """Return the evening as it is now."""
        before = self._before
        return Evening(
            self._state,
            before.length + len(self._log),
            (*before.log, *self._log),
            (*before.entries, *self._entries),
            before.amendments,
            before.deleted,
            self._settled,
        )


def open_log(log: Sequence[AnyEntry]) -> Evening:
    """Fold a log whose entries were checked when they were made.

    Raises `EntryError` if the rules refuse an entry in force.
    """
    return _refolded(tuple(log))


def _refolded(log: Log) -> Evening:
    return _fold(log, effective(log), State(), ())


def _fold(
    log: Log, in_force: Effective, state: State, before: tuple[EffectiveEntry, ...], new: int = 0
) -> Evening:
    """Fold a log. `before` are its first entries in force, which lead to `state`.

    If the rules refuse a later entry, raises `NoLongerHolds`, or `RevokeProven` with its number. Entry
    `new` is checked for the first time: its own error is raised.
    """
    builder = EveningBuilder(
        Evening(
            state, len(log), log, before, in_force.amendments, in_force.deleted, in_force.settled
        )
    )
    for place, one in enumerate(in_force.entries[len(before) :], len(before) + 1):
        try:
            builder.enter_again(one, is_new=one.number == new)
        except EntryError as error:
            if one.number == new:
                raise
            if isinstance(error, RevokeProven):
                raise RevokeProven(error.proofs, one.number) from None
            raise NoLongerHolds(one.number, error, len(in_force.entries) - place) from None
    return builder.evening()


def _deal_of_first(first: EffectiveEntry) -> DealId:
    """Return the deal of an entry made between deals."""
    before = first.before or State()
    if isinstance(first.entry, GameStarted):
        return len(before.sessions), 1
    return before.next_deal
