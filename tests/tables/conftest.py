"""What the tests of tables and groups have in common."""

import pytest

from companion.tables import access


@pytest.fixture
def waits():
    """Whatever is asked for waits longer than a moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(access, "A_MOMENT", -1)
        yield
