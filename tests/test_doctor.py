"""`companion doctor` lists the problems with their remedies, and changes nothing."""

import gzip
import os
import shutil
import socket
import sqlite3
import subprocess
from collections import namedtuple
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from companion.cli import main
from companion.commands import doctor
from companion.store import keys, open_store
from companion.store.sqlite.files import FILE, LAST_BACKUP
from tests.browser.phone import Server, free_port

ROOT = Path(__file__).parents[1]


@pytest.fixture
def instance(tmp_path):
    """A data folder with a database and keys."""
    folder = tmp_path / "instance"
    open_store(folder).close()
    keys.server_key(folder)
    keys.host_token(folder)
    return folder


@pytest.fixture
def examined(capsys):
    """Run the doctor; return its exit code and its list of things to do."""

    def run(folder, *options):
        options = ["--host", "127.0.0.1", "--port", str(free_port()), *options]
        code = main(["--instance", str(folder), "doctor", *options])
        out, err = capsys.readouterr()
        assert err == ""
        kinds = {line[:5] for line in out.splitlines()[:-1]}
        assert "ok   " in kinds and kinds <= {"ok   ", "note ", "to do"}
        return code, "\n".join(line for line in out.splitlines() if line.startswith("to do"))

    return run


def seen(folder):
    return {str(f): (f.stat().st_mode, f.read_bytes()) for f in folder.rglob("*") if f.is_file()}


def test_before_the_first_start_nothing_is_reported_or_created(examined, tmp_path):
    assert examined(tmp_path / "not" / "yet") == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_a_fresh_clone_leaves_nothing_to_do(examined, instance):
    clone = instance.parent
    for file in ("tools/setup", "requirements.txt"):
        (clone / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, clone / file)
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / ".venv" / "bin" / "python").symlink_to("/bin/true")
    shutil.copy(ROOT / "requirements.txt", clone / ".venv" / "requirements.txt.done")
    instance.chmod(0o755)
    subprocess.run([clone / "tools" / "setup", "run"], check=True)
    assert examined(instance) == (0, "")


def test_a_checkout_that_cannot_be_written_is_not_set_up(tmp_path):
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "setup", tmp_path / "tools")
    (tmp_path / ".setup.lock").symlink_to("/missing/lock")  # closed to root too
    done = subprocess.run([tmp_path / "tools" / "setup", "run"], capture_output=True, text=True)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("Set-up failed: ") and f"cannot write in {tmp_path}." in line


def test_a_healthy_folder_is_left_unchanged(examined, instance):
    before = seen(instance)
    assert examined(instance) == (0, "")
    assert seen(instance) == before


def damaged(folder):
    (folder / FILE).write_bytes(b"This is no database. " * 1000)


def damaged_inside(folder):
    """Overwrite one table of the database, which then opens but cannot be read completely."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("pragma wal_checkpoint(truncate)")
        ((page,),) = db.execute("pragma page_size").fetchall()
        ((root,),) = db.execute(
            "select rootpage from sqlite_schema where name = 'evening'"
        ).fetchall()
    with open(folder / FILE, "r+b") as file:
        file.seek((root - 1) * page)
        file.write(b"\xff" * page)


def newer(folder):
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) "
            "values ('companion', 'm999_later', '')"
        )
        db.commit()


def lone_log(folder):
    (folder / FILE).rename(folder / f"{FILE}-wal")


@pytest.mark.parametrize(
    ("harm", "word"),
    [
        (damaged, "restore"),
        (damaged_inside, "companion restore FILE"),
        (newer, "m999_later"),
        (lone_log, "Put it back into"),
        (lambda folder: folder.chmod(0o755), "chmod 700"),
        (lambda folder: (folder / "server.key").write_bytes(b""), "it holds no key"),
        (lambda folder: (folder / "host.key").write_bytes(bytes(32)), "host link"),
    ],
)
def test_damage_is_reported_with_a_remedy(examined, instance, harm, word):
    harm(instance)
    before = seen(instance)
    code, to_do = examined(instance)
    assert code == 1 and len(to_do.splitlines()) == 1 and word in to_do
    assert seen(instance) == before


def test_a_file_of_another_owner_is_reported(examined, instance, monkeypatch):
    """The owner is faked, because only root can change it."""
    stat = Path.stat

    def of_another(file, **options):
        found = stat(file, **options)
        return (
            os.stat_result((*found[:4], found.st_uid + 1, *found[5:]))
            if file.name == FILE
            else found
        )

    monkeypatch.setattr(Path, "stat", of_another)
    code, to_do = examined(instance)
    assert code == 1 and "chown" in to_do


def test_a_file_in_place_of_the_folder(examined, tmp_path):
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        code, to_do = examined(folder)
        assert code == 1 and "COMPANION_INSTANCE=DIR" in to_do


def test_problems_of_the_machine(examined, instance, monkeypatch):
    with monkeypatch.context() as patch:
        usage = namedtuple("usage", "total used free")(10**9, 10**9, 10**6)
        patch.setattr(shutil, "disk_usage", lambda _: usage)
        assert "only 1.0 MB left" in examined(instance)[1]
    with monkeypatch.context() as patch:
        patch.setattr(doctor, "NEEDED", ("no_such_package",))
        assert "no_such_package" in examined(instance)[1]


def test_options_of_serve_are_checked(examined, instance, capsys):
    code, to_do = examined(instance, "--behind-proxy", "--host", "0.0.0.0")
    assert code == 1 and "--host 127.0.0.1" in to_do
    assert examined(instance, "--behind-proxy")[0] == 0
    assert "is not an address" in examined(instance, "--host", "203.0.113.9")[1]
    assert main(["doctor", "--port", "many"]) == 2 and "--port" in capsys.readouterr().err


def test_a_proxy_is_not_asked_for_the_server(examined, instance, monkeypatch):
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\nok 0.2.0")

        def log_message(self, *_):
            """Say nothing."""

    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        assert examined(instance, "--port", str(server.server_port)) == (0, "")
        server.shutdown()


def test_an_older_database_and_an_empty_one_are_two_things(instance, capsys):
    def said(folder):
        assert main(["--instance", str(folder), "doctor", "--port", str(free_port())]) == 0
        lines = capsys.readouterr().out.splitlines()
        (line,) = (one for one in lines if "The database" in one or "No database" in one)
        return line

    assert "is sound" in said(instance)
    (instance / FILE).unlink()
    assert "made at the first start" in said(instance)
    (instance / FILE).touch()
    assert "made at the first start" in said(instance)
    frozen = ROOT / "tests" / "records" / "frozen" / "database-0.1.0.db.gz"
    (instance / FILE).write_bytes(gzip.decompress(frozen.read_bytes()))
    before = seen(instance)
    assert "older version" in said(instance) and seen(instance) == before


@pytest.mark.slow
def test_a_port_in_use_by_another_program(examined, instance):
    server = Server(instance).start()
    try:
        assert examined(instance, "--port", str(server.port)) == (0, "")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            code, to_do = examined(instance.parent / "other", "--port", port)
            assert code == 1 and f"Port {port} is in use" in to_do
    finally:
        server.stop()


def test_a_backup_is_looked_for_where_it_was_made(examined, instance, tmp_path, capsys):
    stick = tmp_path / "stick"
    stick.mkdir()
    assert main(["--instance", str(instance), "backup", str(stick)]) == 0
    capsys.readouterr()
    # An upgrade's own copy is no nightly backup.
    (instance / "backups").mkdir(exist_ok=True)
    (instance / "backups" / "companion-before-m011-20260101-050000.db").touch()
    assert examined(instance) == (0, "")
    (instance / LAST_BACKUP).write_text(f"2026-01-02T05:00:00+00:00\n{stick}/one.db\n")
    code, to_do = examined(instance)
    assert code == 1 and f"{stick}/one.db, of 2026-01-02" in to_do


def test_a_backup_that_was_deleted_is_missed(examined, instance, tmp_path, capsys):
    assert main(["--instance", str(instance), "backup", str(tmp_path / "one.db")]) == 0
    capsys.readouterr()
    (tmp_path / "one.db").unlink()
    code, to_do = examined(instance)
    assert code == 1 and f"{tmp_path}/one.db, of " in to_do and "not there now" in to_do


def test_a_backup_from_the_future_is_as_bad_as_an_old_one(examined, instance):
    """A clock was wrong: until that day the backup would never become old."""
    (instance / LAST_BACKUP).write_text("2999-01-02T05:00:00+00:00\n/mnt/stick/one.db\n")
    code, to_do = examined(instance)
    assert code == 1 and "/mnt/stick/one.db, of 2999-01-02" in to_do


def test_without_a_note_the_newest_backup_beside_the_database_counts(examined, instance):
    folder = instance / "backups"
    folder.mkdir()
    old, new = (folder / f"companion-2026010{day}-050000.db" for day in (1, 2))
    for file in (old, new):
        file.touch()
    os.utime(old, (0, 0))
    assert examined(instance) == (0, "")
    os.utime(new, (0, 0))
    code, to_do = examined(instance)
    assert code == 1 and str(new) in to_do and str(old) not in to_do


def test_a_backup_that_went_nowhere_is_not_noted(instance, capsys):
    assert main(["--instance", str(instance), "backup", "--then", "false {}"]) == 1
    assert not (instance / LAST_BACKUP).exists()
