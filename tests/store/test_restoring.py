"""Restoring a backup, which may be interrupted at any point."""

import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import StoreError, open_log, restore
from companion.store.sqlite import files
from companion.store.sqlite.files import FILE
from companion.wording import say
from tests.telling import started

GAME = started("Ann Bob Cat Dan")
ROOT = Path(__file__).parent.parent.parent

CRASH = """
import os, signal, sys
from pathlib import Path
from companion.evening.entries import SatOut
from companion.store import open_log
from tests.telling import started
log = open_log(Path(sys.argv[1]))
game = started("Ann Bob Cat Dan")
log.open_evening("Saved", [game, *[SatOut("Bob")] * 300], "phone")
log.connection.backup(Path(sys.argv[2]))
for time in range(4):
    log.open_evening("Later", [game, *[SatOut("Bob")] * 500], "phone")
    if time == 2:
        log.connection.db.execute("pragma wal_checkpoint(truncate)")
os.kill(os.getpid(), signal.SIGKILL)
"""
"""Leaves a backup, and a database with entries that are only in its write-ahead log."""
LATER = ["Saved", *["Later"] * 4]


@pytest.fixture(scope="module")
def crashed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crashed")
    done = subprocess.run(
        [sys.executable, "-c", CRASH, folder / "instance", folder / "backup.db"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL
    return folder


@pytest.fixture
def instance(crashed, tmp_path):
    shutil.copytree(crashed / "instance", tmp_path / "instance")
    return tmp_path / "instance"


@pytest.fixture
def backup(crashed):
    return crashed / "backup.db"


def names(folder):
    with closing(open_log(folder)) as log:
        assert log.connection.rows("pragma integrity_check", ()) == [("ok",)]
        return [info.name for info in reversed(log.evenings())]


def saved(aside, tmp_path):
    """Return the evenings of the previous files."""
    again = tmp_path / "again"
    shutil.copytree(aside, again)
    (again / files.READY).unlink(missing_ok=True)
    try:
        return names(again)
    finally:
        shutil.rmtree(again)


def message(of):
    with pytest.raises(StoreError) as caught:
        of()
    return say(caught.value.fact)


def test_a_copy_over_the_file_is_corrupted_by_the_old_log(instance, backup):
    """This is why `restore` exists: the old write-ahead log corrupts a plain copy."""
    shutil.copy(backup, instance / FILE)
    with pytest.raises((StoreError, AssertionError)):
        names(instance)


def test_a_backup_is_restored_after_a_crash_and_nothing_is_deleted(instance, backup, tmp_path):
    aside = restore(instance, backup)
    assert names(instance) == ["Saved"]
    assert saved(aside, tmp_path) == LATER
    assert stat.S_IMODE((instance / FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(aside.stat().st_mode) == 0o700
    # The previous files can be restored too, including their write-ahead log.
    restore(instance, aside / FILE)
    assert names(instance) == LATER


def test_data_computed_from_the_logs_is_discarded(instance, backup, tmp_path):
    changed = shutil.copy(backup, tmp_path / "changed.db")
    with closing(sqlite3.connect(changed)) as db, db:
        db.execute("insert into summary (evening, position, version, body) values (1, 1, 1, '[]')")
    restore(instance, changed)
    with closing(sqlite3.connect(instance / FILE)) as db:
        assert db.execute("select count(*) from summary").fetchone() == (0,)
    assert names(instance) == ["Saved"]


def test_a_damaged_database_is_replaced(instance, backup):
    (instance / FILE).write_bytes(b"This is no database. " * 100)
    restore(instance, backup)
    assert names(instance) == ["Saved"]


def test_a_backup_is_restored_to_an_empty_folder(backup, tmp_path):
    assert restore(tmp_path / "new", backup) is None
    assert [file.name for file in (tmp_path / "new").iterdir()] == [FILE]
    assert names(tmp_path / "new") == ["Saved"]


def damage(file):
    data = bytearray(file.read_bytes())
    data[-8192:] = b"\xaa" * 8192
    file.write_bytes(data)


def another(file):
    file.unlink()
    with closing(sqlite3.connect(file)) as db:
        db.execute("create table mine (id integer)")
        db.commit()


def newer(file):
    with closing(sqlite3.connect(file)) as db:
        db.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) "
            "values ('companion', 'm999_later', '')"
        )
        db.commit()


HOSTS = "create trigger x after insert on visit begin update visit set role = 'host'; end"


def changed(statement):
    def spoil(file):
        with closing(sqlite3.connect(file)) as db:
            db.execute(statement)
            db.commit()

    return spoil


def pipe(file):
    file.unlink()
    os.mkfifo(file)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (changed("drop trigger entry_no_delete"), "is not a backup"),
        (changed(HOSTS), "is not a backup"),
        (changed("create view x as select * from entry"), "is not a backup"),
        (changed("create index x on entry (lower(body))"), "is not a backup"),
        (changed("drop index entry_first"), "is not a backup"),
        (changed("create table x (id integer)"), "is not a backup"),
        (changed("create virtual table x using fts5 (body)"), "is not a backup"),
        (pipe, "is not a backup"),
        (Path.unlink, "cannot be read"),
        (damage, "is damaged. Choose another backup"),
        (lambda file: file.write_bytes(b"Dear diary, " * 1000), "is not a backup"),
        (lambda file: file.write_bytes(b""), "is not a backup"),
        (another, "is not a backup"),
        (newer, "newer version"),
    ],
    ids=[
        "no guard",
        "foreign trigger",
        "view",
        "index",
        "lost index",
        "table",
        "virtual table",
        "pipe",
        "missing",
        "damaged",
        "text",
        "empty",
        "another",
        "newer",
    ],
)
def test_an_invalid_backup_changes_nothing(instance, backup, tmp_path, spoil, words):
    bad = Path(shutil.copy(backup, tmp_path / "bad.db"))
    spoil(bad)
    before = {file.name: file.read_bytes() for file in instance.iterdir()}
    assert words in message(lambda: restore(instance, bad))
    assert {file.name: file.read_bytes() for file in instance.iterdir()} == before


def test_nothing_is_restored_while_the_database_is_in_use(instance, backup):
    with closing(open_log(instance)) as log:
        assert "is running" in message(lambda: restore(instance, backup))
        log.connection.check()
        assert len(log.evenings()) == len(LATER)
    restore(instance, backup)


def killed_at(step, folder, backup):
    """Restore in a process that is killed before its n-th file operation."""
    pid = os.fork()
    if not pid:
        left = step

        def count(event, _):
            nonlocal left
            if event.startswith(("os.", "open", "fcntl.", "sqlite3.")):
                left -= 1
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(count)
            restore(folder, backup)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 0


def test_a_killed_restore_loses_nothing_and_can_be_repeated(crashed, backup, tmp_path):
    refused = step = 0
    while True:
        step += 1
        folder = Path(shutil.copytree(crashed / "instance", tmp_path / str(step)))
        if not killed_at(step, folder, backup):
            break
        probe = Path(shutil.copytree(folder, tmp_path / "probe"))
        try:
            assert names(probe) in (LATER, ["Saved"])
        except StoreError as error:
            assert "was interrupted" in say(error.fact)
            refused += 1
        shutil.rmtree(probe)
        restore(folder, backup)
        assert names(folder) == ["Saved"]
        kept = [
            saved(aside, tmp_path)
            for aside in folder.glob(f"{files.ASIDE}*")
            if any(aside.iterdir())
        ]
        assert LATER in kept
        shutil.rmtree(folder)
    assert step > 15 and refused > 3


def test_a_database_put_in_place_meanwhile_is_kept_too(instance, backup, tmp_path):
    aside = instance / f"{files.ASIDE}1"
    aside.mkdir()
    shutil.copy(backup, aside / files.READY)
    for file in files.family(instance / FILE):
        file.rename(aside / file.name)
    with closing(sqlite3.connect(instance / FILE)) as db:
        db.execute("create table by_hand (id integer)")
    other = restore(instance, backup)
    assert names(instance) == ["Saved"]
    assert saved(aside, tmp_path) == LATER
    with closing(sqlite3.connect(other / FILE)) as db:
        assert db.execute("select count(*) from by_hand").fetchone() == (0,)
