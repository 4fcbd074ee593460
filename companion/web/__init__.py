"""The web app: pages for phones, rendered on the server, usable without script."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from flask import Flask, request
from jinja2 import ChoiceLoader, FileSystemLoader, ModuleLoader

from companion.store import keys
from companion.tables import Limits, open_groups
from companion.tables.budgets import OF_A_POCKET
from companion.tables.checking import Offload, at_once
from companion.tables.features import SERVER, Features
from companion.web import bodies, errors, preferences, routes, security, templating
from companion.web.assets import Assets
from companion.web.render_cache import RenderCache
from companion.web.request_queue import Loop
from companion.wording.games import known_titles
from companion.wording.languages import SOURCE

FOLDER = Path(__file__).parent
"""Contains the templates and static files, as symbolic links in a checkout, as files in a wheel."""
COMPILED = FOLDER / "compiled"
"""Templates that `Environment.compile_templates` has compiled. Only the build of the pocket makes them."""


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
    assets: Mapping[str, str] | None = None,
    root: str = "/",
    pocket_url: str = "",
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
    `pocket_url` is where the host has put the companion without a server; the home page links to it.
    `loop` is the server's event loop. Without it, requests do not wait for their turn, and there is
    no time limit for their bodies.
    `assets` are the names of static files that were built before, as `served.build` returns them, and
    that something else serves. Without them, the app builds and serves them, and compresses responses.
    `root` is the path that all addresses begin with, like `/loo/`: the requests' SCRIPT_NAME and a slash.
    Raises `StoreError` if the database cannot be used.
    """
    limits = limits or (OF_A_POCKET if features.copies else Limits())
    app = _new_app(instance, limits)
    app.config.update(
        APPLICATION_ROOT=root,
        PUBLIC_URL=public_url,
        POCKET_URL=pocket_url,
        ALLOWED_HOSTS=frozenset(allowed_hosts),
        FEATURES=features,
    )
    _open(app, instance, offload, limits, database)
    app.extensions["loop"] = loop
    # First, so that responses are compressed last.
    files = _served(app, instance, loop, behind_proxy) if assets is None else Assets(assets, root)
    _add_pages(app, files, language)
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
        SESSION_COOKIE_NAME="companion",
    )
    # Merging slashes would redirect to the host named in the request, which can be forged.
    app.url_map.merge_slashes = False
    # Cache all templates without a lock, because threads render pages too.
    app.jinja_options = {"cache_size": -1}
    if COMPILED.is_dir():
        loaders = ModuleLoader(COMPILED), FileSystemLoader(FOLDER / "templates")
        app.jinja_options |= {"loader": ChoiceLoader(loaders)}
    return app


def _open(app: Flask, instance: Path, offload: Offload, limits: Limits, database: str) -> None:
    """Open the groups and tables of the app. Raises `StoreError`."""
    server_key = app.config["SECRET_KEY"]
    groups = open_groups(
        instance, offload, limits.checking, limits, server_key, database, prepared=True
    )
    groups.titles = known_titles()
    cache = RenderCache(app, groups.tables)
    app.extensions.update(groups=groups, tables=groups.tables, render_cache=cache)


def _served(app: Flask, instance: Path, loop: Loop | None, behind_proxy: bool) -> Assets:
    # Imported here, because Python in a browser lacks what this needs.
    from companion.web import served

    return served.init_app(app, FOLDER / "static", instance / "static", loop, behind_proxy)


def _add_pages(app: Flask, files: Assets, language: str) -> None:
    """Add the pages, and what is done before and after each request. The order counts."""
    app.extensions["assets"] = files
    security.init_app(app)
    preferences.init_app(app, language)
    errors.init_app(app)
    routes.init_app(app, app.config["FEATURES"])
    templating.init_app(app, files)
