"""Links, codes and devices: who comes in, and what a replaced link still opens."""

import sqlite3

import pytest

from companion.evening.entries import GameStarted, SatOut, encode
from companion.evening.seal import seal_of
from companion.store.sql.access import SQLAccess
from companion.store.sqlite.log import SQLiteLog
from companion.store.sqlite.migrations import m001_log, migrations

GAME = GameStarted("domino-loo", ("Ann", "Bob", "Cat"), "Ann", "plays")


@pytest.fixture
def log(tmp_path):
    with SQLiteLog(tmp_path) as log:
        yield log


@pytest.fixture
def access(log):
    return SQLAccess(log)


@pytest.fixture
def info(log):
    return log.open_evening("Friday", (GAME,), "host phone")


def test_an_old_database_gets_a_link_to_watch_for_each_evening_and_its_entries_a_seal(tmp_path):
    from sqlite_utils import Database, Migrations

    old = Migrations("companion")
    old()(m001_log)
    db = Database(sqlite3.connect(tmp_path / "companion.db"))
    old.apply(db)
    for number in (1, 2):
        key = f"{number}" * 22
        db.execute(
            "insert into evening (key, name, opened_at) values (?, 'Old', '2026-01-01T00:00:00Z')",
            (key,),
        )
        db.execute(
            "insert into visit values ('phone', ?, 'host', '2026-01-01T00:00:00Z')", (number,)
        )
    entries = [(seq, encode(entry)) for seq, entry in enumerate((GAME, SatOut("Bob")), 1)]
    db.conn.executemany(
        "insert into entry values (1, ?, 'kind', 1, ?, '2026-01-01T00:00:00Z', 'phone', ?)",
        [(seq, body.decode(), str(seq)) for seq, body in entries],
    )
    db.conn.commit()
    db.close()
    with SQLiteLog(tmp_path) as log:
        assert log.seal(1, 2) == seal_of(body for _, body in entries)
        assert log.append(1, 2, SatOut("Cat"), "new", "phone") == 3
        assert log.seal(1, 3) == seal_of(map(encode, log.read(1)))
        with pytest.raises(sqlite3.IntegrityError):
            log.connection.db.execute("update entry set seal = x''")
        access = SQLAccess(log)
        keys = {access.rules(number).watch_key for number in (1, 2)}
        assert len(keys) == 2 and all(len(key) >= 22 for key in keys)
        assert [one.key for one in access.evenings("phone")] == ["2" * 22, "1" * 22]
        assert access.open("1" * 22, "phone").is_host


def test_a_code_of_an_old_database_is_good_for_as_many_more_wrong_ones(tmp_path):
    from sqlite_utils import Database

    db = Database(sqlite3.connect(tmp_path / "companion.db"))
    migrations.apply(db, stop_before="m010_server_wide")
    for number, misses in ((1, 97), (2, 100)):
        db.execute(
            "insert into evening (key, name, opened_at, watch) values (?, 'Old', '2026', ?)",
            (f"{number}" * 22, f"w{number}" * 11),
        )
        db.execute("insert into code values (?, ?, ?)", (number, f"{number}" * 6, misses))
    db.conn.commit()
    db.close()
    with SQLiteLog(tmp_path) as log:
        access = SQLAccess(log)
        assert [access.code(number) for number in (1, 2)] == ["111111", None]
        for _ in range(3):
            assert access.open_by_code("111111").id == 1
            access.open_by_code("AAAAAA")
        assert access.open_by_code("111111") is None


def test_no_link_looks_like_an_option_of_a_command(log, access, monkeypatch):
    sound = [letter * 22 for letter in "abc"]
    made = iter(["-" + "1" * 21, "--" + "2" * 20, *sound[:2], "-" + "3" * 21, sound[2]])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(made))
    info = log.open_evening("Friday", (GAME,), "host phone")
    assert [info.key, access.rules(info.id).watch_key] == sound[:2]
    assert access.replace(info.id, "record") == sound[2]
