"""The web app: pages for phones, rendered on the server, working without script."""

from collections.abc import Collection
from pathlib import Path

from flask import Flask
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix
from whitenoise import WhiteNoise

from companion.store import keys
from companion.tables import Limits, open_groups
from companion.tables.checking import Aside, at_once
from companion.web import assets, bodies, errors, languages, security, templating
from companion.web.api import routes as api
from companion.web.draw import Drawings
from companion.web.routes import (
    amend,
    evenings,
    files,
    groups,
    home,
    log,
    pages,
    people,
    results,
    rules,
    shell,
    table,
)
from companion.web.turns import Loop, Turns
from companion.wording.languages import SOURCE

FOLDER = Path(__file__).parent
"""Holds the templates and the static files: by links in a checkout, as files where installed."""
LARGEST_FORM = 64 * 1024
"""Bytes; only an import allows more."""

PARTS = (
    amend,
    evenings,
    files,
    groups,
    home,
    log,
    pages,
    people,
    results,
    rules,
    shell,
    table,
    api,
)
"""The modules with the routes."""


def create_app(
    instance: Path,
    behind_proxy: bool = False,
    language: str = SOURCE,
    public_url: str = "",
    allowed_hosts: Collection[str] = (),
    aside: Aside = at_once,
    limits: Limits | None = None,
    database: str = "",
    keeps_shell: bool = True,
    loop: Loop | None = None,
) -> Flask:
    """Return the app on the database in `instance`, which is made if it is not there.

    With an address, it is the `database` on a server, which `prepare_server` has made and which may
    be away for a while; the keys are in `instance` all the same.
    `language` is for phones that ask for none that is known. Behind a proxy the app believes what
    that says of the phone's address, and of the scheme and the host that were asked for. Links
    begin with `public_url`, like ``https://loo.example.org/``; without it, with the host that was
    asked for, if that is of this network or one of `allowed_hosts`.
    `aside` does what takes long without keeping other requests waiting. `limits` is what may
    be asked for.
    `keeps_shell` lets phones keep the shell of the pages; without it they forget it again.
    `loop` is the server's: without one requests do not take turns, and bodies have no time limit.
    Raises `StoreError` if the database cannot be used.
    """
    limits = limits or Limits()
    server_key = keys.server_key(instance)
    app = Flask(
        "companion",
        template_folder=str(FOLDER / "templates"),
        static_folder=None,
        instance_path=str(instance.resolve()),
    )
    app.config.update(
        SECRET_KEY=server_key,
        HOST_MARK=keys.mark(keys.host_token(instance)),
        PUBLIC_URL=public_url,
        KEEPS_SHELL=keeps_shell,
        ALLOWED_HOSTS=frozenset(allowed_hosts),
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=security.A_YEAR,
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,
        LARGEST_FILE=limits.megabytes * 2**20,
        COMPRESS_ALGORITHM=["br", "gzip"],
        # A table's page is a fifth smaller than at level 1, for some 50 µs; it fits in the window.
        COMPRESS_BR_LEVEL=5,
        COMPRESS_BR_WINDOW=16,
        COMPRESS_LEVEL=1,
        COMPRESS_STREAMS=False,
    )
    # A redirect to an address without double slashes would name the host that was asked for.
    app.url_map.merge_slashes = False
    # All templates are kept, without the lock that others need: pages are drawn in threads, too.
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "cache_size": -1}
    found = open_groups(
        instance,
        aside,
        limits.checking,
        limits,
        server_key,
        database,
        prepared=True,
    )
    drawings = Drawings(app, found.tables)
    app.extensions.update(groups=found, tables=found.tables, drawings=drawings)
    Compress(app)
    security.init_app(app)
    bodies.init_app(app, loop, "files.import_file")
    languages.init_app(app, language)
    errors.init_app(app)
    for part in PARTS:
        app.register_blueprint(part.bp)
    built = assets.build(FOLDER / "static", instance / "static")
    app.extensions["assets"] = built
    templating.init_app(app, built)
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app,
        root=built.folder,
        prefix="static/",
        immutable_file_test=built.is_immutable,
        allow_all_origins=False,
        add_headers_function=security.protect_file,
    )
    app.wsgi_app = Turns(app.wsgi_app, loop)  # type: ignore[method-assign]
    if behind_proxy:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=1, x_proto=1, x_host=1
        )
    return app
