"""What a phone can choose: its language, the order of the players, and the colours of the cards."""

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from flask import Flask, Request, Response, after_this_request, current_app, flash, request
from msgspec.structs import replace
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.rules.actions import TrickWon
from companion.web.security import A_YEAR
from companion.web.views.screen import Screen
from companion.wording import languages
from companion.wording.languages import PSEUDO, SOURCE, _
from companion.wording.numbers import use_zone
from companion.wording.pieces import use_suits

LANGUAGE = "language"
"""Name of the cookie with the chosen language, and of the URL parameter that chooses one."""
ZONE = "zone"
"""Name of the cookie with the phone's time zone, which the script of every page sets."""
SEAT_ORDER, TURNING = "seat_order", "turning"
"""The cookie of phones that show the first to play on top, and its value."""
COLOURS, TWO = "colours", "two"
"""The cookie of phones whose cards are red and black, and its value."""


def init_app(app: Flask, server: str) -> None:
    """Respond to each phone in its language, or in the language `server` if that is not offered."""
    app.config["LANGUAGE"] = server
    app.config["LANGUAGES"] = languages.offered(server)
    app.teardown_request(lambda _error: languages.use(SOURCE))


def known() -> tuple[str, ...]:
    """Return the languages that this server offers, English first."""
    return cast(tuple[str, ...], current_app.config["LANGUAGES"])


def choose_language(name: str) -> None:
    """Use a language for this phone from now on; if it is not offered, English with a notice."""
    chosen = name if name in known() else SOURCE
    languages.use(chosen)
    if chosen != name:
        flash(_("That language is not available yet. This is English."))
    _remember(LANGUAGE, chosen)


def _remember(cookie: str, value: str) -> None:
    """Set a cookie with the response, or delete it if the value is ""."""

    @after_this_request
    def remember(answer: Response) -> Response:
        age = A_YEAR if value else 0
        answer.set_cookie(
            cookie,
            value,
            max_age=age,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
            path=current_app.config["APPLICATION_ROOT"],
        )
        return answer


def use_the_phones(request: Request, app: Flask) -> None:
    """Use the language and the time zone of the phone that asks."""
    use_suits()
    # Most phones have chosen no language. Avoid parsing their cookies and the query.
    environ, config = request.environ, app.config
    offered = config["LANGUAGES"]
    sent = environ.get("HTTP_COOKIE", "")
    use_zone(request.cookies.get(ZONE, "") if ZONE in sent else "")
    chosen = request.cookies.get(LANGUAGE) if LANGUAGE in sent else None
    if b"language=" in request.query_string and LANGUAGE in request.args:
        choose_language(request.args[LANGUAGE])
    elif chosen is None:
        asked = environ.get("HTTP_ACCEPT_LANGUAGE", "")
        languages.use(_asked_for(asked, config["LANGUAGE"], offered))
    elif chosen in offered:
        languages.use(chosen)
    else:
        choose_language(chosen)


@lru_cache(maxsize=256)
def _asked_for(header: str, server: str, offered: tuple[str, ...]) -> str:
    if server == PSEUDO:  # no browser asks for it
        return PSEUDO
    accepted = parse_accept_header(header, LanguageAccept)
    for asked, quality in sorted(accepted, key=lambda one: -one[1]):
        tag = asked.lower().replace("-", "_")
        # Whoever asks for pt-PT reads pt_BR sooner than English.
        known = [one for one in offered if one.partition("_")[0] == tag.partition("_")[0]]
        if quality > 0 and known:
            return next((one for one in known if one.lower() == tag), known[0])
    return accepted.best_match(offered) or server


def choose_view(chosen: Mapping[str, str]) -> None:
    """From now on, show this phone the order of the players and the colours of the cards that it chose."""
    for cookie, value in ((SEAT_ORDER, TURNING), (COLOURS, TWO)):
        if cookie in chosen:
            _remember(cookie, value if chosen[cookie] == value else "")


def turns_players() -> bool:
    """Return whether this phone shows the first to play on top."""
    cookies = request.cookies
    return SEAT_ORDER in cookies and cookies[SEAT_ORDER] == TURNING


def has_two_colours() -> bool:
    """Return whether this phone shows the cards in two colours."""
    return request.cookies.get(COLOURS) == TWO


def in_chosen_order(shown: Screen) -> Screen:
    """Return a table screen in the order chosen on this phone."""
    return in_order_of_play(shown) if turns_players() else shown


def in_order_of_play(shown: Screen) -> Screen:
    """Return a table screen with players and trick winners from the first to play."""
    session = shown.session
    if session is None or session.deal is None or not session.game.recording.asks_dealer:
        return shown
    players = session.deal.setup.players
    places = {row.player: len(players) for row in shown.rows}
    places |= {player: place for place, player in enumerate(players)}
    rows = sorted(shown.rows, key=lambda row: places[row.player])
    choices = sorted(
        shown.answers.choices,
        key=lambda one: places[one.entry.player] if isinstance(one.entry, TrickWon) else 0,
    )
    return replace(shown, rows=tuple(rows), answers=replace(shown.answers, choices=tuple(choices)))
