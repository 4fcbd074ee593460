"""Addresses: paths of this site, and whole links for other phones.

Paths do not use Flask's own `url_for`, because it is many times slower and needs a request, which a
stream does not have. A request can name any host, and a link to a foreign host would reveal a
table's key to it. So links use the request's host only if it is allowed, local or an IP address;
otherwise they use the server's own address.
"""

import ipaddress
import re
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode, urlsplit

import segno
from flask import Flask, current_app, request
from markupsafe import Markup
from werkzeug.routing import MapAdapter

from companion.evening.game_session import GameSession
from companion.evening.starting import read_rules
from companion.rules.house import declared, written


def init_app(app: Flask) -> None:
    app.extensions["urls"] = app.url_map.bind("", script_name=app.config["APPLICATION_ROOT"])


def url_for(endpoint: str, *, _anchor: str = "", **values: object) -> str:
    path = _path(current_app.extensions["urls"], endpoint, tuple(values.items()))
    return f"{path}#{_anchor}" if _anchor else path


@lru_cache(maxsize=4096)
def _path(urls: MapAdapter, endpoint: str, values: tuple[tuple[str, object], ...]) -> str:
    return urls.build(endpoint, dict(values))


def rules_address(session: GameSession, rule: str = "") -> str:
    """Return the address of a game's rules, or of one `rule` among them."""
    anchor = f"#{rule}" if rule else ""
    return _address("rules.show", session, rules_query(session)) + anchor


def sheet_address(session: GameSession) -> str:
    """Return the address of a blank score sheet for a game and its players."""
    seats = [("seat", name) for name in session.dealt_in()]
    return _address("rules.sheet", session, rules_query(session) + seats)


def rules_query(session: GameSession) -> list[tuple[str, str]]:
    """Return a game's preset, edition and changed house rules, as fields of a query."""
    usual = read_rules(session.game, session.preset, {})
    chosen = [("preset", session.preset)] if session.preset else []
    if session.edition != session.game.edition:
        chosen.append(("edition", str(session.edition)))
    for declaration in declared(session.game.house_rules):
        value = getattr(session.rules, declaration.name)
        if value is not None and value != getattr(usual, declaration.name):
            chosen.append((declaration.name, written(value)))
    return chosen


def _address(endpoint: str, session: GameSession, query: list[tuple[str, str]]) -> str:
    told = urlencode(query)
    return url_for(endpoint, game=session.game.id) + (f"?{told}" if told else "")


_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)
_LONGEST = 100
"""Maximum length of a host with its port, so that QR codes stay small."""


def root() -> str:
    """Return the address of the home page, ending in a slash, for other phones."""
    public: str = current_app.config["PUBLIC_URL"]
    if public:
        return public
    is_ours = _is_ours(request.host, current_app.config["ALLOWED_HOSTS"])
    host = request.host if is_ours else _own_host(request.environ)
    return f"{request.scheme}://{host}{current_app.config['APPLICATION_ROOT']}"


def link(endpoint: str, **values: Any) -> str:
    """Return the whole address of a page, for other phones."""
    return root() + url_for(endpoint, **values).removeprefix(current_app.config["APPLICATION_ROOT"])


@lru_cache(maxsize=256)
def qr_code(url: str) -> Markup:
    code = segno.make(url, micro=False)
    return Markup(code.svg_inline(scale=6, border=2, omitsize=True, svgclass=None, lineclass=None))


def is_private() -> bool:
    """Return whether only this phone or computer can open the links."""
    return not current_app.config["FEATURES"].invite or _is_loopback(root())


def is_secure() -> bool:
    """Return whether the browser trusts the connection: https, or from this computer."""
    # Avoid `host_url`, which fails on a host like `xn--a`.
    return request.is_secure or _is_loopback(f"{request.scheme}://{request.host}/")


def _is_loopback(url: str) -> bool:
    try:
        name = urlsplit(url).hostname or ""
    except ValueError:  # an unmatched bracket
        return False
    return name == "localhost" or bool((ip := _ip(name)) and ip.is_loopback)


def _is_ours(host: str, allowed: frozenset[str]) -> bool:
    parts = _HOST.fullmatch(host)
    name = parts["name"].lower() if parts else ""
    if name in allowed:
        return True
    is_local = "." not in name.rstrip(".") or name.endswith(".local")
    return bool(name) and len(host) <= _LONGEST and (is_local or _ip(name.strip("[]")) is not None)


def _ip(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _own_host(environ: dict[str, Any]) -> str:
    connection = environ.get("gunicorn.socket")
    address, port = environ["SERVER_NAME"], environ["SERVER_PORT"]
    if connection:
        address, port = connection.getsockname()[:2]
    # A server that listens on IPv6 and IPv4 reports an IPv4 address with this prefix.
    address = address.removeprefix("::ffff:")
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
