"""The groups of one store.

`Groups.submit`, `Groups.settle_all` and `Groups.add` are the only ways to change a group. Each checks
and writes while it holds the group's lock.
"""

import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import RuleViolation, StaleEntry
from companion.evening import AnyEntry, Evening
from companion.evening.entries import GameStarted, Undone, WorthSet
from companion.evening.game_facts import EveningFact
from companion.evening.names import likeness
from companion.evening.settling_up import Plan
from companion.games import GAMES
from companion.groups import Group
from companion.groups.entries import (
    EveningAdded,
    EveningsValued,
    GroupChange,
    GroupEntry,
    GroupPaid,
    PersonMerged,
    adding,
    with_unit,
)
from companion.groups.figures import (
    GroupFigures,
    arrivals,
    check_paid,
    contradictions,
    figures,
    is_paid_for,
    is_settled,
    plan,
    revaluable,
    still_open,
    units_owed,
)
from companion.groups.group import (
    GroupFact,
    Row,
    check,
    check_merge,
    check_name,
    check_room_to_pay,
)
from companion.groups.summary import EveningSummary, summary
from companion.ids import Rule
from companion.store import (
    AccessStore,
    EveningInfo,
    GroupChanges,
    GroupStore,
    ReusedId,
    StoreError,
    TableAccess,
)
from companion.store.errors import UnreadableEvening
from companion.tables import policy
from companion.tables.access import EXAMPLE, LinkSettings
from companion.tables.checking import at_once
from companion.tables.submit import Tables

A_BREAK = 0.0005
"""Seconds to sleep after each summary or evening, so that other requests can run."""
USUAL = 10
"""Number of newest evenings that are searched for a group's usual table, and for its games."""

AT_ONCE = 20
"""Maximum number of missing summaries that a request computes itself."""

Listed = EveningSummary | StoreError
"""The summary of an evening, or the error if it cannot be read."""


class Counting(Exception):
    """Many evenings are being summed up in the background; holds the numbers done and in all."""


class GroupReport(Struct, frozen=True):
    """A group with the figures of its evenings."""

    group: Group
    evenings: tuple[EveningInfo, ...]
    """All evenings, newest first: with watch keys if the device can only watch the group."""
    summaries: Mapping[int, EveningSummary]
    """The summaries of the evenings that can be read, by number."""
    figures: GroupFigures
    """The figures of the evenings that are not hidden."""

    @property
    def shown(self) -> tuple[EveningInfo, ...]:
        """The evenings that are not hidden, newest first."""
        return tuple(one for one in self.evenings if self.group.evenings[one.id] is None)

    @property
    def played(self) -> tuple[EveningInfo, ...]:
        """The evenings that are not hidden and were played, newest first."""
        return self._shown_where(lambda evening: evening.was_played)

    @property
    def undecided(self) -> tuple[EveningInfo, ...]:
        """The open evenings with chips in the pool, newest first.

        Until these are won or divided, nobody is asked to pay for these evenings.
        """
        return self._shown_where(lambda evening: evening.is_undecided)

    def _shown_where(self, holds: Callable[[EveningSummary], bool]) -> tuple[EveningInfo, ...]:
        there = (one for one in self.shown if one.id in self.summaries)
        return tuple(one for one in there if holds(self.summaries[one.id]))

    @property
    def usual(self) -> GameStarted | None:
        """The start of the usual game, with the people's names in the group, if there is one.

        Results of a spreadsheet do not say how a game is played.
        """
        told = self.group.sources
        played = [one for one in self.shown if one.id not in told]
        newest = (self.summaries.get(one.id) for one in played[:USUAL])
        for usual in (one.usual for one in newest if one and one.usual):
            seats = tuple(map(self.group.person, usual.seats))
            dealer = self.group.person(usual.dealer)
            edition = GAMES[usual.game].edition  # a stored summary may name an older one
            return replace(usual, seats=seats, dealer=dealer, edition=edition)
        return None

    @property
    def units_owed(self) -> tuple[str, ...]:
        """The units of the debts."""
        return units_owed(self.group, self.figures)

    def plan(self, unit: str) -> Plan:
        """Return the payments that would settle all evenings whose debts are in this unit."""
        return plan(self.group, self.figures, unit)

    def still_open(self, unit: str) -> Mapping[str, int]:
        """Return each person's balance in this unit after all payments."""
        return still_open(self.group, self.figures, unit)

    @property
    def views(self) -> tuple[GroupFigures, ...]:
        """The figures in each of their units."""
        summaries = self.summaries.items()
        units, people = self.figures.units, self.people
        return tuple(figures(self.group, summaries, unit, people) for unit in units)

    @property
    def owed(self) -> Mapping[str, Mapping[str, int]]:
        """Each person's balance after all payments, by unit."""
        return {unit: self.still_open(unit) for unit in self.units_owed}

    @property
    def arrivals(self) -> Mapping[str, int]:
        """Everyone's place in the order of arrival, by the likeness of the name."""
        return arrivals(self.group, {number: one.names for number, one in self.summaries.items()})

    @property
    def people(self) -> tuple[str, ...]:
        """Everyone who has played, sorted by number of evenings."""
        people = sorted(self.figures.people, key=lambda one: -one.evenings)
        return tuple(one.name for one in people)


class Groups(LinkSettings):
    """All groups of one store. Safe to share between threads and greenlets."""

    host_only = GroupFact.GROUP_HOST_ONLY
    open_group = LinkSettings.open
    titles: Mapping[str, str] = {}
    """The ids of games by the likeness of their titles, for figures."""

    def __init__(self, store: GroupStore, access_store: AccessStore, tables: Tables) -> None:
        """`access_store` holds the rights in groups; `tables` has its own."""
        super().__init__(access_store)
        self.store = store
        self.tables = tables
        self._counting = threading.Lock()
        self._tried: set[int] = set()
        """The evenings summed up aside, each once, so that counting ends even if nothing can be stored."""

    def close(self) -> None:
        """Wake all listeners for the last time, and close the database."""
        self.tables.close()

    def start(self, name: str, device: str, entry_id: str) -> EveningInfo:
        """Start a group, hosted by a device if one is given, and return it.

        The same `entry_id` from the same device returns the same group. Raises `EntryError`, or
        `UnknownEvening` if the device was removed from that group.
        """
        check_name(name)
        info = self.store.start(name, device, f"group-{entry_id}")
        return self.hosted(device, info)

    def delete(self, group: TableAccess) -> None:
        """Delete a group permanently; its evenings stay. Raises `Denied`."""
        policy.check_group_host(group)
        self.store.delete(group.info.id)

    # Changing

    def submit(
        self, access: TableAccess, entry: GroupChange, form_id: str, also: bool = False
    ) -> Group:
        """Change a group, and return it. A new worth is `also` that of the `revaluable` evenings.

        `form_id` is unique to the form: sending it again writes nothing. Raises `Denied`, `ReusedId`,
        `EntryError`, `UnknownEvening` or `StoreError`, and then writes nothing.
        """
        policy.check_record(access)
        # Read the summaries before taking the lock, because that may take long.
        needs_evenings = isinstance(entry, GroupPaid | PersonMerged | WorthSet | Undone)
        summaries = self._summed_up(self.store.group(access.info.id)) if needs_evenings else {}
        with self.store.changing(access) as rows:
            if isinstance(entry, Undone):
                self._take_back(rows, entry.entry, summaries)
                return rows.group
            policy.check_add_row(rows.access, entry)
            made = rows.made_by(form_id)
            if isinstance(entry, GroupPaid):
                entry = with_unit(entry, rows.group.worth)
            if isinstance(made, GroupPaid):
                made = with_unit(made, rows.group.worth)
            if isinstance(made, EveningsValued):
                made = made.worth
            if made is None:
                check(rows.group, entry)
                if isinstance(entry, PersonMerged):
                    evenings = [[one.player for one in its.people] for its in summaries.values()]
                    check_merge(rows.group, entry, evenings)
                if isinstance(entry, GroupPaid):
                    check_paid(rows.group, figures(rows.group, summaries.items()), entry)
                row: GroupEntry = entry
                if also and isinstance(entry, WorthSet):
                    takers = revaluable(rows.group, summaries)
                    row = EveningsValued(entry.minor, entry.currency, takers)
                rows.add(row, form_id)
            elif made != entry:
                raise ReusedId(form_id)
            return rows.group

    def confirm_worths(self, access: TableAccess) -> None:
        """Forget what the group says of the `contradictions`. Raises as `submit` does."""
        policy.check_record(access)
        summaries = self._summed_up(self.store.group(access.info.id))
        with self.store.changing(access) as rows:
            policy.check_record(rows.access)
            rows.forget_worths(contradictions(rows.group, summaries))

    def settle_all(self, access: TableAccess, form_id: str, unit: str) -> Group:
        """Enter all payments of the group's plan in a unit, and return the group.

        Raises as `submit` does.
        """
        policy.check_record(access)
        summaries = self._summed_up(self.store.group(access.info.id))
        with self.store.changing(access) as rows:
            policy.check_record(rows.access)
            if rows.made_by(f"{form_id}-0") is None:
                totals = figures(rows.group, summaries.items())
                # Nobody owes a stake that can still be won.
                is_open = unit in totals.paid_ahead
                transfers = () if is_open else plan(rows.group, totals, unit).transfers
                check_room_to_pay(rows.group, len(transfers))
                for number, one in enumerate(transfers):
                    payment = GroupPaid(one.source, one.target, one.amount, unit)
                    rows.add(payment, f"{form_id}-{number}")
            return rows.group

    def _take_back(
        self, rows: GroupChanges, number: int, summaries: Mapping[int, EveningSummary]
    ) -> None:
        """Take a row back, unless it is taken back already.

        Raises `Denied`, `StaleEntry` if there is no such row, or `RuleViolation` if someone has paid at
        the worth that the row gives to an evening.
        """
        policy.check_record(rows.access)
        if number in rows.group.taken_back:
            return
        row = rows.group.row(number)
        if row is None:
            raise StaleEntry(EveningFact.NOTHING_TO_UNDO)
        policy.check_take_back(rows.access, row)
        if is_paid_for(rows.group, summaries, row):
            raise RuleViolation(Rule.WORTH, EveningFact.PAID_AT_THIS_WORTH)
        hidden_by = None
        if isinstance(row.entry, EveningAdded):
            # If the evening is added again later, it is not hidden.
            hidden_by = rows.group.evenings.get(row.entry.evening)
        rows.take_back(number)
        if hidden_by is not None:
            rows.take_back(hidden_by)

    def undoable(self, access: TableAccess, report: GroupReport) -> tuple[Row, ...]:
        """Return the rows of a group that a device may take back, newest first."""
        group, summaries = report.group, report.summaries
        mine = (row for row in group.undoable if policy.can_take_back(access, row))
        # What a spreadsheet brought is removed as one.
        brought = {group.added[number] for number in group.sources}
        rows = (row for row in mine if row.number not in brought)
        return tuple(row for row in rows if not is_paid_for(group, summaries, row))

    # The evenings

    def open_evening(
        self,
        access: TableAccess,
        name: str,
        entries: Sequence[AnyEntry],
        entry_id: str | None,
        zone: str = "",
    ) -> EveningInfo:
        """Open an evening with its first entries in a group, and return it. The device hosts it if it comes back.

        It begins with the worth of a chip in the group, if that has one. The same `entry_id` from the
        same device returns the same evening. Raises `Denied` or `EntryError`.
        """
        policy.check_record(access)
        # Open nothing if the group is full.
        group = self.store.group(access.info.id)
        check(group, EveningAdded(0))
        device = access.device if access.comes_back else ""
        # The worth comes first, so that an undo takes back the start first.
        first = [group.worth, *entries] if group.worth else entries
        info = self.tables.open_evening(name, first, device, entry_id, zone)
        opened = self.tables.open_table(info.key, device, hosts_server=not device)
        self.add(access, opened, entry_id)
        return info

    def add(
        self,
        access: TableAccess,
        evening: TableAccess,
        form_id: str | None = None,
        takes_worth: bool = False,
    ) -> bool:
        """Add an evening to a group; return False if this form added it earlier and it was removed.

        If it `takes_worth`, its chips are worth what they are in the group, unless it says so itself.
        Raises `Denied`, or `EntryError`, for example if the evening is in another group.
        """
        number = evening.info.id
        policy.check_join(access, evening)
        lacks = takes_worth and self.lacks_worth(self.store.group(access.info.id), number)
        with self.store.changing(access, number) as rows:
            policy.check_join(rows.access, self.tables.reopen(evening))
            group = rows.member_of(number)
            form_id = form_id or secrets.token_urlsafe(9)
            if group == access.info.id or rows.made_by(form_id) is not None:
                return group == access.info.id
            if group is not None:
                raise RuleViolation(Rule.ALREADY_RECORDED, GroupFact.IN_ANOTHER_GROUP)
            check(rows.group, EveningAdded(number))
            rows.add(adding(number, rows.group.worth if lacks else None), form_id)
            return True

    def worth_of(self, evening: int, own: WorthSet | None) -> WorthSet | None:
        """Return the worth of a chip in an evening whose own entries say `own`."""
        group = None if own else self.store.of_evening(evening)
        return own if group is None else self.store.group(group).worth_of(evening, own)

    def valued(self, number: int, evening: Evening) -> Evening:
        """Return an evening with the worth of a chip in its group, unless it says so itself."""
        worth = self.worth_of(number, evening.state.worth)
        if worth == evening.state.worth:
            return evening
        return replace(evening, state=replace(evening.state, worth=worth))

    def lacks_worth(self, group: Group, evening: int) -> bool:
        """Return whether an evening that joins a group can take its worth of a chip."""
        with suppress(StoreError):  # an evening of another version can be in a group, too
            return bool(group.worth) and not self.tables.evenings.evening(evening).state.worth
        return False

    def addable(self, device: str, limit: int) -> list[EveningInfo]:
        """Return those of a device's newest `limit` evenings that it hosts and that have no group."""
        mine = self.tables.access_store.evenings(device, limit)
        visits = {one.id: self.tables.access_store.device(device, one.id) for one in mine}
        return [
            one
            for one in mine
            if (visit := visits[one.id]) and visit.is_host and self.store.of_evening(one.id) is None
        ]

    def of_evening(self, evening: TableAccess) -> EveningInfo | None:
        """Return an evening's group with the device's key; None if there is none that it can open."""
        number = self.store.of_evening(evening.info.id)
        if number is None:
            return None
        if evening.is_server_host:
            return self.store.evening(number)
        info = self.access_store.known(evening.device, number)
        if info is None and self.access_store.device(EXAMPLE, number):
            return self.store.find(self.access_store.rules(number).watch_key)
        return info

    def group_of(self, evening: int) -> Group | None:
        """Return the group of an evening, if it has one."""
        number = self.store.of_evening(evening)
        return None if number is None else self.store.group(number)

    def arrivals_of(self, evening: int, people: Iterable[str]) -> Mapping[str, int]:
        """Return the places in which an evening's `people` came to its group; {} without one."""
        group = self.group_of(evening)
        if group is None:
            return {}
        came = arrivals(group, {**self._people(group.evenings), evening: people})
        return {name: came[likeness(group.person(name))] for name in people}

    def _people(self, evenings: Collection[int]) -> Mapping[int, Iterable[str]]:
        """Return the people of each evening that can be read, in order of arrival.

        A table asks for them, so no evening is summed up, which can take long.
        """
        repository, people = self.tables.evenings, dict[int, Iterable[str]]()
        for number, one in repository.log.summaries(evenings).items():
            with suppress(StoreError):
                people[number] = one.names if one else repository.evening(number).state.people()
        return people

    def is_settled(self, group: Group) -> bool:
        """Return whether nothing is open across the evenings of a group."""
        return is_settled(group, figures(group, self._summed_up(group).items()))

    def evenings(self, access: TableAccess, group: Group | None = None) -> list[EveningInfo]:
        """Return all evenings of a group, newest first."""
        group = group or self.store.group(access.info.id)
        found = self.tables.evenings.log.members(group.evenings, access.watches)
        return [info for info, _summary in found]

    def listed(self, evenings: Collection[int]) -> Mapping[int, Listed]:
        """Return the summaries of evenings by number; deleted evenings are left out."""
        return self._completed(self.tables.evenings.log.summaries(evenings))

    def _completed(self, kept: Mapping[int, EveningSummary | None]) -> Mapping[int, Listed]:
        return {number: one or self._sum_up(number) for number, one in kept.items()}

    def _sum_up(self, number: int) -> Listed:
        """Compute the summary of an evening, and store it."""
        try:
            evening = self.tables.evenings.evening(number)
        except StoreError as error:
            return error
        summed_up = self.tables.checks.offload(lambda: summary(evening))
        # If it cannot be stored, for example on a full disk, it is computed again next time.
        with suppress(StoreError):
            self.tables.evenings.log.keep_summary(number, evening.length, summed_up)
        time.sleep(A_BREAK)
        studies = self.tables.access_store.rules(number).studies
        return summed_up if studies else summed_up.without_study()

    def report(self, access: TableAccess, unit: str | None = None) -> GroupReport:
        """Return a group with the figures of its evenings, in a unit if there are several.

        Raises `Counting` while many evenings are summed up aside.
        """
        group = self.store.group(access.info.id)
        found = self.tables.evenings.log.members(group.evenings, access.watches)
        infos = tuple(info for info, _summary in found)
        kept = {info.id: its for info, its in reversed(found)}
        self._count_aside(kept)
        there = {
            number: one.with_titles(self.titles)
            for number, one in _readable(self._completed(kept)).items()
        }
        return GroupReport(group, infos, there, figures(group, there.items(), unit))

    def _count_aside(self, kept: Mapping[int, EveningSummary | None]) -> None:
        """Raise `Counting` if many of these summaries are missing, after starting to compute them.

        Without an `Offload` there is nothing beside the requests.
        """
        missing = [number for number, one in kept.items() if not one and number not in self._tried]
        if len(missing) > AT_ONCE and self.tables.checks.offload is not at_once:
            if self._counting.acquire(blocking=False):
                threading.Thread(target=self._sum_up_all, args=(missing,), daemon=True).start()
            raise Counting(len(kept) - len(missing), len(kept))

    def _sum_up_all(self, evenings: Iterable[int]) -> None:
        try:
            for number in evenings:
                self._tried.add(number)
                with suppress(StoreError):  # it may have been deleted by now
                    self._sum_up(number)
        finally:
            self._counting.release()

    def _summed_up(self, group: Group) -> dict[int, EveningSummary]:
        """Return the summaries of the readable evenings of a group. Raises `StoreError`."""
        return _readable(self.listed(group.evenings))


def _readable(listed: Mapping[int, Listed]) -> dict[int, EveningSummary]:
    """Return the summaries of the readable evenings. Raises `StoreError`."""
    summaries = {}
    for number, one in listed.items():
        if isinstance(one, EveningSummary):
            summaries[number] = one
        elif not isinstance(one.fact, UnreadableEvening):
            raise StoreError(one.fact)
    return summaries
