"""Notes and headings on pages about deals."""

from collections.abc import Mapping
from datetime import date
from typing import Literal

from companion.evening.penalties import Penalty, reason_of
from companion.rules.game import Game
from companion.rules.ledger import POOL, Line, Reason
from companion.rules.scores import Points
from companion.wording.evening.penalties import penalty_note
from companion.wording.games import game_title, own_note, own_part
from companion.wording.languages import N_, _
from companion.wording.numbers import weekday

_NOTES: Mapping[Reason, str] = {
    "stake": N_("stakes"),
    "tricks": N_("tricks"),
    "pool-taken": N_("takes the pool"),
    "loo": N_("looed"),
    "revoke": N_("revoked"),
    "purchase": N_("buys"),
    **dict.fromkeys(("contract", "pips", "score", "ending"), N_("pays {player}")),
}
_HEADINGS = {
    ("settled", False): N_("Deal {n}"),
    ("settled", True): N_("{game}: deal {n}"),
    ("under-way", False): N_("Deal {n}, in progress"),
    ("under-way", True): N_("{game}: deal {n}, in progress"),
    ("again", False): N_("Deal {n}, to be dealt again"),
    ("again", True): N_("{game}: deal {n}, to be dealt again"),
    ("after", False): N_("After deal {n}"),
    ("after", True): N_("{game}: after deal {n}"),
    ("before", False): N_("Before the first deal"),
    ("before", True): N_("{game}: before the first deal"),
}
"""Headings by stage, and by whether the game is named."""


def evening_name(day: date, n: int) -> str:
    """Return the name of the nth evening of a day: Friday, Friday 2."""
    return weekday(day) if n == 1 else f"{weekday(day)} {n}"


def example_name() -> str:
    """Return the name of the example group: Example: Saturday."""
    return _("Example: {day}", day=weekday(date(2026, 11, 21)))


def counted(numbers: Mapping[str, int]) -> str:
    """Return a number for each player: Ann 2, Bob 3."""
    return ", ".join(f"{player} {number}" for player, number in numbers.items())


def payment_note(line: Line) -> str:
    if line.reason == "penalty":
        return penalty_note(line.target, reason_of(line.fact))
    if line.reason == "revoke" and line.source == POOL:
        return _("a part of the pool")
    if line.reason == "pips" and line.target == POOL:
        return _("pays into the pool")
    if line.reason == "loo" and line.target != POOL:
        return _("pays {player}", player=line.target)
    own = own_note(line.fact) or own_part(line.fact)
    return own or _(_NOTES[line.reason], player=line.target)


def points_note(points: Points) -> str:
    """Return a penalty in points as a note; "" for points of a deal."""
    is_penalty = isinstance(points.fact, Penalty)
    return penalty_note("", reason_of(points.fact)) if is_penalty else ""


def log_heading(
    stage: Literal["settled", "under-way", "again", "after", "before"],
    number: int,
    game: Game | None,
) -> str:
    """Return the heading over the entries of a deal, or between two deals.

    `game` is None if the evening has only one.
    """
    title = game_title(game) if game else ""
    return _(_HEADINGS[stage, game is not None], game=title, n=number)
