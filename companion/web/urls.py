"""Addresses of this site's pages: paths, which are made outside a request too.

Flask's own `url_for` wants a request, which a stream has not, and takes many times as long. A page
is full of addresses and a table has few, so each is built once.
"""

from functools import lru_cache

from flask import Flask, current_app
from werkzeug.routing import MapAdapter


def init_app(app: Flask) -> None:
    """Learn the addresses of the app's pages."""
    app.extensions["urls"] = app.url_map.bind("")


def url_for(endpoint: str, *, _anchor: str = "", **values: object) -> str:
    """Return the address of a page."""
    path = _path(current_app.extensions["urls"], endpoint, tuple(values.items()))
    return f"{path}#{_anchor}" if _anchor else path


@lru_cache(maxsize=4096)
def _path(urls: MapAdapter, endpoint: str, values: tuple[tuple[str, object], ...]) -> str:
    return urls.build(endpoint, dict(values))
