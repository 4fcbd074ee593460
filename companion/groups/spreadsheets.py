"""A group's figures as rows for a spreadsheet. docs/formats.md describes the columns."""

from collections.abc import Iterator, Mapping

from companion.evening.spreadsheets import Row
from companion.groups.figures import GroupFigures, Sums

FIGURE_COLUMNS = (
    *("person", "game", "evenings", "deals", "played", "tricks", "tricks_known"),
    *("looed", "loo_cost", "revokes", "chips", "won", "lost", "games_won"),
    *("best_evening", "worst_evening", "owed"),
)

WON_COLUMNS = ("winner", "loser", "chips")


def won_rows(found: GroupFigures) -> Iterator[Row]:
    """Return a row of `WON_COLUMNS` for each winner and loser, most chips first."""
    return ((one.winner, one.loser, one.chips) for one in found.won_from)


def figure_rows(found: GroupFigures, open_chips: Mapping[str, int]) -> Iterator[Row]:
    """Yield a row of `FIGURE_COLUMNS` for each person over all games, then for each game.

    `open_chips` are the balances after all payments.
    """
    for one in (one for one in found.people if one.evenings):
        yield _row(one, "", True, open_chips.get(one.name))
    for game in found.games:
        for one in sorted(game.people.values(), key=lambda one: one.name):
            yield _row(one, game.game, game.for_chips, None)


def _row(one: Sums, game: str, for_chips: bool, owed: int | None) -> Row:
    chips = (one.amount, one.won, one.lost) if for_chips else (None, None, None)
    return (
        *(one.name, game, one.evenings, one.deals, one.played, one.tricks, one.tricks_known),
        *(one.looed, one.loo_cost if for_chips else None, one.revokes, *chips, one.games_won),
        *(mark[1] if mark else None for mark in (one.best, one.worst)),
        owed,
    )
