"""Results of earlier evenings in a spreadsheet (CSV). docs/formats.md says what is understood."""

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from typing import Literal, NamedTuple

from msgspec import Struct, field

from companion.evening.entries import (
    AnyEntry,
    EveningClosed,
    GameEnded,
    GameStarted,
    Paid,
    WorthSet,
)
from companion.evening.names import entered_fault, likeness, tidy
from companion.evening.payments import check_worth, minor_digits, minor_units
from companion.evening.record import YEARS, Record, RecordError
from companion.evening.seats import MOST_PEOPLE
from companion.evening.settling_up import settle
from companion.evening.state import MOST_GAMES
from companion.facts import Fact, Typed
from companion.games.other.rules import LEAST, MOST, OTHER
from companion.rules.actions import Scored, Settled
from companion.rules.other.deal import MOST as MOST_SCORE

EIGHT = time(20)
"""When the evenings begin."""
MOST_ROWS, MOST_COLUMNS = 5_000, 200
MOST_LETTERS = 1_000_000
NOTHING = ("", "-", "\u2013", "\u2014")
"""What people write where there is no result."""
_CURRENCIES = {"€": "EUR", "£": "GBP", "FR": "CHF"}
_SIGN = r"(?:[A-Z]{3}|[Ff]r\.?|[A-Z]{0,2}[€£¥$]|)"
_NUMBER = re.compile(rf"([+-]?) *({_SIGN}) *([+-]?)(\d*)(?:[.,](\d+))? *({_SIGN})")
_THOUSANDS = re.compile(r"(?<=\d)(?<!\b0)[.,'’\s](?=\d{3}(\D|$))")
"""Three digits after a sign are thousands, unless a 0 stands before it."""
_TIME = re.compile(r"[t ]\d{1,2}:\d\d.*")
_PARTS = re.compile(r"\d+|[^\W\d_]+")


class Misread(Fact, frozen=True):
    """What is not understood in a spreadsheet, a row (from 1) or a cell."""

    why: Literal[
        "csv", "titles", "rows", "twice", "cells", "number", "day", "unit", "name", "table"
    ]
    row: int = 0
    column: Typed = ""
    found: Typed = ""


class Words(NamedTuple):
    """The words of a spreadsheet in all languages, by likeness."""

    headings: Mapping[str, str]
    """What a column holds: `date`, `evening`, `game`, `player`, `chips`, `points`, or "" for others."""
    months: Mapping[str, int]
    """Numbers of months; 0 for other words of a date."""


class Deal(Struct, frozen=True):
    row: int
    game: str
    is_points: bool
    scores: dict[str, Decimal]

    @property
    def rest(self) -> Decimal:
        """What is too much for chips that sum to zero."""
        return Decimal(0) if self.is_points else sum(self.scores.values(), Decimal(0))


class Sheet(Struct):
    """What is understood of a spreadsheet, and what is not."""

    text: str = ""
    asks_order: bool = False
    """Whether all days fit both with the day first and with the month first."""
    games: dict[tuple[date, str], dict[tuple[str, bool], list[Deal]]] = field(default_factory=dict)
    """The deals by day and evening, and by game."""
    people: dict[str, str] = field(default_factory=dict)
    """The first spelling in the file, by likeness."""
    is_money: bool = False
    currencies: list[str] = field(default_factory=list)
    """Codes, or signs that several currencies have."""
    faults: list[Misread] = field(default_factory=list)
    unbalanced: list[tuple[date, str, Decimal]] = field(default_factory=list)
    """The games in chips that do not sum to zero, and what is too much."""
    wanted: list[str] = field(default_factory=list)
    """What has to be chosen before: `order`, `currency`, `unbalanced`."""
    records: list[Record] = field(default_factory=list)

    @property
    def titles(self) -> list[str]:
        """The games."""
        return list(dict.fromkeys(title for games in self.games.values() for title, _ in games))

    @property
    def content(self) -> str:
        """The same for the same content."""
        return sha256(self.text.encode()).hexdigest()[:32]

    @property
    def evenings(self) -> dict[tuple[date, str], list[Deal]]:
        """The deals by day and evening, oldest first."""
        return {at: [*chain(*games.values())] for at, games in sorted(self.games.items())}


def understand(
    data: bytes,
    words: Words,
    people: Mapping[str, str],
    chosen: Mapping[str, str],
    name: Callable[[date], str],
    in_utc: Callable[[datetime, str], str],
    today: date,
) -> Sheet:
    """Return what becomes of a spreadsheet. Evenings have the `name` of their day if they have none.

    `chosen` has `game`, `order` (`day`, `month`), `unbalanced` (`points`, `leave-out`), `amount` and
    `currency` of a chip, `settled`, and `zone`. Raises `RecordError` with all faults, `EntryError` for a worth.
    """
    sheet = _read(data, words, people, chosen["game"], chosen.get("order") == "month", today)
    currency, amount = chosen.get("currency", ""), chosen.get("amount", "")
    worth = None
    if currency if sheet.is_money else amount:
        worth = WorthSet(1 if sheet.is_money else minor_units(amount, currency), currency)
        check_worth(worth)
    scale = minor_digits(currency) if sheet.is_money else 0
    rests = [(day, one) for (day, _), deals in sheet.evenings.items() for one in deals if one.rest]
    sheet.unbalanced = [(day, one.game, one.rest) for day, one in rests]
    all_deals = chain(*sheet.evenings.values())
    faults = sheet.faults or [fault for one in all_deals if (fault := _fault(one, scale))]
    if faults:
        raise RecordError(*dict.fromkeys(faults))
    for (day, called), deals in sheet.evenings.items():
        is_odd, label = any(one.rest for one in deals), called or name(day)
        begins = in_utc(datetime.combine(day, EIGHT), chosen["zone"])
        for part in () if is_odd and chosen.get("unbalanced") == "leave-out" else _parts(deals):
            entries = tuple(_entries(part, worth, is_odd, "settled" in chosen))
            sheet.records.append(Record(label, begins, entries, zone=chosen["zone"]))
    asked = {"order": sheet.asks_order, "currency": sheet.is_money, "unbalanced": rests}
    sheet.wanted = [one for one, is_asked in asked.items() if is_asked and not chosen.get(one)]
    return sheet


def _fault(deal: Deal, scale: int) -> Misread | None:
    """Turn money into its smallest unit, and return what is wrong with a deal, if anything is."""
    for player, number in deal.scores.items():
        deal.scores[player] = whole = number.scaleb(0 if deal.is_points else scale)
        if whole % 1 or abs(whole) > MOST_SCORE:
            return Misread("number", deal.row, player, str(number))
    return None if LEAST <= len(deal.scores) <= MOST else Misread("table", deal.row)


def _parts(deals: Sequence[Deal]) -> Iterator[Sequence[Deal]]:
    """Yield the deals in parts that have room in an evening, even if each is a game."""
    part: list[Deal] = []
    for one in deals:
        people = {player for deal in (*part, one) for player in deal.scores}
        if len(part) >= MOST_GAMES or len(people) > MOST_PEOPLE:
            yield part
            part = []
        part.append(one)
    yield part


def _entries(
    deals: Sequence[Deal], worth: WorthSet | None, in_points: bool, settled: bool
) -> Iterator[AnyEntry]:
    """Yield the entries of an evening: a game for each title and table, a deal for each deal."""
    totals: Counter[str] = Counter()
    if worth and not in_points and not all(one.is_points for one in deals):
        yield worth
    before: tuple[object, ...] = ()
    for one in deals:
        counts = "points" if in_points or one.is_points else "chips"
        scores = {player: int(number) for player, number in one.scores.items()}
        table = (one.game, counts, scores.keys())
        if table != before:
            if before:
                yield GameEnded()
            before, rules = table, {"name": one.game, "counts": counts}
            seats = tuple(scores)
            yield GameStarted(OTHER.id, seats, seats[0], "result", None, rules, OTHER.edition)
        yield Scored(scores)
        yield Settled()
        totals.update(scores if counts == "chips" else {})
    yield GameEnded()
    yield EveningClosed()
    for due in settle(totals).transfers if settled else ():
        yield Paid(due.source, due.target, due.amount)


def _read(
    data: bytes, words: Words, people: Mapping[str, str], game: str, month_first: bool, today: date
) -> Sheet:
    """Return what is understood of a file.

    `people` have the names of those who are called otherwise, by likeness; `game` is the title where
    the file has none; `month_first` decides only if the days do not.
    """
    sheet = Sheet(_decoded(data))
    titles, columns, amounts, below = _table(sheet, words)
    is_wide, at = "player" not in columns, columns.index("date") if below else 0
    texts = [cells[at] for _, cells in below]
    days, sheet.asks_order = _days(texts, words.months, month_first, today)
    for (row, cells), day in zip(below, days, strict=True):
        if day is None:
            sheet.faults.append(Misread("day", row, titles[at], cells[at]))
        if len(cells) > len(titles):
            sheet.faults.append(Misread("cells", row))
        named = {one: tidy(cell) for one, cell in zip(columns, cells, strict=False) if cell}
        for n in (n for n in amounts if cells[n] not in NOTHING):
            player = tidy(titles[n]) if is_wide else named.get("player", "")
            key = (named.get("game") or game, columns[n] == "points")
            games = sheet.games.setdefault((day or today, named.get("evening", "")), {})
            deals = games.setdefault(key, [])
            alike, number = likeness(player), _number(cells[n], sheet.currencies)
            person = people.get(alike, sheet.people.setdefault(alike, player))
            # A row of several is a deal; elsewhere a player's next row is of the next deal.
            if not deals or (deals[-1].row != row if is_wide else person in deals[-1].scores):
                deals.append(Deal(row, *key, {}))
            names = (player, key[0], named.get("evening", player))
            why = _why(number, sheet.currencies, names, person in deals[-1].scores)
            if why:
                sheet.faults.append(Misread(why, row, titles[n], cells[n]))
            deals[-1].scores[person] = number = number or Decimal(0)
            sheet.is_money |= bool(sheet.currencies or number % 1)
    if not sheet.games and not sheet.faults:
        sheet.faults.append(Misread("titles"))
    return sheet


def _table(
    sheet: Sheet, words: Words
) -> tuple[list[str], list[str], list[int], list[tuple[int, list[str]]]]:
    """Return the titles, what each column holds, the places of those with results, and the rows."""
    is_long = len(sheet.text) > MOST_LETTERS
    rows = [] if is_long else _rows(sheet.text)
    (top, titles), *below = rows or [(0, [])]
    known = [words.headings.get(likeness(re.sub(r"\(.*\)", "", one))) for one in titles]
    columns = [likeness(titles[n]) if one is None else one for n, one in enumerate(known)]
    wanted = ("chips", "points") if "player" in known else (None,)
    amounts = [n for n, one in enumerate(known) if one in wanted and titles[n]]
    is_long |= len(below) > MOST_ROWS or len(titles) > MOST_COLUMNS
    if is_long or "date" not in known or not amounts:
        sheet.faults.append(Misread("rows" if is_long else "titles" if rows else "csv"))
        return titles, columns, amounts, []
    twice = [n for n, one in enumerate(columns) if one and one in columns[:n]]
    sheet.faults += [Misread("twice", top, titles[n]) for n in twice]
    return titles, columns, amounts, below


def _why(
    number: Decimal | None, currencies: Sequence[str], names: Iterable[str], is_twice: bool
) -> Literal["name", "number", "unit", "table"] | None:
    if any(map(_name_fault, names)):
        return "name"
    if number is None or len(currencies) > 1:
        return "number" if number is None else "unit"
    return "table" if is_twice else None


_name_fault = lru_cache(1024)(entered_fault)


def _number(text: str, currencies: list[str]) -> Decimal | None:
    """Return a number, and add its currency to `currencies`."""
    plain = _THOUSANDS.sub("", " ".join(text.replace("\u2212", "-").split()))
    match = _NUMBER.fullmatch(plain)
    if match is None or not (match[4] or match[5]):
        return None
    sign = (match[2] or match[6]).strip(".").upper()
    if sign and _CURRENCIES.get(sign, sign) not in currencies:
        currencies.append(_CURRENCIES.get(sign, sign))
    amount = Decimal(f"{match[4] or 0}.{match[5] or ''}")
    return -amount if "-" in (match[1], match[3]) else amount


def _decoded(data: bytes) -> str:
    """Return the text of a file with its line breaks as LF; "" if it is not text."""
    is_utf16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if is_utf16 else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    is_other = "\0" in text or text.startswith(("%PDF", "PK\x03\x04", "{", "<"))
    return "" if is_other else re.sub("\r\n?", "\n", text)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, with their numbers; none if there are no columns.

    Each has as many cells as the first, or more if it has something there.
    """
    first = text.lstrip("\n").partition("\n")[0]
    separator = max(";,\t", key=first.count)
    table = csv.reader((f"{line}\n" for line in text.split("\n")), delimiter=separator)
    try:
        stripped = ((n, [one.strip() for one in row]) for n, row in enumerate(table, 1))
        rows = [(n, row) for n, row in stripped if any(row)]
    except csv.Error:  # a cell of more than 128 KiB
        return []
    width = len(rows[0][1]) if rows and separator in first else 0
    for _, row in rows:
        row += [""] * (width - len(row))
        while len(row) > width and not row[-1]:
            row.pop()
    return rows if width else []


def _days(
    texts: Sequence[str], months: Mapping[str, int], month_first: bool, today: date
) -> tuple[list[date | None], bool]:
    """Return the days in the order that fits more of them, and whether both orders fit alike."""
    each = [{one: _day(one, months, order, today) for one in set(texts)} for order in (False, True)]
    orders = [[days[one] for one in texts] for days in each]
    unfit = [days.count(None) for days in orders]
    asks = unfit[0] == unfit[1] and orders[0] != orders[1]
    return orders[month_first if asks else unfit[1] < unfit[0]], asks


def _day(text: str, months: Mapping[str, int], month_first: bool, today: date) -> date | None:
    """Return a day from 1970 until tomorrow, or None."""
    parts = _PARTS.findall(_TIME.sub("", likeness(text)))
    numbers = [one for one in parts if one.isdecimal()]
    named = [month for one in parts if not one.isdecimal() and (month := months.get(one, 13))]
    if len(numbers) + len(named) != 3 or len(named) > 1:
        return None
    numbers[1:1] = map(str, named)
    if len(numbers[0]) == 4:
        numbers.reverse()
    elif month_first and not named and "." not in text:
        numbers[:2] = numbers[1::-1]
    if max(map(len, numbers[:2])) > 2 or len(numbers[2]) not in (2, 4):
        return None
    day, month, year = map(int, numbers)
    if year < 100:
        year += 2000 if 2000 + year <= today.year + 1 else 1900
    try:
        when = date(year, month, day)
    except ValueError:
        return None
    return when if when.year >= YEARS[0] and when <= today + timedelta(days=1) else None
