"""Flask as this app uses it: what happens to each request before its view."""

from collections.abc import Callable
from typing import Any

from flask import Flask, request

from companion.web import bodies, preferences, security


class App(Flask):
    """Flask whose views and hooks are plain functions, and whose blueprints have no hooks of their own."""

    request_class = bodies.Request

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function as it is, without looking at it in each request: none is a coroutine."""
        return func

    def preprocess_request(self) -> None:
        """Refuse requests of other sites, read the body, and use the phone's language."""
        # The request itself, because each use of the proxy takes three calls.
        asked = request._get_current_object()  # type: ignore[attr-defined]
        security.check_origin(asked, self)
        bodies.read(asked, self)
        preferences.use_the_phones(asked, self)
