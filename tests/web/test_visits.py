"""Devices are remembered when they return or enter something."""

import sqlite3
from contextlib import closing
from urllib.parse import urlencode

import pytest

from companion.store import StoreError
from companion.store.errors import StoreTrouble
from companion.store.sqlite.files import FILE
from tests.web.table import Page, Phone, device_of, opened
from tests.web.test_join import code_of


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def guest(app):
    return Phone(app, claims=False)


def there(app, number=1):
    return [one.id for one in app.extensions["tables"].access_store.devices(number)]


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


FIRST = {"kind": "declared", "player": "Bob", "choice": "play", "after": 2, "entry_id": "the-first"}
WAYS_IN = {
    "/j": {"code": ""},
    "/e/{key}/me": {"name": "Zoe"},
    "/e/{key}/entries": FIRST,
    "/e/{key}/people/claim": {},
}


def test_a_join_code_a_name_and_an_entry_are_written_at_once(app, phone):
    key = opened(app, "up 6-3")
    code = code_of(phone, key)
    for number, (path, said) in enumerate(WAYS_IN.items(), 2):
        said = {**said, **({"code": code} if path == "/j" else {})}
        answer = Phone(app).client.post(path.format(key=key), data=said)
        assert answer.status_code == 303
        assert len(there(app)) == number


# Browsers that keep no cookies


def nobody(app):
    return app.test_client(use_cookies=False)


def words(answer):
    return " ".join(answer.text.split())


SAYS = "This browser keeps no cookies"


def test_a_browser_that_keeps_no_cookies_is_no_phone(app, phone):
    key = opened(app, "up 6-3")
    code = code_of(phone, key)
    before = there(app)
    for path, said in WAYS_IN.items():
        said = {**said, **({"code": code} if path == "/j" else {})}
        for _ in range(2):
            answer = nobody(app).post(path.format(key=key), data=said)
            # It joins and keeps score, but it has no seat and hosts nothing.
            if path in ("/j", "/e/{key}/entries"):
                assert answer.status_code == 303
            else:
                assert answer.status_code == 403 and SAYS in words(answer)
    assert phone.length(key) == 3 and there(app) == before


def test_it_takes_no_seat_from_a_phone(app, phone):
    key = opened(app)
    phone.at(key)
    phone.post(f"/e/{key}/me", {"name": "", "seat": "Bob"})
    nobody(app).post(f"/e/{key}/me", data={"seat": "Bob"})
    assert app.extensions["tables"].access_store.device(device_of(phone), 1).seat == "Bob"


@pytest.mark.parametrize("path", ["/", "/j", "/evenings/new", "/groups/new", "/e/{key}"])
def test_the_page_says_it_if_the_cookie_has_not_come_back(app, path):
    key = opened(app)
    for client, keeps in ((app.test_client(), True), (nobody(app), False)):
        page = client.get(path.format(key=key))
        assert SAYS in words(page) and 'href="/cookies.css"' in page.text
        styles = client.get("/cookies.css")
        assert styles.mimetype == "text/css" and styles.headers["Cache-Control"] == "no-store"
        assert ("#cookies" in styles.text) is not keeps
        # On the next page there is nothing to find out.
        assert (SAYS in words(client.get(path.format(key=key)))) is not keeps


def new_evening(client, app, group=""):
    page = client.get(f"{group}/evenings/new")
    form = Page(page).form()
    pairs = [(name, value) for name, value in Page(page).filled(form) if name != "seat"]
    pairs += [("seat", "Ann"), ("seat", "Bob"), ("seat", "Cat"), ("do", "open")]
    return client.post(
        form["action"],
        data=urlencode(pairs),
        content_type="application/x-www-form-urlencoded",
    )


def test_nobody_hosts_what_it_opens_until_a_phone_claims_it(app):
    answer = new_evening(nobody(app), app)
    assert answer.status_code == 303
    there_is = nobody(app).get(answer.location)
    assert "Nobody hosts this evening yet" in words(there_is) and there(app) == []
    assert "Become the host" not in nobody(app).get(f"{answer.location}/people").text
    host = Phone(app, claims=False)
    assert "Become the host" in host.get(f"{answer.location}/people").text
    assert host.post(f"{answer.location}/people/claim", {}).status == 303
    assert "Nobody hosts" not in nobody(app).get(answer.location).text


def test_it_starts_a_group_with_an_evening(app):
    group = nobody(app).post("/groups/new", data={"name": "Fridays", "entry_id": "a-new-group"})
    answer = new_evening(nobody(app), app, group.location)
    assert answer.status_code == 303
    page = nobody(app).get(group.location)
    assert answer.location in page.text and there(app) == []


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
