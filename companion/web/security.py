"""Cookies that identify devices, the check of a request's origin, and security headers.

Unsafe methods are allowed only from the site's own pages. The check is Filippo Valsorda's, as
Datasette uses it. It reads `Sec-Fetch-Site` if the browser sends it (over https and on localhost);
otherwise it compares `Origin` with the requested host. A request without either header is not from
a browser, so it has no cookie to abuse.
"""

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from wsgiref.headers import Headers

from flask import Flask, Request, Response, abort, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

A_YEAR = 365 * 24 * 3600
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing, so that any site may use them."""
MOST_MESSAGES = 5
"""Maximum number of messages that wait in the cookie for the next page; the newest are kept."""
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, kept for a year by the browser's clock: the server's may be years off."""

    _signer: URLSafeTimedSerializer | None = None

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the cookie's content; an empty session if we did not sign it."""
        signer = self.get_signing_serializer(app)
        value = request.cookies.get(self.get_cookie_name(app), "")
        if signer is None:
            return self.session_class()
        try:
            said = signer.loads(value)
        except BadSignature:
            return self.session_class()
        return self.session_class(_with_few_messages(said))

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer for cookies, which is made only once."""
        if self._signer is None:
            self._signer = super().get_signing_serializer(app)
        return self._signer

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie if it has changed. No page is cached, so `Vary` is not needed."""
        signer = self.get_signing_serializer(app)
        if session.modified and signer is not None:
            response.set_cookie(
                self.get_cookie_name(app),
                signer.dumps(_with_few_messages(session)),
                max_age=A_YEAR,
                secure=self.get_cookie_secure(app),
                httponly=True,
                samesite="Lax",
            )


def _with_few_messages(said: Mapping[str, Any]) -> dict[str, Any]:
    messages = said.get("_flashes")
    return dict(said) if messages is None else {**said, "_flashes": messages[-MOST_MESSAGES:]}


def device() -> str:
    """Return this browser's random id, creating it if needed."""
    known = session.get("device")
    if isinstance(known, str):
        if request.method in SAFE:
            session.modified = (
                True  # renew the cookie, but not for entries, which signing would slow down
            )
        return known
    session["device"] = new = secrets.token_urlsafe(16)
    session.new = True
    return new


def comes_back() -> bool:
    """Return whether this browser has kept its id from an earlier request."""
    device()
    return not session.new


def opener() -> str:
    """Return the id to open an evening or a group with; "" if this browser could not host it."""
    return device() if comes_back() else ""


def init_app(app: Flask) -> None:
    app.session_interface = Sessions()
    app.before_request(_refuse_other_sites)
    app.after_request(_protect)


def _refuse_other_sites() -> None:
    if request.method in SAFE:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is not None:
        is_ours = site in ("same-origin", "none")
    else:
        ours = {request.host, _host_of(current_app.config["PUBLIC_URL"])} - {""}
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


def _protect(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    # The address of a table gives the right to write in it, so it must not leak through links.
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "no-store")
    if request.method == "GET" and request.path.startswith(("/e/", "/g/")):
        response.headers["X-Robots-Tag"] = "noindex"
    return response
