"""What the pocket has answered is on disk, whatever happens to the tab, the browser or the storage."""

from contextlib import closing

import pytest

from tests.browser.pocket import Pocket
from tests.browser.pocket_storage import Storage, with_a_way_in

pytestmark = pytest.mark.slow
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def opened(pocket_folder, tmp_path_factory):
    """Serve the pocket in a sub-path, with a way into its worker."""
    copy = with_a_way_in(pocket_folder, tmp_path_factory.mktemp("opened") / "pocket")
    with closing(Pocket(copy, "/loo")) as pocket:
        yield pocket


@pytest.fixture
def make_storage(browser, opened):
    made = []

    def make(files=None):
        made.append(Storage(browser, opened, files))
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
    for seed in range(300):
        storage.run(f"change({seed})")
        assert storage.flush() == ""
        assert storage.stored() == storage.in_python(), seed
    files = storage.stored()
    assert {"companion.db", "server.key", "cookies.json"} < files.keys()
    storage.kill("tab")
    assert storage.start().in_python() == files
