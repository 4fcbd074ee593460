"""A group: the fold of its rows, and the checks of new ones."""

from collections.abc import Iterable, Mapping
from enum import auto

from msgspec import Struct

from companion.errors import MalformedEntry, RuleViolation
from companion.evening import names
from companion.evening.entries import WorthSet
from companion.evening.payments import (
    MOST_MINOR,
    MOST_PAID_AT_ONCE,
    NoChipsPaid,
    PaymentTooLarge,
    PaysOneself,
    check_currency,
    check_worth,
)
from companion.evening.record import LONGEST_NAME
from companion.facts import Fact, Limit, PlainFact
from companion.groups.entries import (
    EveningAdded,
    EveningHidden,
    EveningsValued,
    GroupEntry,
    GroupOpened,
    GroupPaid,
    PersonMerged,
    Renamed,
    ScoringSet,
    SeasonNamed,
    Source,
)
from companion.ids import Rule


class GroupFact(PlainFact):
    """Facts without fields."""

    IN_GROUP_ALREADY = auto()
    NOT_IN_GROUP = auto()
    HIDDEN_ALREADY = auto()
    GROUP_HOST_ONLY = auto()
    ANOTHERS_GROUP_ENTRY = auto()
    IN_ANOTHER_GROUP = auto()
    SEASON_ENDS_FIRST = auto()


MOST_EVENINGS = 5_000
MOST_ROWS = 20_000
"""Maximum number of rows in a group, including undone ones: more than anyone needs in a lifetime."""
MOST_PAID = 5_000
"""Maximum number of payments in force, because each change adds up all of them."""
MOST_MERGED = 1_000
"""Maximum number of merged spellings, because each merge reads all of them."""


class GroupNameUnusable(Fact, frozen=True):
    """A group's or a season's name is empty or too long, or has needless spaces, line breaks or marks."""

    most: int
    """Characters."""


class GroupFull(Fact, frozen=True):
    """The group has reached its limit of evenings or rows."""

    most: int


class TooManyMerged(Fact, frozen=True):
    most: Limit


class TooManyPaid(Fact, frozen=True):
    most: Limit


class SameName(Fact, frozen=True):
    """The group already has this name."""

    name: str


class SamePerson(Fact, frozen=True):
    one: str
    other: str


class SatTogether(Fact, frozen=True):
    """Two people who have sat at one table cannot be the same person."""

    one: str
    other: str


class Row(Struct, frozen=True, gc=False):
    """A row in force."""

    number: int
    """Its number in the group, from 1."""
    entry: GroupEntry
    device: str = ""


class Group(Struct, frozen=True):
    """The state of a group: the fold of its rows."""

    name: str = ""
    rows: tuple[Row, ...] = ()
    """In order of entry."""
    evenings: Mapping[int, int | None] = {}
    """The evenings by number, and the number of the row that hides each, if any."""
    people: Mapping[str, str] = {}
    """Names of the merged spellings, by likeness."""
    added: Mapping[int, int] = {}
    """The evenings by number, and the number of the row that adds each."""
    payments: tuple[GroupPaid, ...] = ()
    """Payments across evenings, with the spellings as entered."""
    newest_paid: Mapping[str, int] = {}
    """The number of the newest payment's row in each unit."""
    taken_back: frozenset[int] = frozenset()
    """Numbers of the rows taken back."""
    worth: WorthSet | None = None
    """Worth of a chip in the group's next evenings, if set."""
    worths: Mapping[int, WorthSet] = {}
    """What the group says that a chip is worth in evenings that do not say it themselves."""
    seasons: Mapping[int, SeasonNamed] = {}
    """The named seasons, by the number of the row."""
    scoring: str = "chips"

    @property
    def undoable(self) -> tuple[Row, ...]:
        """The rows that can be taken back, newest first."""
        return tuple(row for row in reversed(self.rows) if not isinstance(row.entry, GroupOpened))

    @property
    def sources(self) -> dict[int, Source]:
        """The spreadsheets that brought evenings, by the number of each."""
        added = (row.entry for row in self.rows if isinstance(row.entry, EveningAdded))
        return {one.evening: one.source for one in added if one.source}

    def source(self, content: str) -> Source | None:
        """Return the spreadsheet with this content, if the group has evenings of it."""
        return next((one for one in self.sources.values() if one.content == content), None)

    def person(self, spelling: str) -> str:
        """Return the name of the person with this spelling."""
        return self.people.get(names.likeness(spelling), spelling)

    def are_same(self, one: str, other: str) -> bool:
        """Return whether two spellings are one person."""
        return names.likeness(self.person(one)) == names.likeness(self.person(other))

    def worth_of(self, evening: int, own: WorthSet | None) -> WorthSet | None:
        """Return the worth of a chip in an evening whose own entries say `own`."""
        return own or self.worths.get(evening)

    def has_paid_since(self, evening: int, unit: str) -> bool:
        """Return whether there are payments in a unit that were entered after an evening was added."""
        return self.newest_paid.get(unit, 0) > self.added.get(evening, 0)

    def is_paid_at(self, evening: int, worth: WorthSet | None, in_evening: bool) -> bool:
        """Return whether someone has paid for chips of an evening at this worth of a chip.

        `in_evening` says that the evening itself has payments.
        """
        return (bool(worth) and in_evening) or self.has_paid_since(evening, unit_of(worth))

    def without(self, row: Row) -> "Group":
        """Return the group without one of its rows."""
        return group_of(one for one in self.rows if one != row)

    def row(self, number: int) -> Row | None:
        """Return the row with this number if it can be taken back."""
        return next((row for row in self.undoable if row.number == number), None)


def unit_of(worth: WorthSet | None) -> str:
    """Return the unit in which an evening's debts are reckoned: a currency, or "" for chips."""
    return worth.currency if worth else ""


def group_of(rows: Iterable[Row], taken_back: Iterable[int] = ()) -> Group:
    """Return the group made by the rows in force. `taken_back` are the numbers of rows taken back."""
    rows = tuple(rows)
    entries = [row.entry for row in rows]
    called = [one.name for one in entries if isinstance(one, GroupOpened | Renamed)]
    worths = [one for one in entries if isinstance(one, WorthSet)]
    newest = worths[-1] if worths else None
    scorings = ["chips", *(one.scoring for one in entries if isinstance(one, ScoringSet))]
    hiding = {r.entry.evening: r.number for r in rows if isinstance(r.entry, EveningHidden)}
    added = {r.entry.evening: r.number for r in rows if isinstance(r.entry, EveningAdded)}
    return Group(
        name=called[-1] if called else "",
        rows=rows,
        taken_back=frozenset(taken_back),
        evenings={number: hiding.get(number) for number in added},
        people=_people(one for one in entries if isinstance(one, PersonMerged)),
        added=added,
        payments=tuple(one for one in entries if isinstance(one, GroupPaid)),
        newest_paid={r.entry.unit: r.number for r in rows if isinstance(r.entry, GroupPaid)},
        worth=newest.worth if isinstance(newest, EveningsValued) else newest,
        worths=_worths(entries),
        seasons={r.number: r.entry for r in rows if isinstance(r.entry, SeasonNamed)},
        scoring=scorings[-1],
    )


def _worths(entries: Iterable[GroupEntry]) -> dict[int, WorthSet]:
    """Return what a group says that a chip is worth, by evening."""
    worths: dict[int, WorthSet | None] = {}
    for one in entries:
        if isinstance(one, EveningAdded):
            worths[one.evening] = one.worth
        elif isinstance(one, EveningsValued):
            # An evening that was taken out is not there; added again, it begins anew.
            worths |= {number: one.worth for number in one.evenings if number in worths}
    return {number: worth for number, worth in worths.items() if worth}


def _people(merges: Iterable[PersonMerged]) -> dict[str, str]:
    """Return the person of each merged spelling, merging in order."""
    into: dict[str, str] = {}

    def person(spelling: str) -> str:
        while (merged := into.get(names.likeness(spelling))) is not None:
            spelling = merged
        return spelling

    for one in merges:
        source, target = person(one.from_), person(one.into)
        if names.likeness(source) != names.likeness(target):
            into[names.likeness(source)] = target
    return {spelling: person(spelling) for spelling in into}


def check(group: Group, entry: GroupEntry) -> None:
    """Raise `EntryError` unless an entry can be added to a group."""
    check_entry(entry)
    match entry:
        case Renamed():
            if entry.name == group.name:
                raise RuleViolation(Rule.ALREADY_RECORDED, SameName(entry.name))
        case EveningAdded():
            if entry.evening in group.evenings:
                raise RuleViolation(Rule.ALREADY_RECORDED, GroupFact.IN_GROUP_ALREADY)
            if len(group.evenings) >= MOST_EVENINGS:
                raise RuleViolation(Rule.WRONG_PHASE, GroupFull(MOST_EVENINGS))
        case EveningHidden():
            if entry.evening not in group.evenings:
                raise RuleViolation(Rule.WRONG_PHASE, GroupFact.NOT_IN_GROUP)
            if group.evenings[entry.evening] is not None:
                raise RuleViolation(Rule.ALREADY_RECORDED, GroupFact.HIDDEN_ALREADY)
        case PersonMerged():
            if group.are_same(entry.from_, entry.into):
                raise RuleViolation(Rule.SEATS, SamePerson(entry.from_, entry.into))
            if len(group.people) >= MOST_MERGED:
                raise RuleViolation(Rule.WRONG_PHASE, TooManyMerged(MOST_MERGED))
        case GroupPaid():
            # Two who sat at one table stay two, however alike they look.
            if _in_log(group, entry.source) == _in_log(group, entry.target):
                raise RuleViolation(Rule.PAYMENT, PaysOneself(entry.source))
            check_room_to_pay(group, 1)


def _in_log(group: Group, spelling: str) -> str:
    return names.logged_likeness(group.person(spelling))


def check_entry(entry: GroupEntry) -> None:
    """Raise `EntryError` if a name, an amount or a worth is invalid, whatever the group."""
    match entry:
        case GroupOpened() | Renamed():
            check_name(entry.name)
        case PersonMerged():
            _check_people(entry.from_, entry.into)
        case GroupPaid():
            _check_people(entry.source, entry.target)
            if entry.amount < 1:
                raise RuleViolation(Rule.PAYMENT, NoChipsPaid(entry.amount))
            most = MOST_PAID_AT_ONCE
            if entry.currency:
                check_currency(entry.currency)
                most *= MOST_MINOR
            if entry.amount > most:
                raise RuleViolation(Rule.PAYMENT, PaymentTooLarge(MOST_PAID_AT_ONCE))
        case WorthSet():
            check_worth(entry)
        case SeasonNamed():
            check_name(entry.name)
            if entry.until < entry.since:
                raise MalformedEntry(GroupFact.SEASON_ENDS_FIRST)


def _check_people(*people: str) -> None:
    for name in people:
        if fault := names.fault(name):
            raise MalformedEntry(fault)


def check_room(number: int) -> None:
    """Raise `RuleViolation` if a group has no room for a row with this number."""
    if number > MOST_ROWS:
        raise RuleViolation(Rule.WRONG_PHASE, GroupFull(MOST_ROWS))


def check_room_to_pay(group: Group, number: int) -> None:
    """Raise `RuleViolation` if a group has no room for `number` more payments."""
    if len(group.payments) + number > MOST_PAID:
        raise RuleViolation(Rule.WRONG_PHASE, TooManyPaid(MOST_PAID))


def check_name(name: str) -> None:
    """Raise `MalformedEntry` if a group or a season cannot have this name."""
    is_tidy = name == names.tidy(name) and bool(name) and not names.has_control(name)
    if len(name) > LONGEST_NAME or not is_tidy:
        raise MalformedEntry(GroupNameUnusable(LONGEST_NAME))


def check_merge(group: Group, entry: PersonMerged, tables: Iterable[Iterable[str]]) -> None:
    """Raise `RuleViolation` if two merged people have sat at one of `tables` together."""
    one, other = (names.likeness(group.person(name)) for name in (entry.from_, entry.into))
    for people in tables:
        there = {names.likeness(group.person(name)) for name in people}
        if one != other and {one, other} <= there:
            raise RuleViolation(Rule.SEATS, SatTogether(entry.from_, entry.into))
