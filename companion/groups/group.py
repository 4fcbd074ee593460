"""The fold of a group: from its entries to its name, its evenings and its people."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation, StaleEntry
from companion.evening import names
from companion.evening.corrections import NotNewest
from companion.evening.entries import Paid, Undone, WorthSet
from companion.evening.game_facts import EveningFact
from companion.evening.money import check_worth
from companion.evening.payments import (
    MOST_PAID_AT_ONCE,
    NoChipsPaid,
    PaymentTooLarge,
    PaysOneself,
)
from companion.evening.record import LONGEST_NAME
from companion.evening.vector import Vector
from companion.facts import Fact
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
from companion.ids import Rule

MOST_EVENINGS = 5_000
MOST_ENTRIES = 20_000
"""Of one log: what a group does in a lifetime, and little enough to be folded at once."""

MOST_PAID = 5_000
"""Payments that stand: all of them are added up with each change."""
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


class TooManyPaid(Fact, frozen=True):
    """The group has as many payments as it can."""

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


V = TypeVar("V")


class StandingFact(Struct, frozen=True, gc=False):
    """An entry of a group that stands."""

    number: int
    """Its number in the log, from 1."""
    entry: GroupFact


class Group(Struct, frozen=True, gc=False):
    """A group folded so far. Immutable; `enter` returns the next one."""

    names: Vector[str] = Vector()
    """Its names so far, the present one last."""
    evenings: Mapping[str, bool] = {}
    """The evenings by their references, in the order they came, and whether each is hidden."""
    merged: Mapping[str, str] = {}
    """Who each spelling was merged into, by its likeness, the newest merge last."""
    people: Mapping[str, str] = {}
    """Who each of them stands for now: whoever it was merged into may have been merged later."""
    payments: Vector[Paid] = Vector()
    """What has been paid across evenings, by the spellings that were entered."""
    worths: Vector[WorthSet] = Vector()
    """What a chip of the open debts has been worth so far, if the group has said so, the present worth last."""
    length: int = 0
    """Entries folded, standing or not."""
    standing: Vector[StandingFact] = Vector()

    def __repr__(self) -> str:
        return f"<Group {self.name!r}: {self.length} entries>"

    @property
    def name(self) -> str:
        """What it is called; "" until it is opened."""
        return self.names[-1] if self.names else ""

    @property
    def worth(self) -> WorthSet | None:
        """What a chip of the open debts is worth, if the group has said so."""
        return self.worths[-1] if self.worths else None

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
        return self.people.get(names.likeness(spelling), spelling)

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
        standing = self.standing.append(StandingFact(number, entry))
        return replace(group, length=number, standing=standing)

    def _undone(self, number: int, length: int) -> "Group":
        newest = self.undoable
        if newest is None:
            raise StaleEntry(EveningFact.NOTHING_TO_UNDO)
        if number != newest.number:
            raise StaleEntry(NotNewest(number, newest.number))
        group = self._without(newest.entry)
        return replace(group, length=length, standing=_all_but_last(self.standing))

    def _without(self, newest: GroupFact) -> "Group":
        """Return the group without its newest entry; however many there are, none is folded again."""
        match newest:
            case GroupOpened() | Renamed():
                return replace(self, names=_all_but_last(self.names))
            case EveningAdded():
                return replace(self, evenings=_without_last(self.evenings))
            case EveningHidden() | EveningShown():
                was_hidden = not self.evenings[newest.evening]
                return replace(self, evenings={**self.evenings, newest.evening: was_hidden})
            case PersonMerged():
                merged = _without_last(self.merged)
                return replace(self, merged=merged, people=_people(merged))
            case Paid():
                return replace(self, payments=_all_but_last(self.payments))
            case WorthSet():
                return replace(self, worths=_all_but_last(self.worths))

    def _named(self, entry: GroupOpened | Renamed) -> "Group":
        check_name(entry.name)
        if entry.name == self.name:
            raise RuleViolation(Rule.ALREADY_RECORDED, SameName(entry.name))
        return replace(self, names=self.names.append(entry.name))

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
        merged = {**self.merged, names.likeness(one): other}
        return replace(self, merged=merged, people=_people(merged))

    def _paid(self, entry: Paid) -> "Group":
        for name in (entry.source, entry.target):
            if fault := names.fault(name):
                raise MalformedEntry(fault)
        if names.likeness(self.person(entry.source)) == names.likeness(self.person(entry.target)):
            raise RuleViolation(Rule.PAYMENT, PaysOneself(entry.source))
        if entry.amount < 1:
            raise RuleViolation(Rule.PAYMENT, NoChipsPaid(entry.amount))
        if entry.amount > MOST_PAID_AT_ONCE:
            raise RuleViolation(Rule.PAYMENT, PaymentTooLarge(MOST_PAID_AT_ONCE))
        if len(self.payments) >= MOST_PAID:
            raise RuleViolation(Rule.WRONG_PHASE, TooManyPaid(MOST_PAID))
        return replace(self, payments=self.payments.append(entry))

    def _worth_set(self, entry: WorthSet) -> "Group":
        check_worth(entry)
        return replace(self, worths=self.worths.append(entry))


def _all_but_last(items: Vector[V]) -> Vector[V]:
    return items.first(len(items) - 1)


def _without_last(items: Mapping[str, V]) -> dict[str, V]:
    found = dict(items)
    found.popitem()
    return found


def _people(merged: dict[str, str]) -> dict[str, str]:
    """Return who each spelling stands for, when each was merged into somebody in this order."""
    people: dict[str, str] = {}
    for spelling, person in reversed(merged.items()):
        people[spelling] = people.get(names.likeness(person), person)
    return people


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
            raise StaleEntry(EveningFact.NOTHING_TO_UNDO)
    group = Group()
    for one in standing:
        group = _ENTER[type(one.entry)](group, one.entry)
    return replace(group, length=len(entries), standing=Vector(standing))


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
