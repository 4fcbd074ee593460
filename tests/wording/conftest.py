"""The suits of every test here; requests of other tests in the same process use those of their game."""

import pytest

from companion.wording.pieces import use_suits


@pytest.fixture(autouse=True)
def french_suits():
    use_suits()
