"""The fold of a group: from its entries to its name, its evenings and its people."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation, StaleEntry
from companion.evening import names
from companion.evening.corrections import NothingToUndo, NotNewest
from companion.evening.entries import Paid, Undone, WorthSet
from companion.evening.money import check_worth
from companion.evening.payments import NoChipsPaid, PaysOneself
from companion.evening.record import LONGEST_NAME
from companion.groups.entries import (
    EveningAdded,
    EveningHidden,
    EveningShown,
    GroupEntry,
    GroupFact,
    GroupOpened,
    PersonMerged,
    Renamed,
)
from companion.rules.ids import Fact, Rule

MOST_EVENINGS = 5_000
MOST_ENTRIES = 20_000
"""Of one log: what a group does in a lifetime, and little enough to be folded at once."""


MOST_MERGED = 1_000
"""Spellings that stand for another one: each merge looks through all of them."""


class GroupNameUnusable(Fact, frozen=True):
    """A group's name is empty, too long, or holds needless spaces, line breaks or marks."""

    most: int
    """Characters that it may have."""


class NotOpened(Fact, frozen=True):
    """The first entry of a group's log opens the group, and no other does."""


class GroupFull(Fact, frozen=True):
    """The group holds as many evenings, or its log as many entries, as it can."""

    most: int


class TooManyMerged(Fact, frozen=True):
    """The group has merged as many spellings as it can."""

    most: int


class InGroupAlready(Fact, frozen=True):
    """The evening is in the group already."""


class NotInGroup(Fact, frozen=True):
    """The group has no such evening."""


class HiddenAlready(Fact, frozen=True):
    """The evening is hidden already."""


class ShownAlready(Fact, frozen=True):
    """The evening is not hidden."""


class SameName(Fact, frozen=True):
    """The group is called so already."""

    name: str


class SamePerson(Fact, frozen=True):
    """Two spellings are one person already."""

    one: str
    other: str


class SatTogether(Fact, frozen=True):
    """Two who have sat at one table are not one person."""

    one: str
    other: str


class StandingFact(Struct, frozen=True, gc=False):
    """An entry of a group that stands."""

    number: int
    """Its number in the log, from 1."""
    entry: GroupFact


class Group(Struct, frozen=True, gc=False):
    """A group folded so far. Immutable; `enter` returns the next one."""

    name: str = ""
    evenings: Mapping[str, bool] = {}
    """The evenings by their references, in the order they came, and whether each is hidden."""
    merged: Mapping[str, str] = {}
    """Who each merged spelling stands for, by the likeness of the spelling."""
    payments: tuple[Paid, ...] = ()
    """What has been paid across evenings, by the spellings that were entered."""
    worth: WorthSet | None = None
    """What a chip of the open debts is worth, if the group has said so."""
    length: int = 0
    """Entries folded, standing or not."""
    standing: tuple[StandingFact, ...] = ()

    def __repr__(self) -> str:
        return f"<Group {self.name!r}: {self.length} entries>"

    @property
    def undoable(self) -> StandingFact | None:
        """The newest entry that stands, unless that opened the group."""
        return self.standing[-1] if len(self.standing) > 1 else None

    @property
    def weight(self) -> int:
        """About how much memory it takes, counted in entries."""
        return self.length + 1

    def person(self, spelling: str) -> str:
        """Return the name of the person who is spelled so."""
        return self.merged.get(names.likeness(spelling), spelling)

    def enter(self, entry: GroupEntry) -> "Group":
        """Return the group after one more entry. Raises `EntryError`, and changes nothing then."""
        number = self.length + 1
        if number > MOST_ENTRIES:
            raise RuleViolation(Rule.WRONG_PHASE, GroupFull(MOST_ENTRIES))
        if isinstance(entry, Undone):
            return self._undone(entry.entry, number)
        if isinstance(entry, GroupOpened) == bool(self.standing):
            raise RuleViolation(Rule.WRONG_PHASE, NotOpened())
        group = _ENTER[type(entry)](self, entry)
        standing = (*self.standing, StandingFact(number, entry))
        return replace(group, length=number, standing=standing)

    def _undone(self, number: int, length: int) -> "Group":
        newest = self.undoable
        if newest is None:
            raise StaleEntry(NothingToUndo())
        if number != newest.number:
            raise StaleEntry(NotNewest(number, newest.number))
        group = Group()
        for one in self.standing[:-1]:
            group = _ENTER[type(one.entry)](group, one.entry)
        return replace(group, length=length, standing=self.standing[:-1])

    def _named(self, entry: GroupOpened | Renamed) -> "Group":
        check_name(entry.name)
        if entry.name == self.name:
            raise RuleViolation(Rule.ALREADY_RECORDED, SameName(entry.name))
        return replace(self, name=entry.name)

    def _added(self, entry: EveningAdded) -> "Group":
        if entry.evening in self.evenings:
            raise RuleViolation(Rule.ALREADY_RECORDED, InGroupAlready())
        if len(self.evenings) >= MOST_EVENINGS:
            raise RuleViolation(Rule.WRONG_PHASE, GroupFull(MOST_EVENINGS))
        return replace(self, evenings={**self.evenings, entry.evening: False})

    def _hidden(self, entry: EveningHidden | EveningShown) -> "Group":
        hides = isinstance(entry, EveningHidden)
        if entry.evening not in self.evenings:
            raise RuleViolation(Rule.WRONG_PHASE, NotInGroup())
        if self.evenings[entry.evening] == hides:
            raise RuleViolation(Rule.ALREADY_RECORDED, HiddenAlready() if hides else ShownAlready())
        return replace(self, evenings={**self.evenings, entry.evening: hides})

    def _merged(self, entry: PersonMerged) -> "Group":
        for name in (entry.from_, entry.into):
            if fault := names.fault(name):
                raise MalformedEntry(fault)
        one, other = self.person(entry.from_), self.person(entry.into)
        if names.likeness(one) == names.likeness(other):
            raise RuleViolation(Rule.SEATS, SamePerson(entry.from_, entry.into))
        if len(self.merged) >= MOST_MERGED:
            raise RuleViolation(Rule.WRONG_PHASE, TooManyMerged(MOST_MERGED))
        # Who was merged into the one is now the other, too.
        merged = {
            spelling: other if names.likeness(person) == names.likeness(one) else person
            for spelling, person in self.merged.items()
        }
        return replace(self, merged={**merged, names.likeness(one): other})

    def _paid(self, entry: Paid) -> "Group":
        for name in (entry.source, entry.target):
            if fault := names.fault(name):
                raise MalformedEntry(fault)
        if names.likeness(self.person(entry.source)) == names.likeness(self.person(entry.target)):
            raise RuleViolation(Rule.PAYMENT, PaysOneself(entry.source))
        if entry.amount < 1:
            raise RuleViolation(Rule.PAYMENT, NoChipsPaid(entry.amount))
        return replace(self, payments=(*self.payments, entry))

    def _worth_set(self, entry: WorthSet) -> "Group":
        check_worth(entry)
        return replace(self, worth=entry)


def fold(entries: Iterable[GroupEntry]) -> Group:
    """Return the group that these entries make. Raises `EntryError`."""
    group = Group()
    for entry in entries:
        group = group.enter(entry)
    return group


def open_log(entries: Sequence[GroupEntry]) -> Group:
    """Return the group of a whole log that was checked when it was written, as `fold` does.

    What stands in the end is folded once, whatever was undone. Raises `EntryError` if it does not
    hold; which entry is to blame, `Group.enter` says.
    """
    standing: list[StandingFact] = []
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, Undone):
            if isinstance(entry, GroupOpened) == bool(standing):
                raise RuleViolation(Rule.WRONG_PHASE, NotOpened())
            standing.append(StandingFact(number, entry))
        elif len(standing) > 1 and standing[-1].number == entry.entry:
            standing.pop()
        else:
            raise StaleEntry(NothingToUndo())
    group = Group()
    for one in standing:
        group = _ENTER[type(one.entry)](group, one.entry)
    return replace(group, length=len(entries), standing=tuple(standing))


def check_name(name: str) -> None:
    """Raise `MalformedEntry` if a group cannot be called so."""
    is_tidy = name == names.tidy(name) and bool(name) and not names.has_control(name)
    if len(name) > LONGEST_NAME or not is_tidy:
        raise MalformedEntry(GroupNameUnusable(LONGEST_NAME))


def check_merge(group: Group, entry: PersonMerged, tables: Iterable[Iterable[str]]) -> None:
    """Raise `RuleViolation` if the two of a merge have sat together at one of `tables`.

    Each of those is the people of an evening. An old merge is not asked again, so `enter` does not.
    """
    one, other = (names.likeness(group.person(name)) for name in (entry.from_, entry.into))
    for people in tables:
        there = {names.likeness(group.person(name)) for name in people}
        if one != other and {one, other} <= there:
            raise RuleViolation(Rule.SEATS, SatTogether(entry.from_, entry.into))


_ENTER: Mapping[type, Callable[[Group, Any], Group]] = {
    GroupOpened: Group._named,
    Renamed: Group._named,
    EveningAdded: Group._added,
    EveningHidden: Group._hidden,
    EveningShown: Group._hidden,
    PersonMerged: Group._merged,
    Paid: Group._paid,
    WorthSet: Group._worth_set,
}
