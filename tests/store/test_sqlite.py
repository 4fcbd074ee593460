"""The store in SQLite does what every store has to do."""

import pytest

from companion.store import open_store
from companion.store.sql.budgets import FORGET
from tests.store import conformance


@pytest.fixture
def make_store(tmp_path):
    stores = []

    def make():
        stores.append(open_store(tmp_path))
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
    def test_those_that_are_over_are_found_by_an_index(self, store):
        for statement in FORGET:
            plan = store.log.connection.rows(f"explain query plan {statement}", {"now": 0})
            assert [step[-1].startswith("SEARCH budget USING") for step in plan] == [True]


class TestGroups(conformance.GroupConformance):
    pass
