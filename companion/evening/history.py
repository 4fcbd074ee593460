"""The fold: from the list of entries to the state of an evening.

What is in force is decided first (`effective`), without the rules, and then folded once. Whatever
follows an amended entry still has to hold.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, RevokeProven, RuleViolation, StaleEntry
from companion.evening.capacity import EveningFull, closable
from companion.evening.corrections import AnswersNothing, NoLongerHolds
from companion.evening.effective import Amendment, Effective, EffectiveEntry, Version, effective
from companion.evening.entries import (
    MOST_ENTRIES,
    Amended,
    AnyEntry,
    EveningClosed,
    GameStarted,
    Undone,
)
from companion.evening.game_session import GameSession
from companion.evening.state import State
from companion.ids import Rule
from companion.rules.actions import Played, Settled
from companion.rules.game import Game
from companion.rules.tricks.trick_facts import NothingProven

DealId = tuple[int, int]
"""The place of a game in the evening, from 0, and the number of a deal in it, from 1."""
Log = tuple[AnyEntry | None, ...]
"""All entries of an evening; None for one that was refused."""
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
    out: Mapping[int, tuple[Version, ...]] = {}
    """The entries that are taken out, by number: what each was, the first version first."""
    settled: int = 0
    """The number of the newest `settled`, whether it is in force or was taken back."""

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
        """The entries in force from the last one that was made when no deal was open."""
        return self.entries[self._start_of(len(self.entries) - 1) :]

    def is_of_earlier_deal(self, number: int) -> bool:
        """Return whether an entry comes before the current ones."""
        start = self._start_of(len(self.entries) - 1)
        return start > 0 and number <= self.entries[start - 1].number

    def entries_of(self, deal: DealId) -> Iterator[EffectiveEntry]:
        """Yield the entries in force that belong to a deal."""
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

    def was(self, number: int) -> tuple[Version, ...] | None:
        """Return what an entry was before its amendments; None if it was undone."""
        found = self.find(number)
        return found.was if found else self.out.get(number)

    def last_changes(self) -> dict[int, int]:
        """Return the number of the newest amendment of each entry that has one, by its number."""
        return {one.targets[0]: one.number for one in self.amendments}

    def before(self, number: int) -> State:
        """Return the state in which an entry was made, or would be made in its place."""
        state, start = self._last_start(number)
        for one in self.entries[start : bisect_left(self.entries, number, key=_number)]:
            state = state.enter(one.entry, again=True)
        return state

    def deal_of(self, number: int) -> DealId:
        """Return the deal that an entry belongs to.

        What is entered between deals belongs to the deal after it, in force or not.
        """
        place = bisect_left(self.entries, number, key=_number)
        if place == len(self.entries):
            return self.state.next_deal
        found = self.entries[place]
        if found.number != number and found.before is not None:
            return found.before.next_deal
        return _deal_of_first(self.entries[self._start_of(place)])

    def deals(self) -> dict[DealId, range]:
        """Return the numbers of the entries of each deal, the first deal first."""
        found: dict[DealId, range] = {}
        begun = 1

        def reach(deal: DealId, last: int) -> None:
            nonlocal begun
            if last >= begun:
                earlier = found.get(deal)
                found[deal] = range(earlier.start if earlier else begun, last + 1)
                begun = last + 1

        deal, last = (0, 1), 0
        for one in self.entries:
            if one.before is not None:
                reach(deal, last)
                # What is not in force between two deals belongs to the second one.
                reach(one.before.next_deal, one.number - 1)
                deal = _deal_of_first(one)
            last = one.number
        reach(deal, last)
        reach(self.state.next_deal, self.length)
        return found

    def session_of(self, number: int) -> GameSession | None:
        """Return the session that an entry belongs to, or None if none has begun by then."""
        place = self.deal_of(number)[0]
        sessions = self.state.sessions
        return sessions[place] if place < len(sessions) else None

    def game_of(self, number: int) -> Game | None:
        """Return the game that an entry belongs to, or None if none has begun by then."""
        session = self.session_of(number)
        return session.game if session else None

    def enter(self, entry: AnyEntry) -> "Evening":
        """Return the evening after one more entry. Raises `EntryError`, and changes nothing then."""
        number = self.length + 1
        if number > MOST_ENTRIES:
            raise RuleViolation(Rule.WRONG_PHASE, EveningFull(closing=False))
        if isinstance(entry, Undone):
            return self._undone(entry)
        if isinstance(entry, Amended):
            return self._amended(entry)
        before = self.state
        if isinstance(entry, EveningClosed):
            state = closable(self.length, before).enter(entry)
        else:
            state = before.enter(entry)
        new = EffectiveEntry(number, entry, before=before if before.between_deals else None)
        return Evening(
            state,
            number,
            (*self.log, entry),
            (*self.entries, new),
            self.amendments,
            self.out,
            number if isinstance(entry, Settled) else self.settled,
        )

    def refused(self) -> "Evening":
        """Return the evening with one more number used up by an entry that was refused."""
        return replace(self, length=self.length + 1, log=(*self.log, None))

    def _undone(self, entry: Undone) -> "Evening":
        log, number = (*self.log, entry), entry.entry
        if self.entries and number == self.entries[-1].number == self.undoable:
            # An ordinary entry that is the newest has one version.
            left = Effective(self.entries[:-1], self.amendments, self.out, self.settled)
            return self._folded(log, left, number)
        found = effective(log)
        return self._folded(log, found, min(self.amendments[-1].targets))

    def _amended(self, entry: Amended) -> "Evening":
        log = (*self.log, entry)
        evening = self._folded(log, effective(log), entry.entry, new=entry.entry)
        for number in entry.answers:
            answered = evening.find(number)
            if answered is None or answered.lapsed:
                raise StaleEntry(AnswersNothing(number))
        return evening

    def _folded(self, log: Log, found: Effective, changed: int, new: int = 0) -> "Evening":
        """Return the evening of a longer log, folded again from the deal of entry `changed`."""
        state, start = self._last_start(changed)
        return _fold(log, found, state, self.entries[:start], new)

    def _start_of(self, place: int) -> int:
        """Return the place of the last entry up to this one that was made when no deal was open."""
        while place > 0 and self.entries[place].before is None:
            place -= 1
        return max(place, 0)

    def _last_start(self, number: int) -> tuple[State, int]:
        """Return the last state up to an entry in which no deal was open, and the place after it."""
        place = self._start_of(bisect_right(self.entries, number, key=_number) - 1)
        before = self.entries[place].before if self.entries else None
        return before or State(), place


def open_log(log: Sequence[AnyEntry]) -> Evening:
    """Return the evening of a log whose entries were checked when they were made.

    Raises `EntryError` if what is in force does not hold.
    """
    return _fold(tuple(log), effective(log), State(), ())


def _fold(
    log: Log, found: Effective, state: State, before: tuple[EffectiveEntry, ...], new: int = 0
) -> Evening:
    """Return the evening of a log. `before` are its first entries in force, which lead to `state`.

    If the rules refuse a later entry, raises `NoLongerHolds`, or `RevokeProven` with its number. The
    version of entry `new` is checked for the first time, and its own error is raised.
    """
    entries = list(before)
    for one in found.entries[len(before) :]:
        try:
            entered, state = _entered(state, one, is_new=one.number == new)
        except EntryError as error:
            if one.number == new:
                raise
            if isinstance(error, RevokeProven):
                raise RevokeProven(error.proofs, one.number) from None
            after = len(found.entries) - len(entries) - 1
            raise NoLongerHolds(one.number, error, after) from None
        entries.append(entered)
    return Evening(state, len(log), log, tuple(entries), found.amendments, found.out, found.settled)


def _deal_of_first(first: EffectiveEntry) -> DealId:
    """Return the deal of an entry that was made when no deal was open."""
    before = first.before or State()
    if isinstance(first.entry, GameStarted):
        return len(before.sessions), 1
    return before.next_deal


def _entered(
    state: State, one: EffectiveEntry, is_new: bool = False
) -> tuple[EffectiveEntry, State]:
    """Return an entry as it is in force after this state, and the state with it. Raises `EntryError`.

    An answer to a proof that is no more lapses; it holds again when a correction brings it back.
    """
    entry = one.told
    before = state if state.between_deals else None
    lapsed = None
    if isinstance(entry, EveningClosed):
        state = closable(one.number - 1, state)
    try:
        after = state.enter(entry, again=not is_new)
    except EntryError as error:
        if is_new or not (isinstance(entry, Played) and isinstance(error.fact, NothingProven)):
            raise
        lapsed = entry.stands
        entry = replace(entry, stands=None)
        after = state.enter(entry, again=True)
    return EffectiveEntry(one.number, entry, one.was, lapsed, before), after
