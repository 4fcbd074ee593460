"""The description of the interface: it describes all that there is, and says what it means."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
from openapi_spec_validator import validate

from companion.cli import main
from companion.evening.record import loads
from companion.evening.replay import replay, report, results_file
from companion.games import GAMES
from companion.store import StoreError
from companion.store.errors import StoreTrouble
from companion.study.report import report as study
from companion.web.api.openapi import description
from companion.web.api.schemas import DATA, sets
from companion.wording import say
from tests.web.markup import parse
from tests.web.table import opened

DESCRIPTION = json.loads(json.dumps(description()))
SCHEMAS = DESCRIPTION["components"]["schemas"]
OPERATIONS = {
    (method.upper(), path): one
    for path, item in DESCRIPTION["paths"].items()
    for method, one in item.items()
}
FOR_PROGRAMS = {
    ("POST", "/evenings"), ("POST", "/groups"), ("POST", "/records"), ("POST", "/e/{key}/entries"),
    ("GET", "/e/{key}/live"), ("GET", "/healthz"),
}  # fmt: skip
"""Routes for programs that no ending tells."""
RECORDS = sorted((Path(__file__).parents[1]).rglob("records/**/*.replay.json"))


@pytest.fixture
def app(fresh):
    return fresh


def schema_of(name):
    """Return a schema that knows all others; fields that it does not name are not allowed."""
    strict = {
        key: {**one, "additionalProperties": False} if "properties" in one else one
        for key, one in SCHEMAS.items()
    }
    return jsonschema.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": {"schemas": strict}}
    )


RESULTS, STUDY = schema_of("ReplayFile"), schema_of("StudyFile")


def test_it_is_valid(app):
    sent = app.test_client().get("/openapi.json").get_json()
    assert sent == DESCRIPTION
    validate(sent)


def test_it_describes_every_route_for_programs_and_no_other(app):
    there = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert OPERATIONS.keys() <= there
    told = {(method, path) for method, path in there if path.endswith((".json", ".csv"))}
    assert told | FOR_PROGRAMS == OPERATIONS.keys()


def test_it_tells_the_newest_edition_of_each_game():
    assert DESCRIPTION["x-editions"] == {id: game.edition for id, game in GAMES.items()}


def test_operations_have_short_names_of_their_own():
    ids = [one["operationId"] for one in OPERATIONS.values()]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[a-z]+([A-Z][a-z]+)*", one) for one in ids)


def test_every_path_names_its_parameters():
    for (_method, path), one in OPERATIONS.items():
        named = {link["$ref"].rpartition("/")[2] for link in one.get("parameters", ())}
        required = {
            name for name in named if DESCRIPTION["components"]["parameters"][name].get("required")
        }
        assert required == set(re.findall(r"{(\w+)}", path)), path


def test_what_is_described_is_used():
    text = json.dumps(DESCRIPTION)
    for part, names in DESCRIPTION["components"].items():
        for name in names:
            assert part == "securitySchemes" or f'"#/components/{part}/{name}"' in text, name


def test_every_field_has_a_description_and_every_description_a_field():
    meanings = DATA["fields"]
    common = {name for name, one in meanings.items() if isinstance(one, str)}
    used = set()
    for name, schema in SCHEMAS.items():
        assert schema["description"].endswith("."), name
        for field, one in schema.get("properties", {}).items():
            assert one.get("description", "").endswith((".", "…")), f"{name}.{field}"
            is_own = field in meanings.get(name, {})
            used.add((name, field) if is_own else field)
    own = {(name, field) for name in meanings.keys() - common for field in meanings[name]}
    assert used & common == common and own <= used


def test_every_set_of_values_is_used_and_known():
    """A value that a field may have is limited only where there is such a field."""
    values, known = DATA["values"], sets().keys() | DATA["patterns"].keys()
    assert set(values.values()) == known
    assert all(sets().values())
    fields = {(name, field) for name, one in SCHEMAS.items() for field in one.get("properties", ())}
    for name in values:
        struct, _, field = name.rpartition(".")
        assert (struct, field) in fields or (not struct and field in {one for _, one in fields})


def test_the_answers_are_as_described(app, phone):
    """With all fields named, so that none is forgotten."""
    deal = ("up 6", "Bob in", "Cat in", "Dan in", "Ann out", "won Bob Bob Bob Cat Cat", "settled")
    key = opened(app, *deal, depth="tricks")
    client = app.test_client()
    found = 0
    for (method, path), one in OPERATIONS.items():
        if method != "GET" or not path.startswith("/e/") or path.endswith("/live"):
            continue
        answer = client.get(path.format(key=key, number=1), headers={"Accept": "application/json"})
        content = one["responses"][str(answer.status_code)]["content"]
        schema = content[answer.mimetype].get("schema")
        if schema:
            schema_of(schema["$ref"].rpartition("/")[2]).validate(answer.get_json())
            found += 1
    assert found == 4


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_results_of_every_record_are_as_described(file):
    record = loads(file.with_name(file.name.replace(".replay", "")).read_bytes())
    evening, problems = replay(record.entries)
    results = results_file(report(evening, problems, say, record.seals))
    RESULTS.validate(json.loads(results))
    STUDY.validate(json.loads(results_file(study(evening.state))))


@pytest.mark.parametrize("path", ["/evenings", "/groups"])
def test_what_is_opened_is_as_described(app, path):
    answer = app.test_client().post(path, json={"name": "Friday"})
    described = OPERATIONS["POST", path]["responses"][str(answer.status_code)]
    assert described["content"].keys() == {answer.mimetype}
    assert described["headers"].keys() <= set(answer.headers.keys())
    schema_of("Opened").validate(answer.get_json())


def test_problems_are_as_described(app):
    key = opened(app, depth="tricks")
    entry = {"kind": "declared", "player": "Bob", "choice": "play"}
    for body in ({"entry": entry, "after": 1, "entry_id": "one-of-them"}, {}, []):
        answer = app.test_client().post(f"/e/{key}/entries", json=body)
        assert answer.status_code == 422
        schema_of("Problem").validate(answer.get_json())


def test_a_database_that_fails_is_answered_as_described(app, monkeypatch):
    def fails():
        raise StoreError(StoreTrouble("read-only", "companion.db", "instance"))

    monkeypatch.setattr(app.extensions["tables"].evenings.log.connection, "check", fails)
    answer = app.test_client().get("/healthz")
    assert answer.status_code == 503
    assert answer.mimetype in DESCRIPTION["components"]["responses"]["503"]["content"]


@pytest.mark.parametrize("html", [[], ["--html"]])
def test_the_command_prints_the_same(html, capsysbinary):
    assert main(["openapi", *html]) == 0
    printed = capsysbinary.readouterr().out
    if html:
        assert b"<style>" in printed and b"<link" not in printed and b"<script" not in printed
    else:
        assert json.loads(printed) == DESCRIPTION


def test_the_page_has_everything_with_a_place_to_link_to(phone):
    page = phone.get("/docs")
    assert page.language == "en" and "<script" not in page.html
    soup = parse(page.html)
    ids = [one["id"] for one in soup.select("[id]")]
    assert len(set(ids)) == len(ids)
    text = letters(page.text)
    linked = {one["href"][1:] for one in soup.select("a[href^='#']")}
    assert linked <= set(ids)
    for name, schema in SCHEMAS.items():
        assert name in linked
        for field, one in schema.get("properties", {}).items():
            assert f"{name}.{field}" in ids
            assert letters(one["description"]) in text, (name, field)
    for one in OPERATIONS.values():
        assert one["operationId"] in linked and letters(one["summary"]) in text


def letters(text):
    """Return a text without spaces, which tags around code add or take."""
    return re.sub(r"[`\s]", "", text)
