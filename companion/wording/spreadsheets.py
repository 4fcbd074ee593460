"""Headings of spreadsheets, and the signs that a spreadsheet of the language expects."""

from collections.abc import Iterable

from companion.evening.spreadsheets import Cells, csv_file
from companion.wording.languages import NP_, _
from companion.wording.numbers import decimal_sign

_HEADINGS = (
    NP_("column", "game"),
    NP_("column", "game_id"),
    NP_("column", "deal"),
    NP_("column", "dealer"),
    NP_("column", "trump"),
    NP_("column", "pool"),
    NP_("column", "carried"),
    NP_("column", "player"),
    NP_("column", "in"),
    NP_("column", "tricks"),
    NP_("column", "looed"),
    NP_("column", "revokes"),
    NP_("column", "chips"),
    NP_("column", "balance"),
    NP_("column", "points"),
    NP_("column", "score"),
    NP_("column", "penalty"),
    NP_("column", "potatoes"),
    NP_("column", "place"),
    NP_("column", "evening"),
    NP_("column", "money"),
    NP_("column", "currency"),
    NP_("column", "from"),
    NP_("column", "to"),
    NP_("column", "amount"),
    NP_("column", "reason"),
    NP_("column", "rule"),
    NP_("column", "note"),
    NP_("column", "person"),
    NP_("column", "evenings"),
    NP_("column", "deals"),
    NP_("column", "played"),
    NP_("column", "tricks_known"),
    NP_("column", "loo_cost"),
    NP_("column", "won"),
    NP_("column", "lost"),
    NP_("column", "games_won"),
    NP_("column", "best_evening"),
    NP_("column", "worst_evening"),
    NP_("column", "owed"),
    NP_("column", "winner"),
    NP_("column", "loser"),
)


def spreadsheet(columns: Iterable[str], rows: Iterable[Cells]) -> bytes:
    """Return rows under translated headings as a CSV file that spreadsheets of the language read."""
    return csv_file([_(NP_("column", column)) for column in columns], rows, decimal_sign())
