"""The JSON Schema of the record file: it is current, and accepts what `loads` accepts."""

import json
import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.evening.record import RecordError, loads, record_schema

ROOT = Path(__file__).parents[2]
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
TYPES = {
    "object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
    "null": type(None),
}  # fmt: skip
SCHEMA = record_schema()


def holds(value, schema):
    """Return whether a value matches a schema, for the part of JSON Schema that ours uses."""
    unknown = schema.keys() - {
        *("$schema", "$ref", "$defs", "anyOf", "discriminator", "title", "description", "default"),
        *("type", "enum", "properties", "required", "additionalProperties", "items", "pattern"),
        *("minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"),
    }
    assert not unknown, "a word of JSON Schema that this test does not know"
    if "$ref" in schema:
        return holds(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")])
    if "anyOf" in schema:
        return any(holds(value, one) for one in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    if not isinstance(value, TYPES[schema["type"]]):
        return False
    if isinstance(value, bool) and schema["type"] != "boolean":
        return False
    if isinstance(value, str):
        within = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 10**9)
        return within and bool(re.search(schema.get("pattern", ""), value))
    if isinstance(value, list):
        items = all(holds(one, schema["items"]) for one in value)
        within = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 10**9)
        return items and within
    if isinstance(value, int):
        return schema.get("minimum", -(10**9)) <= value <= schema.get("maximum", 10**9)
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        return set(schema.get("required", ())) <= value.keys() and all(
            holds(one, known[name])
            if name in known
            else others is True or (others is not False and holds(one, others))
            for name, one in value.items()
        )
    return True


def test_the_file_is_current(capsysbinary):
    assert main(["schema"]) == 0
    printed = capsysbinary.readouterr().out
    assert (ROOT / "docs" / "record.schema.json").read_bytes() == printed, "run `make schema`"


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_it_holds_for_every_record(file):
    assert holds(json.loads(file.read_bytes()), SCHEMA)


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "sang"},
        {"kind": "declared", "player": "Bob"},
        {"kind": "declared", "player": 4, "choice": "play"},
        {"kind": "declared", "player": "Bob", "choice": "play", "loudly": True},
        {"kind": "declared", "player": "Bob", "choice": "play", "draws": "2"},
        {"kind": "drew", "player": "Bob", "from": "sleeve"},
        {"kind": "amended", "entry": 3, "by": {"kind": "undone", "entry": 2}},
        {"kind": "inserted", "before": 0, "entries": [{"kind": "settled"}]},
        {"kind": "inserted", "before": 2, "entries": []},
        {"kind": "noted", "text": "Late", "of": 0},
        {},
        "played",
    ],
    ids=str,
)
def test_the_schema_refuses_invalid_entries(entry):
    data = {**HEAD, "entries": [{"kind": "settled"}, entry]}
    assert not holds(data, SCHEMA)
    with pytest.raises(RecordError):
        loads(json.dumps(data).encode())


@pytest.mark.parametrize(
    "head",
    [
        {"format": "companion-replay"}, {"version": 2}, {"name": ""}, {"name": "x" * 81},
        {"opened_at": "yesterday"}, {"colour": "green"},
    ],
    ids=str,
)  # fmt: skip
def test_an_invalid_head(head):
    data = {**HEAD, "entries": [], **head}
    assert not holds(data, SCHEMA)
    with pytest.raises(RecordError):
        loads(json.dumps(data).encode())


def test_a_record_may_be_empty():
    assert holds({**HEAD, "entries": []}, SCHEMA)
