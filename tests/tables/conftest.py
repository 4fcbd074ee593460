"""Fixtures of the tests of tables and groups."""

import pytest

from companion.tables import access


@pytest.fixture
def waits():
    """Treat all rights as stale, as after a long wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(access, "A_MOMENT", -1)
        yield
