"""Evenings and groups that a program opens."""

import json
from io import BytesIO

import msgspec
import pytest

from companion.evening import record as records
from companion.evening.entries import encode
from companion.evening.record import Record
from companion.web.api.documents import Opened
from tests.telling import entries, started
from tests.web.table import opened
from tests.web.test_api import Program, problem

START = {"kind": "game-started", "game": "domino-loo", "seats": ["Ann", "Bob", "Cat", "Dan"], "dealer": "Ann",
         "depth": "tricks"}  # fmt: skip
UP = {"kind": "turned-up", "piece": "6"}
OTHER = {**START, "game": "other", "depth": "result", "house_rules": {"name": "Skat"}}
ID = "evening-of-a-bot"


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def client(app):
    return app.test_client()


def links(answer):
    assert answer.status_code == 201, answer.text
    assert answer.mimetype == "application/json"
    found = msgspec.json.decode(answer.data, type=Opened)
    assert answer.headers["Location"] == found.join
    assert found.join.startswith("http://localhost/") and found.join != found.watch
    return found


def path(link):
    return link.removeprefix("http://localhost")


def number(app):
    return len(app.extensions["tables"].evenings.log.evenings())


def test_a_program_opens_an_evening_and_is_its_host(app, client):
    """The cookie of the answer is enough."""
    found = links(client.post("/evenings", json={"name": " Friday  night", "entries": [START, UP]}))
    assert found.name == "Friday night"
    state = client.get(f"{path(found.join)}/state.json").get_json()
    assert (state["name"], state["after"], state["trump"]) == ("Friday night", 2, "6")
    assert state["device"]["is_host"] and state["undo"]
    ended = {"entry": {"kind": "misdealt"}, "after": 2, "entry_id": "misdealt-1"}
    assert client.post(f"{path(found.join)}/entries", json=ended).get_json()["after"] == 3
    # It made the entries itself, so nobody else takes them back without being asked.
    guest = Program(app, path(found.join).rpartition("/")[2])
    assert not guest.state().device.is_host
    assert guest.enter({"kind": "undone", "entry": 3}).code == "unsure"
    watching = app.test_client().get(f"{path(found.watch)}/state.json").get_json()
    assert not watching["device"]["may_record"]


def test_an_evening_needs_neither_a_name_nor_entries(app, client):
    first, second = (links(client.post("/evenings", json={})) for _ in range(2))
    assert first.name and first.name != second.name
    state = client.get(f"{path(first.join)}/state.json").get_json()
    assert state["after"] == 0 and state["game"] is None
    begun = {"entry": START, "after": 0, "entry_id": "begun-01"}
    assert client.post(f"{path(first.join)}/entries", json=begun).get_json()["game"] == "domino-loo"


def test_the_same_id_opens_one_evening(app, client):
    client.get("/")
    sent = {"entries": [START], "entry_id": ID}
    first, second = (links(client.post("/evenings", json=sent)) for _ in range(2))
    assert first == second and number(app) == 1
    other = links(app.test_client().post("/evenings", json=sent))
    assert other.join != first.join and number(app) == 2
    groups = [
        links(client.post("/groups", json={"name": "Club", "entry_id": ID})) for _ in range(2)
    ]
    assert groups[0] == groups[1]


def test_another_request_with_the_same_id_opens_its_own_evening(app, client):
    client.get("/")
    first, second = (
        links(client.post("/evenings", json={"name": name, "entries": [START], "entry_id": ID}))
        for name in ("Friday", "Saturday")
    )
    assert (first.name, second.name) == ("Friday", "Saturday") and first.join != second.join


def test_a_program_opens_an_evening_in_a_group(app, client):
    client.get("/")
    group = links(client.post("/groups", json={"name": "Club"}))
    key = path(group.join).removeprefix("/g/")
    for entries_, name in (([START], "Friday"), ([], "")):
        made = links(
            client.post("/evenings", json={"name": name, "entries": entries_, "group": key})
        )
        assert made.name in client.get(path(group.join)).text
        assert client.get(f"{path(made.join)}/state.json").get_json()["device"]["is_host"]
    sent = {"entries": [START], "entry_id": ID, "group": key}
    first, again = (links(client.post("/evenings", json=sent)) for _ in range(2))
    assert first == again
    guest = app.test_client()
    for other, status in ((path(group.watch).removeprefix("/g/"), 403), ("nothing", 404)):
        assert problem(guest.post("/evenings", json={"group": other})).status == status
    assert number(app) == 3


def test_no_evening_waits_for_a_check_of_others(app, client, phone, monkeypatch):
    """A form, and a program with as little to check, need neither the thread nor a slot of imports."""
    checks = app.extensions["tables"].checks
    monkeypatch.setattr(checks, "offload", None)
    monkeypatch.setattr(checks, "slot", None)
    links(client.post("/evenings", json={"entries": [START, UP]}))
    form = {"name": "N", "seat": ["Ann", "Bob"], "dealer": "1", "do": "open", "entry_id": ID}
    assert phone.post("/evenings/new", form).status == 303 and number(app) == 2


def test_links_are_those_of_the_pages(app, client):
    app.config["PUBLIC_URL"] = "https://loo.example.org/"
    found = client.post("/evenings", json={}).get_json()
    assert found["join"].startswith("https://loo.example.org/e/")


def test_a_program_starts_a_group(app, client):
    found = links(client.post("/groups", json={"name": "Club"}))
    assert found.name == "Club" and path(found.join).startswith("/g/")
    assert client.get(f"{path(found.join)}/delete").status_code == 200
    assert app.test_client().get(f"{path(found.join)}/delete").status_code == 403
    assert app.test_client().get(path(found.watch)).status_code == 200


@pytest.mark.parametrize("how", ["form", "body"])
@pytest.mark.parametrize("kind", ["evening", "group"])
def test_a_program_imports_a_file(app, client, kind, how):
    content = records.dumps(Record("Friday", "2026-11-20T19:30:00Z", (started("Ann Bob"),)))
    if kind == "group":
        group = links(client.post("/groups", json={"name": "Club"}))
        content = client.get(f"{path(group.join)}/group.json").data
    if how == "form":
        headers = {"Accept": "application/json"}
        answer = client.post(
            "/records", data={"record": (BytesIO(content), "a.json")}, headers=headers
        )
    else:
        answer = client.post("/records", data=content, content_type="application/json")
    found = links(answer)
    assert found.name == ("Club" if kind == "group" else "Friday")
    if kind == "evening":
        assert client.get(f"{path(found.join)}/state.json").get_json()["device"]["is_host"]


def test_a_refused_record_is_a_problem_for_a_program(app, client):
    said = (started("Ann Bob", depth="tricks"), *entries("up 6"), *entries("up 6"))
    content = records.dumps(Record("Friday", "2026-11-20T19:30:00Z", said))
    refused = problem(client.post("/records", data=content, content_type="application/json"))
    assert (refused.status, refused.field, refused.entry) == (422, "entries[2]", said[2])
    unread = problem(client.post("/records", data=b"{", content_type="application/json"))
    assert (unread.status, unread.code) == (422, "unreadable")
    assert number(app) == 0


def many(count):
    return {"entries": [START, *({"kind": "noted", "text": "x"} for _ in range(count - 1))]}


BAD = {
    # body, status, code, field
    "none": (b"{", 400, "no-json", ""),
    "empty": (b"", 400, "no-json", ""),
    "another shape": (b"[]", 422, "wrong-type", ""),
    "another field": ({"title": "Friday"}, 422, "unknown-field", "title"),
    "an unknown kind": ({"entries": [START, {"kind": "danced"}]}, 422, "unknown-kind", "entries[1].kind"),
    "a number as a name": ({"entries": [{**START, "dealer": 5}]}, 422, "wrong-type", "entries[0].dealer"),
    "an id without entries": ({"entry_id": ID}, 422, "missing-field", "entries"),
    "a poor id": ({"entry_id": "x"}, 422, "wrong-value", "entry_id"),
    "a long name": ({"name": "x" * 81}, 422, "unreadable", ""),
    "an unseen name": ({"name": "\u0007"}, 422, "unreadable", ""),
    "no such game": ({"entries": [{**START, "game": "banana"}]}, 422, "unreadable", "entries[0]"),
    "no title": ({"entries": [{**START, "game": "other", "depth": "result"}]}, 422, "unreadable", ""),
    "names alike": ({"entries": [{**START, "seats": ["Ann", "ann"]}]}, 422, "already-recorded", "entries[0]"),
    "a look of nobody": ({"entries": [{"kind": "settled", "looked": "confirmed by Bob"}]}, 422, "unreadable", ""),
    "no title after a correction": (
        {"entries": [OTHER, {"kind": "amended", "entry": 1, "by": {**OTHER, "house_rules": {}}}]},
        422, "unreadable", ""),
    "not yet": ({"entries": [START, {"kind": "settled"}]}, 422, "wrong-phase", "entries[1]"),
    "10,000 entries": (many(10_000), 422, "unreadable", ""),
    "9 MB": (b'{"name": "' + b"x" * 9 * 2**20 + b'"}', 413, "too-large", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD.values(), ids=BAD.keys())
def test_bad_input_is_named_and_opens_nothing(app, client, case):
    body, status, code, where = case
    data = body if isinstance(body, bytes) else json.dumps(body)
    found = problem(client.post("/evenings", data=data, content_type="application/json"))
    assert (found.status, found.code, found.field) == (status, code, where)
    if where in ("entries[0]", "entries[1]"):
        place = int(where[8])
        assert json.loads(encode(found.entry))["kind"] == body["entries"][place]["kind"]
    assert number(app) == 0


def test_what_is_too_large_is_told_the_limit(app, client):
    too_much = {f"/e/{opened(app)}/entries": 64 * 1024, "/evenings": 8 * 2**20}
    for address, most in too_much.items():
        data = b" " * (most + 128 * 1024)
        found = problem(client.post(address, data=data, content_type="application/json"))
        assert found.code == "too-large" and found.expected == f"at most {most} bytes"


def test_no_evening_has_more_entries_than_a_table(app, client):
    assert problem(client.post("/evenings", json=many(5_001))).status == 422
    assert number(app) == 0
    links(client.post("/evenings", json=many(5_000)))


@pytest.mark.parametrize("address", ["/evenings/new", "/evenings", "/groups"])
def test_another_content_type_is_refused(app, client, address):
    """The form takes no JSON, and what takes JSON takes no form."""
    headers = {"Accept": "*/*"}
    kind = "application/json" if address == "/evenings/new" else "text/plain"
    answer = client.post(
        address, data=json.dumps({"name": "x"}), content_type=kind, headers=headers
    )
    assert problem(answer).code == "wrong-content-type"
    assert number(app) == 0


def test_the_budget_is_that_of_the_form(app, client):
    app.extensions["tables"].budgets._limits = msgspec.structs.replace(
        app.extensions["tables"].budgets._limits, evenings=2
    )
    away = {"REMOTE_ADDR": "192.0.2.7"}
    for address, body in (("/evenings", {}), ("/groups", {"name": "Club"})):
        links(client.post(address, json=body, environ_overrides=away))
    for address, body in (("/evenings", {}), ("/groups", {"name": "Club"})):
        late = client.post(address, json=body, environ_overrides=away)
        assert problem(late).code == "too-many" and late.headers["Retry-After"]
    assert number(app) == 1


def test_other_sites_open_nothing(app, client):
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert problem(client.post("/evenings", json={}, headers=headers)).status == 403
    assert number(app) == 0


def test_evenings_without_a_group_are_imported_without_links(app, client):
    whole = {
        "format": "companion-group",
        "version": 2,
        "name": "",
        "opened_at": "2026-11-20T19:30:00Z",
        "rows": [],
        "evenings": [],
    }
    one = json.loads(records.dumps(Record("Friday", whole["opened_at"], (started("Ann Bob"),))))
    answer = client.post("/records", json={**whole, "evenings": [{"record": one}]})
    assert (answer.status_code, answer.data) == (204, b"")
    assert number(app) == 1
