"""Measure what is found again among many evenings: a phone's history, a search in it, and a group's queries."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient

from bench.entering import seconds
from bench.grouping import PAGES, club
from bench.phone import Phone
from bench.server import Server
from companion.evening.entries import GameStarted, Noted
from companion.rules.actions import Scored, Settled
from companion.store import Store
from companion.web import create_app

FEW, MANY = 20, 2_000
LOADS = 40
FIRST = datetime(2022, 11, 27, 20, tzinfo=UTC)
SOUGHT = ("Thursday", "Ann 7", "Skat", "famous revoke 3")
"""What is searched: a name, a person, a game and a note."""


def history() -> tuple[float, float, float]:
    """Return the seconds of the first page of few and of many evenings, and of the slowest search in many."""
    with (
        _server(FEW) as first,
        _server(MANY) as second,
        closing(Phone(*first)) as few,
        closing(Phone(*second)) as many,
    ):
        # One after the other, so that both are as much disturbed.
        times = [[seconds(phone.get, "/history") for phone in (few, many)] for _ in range(LOADS)]
        searches = [_median(many, f"/history?{urlencode({'q': one})}") for one in SOUGHT]
    return *map(median, zip(*times, strict=True)), max(searches)


@contextmanager
def _server(number: int) -> Iterator[tuple[int, str, str, str]]:
    """Start a server, and yield how a phone with so many evenings is made."""
    with _app() as (folder, app), Server(folder) as server:
        client = app.test_client()
        client.get("/")
        with client.session_transaction() as session:
            device = session["device"]
        _play(app, device, number)
        if client.get("/history").text.count('href="/e/') != FEW:
            raise RuntimeError("the first page has other evenings")
        cookie = client.get_cookie(app.config["SESSION_COOKIE_NAME"])
        sent = f"{cookie.key}={cookie.value}" if cookie else ""
        yield server.port, "gzip, br", "127.0.0.1", sent


def _median(phone: Phone, path: str) -> float:
    return median(seconds(phone.get, path) for _ in range(LOADS))


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


def queries() -> dict[str, int]:
    """Return the number of queries of the pages of a group of twelve people, by their addresses."""
    with _app() as (_folder, app):
        groups = app.extensions["groups"]
        store = Store(groups.tables.evenings.log, groups.access_store, groups.store, None, None)
        phone, key = app.test_client(), club(store)
        phone.get(f"/g/{key}")
        return {path: _queries(app, phone, f"/g/{key}{path}") for path in PAGES if path}


def _queries(app: Flask, phone: FlaskClient, path: str) -> int:
    phone.get(path)
    said: list[str] = []
    connection = app.extensions["tables"].evenings.log.connection.db.conn
    connection.set_trace_callback(said.append)
    if phone.get(path).status_code != 200:
        raise RuntimeError(f"{path} failed")
    connection.set_trace_callback(None)
    return sum(one.startswith("select") for one in said)


@contextmanager
def _app() -> Iterator[tuple[Path, Flask]]:
    with TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        with closing(app.extensions["tables"]):
            yield Path(folder), app
