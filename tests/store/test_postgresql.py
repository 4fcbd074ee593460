"""The tests of every store, with PostgreSQL."""

import pytest

from companion.store import open_store
from tests.store import conformance

pytestmark = pytest.mark.slow


@pytest.fixture
def make_store(tmp_path, database):
    stores = []

    def make():
        stores.append(open_store(tmp_path, database))
        return stores[-1]

    yield make
    for store in stores:
        store.close()


class TestLog(conformance.LogConformance):
    pass


class TestRepository(conformance.RepositoryConformance):
    pass


class TestAccess(conformance.AccessConformance):
    pass


class TestNews(conformance.NewsConformance):
    pass


class TestBudgets(conformance.BudgetConformance):
    pass


class TestGroups(conformance.GroupConformance):
    pass
