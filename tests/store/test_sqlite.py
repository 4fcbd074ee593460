"""The tests of every store, with SQLite."""

import re

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
    def test_the_newest_evenings_are_found_by_an_index(self, log):
        """The host of the server sees every evening, so the list can be long."""
        asked, connection = [], log.connection
        connection.db.conn.set_trace_callback(asked.append)
        log.evenings(9, 20)
        connection.db.conn.set_trace_callback(None)
        plan = [step[-1] for step in connection.rows(f"explain query plan {asked[-1]}", {})]
        assert plan == ["SEARCH evening USING INDEX evening_newest (sort=? AND opened_at<?)"]


class TestRepository(conformance.RepositoryConformance):
    pass


class TestAccess(conformance.AccessConformance):
    def test_no_query_reads_all_devices_of_an_evening(self, log, access, info):
        """One address can add any number of devices to an evening."""
        access.visit("host phone", info, host=True)
        asked, connection = [], log.connection
        connection.db.conn.set_trace_callback(asked.append)
        access.devices(info.id)
        access.is_hosted(info.id)
        access.become_host("host phone", info.id)
        access.name("host phone", info.id, "", "Ann")
        access.hand_over(info.id, "host phone")
        log.marks([info.id])
        connection.db.conn.set_trace_callback(None)
        ways = set()
        for statement in (one for one in asked if "visit" in one):
            plan = [step[-1] for step in connection.rows(f"explain query plan {statement}", {})]
            ways.update(step for step in plan if re.search(r"\bvisit\b", step))
            # Only the query for the newest devices uses the index of all visits.
            by_evening = any("visit_evening" in step for step in plan)
            assert by_evening == ("order by place desc limit" in statement)
        assert ways == {
            "SEARCH visit USING INDEX visit_marked (evening=?)",
            "SEARCH visit USING INDEX visit_evening (evening=?)",
            "SEARCH visit USING INDEX sqlite_autoindex_visit_1 (device=? AND evening=?)",
        }


class TestNews(conformance.NewsConformance):
    pass


class TestBudgets(conformance.BudgetConformance):
    def test_past_hours_are_found_by_an_index(self, store):
        for statement in FORGET:
            plan = store.log.connection.rows(f"explain query plan {statement}", {"now": 0})
            assert [step[-1].startswith("SEARCH budget USING") for step in plan] == [True]


class TestGroups(conformance.GroupConformance):
    pass
