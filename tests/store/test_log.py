"""The log in SQLite: append-only, dense, and safe when the process or the disk fails."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from companion.evening.entries import SatOut
from companion.store import EveningRepository, StoreError, open_log
from companion.store.sqlite import connection as module
from companion.store.sqlite import files
from companion.store.sqlite.files import FILE
from companion.wording import say as say_
from tests.telling import append, started

GAME = started("Ann Bob Cat Dan")
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def evening(log):
    """Return the number of an evening with three entries."""
    info = log.open_evening("Friday", (GAME,), "phone")
    append(log, info.id, 1, SatOut("Bob"), "b", "phone")
    append(log, info.id, 2, SatOut("Cat"), "c", "phone")
    return info.id


@pytest.fixture
def raw(log, evening):
    """Return another connection to the same file."""
    db = sqlite3.connect(log.connection.path, isolation_level=None)
    yield db
    db.close()


def seqs(path, evening):
    db = sqlite3.connect(path)
    try:
        rows = db.execute("select seq from entry where evening = ? order by seq", (evening,))
        return [seq for (seq,) in rows]
    finally:
        db.close()


def limit(log, more):
    """Limit the growth of the database to this number of pages."""
    pages = log.connection.db.execute("pragma page_count").fetchone()[0]
    log.connection.db.execute(f"pragma max_page_count = {pages + more}")


def row(seq, entry_id, evening=1):
    body = '{"kind":"settled"}'
    return (evening, seq, "settled", 1, body, "2026-11-20T19:30:00Z", "phone", entry_id)


INSERT = "insert {} into entry values (?, ?, ?, ?, ?, ?, ?, ?, x'')"


# Contents


# Append-only


@pytest.mark.parametrize("recursive", ["on", "off"])
@pytest.mark.parametrize(
    "statement",
    [
        "update entry set body = '{}' where seq = 2",
        "update entry set seq = 9 where seq = 3",
        "update or replace entry set seq = 1 where seq = 3",
        "update or ignore entry set said_at = ''",
        "delete from entry where seq = 3",
        "delete from entry",
        INSERT.format("") + " on conflict do update set body = '{}'",
        INSERT.format("") + " on conflict do nothing",
        INSERT.format("or replace"),
        INSERT.format("or ignore"),
        "replace into entry values (?, ?, ?, ?, ?, ?, ?, ?, x'')",
        "update entry set seal = x'' where seq = 3",
    ],
)
def test_the_log_is_append_only(raw, evening, statement, recursive):
    """With and without recursive triggers."""
    raw.execute(f"pragma recursive_triggers = {recursive}")
    before = raw.execute("select * from entry").fetchall()
    values = row(3, "c") if "?" in statement else ()
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(statement, values)
    assert raw.execute("select * from entry").fetchall() == before


@pytest.mark.parametrize("how", ["", "or replace", "or ignore", "or abort", "or fail"])
@pytest.mark.parametrize(
    ("seq", "entry_id"), [(2, "x"), (3, "x"), (5, "x"), (0, "x"), (-1, "x"), (4, "b")]
)
def test_only_the_next_seq_and_a_new_id_are_accepted(raw, evening, how, seq, entry_id):
    before = raw.execute("select * from entry").fetchall()
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(INSERT.format(how), row(seq, entry_id))
    assert raw.execute("select * from entry").fetchall() == before


def test_after_a_deletion_the_log_is_append_only_again(log, raw, evening):
    gone = log.open_evening("Saturday", (GAME,), "phone").id
    log.delete(gone)
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute("delete from entry where seq = 3")
    assert raw.execute("select distinct evening from entry").fetchall() == [(evening,)]


def test_a_deletion_that_fails_deletes_nothing(log, raw, evening):
    raw.execute("create trigger stop before update on evening begin select raise(abort, 'no'); end")
    with pytest.raises(StoreError):
        log.delete(evening)
    assert seqs(log.connection.path, evening) == [1, 2, 3]
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute("delete from entry where seq = 3")


def test_the_next_seq_is_accepted(raw, evening):
    raw.execute(INSERT.format(""), row(4, "d"))
    assert raw.execute("select count(*) from entry").fetchone() == (4,)


def test_an_entry_is_json_of_the_right_types(raw, evening):
    good = row(4, "d")
    for place, value in ((4, "{"), (1, "four"), (3, "one"), (2, None), (7, None)):
        values = [*good[:place], value, *good[place + 1 :]]
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(INSERT.format(""), values)


def test_the_database_is_durable(log, evening):
    assert log.connection.db.execute("pragma journal_mode").fetchone() == ("wal",)
    assert log.connection.db.execute("pragma synchronous").fetchone() == (2,)
    assert log.connection.db.execute("pragma foreign_keys").fetchone() == (1,)


# Several writers


def python(code, *arguments, **more):
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


OPENING = """
import sys
from pathlib import Path
from companion.store import open_log
log = open_log(Path(sys.argv[1]))
log.connection.check()
log.close()
"""


def test_many_processes_make_the_database_at_once(tmp_path):
    running = [python(OPENING, tmp_path / "new") for _ in range(6)]
    for process in running:
        _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
    log = open_log(tmp_path / "new")
    assert log.evenings() == []
    log.close()


def test_opening_again_changes_nothing(log, evening, tmp_path):
    before = schema(log.connection.path)
    for _ in range(3):
        open_log(tmp_path).close()
    assert schema(log.connection.path) == before
    assert len(log.read(evening)) == 3


def schema(path):
    db = sqlite3.connect(path)
    try:
        return db.execute("select type, name, sql from sqlite_master order by name").fetchall()
    finally:
        db.close()


KEEPING = """
import sys
from pathlib import Path
from companion.evening.entries import SatIn, SatOut
from companion.store import EveningRepository
from companion.store import open_log
folder, evening = sys.argv[1:]
evenings = EveningRepository(open_log(Path(folder)))
seq = evenings.evening(int(evening)).length
while True:
    said = (SatOut if seq % 2 else SatIn)("Dan")
    seq = evenings.append(int(evening), said, seq, f"id {seq}", "phone").length
    print(seq, flush=True)
"""


def test_a_process_killed_while_appending_loses_nothing_answered(log, evening, tmp_path):
    for kill in range(3):
        process = python(KEEPING, tmp_path, evening)
        answered = [int(process.stdout.readline()) for _ in range(15 + 7 * kill)]
        process.kill()
        answered += map(int, process.stdout.read().split())
        process.wait(10)
        process.stdout.close()
        process.stderr.close()
        found = seqs(log.connection.path, evening)
        assert found == list(range(1, len(found) + 1))
        assert set(answered) <= set(found)
        # The process may have been killed before it reported the last write.
        assert len(found) - max(answered) in (0, 1)
        again = open_log(tmp_path)
        assert EveningRepository(again).evening(evening).length == len(found)
        again.close()


# Faults


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.1)


def message(of):
    with pytest.raises(StoreError) as caught:
        of()
    sentence = say_(caught.value.fact)
    assert sentence.endswith(".")
    return sentence


def test_a_database_that_another_program_has_locked(log, evening, raw, tmp_path, impatient):
    waiting = open_log(tmp_path)
    raw.execute("begin exclusive")
    for use in (
        lambda: append(waiting, evening, 3, SatOut("Dan"), "d", "phone"),
        lambda: waiting.open_evening("Saturday", (GAME,), "phone"),
        waiting.connection.check,
    ):
        assert "locked companion.db" in message(use)
    raw.execute("rollback")
    assert append(waiting, evening, 3, SatOut("Dan"), "d", "phone") == 4
    waiting.close()


def test_a_locked_database_cannot_be_created(tmp_path, impatient):
    db = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    db.execute("begin exclusive")
    assert "locked companion.db" in message(lambda: open_log(tmp_path))
    db.close()
    open_log(tmp_path).close()


@pytest.mark.parametrize(
    "content", [b"This is no database. " * 100, bytes(range(256)) * 20], ids=["text", "bytes"]
)
def test_a_file_that_is_no_database(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    sentence = message(lambda: open_log(tmp_path))
    assert "is not a database" in sentence and "backup" in sentence
    assert (tmp_path / FILE).read_bytes() == content


def test_a_damaged_database(tmp_path):
    log = open_log(tmp_path)
    info = log.open_evening("Friday", (GAME,), "phone")
    for seq in range(1, 400):
        append(log, info.id, seq, SatOut("Bob"), f"id {seq}", "phone")
    log.close()
    data = bytearray((tmp_path / FILE).read_bytes())
    data[8192:] = b"\xaa" * (len(data) - 8192)
    (tmp_path / FILE).write_bytes(data)

    def use():
        damaged = open_log(tmp_path)
        try:
            damaged.read(info.id)
        finally:
            damaged.close()

    assert "damaged" in message(use)


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert "cannot be used" in message(lambda: open_log(tmp_path / "file" / "instance"))


@pytest.fixture
def guarded():
    """Return a folder and a database that can be read but not written."""
    folder = Path(tempfile.mkdtemp())
    log = open_log(folder)
    log.open_evening("Friday", (GAME,), "phone")
    log.close()
    (folder / FILE).chmod(0o444)
    folder.chmod(0o555)
    administrator = os.geteuid() == 0
    if administrator:
        os.seteuid(65534)
    yield folder
    if administrator:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_folder_that_may_not_be_written(guarded):
    assert "cannot be" in message(lambda: open_log(guarded))
    assert "cannot be used" in message(lambda: open_log(guarded / "instance"))


def test_a_folder_in_place_of_the_database(tmp_path):
    (tmp_path / FILE).mkdir()
    assert "cannot be opened" in message(lambda: open_log(tmp_path))


def test_a_database_that_may_only_be_read(log, evening):
    log.connection.db.execute("pragma query_only = on")
    sentence = message(lambda: append(log, evening, 3, SatOut("Dan"), "d", "phone"))
    assert "cannot be written" in sentence
    log.connection.db.execute("pragma query_only = off")
    assert append(log, evening, 3, SatOut("Dan"), "d", "phone") == 4


# Backup


def test_a_backup_contains_everything(log, evening, tmp_path):
    (tmp_path / "copy").mkdir()
    log.connection.backup(tmp_path / "copy" / FILE)
    copy = open_log(tmp_path / "copy")
    assert copy.read(evening) == log.read(evening)
    assert copy.evenings() == log.evenings()
    assert schema(copy.connection.path) == schema(log.connection.path)
    assert append(copy, evening, 3, SatOut("Dan"), "d", "phone") == 4
    copy.close()


@pytest.mark.sqlite
def test_a_damaged_backup_is_noticed_and_removed(log, evening, tmp_path, monkeypatch):
    file = tmp_path / "backup.db"

    def damage(path):
        if path == file:
            file.write_bytes(file.read_bytes()[:4096] + b"\xa5" * (file.stat().st_size - 4096))

    monkeypatch.setattr(files, "sync", damage)
    with pytest.raises(StoreError):
        log.connection.backup(file)
    assert not file.exists()


def test_a_backup_overwrites_nothing(log, evening, tmp_path):
    (tmp_path / "there").write_text("mine")
    assert "already exists" in message(lambda: log.connection.backup(tmp_path / "there"))
    assert (tmp_path / "there").read_text() == "mine"
    assert "no folder cannot be used" in message(
        lambda: log.connection.backup(tmp_path / "no folder" / "there")
    )
