"""Fixtures and options of all tests."""

import os
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Every process, and each server that a test starts, would compile all modules again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

MEMORY = Path("/dev/shm")


def _has_room(folder):
    """Return whether a folder takes the files of all tests, and programs."""
    if not os.access(folder, os.W_OK):
        return False
    place = os.statvfs(folder)
    return place.f_bavail * place.f_frsize > 4e9 and not place.f_flag & os.ST_NOEXEC


# Temporary files are in memory, because databases on a disk wait for it a third of the time.
if "TMPDIR" not in os.environ and _has_room(MEMORY):
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# No deadline, for slow machines. The examples are fixed in CI and random elsewhere.
_ALWAYS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("home", print_blob=True, **_ALWAYS)
settings.register_profile("ci", derandomize=True, database=None, **_ALWAYS)
settings.load_profile("ci" if os.environ.get("CI") else "home")


def _indices(item):
    """Return the places of a page's case in its parameters; () for other tests."""
    is_case = hasattr(item, "callspec") and item.nodeid.startswith("tests/web/")
    return item.callspec.indices.values() if is_case else ()


@pytest.hookimpl(tryfirst=True)  # runs before -m selects tests
def pytest_collection_modifyitems(items):
    """Skip tests of the other database, and there all but every third case of a page.

    `make test` runs every n-th case of a test marked `sampled(n)`; the other cases are slow.
    """
    if os.environ.get("DATABASE") == "postgresql":
        items[:] = [
            item
            for item in items
            if not item.get_closest_marker("sqlite") and sum(_indices(item)) % 3 == 0
        ]
    seen = {}
    for item in items:
        if (mark := item.get_closest_marker("sampled")) is None:
            continue
        test = item.nodeid.partition("[")[0]
        seen[test] = seen.get(test, -1) + 1
        if seen[test] % mark.args[0]:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def usual_suits():
    """Name cards in French suits; a page of an earlier test may have left others in use."""
    from companion.wording.pieces import use_suits

    use_suits()


@pytest.fixture(scope="session")
def postgres():
    from tests.postgres import Postgres

    with closing(Postgres()) as server:
        yield server


@pytest.fixture
def database(postgres):
    """Return the address of an empty database."""
    return postgres.schema()
