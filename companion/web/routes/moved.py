"""Old addresses of pages. They redirect for ever, because people keep links."""

from functools import partial

from flask import Blueprint, Response

from companion.web.access import opened, opened_group
from companion.web.respond import goto

bp = Blueprint("moved", __name__)

MOVED = {
    "/e/<key>/link": "people.people",
    "/e/<key>/me": "people.settings",
    "/e/<key>/download": "results.evening",
    "/g/<key>/link": "groups.more",
}
"""The page that each address leads to now."""


def _goto(key: str, page: str) -> Response:
    (opened_group if page.startswith("groups.") else opened)(key)
    return goto(page, key=key)


for _old, _page in MOVED.items():
    bp.add_url_rule(_old, _old.replace("/", "-"), partial(_goto, page=_page), methods=["GET"])
