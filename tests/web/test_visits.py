"""Who has come in: remembered when they come back, many at once, and nothing rests on it before."""

import sqlite3
import time
from contextlib import closing

import pytest

from companion.store.sqlite.files import FILE
from companion.tables import Limits, visits
from companion.web import create_app
from tests.web.table import Phone, opened
from tests.web.test_budgets import HERE
from tests.web.test_join import code_of


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture(autouse=True)
def many_at_once(monkeypatch):
    """As on a server, but nothing is written by the clock."""
    monkeypatch.setattr(visits, "MOST", 50)
    monkeypatch.setattr(visits, "WAIT", 10_000)


@pytest.fixture
def guest(app):
    return Phone(app, claims=False)


@pytest.fixture
def statements(app):
    """What the database is asked to do."""
    asked = []
    app.extensions["tables"].evenings.log.connection.db.conn.set_trace_callback(asked.append)
    return asked


def there(app, number=1):
    return [one.id for one in app.extensions["tables"].access_store.devices(number)]


def device_of(phone):
    with phone.client.session_transaction() as session:
        return session["device"]


@pytest.mark.sqlite
def test_a_thousand_looks_without_a_cookie_write_nothing(app, instance, statements):
    key = opened(app, "up 6-3")
    with closing(sqlite3.connect(instance / FILE)) as other:
        before = other.execute("pragma data_version").fetchone()
        statements.clear()
        for number in range(1000):
            path = f"/e/{key}/state.json" if number % 20 else f"/e/{key}"
            answer = app.test_client(use_cookies=False).get(path)
            assert answer.status_code == 200 and "Set-Cookie" in answer.headers
        app.extensions["tables"].visits.write()
        assert other.execute("pragma data_version").fetchone() == before
    assert not [one for one in statements if one.startswith(("begin", "insert", "update"))]
    assert there(app) == []


@pytest.mark.sqlite
def test_who_comes_back_is_remembered_together_with_others(app, statements):
    key = opened(app)
    clients = [app.test_client() for _ in range(50)]
    for client in clients:
        client.get(f"/e/{key}")
    statements.clear()
    for client in clients[1:]:
        client.get(f"/e/{key}")
        client.get(f"/e/{key}/log")
    assert there(app) == [] and "begin immediate" not in statements
    # The last one that may wait lets all be written.
    clients[0].get(f"/e/{key}")
    assert len(there(app)) == 50 and statements.count("begin immediate") == 1


def test_they_are_written_a_moment_later_and_when_the_server_stops(app, instance, monkeypatch):
    monkeypatch.setattr(visits, "WAIT", 0.01)
    key = opened(app)
    Phone(app, claims=False).at(key)
    give_up = time.monotonic() + 20
    while not there(app):
        assert time.monotonic() < give_up
        time.sleep(0.01)
    monkeypatch.setattr(visits, "WAIT", 10_000)
    Phone(app, claims=False).at(key)
    assert len(there(app)) == 1
    app.extensions["tables"].close()
    again = create_app(instance)
    assert len(there(again)) == 2
    again.extensions["tables"].close()


def test_ones_own_list_never_lags(app, guest):
    key = opened(app, name="Friday the thirteenth")
    guest.at(key)
    assert "Friday the thirteenth" in guest.get("/history").text
    assert there(app) == [device_of(guest)]


@pytest.mark.parametrize("cookie", [True, False], ids=["comes back", "new"])
def test_a_join_code_a_name_and_an_entry_are_written_at_once(app, phone, cookie):
    key = opened(app, "up 6-3")
    code = code_of(phone, key)
    fields = {"kind": "declared", "player": "Bob", "choice": "play"}
    for number, (path, said) in enumerate(
        [
            ("/j", {"code": code}),
            (f"/e/{key}/me", {"name": "Zoe"}),
            (f"/e/{key}/entries", {**fields, "after": 2, "entry_id": "first-entry"}),
            (f"/e/{key}/people/claim", {}),
        ],
        2,
    ):
        client = Phone(app).client if cookie else app.test_client(use_cookies=False)
        assert client.post(path, data=said).status_code == 303
        assert len(there(app)) == number


def test_nobody_waits_for_what_is_written_of_another_evening(app, guest):
    """A database on a server lets writers of one evening wait for each other."""
    busy, quiet = opened(app), opened(app)
    guest.at(busy)
    Phone(app, claims=False).at(quiet)
    Phone(app, claims=False).post(f"/e/{quiet}/me", {"name": "Zoe"})
    assert len(there(app, 2)) == 2 and there(app, 1) == []
    app.extensions["tables"].visits.write()
    assert there(app, 1) == [device_of(guest)]


def test_who_sends_the_form_of_another_phone_has_not_come_in(app):
    """Of one entry any number of new phones could else make a visit each."""
    form = {"kind": "turned-up", "piece": "6-3", "after": 1, "entry_id": "the-form"}
    key = opened(app)
    for _ in range(3):
        answer = app.test_client(use_cookies=False).post(f"/e/{key}/entries", data=form)
        assert answer.status_code == 303
    assert len(there(app)) == 1


def test_what_a_stranger_entered_is_not_undone_without_a_question(app, phone):
    """It is another's, not nobody's, from the first moment."""
    key = opened(app, "up 6-3")
    phone.at(key)
    Phone(app, claims=False).say(key, {"kind": "misdealt"}, after=2)
    page = phone.say(key, {"kind": "undone", "entry": 3}, after=3)
    assert phone.length(key) == 3 and page.status != 303


def test_a_seat_does_not_wait(app, phone, guest):
    key = opened(app)
    phone.at(key)
    guest.post(f"/e/{key}/me", {"name": "", "seat": "Bob"})
    found = app.extensions["tables"].access_store.device(device_of(guest), 1)
    assert found.seat == "Bob"


def test_visits_have_a_budget_and_who_is_over_it_still_plays(instance):
    app = create_app(instance, limits=Limits(visits=2))
    from_there = {"environ_overrides": {"REMOTE_ADDR": HERE}}
    key = opened(app, "up 6-3")
    for _ in range(2):
        Phone(app, claims=False).get(f"/e/{key}", **from_there)
    app.extensions["tables"].visits.write()
    assert len(there(app)) == 2
    late = Phone(app, claims=False)
    assert late.get(f"/e/{key}", **from_there).status == 200
    app.extensions["tables"].visits.write()
    assert len(there(app)) == 2
    page = late.post(f"/e/{key}/me", {"name": "Zoe"}, **from_there)
    assert page.status == 429 and "Try again in 60 minutes" in page.text
    assert late.say(key, {"kind": "misdealt"}, after=2, **from_there).status == 303
    assert len(there(app)) == 3
    app.extensions["tables"].close()


def test_an_evening_that_was_deleted_meanwhile_keeps_no_visit(app, guest):
    key = opened(app)
    guest.at(key)
    log = app.extensions["tables"].evenings.log
    log.delete(1)
    app.extensions["tables"].visits.write()
    assert log.connection.rows("select * from visit", {}) == []
