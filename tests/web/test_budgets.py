"""Limits on anonymous visitors, which still let a club behind one address play."""

import io
import json

import pytest

from companion.store import keys
from companion.tables import Limits
from companion.tables.budgets import network
from companion.web import create_app
from tests.web.table import Phone, opened

HOUR = 3600
SMALL = Limits(evenings=2, uploads=2, codes=2, streams=1)
HERE, THERE = "192.0.2.1", "192.0.2.2"
RECORD = {
    "format": "companion-evening", "version": 1, "name": "N", "opened_at": "2026-11-20T19:30:00Z",
    "entries": [],
}  # fmt: skip


@pytest.fixture
def app(instance):
    app = create_app(instance, limits=SMALL)
    yield app
    app.extensions["tables"].close()


@pytest.fixture
def clock(app, monkeypatch):
    now = [1_000_000.0]
    monkeypatch.setattr(app.extensions["tables"].budgets, "_clock", lambda: now[0])
    return now


class Visitor(Phone):
    """A browser at an IP address."""

    numbers = iter(range(10**6))

    def __init__(self, app, address=HERE):
        super().__init__(app)
        self.from_there = {"environ_overrides": {"REMOTE_ADDR": address}}

    def ask(self, what):
        number = next(self.numbers)
        match what:
            case "evenings":
                fields = {"name": "N", "seat": ["Ann", "Bob"], "dealer": "1", "do": "open"}
                fields["entry_id"] = f"evening-{number:06}"
                return self.post("/evenings/new", fields, **self.from_there)
            case "groups":
                fields = {"name": "Club", "entry_id": f"group-{number:06}"}
                return self.post("/groups/new", fields, **self.from_there)
            case "uploads":
                record = json.dumps({**RECORD, "name": f"N {number}"}).encode()
                fields = {"record": (io.BytesIO(record), "r.json"), "entry_id": f"up-{number:06}"}
                return self.post("/records", fields, **self.from_there)


@pytest.mark.parametrize("what", ["evenings", "groups", "uploads"])
def test_a_budget_stops_one_address_until_the_next_hour(app, clock, what):
    for _ in range(2):
        assert Visitor(app).ask(what).status == 303
    clock[0] += 1200
    page = Visitor(app).ask(what)
    assert (page.status, page.headers["Retry-After"]) == (429, "2400")
    assert "Try again in 40 minutes" in page.text
    assert Visitor(app, THERE).ask(what).status == 303
    clock[0] += 2400
    assert Visitor(app).ask(what).status == 303


def test_a_group_counts_as_an_evening(app, clock):
    answers = [Visitor(app).ask(what).status for what in ("groups", "evenings", "groups")]
    assert answers == [303, 303, 429]


def test_the_host_of_the_server_and_loopback_are_not_limited(app, instance, clock):
    host = Visitor(app)
    token = keys.host_token(instance)
    assert host.post(f"/host/{token}", {}, **host.from_there).status == 303
    for _ in range(4):
        assert host.ask("evenings").status == 303
        assert Visitor(app, "127.0.0.1").ask("evenings").status == 303
        assert Visitor(app, "::1").ask("evenings").status == 303


def test_a_household_is_one_address(app, clock):
    for last in range(2):
        assert Visitor(app, f"2001:db8:1:2::{last}").ask("evenings").status == 303
    assert Visitor(app, "2001:db8:1:ff::1").ask("evenings").status == 429
    assert Visitor(app, "2001:db8:1:100::1").ask("evenings").status == 303
    assert Visitor(app, "::ffff:192.0.2.9").ask("evenings").status == 303
    assert Visitor(app, "192.0.2.9").ask("evenings").status == 303
    assert Visitor(app, "192.0.2.9").ask("evenings").status == 429


def test_addresses_and_past_hours_are_not_stored(app, clock):
    rows = app.extensions["tables"].evenings.log.connection.rows
    for number in range(50):
        assert Visitor(app, f"198.51.100.{number}").ask("groups").status == 303
    found = rows("select * from budget", {})
    assert len(found) == 50 and "198.51.100" not in str(found)
    clock[0] += HOUR
    Visitor(app).ask("groups")
    assert len(rows("select * from budget", {})) == 1


def test_entries_are_not_limited_and_write_no_budget(app, clock):
    key = opened(app, "up 6-3")
    phone = Visitor(app)
    rows = app.extensions["tables"].evenings.log.connection.rows
    for number in range(20):
        fields = {"kind": "misdealt"} if number % 2 == 0 else {"kind": "turned-up", "piece": "6-3"}
        assert phone.say(key, fields, **phone.from_there).status < 400
    assert rows("select * from budget", {}) == []


def test_with_a_budget_of_zero_only_the_host_of_the_server_opens_evenings(instance):
    app = create_app(instance, limits=Limits(evenings=0))
    page = Visitor(app).ask("evenings")
    assert page.status == 403 and "Only the host of this server" in page.text
    assert "Retry-After" not in page.headers
    assert Visitor(app, "127.0.0.1").ask("evenings").status == 303
    app.extensions["tables"].close()


def test_programs_get_a_problem_document(app, clock):
    for _ in range(2):
        Visitor(app).ask("groups")
    answer = app.test_client().post(
        "/groups/new",
        data={"name": "Club", "entry_id": "by-a-program"},
        headers={"Accept": "application/json"},
        environ_overrides={"REMOTE_ADDR": HERE},
    )
    assert answer.status_code == 429 and answer.headers["Retry-After"] == "3600"
    assert answer.mimetype == "application/problem+json"


@pytest.mark.parametrize(
    "written", ["1.2.3.4", "1.2.3.4:80", "::ffff:1.2.3.4", "[::ffff:1.2.3.4]:80"]
)
def test_an_address_is_the_same_with_a_port_behind_it(written):
    assert network(written) == "1.2.3.4"
