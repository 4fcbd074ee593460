"""The order of players on a phone: from the eldest hand, or in fixed seat order."""

from flask import Response, request
from msgspec.structs import replace

from companion.rules.actions import TrickWon
from companion.web.security import A_YEAR
from companion.web.views.screen import Screen

COOKIE = "seat_order"
"""Cookie with the value `fixed` on phones that keep the seats in one order."""
FIXED = "fixed"


def is_fixed() -> bool:
    """Return whether this phone shows the players in seat order."""
    return request.cookies.get(COOKIE) == FIXED


def chosen(shown: Screen) -> Screen:
    """Return a table screen in the order chosen on this phone."""
    return fixed(shown) if is_fixed() else shown


def fixed(shown: Screen) -> Screen:
    """Return a table screen with players and trick winners in seat order."""
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
    """Return the answer with a cookie that keeps the chosen order."""
    if fixed:
        answer.set_cookie(COOKIE, FIXED, max_age=A_YEAR, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(COOKIE, httponly=True, samesite="Lax")
    return answer
