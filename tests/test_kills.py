"""Workers and servers are killed while eight phones enter: nothing answered is lost or there twice."""

import pytest

from tests.examples import TIMES
from tests.kills import kill


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 3])
def test_killed_while_eight_phones_enter(tmp_path, workers):
    found = kill(tmp_path, 2 * TIMES, workers, seed=workers)
    assert found["answered"] > 2 * TIMES and not found["lost"] + found["twice"] + found["refused"]
