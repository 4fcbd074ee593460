"""Nothing answered is lost or doubled when workers and servers are killed."""

import pytest

from tests.examples import TIMES
from tests.kills import kill

pytestmark = pytest.mark.server


@pytest.mark.slow
@pytest.mark.parametrize(
    ("workers", "store"), [(1, "sqlite"), (3, "sqlite"), (3, "postgresql")], ids=str
)
def test_killed_while_eight_phones_enter(tmp_path, request, workers, store):
    database = request.getfixturevalue("database") if store == "postgresql" else ""
    found = kill(tmp_path, 2 * TIMES, workers, seed=workers, database=database)
    assert (
        found["rows"]
        and found["answered"] > 2 * TIMES
        and not found["lost"] + found["twice"] + found["refused"]
    )
