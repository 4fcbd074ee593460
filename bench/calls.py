"""Count the Python function calls of a play, which do not depend on the load of the machine."""

import secrets
import sys
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import FrameType

from flask import Flask
from werkzeug.test import EnvironBuilder

from bench.dealing import Dealer, fields_of
from companion.evening import AnyEntry
from companion.evening.entries import GameStarted
from companion.rules.actions import Played
from companion.web import create_app

BEFORE = 5
"""Deals before the counted one, to fill the caches."""


def of_a_play(start: GameStarted) -> int:
    """Return the median number of calls for a play, from its request to the response's last byte."""
    deals = Dealer(start).deals(BEFORE + 1)
    with TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        counts = _of_plays(app, [start, *chain(*deals[:-1])], deals[-1])
        app.extensions["tables"].close()
    return int(median(counts))


def _of_plays(app: Flask, begun: list[AnyEntry], deal: list[AnyEntry]) -> list[int]:
    """Enter a deal in an evening with the entries `begun`, and count the calls of each play."""
    key = app.extensions["tables"].evenings.log.open_evening("Friday", begun, "import").key
    phone = app.test_client()
    for _ in range(2):
        phone.get(f"/e/{key}")
    cookie = phone.get_cookie("companion")
    counts = []
    for after, entry in enumerate(deal, len(begun)):
        fields = fields_of(entry, after, secrets.token_urlsafe(9))
        asked = EnvironBuilder(
            f"/e/{key}/entries",
            method="POST",
            data=fields,
            headers={
                "HX-Request": "true",
                "Accept-Encoding": "gzip, br",
                "Cookie": f"companion={cookie.value if cookie else ''}",
            },
        )
        count, status = _counted(app, asked)
        if not status.startswith("200"):
            raise RuntimeError(f"{fields} was answered with {status}")
        if isinstance(entry, Played):
            counts.append(count)
    return counts


def _counted(app: Flask, asked: EnvironBuilder) -> tuple[int, str]:
    environ = asked.get_environ()
    count, answered = 0, ""

    def note(_frame: FrameType, event: str, _what: object) -> None:
        nonlocal count
        count += event == "call"

    def start(status: str, *_: object) -> None:
        nonlocal answered
        answered = status

    sys.setprofile(note)
    try:
        parts = app(environ, start)
        for _ in parts:
            pass
        if close := getattr(parts, "close", None):
            close()
    finally:
        sys.setprofile(None)
    return count, answered
