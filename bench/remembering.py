"""Measure what is found again among many evenings: the history of a phone, a search in it, and a group's pages.

The app runs in this process, so that the queries of a page can be counted.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from flask import Flask
from flask.testing import FlaskClient
from msgspec import Struct

from bench.entering import seconds
from bench.grouping import PAGES, club
from companion.evening.entries import GameStarted, Noted
from companion.rules.actions import Scored, Settled
from companion.store import Store
from companion.web import create_app

FEW, MANY = 20, 2_000
LOADS = 15
FIRST = datetime(2022, 11, 27, 20, tzinfo=UTC)
SOUGHT = ("Thursday", "Ann 7", "Skat", "famous revoke 3")
"""What is searched: a name, a person, a game and a note."""


class Load(Struct, frozen=True):
    """The median time of a page, and the queries that it makes."""

    seconds: float
    queries: int


def history() -> tuple[Load, Load, Load]:
    """Return the first page of few and of many evenings, and the slowest search among many."""
    few, _ = _history(FEW)
    many, searches = _history(MANY)
    return few, many, max(searches, key=lambda one: one.seconds)


def _history(number: int) -> tuple[Load, list[Load]]:
    with _app() as app:
        phone = app.test_client()
        phone.get("/")
        with phone.session_transaction() as session:
            device = session["device"]
        _play(app, device, number)
        searches = [_load(app, phone, f"/history?q={one}") for one in SOUGHT]
        return _load(app, phone, "/history"), searches


def _play(app: Flask, device: str, number: int) -> None:
    """Open many evenings over four years, each with a note, on this phone, and sum them up."""
    tables, numbers = app.extensions["tables"], []
    for place in range(number):
        day = FIRST + timedelta(days=place * 1461 // number)
        seats = tuple(f"{name} {place % 9}" for name in ("Ann", "Bob", "Cat"))
        entries = [
            GameStarted("other", seats, seats[0], "result", None, {"name": "Skat"}),
            *(Scored(dict(zip(seats, (4, -1, -3), strict=True))), Settled()),
            Noted(f"{seats[0]}'s famous revoke {place % 30}"),
        ]
        info = tables.evenings.log.open_evening(
            f"{day:%A}", entries, "bench", opened_at=f"{day:%Y-%m-%dT%H:%M:%SZ}"
        )
        tables.access_store.visit(device, info)
        numbers.append(info.id)
    app.extensions["groups"].listed(numbers)


def group() -> dict[str, Load]:
    """Return the pages of a group of twelve people, by their addresses."""
    with _app() as app:
        groups = app.extensions["groups"]
        groups.counts_aside = False
        store = Store(groups.tables.evenings.log, groups.access_store, groups.store, None, None)
        phone, key = app.test_client(), club(store)
        phone.get(f"/g/{key}")
        return {path: _load(app, phone, f"/g/{key}{path}") for path in PAGES if path}


@contextmanager
def _app() -> Iterator[Flask]:
    with TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        with closing(app.extensions["tables"]):
            yield app


def _load(app: Flask, phone: FlaskClient, path: str) -> Load:
    def get() -> None:
        if phone.get(path).status_code != 200:
            raise RuntimeError(f"{path} failed")

    get()
    said: list[str] = []
    connection = app.extensions["tables"].evenings.log.connection.db.conn
    connection.set_trace_callback(said.append)
    get()
    connection.set_trace_callback(None)
    queries = [one for one in said if one.lstrip().lower().startswith(("select", "with"))]
    return Load(median(seconds(get) for _ in range(LOADS)), len(queries))
