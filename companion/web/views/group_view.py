"""The pages of a group: its evenings and changes, the curve, and winnings between players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from itertools import accumulate
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.evening.names import alphabetical, likeness
from companion.games import game_of
from companion.groups.entries import EveningAdded, EveningHidden
from companion.groups.figures import GameSums, Sums, figures, head_to_head, unit_beside
from companion.groups.group import Row, unit_of
from companion.groups.seasons import Filter, dealt_in
from companion.store import EveningInfo
from companion.tables.groups import GroupReport
from companion.web.views.curve import sparks
from companion.web.views.evening_list import A_PAGE, Page, night, page_of, tonight
from companion.web.views.evening_view import Picture, foremost, picture_of
from companion.web.views.faces import Face, faces
from companion.wording import groups as words
from companion.wording.evening import results
from companion.wording.games import game_title
from companion.wording.groups import group_entry_words
from companion.wording.languages import _
from companion.wording.money import signed_in
from companion.wording.study import why_looed

LINES = 8
OFTEN = 12
"""Maximum number of people listed beside the curve."""
MOST_ROWS = 50
"""Maximum number of people in each table of figures. The spreadsheet has all."""
MOST_PAIRS = 100
NAMED = 3
"""Number of evenings from which on one person is compared with another."""
LATELY = 10
"""Maximum number of evenings on a person's page."""
MOST_SEASONS = 100
"""Maximum number of named seasons to choose from, the newest."""


class Table(Struct, frozen=True):
    """Everybody's figures, in one game or in all."""

    rows: Sequence[Sums]
    tricks: Sequence[str]
    """Tricks per deal of each row; () if none are known."""
    for_chips: bool
    for_scores: bool
    looed_heading: str
    """The heading of the number of loos; "" if there were none."""
    why_looed: list[str]
    """How often each was looed for which reason, where that is known."""
    paid_heading: str
    has_revokes: bool
    more: int
    still_open: Sequence[str] = ()
    sparks: Mapping[str, tuple[str, int]] = {}
    """Everyone's chips over the evenings; {} for fewer than two evenings."""
    evenings: Mapping[int, EveningInfo] = {}
    """The evenings that best and worst results link to."""
    title: str = ""
    about: str = ""


class Pair(Struct, frozen=True):
    """What a player won directly from another, and what was lost to them, never more."""

    winner: str
    loser: str
    won: int
    lost: int


def chosen(
    report: GroupReport, asked: Mapping[str, str]
) -> tuple[dict[str, str], Mapping[str, Mapping[str, Any]], GroupReport]:
    """Return the query of an address, all that can be chosen, and the report of what counts.

    The query has the unit too, if there are several. Debts are always those of all evenings.
    """
    nights = {one.id: night(one) for one in report.played}
    evenings = [(number, one) for number, one in report.summaries.items() if number in nights]
    years = sorted({one.year for one in (tonight(), *nights.values())}, reverse=True)
    seasons = {str(year): (str(year), date(year, 1, 1), date(year, 12, 31)) for year in years}
    for row, named in list(report.group.seasons.items())[-MOST_SEASONS:]:
        seasons[f"s{row}"] = named.name, named.since, named.until
    games = {game.game: game_of(game.game) for _number, one in evenings for game in one.games}
    players = {str(n): n for n in sorted({dealt_in(one) for _number, one in evenings} - {0})}
    options: Mapping[str, Mapping[str, Any]] = {
        "season": seasons,
        "game": games,
        "players": players,
    }
    query = {name: asked[name] for name, values in options.items() if asked.get(name) in values}
    if query:
        _name, since, until = seasons.get(query.get("season", ""), ("", date.min, date.max))
        wanted = Filter(since, until, query.get("game", ""), int(query.get("players", 0)))
        counted = {number: wanted.counted(nights[number], one) for number, one in evenings}
        there = {number: one for number, one in counted.items() if one}
        totals = figures(report.group, there.items(), asked.get("unit"), report.people)
        totals = replace(totals, owed=report.figures.owed, undecided=report.figures.undecided)
        report = replace(report, summaries=there, figures=totals)
    if len(report.figures.units) > 1:
        query["unit"] = report.figures.unit
    return query, options, report


def person(report: GroupReport, name: str) -> dict[str, Any]:
    """Return what a person did, and against whom; {} if no evening counts."""
    total, unit = report.figures, report.figures.unit
    games = [game for game in total.games if name in game.people]
    rows = [replace(game.people[name], name=game_title(game_of(game.game))) for game in games]
    results, others = head_to_head(name, report.group, total, report.summaries)
    if not results:
        return {}
    sums = next(one for one in total.people if one.name == name)
    if len(rows) != 1:
        rows.insert(0, replace(sums, name=_("All games")))
    chips = list(accumulate((one for one in results.values() if one is not None), initial=0))
    title, times = words.curve_title(len(chips) - 1, False, unit), list(map(str, range(len(chips))))
    drawn = picture_of({name: chips}, times, partial(signed_in, unit=unit), title)
    known = [one for one in others if one.evenings >= NAMED]
    infos = {one.id: one for one in report.evenings}
    reasons = why_looed({name: sums.looed_by})
    return {
        "sums": sums,
        "table": replace(_table(rows, games, MOST_ROWS), evenings=infos, why_looed=reasons),
        "picture": drawn if len(chips) > 2 else None,
        "others": (known, others[len(known) :]),
        "best": max((o for o in known if o.ahead > o.behind), key=lambda o: o.lead, default=None),
        "worst": min((o for o in known if o.ahead < o.behind), key=lambda o: o.lead, default=None),
        "evenings": [(infos[number], results[number]) for number in [*results][: -LATELY - 1 : -1]],
    }


def picture(report: GroupReport) -> Picture | None:
    """Return a picture of everybody's chips over the evenings; None for fewer than two evenings."""
    total = report.figures
    if len(total.curve_of) < 2:
        return None
    there = [one for one in total.people if one.name in total.curves]
    people = foremost(there, LINES, lambda one: one.evenings)
    title = words.curve_title(len(total.curve_of), len(people) < len(there), total.unit)
    times = [str(number) for number in range(len(total.curve_of) + 1)]
    series = {one.name: _from_zero(total.curves[one.name]) for one in people}
    return picture_of(series, times, partial(signed_in, unit=total.unit), title)


def _from_zero(values: Sequence[int | None]) -> list[int | None]:
    late = next(place for place, value in enumerate(values) if value is not None)
    return [*[None] * late, 0, *values[late:]]


def everybody(report: GroupReport) -> Table:
    people = [one for one in report.figures.people if one.evenings]
    evenings = {one.id: one for one in report.evenings}
    table = _table(people, report.figures.games, MOST_ROWS)
    return replace(table, evenings=evenings, sparks=_sparks(report, table.rows))


def often(report: GroupReport) -> Table:
    """Return the results of those who came most often, with what is still open."""
    people = [one for one in report.figures.people if one.evenings]
    names = {one.name for one in foremost(people, OFTEN, lambda one: one.evenings)}
    people.sort(key=lambda one: one.name not in names)
    table = _table(people, report.figures.games, OFTEN)
    owed, unit = still_open(report)
    still = [signed_in(owed[one.name], unit) for one in table.rows] if owed else ()
    return replace(table, still_open=still, sparks=_sparks(report, table.rows))


def _sparks(report: GroupReport, people: Sequence[Sums]) -> Mapping[str, tuple[str, int]]:
    curves = report.figures.curves
    if len(report.figures.curve_of) < 2:
        return {}
    return sparks({one.name: _from_zero(curves[one.name]) for one in people if one.name in curves})


def faces_of(report: GroupReport) -> Mapping[str, Face]:
    people, places = [one.name for one in report.figures.people], report.arrivals
    return faces(people, {name: places.get(likeness(name), len(places)) for name in people})


def still_open(report: GroupReport) -> tuple[Mapping[str, int], str]:
    """Return each person's balance after the payments, and its unit; {} if none has been made in it."""
    unit, group = unit_beside(report.figures, report.units_owed), report.group
    if unit is None:
        return {}, ""
    paid = any(
        any(one.paid for one in evening.people)
        for number, evening in report.summaries.items()
        if unit_of(group.worth_of(number, evening.worth)) == unit
    )
    if not paid and not any(one.unit == unit for one in group.payments):
        return {}, unit
    nobody = dict.fromkeys((one.name for one in report.figures.people), 0)
    return {**nobody, **report.still_open(unit)}, unit


def by_game(report: GroupReport) -> list[Table]:
    kinds = Counter(game.game for game in report.figures.games)

    def title(game: GameSums) -> str:
        name = game_title(game_of(game.game))
        is_second = kinds[game.game] > 1 and not game.for_chips
        return _("{game}, for points", game=name) if is_second else name

    return [
        _table(
            sorted(
                game.people.values(),
                key=lambda one: (-one.amount, -one.games_won, alphabetical(one.name)),
            ),
            (game,),
            MOST_ROWS,
            title=title(game),
            about=words.over(game.evenings, game.deals, game.as_told),
        )
        for game in report.figures.games
    ]


def pairs(report: GroupReport) -> list[Pair]:
    """Return winnings between players in games without a pool, the largest difference first."""
    won = {(one.winner, one.loser): one.chips for one in report.figures.won_from}
    both_ways = [Pair(*both, chips, won.get(both[::-1], 0)) for both, chips in won.items()]
    ahead = [one for one in both_ways if (one.won, one.winner) > (one.lost, one.loser)]
    return sorted(ahead, key=lambda one: one.lost - one.won)


def _table(
    people: Sequence[Sums],
    games: Sequence[GameSums],
    most: int,
    title: str = "",
    about: str = "",
) -> Table:
    with_loos = [game for game in games if any(one.looed for one in game.people.values())]
    heading = results.looed_heading(game.game for game in with_loos) if with_loos else ""
    rows = people[:most]
    tricks = [
        words.a_deal(one.tricks, one.tricks_known) if one.tricks_known else "" for one in rows
    ]
    return Table(
        rows=rows,
        tricks=tricks if any(tricks) else (),
        for_chips=any(game.for_chips for game in games) or not games,
        for_scores=any(not game.for_chips for game in games),
        looed_heading=heading,
        why_looed=why_looed({one.name: one.looed_by for one in rows}),
        paid_heading=results.paid_heading([one.game for one in with_loos if one.for_chips]),
        has_revokes=any(one.revokes for one in rows),
        more=max(len(people) - most, 0),
        title=title,
        about=about,
    )


def undoable(rows: Sequence[Row], report: GroupReport, number: int) -> Page[tuple[int, str]]:
    """Return a page of changes that can be undone: row numbers, each with a few words."""
    names = {one.id: one.name for one in report.evenings}
    page = page_of(rows, number, A_PAGE)
    return page.map(lambda row: (row.number, _words_of(row, names)))


def _words_of(row: Row, names: Mapping[int, str]) -> str:
    name = ""
    if isinstance(row.entry, EveningAdded | EveningHidden):
        name = names.get(row.entry.evening, _("an evening"))
    return group_entry_words(row.entry, name)
