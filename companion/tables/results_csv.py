"""Plan and write evenings of a group from the results in a spreadsheet."""

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from decimal import Decimal
from hashlib import sha256
from itertools import chain, groupby
from typing import Literal, NamedTuple

from msgspec import Struct, field

from companion.errors import EntryError
from companion.evening.entries import (
    AnyEntry,
    EveningClosed,
    GameEnded,
    GameStarted,
    Paid,
    WorthSet,
)
from companion.evening.names import UnusableName, likeness
from companion.evening.payments import check_worth, minor_digits, minor_units
from companion.evening.record import Record, RecordError, dumps
from companion.evening.seats import MOST_PEOPLE
from companion.evening.settling_up import settle
from companion.evening.state import MOST_GAMES
from companion.facts import AnyFact, Fact, Typed
from companion.games.other.rules import LEAST, MOST, OTHER
from companion.groups.entries import EveningAdded, Source
from companion.groups.group import MOST_EVENINGS, GroupFull
from companion.rules.actions import Scored, Settled
from companion.rules.other.deal import MOST as MOST_SCORE
from companion.store import Conflict, TableAccess
from companion.tables import policy
from companion.tables.days import in_utc
from companion.tables.group_files import check, written
from companion.tables.groups import Groups
from companion.tables.submit import IMPORT


class Misread(Fact, frozen=True):
    """What is not understood in a spreadsheet, a row (from 1) or a cell."""

    why: Literal[
        "csv", "titles", "size", "quotes", "twice", "cells",
        "day", "number", "range", "thousands", "unit", "players",
    ]  # fmt: skip
    row: int = 0
    column: Typed = ""
    found: Typed = ""


class MisreadName(Fact, frozen=True):
    row: int
    why: UnusableName


class Result(NamedTuple):
    """A number in a spreadsheet, and what is said about it."""

    row: int
    column: str
    day: date
    evening: str
    game: str
    is_points: bool
    player: str
    number: Decimal


class Sheet(Struct):
    """What was read in a spreadsheet."""

    text: str
    is_wide: bool
    """Whether it has a column for each player, so that a row is a deal."""
    results: list[Result] = field(default_factory=list)
    faults: list[AnyFact] = field(default_factory=list)
    currency: str = ""
    """Its code, or a sign that several currencies have."""
    people: dict[str, str] = field(default_factory=dict)
    """The first spelling of each player, by likeness."""
    asks_order: bool = False
    """Whether all days fit both with the day first and with the month first."""
    unused: list[str] = field(default_factory=list)
    """The columns that are not read."""

    @property
    def is_money(self) -> bool:
        in_chips = (one for one in self.results if not one.is_points)
        return bool(self.currency) or any(one.number % 1 for one in in_chips)

    @property
    def content(self) -> str:
        """The same for the same content."""
        return sha256(self.text.encode()).hexdigest()[:32]


class Deal(NamedTuple):
    row: int
    game: str
    is_points: bool
    scores: dict[str, int]

    @property
    def rest(self) -> int:
        """What is too much for chips, which sum to zero."""
        return 0 if self.is_points else sum(self.scores.values())

    def in_points(self, point: int) -> "Deal":
        """Return the deal in points; a point is `point` chips."""
        if self.is_points:
            return self
        scores = {player: chips // point for player, chips in self.scores.items()}
        return Deal(self.row, self.game, True, scores)


class Plan(Struct):
    """The evenings that a spreadsheet would become, its faults, and the open choices."""

    evenings: list[Record] = field(default_factory=list)
    deals: int = 0
    split: list[date] = field(default_factory=list)
    """The days of evenings that need more than one record."""
    unbalanced: list[tuple[date, str, Decimal]] = field(default_factory=list)
    """The games in chips that do not sum to zero, and what is too much."""
    points_of_one: int = 1
    """The points that an amount of 1 becomes in these games if they are kept in points."""
    faults: list[AnyFact] = field(default_factory=list)
    wanted: list[str] = field(default_factory=list)
    """What has to be chosen: `order`, `currency`, `unbalanced`."""


def plan(
    sheet: Sheet, people: Mapping[str, str], chosen: Mapping[str, str], zone: str = ""
) -> Plan:
    """Return the plan for a spreadsheet.

    `people` have the names of those who are called otherwise in the group, by likeness. `chosen` may
    have `order`, `unbalanced` (`points`, `leave-out`), `amount` and `currency` of a chip, and `settled`.
    """
    made, worth, currency = Plan(faults=[*sheet.faults]), None, chosen.get("currency", "")
    try:
        if currency if sheet.is_money else chosen.get("amount"):
            minor = 1 if sheet.is_money else minor_units(chosen["amount"], currency)
            worth = WorthSet(minor, currency)
            check_worth(worth)
    except EntryError as error:
        made.faults.append(error.fact)
    digits = minor_digits(currency) if sheet.is_money else 0
    evenings = _evenings(sheet, people, digits, made.faults)
    odd = {at: deals for at, deals in evenings.items() if any(one.rest for one in deals)}
    point = _point(10**digits, chain(*odd.values()))
    made.points_of_one = 10**digits // point
    for at, deals in evenings.items():
        day, name = at
        made.unbalanced += [
            (day, one.game, Decimal(one.rest).scaleb(-digits)) for one in deals if one.rest
        ]
        if at in odd and chosen.get("unbalanced") == "leave-out":
            continue
        parts = list(_parts([one.in_points(point) for one in deals] if at in odd else deals))
        for part in parts:
            entries = tuple(_entries(part, worth, "settled" in chosen))
            begins = in_utc(datetime.combine(day, time(20)), zone)
            made.evenings.append(Record(name, begins, entries, zone=zone))
        made.deals += len(deals)
        made.split += [day] if len(parts) > 1 else []
    asked = {"order": sheet.asks_order, "currency": sheet.is_money, "unbalanced": made.unbalanced}
    made.wanted = [one for one, is_asked in asked.items() if is_asked and not chosen.get(one)]
    return made


def _evenings(
    sheet: Sheet, people: Mapping[str, str], digits: int, faults: list[AnyFact]
) -> dict[tuple[date, str], list[Deal]]:
    """Return the deals by day and evening, game by game, and add what is wrong to `faults`.

    `digits` is the number of digits after the point in amounts of money.
    """
    games: dict[tuple[date, str], dict[tuple[str, bool], list[Deal]]] = {}
    names = {**sheet.people, **people}
    for one in sheet.results:
        player = names[likeness(one.player)]
        evening = games.setdefault((one.day, one.evening), {})
        deals = evening.setdefault((one.game, one.is_points), [])
        # A row of several is a deal; elsewhere a player's next row is of the next deal.
        last = deals[-1] if deals else None
        if not last or (last.row != one.row if sheet.is_wide else player in last.scores):
            last = Deal(one.row, one.game, one.is_points, {})
            deals.append(last)
        number = one.number.scaleb(0 if one.is_points else digits)
        if number % 1 or abs(number) > MOST_SCORE:
            faults.append(Misread("range", one.row, one.column, str(one.number)))
        if player in last.scores:
            faults.append(Misread("players", one.row))
        last.scores[player] = int(number)
    evenings = {at: list(chain(*each.values())) for at, each in sorted(games.items())}
    for deal in chain(*evenings.values()):
        if not LEAST <= len(deal.scores) <= MOST:
            faults.append(Misread("players", deal.row))
    return evenings


def _point(chips: int, deals: Iterable[Deal]) -> int:
    """Return the chips that make a point: `chips`, or a tenth of that, and so on, until all points are whole."""
    scores = [score for one in deals if not one.is_points for score in one.scores.values()]
    while any(score % chips for score in scores):
        chips //= 10
    return chips


def _parts(deals: Sequence[Deal]) -> Iterator[Sequence[Deal]]:
    """Yield the deals in parts that have room in an evening, even if each is a game."""
    part: list[Deal] = []
    people: set[str] = set()
    for one in deals:
        people |= one.scores.keys()
        if len(part) >= MOST_GAMES or len(people) > MOST_PEOPLE:
            yield part
            part, people = [], set(one.scores)
        part.append(one)
    yield part


def _entries(deals: Sequence[Deal], worth: WorthSet | None, settled: bool) -> Iterator[AnyEntry]:
    """Yield the entries of an evening: a game for each title and table, a deal for each deal."""
    totals: Counter[str] = Counter()
    if worth and not all(one.is_points for one in deals):
        yield worth
    tables = groupby(deals, lambda one: (one.game, one.is_points, one.scores.keys()))
    for (game, is_points, players), played in tables:
        seats = tuple(players)
        rules = {"name": game, "counts": "points" if is_points else "chips"}
        yield GameStarted(OTHER.id, seats, seats[0], "result", None, rules, OTHER.edition)
        for one in played:
            yield Scored(one.scores)
            yield Settled()
            if rules["counts"] == "chips":
                totals.update(one.scores)
        yield GameEnded()
    yield EveningClosed()
    for due in settle(totals).transfers if settled else ():
        yield Paid(due.source, due.target, due.amount)


def import_results(
    groups: Groups, access: TableAccess, records: Sequence[Record], source: Source
) -> int:
    """Import the evenings of a spreadsheet into a group, and return how many are new.

    Evenings that are there already, from a shorter file or from an import that was cut off, are not
    written again. Raises as `import_group` does, and `Denied` unless the device hosts the group; then nothing is
    imported.
    """
    policy.check_group_host(access)
    if len(groups.store.group(access.info.id).evenings) + len(records) > MOST_EVENINGS:
        raise RecordError(GroupFull(MOST_EVENINGS))
    groups.tables.checks.run(lambda check_time: check(records, check_time))
    numbers, alike = [], Counter[bytes]()
    for one in records:
        evening = dumps(one)
        alike[evening] += 1
        content = b"%d %d %b" % (access.info.id, alike[evening], evening)
        entry_id = sha256(content).hexdigest()[:32]
        numbers.append(written(groups, one, access.device, entry_id).id)
    with groups.store.changing(access, *numbers) as rows:
        policy.check_group_host(rows.access)
        new = [number for number in numbers if rows.member_of(number) is None]
        for number in new:
            rows.add(EveningAdded(number, source=source), secrets.token_urlsafe(9))
    return len(new)


def remove_results(groups: Groups, access: TableAccess, content: str) -> list[str]:
    """Delete the evenings of a spreadsheet; return the names of those changed since, which stay.

    Raises `Denied`.
    """
    policy.check_group_host(access)
    log, group = groups.tables.evenings.log, groups.store.group(access.info.id)
    ours = {number for number, source in group.sources.items() if source.content == content}
    changed = []
    for info in (one for one in groups.evenings(access, group) if one.id in ours):
        entries = log.entries_with_devices(info.id)
        if all(device.startswith(IMPORT) for _, device in entries):
            with suppress(Conflict):
                log.delete(info.id, len(entries))
                groups.tables.notifier.notify(info.id, rights=True)
                continue
        changed.append(info.name)
    return changed
