"""Paths of this site's pages, also for code that runs outside a request.

Flask's own `url_for` needs a request, which a stream does not have, and is many times slower. Each
address is built once and cached.
"""

from functools import lru_cache
from urllib.parse import urlencode

from flask import Flask, current_app
from werkzeug.routing import MapAdapter

from companion.evening.game_session import GameSession
from companion.evening.starting import read_rules
from companion.rules.house import declared, written


def init_app(app: Flask) -> None:
    app.extensions["urls"] = app.url_map.bind("")


def url_for(endpoint: str, *, _anchor: str = "", **values: object) -> str:
    path = _path(current_app.extensions["urls"], endpoint, tuple(values.items()))
    return f"{path}#{_anchor}" if _anchor else path


@lru_cache(maxsize=4096)
def _path(urls: MapAdapter, endpoint: str, values: tuple[tuple[str, object], ...]) -> str:
    return urls.build(endpoint, dict(values))


def rules_address(session: GameSession, rule: str = "") -> str:
    """Return the address of a game's rules, or of one `rule` among them."""
    anchor = f"#{rule}" if rule else ""
    return _with_rules("rules.show", session, []) + anchor


def sheet_address(session: GameSession) -> str:
    """Return the address of a blank score sheet for a game and its players."""
    return _with_rules("rules.sheet", session, [("seat", name) for name in session.dealt_in()])


def _with_rules(endpoint: str, session: GameSession, query: list[tuple[str, str]]) -> str:
    usual = read_rules(session.game, session.preset, {})
    chosen = [("preset", session.preset)] if session.preset else []
    if session.edition != session.game.edition:
        chosen.append(("edition", str(session.edition)))
    for declaration in declared(session.game.house_rules):
        value = getattr(session.rules, declaration.name)
        if value is not None and value != getattr(usual, declaration.name):
            chosen.append((declaration.name, written(value)))
    told = urlencode(chosen + query)
    return url_for(endpoint, game=session.game.id) + (f"?{told}" if told else "")
