"""Tables and groups in a folder of their own."""

from contextlib import closing

import pytest

from companion.tables import open_groups

PHONE = "phone"


@pytest.fixture
def tables(tmp_path):
    with closing(open_groups(tmp_path).tables) as tables:
        yield tables


@pytest.fixture
def groups(tmp_path):
    with closing(open_groups(tmp_path)) as groups:
        yield groups


@pytest.fixture
def group(groups):
    return groups.open_group(groups.start("Regulars", PHONE, "start-0001").key, PHONE)
