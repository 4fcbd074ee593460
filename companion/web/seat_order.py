"""The order in which a phone shows the players: from the eldest hand, or always as they sit."""

from flask import Response, request
from msgspec.structs import replace

from companion.rules.actions import TrickWon
from companion.web.security import A_YEAR
from companion.web.views.screen import Screen

COOKIE = "seat_order"
"""Holds `fixed` for a year on a phone that keeps the seats in one order."""
FIXED = "fixed"


def is_fixed() -> bool:
    """Return whether the phone that asks shows the players always as they sit."""
    return request.cookies.get(COOKIE) == FIXED


def chosen(shown: Screen) -> Screen:
    """Return a table screen in the order that the phone that asks has chosen."""
    return fixed(shown) if is_fixed() else shown


def fixed(shown: Screen) -> Screen:
    """Return a table screen with the players, and the buttons that name them, as they sit."""
    if shown.session is None:
        return shown
    places = {seat.player: place for place, seat in enumerate(shown.session.seats)}
    rows = sorted(shown.rows, key=lambda row: places[row.player])
    choices = sorted(
        shown.choices,
        key=lambda one: places[one.entry.player] if isinstance(one.entry, TrickWon) else 0,
    )
    return replace(shown, rows=tuple(rows), choices=tuple(choices))


def choose(answer: Response, fixed: bool) -> Response:
    """Return the answer, which has the phone keep the order that was chosen."""
    if fixed:
        answer.set_cookie(COOKIE, FIXED, max_age=A_YEAR, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(COOKIE, httponly=True, samesite="Lax")
    return answer
