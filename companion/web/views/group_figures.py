"""The figures of a group, as its pages show them: the curve, who is up, each game, who pays whom."""

from collections.abc import Iterable, Mapping, Sequence
from weakref import WeakKeyDictionary

from msgspec import Struct

from companion.evening.entries import Paid, WorthSet
from companion.groups import Group
from companion.groups.figures import GameSums, Sums
from companion.rules.games import GAMES
from companion.store import EveningInfo, TableAccess
from companion.tables import policy
from companion.tables.groups import Standing
from companion.web.access import groups
from companion.web.views.curve import Curve, curve
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
    has_loos: bool
    has_revokes: bool
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
    owed_to_pool: tuple[Debt, ...]
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


_curves: WeakKeyDictionary[Standing, Curve] = WeakKeyDictionary()
"""Drawn once for as long as the figures are the same: a thousand evenings take a while."""


def picture(standing: Standing) -> Picture | None:
    """Return how everybody's chips went over the evenings; None before there are two, all known."""
    found = standing.figures
    if len(found.curve_of) < 2 or not standing.is_whole:
        return None
    there = [one for one in found.people if one.name in found.curves]
    often = {one.name for one in sorted(there, key=lambda one: -one.evenings)[:LINES]}
    people = [one for one in there if one.name in often]
    if standing not in _curves:
        series = [(one.name, _from_zero(found.curves[one.name])) for one in people]
        times = [str(number) for number in range(len(found.curve_of) + 1)]
        _curves[standing] = curve(series, times, signed)
    return Picture(
        _curves[standing],
        words.curve_title(len(found.curve_of), len(people) < len(there)),
        results.ends_at([(one.name, signed(one.amount)) for one in people]),
    )


def _from_zero(values: Sequence[int | None]) -> list[int | None]:
    """Return a curve that begins with nothing, before the first evening that counts."""
    late = next(place for place, value in enumerate(values) if value is not None)
    return [*[None] * late, 0, *values[late:]]


def everybody(group: TableAccess, standing: Standing, with_marks: bool = True) -> Table:
    """Return everybody's figures over all evenings, with the best and the worst one of each."""
    people = [one for one in standing.figures.people if one.evenings]
    marked = {mark[0] for one in people for mark in (one.best, one.worst) if mark}
    links = groups().links_of(group, marked) if with_marks else {}
    games = standing.figures.games
    for_chips = any(game.for_chips for game in games) or not games
    return _table(people, for_chips, any(not game.for_chips for game in games), links)


def often(table: Table) -> list[Row]:
    """Return the rows of those who came most often, in the order of the table."""
    most = sorted(table.rows, key=lambda row: -row.sums.evenings)[:OFTEN]
    names = {row.sums.name for row in most}
    return [row for row in table.rows if row.sums.name in names]


def pairs(standing: Standing) -> list[Pair]:
    """Return who won from whom where people pay each other directly, the most first."""
    won = {(one.winner, one.loser): one.chips for one in standing.figures.won_from}
    found = []
    for (winner, loser), chips in won.items():
        lost = won.get((loser, winner), 0)
        if (chips, winner) > (lost, loser):
            found.append(Pair(winner, loser, chips, lost))
    return sorted(found, key=lambda one: one.lost - one.won)


def left_out(standing: Standing) -> str:
    """Return how many evenings the figures do not count, in words; "" if they count all."""
    evenings = standing.figures.left_out
    return words.left_out(evenings) if evenings else ""


def by_game(standing: Standing) -> Iterable[Table]:
    """Yield the figures of each game."""
    for game in standing.figures.games:
        people = sorted(
            game.people.values(), key=lambda one: (-one.amount, -one.games_won, one.name)
        )
        table = _table(people, game.for_chips, not game.for_chips, {})
        yield _titled(table, game)


def debts(group: TableAccess, folded: Group, standing: Standing) -> Debts | None:
    """Return who pays whom across the evenings; None while some are missing, or nothing was owed."""
    if not standing.is_whole or not standing.figures.owed:
        return None
    plan = standing.plan
    can_pay = policy.can_record(group)
    held = sum(one.amount for one in plan.left_in_pool)
    return Debts(
        open=tuple(
            _debt(folded, one.source, one.target, one.amount, can_pay) for one in plan.transfers
        ),
        owed_to_pool=tuple(
            Debt(results.down_by_pool(one.source, one.amount), *_figures(folded, one.amount))
            for one in plan.left_in_pool
        ),
        pool=results.in_pool(held, closed=False) if held else "",
        note=results.plan_note(len(plan.transfers), len(folded.payments), plan.exact),
        paid=tuple(
            Debt(results.has_paid(one.source, one.target), *_figures(folded, one.amount))
            for one in reversed(folded.payments[-MOST_PAID:])
        ),
        can_pay=can_pay,
        can_set_worth=policy.can_host_group(group),
        worth=folded.worth,
        one_chip=_figures(folded, 1)[1],
        amount=typed(folded.worth) if folded.worth else "",
    )


def _debt(group: Group, source: str, target: str, amount: int, can_pay: bool) -> Debt:
    entry = Paid(source, target, amount) if can_pay else None
    return Debt(results.pays(source, target), *_figures(group, amount), entry)


def _figures(group: Group, chips: int) -> tuple[str, str]:
    """Return chips in words, and what they are worth."""
    worth = group.worth
    return results.chips(chips), money(chips * worth.minor, worth.currency) if worth else ""


def _table(
    people: Iterable[Sums], for_chips: bool, for_scores: bool, links: Mapping[int, EveningInfo]
) -> Table:
    people = tuple(people)
    return Table(
        rows=tuple(
            Row(
                one,
                signed(one.amount),
                words.a_deal(one.tricks, one.tricks_known) if one.tricks_known else "",
                _mark(one.best, links),
                _mark(one.worst, links),
            )
            for one in people
        ),
        for_chips=for_chips,
        for_scores=for_scores,
        has_tricks=any(one.tricks_known for one in people),
        has_loos=any(one.looed for one in people),
        has_revokes=any(one.revokes for one in people),
    )


def _titled(table: Table, game: GameSums) -> Table:
    return Table(
        table.rows,
        table.for_chips,
        table.for_scores,
        table.has_tricks,
        table.has_loos,
        table.has_revokes,
        game_title(GAMES[game.game]),
        words.over(game.evenings, game.deals),
    )


def _mark(found: tuple[int, int] | None, links: Mapping[int, EveningInfo]) -> Mark | None:
    return Mark(signed(found[1]), links.get(found[0])) if found else None
