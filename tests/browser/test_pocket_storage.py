"""What the pocket has answered is on disk, whatever happens to the tab, the browser or the storage."""

import os
import random
from contextlib import closing
from functools import partial

import pytest

from tests.browser.conftest import arguments
from tests.browser.pocket import Pocket
from tests.browser.pocket_storage import Storage, filled, with_a_way_in

pytestmark = pytest.mark.slow
KILLS = int(os.environ.get("KILLS", "100"))
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
        answered, sent, others = self.storage.played()
        log = self.storage.log(self.key)
        self.storage.begin(slow=self.slow())
        self.check(answered, sent, others, log)

    def check(self, answered, sent, others, log):
        assert others == []
        assert len(log) == len(set(log))
        assert [one for one, at in answered.items() if at and log.index(one) != at - 1] == []
        extra = set(log[1:]) - answered.keys()
        assert extra <= {sent}, extra
        self.extra += len(extra)

    def end(self):
        """Return how many entries were answered."""
        assert self.storage.ready() == "ready"
        answered, sent, others = self.storage.stop()
        self.check(answered, sent, others, self.storage.log(self.key))
        return len(answered)


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
