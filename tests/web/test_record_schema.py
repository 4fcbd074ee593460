"""The JSON Schemas of the record: they are current, and hold for records, in two validators."""

import json
import re
from pathlib import Path

import jsonschema
import jsonschema_rs
import pytest

from companion.cli import main
from companion.evening.record import RecordError, loads
from companion.evening.replay import replay
from companion.games import GAMES
from companion.web.api.schemas import DATA, record_schema

ROOT = Path(__file__).parents[2]
FILES = {"record.schema.json": [], "record.lenient.schema.json": ["--lenient"]}
RECORDS = sorted(
    file
    for file in (ROOT / "tests").rglob("records/**/*.json")
    if not file.name.endswith(".replay.json") and not file.name.startswith(("group-", "database-"))
)
HEAD = {
    "format": "companion-evening",
    "version": 1,
    "name": "Friday",
    "opened_at": "2026-11-20T19:30:00Z",
}


class Schema:
    """A schema in two validators, which have to agree."""

    def __init__(self, lenient):
        self.content = json.loads(json.dumps(record_schema(lenient)))
        jsonschema.Draft202012Validator.check_schema(self.content)
        self._validators = (
            jsonschema.Draft202012Validator(self.content),
            jsonschema_rs.Draft202012Validator(self.content),
        )

    def holds(self, *entries, **head):
        return self.holds_for({**HEAD, "entries": list(entries), **head})

    def holds_for(self, data):
        one, other = (validator.is_valid(data) for validator in self._validators)
        assert one == other
        return one


STRICT, LENIENT = Schema(False), Schema(True)


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_current(name, capsysbinary):
    assert main(["schema", *FILES[name]]) == 0
    printed = capsysbinary.readouterr().out
    assert (ROOT / "docs" / name).read_bytes() == printed, "run `make schema`"


def test_they_have_ids():
    assert STRICT.content["$id"] == "urn:companion:schema:record:1"
    assert LENIENT.content["$id"] == "urn:companion:schema:record:1:lenient"


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_they_hold_for_every_record(file):
    """The strict one holds for what was accepted: some records have entries that the rules refuse."""
    data = json.loads(file.read_bytes())
    assert LENIENT.holds_for(data)
    if not STRICT.holds_for(data):
        _evening, problems = replay(loads(file.read_bytes()).entries)
        refused = {one.entry for one in problems}
        assert refused
        entries = enumerate(data["entries"], 1)
        data["entries"] = [entry for number, entry in entries if number not in refused]
        assert STRICT.holds_for(data)


INVALID = [
    {"kind": "declared", "player": "Bob"},
    {"kind": "declared", "player": 4, "choice": "play"},
    {"kind": "declared", "player": "Bob", "choice": "play", "draws": "2"},
    {"kind": "amended", "entry": "3"},
    {"kind": "inserted", "before": 0, "entries": [{"kind": "settled"}]},
    {"kind": "inserted", "before": 2, "entries": []},
    {"kind": "noted", "text": "Late", "of": 0},
    {},
    "played",
]
OF_LATER = [
    {"kind": "sang"},
    {"kind": "declared", "player": "Bob", "choice": "play", "loudly": True},
    {"kind": "drew", "player": "Bob", "from": "sleeve"},
    {"kind": "amended", "entry": 3, "by": {"kind": "undone", "entry": 2}},
    {"kind": "inserted", "before": 2, "entries": [{"kind": "sang"}]},
]
UNKNOWN = [
    {"kind": "game-started", "game": "banana", "dealer": "B", "seats": ["A"], "depth": "plays"},
    {"kind": "game-started", "game": "rams", "dealer": "B", "seats": ["A"], "depth": "banana"},
    {"kind": "depth-changed", "depth": "banana"},
    {"kind": "played", "player": "Bob", "piece": "banana"},
    {"kind": "played", "player": "Bob", "piece": "6-3", "stands": "banana"},
    {"kind": "declared", "player": "Bob", "choice": "banana"},
    {"kind": "melded", "player": "Bob", "pieces": ["AS", "banana"]},
    {"kind": "hands-left", "winner": "Bob", "hands": {"Cat": ["AS", "banana"]}},
    {"kind": "rest-declared", "choice": "drop", "except": {"Cat": "banana"}},
    {"kind": "worth-set", "minor": 10, "currency": "banana"},
    {"kind": "amended", "entry": 3, "by": {"kind": "depth-changed", "depth": "banana"}},
]


@pytest.mark.parametrize("entry", INVALID, ids=str)
def test_both_refuse_what_cannot_be_read(entry):
    assert not STRICT.holds(entry) and not LENIENT.holds(entry)
    with pytest.raises(RecordError):
        loads(json.dumps({**HEAD, "entries": [entry]}).encode())


@pytest.mark.parametrize("entry", OF_LATER, ids=str)
def test_the_lenient_one_lets_later_entries_pass(entry):
    assert LENIENT.holds(entry) and not STRICT.holds(entry)
    with pytest.raises(RecordError):
        loads(json.dumps({**HEAD, "entries": [entry]}).encode())


@pytest.mark.parametrize("entry", UNKNOWN, ids=str)
def test_the_strict_one_refuses_unknown_values_that_are_read(entry):
    """Reading stays as it is, so that a game of tomorrow says which version it needs."""
    assert LENIENT.holds(entry) and not STRICT.holds(entry)
    loads(json.dumps({**HEAD, "entries": [entry]}).encode())


@pytest.mark.parametrize(
    "head",
    [
        {"format": "companion-replay"}, {"version": 2}, {"name": ""}, {"name": "x" * 81},
        {"opened_at": "yesterday"},
    ],
    ids=str,
)  # fmt: skip
def test_an_invalid_head(head):
    assert not STRICT.holds(**head) and not LENIENT.holds(**head)
    with pytest.raises(RecordError):
        loads(json.dumps({**HEAD, "entries": [], **head}).encode())


def test_a_head_of_a_later_version():
    assert LENIENT.holds(colour="green") and not STRICT.holds(colour="green")


def test_a_record_may_be_empty():
    assert STRICT.holds() and LENIENT.holds()


def test_the_patterns_hold_for_every_spelling_of_a_piece():
    for game in GAMES.values():
        for text in (text for text, piece in game.pack.spellings.items() if piece):
            entry = {"kind": "played", "player": "Bob", "piece": text}
            assert STRICT.holds(entry), text
        for text in {*map(str, game.pack.turns_up), *game.pack.suits}:
            assert STRICT.holds({"kind": "turned-up", "piece": text}), text


def test_the_questions_are_those_that_the_code_asks():
    asked = set()
    for file in (ROOT / "companion" / "rules").rglob("*.py"):
        asked |= set(re.findall(r"Question\(\s*\"([a-z-]+)\"", file.read_text()))
    assert asked == set(DATA["sets"]["asks"])
