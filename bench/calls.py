"""How many calls of Python functions a play makes: a count, which a busy machine does not change."""

import secrets
import sys
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import FrameType

from flask import Flask
from msgspec import to_builtins
from werkzeug.test import EnvironBuilder

from bench.dealing import DOMINOES, Dealer
from companion.evening import AnyEntry
from companion.evening.entries import GameStarted
from companion.rules.actions import Played
from companion.web import create_app

THREE_CARDS = GameStarted("three-card-loo", DOMINOES.seats, DOMINOES.dealer, "plays")
GAMES = {"domino Loo": DOMINOES, "three-card Loo": THREE_CARDS}
BEFORE = 5
"""Deals before the one that is counted: what is made once has been made."""


def of_a_play(start: GameStarted) -> int:
    """Return the median of a deal's plays, each from the request to the answer's last byte."""
    deals = Dealer(start).deals(BEFORE + 1)
    with TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        counts = _of_plays(app, [start, *chain(*deals[:-1])], deals[-1])
        app.extensions["tables"].close()
    return int(median(counts))


def _of_plays(app: Flask, begun: list[AnyEntry], deal: list[AnyEntry]) -> list[int]:
    """Enter a deal at a new table whose log holds what has `begun`, and count the calls of plays."""
    key = app.extensions["tables"].evenings.log.open_evening("Friday", begun, "import").key
    phone = app.test_client()
    for _ in range(2):
        phone.get(f"/e/{key}")
    cookie = phone.get_cookie("companion")
    counts = []
    for after, entry in enumerate(deal, len(begun)):
        fields = {
            name: "true" if value is True else str(value)
            for name, value in to_builtins(entry).items()
        }
        asked = EnvironBuilder(
            f"/e/{key}/entries",
            method="POST",
            data={**fields, "after": str(after), "entry_id": secrets.token_urlsafe(9)},
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


if __name__ == "__main__":
    for name, game in GAMES.items():
        print(f"{name}: {of_a_play(game):,}")
