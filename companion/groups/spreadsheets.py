"""A group's figures as rows for a spreadsheet. docs/formats.md describes the columns."""

from collections.abc import Iterable, Iterator, Mapping

from companion.evening.spreadsheets import DEAL_COLUMNS, LEDGER_COLUMNS, Cells, in_unit
from companion.groups.figures import GroupFigures, Sums, unit_beside

FIGURE_COLUMNS = (
    *("person", "game", "evenings", "deals", "played", "tricks", "tricks_known"),
    *("looed", "loo_cost", "revokes", "chips", "won", "lost", "games_won"),
    *("best_evening", "worst_evening", "owed", "currency", "owed_currency", "game_name"),
)
WON_COLUMNS = ("winner", "loser", "chips", "currency")
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "deals": DEAL_COLUMNS,
    "ledger": LEDGER_COLUMNS,
    "figures": FIGURE_COLUMNS,
    "won-from": WON_COLUMNS,
}


def won_rows(views: Iterable[GroupFigures]) -> Iterator[Cells]:
    """Yield a row of `WON_COLUMNS` for each winner and loser, most first, in each unit."""
    for figures in views:
        for one in figures.won_from:
            yield one.winner, one.loser, in_unit(one.chips, figures.unit), figures.unit or None


def figure_rows(
    views: Iterable[GroupFigures], owed: Mapping[str, Mapping[str, int]]
) -> Iterator[Cells]:
    """Yield a row for each person over all games, then for each game, in each unit, without `game_name`.

    `owed` are the balances after all payments, by unit. The last rows have those in further units.
    """
    told: set[tuple[str, str]] = set()
    for figures in views:
        unit = unit_beside(figures, owed)
        beside = owed[unit] if unit is not None else {}
        for one in (one for one in figures.people if one.evenings):
            if unit is not None:
                told.add((unit, one.name))
            yield _row(one, "", True, figures.unit, (beside.get(one.name), unit or ""))
        for game in figures.games:
            for one in sorted(game.people.values(), key=lambda one: one.name):
                yield _row(one, game.game, game.for_chips, figures.unit, (None, ""))
    for unit, balances in owed.items():
        for name, amount in balances.items():
            if amount and (unit, name) not in told:
                yield _row(Sums(name), "", False, "", (amount, unit))


def _row(one: Sums, game: str, for_chips: bool, unit: str, owed: tuple[int | None, str]) -> Cells:
    chips = (one.amount, one.won, one.lost, one.loo_cost) if for_chips else (None,) * 4
    up, won, lost, loo_cost = (in_unit(number, unit) for number in chips)
    return (
        *(one.name, game, one.evenings, one.deals, one.played, one.tricks, one.tricks_known),
        *(one.looed, loo_cost, one.revokes, up, won, lost, one.games_won),
        *(
            in_unit(mark.amount, unit) if mark else None
            for mark in (one.marks.best, one.marks.worst)
        ),
        *(in_unit(*owed), unit or None, owed[1] or None),
    )
