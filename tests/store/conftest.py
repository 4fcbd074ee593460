"""A log in a folder of its own."""

import pytest

from companion.store import open_log


@pytest.fixture
def log(tmp_path):
    found = open_log(tmp_path)
    yield found
    found.close()
