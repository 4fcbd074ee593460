"""Headings and words of spreadsheets, and the signs that a spreadsheet of the language expects."""

from collections.abc import Callable, Iterable, Iterator

from companion.evening.history import DealId, Evening
from companion.evening.spreadsheets import Cell, Cells, csv_file, deal_rows, ledger_rows
from companion.games import game_of
from companion.groups.figures import naming
from companion.groups.spreadsheets import COLUMNS, figure_rows, won_rows
from companion.rules.ledger import POOL
from companion.store import EveningInfo
from companion.tables.days import day_of
from companion.tables.groups import GroupReport
from companion.wording.games import game_title
from companion.wording.languages import NP_, _, language, using
from companion.wording.ledger import line_part
from companion.wording.numbers import decimal_sign
from companion.wording.pieces import FRENCH, suit_name
from companion.wording.rule_names import rule_title

_PLAYER = COLUMNS["deals"].index("player")


def evening_file(name: str, evening: Evening, info: EveningInfo) -> Iterator[bytes]:
    """Yield the parts of the spreadsheet of an evening with this name."""
    return _file(name, _evening_rows(name, evening, info), language())


def group_file(
    name: str, report: GroupReport, evenings: Iterable[tuple[Evening, EveningInfo]]
) -> Iterator[bytes]:
    """Yield the parts of the spreadsheet of a group with this name. `evenings` are read one by one."""
    rows: Iterable[Cells]
    if name == "won-from":
        rows = won_rows(report.views)
    elif name == "figures":
        rows = ((*row, _title(row[1])) for row in figure_rows(report.views, report.owed))
    else:
        named = naming(report.group, {*report.people}.union(*report.figures.owed.values()))
        rows = (row for one in evenings for row in _evening_rows(name, *one, named))
    return _file(name, rows, language())


def _file(name: str, rows: Iterable[Cells], spoken: str) -> Iterator[bytes]:
    with using(spoken):  # the request has ended when its file is made
        headings = [_(NP_("column", column)) for column in COLUMNS[name]]
        yield from csv_file(headings, rows, decimal_sign())


def _title(game: Cell) -> str:
    return game_title(game_of(str(game))) if game else ""


def _evening_rows(
    name: str, evening: Evening, info: EveningInfo, named: Callable[[str], str] = str
) -> Iterator[Cells]:
    known = info.id, f"{day_of(info)}"
    if name == "deals":
        notes: dict[DealId | None, str] = {}
        for one in evening.notes():
            notes[one.deal] = " · ".join(filter(None, (notes.get(one.deal), one.text)))
        for cells, session, done in deal_rows(evening.state, info.name):
            trump, suits = done.deal.trump, getattr(session.rules, "suits", FRENCH)
            suit = None if trump is None else suit_name(trump, suits)
            noted = notes.get((int(str(cells[0])) - 1, done.number)), notes.get(None)
            player = str(cells[_PLAYER])
            person = named(player), int(player in done.deal.setup.players)
            said = (game_title(session.game), suit, *person, *noted, info.place or None)
            yield (*cells, *known, *said)
        return
    for cells, game, line in ledger_rows(evening.state, info.name):
        pool, rule = _(NP_("column", "pool")), rule_title(line.rule, game)
        people = (pool if one == POOL else named(one) for one in (line.source, line.target))
        reason = rule if line.reason == "ending" else line_part(line)
        yield (*cells, *known, game_title(game) if game else None, *people, reason, rule)
