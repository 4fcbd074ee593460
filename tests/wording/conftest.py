"""French suits for every test here, because a request of an earlier test may have left others."""

import pytest

from companion.wording.pieces import use_suits


@pytest.fixture(autouse=True)
def french_suits():
    use_suits()
