"""Importing records: valid, invalid, too large, and refused by the rules."""

import io
import json
from contextlib import ExitStack

import pytest

from companion.evening import capacity
from companion.evening.record import LARGEST
from companion.tables import Limits
from companion.tables.checking import SLOTS
from companion.web import create_app
from tests.web.table import Phone, replayed

HEAD = {
    "format": "companion-evening",
    "version": 1,
    "name": "N",
    "opened_at": "2026-11-20T19:30:00Z",
}
START = {
    "kind": "game-started", "game": "domino-loo", "seats": ["Ann", "Bob"], "dealer": "Ann",
    "depth": "plays",
}  # fmt: skip


@pytest.fixture
def nothing_written(app):
    log = app.extensions["tables"].evenings.log
    before = len(log.evenings())
    yield
    assert len(log.evenings()) == before


def record(*entries, **head):
    return json.dumps({**HEAD, **head, "entries": list(entries)}).encode()


def test_good(app, phone, other):
    page = phone.import_record(record(START, {"kind": "turned-up", "piece": "36"}, name="Été 🎲"))
    assert page.status == 303
    phone.follow()
    assert phone.record(phone.key)["name"] == "Été 🎲"
    assert phone.record(phone.key)["opened_at"] == HEAD["opened_at"]
    assert "Bob" in phone.page.question
    assert "Imported: Été 🎲." in phone.page.text
    closed = record(START, {"kind": "evening-closed"})
    path = phone.import_record(closed).headers["Location"]
    assert path.endswith("/deals")
    # The device becomes the host of the evening, which has its own link.
    assert phone.key in "".join(phone.get("/history").links)
    assert replayed(app, path.split("/")[2])["problems"] == []


def test_another_file_in_a_repeated_form_is_another_evening(phone):
    files = [record(START, name=name) for name in ("Friday", "Friday", "Sunday")]
    ways = []
    for file in files:
        sent = {"record": (io.BytesIO(file), "evening.json"), "entry_id": "the-same-form"}
        ways.append(phone.post("/records", sent).headers["Location"])
    assert ways[0] == ways[1] != ways[2]
    assert phone.get(ways[2]).heading and phone.record(phone.key)["name"] == "Sunday"


def test_an_evening_that_was_there_already_is_imported_with_a_warning(phone):
    warning = "You had this evening, or one like it, already."
    later = record(START, opened_at="2026-11-27T19:30:00Z")
    other_name = record(START, name="Sunday")
    for file, is_there in (
        (record(START), False),
        (later, False),
        (other_name, False),
        (later, True),
    ):
        phone.import_record(file)
        assert (warning in phone.follow().text) == is_there


def test_a_changed_record_is_imported_with_a_warning(phone):
    phone.import_record(record(START))
    phone.follow()
    whole = phone.record(phone.key)
    assert phone.import_record(json.dumps({**whole, "name": "Another"}).encode()).status == 303
    assert "was changed after" not in phone.follow().text
    whole["entries"][0]["dealer"] = "Bob"
    assert phone.import_record(json.dumps(whole).encode()).status == 303
    assert "N was changed after it was downloaded" in phone.follow().text


def test_a_record_is_exported_as_it_was_imported(phone):
    content = record(START, {"kind": "turned-up", "piece": "6-3"}, name="Rükblick ‹2›")
    exported = []
    for _ in range(2):
        phone.import_record(content)
        page = phone.follow()
        exported.append(phone.client.get(f"{phone.table}/record.json").data)
    assert exported[0] == exported[1] and "Now there are two" in page.text


def test_an_evening_without_entries(phone):
    assert phone.import_record(record()).status == 303
    phone.follow()
    assert any(link.endswith("/game") for link in phone.page.links)
    for tail in ("/more", "/deals", "/log", "/people", "/record.json", "/game"):
        assert phone.get(phone.table + tail).status == 200


BAD = {
    "binary": bytes(range(256)) * 40,
    "not JSON": b'{"format": "companion-evening", ',
    "format": record(format="pgn"),
    "version": json.dumps({**HEAD, "version": "1", "entries": []}).encode(),
    "more": json.dumps({**HEAD, "entries": [], "extra": 1}).encode(),
    "no entries": json.dumps(HEAD).encode(),
    "kind": record(START, {"kind": "sang", "player": "Ann"}),
    "type": record(START, {"kind": "turned-up", "piece": 63}),
}


@pytest.mark.parametrize("content", BAD.values(), ids=list(BAD))
def test_bad(phone, nothing_written, content):
    page = phone.import_record(content)
    assert page.status == 422
    assert page.soup.select_one("li").text.strip()
    assert "/" in page.links and "Traceback" not in page.html


def test_no_file(phone, nothing_written):
    assert phone.tell(b"", 'name="other"').status == 422
    assert phone.tell(b"not a file", 'name="record"').status == 422
    assert phone.post("/records", {"record": "not a file"}).status == 422


@pytest.mark.parametrize("size", [LARGEST + 1, LARGEST + 1024 * 1024])
def test_too_large(phone, nothing_written, size):
    page = phone.import_record(b" " * size)
    assert page.status in (413, 422) and "larger than 8 MB" in page.text


def test_the_largest_record(phone):
    content = record(START)
    page = phone.import_record(content + b" " * (LARGEST - len(content)))
    assert page.status == 303


def test_a_record_of_many_lines(phone):
    """Files are read in chunks, which may end at a line break."""
    entries = [{"kind": f"sat-{way}", "player": "Bob"} for way in ("out", "in")] * 2499
    content = record(START, *entries).replace(b"}, {", b"},\n{")
    assert len(content) > 175_000
    assert phone.import_record(content).status == 303


def test_a_record_waits_too_long(phone, app, nothing_written, monkeypatch):
    monkeypatch.setattr("companion.tables.checking.PATIENCE", 0.01)
    with app.extensions["tables"].checks.importing():
        page = phone.import_record(record(START))
    assert page.status == 503 and "Try again in a minute" in page.text


def test_a_record_without_a_slot_is_not_read(phone, app, nothing_written):
    class Unread(io.BytesIO):
        def read(self, size=-1):
            raise AssertionError("it is read")

        readinto = read

    with ExitStack() as slots:
        for _ in range(SLOTS):
            slots.enter_context(app.extensions["tables"].checks.slot())
        answer = phone.client.post(
            "/records",
            input_stream=Unread(),
            content_length=1000,
            content_type="multipart/form-data; boundary=here",
        )
    assert answer.status_code == 503 and answer.headers["Retry-After"]


@pytest.mark.parametrize(
    ("limits", "content", "says"),
    [
        (Limits(megabytes=1), record(START) + b" " * 2**20, "larger than 1 MB"),
        (Limits(), record(START, *[{"kind": "settled"}] * 5_000), "at most 5,000 entries"),
        (Limits(checking=0), record(START), "stopped at entry 1"),
    ],
    ids=["megabytes", "entries", "checking"],
)
def test_a_server_can_have_a_lower_limit(instance, limits, content, says):
    app = create_app(instance, limits=limits)
    page = Phone(app).import_record(content)
    assert page.status in (413, 422) and says in page.text
    assert app.extensions["tables"].evenings.log.evenings() == []
    app.extensions["tables"].close()


def test_a_full_evening_can_only_be_closed(phone, app, monkeypatch):
    phone.import_record(record(START))
    phone.follow()
    key = phone.key
    assert "turned-up" in phone.get(f"/e/{key}").kinds()
    monkeypatch.setattr(capacity, "LAST_DEAL", 1)
    page = phone.get(f"/e/{key}")
    assert page.question == "This evening is full. Close it and start a new one."
    assert set(page.kinds()) <= {"undone"} and f"/e/{key}/close" in " ".join(page.links)
    state = phone.get(f"/e/{key}/state.json")
    offered = {one["kind"] for one in json.loads(state.html)["options"]}
    assert offered == {"game-ended", "evening-closed"}
    refused = phone.say(key, {"kind": "turned-up", "piece": "6-3"})
    assert refused.status == 422 and "full" in refused.text


def test_a_nearly_full_evening_says_so(phone, app, monkeypatch):
    phone.import_record(record(START))
    phone.follow()
    key = phone.key
    assert "Go on in a new evening" not in phone.get(f"/e/{key}").text
    monkeypatch.setattr(capacity, "NEARLY_FULL", 1)
    page = phone.get(f"/e/{key}")
    assert "room for 4,749 more entries" in page.text and "Go on in a new evening" in page.text
    assert f"/e/{key}/close" in " ".join(page.links)


def test_a_full_evening_continues_in_a_new_one(phone, monkeypatch):
    monkeypatch.setattr(capacity, "NEARLY_FULL", 1)
    phone.import_record(record({**START, "game": "three-card-loo", "depth": "result"}))
    phone.follow()
    old = phone.key
    phone.say(old, {"kind": "turned-up", "piece": "H"})
    phone.say(old, {"kind": "declared", "player": "Bob", "choice": "drop"})
    phone.say(old, {"kind": "settled"})
    assert f"/e/{old}/close" in " ".join(phone.get(f"/e/{old}").links)
    phone.say(old, {"kind": "evening-closed", "left_over": "stay"})
    for page in (phone.get(f"/e/{old}/deals"), phone.get(f"/e/{old}")):
        forms = [one for one in page.soup.select("form") if one["action"].endswith("/again")]
        assert "Go on in a new evening" in forms[0].text
    phone.submit(forms[0])
    phone.follow()
    first = phone.record(phone.key)["entries"][0]
    assert phone.key != old and first["seats"] == ["Ann", "Bob"] and first["dealer"] == "Bob"


def test_every_refused_entry_is_listed(phone, nothing_written):
    entries = [
        START,
        {"kind": "turned-up", "piece": "9-9"},
        {"kind": "turned-up", "piece": "6-3"},
        {"kind": "declared", "player": "Ann", "choice": "play"},
        {"kind": "declared", "player": "Bob", "choice": "drop"},
        {"kind": "declared", "player": "Bob", "choice": "play"},
        {"kind": "settled"},
    ]
    page = phone.import_record(record(*entries))
    assert page.status == 422
    listed = [li.text for li in page.soup.select("li")]
    assert len(listed) == 4
    for number, line in zip((2, 4, 5, 7), listed, strict=True):
        assert line.startswith(f"Entry {number}: ")
    assert len(page.soup.select("details li")) == 3 and "3 entries after it" in page.text


def test_a_great_many_refused_entries(phone, nothing_written):
    page = phone.import_record(record(*[{"kind": "settled"}] * 5000))
    assert page.status == 422 and len(page.html) < 100_000 and "5000" not in page.heading


def test_names_in_a_record_are_escaped(phone):
    evil = "<img src=x onerror=alert(1)>"
    start = {**START, "seats": [evil, "Bob"], "dealer": evil}
    phone.import_record(record(start, name=evil))
    page = phone.follow()
    assert not page.soup.select_one("img") and evil in page.people
    bad = phone.import_record(record(start, {"kind": "declared", "player": evil, "choice": evil}))
    assert bad.status == 422 and not bad.soup.select_one("img")
