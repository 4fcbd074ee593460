"""Devices are remembered when they return or enter something."""

import sqlite3
from contextlib import closing

import pytest

from companion.store import StoreError
from companion.store.errors import StoreTrouble
from companion.store.sqlite.files import FILE
from tests.web.table import Phone, opened
from tests.web.test_join import code_of


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def guest(app):
    return Phone(app, claims=False)


def there(app, number=1):
    return [one.id for one in app.extensions["tables"].access_store.devices(number)]


def device_of(phone):
    with phone.client.session_transaction() as session:
        return session["device"]


@pytest.mark.sqlite
def test_requests_without_a_cookie_write_nothing(app, instance):
    key = opened(app, "up 6-3")
    with closing(sqlite3.connect(instance / FILE)) as other:
        before = other.execute("pragma data_version").fetchone()
        for path in (f"/e/{key}/state.json", f"/e/{key}") * 10:
            answer = app.test_client(use_cookies=False).get(path)
            assert answer.status_code == 200 and "Set-Cookie" in answer.headers
        assert other.execute("pragma data_version").fetchone() == before
    assert there(app) == []


def test_returning_devices_are_remembered(app):
    key, client = opened(app, name="Friday the thirteenth"), app.test_client()
    client.get(f"/e/{key}")
    assert there(app) == []
    client.get(f"/e/{key}")
    assert len(there(app)) == 1 and "Friday the thirteenth" in client.get("/history").text


def test_the_table_is_shown_if_a_visit_cannot_be_written(app, guest, monkeypatch):
    key = opened(app)

    def fails(*_):
        raise StoreError(StoreTrouble("full", "companion.db", ""))

    monkeypatch.setattr(app.extensions["tables"].access_store, "visit", fails)
    assert guest.get(f"/e/{key}").status == 200
    assert there(app) == []


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


def test_the_form_of_another_phone_is_no_visit(app):
    """Otherwise one entry could record visits of any number of phones."""
    form = {"kind": "turned-up", "piece": "6-3", "after": 1, "entry_id": "the-form"}
    key = opened(app)
    for _ in range(3):
        answer = app.test_client(use_cookies=False).post(f"/e/{key}/entries", data=form)
        assert answer.status_code == 303
    assert len(there(app)) == 1


def test_undoing_an_entry_of_an_unknown_device_needs_confirmation(app, phone):
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
