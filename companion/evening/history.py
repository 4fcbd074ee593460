"""The fold: from the list of entries to the state, with undo and amendment.

Which entries are in force is decided here and nowhere else. The rule, which old records depend on:
`undone` takes back the newest entry still standing, be it ordinary or an amendment; `amended` puts
another entry in the place of an earlier one, or nothing, if everything after it still holds.
"""

import itertools
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, RevokeProven, RuleViolation, StaleEntry
from companion.evening.capacity import EveningFull, closable
from companion.evening.chapters import Amendment, Chapter, DealId, StandingEntry, Version
from companion.evening.corrections import (
    AnswersNothing,
    DoesNotStand,
    NoLongerHolds,
    NotNewest,
    TakenOutAlready,
)
from companion.evening.entries import MOST_ENTRIES, Amended, AnyEntry, EveningClosed, Undone
from companion.evening.game_facts import EveningFact
from companion.evening.game_session import GameSession
from companion.evening.state import State
from companion.evening.vector import Vector
from companion.ids import Rule
from companion.rules.actions import Played, Settled
from companion.rules.game import Game
from companion.rules.tricks.trick_facts import NothingProven


class Evening(Struct, frozen=True, gc=False):
    """An evening folded so far. Immutable; `enter` returns the next one.

    The states between deals are kept, so that undo folds no more than one deal again.
    """

    state: State = State()
    length: int = 0
    """Entries folded, standing or not."""
    finished: Vector[Chapter] = Vector()
    """All chapters but the current one."""
    current: Chapter | None = None
    """The last chapter; it stands apart, for it is the one that grows."""
    amendments: tuple[Amendment, ...] = ()
    out: Mapping[int, tuple[Version, ...]] = {}
    """The entries that are taken out, by number: what each was, the first version first."""
    settled: int = 0
    """The number of the newest `settled`, whether it stands or was taken back."""

    def __repr__(self) -> str:
        return f"<Evening: {self.length} entries, {self.state.session}>"

    @classmethod
    def of(
        cls,
        standing: Iterable[StandingEntry],
        length: int,
        amendments: tuple[Amendment, ...],
        out: Mapping[int, tuple[Version, ...]],
        settled: int,
    ) -> "Evening":
        """Return the evening in which these entries stand, all allowed when they were made.

        Raises `EntryError` if they do not hold together.
        """
        evening = cls(amendments=amendments, out=out, settled=settled)
        for one in standing:
            evening = evening._entered(one, length, again=True)
        return replace(evening, length=length)

    @property
    def newest(self) -> StandingEntry | None:
        """The newest entry that stands, amendments aside."""
        return self.current.entries[-1] if self.current else None

    @property
    def undoable(self) -> int | None:
        """The number of the newest entry that stands, amendments included."""
        ordinary = self.current.last if self.current else 0
        amended = self.amendments[-1].number if self.amendments else 0
        return max(ordinary, amended) or None

    @property
    def weight(self) -> int:
        """About how much memory it takes, counted in entries of a deal of four players.

        Each chapter has a state of its own, with all who have sat at the table.
        """
        people = max((len(session.seats) for session in self.state.sessions), default=0)
        return self.length + (len(self.finished) + 1) * (10 + people) // 10

    def chapters(self, place: int = 0) -> Iterator[Chapter]:
        """Yield the chapters from a place on, counted from 0; the current one is the last."""
        if place:
            yield from (self.finished[one] for one in range(place, len(self.finished)))
        else:
            yield from self.finished
        if self.current:
            yield self.current

    def chapters_of(self, deal: DealId) -> Iterator[Chapter]:
        """Yield the chapters of a deal, and look at few others."""
        place = bisect_left(self.finished, deal, key=lambda one: one.deal)
        yield from itertools.takewhile(lambda one: one.deal == deal, self.chapters(place))

    def standing(self) -> tuple[StandingEntry, ...]:
        """Return the entries in force, in order."""
        return tuple(one for chapter in self.chapters() for one in chapter.entries)

    def find(self, number: int) -> StandingEntry | None:
        """Return the standing entry with this number, or None."""
        chapter = self._chapter(self._chapter_of(number))
        entries = chapter.entries if chapter else ()
        place = bisect_left(entries, number, key=lambda one: one.number)
        return entries[place] if place < len(entries) and entries[place].number == number else None

    def was(self, number: int) -> tuple[Version, ...] | None:
        """Return what an entry was before its amendments; None if it neither stands nor is out."""
        found = self.find(number)
        return found.was if found else self.out.get(number)

    def last_changes(self) -> dict[int, int]:
        """Return the number of the newest amendment of each entry that has one, by its number."""
        return {one.targets[0]: one.number for one in self.amendments}

    def before(self, number: int) -> State:
        """Return the state in which an entry was made, or would be made in its place."""
        chapter = self._chapter(self._chapter_of(number))
        if chapter is None:
            return self.state
        state = chapter.before
        for one in chapter.entries:
            if one.number < number:
                state = state.enter_again(one.entry)
        return state

    def before_chapter(self, number: int) -> State:
        """Return the state before the chapter in which an entry stands, or would."""
        chapter = self._chapter(self._chapter_of(number))
        return chapter.before if chapter else self.state

    def work_before(self, number: int) -> int:
        """Return how many entries `before` folds, at most."""
        chapter = self._chapter(self._chapter_of(number))
        return len(chapter.entries) if chapter else 0

    def deal_of(self, number: int) -> DealId:
        """Return the deal that an entry belongs to.

        What is entered between deals belongs to the deal after it, standing or not.
        """
        place = self._chapter_of(number)
        chapter = self._chapter(place)
        if chapter and number <= chapter.last:
            return chapter.deal
        after = self._chapter(place + 1)
        return after.before.next_deal if after else self.state.next_deal

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

        for chapter in self.chapters():
            # What does not stand between two chapters belongs to what the second one begins from.
            if begun > 1:
                reach(chapter.before.next_deal, chapter.first - 1)
            reach(chapter.deal, chapter.last)
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
            evening = self._undone(entry.entry)
        elif isinstance(entry, Amended):
            evening = self._amended(entry, number)
            if isinstance(entry.by, Settled):
                evening = replace(evening, settled=max(self.settled, entry.entry))
        else:
            evening = self._entered(StandingEntry(number, entry), number)
            return replace(evening, settled=number) if isinstance(entry, Settled) else evening
        return replace(evening, length=number)

    def work(self, entry: AnyEntry) -> int:
        """Return how many entries `enter` folds for this one, at most."""
        match entry:
            case Undone() if self.amendments and entry.entry == self.amendments[-1].number:
                return self._work_of_replacing(min(self.amendments[-1].targets))
            case Undone():
                return len(self.current.entries) if self.current else 1
            case Amended():
                return self._work_of_replacing(entry.entry)
        return 1

    def _work_of_replacing(self, number: int) -> int:
        chapter = self._chapter(self._chapter_of(number))
        # Corrections are copied whole, some hundreds in the time in which one entry is folded.
        copied = (len(self.out) + len(self.amendments)) // 500
        return self.length + 2 - chapter.first + copied if chapter else 1

    def refused(self) -> "Evening":
        """Return the evening with one more number used up by an entry that was refused."""
        return replace(self, length=self.length + 1)

    def _entered(self, new: StandingEntry, length: int, again: bool = False) -> "Evening":
        """Return the evening with one more entry in force, `length` entries long.

        `again` says that it has been in force before.
        """
        before, current, finished = self.state, self.current, self.finished
        if again:
            new, state = _entered_again(before, new)
        elif isinstance(new.entry, EveningClosed):
            state = closable(new.number - 1, before).enter(new.entry)
        else:
            state = before.enter(new.entry)
        if current is None:
            current = Chapter(before, (new,))
        elif before.between_deals:
            finished, current = finished.append(current), Chapter(before, (new,))
        else:
            current = Chapter(current.before, (*current.entries, new))
        return Evening(state, length, finished, current, self.amendments, self.out, self.settled)

    def _chapter(self, place: int) -> Chapter | None:
        """Return the chapter at a place, from 0; None beyond the last one."""
        if place < len(self.finished):
            return self.finished[place]
        return self.current if place == len(self.finished) else None

    def _chapter_of(self, number: int) -> int:
        """Return the place of the chapter in which an entry of this number stands or would."""
        if self.current and self.current.first <= number:
            return len(self.finished)
        after = bisect_right(self.finished, number, key=lambda chapter: chapter.first)
        return max(after - 1, 0)

    def _before(self, place: int) -> "Evening":
        """Return the evening as it stood before the chapter at this place."""
        chapter = self._chapter(place)
        return replace(
            self,
            state=chapter.before if chapter else self.state,
            finished=self.finished.first(place - 1),
            current=self._chapter(place - 1) if place else None,
        )

    def _undone(self, number: int) -> "Evening":
        newest = self.undoable
        if newest is None:
            raise StaleEntry(EveningFact.NOTHING_TO_UNDO)
        if number != newest:
            raise StaleEntry(NotNewest(number, newest))
        if self.amendments and self.amendments[-1].number == number:
            versions = {target: self.was(target) or () for target in self.amendments[-1].targets}
            return replace(self._replaced(versions), amendments=self.amendments[:-1])
        stay = self.current.entries[:-1] if self.current else ()
        evening = self._before(len(self.finished))
        for one in stay:
            evening = evening._entered(one, self.length, again=True)
        return evening

    def _amended(self, entry: Amended, number: int) -> "Evening":
        target = entry.entry
        was = self.was(target)
        if was is None:
            raise StaleEntry(DoesNotStand(target))
        stands = self.find(target)
        if stands is None and entry.by is None:
            raise StaleEntry(TakenOutAlready(target))
        versions = {target: (*was, stands.told if stands else None, entry.by)}
        for place, answer in entry.answers.items():
            play = self.find(place)
            if place <= target or play is None or not isinstance(play.told, Played):
                raise StaleEntry(AnswersNothing(place))
            versions[place] = (*play.was, play.told, replace(play.told, stands=answer))
        evening = self._replaced(versions, new=target)
        for place in entry.answers:
            answered = evening.find(place)
            if answered is None or answered.lapsed:
                raise StaleEntry(AnswersNothing(place))
        amendment = Amendment(number, tuple(versions))
        return replace(evening, amendments=(*self.amendments, amendment))

    def _replaced(
        self, versions: Mapping[int, tuple[Version, ...]], new: int | None = None
    ) -> "Evening":
        """Return the evening folded again with other versions of some entries.

        `versions` are all that each has had, by number, the one in force last; `new` is the entry
        whose last one has not stood before. What stands before their chapter is not folded again.
        """
        place = self._chapter_of(min(versions))
        later = [
            one
            for chapter in self.chapters(place)
            for one in chapter.entries
            if one.number not in versions
        ]
        out = dict(self.out)
        for number, (*was, now) in versions.items():
            out.pop(number, None)
            if now is None:
                out[number] = tuple(was)
            else:
                one = StandingEntry(number, now, tuple(was))
                insort(later, one, key=lambda one: one.number)
        evening = replace(self._before(place), out=out)
        for place, one in enumerate(later, 1):
            try:
                evening = evening._entered(one, self.length, again=one.number != new)
            except EntryError as error:
                if one.number == new:
                    raise
                if isinstance(error, RevokeProven):
                    raise RevokeProven(error.proofs, one.number) from None
                raise NoLongerHolds(one.number, error, len(later) - place) from None
        return evening


def _entered_again(state: State, one: StandingEntry) -> tuple[StandingEntry, State]:
    """Return an entry that has stood before, as it stands after this state, and the state with it.

    An answer to a proof that is no more lapses; it holds again when a correction brings it back.
    """
    told = one.told
    if isinstance(told, EveningClosed):
        state = closable(one.number - 1, state)
    try:
        after = state.enter_again(told)
    except EntryError as error:
        if not (isinstance(told, Played) and isinstance(error.fact, NothingProven)):
            raise
        bare = replace(told, stands=None)
        return replace(one, entry=bare, lapsed=told.stands), state.enter_again(bare)
    return (replace(one, entry=told, lapsed=None) if one.lapsed else one), after
