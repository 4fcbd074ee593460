"""The language of an answer: the one chosen on the phone, or else that of its browser."""

from functools import lru_cache

from flask import Flask, Response, after_this_request, current_app, flash, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.web.security import A_YEAR
from companion.wording import languages
from companion.wording.languages import PSEUDO, SOURCE, _

COOKIE = "language"
"""Cookie with the chosen language, and parameter of an address that chooses one."""


def init_app(app: Flask, server: str) -> None:
    """Answer each phone in its language, or in `server`'s if that is not offered."""
    app.config["LANGUAGE"] = server
    app.config["LANGUAGES"] = languages.offered(server)
    app.before_request(_use_the_phones)
    app.teardown_request(lambda _error: languages.use(SOURCE))


def known() -> tuple[str, ...]:
    """Return the languages that this server offers, English first."""
    found: tuple[str, ...] = current_app.config["LANGUAGES"]
    return found


def choose(name: str) -> None:
    """Answer this phone in a language from now on, or in English with a notice."""
    chosen = name if name in known() else SOURCE
    languages.use(chosen)
    if chosen != name:
        flash(_("That language is not available yet. This is English."))

    @after_this_request
    def remember(answer: Response) -> Response:
        answer.set_cookie(COOKIE, chosen, max_age=A_YEAR, httponly=True, samesite="Lax")
        return answer


def _use_the_phones() -> None:
    # Most phones choose no language, so parse neither their cookies nor the address.
    headers, offered = request.headers, known()
    chosen = request.cookies.get(COOKIE) if COOKIE in headers.get("Cookie", "") else None
    if b"language=" in request.query_string and COOKIE in request.args:
        choose(request.args[COOKIE])
    elif chosen in offered:
        languages.use(chosen)
    elif chosen is not None:
        choose(chosen)
    elif len(offered) == 1:
        languages.use(SOURCE)
    else:
        server = current_app.config["LANGUAGE"]
        languages.use(_asked_for(headers.get("Accept-Language", ""), server, offered))


@lru_cache(maxsize=256)
def _asked_for(header: str, server: str, offered: tuple[str, ...]) -> str:
    if server == PSEUDO:  # no browser asks for it
        return PSEUDO
    return parse_accept_header(header, LanguageAccept).best_match(offered) or server
