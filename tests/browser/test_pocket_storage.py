"""What the pocket has answered is on disk, whatever happens to the tab, the browser or the storage."""

import gzip
import os
import random
import sqlite3
from contextlib import closing
from functools import partial

import pytest

from tests.browser.conftest import arguments
from tests.browser.phone import CHECKOUT
from tests.browser.pocket import Pocket
from tests.browser.pocket_storage import Storage, filled, in_one_file, with_a_way_in

pytestmark = pytest.mark.slow
KILLS = int(os.environ.get("KILLS", "40"))
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def opened(pocket_folder, tmp_path_factory):
    """Serve the pocket in a sub-path, with a way into its worker."""
    copy = with_a_way_in(pocket_folder, tmp_path_factory.mktemp("opened") / "pocket")
    with closing(Pocket(copy, "/loo")) as pocket:
        yield pocket


@pytest.fixture
def make_storage(playwright, chromium_path, opened, tmp_path):
    """Make browsers, each with a profile on disk: without one, Chromium keeps all in memory."""
    made = []

    def make(files=None):
        profile = tmp_path / f"profile-{len(made)}"
        options = {"executable_path": chromium_path, "args": arguments()}
        launch = partial(playwright.chromium.launch_persistent_context, profile, **options)
        made.append(Storage(launch, opened, files))
        return made[-1]

    yield make
    for one in made:
        one.close()


FILES = """
import os, random
from pathlib import Path
folder = Path("/instance")

def change(seed):
    rng = random.Random(seed)
    for _ in range(rng.randrange(1, 6)):
        names = ["a", "b", "sub/c", "sub/deep/d"]
        file = folder / rng.choice(names)
        file.parent.mkdir(parents=True, exist_ok=True)
        what = rng.randrange(9)
        if what == 0:
            file.write_bytes(rng.randbytes(rng.choice((0, 1, 100, 16383, 16384, 16385, 70000))))
        elif what == 1 and file.exists():
            file.unlink()
        elif what == 2 and file.exists():
            os.truncate(file, rng.randrange(file.stat().st_size + 1))
        elif what == 3 and file.exists():
            other = folder / rng.choice(names)
            other.parent.mkdir(parents=True, exist_ok=True)
            file.replace(other)
        elif what == 4:  # grown with a gap
            with file.open("ab") as opened:
                opened.seek(rng.randrange(50000), 1)
                opened.truncate(opened.tell() + rng.randrange(20000))
        elif what == 5:  # a gap where something else was
            with file.open("wb") as opened:
                opened.seek(rng.randrange(40000))
                opened.write(rng.randbytes(rng.randrange(20000)))
        elif what == 6:  # written after it was renamed
            with file.open("ab") as opened:
                opened.write(rng.randbytes(500))
                opened.flush()
                file.replace(folder / "renamed")
                opened.write(rng.randbytes(20000))
        elif what == 7 and file.exists():  # in the middle
            with file.open("r+b") as opened:
                opened.seek(rng.randrange(file.stat().st_size + 1))
                opened.write(rng.randbytes(3000))
        elif what == 8 and (folder / "sub/deep").exists():
            target = folder / "moved"
            for old in target.glob("*"):
                old.unlink()
            (folder / "sub/deep").replace(target)
"""


def test_all_that_python_does_to_files_is_stored(make_storage):
    storage = make_storage().start()
    storage.run(FILES)
    for seed in range(120):
        storage.run(f"change({seed})")
        assert storage.flush() == ""
        assert storage.stored() == storage.in_python(), seed
    files = storage.stored()
    assert {"companion.db", "server.key", "cookies.json"} < files.keys()
    storage.kill("tab")
    assert storage.start().in_python() == files


# Kills


class Killed:
    """A pocket that is killed again and again while somebody plays."""

    def __init__(self, storage, table, rng):
        self.storage = storage
        self.key = table.removeprefix("/e/")
        self.table = table
        self.rng = rng
        self.extra = 0
        storage.begin(slow=self.slow())
        storage.play(table, "kills")

    def slow(self):
        """Half of the time a flush takes long, so that it is often cut off."""
        return self.rng.choice((0, 8))

    def kill(self):
        """Kill the worker at random while it starts or plays, begin again, and check what is stored."""
        starts = self.rng.random() < 0.1
        if starts:
            self.storage.shell.wait_for_timeout(self.rng.randrange(1000))
        else:
            assert self.storage.ready() == "ready"
            self.storage.shell.wait_for_timeout(self.rng.randrange(20, 250))
        self.storage.kill(self.rng.choice(("worker", "tab", "process")))
        before = self.storage.played()
        log = self.storage.log(self.key)
        self.storage.begin(slow=self.slow())
        self.check(before, log, before)

    def check(self, before, log, after):
        """Compare the log with what was answered before and after it was read."""
        answered, sent, others = after
        assert others == [] and len(log) == len(set(log))
        assert before[0].keys() <= set(log)
        assert [one for one, at in before[0].items() if at and log[at - 1] != one] == []
        extra = set(log[1:]) - answered.keys()
        assert extra <= {sent}
        self.extra += len(extra)

    def end(self):
        """Return how many entries were answered."""
        assert self.storage.ready() == "ready"
        played = self.storage.stop()
        self.check(played, self.storage.log(self.key), played)
        return len(played[0])


def test_nothing_that_was_answered_is_lost_when_the_tab_is_killed(make_storage, tmp_path):
    files, table = filled(tmp_path / "instance", 50)
    assert len(files["companion.db"]) > 2 * 2**20
    rng = random.Random(40)
    # One starts while the other is played in.
    pockets = [Killed(make_storage(files), table, rng) for _ in range(2)]
    for _ in range(KILLS // len(pockets)):
        for one in pockets:
            one.kill()
    answered = [one.end() for one in pockets]
    assert min(answered) > KILLS / 2


def test_what_was_answered_outlives_the_browser(make_storage, tmp_path):
    files, table = filled(tmp_path / "instance", 2)
    storage = make_storage(files).start()
    rng = random.Random(41)
    storage.play(table, "first")
    for _ in range(3):
        storage.shell.wait_for_timeout(rng.randrange(200, 500))
        answered, _sent, _ = storage.played()
        storage.kill_browser()
        storage.open()
        log = storage.log(table.removeprefix("/e/"))
        assert [one for one, at in answered.items() if at and log[at - 1 : at] != [one]] == []
        assert len(set(log)) == len(log)
        storage.wait_in_shell()
        storage.start().play(table, f"after-{len(log)}")


# Failures


REQUESTS = """async ([base, table, count]) => {
  window.asked = Promise.all([...Array(count).keys()].map(async (number) => {
    const fields = { kind: "turned-up", piece: "6", after: 1, entry_id: `asked-000000${number}` };
    const how = { method: "POST", headers: { "HX-Request": "true" }, body: new URLSearchParams(fields) };
    const answer = await fetch(`${base}${table}/entries`, how);
    return [answer.status, answer.headers.has("Content-Security-Policy"), await answer.text()];
  }));
}"""
FULL = """(() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    put.apply(this, given);
    Object.defineProperty(this.transaction, "error", { value: new DOMException("x", "QuotaExceededError") });
    this.transaction.abort();
  };
})()"""
CLOSED = """(() => {
  IDBDatabase.prototype.transaction = () => { throw new DOMException("x", "InvalidStateError"); };
})()"""


def test_a_failed_flush_refuses_all_that_waits(make_storage, tmp_path):
    files, table = filled(tmp_path / "instance", 1)
    storage = make_storage(files).start()
    storage.ask("GET", "/?language=de")
    before = storage.stored()
    for script, name, status, text in (
        (FULL, "QuotaExceededError", 503, "Die Platte ist voll"),
        (CLOSED, "InvalidStateError", 500, "Alles bisher Eingegebene ist sicher"),
    ):
        storage.inside(script)
        storage.shell.evaluate(REQUESTS, [storage.base.rstrip("/"), table, 3])
        for given, is_ours, said in storage.shell.evaluate("asked"):
            assert (given, is_ours) == (status, True), said
            assert text in said and "<html" not in said
        assert storage.stored() == before
        assert storage.failure() == name
        storage.kill("worker")
        storage.start()
    storage.play(table, "again")
    storage.until("again-00000003")
    assert storage.stop()[2] == []


def test_a_fault_in_the_middle_of_a_request_changes_nothing(make_storage, tmp_path):
    files, table = filled(tmp_path / "instance", 1)
    storage = make_storage(files).start()
    storage.ask("GET", "/")
    before = storage.stored()
    for code, name in (
        ("raise RecursionError", "PythonError"),
        ("bytearray(2**31 - 1) + bytearray(2**31 - 1)", "PythonError"),
        ("import js; js.eval('null.x')", "PythonError"),
        ("import os; os.abort()", ""),  # Python itself ends
    ):
        storage.run(
            f"from companion.pocket import Pocket\n"
            f"answer = Pocket.answer\n"
            f"def fault(self, *given):\n"
            f"    answer(self, *given)\n"
            f"    exec({code!r})\n"
            f"Pocket.answer = fault"
        )
        storage.shell.evaluate(REQUESTS, [storage.base.rstrip("/"), table, 2])
        assert name in storage.failure()
        storage.kill("worker")
        storage.start()
        assert {status for status, _, _ in storage.shell.evaluate("asked")} <= {500, 503}
        assert storage.stored()["companion.db"] == before["companion.db"]
    assert len(storage.log(table.removeprefix("/e/"))) == 1


def test_a_full_storage_is_said_and_used_again_when_there_is_space(make_storage, tmp_path):
    files, table = filled(tmp_path / "instance", 2)
    storage = make_storage(files)
    before = storage.stored()
    # A browser that runs trusts for a while what it knows about its space.
    storage.close()
    storage.open()
    session = storage.context.new_cdp_session(storage.keeper)
    origin = storage.base.removesuffix("/loo/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    storage.wait_in_shell()
    storage.begin()
    assert storage.ready() == "QuotaExceededError"
    assert storage.stored() == before
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    storage.kill("worker")
    storage.start().play(table, "after")
    storage.until("after-00000003")
    answered, _, others = storage.stop()
    assert others == []
    assert set(storage.log(table.removeprefix("/e/"))[1:]) == answered.keys()


# Two tabs


def test_a_tab_that_was_taken_over_writes_nothing(make_storage, tmp_path):
    files, table = filled(tmp_path / "instance", 5)
    storage = make_storage(files)
    game = Killed(storage, table, random.Random(42))
    tabs = []
    for _ in range(6):
        assert storage.ready() == "ready"
        storage.shell.wait_for_timeout(game.rng.randrange(300))
        tabs.append(storage.tab)
        storage.tab = None  # it goes on
        storage.begin(slow=game.slow())
        before = storage.played()
        game.check(before, storage.log(game.key), storage.played())
    answered = game.end()
    assert answered > 6
    before = storage.stored()
    for tab in tabs:
        script = "open('/instance/late', 'w').write('late')"
        worker = tab.workers[-1]
        worker.evaluate(f"inside.python().runPython({script!r})")
        assert worker.evaluate("inside.flush().catch((error) => error.name)") == "AbortError"
    assert storage.stored() == before


# Versions


def test_an_older_database_is_upgraded_after_a_copy(make_storage, tmp_path):
    frozen = CHECKOUT / "tests" / "records" / "frozen" / "database-0.1.0.db.gz"
    file = tmp_path / "companion.db"
    file.write_bytes(gzip.decompress(frozen.read_bytes()))
    storage = make_storage({"companion.db": in_one_file(file)})
    before = storage.stored()
    storage.start()
    files = storage.stored()
    (copy,) = (name for name in files if name.startswith("backups/companion-before-m013"))
    for name, upgraded in ((copy, False), ("companion.db", True)):
        file.write_bytes(files[name])
        with closing(sqlite3.connect(file)) as db:
            found = db.execute("select name from _sqlite_migrations").fetchall()
            assert (("m013_studies",) in found) == upgraded
            assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
    assert files["companion.db"] != before["companion.db"]
    storage.kill("worker")
    assert storage.start().stored().keys() == files.keys()


def test_a_newer_database_is_left_alone(make_storage, tmp_path):
    files, _ = filled(tmp_path / "instance", 1)
    file = tmp_path / "instance" / "companion.db"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) "
            "values ('companion', 'm999_later', '')"
        )
    storage = make_storage({**files, "companion.db": file.read_bytes()})
    before = storage.stored()
    storage.begin()
    assert storage.ready() == "newer"
    assert storage.stored() == before
