"""A locked, damaged or full database: status 503 with a message, and no lost entries."""

import shutil
import sqlite3
import time
from datetime import timedelta

import pytest

from companion import __version__
from companion.evening.entries import SatOut
from companion.store import StoreError
from companion.store.errors import StoreTrouble
from companion.store.sqlite import connection
from companion.web import create_app, errors
from companion.wording import say as say_
from tests.store.faulty import files_end_at
from tests.web.table import HTMX, Page, Phone, opened

pytestmark = pytest.mark.sqlite
TURN_UP = {"kind": "turned-up", "piece": "6-3"}


@pytest.fixture
def app(instance, monkeypatch):
    monkeypatch.setattr(connection, "PATIENCE", 0.05)
    app = create_app(instance)
    yield app
    app.extensions["tables"].evenings.log.close()


def says_why(page, *words):
    assert page.status == 503
    for word in words:
        assert word in page.text
    assert "Traceback" not in page.html
    return True


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_locked(app, instance, phone, how):
    key = opened(app)
    phone.at(key)
    other = sqlite3.connect(instance / "companion.db", isolation_level=None)
    other.execute("begin exclusive")
    try:
        page = phone.say(key, TURN_UP, after=1, entry_id="while-locked", **how)
        assert says_why(page, "locked", "companion.db")
        assert phone.get("/healthz").status == 503
        assert says_why(
            phone.post(
                "/evenings/new", {"name": "F", "seat": ["Ann", "Bob"], "dealer": "1", "do": "open"}
            )
        )
        # A new phone sees the table or a message.
        assert Phone(app).at(key).status in (200, 503)
    finally:
        other.execute("rollback")
        other.close()
    page = phone.say(key, TURN_UP, after=1, entry_id="while-locked", **how)
    assert page.status in (200, 303)
    assert phone.length(key) == 2
    assert phone.get("/healthz").status == 200


def test_trouble_is_not_logged_for_every_tap(app, phone, caplog, monkeypatch):
    key = opened(app)
    phone.at(key)
    faults = [StoreTrouble(kind, "companion.db", "/srv") for kind in ("full", "disk")]

    def fails(*_):
        raise StoreError(faults[0])

    monkeypatch.setattr(app.extensions["tables"].evenings, "evening", fails)
    for kind, logged in (("full", 1), ("full", 1), ("disk", 2), ("disk", 2), ("full", 3)):
        faults.sort(key=lambda fault, kind=kind: fault.kind != kind)
        assert phone.at(key).status == 503
        assert len(caplog.records) == logged
    assert "The disk is full" in caplog.text
    later = time.monotonic() + 61
    monkeypatch.setattr(errors.time, "monotonic", lambda: later)
    assert phone.at(key).status == 503 and len(caplog.records) == 4


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_full(app, phone, how):
    key = opened(app, "up 6-3")
    db = app.extensions["tables"].evenings.log.connection.db
    (pages,) = db.execute("pragma page_count").fetchone()
    db.execute(f"pragma max_page_count = {pages}")
    # Deals and misdeals in turn, until the database is full.
    for length in range(2, 500):
        fields = {"kind": "misdealt", "reason": "again" * 16} if length % 2 == 0 else TURN_UP
        said = {"after": length, "entry_id": f"said-{length:04}", **how}
        page = phone.say(key, fields, **said)
        if page.status == 503:
            break
    assert says_why(page, "full")
    assert phone.length(key) == length
    assert phone.at(key).status == 200
    db.execute("pragma max_page_count = 1000000")
    for _ in range(2):
        page = phone.say(key, fields, **said)
        assert page.status in (200, 303)
    assert phone.length(key) == length + 1
    assert db.execute("pragma integrity_check").fetchone() == ("ok",)


def test_full_while_an_evening_is_opened(app, phone):
    db = app.extensions["tables"].evenings.log.connection.db
    phone.get("/evenings/new")
    (pages,) = db.execute("pragma page_count").fetchone()
    db.execute(f"pragma max_page_count = {pages}")
    keys = []
    while len(keys) < 500:
        page = phone.post(
            "/evenings/new", {"name": "N" * 80, "seat": ["Ann", "Bob"], "dealer": "1", "do": "open"}
        )
        if page.status != 303:
            break
        keys.append(page.headers["Location"])
    assert says_why(page, "full")
    # Exactly the confirmed evenings exist.
    rows = db.execute("select count(*), (select count(*) from evening) from entry").fetchone()
    assert rows == (len(keys), len(keys))


def test_damaged_while_running(app, instance, phone):
    key = opened(app, *["up 6-3", "misdealt"] * 200)
    database = instance / "companion.db"
    app.extensions["tables"].evenings.log.close()
    with sqlite3.connect(database) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    db.close()
    fresh = create_app(instance)
    size = database.stat().st_size
    with database.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))
    page = Phone(fresh, claims=False).at(key)
    assert says_why(page, "companion.db", "backup")
    assert Page(Phone(fresh).client.get("/healthz")).status == 503
    fresh.extensions["tables"].evenings.log.close()


def test_healthz_reports_a_page_of_the_database_that_nobody_can_read(app, instance, tmp_path):
    key = opened(app, *["up 6-3", "misdealt"] * 200)
    app.extensions["tables"].evenings.log.close()
    intact = (instance / "companion.db").read_bytes()
    found = 0
    for place in range(4096, len(intact), 4 * 4096):  # every fourth page
        folder = tmp_path / str(place)
        folder.mkdir()
        for name in ("server.key", "host.key"):
            shutil.copy(instance / name, folder)
        (folder / "static").symlink_to(instance / "static")
        damaged = intact[:place] + b"\xa5" * 4096 + intact[place + 4096 :]
        (folder / "companion.db").write_bytes(damaged)
        try:
            fresh = create_app(folder)
        except StoreError:
            continue  # found at the start
        browser = Phone(fresh, claims=False)
        if browser.get("/healthz").status == 200 and browser.get(f"/e/{key}").status == 503:
            found += 1
            assert browser.get("/healthz").status == browser.get("/healthz").status == 503
        fresh.extensions["tables"].evenings.log.close()
    assert found


def test_moved_while_running(app, instance, phone):
    key = opened(app, "up 6-3")
    phone.at(key)
    database = instance / "companion.db"
    database.rename(instance / "elsewhere.db")
    page = phone.say(key, {"kind": "misdealt"}, after=2, entry_id="while-away")
    assert says_why(page, "companion.db", "was moved")
    assert says_why(phone.get("/healthz"), "was moved")
    assert phone.at(key).status == 200
    assert phone.get(f"/e/{key}/record.json").status == 200
    (instance / "elsewhere.db").rename(database)
    page = phone.say(key, {"kind": "misdealt"}, after=2, entry_id="while-away")
    assert page.status in (200, 303) and phone.length(key) == 3
    assert phone.get("/healthz").status == 200


def test_damaged_at_the_start(instance):
    (instance / "companion.db").write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(StoreError) as caught:
        create_app(instance)
    sentence = say_(caught.value.fact)
    assert "companion.db" in sentence and "backup" in sentence


def test_healthz(phone):
    page = phone.get("/healthz")
    assert page.status == 200 and page.html == f"ok {__version__}\n"


@pytest.mark.parametrize("moment", ["2000-01-01T00:00:00Z", "2999-01-01T00:00:00Z"])
def test_healthz_on_a_full_disk(app, phone, moment):
    assert phone.get("/healthz").status == 200
    db = app.extensions["tables"].evenings.log.connection.db
    db.execute("update health set checked_at = ?", (moment,))
    with files_end_at(0):
        assert says_why(phone.get("/healthz"))
    assert phone.get("/healthz").status == 200


@pytest.mark.parametrize("room", range(0, 40_000, 4_000))
def test_healthz_reports_a_database_without_room(app, phone, monkeypatch, room):
    monkeypatch.setattr(connection, "WRITTEN_AGAIN", timedelta(seconds=-1))
    key = opened(app)
    phone.at(key)
    log = app.extensions["tables"].evenings.log
    size = log.connection.path.with_name("companion.db-wal").stat().st_size
    with files_end_at(size + room):
        with pytest.raises(StoreError):
            for number in range(1, 100):
                log.add(1, number, SatOut("Bob"), f"entry-{number:04}", "phone")
        assert says_why(phone.get("/healthz"))
    assert phone.get("/healthz").status == 200


def test_healthz_reports_a_failed_entry_at_once(app, phone):
    key = opened(app)
    phone.at(key)
    assert phone.get("/healthz").status == 200
    with files_end_at(0):
        assert phone.say(key, {"kind": "sat-out", "player": "Bob"}, after=1).status == 503
        assert says_why(phone.get("/healthz"))
    assert phone.get("/healthz").status == 200


def test_repeated_healthz_requests_write_nothing(app, phone):
    assert phone.get("/healthz").status == 200
    db = app.extensions["tables"].evenings.log.connection.db.conn
    before = db.total_changes
    for _ in range(50):
        assert phone.get("/healthz").status == 200
    assert db.total_changes == before
