"""Notes and headings on pages about deals."""

from collections.abc import Mapping
from datetime import date
from typing import Literal

from companion.evening.penalties import Penalty, reason_of
from companion.rules.game import Game
from companion.rules.ledger import POOL, Line
from companion.rules.loo.bourre import Ante, Bourre
from companion.rules.scores import Points
from companion.wording.evening.penalties import penalty_note
from companion.wording.games import game_title
from companion.wording.languages import N_, _

_WEEKDAYS = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)


def evening_name(day: date, n: int) -> str:
    """Return the name of the nth evening of a day: Friday, Friday 2."""
    weekday = _(_WEEKDAYS[day.weekday()])
    return weekday if n == 1 else _("{weekday} {n}", weekday=weekday, n=n)


def counted(numbers: Mapping[str, int]) -> str:
    """Return a number for each player: Ann 2, Bob 3."""
    return ", ".join(f"{player} {number}" for player, number in numbers.items())


def payment_note(line: Line) -> str:
    """Return a payment as a note beside its payer."""
    pays = line.source != POOL
    match line.reason:
        case "stake":
            return _("antes") if isinstance(line.fact, Ante) else _("stakes")
        case "tricks":
            return _("tricks")
        case "pool-taken":
            return _("takes the pool")
        case "loo":
            return _("bourré") if isinstance(line.fact, Bourre) else _("looed")
        case "revoke":
            return _("revoked") if pays else _("a part of the pool")
        case "purchase":
            return _("buys")
        case "penalty":
            return penalty_note(line.target, reason_of(line.fact))
        case "pips" if line.target == POOL:
            return _("pays into the pool")
        case "contract" | "pips" | "ending":
            return _("pays {player}", player=line.target)


def points_note(points: Points) -> str:
    """Return a penalty in points as a note; "" for points of a deal."""
    is_penalty = isinstance(points.fact, Penalty)
    return penalty_note("", reason_of(points.fact)) if is_penalty else ""


def log_heading(
    stage: Literal["settled", "under-way", "again", "after", "before"],
    number: int,
    game: Game | None,
) -> str:
    """Return the heading of the entries of a deal, or between two deals.

    `game` is given if the evening has had several.
    """
    title = game_title(game) if game else ""
    match stage:
        case "settled":
            return _("{game}: deal {n}", game=title, n=number) if game else _("Deal {n}", n=number)
        case "under-way":
            return (
                _("{game}: deal {n}, in progress", game=title, n=number)
                if game
                else _("Deal {n}, in progress", n=number)
            )
        case "again":
            return (
                _("{game}: deal {n}, to be dealt again", game=title, n=number)
                if game
                else _("Deal {n}, to be dealt again", n=number)
            )
        case "after":
            return (
                _("{game}: after deal {n}", game=title, n=number)
                if game
                else _("After deal {n}", n=number)
            )
        case "before":
            return (
                _("{game}: before the first deal", game=title)
                if game
                else _("Before the first deal")
            )
