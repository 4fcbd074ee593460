"""Who may do what: devices, and requests from other sites.

Unsafe methods pass only from the site's own pages. The check is Filippo Valsorda's, as Datasette
uses it: `Sec-Fetch-Site` where the browser sends it (over https and on the machine itself), else
`Origin` against the host asked for. A request with neither comes from no browser and carries no
cookie that somebody could abuse.
"""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit
from wsgiref.headers import Headers

from flask import Flask, Request, Response, abort, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

A_YEAR = 365 * 24 * 3600
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing here, from whatever site they come."""
MOST_MESSAGES = 5
"""Those that a phone has not been shown yet: the newest. They stand in the cookie, packed."""
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, also after the clock has been set back."""

    _signer: URLSafeTimedSerializer | None = None

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return what the cookie says; nothing, if it is not signed by us within a year."""
        signer = self.get_signing_serializer(app)
        value = request.cookies.get(self.get_cookie_name(app))
        if signer is None or value is None:
            return self.session_class()
        try:
            said, signed_at = signer.loads(value, return_timestamp=True)
        except BadSignature:
            return self.session_class()
        # One that was signed in the future is ours all the same: the clock has been set back.
        is_old = datetime.now(UTC) - signed_at > app.permanent_session_lifetime
        return self.session_class({} if is_old else _with_few_messages(said))

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs the cookies of an app, made once."""
        if self._signer is None:
            self._signer = super().get_signing_serializer(app)
        return self._signer

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the cookie may travel by https alone: if that is how the phone came."""
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie if it has changed. No page is stored, so none has to vary by it."""
        if session.modified:
            session.update(_with_few_messages(session))
            super().save_session(app, session, response)


def _with_few_messages(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a cookie says, with the newest messages alone: a phone may never ask for a page."""
    messages = said.get("_flashes")
    return dict(said) if messages is None else {**said, "_flashes": messages[-MOST_MESSAGES:]}


def device() -> str:
    """Return the random id of the browser that asks, given to it now if it has none."""
    known = session.get("device")
    if isinstance(known, str):
        if request.method in SAFE:
            session.modified = True  # the cookie's year begins anew; an entry is spared the signing
        return known
    session.permanent = True
    session["device"] = new = secrets.token_urlsafe(16)
    session.new = True
    return new


def comes_back() -> bool:
    """Return whether the browser that asks has kept the id that it was given."""
    device()
    return not session.new


def init_app(app: Flask) -> None:
    """Read the cookies, check every request's origin, and send the policy with every answer."""
    app.session_interface = Sessions()
    app.before_request(_refuse_other_sites)
    app.after_request(_protect)


def _refuse_other_sites() -> None:
    if request.method in SAFE:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site not in ("same-origin", "none"):
            abort(403)
        return
    origin = request.headers.get("Origin")
    ours = {request.host, _host_of(current_app.config["PUBLIC_URL"])} - {""}
    if origin is not None and _host_of(origin) not in ours:
        abort(403)


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def protect_file(headers: Headers, _path: str, _url: str) -> None:
    """Set the headers of a static file."""
    headers["X-Content-Type-Options"] = "nosniff"


def _protect(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    # The address of a table is the right to write in it; it must not leak through links.
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "no-store")
    return response
