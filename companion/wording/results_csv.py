"""Results of earlier evenings in a spreadsheet (CSV), as people write them: docs/formats.md.

Headings and months are read in all languages at once.
"""

import csv
import io
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import cache, lru_cache

from babel import Locale
from babel.dates import format_date

from companion.evening.names import entered_fault, likeness, tidy
from companion.evening.payments import currency_code
from companion.evening.record import YEARS, RecordError
from companion.tables.results_csv import Misread, MisreadName, Plan, Result, Sheet
from companion.wording.groups import over
from companion.wording.languages import N_, NP_, PSEUDO, TRANSLATIONS, _, _n, locale, using
from companion.wording.numbers import joined, weekday
from companion.wording.saying import By, messages

LANGUAGES = TRANSLATIONS.keys() - {PSEUDO}
MOST_ROWS, MOST_COLUMNS, MOST_PEOPLE, MOST_LETTERS = 5_000, 200, 200, 1_000_000
LONGEST_NUMBER = 20
HEADINGS = {
    "date": NP_("headings", "date day"),
    "evening": NP_("headings", "evening"),
    "game": NP_("headings", "game"),
    "player": NP_("headings", "player name person"),
    "chips": NP_("headings", "chips amount result money"),
    "points": NP_("headings", "points score"),
    "": NP_("headings", "total sum note notes place currency"),
}
"""What a column holds, and the headings for it. Those of "" are not read."""
NOTHING = ("", "-", "\u2013", "\u2014")
"""What people write where there is no result."""
RESULTS = ("chips", "points", "own")
"""The kinds of columns with results; `own` is one of the player in its heading."""
_UNIT = r"[A-Z]{3}|[Ff]r\.?|[A-Z]{0,2}[€£¥$]"
_NUMBER = re.compile(
    rf"""
    (?P<sign>[+-]?)\ ?(?P<before>{_UNIT}|)\ ?(?P<inner>[+-]?)
    (?P<whole>[1-9]\d{{0,2}}(?:(?P<apart>[.,'’\ ])\d{{3}})(?:(?P=apart)\d{{3}})*(?!\d)|\d*)
    (?:(?P<point>[.,])(?P<decimals>\d+))?\ ?(?P<after>{_UNIT}|)
    """,
    re.VERBOSE,
)
_PARTS = re.compile(r"\d+|[^\W\d_]+")

FAULTS = {
    "csv": N_("This is not a CSV file. Open it in a spreadsheet program, and save it as CSV."),
    "titles": N_(
        "No results were found. The first row must name the columns: date, game, player, and "
        "chips or points; or date, and a column for each player."
    ),
    "size": N_(
        "A file can have at most 5,000 rows, 200 columns, 200 players, and a million letters."
    ),
    "quotes": N_("Row {row}: a quotation mark is missing, or there is one too many."),
    "twice": N_("Row {row}: there are two columns “{column}”."),
    "cells": N_(
        "Row {row} has more cells than the first row. If numbers have a decimal comma, separate "
        "the cells with semicolons."
    ),
    "day": N_("Row {row}, “{column}”: “{found}” is not a day from 1970 until tomorrow."),
    "number": N_(
        "Row {row}, “{column}”: “{found}” is not a number. If it is a formula, save the values only."
    ),
    "range": N_("Row {row}, “{column}”: “{found}” is too large, or has too many decimals."),
    "thousands": N_(
        "Row {row}, “{column}”: “{found}” can be read in two ways. Write thousands without a sign."
    ),
    "unit": N_("Row {row}, “{column}”: “{found}” is in another currency."),
    "players": N_(
        "Row {row}: a deal needs 2 to 16 different players. Its rows must follow each other."
    ),
}
"""What can be wrong with a file, a row or a cell."""

messages({Misread: By("why", FAULTS), MisreadName: N_("Row {row}: {why}")})


def read(data: bytes, game: str, month_first: bool, today: date) -> Sheet:
    """Return what is understood of a file, and what is not. Raises `RecordError` if that is nothing.

    `game` is the title where the file has none; `month_first` decides only where the days do not.
    """
    text = _decoded(data)
    (top, titles), *rows = _rows(text)
    kinds = _kinds(titles)
    sheet = Sheet(text, is_wide="own" in kinds)
    _read_titles(sheet, top, titles, kinds)
    at = kinds.index("date")
    days, sheet.asks_order = _days([cells[at] for _, cells in rows], month_first, today)
    for (row, cells), day in zip(rows, days, strict=True):
        if day is None:
            sheet.faults.append(Misread("day", row, titles[at], cells[at]))
        if any(cells[len(titles) :]):
            sheet.faults.append(Misread("cells", row))
        about = dict(zip(kinds, map(tidy, cells), strict=False))
        evening, title = about.get("evening", ""), about.get("game") or game
        for kind, heading, cell in zip(kinds, titles, cells, strict=False):
            if kind not in RESULTS or cell in NOTHING:
                continue
            player = tidy(heading) if sheet.is_wide else about["player"]
            named = (player, title, evening or title)
            sheet.faults += [MisreadName(row, why) for one in named if (why := _name_fault(one))]
            number = _number(sheet, row, heading, cell)
            if day:
                sheet.people.setdefault(likeness(player), player)
                at_table = (evening or weekday(day), title, kind == "points", player)
                sheet.results.append(Result(row, heading, day, *at_table, number))
    if len(sheet.people) > MOST_PEOPLE:
        raise RecordError(Misread("size"))
    if not sheet.results and not sheet.faults:
        raise RecordError(Misread("titles"))
    return sheet


def _read_titles(sheet: Sheet, row: int, titles: Sequence[str], kinds: Sequence[str]) -> None:
    """Add a currency in a heading to the sheet, and columns that are there twice to its faults."""
    seen = set()
    for title, kind in zip(titles, kinds, strict=True):
        column = likeness(title) if kind == "own" else kind
        if column and column in seen:
            sheet.faults.append(Misread("twice", row, title))
        seen.add(column)
        if not kind and title:
            sheet.unused.append(title)
        if kind == "chips" and (unit := re.search(rf"\(({_UNIT})\)", title)):
            sheet.currency = currency_code(unit[1])


def _kinds(titles: Sequence[str]) -> list[str]:
    """Return what each column holds: a key of `HEADINGS`, or `own` for the results of one player.

    Raises `RecordError` if there are no days or no results.
    """
    known = [_headings().get(likeness(re.sub(r"\(.*\)", "", one)), "own") for one in titles]
    results = ("chips", "points") if "player" in known else ("own",)
    kinds = [one if one in results or one not in RESULTS else "" for one in known]
    if "date" not in kinds or not set(kinds) & set(results):
        raise RecordError(Misread("titles"))
    return kinds


def _number(sheet: Sheet, row: int, title: str, cell: str) -> Decimal:
    """Return the number in a cell, and add its currency and what is wrong with it to the sheet."""
    match = _NUMBER.fullmatch(" ".join(cell.replace("\u2212", "-").split()))
    if match is None or len(cell) > LONGEST_NUMBER or not (match["whole"] or match["decimals"]):
        sheet.faults.append(Misread("number", row, title, cell))
        return Decimal(0)
    unit = currency_code(match["before"] or match["after"])
    sheet.currency = sheet.currency or unit
    if unit not in ("", sheet.currency):
        sheet.faults.append(Misread("unit", row, title, cell))
    if match["apart"] in (".", ",") and match["point"] in (None, match["apart"]):
        sheet.faults.append(Misread("thousands", row, title, cell))
    whole = re.sub(r"\D", "", match["whole"])
    number = Decimal(f"{whole or 0}.{match['decimals'] or ''}")
    return -number if "-" in (match["sign"], match["inner"]) else number


def _decoded(data: bytes) -> str:
    """Return the text of a file, with its line breaks as LF."""
    is_utf16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if is_utf16 else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    return re.sub("\r\n?", "\n", text)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, with their numbers. Each has at least the cells of the first.

    Raises `RecordError`.
    """
    first = text.lstrip("\n").partition("\n")[0]
    separator = max(";,\t", key=first.count)
    if separator not in first or "\0" in text:
        raise RecordError(Misread("csv"))
    rows: list[tuple[int, list[str]]] = []
    number = width = 0
    table = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    try:
        for number, row in enumerate(table, 1):
            cells = [cell.strip() for cell in row]
            if any(cells):
                width = width or len(cells)
                rows.append((number, cells + [""] * (width - len(cells))))
    except csv.Error:
        raise RecordError(Misread("quotes", number + 1)) from None
    if len(text) > MOST_LETTERS or len(rows) > MOST_ROWS + 1 or width > MOST_COLUMNS:
        raise RecordError(Misread("size"))
    return rows or [(1, [])]


def _days(texts: Sequence[str], month_first: bool, today: date) -> tuple[list[date | None], bool]:
    """Return the days in the order that fits more of them, and whether both orders fit alike."""
    each = [{one: _day(one, order, today) for one in set(texts)} for order in (False, True)]
    orders = [[days[one] for one in texts] for days in each]
    unfit = [days.count(None) for days in orders]
    asks = unfit[0] == unfit[1] and orders[0] != orders[1]
    return orders[month_first if asks else unfit[1] < unfit[0]], asks


def _day(text: str, month_first: bool, today: date) -> date | None:
    """Return a day from 1970 until tomorrow, or None. What follows it may be the time."""
    parts = _PARTS.findall(likeness(text))
    named = [str(_months()[one]) for one in parts if one in _months()]
    numbers = [one for one in parts if one.isdecimal()]
    first, *others = [*numbers[:1], *named, *numbers[1:]][:3] or [""]
    if len(named) > 1 or len(others) < 2:
        return None
    if len(first) == 4:
        year, month, day = first, *others
    elif month_first and not named and "." not in text:
        month, day, year = first, *others
    else:
        day, month, year = first, *others
    if len(year) == 2:
        year = f"20{year}" if year < "70" else f"19{year}"
    try:
        when = date(int(year), int(month), int(day))
    except (ValueError, OverflowError):
        return None
    return when if when.year >= YEARS[0] and when <= today + timedelta(days=1) else None


_name_fault = lru_cache(1024)(entered_fault)


@cache
def _headings() -> dict[str, str]:
    """Return the kinds of columns, by their headings in all languages."""
    kinds: dict[str, str] = {}
    for language in LANGUAGES:
        with using(language):
            for kind, words in HEADINGS.items():
                kinds |= {likeness(one): kind for one in _(words).split()}
    return kinds


@cache
def _months() -> dict[str, int]:
    """Return the numbers of the months, by their names and short names in all languages."""
    months: dict[str, int] = {}
    for language in LANGUAGES:
        forms = Locale.parse(language).months.values()
        for names in (form[width] for form in forms for width in ("wide", "abbreviated")):
            months |= {likeness(name.strip(".")): number for number, name in names.items()}
    return months


def understood(sheet: Sheet, made: Plan) -> list[str]:
    """Return what was understood of a spreadsheet, in lines."""
    if not sheet.results:
        return []
    games = dict.fromkeys(one.game for one in sheet.results)
    lines = [
        over(len(made.evenings), made.deals),
        span(sorted(one.day for one in sheet.results)),
        _("People: {names}", names=joined(sheet.people.values())),
        _("Games: {games}", games=joined(games)),
    ]
    if sheet.unused:
        lines.append(_("Not used: {columns}", columns=joined(sheet.unused)))
    if made.split:
        days = joined(span([day]) for day in dict.fromkeys(made.split))
        lines.append(_("Too long for one evening, and split: {days}.", days=days))
    return lines


def sums(sheet: Sheet) -> dict[str, str]:
    """Return what the file says of each person, in words, by likeness: 12 results, +164."""
    found: dict[str, list[Decimal]] = {}
    for one in sheet.results:
        found.setdefault(likeness(one.player), []).append(one.number)
    words = {}
    for alike, numbers in found.items():
        total = f"{sum(numbers):+f}"
        words[alike] = _n(
            "{n} result, {sum} in all", "{n} results, {sum} in all", len(numbers), sum=total
        )
    return words


def span(days: Sequence[date]) -> str:
    """Return the first and the last of some days: 5 January 2024 – 31 December 2025."""
    ends = (format_date(one, "long", locale()) for one in (*days[:1], *days[-1:]))
    return " – ".join(dict.fromkeys(ends))
