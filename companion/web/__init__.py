"""The web app: pages for phones, rendered on the server, usable without script."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from flask import Flask, request
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix
from whitenoise import WhiteNoise

from companion.store import keys
from companion.tables import Limits, open_groups
from companion.tables.checking import Offload, at_once
from companion.tables.features import SERVER, Features
from companion.web import assets, bodies, errors, preferences, routes, security, templating
from companion.web.render_cache import RenderCache
from companion.web.request_queue import Loop, RequestQueue
from companion.wording.games import known_titles
from companion.wording.languages import SOURCE

FOLDER = Path(__file__).parent
"""Contains the templates and static files, as symbolic links in a checkout, as files in a wheel."""

SETTINGS: Mapping[str, object] = {
    "SESSION_COOKIE_NAME": "companion",
    "COMPRESS_ALGORITHM": ["br", "gzip"],
    # Level 5 makes a table's page a fifth smaller than level 1, and takes about 50 µs longer. A
    # window up to 16 would do, but makes brotli clear and search larger tables.
    "COMPRESS_BR_LEVEL": 5,
    "COMPRESS_BR_WINDOW": 18,
    "COMPRESS_LEVEL": 1,
    "COMPRESS_STREAMS": False,
}


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


def create_app(
    instance: Path,
    behind_proxy: bool = False,
    language: str = SOURCE,
    public_url: str = "",
    allowed_hosts: Collection[str] = (),
    offload: Offload = at_once,
    limits: Limits | None = None,
    database: str = "",
    features: Features = SERVER,
    loop: Loop | None = None,
) -> Flask:
    """Return the app for the database in `instance`, which is created if missing.

    `database` is the address of a database on a server to use instead. `prepare_server` must have
    prepared it; it need not be reachable yet. The keys are always in `instance`.
    `behind_proxy` means to trust the proxy's headers for the phone's address, the scheme and the host.
    `language` is the default for phones whose languages the app does not offer.
    `public_url`, like ``https://loo.example.org/``, is the start of all links. Without it, links use
    the request's host if it is local, an IP address or one of `allowed_hosts`.
    `offload` runs long work without delaying other requests. `limits` are the limits on requests.
    `features` are what the app offers: `POCKET` in a browser without a server.
    `loop` is the server's event loop. Without it, requests do not wait for their turn, and there is
    no time limit for their bodies.
    Raises `StoreError` if the database cannot be used.
    """
    limits = limits or Limits()
    app = _new_app(instance, limits)
    app.config.update(
        PUBLIC_URL=public_url, FEATURES=features, ALLOWED_HOSTS=frozenset(allowed_hosts)
    )
    server_key = app.config["SECRET_KEY"]
    groups = open_groups(
        instance, offload, limits.checking, limits, server_key, database, prepared=True
    )
    groups.titles = known_titles()
    cache = RenderCache(app, groups.tables)
    app.extensions.update(groups=groups, tables=groups.tables, render_cache=cache, loop=loop)
    _add_hooks(app, language)
    _wrap(app, _with_pages(app, instance), loop, behind_proxy)
    return app


def _new_app(instance: Path, limits: Limits) -> Flask:
    app = App(
        "companion",
        template_folder=str(FOLDER / "templates"),
        static_folder=None,
        instance_path=str(instance.resolve()),
    )
    app.config.update(
        SECRET_KEY=keys.server_key(instance),
        HOST_MARK=keys.mark(keys.host_token(instance)),
        LARGEST_FILE=limits.megabytes * 2**20,
        **SETTINGS,
    )
    # Merging slashes would redirect to the host named in the request, which can be forged.
    app.url_map.merge_slashes = False
    # Cache all templates without a lock, because threads render pages too.
    app.jinja_options = {"cache_size": -1}
    return app


def _add_hooks(app: Flask, language: str) -> None:
    """Add what is done before and after each request. The order counts."""
    Compress(app)
    security.init_app(app)
    preferences.init_app(app, language)
    errors.init_app(app)


def _with_pages(app: Flask, instance: Path) -> assets.Assets:
    """Add the pages to the app, and return the files that they use."""
    routes.init_app(app, app.config["FEATURES"])
    built = assets.build(FOLDER / "static", instance / "static")
    app.extensions["assets"] = built
    templating.init_app(app, built)
    return built


def _wrap(app: Flask, built: assets.Assets, loop: Loop | None, behind_proxy: bool) -> None:
    """Put the layers around the app that answer or change requests before it."""
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app,
        root=built.folder,
        prefix="static/",
        immutable_file_test=built.is_immutable,
        allow_all_origins=False,
        add_headers_function=security.protect_file,
    )
    app.wsgi_app = RequestQueue(app.wsgi_app, loop)  # type: ignore[method-assign]
    if behind_proxy:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=1, x_proto=1, x_host=1
        )
