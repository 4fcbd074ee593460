"""The fold: from the list of entries to the state, with undo and amendment.

Which entries are in force is decided here and nowhere else. The rule, which old records depend on:
`undone` takes back the newest entry still standing, be it said or amended; `amended` puts another
entry in the place of an earlier one, if everything after it still holds.
"""

from bisect import bisect_right

from msgspec import Struct
from msgspec.structs import replace

from companion.evening.entries import Amended, AnyEntry, OrdinaryEntry, Undone
from companion.evening.state import State
from companion.rules.broken import Refused, RuleBroken, Stale


class Said(Struct, frozen=True):
    """An entry that stands."""

    number: int
    """Its number in the log, from 1."""
    entry: OrdinaryEntry
    """As it is in force."""
    was: tuple[OrdinaryEntry, ...] = ()
    """What it was before each of its amendments, the first version first."""


class Chapter(Struct, frozen=True):
    """Entries from one moment between deals to the next, and the state before them."""

    before: State
    said: tuple[Said, ...] = ()


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

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """All chapters, the current one last."""
        return (*self.finished, self.current) if self.current else self.finished

    @property
    def newest(self) -> Said | None:
        """The newest entry that stands, amendments aside."""
        return self.current.said[-1] if self.current else None

    @property
    def undoable(self) -> int | None:
        """The number of the newest entry that stands, amendments included."""
        said = self.newest.number if self.newest else None
        amended = self.amendments[-1].number if self.amendments else None
        return max((n for n in (said, amended) if n is not None), default=None)

    def standing(self) -> tuple[Said, ...]:
        """Return the entries in force, in order."""
        return tuple(said for chapter in self.chapters for said in chapter.said)

    def find(self, number: int) -> Said | None:
        """Return the standing entry with this number, or None."""
        return next((said for said in self.standing() if said.number == number), None)

    def enter(self, entry: AnyEntry) -> "Evening":
        """Return the evening after one more entry. Raises `Refused`, and changes nothing then."""
        number = self.length + 1
        if isinstance(entry, Undone):
            evening = self._undone(entry.entry)
        elif isinstance(entry, Amended):
            evening = self._amended(entry, number)
        else:
            evening = self._said(Said(number, entry))
        return replace(evening, length=number)

    def refused(self) -> "Evening":
        """Return the evening with one more number used up by an entry that was refused."""
        return replace(self, length=self.length + 1)

    def _said(self, said: Said) -> "Evening":
        state = self.state.enter(said.entry)
        current = self.current
        if current is None:
            return replace(self, state=state, current=Chapter(self.state, (said,)))
        if self.state.between_deals:
            new = Chapter(self.state, (said,))
            return replace(self, state=state, finished=(*self.finished, current), current=new)
        longer = Chapter(current.before, (*current.said, said))
        return replace(self, state=state, current=longer)

    def _before(self, chapter: int) -> "Evening":
        """Return the evening as it stood before the chapter at this place."""
        return replace(
            self,
            state=self.chapters[chapter].before,
            finished=self.finished[: max(chapter - 1, 0)],
            current=self.chapters[chapter - 1] if chapter else None,
        )

    def _undone(self, number: int) -> "Evening":
        newest = self.undoable
        if newest is None:
            raise Stale("There is nothing to undo.")
        if number != newest:
            raise Stale(
                f"Entry {number} cannot be undone: the newest that stands is entry {newest}."
            )
        if self.amendments and self.amendments[-1].number == number:
            target = self.find(self.amendments[-1].target)
            if target is None:
                raise AssertionError("an amendment stands whose entry does not")
            back = Said(target.number, target.was[-1], target.was[:-1])
            return replace(self._replaced(back), amendments=self.amendments[:-1])
        last = self.chapters[-1].said
        evening = self._before(len(self.chapters) - 1)
        for said in last[:-1]:
            evening = evening._said(said)
        return evening

    def _amended(self, entry: Amended, number: int) -> "Evening":
        if self.state.closed:
            raise RuleBroken("evening-closed", "The evening is closed. Undo the closing first.")
        target = self.find(entry.entry)
        if target is None:
            raise Stale(f"Entry {entry.entry} does not stand, so it cannot be amended.")
        new = Said(target.number, entry.by, (*target.was, target.entry))
        amendment = Amendment(number, target.number)
        return replace(self._replaced(new), amendments=(*self.amendments, amendment))

    def _replaced(self, new: Said) -> "Evening":
        """Return the evening folded again with `new` in the place of the entry of its number."""
        firsts = [chapter.said[0].number for chapter in self.chapters]
        place = bisect_right(firsts, new.number) - 1
        later = [said for chapter in self.chapters[place:] for said in chapter.said]
        evening = self._before(place)
        for said in later:
            if said.number == new.number:
                evening = evening._said(new)
                continue
            try:
                evening = evening._said(said)
            except Refused as error:
                raise RuleBroken(
                    "no-longer-holds",
                    f"Entry {said.number} would no longer hold: {error.sentence} "
                    "Undo or amend it first.",
                ) from None
        return evening
