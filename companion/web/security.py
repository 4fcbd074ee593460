"""Cookies that identify devices, the check of a request's origin, and security headers.

Unsafe methods are allowed only from the site's own pages. The check is Filippo Valsorda's, as
Datasette uses it. It reads `Sec-Fetch-Site` if the browser sends it (over https and on localhost);
otherwise it compares `Origin` with the requested host. A request without either header is not from
a browser, so it has no cookie to abuse.
"""

import secrets
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any, cast
from urllib.parse import urlsplit
from wsgiref.headers import Headers

from flask import Flask, Request, Response, abort, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

A_YEAR = 365 * 24 * 3600
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing, so that any site may use them."""
MOST_MESSAGES = 5
"""Maximum number of messages that wait in the cookie for the next page; the newest are kept."""
POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, kept for a year by the browser's clock: the server's may be years off."""

    def __init__(self, app: Flask) -> None:
        self._signer = cast(URLSafeTimedSerializer, self.get_signing_serializer(app))
        # A phone sends the same cookie with each tap. What we signed stays valid, and is not changed
        # here; a cookie that we did not sign raises an error, which is not cached.
        self._read = lru_cache(maxsize=1024)(self._signer.loads)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the cookie's content; an empty session if we did not sign it."""
        value = request.cookies.get(self.get_cookie_name(app), "")
        try:
            said = self._read(value)
        except BadSignature:
            return self.session_class()
        return self.session_class(_with_few_messages(said))

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie if it has changed. No page is cached, so `Vary` is not needed."""
        if session.modified:
            response.set_cookie(
                self.get_cookie_name(app),
                self._signer.dumps(_with_few_messages(session)),
                max_age=A_YEAR,
                secure=request.is_secure,
                httponly=True,
                samesite="Lax",
                path=self.get_cookie_path(app),
            )


def _with_few_messages(said: Mapping[str, Any]) -> dict[str, Any]:
    messages = said.get("_flashes")
    return dict(said) if messages is None else {**said, "_flashes": messages[-MOST_MESSAGES:]}


def visitor() -> tuple[str, bool]:
    """Return this browser's random id, and whether it has kept it from an earlier request."""
    mine = session._get_current_object()  # type: ignore[attr-defined]
    known = mine.get("device")
    if not isinstance(known, str):
        mine["device"] = known = secrets.token_urlsafe(16)
        mine.new = True
    elif request.method in SAFE:
        # Renew the cookie, but not for entries, which signing would slow down.
        mine.modified = True
    return known, not mine.new


def device() -> str:
    """Return this browser's random id, creating it if needed."""
    return visitor()[0]


def comes_back() -> bool:
    """Return whether this browser has kept its id from an earlier request."""
    return visitor()[1]


def opener() -> str:
    """Return the id to open an evening or a group with; "" if this browser could not host it."""
    known, is_kept = visitor()
    return known if is_kept else ""


def init_app(app: Flask) -> None:
    app.session_interface = Sessions(app)
    # Without a server, the pages stand in a frame of the page that starts the app.
    frames = "'none'" if app.config["FEATURES"].live else "'self'"
    app.after_request(partial(_protect, POLICY + frames))


def check_origin(request: Request, app: Flask) -> None:
    """Refuse a request that another site makes a browser send."""
    if request.method in SAFE:
        return
    site, origin = map(request.environ.get, ("HTTP_SEC_FETCH_SITE", "HTTP_ORIGIN"))
    if site is not None:
        is_ours = site in ("same-origin", "none")
    else:
        ours = {request.host, _host_of(app.config["PUBLIC_URL"])} - {""}
        is_ours = origin is None or _host_of(origin) in ours
    if not is_ours:
        abort(403)


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def protect_file(headers: Headers, _path: str, _url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"


def _protect(policy: str, response: Response) -> Response:
    response.headers["Content-Security-Policy"] = policy
    response.headers["X-Content-Type-Options"] = "nosniff"
    # The address of a table gives the right to write in it, so it must not leak through links.
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "no-store")
    if request.method == "GET" and request.path.startswith(("/e/", "/g/")):
        response.headers["X-Robots-Tag"] = "noindex"
    return response
