"""The figures of a group, as its pages show them: the curve, who is up, each game, who pays whom."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.evening.entries import Paid, WorthSet
from companion.groups import Group
from companion.groups.figures import GameSums, Sums
from companion.groups.group import Row as GroupRow
from companion.rules.games import GAMES
from companion.store import EveningInfo, TableAccess
from companion.tables import group_policy, policy
from companion.tables.groups import GroupReport
from companion.web.views.curve import curve
from companion.web.views.evening_view import Picture
from companion.web.views.settling_view import Debt, typed
from companion.wording import groups as words
from companion.wording.evening import results
from companion.wording.games import game_title
from companion.wording.money import money
from companion.wording.numbers import signed

LINES = 8
"""Lines that can be told apart in one picture: those who came most often."""


class Mark(Struct, frozen=True):
    """An evening that stands out for somebody."""

    chips: str
    info: EveningInfo | None
    """None if it is gone."""


class Row(Struct, frozen=True):
    """One person, over all evenings or in one game."""

    sums: Sums
    chips: str
    tricks: str
    """A deal, where they were counted; else ""."""
    best: Mark | None = None
    worst: Mark | None = None


class Table(Struct, frozen=True):
    """Everybody's figures, in one game or in all."""

    rows: tuple[Row, ...]
    for_chips: bool
    for_scores: bool
    has_tricks: bool
    looed_heading: str
    """What stands above how often each was looed; "" if nobody was."""
    paid_heading: str
    """And above what that cost."""
    has_revokes: bool
    more: int = 0
    """People beyond those in the rows."""
    title: str = ""
    about: str = ""


class Pair(Struct, frozen=True):
    """What one got from another directly, and lost to them; not less than that."""

    winner: str
    loser: str
    won: int
    lost: int


class Debts(Struct, frozen=True):
    """Who pays whom across the evenings of a group."""

    open: tuple[Debt, ...]
    """Those of one page."""
    number: int
    """How many there are on all pages."""
    page: int
    pages: int
    owed_to_pool: tuple[Debt, ...]
    more_to_pool: int
    """People who owe to the pool beyond those."""
    pool: str
    note: str
    paid: tuple[Debt, ...]
    """The newest payments across evenings, the newest first."""
    can_pay: bool
    can_set_worth: bool
    worth: WorthSet | None
    one_chip: str
    amount: str
    """What a chip is worth, as it is typed."""


OFTEN = 12
"""People listed beside the curve."""
MOST_PAID = 10
"""Payments that are listed."""
MOST_ROWS = 50
"""People in each table of figures. The spreadsheet has all."""
MOST_PAIRS = 100
"""Pairs listed of whom one won from the other."""
A_PAGE = 25
"""Open payments on a page, and people who owe to the pool."""


def picture(report: GroupReport) -> Picture | None:
    """Return how everybody's chips went over the evenings; None before there are two."""
    found = report.figures
    if len(found.curve_of) < 2:
        return None
    there = [one for one in found.people if one.name in found.curves]
    often = {one.name for one in sorted(there, key=lambda one: -one.evenings)[:LINES]}
    people = [one for one in there if one.name in often]
    series = [(one.name, _from_zero(found.curves[one.name])) for one in people]
    times = [str(number) for number in range(len(found.curve_of) + 1)]
    return Picture(
        curve(series, times, signed),
        words.curve_title(len(found.curve_of), len(people) < len(there)),
        results.ends_at([(one.name, signed(one.amount)) for one in people]),
    )


def _from_zero(values: Sequence[int | None]) -> list[int | None]:
    """Return a curve that begins with nothing, before the first evening that counts."""
    late = next(place for place, value in enumerate(values) if value is not None)
    return [*[None] * late, 0, *values[late:]]


def everybody(report: GroupReport) -> Table:
    """Return everybody's figures over all evenings, with the best and the worst one of each."""
    people = [one for one in report.figures.people if one.evenings]
    links = {one.info.id: one.info for one in report.members}
    return _over_all(report, people, MOST_ROWS, links)


def often(report: GroupReport) -> Table:
    """Return the figures of those who came most often, without their best and worst evenings."""
    people = [one for one in report.figures.people if one.evenings]
    most = {one.name for one in sorted(people, key=lambda one: -one.evenings)[:OFTEN]}
    # They stand in the order of the others.
    people.sort(key=lambda one: one.name not in most)
    return _over_all(report, people, OFTEN, {})


def _over_all(
    report: GroupReport, people: Sequence[Sums], most: int, links: Mapping[int, EveningInfo]
) -> Table:
    games = report.figures.games
    for_chips = any(game.for_chips for game in games) or not games
    for_scores = any(not game.for_chips for game in games)
    return _table(people, games, for_chips, for_scores, links, most)


def pairs(report: GroupReport) -> list[Pair]:
    """Return who won from whom where people pay each other directly, the most first."""
    won = {(one.winner, one.loser): one.chips for one in report.figures.won_from}
    found = []
    for (winner, loser), chips in won.items():
        lost = won.get((loser, winner), 0)
        if (chips, winner) > (lost, loser):
            found.append(Pair(winner, loser, chips, lost))
    return sorted(found, key=lambda one: one.lost - one.won)


def left_out(report: GroupReport) -> str:
    """Return how many evenings the figures do not count, in words; "" if they count all."""
    evenings = report.figures.left_out
    return words.left_out(evenings) if evenings else ""


def by_game(report: GroupReport) -> Iterable[Table]:
    """Yield the figures of each game."""
    for game in report.figures.games:
        people = sorted(
            game.people.values(), key=lambda one: (-one.amount, -one.games_won, one.name)
        )
        table = _table(people, (game,), game.for_chips, not game.for_chips, {}, MOST_ROWS)
        yield _titled(table, game)


def debts(access: TableAccess, report: GroupReport, page: int = 1) -> Debts | None:
    """Return who pays whom across the evenings; None if nothing was owed."""
    if not report.figures.owed:
        return None
    plan, group = report.plan, report.group
    can_pay = policy.can_record(access)
    paid = [row for row in group.undoable if isinstance(row.entry, Paid)]
    held = sum(one.amount for one in plan.left_in_pool)
    pages = max(-(-len(plan.transfers) // A_PAGE), 1)
    page = min(max(page, 1), pages)
    return Debts(
        open=tuple(
            _debt(group, one.source, one.target, one.amount, can_pay)
            for one in plan.transfers[(page - 1) * A_PAGE : page * A_PAGE]
        ),
        number=len(plan.transfers),
        page=page,
        pages=pages,
        owed_to_pool=tuple(
            Debt(results.down_by_pool(one.source, one.amount), *_figures(group, one.amount))
            for one in plan.left_in_pool[:A_PAGE]
        ),
        more_to_pool=max(len(plan.left_in_pool) - A_PAGE, 0),
        pool=results.in_pool(held, closed=False) if held else "",
        note=results.plan_note(len(plan.transfers), len(group.payments), plan.exact),
        paid=tuple(_paid(access, group, row) for row in paid[:MOST_PAID]),
        can_pay=can_pay,
        can_set_worth=group_policy.can_host(access),
        worth=group.worth,
        one_chip=_figures(group, 1)[1],
        amount=typed(group.worth) if group.worth else "",
    )


def _debt(group: Group, source: str, target: str, amount: int, can_pay: bool) -> Debt:
    entry = Paid(source, target, amount) if can_pay else None
    return Debt(results.pays(source, target), *_figures(group, amount), entry)


def _paid(access: TableAccess, group: Group, row: GroupRow) -> Debt:
    one = row.entry
    assert isinstance(one, Paid)
    undoes = row.number if group_policy.can_take_back(access, row) else 0
    said = results.has_paid(one.source, one.target)
    return Debt(said, *_figures(group, one.amount), corrects=undoes)


def _figures(group: Group, chips: int) -> tuple[str, str]:
    """Return chips in words, and what they are worth."""
    worth = group.worth
    return results.chips(chips), money(chips * worth.minor, worth.currency) if worth else ""


def _table(
    people: Sequence[Sums],
    games: Iterable[GameSums],
    for_chips: bool,
    for_scores: bool,
    links: Mapping[int, EveningInfo],
    most: int,
) -> Table:
    """Return the figures of the first `most` people in these games."""
    with_loos = [game for game in games if any(one.looed for one in game.people.values())]
    return Table(
        rows=tuple(
            Row(
                one,
                signed(one.amount),
                words.a_deal(one.tricks, one.tricks_known) if one.tricks_known else "",
                _mark(one.best, links),
                _mark(one.worst, links),
            )
            for one in people[:most]
        ),
        for_chips=for_chips,
        for_scores=for_scores,
        has_tricks=any(one.tricks_known for one in people),
        looed_heading=results.looed_heading(game.game for game in with_loos) if with_loos else "",
        paid_heading=results.paid_heading([one.game for one in with_loos if one.for_chips]),
        has_revokes=any(one.revokes for one in people),
        more=max(len(people) - most, 0),
    )


def _titled(table: Table, game: GameSums) -> Table:
    title, about = game_title(GAMES[game.game]), words.over(game.evenings, game.deals)
    return replace(table, title=title, about=about)


def _mark(found: tuple[int, int] | None, links: Mapping[int, EveningInfo]) -> Mark | None:
    return Mark(signed(found[1]), links.get(found[0])) if found else None
