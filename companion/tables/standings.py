"""What the evenings of a group come to, worked out in steps and kept in memory.

Groups change seldom and are looked at often, and each look at one adds to what is known of it.
"""

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from companion.evening.settling_up import Plan
from companion.groups import Group
from companion.groups.figures import GroupFigures, figures, plan, still_open
from companion.groups.summary import EveningSummary
from companion.store import GroupRepository, MemberStore
from companion.tables.summaries import Known, Summaries

KEPT = 200
"""Groups whose evenings are kept in memory."""
KEPT_POINTS = 1_000_000
"""Points on the curves of all figures in memory, apart from the newest, and ten for each row of the
summaries that are kept with them."""


class Member(Struct, frozen=True, gc=False):
    """An evening of a group."""

    number: int
    reference: str
    """By which the group's log names it."""
    is_hidden: bool


class Standing(Struct, frozen=True, eq=False, weakref=True):
    """What the evenings of a group come to."""

    figures: GroupFigures
    summaries: Mapping[int, EveningSummary]
    """The evenings, by number, as they are summed up."""
    plan: Plan
    """Who is still to pay whom across them."""
    still_open: Mapping[str, int]
    """What each person is still up or down after all payments."""
    known: int
    """Evenings that are summed up, or cannot be read."""
    evenings: int
    """Evenings in all, without those that are hidden."""
    points: int
    """What it takes in memory, as `KEPT_POINTS` counts."""

    @property
    def is_whole(self) -> bool:
        """Whether no evening is missing."""
        return self.known >= self.evenings


class Standings:
    """The evenings of the groups of one store, and what they come to."""

    def __init__(self, groups: GroupRepository, members: MemberStore, summaries: Summaries) -> None:
        self._groups = groups
        self._members = members
        self._summaries = summaries
        self._kept: OrderedDict[int, tuple[int, tuple[Member, ...]]] = OrderedDict()
        self._figures: OrderedDict[int, tuple[Hashable, Standing]] = OrderedDict()

    def members(self, number: int) -> tuple[Member, ...]:
        """Return all evenings of a group, the newest first."""
        group = self._groups.evening(number)
        length, found = self._kept.get(number, (0, ()))
        if length != group.length:
            hidden = group.evenings
            found = tuple(
                Member(evening, reference, hidden[reference])
                for reference, evening in self._members.members(number).items()
                if reference in hidden
            )
            self._kept[number] = group.length, found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def of(self, number: int) -> Standing:
        """Return the figures of a group, over as many of its evenings as are summed up by now.

        Each call sums up some more of what is missing.
        """
        members = self._shown(number)
        with (
            self._summaries.of_group(number, [one.number for one in members]) as known,
            known.counting,
        ):
            return self._up_to_date(number, known)

    def _up_to_date(self, number: int, known: Known) -> Standing:
        group = self._groups.evening(number)
        members = self._shown(number)
        key = group.length, known.changes
        before, standing = self._figures.get(number, (None, None))
        if standing is None or before != key:
            standing = self._counted(group, members, known)
            self._figures.pop(number, None)
            self._figures[number] = key, standing
            kept = [one.points for _, one in list(self._figures.values())]
            while len(kept) > KEPT or (len(kept) > 1 and sum(kept) > KEPT_POINTS):
                kept.pop(0)
                self._figures.popitem(last=False)
        return standing

    def whole(self, number: int) -> Standing:
        """Return the figures over all evenings of a group, however long it takes."""
        while not (standing := self.of(number)).is_whole:
            self._take_step(number, self._shown(number))
        return standing

    def tables(self, number: int) -> list[tuple[str, ...]]:
        """Return the people of each evening of a group that can be read."""
        members = self.members(number)
        evenings = [one.number for one in members]
        while True:
            with self._summaries.of_group(number, evenings) as known:
                if not set(evenings) - known.summaries.keys():
                    found = (known.summaries[one][1] for one in evenings)
                    return [tuple(person.player for person in one.people) for one in found if one]
            self._take_step(number, members)

    def _take_step(self, number: int, members: Sequence[Member]) -> None:
        """Work out some of what is missing, after those who are at that already."""
        numbers = [one.number for one in members]
        with self._summaries.building(), self._summaries.of_group(number, numbers):
            pass

    def _shown(self, number: int) -> tuple[Member, ...]:
        return tuple(one for one in self.members(number) if not one.is_hidden)

    def _counted(self, group: Group, members: Sequence[Member], known: Known) -> Standing:
        """Return what those of a group's evenings come to that are known."""
        there = [
            (one.number, known.summaries[one.number][1])
            for one in reversed(members)
            if one.number in known.summaries
        ]
        found = figures(group, self._at_leisure(there))
        summaries = {evening: its for evening, its in there if its}
        return Standing(
            figures=found,
            summaries=summaries,
            plan=plan(group, found),
            still_open=still_open(group, found),
            known=len(there),
            evenings=len(members),
            points=found.points + 10 * sum(its.rows for its in summaries.values()),
        )

    def _at_leisure(
        self, evenings: Iterable[tuple[int, EveningSummary | None]]
    ) -> Iterator[tuple[int, EveningSummary]]:
        """Yield the evenings that can be read, and let others run in between."""
        for number, found in evenings:
            self._summaries.rest()
            if found:
                yield number, found
