"""The fold: from the list of entries to the state, with undo and amendment.

Which entries are in force is decided here and nowhere else. The rule, which old records depend on:
`undone` takes back the newest entry still standing, be it said or amended; `amended` puts another
entry in the place of an earlier one, or nothing, if everything after it still holds.
"""

from bisect import bisect_right, insort
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, RuleViolation, StaleEntry
from companion.evening.entries import Amended, AnyEntry, GameStarted, OrdinaryEntry, Undone
from companion.evening.state import State
from companion.rules.game import Game
from companion.rules.ids import Fact, Rule

Version = OrdinaryEntry | None
"""What an entry is at one time; None if it is taken out."""


class WouldNotHold(Fact, frozen=True):
    """A later entry would not hold any more, and why."""

    number: int
    why: Fact | str


class NoLongerHolds(RuleViolation):
    """A correction against which a later entry stands. `number` and `error` are that entry's."""

    def __init__(self, number: int, error: EntryError) -> None:
        super().__init__(
            Rule.NO_LONGER_HOLDS,
            WouldNotHold(number, error.fact),
        )
        self.number = number
        self.error = error


class StandingEntry(Struct, frozen=True):
    """An entry that stands."""

    number: int
    """Its number in the log, from 1."""
    entry: OrdinaryEntry
    """As it is in force."""
    was: tuple[Version, ...] = ()
    """What it was before each of its amendments, the first version first."""


class Chapter(Struct, frozen=True):
    """Entries from one moment between deals to the next, and the state before them."""

    before: State
    said: tuple[StandingEntry, ...] = ()


class Amendment(Struct, frozen=True):
    """An amendment that stands."""

    number: int
    target: int


class Evening(Struct, frozen=True):
    """An evening folded so far. Immutable; `enter` returns the next one.

    The states between deals are kept, so that undo folds no more than one deal again.
    """

    state: State = State()
    length: int = 0
    """Entries folded, standing or not."""
    finished: tuple[Chapter, ...] = ()
    current: Chapter | None = None
    """The last chapter; it stands apart, for it is the one that grows."""
    amendments: tuple[Amendment, ...] = ()
    out: Mapping[int, tuple[Version, ...]] = {}
    """The entries that are taken out, by number: what each was, the first version first."""

    def __repr__(self) -> str:
        return f"<Evening: {self.length} entries, {self.state.session}>"

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """All chapters, the current one last."""
        return (*self.finished, self.current) if self.current else self.finished

    @property
    def newest(self) -> StandingEntry | None:
        """The newest entry that stands, amendments aside."""
        return self.current.said[-1] if self.current else None

    @property
    def undoable(self) -> int | None:
        """The number of the newest entry that stands, amendments included."""
        said = self.newest.number if self.newest else None
        amended = self.amendments[-1].number if self.amendments else None
        return max((n for n in (said, amended) if n is not None), default=None)

    def standing(self) -> tuple[StandingEntry, ...]:
        """Return the entries in force, in order."""
        return tuple(said for chapter in self.chapters for said in chapter.said)

    def find(self, number: int) -> StandingEntry | None:
        """Return the standing entry with this number, or None."""
        if not self.chapters:
            return None
        said = self.chapters[self._chapter_of(number)].said
        return next((one for one in said if one.number == number), None)

    def was(self, number: int) -> tuple[Version, ...] | None:
        """Return what an entry was before its amendments; None if it neither stands nor is out."""
        said = self.find(number)
        return said.was if said else self.out.get(number)

    def before(self, number: int) -> State:
        """Return the state in which an entry was said, or would be said in its place."""
        if not self.chapters:
            return self.state
        chapter = self.chapters[self._chapter_of(number)]
        state = chapter.before
        for said in chapter.said:
            if said.number < number:
                state = state.enter(said.entry)
        return state

    def deal_of(self, number: int) -> tuple[int, int]:
        """Return the game (from 0) and the deal in it (from 1) that an entry belongs to.

        What is said between deals belongs to the deal after it, standing or not.
        """
        chapters = self.chapters
        place = self._chapter_of(number)
        state = self.state
        if chapters and number <= chapters[place].said[-1].number:
            if isinstance(chapters[place].said[0].entry, GameStarted):
                return len(chapters[place].before.sessions), 1
            state = chapters[place].before
        elif place + 1 < len(chapters):
            state = chapters[place + 1].before
        return max(len(state.sessions) - 1, 0), state.session.number if state.session else 1

    def game_of(self, number: int) -> Game | None:
        """Return the game that an entry belongs to, or None if none has begun by then."""
        place = self.deal_of(number)[0]
        sessions = self.state.sessions
        return sessions[place].game if place < len(sessions) else None

    def enter(self, entry: AnyEntry) -> "Evening":
        """Return the evening after one more entry. Raises `EntryError`, and changes nothing then."""
        number = self.length + 1
        if isinstance(entry, Undone):
            evening = self._undone(entry.entry)
        elif isinstance(entry, Amended):
            evening = self._amended(entry, number)
        else:
            evening = self._said(StandingEntry(number, entry))
        return replace(evening, length=number)

    def refused(self) -> "Evening":
        """Return the evening with one more number used up by an entry that was refused."""
        return replace(self, length=self.length + 1)

    def _said(self, said: StandingEntry) -> "Evening":
        state = self.state.enter(said.entry)
        current = self.current
        if current is None:
            return replace(self, state=state, current=Chapter(self.state, (said,)))
        if self.state.between_deals:
            new = Chapter(self.state, (said,))
            return replace(self, state=state, finished=(*self.finished, current), current=new)
        longer = Chapter(current.before, (*current.said, said))
        return replace(self, state=state, current=longer)

    def _chapter_of(self, number: int) -> int:
        """Return the place of the chapter in which an entry of this number stands or would."""
        after = bisect_right(self.chapters, number, key=lambda chapter: chapter.said[0].number)
        return max(after - 1, 0)

    def _before(self, chapter: int) -> "Evening":
        """Return the evening as it stood before the chapter at this place."""
        return replace(
            self,
            state=self.chapters[chapter].before if self.chapters else self.state,
            finished=self.finished[: max(chapter - 1, 0)],
            current=self.chapters[chapter - 1] if chapter else None,
        )

    def _undone(self, number: int) -> "Evening":
        newest = self.undoable
        if newest is None:
            raise StaleEntry("There is nothing to undo.")
        if number != newest:
            raise StaleEntry(
                f"Entry {number} cannot be undone: the newest that stands is entry {newest}."
            )
        if self.amendments and self.amendments[-1].number == number:
            target = self.amendments[-1].target
            was = self.was(target)
            if not was:
                raise AssertionError("an amendment stands whose entry was never said")
            evening = self._replaced(target, was[-1], was[:-1])
            return replace(evening, amendments=self.amendments[:-1])
        last = self.chapters[-1].said
        evening = self._before(len(self.chapters) - 1)
        for said in last[:-1]:
            evening = evening._said(said)
        return evening

    def _amended(self, entry: Amended, number: int) -> "Evening":
        if self.state.closed:
            raise RuleViolation(
                Rule.EVENING_CLOSED, "The evening is closed. Undo the closing first."
            )
        target = entry.entry
        was = self.was(target)
        if was is None:
            raise StaleEntry(f"Entry {target} does not stand, so it cannot be amended.")
        said = self.find(target)
        if said is None and entry.by is None:
            raise StaleEntry(f"Entry {target} has been taken out already.")
        evening = self._replaced(target, entry.by, (*was, said.entry if said else None))
        amendment = Amendment(number, target)
        return replace(evening, amendments=(*self.amendments, amendment))

    def _replaced(self, number: int, now: Version, was: tuple[Version, ...]) -> "Evening":
        """Return the evening folded again with `now` as the entry of this number, or without it.

        `was` is what it has been before, the first version first.
        """
        place = self._chapter_of(number)
        later = [
            said
            for chapter in self.chapters[place:]
            for said in chapter.said
            if said.number != number
        ]
        out = {taken: versions for taken, versions in self.out.items() if taken != number}
        if now is None:
            out[number] = was
        else:
            insort(later, StandingEntry(number, now, was), key=lambda said: said.number)
        evening = replace(self._before(place), out=out)
        for said in later:
            try:
                evening = evening._said(said)
            except EntryError as error:
                if said.number == number:
                    raise
                raise NoLongerHolds(said.number, error) from None
        return evening
