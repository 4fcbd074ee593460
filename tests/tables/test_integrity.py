"""The integrity check of a store finds every fault, without false alarms."""

import sqlite3
from contextlib import closing

import pytest

from companion.evening import history
from companion.evening.entries import SatOut
from companion.groups.entries import Renamed
from companion.store import open_store, repository
from companion.store.sqlite.files import FILE
from companion.tables.integrity import check
from companion.wording import say
from tests.telling import entries, started

GAME = started("Ann Bob Cat Dan", depth="tricks")


@pytest.fixture
def store(tmp_path):
    store = open_store(tmp_path)
    deal = [entry for phrase in ("up 6", "misdealt") for entry in entries(phrase)]
    store.log.open_evening("Friday", (GAME, *deal * 30), "phone")
    store.log.open_evening("Saturday", (GAME, SatOut("Bob")), "phone")
    store.groups.start("Club", "phone", "group", [Renamed("The club")])
    yield store
    store.close()


class Raw:
    """The database, without its triggers during each statement."""

    def __init__(self, db):
        self.db = db

    def execute(self, sql, values=()):
        triggers = self.db.execute(
            "select name, sql from sqlite_master where type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            self.db.execute(f"drop trigger {name}")
        self.db.execute(sql, values)
        for _, again in triggers:
            self.db.execute(again)


@pytest.fixture
def raw(tmp_path, store):
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as db:
        yield Raw(db)


def found(store):
    return {(number, say(fact)) for number, fact in check(store)}


def test_a_sound_store_has_no_faults(store):
    assert found(store) == set()


def test_missing_and_foreign_triggers(store, raw):
    raw.db.execute("drop trigger entry_no_delete")
    raw.db.execute(
        "create trigger helpful after insert on visit begin update visit set role = 'host'; end"
    )
    words = {words for _, words in found(store)}
    assert len(words) == 2
    assert any("entry_no_delete" in one for one in words)
    assert any("helpful" in one for one in words)


def test_a_missing_entry(store, raw):
    raw.execute("delete from entry where evening = 1 and seq in (7, 9)")
    assert (1, "Entry 7 is missing.") in found(store)
    assert {number for number, _ in found(store)} == {1}


def test_a_changed_entry(store, raw):
    body = '{"kind":"sat-out","player":"Cat"}'
    raw.execute("update entry set body = ? where evening = 2 and seq = 2", (body,))
    ((number, words),) = found(store)
    assert number == 2 and "seal" in words


def test_an_unreadable_row_of_a_group(store, raw):
    raw.execute("update group_row set body = '{}' where number = 2")
    ((number, words),) = found(store)
    assert number == 3 and "newer version" in words


@pytest.mark.parametrize(
    ("body", "words"),
    [('{"kind":"sang"}', "newer version"), ('{"kind":"undone","entry":9}', "Entry 2")],
    ids=["kind", "rule"],
)
def test_an_unreadable_entry(store, raw, body, words):
    raw.execute("update entry set body = ? where evening = 1 and seq = 2", (body,))
    ((number, sentence),) = found(store)
    assert number == 1 and words in sentence


def test_a_record_with_another_result(store, monkeypatch):
    """Opening a log and replaying its record are separate code paths."""
    once = lambda log: history.open_log(log).enter(SatOut("Cat"))  # noqa: E731
    monkeypatch.setattr(repository, "open_log", once)
    assert {number for number, _ in found(store)} == {1, 2}
    assert all("same result" in words for _, words in found(store))


def test_a_row_with_a_dangling_reference(store, raw):
    raw.execute("pragma foreign_keys = off")
    raw.execute("insert into visit (device, evening, role, seen_at) values ('d', 99, 'host', '')")
    ((number, words),) = found(store)
    assert number is None and "visit" in words and "evening" in words


def test_damage(store, tmp_path):
    """The pages of a table are overwritten; the others are still readable."""
    store.log.connection.db.execute("pragma wal_checkpoint(truncate)")
    root, size = store.log.connection.db.execute(
        "select rootpage, page_size from sqlite_master, pragma_page_size where name = 'entry'"
    ).fetchone()
    store.close()
    with (tmp_path / FILE).open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xaa" * size)
    with closing(open_store(tmp_path)) as damaged:
        assert {number for number, _ in found(damaged)} >= {None, 1, 2}
        assert all("damaged" in words for _, words in found(damaged))
