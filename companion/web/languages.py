"""The language a phone is answered in: its own choice, else what its browser asks for."""

from functools import lru_cache

from flask import Flask, current_app, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.wording import languages
from companion.wording.languages import PSEUDO, SOURCE

COOKIE = "language"
"""Holds what was chosen on this phone, for a year."""


def init_app(app: Flask, server: str) -> None:
    """Answer each request in its phone's language, or in `server`'s where that has none known."""
    app.config["LANGUAGE"] = server
    app.config["LANGUAGES"] = languages.offered(server)
    app.before_request(_use_the_phones)
    # What runs in this thread next is nobody's answer.
    app.teardown_request(lambda _: languages.use(SOURCE))


def known() -> tuple[str, ...]:
    """Return the languages that this server offers, English first."""
    found: tuple[str, ...] = current_app.config["LANGUAGES"]
    return found


def _use_the_phones() -> None:
    offered, server = known(), current_app.config["LANGUAGE"]
    if len(offered) == 1:
        languages.use(SOURCE)
        return
    headers = request.headers
    chosen = request.cookies.get(COOKIE) if COOKIE in headers.get("Cookie", "") else None
    if chosen not in offered:
        chosen = _asked_for(headers.get("Accept-Language", ""), server, offered)
    languages.use(chosen)


@lru_cache(maxsize=256)
def _asked_for(header: str, server: str, offered: tuple[str, ...]) -> str:
    """Return the language that a browser prefers among those offered; else the server's."""
    if server == PSEUDO:  # no browser asks for it: it is there to be looked at
        return PSEUDO
    return parse_accept_header(header, LanguageAccept).best_match(offered) or server
