"""The files of the store: permissions, place, upgrades and backups."""

import gzip
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.evening.entries import SatOut
from companion.store import StoreError, keys, open_log, restore
from companion.store.sqlite import files, schema
from companion.store.sqlite.files import FILE
from companion.wording import say
from tests.telling import append, started

ROOT = Path(__file__).parents[2]
GAME = started("Ann Bob Cat Dan")


@pytest.fixture
def instance(tmp_path):
    """Return a folder with the permissions of a git checkout; clear the umask."""
    before = os.umask(0)
    folder = tmp_path / "instance"
    folder.mkdir(mode=0o777)
    yield folder
    os.umask(before)


def message(of):
    with pytest.raises(StoreError) as caught:
        of()
    return say(caught.value.fact)


def modes(folder):
    found = {file: stat.S_IMODE(file.stat().st_mode) for file in folder.rglob("*")}
    return {file.name: mode for file, mode in found.items() if file.is_file()}


# Permissions


def test_other_users_cannot_read_the_files(instance, tmp_path):
    with closing(open_log(instance)) as log:
        log.open_evening("Friday", (GAME,), "phone")
        log.connection.backup(tmp_path / "backup.db")
        assert modes(instance) == {FILE: 0o600, f"{FILE}-wal": 0o600, f"{FILE}-shm": 0o600}
    assert stat.S_IMODE((tmp_path / "backup.db").stat().st_mode) == 0o600


def test_a_linked_database_is_private_and_watched_too(instance, tmp_path):
    (instance / FILE).symlink_to(tmp_path / "elsewhere.db")
    with closing(open_log(instance)) as log:
        log.open_evening("Friday", (GAME,), "phone")
        assert {mode for name, mode in modes(tmp_path).items() if "elsewhere" in name} == {0o600}
        (instance / FILE).unlink()
        assert "was moved" in message(log.connection.check)


def test_files_that_others_could_read_become_private(instance):
    with closing(open_log(instance)) as log:
        log.open_evening("Friday", (GAME,), "phone")
        keys.server_key(instance)
        for file in instance.iterdir():
            file.chmod(0o644)
        with closing(open_log(instance)):
            keys.server_key(instance)
            assert set(modes(instance).values()) == {0o600}


def test_reopening_a_database_keeps_the_locks_of_this_process(instance):
    """If this process lost its locks, another one would delete the write-ahead log."""
    code = (
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('select 1 from entry')"
    )
    with closing(open_log(instance)) as log:
        open_log(instance).close()
        subprocess.run(
            [sys.executable, "-c", f"{code}; db.close()", log.connection.path], check=True
        )
        log.connection.check()


# Place


@pytest.fixture
def log(instance):
    with closing(open_log(instance)) as log:
        yield log


@pytest.mark.parametrize("which", [0, 1, 2], ids=["database", "log", "index"])
@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_files_no_longer_in_place_are_not_written(log, which, how):
    info = log.open_evening("Friday", (GAME,), "phone")
    file = files.family(log.connection.path)[which]
    aside = file.with_name("aside")
    if how == "replaced":
        content = file.read_bytes()
    file.unlink() if how == "deleted" else file.rename(aside)
    if how == "replaced":
        file.write_bytes(content)
    for write in (
        lambda: append(log, info.id, 1, SatOut("Bob"), "b", "phone"),
        lambda: log.open_evening("Saturday", (GAME,), "phone"),
        log.connection.check,
    ):
        assert "was moved, deleted or replaced" in message(write)
    assert len(log.read(info.id)) == 1
    if how != "deleted":
        aside.rename(file)
        assert append(log, info.id, 1, SatOut("Bob"), "b", "phone") == 2


@pytest.mark.parametrize("lose", [Path.unlink, lambda file: os.truncate(file, 0)])
def test_a_log_without_its_database_is_kept(instance, tmp_path, lose):
    """After a crash it may contain every entry, but SQLite would delete it."""
    with closing(open_log(instance)) as log:
        log.open_evening("Friday", (GAME,), "phone")
        shutil.copytree(instance, tmp_path / "crashed")
    database, wal, _ = files.family(tmp_path / "crashed" / FILE)
    content, before = wal.read_bytes(), database.read_bytes()
    lose(database)
    assert "companion.db-wal holds some of its entries" in message(
        lambda: open_log(tmp_path / "crashed")
    )
    assert wal.read_bytes() == content
    database.write_bytes(before)
    with closing(open_log(tmp_path / "crashed")) as log:
        assert [info.name for info in log.evenings()] == ["Friday"]


def test_files_no_longer_in_place_are_copied(instance, caplog):
    with closing(open_log(instance)) as log:
        info = log.open_evening("Friday", (GAME,), "phone")
        for file in files.family(log.connection.path):
            file.unlink()
        with pytest.raises(StoreError):
            append(log, info.id, 1, SatOut("Bob"), "b", "phone")
    (rescued,) = (instance / files.BACKUPS).iterdir()
    assert str(rescued) in caplog.text and stat.S_IMODE(rescued.stat().st_mode) == 0o600
    log.close()
    assert list((instance / files.BACKUPS).iterdir()) == [rescued]
    restore(instance, rescued)
    with closing(open_log(instance)) as log:
        assert log.read(info.id) == [GAME]


# The write-ahead log


def evenings_in(file):
    """Return the number of evenings in a file, without its write-ahead log."""
    with closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as db:
        return db.execute("select count(*) from evening").fetchone()[0]


def test_the_write_ahead_log_is_moved_into_the_database_soon(log):
    log.open_evening("Friday", (GAME,), "phone")
    log.connection.tidy()
    size = log.connection.path.stat().st_size
    assert files.family(log.connection.path)[1].stat().st_size > 0
    log.connection.tidy()  # nothing was written in between
    assert files.family(log.connection.path)[1].stat().st_size == 0
    assert evenings_in(log.connection.path) == 1 and log.connection.path.stat().st_size >= size
    log.open_evening("Saturday", (GAME,), "phone")
    log.connection.tidy()
    log.open_evening("Sunday", (GAME,), "phone")
    log.connection.tidy()
    assert evenings_in(log.connection.path) == 1
    log.connection.tidy()
    assert evenings_in(log.connection.path) == 3


def test_the_write_ahead_log_is_not_moved_into_another_file(log, tmp_path):
    """The write-ahead log of the old file would corrupt the new one."""
    with closing(open_log(tmp_path / "another")) as another:
        another.open_evening("Elsewhere", (GAME,), "phone")
    log.open_evening("Friday", (GAME,), "phone")
    log.connection.tidy()
    log.connection.path.rename(log.connection.path.with_name("moved"))
    content = (tmp_path / "another" / FILE).read_bytes()
    log.connection.path.write_bytes(content)
    before = files.family(log.connection.path)[1].read_bytes()
    for _ in range(3):
        log.connection.tidy()
    assert log.connection.path.read_bytes() == content
    assert files.family(log.connection.path)[1].read_bytes() == before != b""


def test_tidying_does_not_wait_and_is_retried(log):
    with closing(sqlite3.connect(log.connection.path, isolation_level=None)) as other:
        log.open_evening("Friday", (GAME,), "phone")
        log.connection.tidy()
        other.execute("begin immediate")
        other.execute("update evening set name = 'Sunday'")
        log.connection.tidy()
        assert files.family(log.connection.path)[1].stat().st_size > 0
        other.execute("rollback")
        other.execute("begin")
        other.execute("select * from evening").fetchall()
        log.open_evening("Saturday", (GAME,), "phone")
        log.connection.tidy()
        log.connection.tidy()
        assert files.family(log.connection.path)[1].stat().st_size > 0
        other.execute("rollback")
        log.connection.tidy()
        assert evenings_in(log.connection.path) == 2


# Upgrades


def older(folder):
    """Make a database of version 0.1.0."""
    folder.mkdir(mode=0o700, exist_ok=True)
    frozen = ROOT / "tests" / "records" / "frozen" / "database-0.1.0.db.gz"
    (folder / FILE).write_bytes(gzip.decompress(frozen.read_bytes()))


def test_a_database_is_backed_up_before_it_is_upgraded(instance, caplog):
    older(instance)
    with closing(open_log(instance)) as log:
        names = {info.name for info in log.evenings()}
        assert "In no group" in names
    (backup,) = (instance / files.BACKUPS).iterdir()
    assert backup.name.startswith("companion-before-m013_studies-")
    assert str(backup) in caplog.text
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with closing(sqlite3.connect(backup)) as db:
        applied = {name for (name,) in db.execute("select name from _sqlite_migrations")}
        assert names <= {name for (name,) in db.execute("select name from evening")}
    assert applied and "m013_studies" not in applied
    open_log(instance).close()
    assert len(list((instance / files.BACKUPS).iterdir())) == 1


def test_several_processes_upgrade_a_database_once(instance):
    older(instance)
    code = (
        "import sys; from pathlib import Path; from companion.store import open_log; "
        "open_log(Path(sys.argv[1])).close()"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, instance], cwd=ROOT, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    said = [process.communicate(timeout=60)[1] for process in running]
    assert [process.returncode for process in running] == [0] * 3, said
    assert len(list((instance / files.BACKUPS).iterdir())) == 1


def test_a_new_database_needs_no_backup(instance):
    open_log(instance).close()
    assert not (instance / files.BACKUPS).exists()


def test_a_database_that_cannot_be_backed_up_is_not_upgraded(instance, monkeypatch):
    older(instance)
    before = (instance / FILE).read_bytes()
    (instance / files.BACKUPS).write_text("in the way")
    sentence = message(lambda: open_log(instance))
    assert "cannot be written" in sentence and str(instance / files.BACKUPS) in sentence
    (instance / files.BACKUPS).unlink()

    def full(file):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "sync", full)
        assert "No space left on device" in message(lambda: open_log(instance))
    assert list((instance / files.BACKUPS).iterdir()) == []
    assert (instance / FILE).read_bytes() == before
    open_log(instance).close()


def test_a_failed_upgrade_leaves_no_backup(instance, monkeypatch):
    """A server that restarts again and again must not fill the disk."""
    older(instance)
    before = (instance / FILE).read_bytes()

    def full(db, patience):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "migrate", full)
        message(lambda: open_log(instance))
    assert list((instance / files.BACKUPS).iterdir()) == []
    assert (instance / FILE).read_bytes() == before
    open_log(instance).close()
    assert len(list((instance / files.BACKUPS).iterdir())) == 1


def test_a_database_of_a_newer_version_is_left_alone(instance):
    with closing(open_log(instance)) as log:
        log.connection.db.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) "
            "values ('companion', 'm999_later', '')"
        )
    before = (instance / FILE).read_bytes()
    sentence = message(lambda: open_log(instance))
    assert "newer version" in sentence and "m999_later" in sentence
    assert (instance / FILE).read_bytes() == before


# Keys


@pytest.mark.parametrize("content", [b"", b"short", bytes(32)], ids=["empty", "short", "zeros"])
@pytest.mark.parametrize("key", [keys.server_key, keys.host_token])
def test_an_invalid_key_is_refused(instance, key, content):
    key(instance)
    (file,) = instance.iterdir()
    file.write_bytes(content)
    sentence = message(lambda: key(instance))
    assert str(file) in sentence and "delete it" in sentence
    assert file.read_bytes() == content
    file.unlink()
    assert key(instance)
