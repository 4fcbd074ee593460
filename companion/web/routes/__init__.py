"""The pages and forms of the app."""

from functools import partial
from importlib import import_module
from typing import Any

from flask import Flask

from companion.tables import policy
from companion.tables.features import Features
from companion.web.api import routes as api

_PARTS = (
    *("evenings", "groups", "home", "host", "imports", "log", "moved", "odds"),
    *("pages", "people", "practice", "results", "rules", "study", "table", "copies"),
)
_BLUEPRINTS = {part: import_module(f"{__name__}.{part}").bp for part in _PARTS}
NEEDS = {
    "live": ("table.live", "home.worker", "home.offline", "api.docs"),
    "invite": (
        *("home.ask_code", "home.join", "home.join_in_full", "pages.display"),
        *("people.people", "people.code", "people.me", "people.replace", "people.remove"),
        *("people.become_host", "people.hand_over", "people.set_rules"),
        *("groups.replace", "groups.leave"),
        *("host.status", "host.offer_host", "host.become_host", "host.give_up_host"),
    ),
    "estimates": ("odds.of_deal", "odds.index", "odds.trainer"),
}
"""The endpoints that need each feature; the others need none."""


def init_app(app: Flask, features: Features) -> None:
    """Add the pages and forms. Those that need a missing feature are refused."""
    for part, blueprint in _BLUEPRINTS.items():
        if part != "copies" or features.copies:
            app.register_blueprint(blueprint)
    app.register_blueprint(api.bp)
    for feature, endpoints in NEEDS.items():
        if not policy.is_offered(features, feature):
            app.view_functions |= dict.fromkeys(endpoints, partial(_refuse, features, feature))


def _refuse(features: Features, feature: str, /, **_asked: object) -> Any:
    policy.check_offered(features, feature)
