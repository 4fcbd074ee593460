"""Long texts in forms and files do not take quadratic time."""

import json
import unicodedata

import pytest

from companion.evening import names
from tests.web.table import opened
from tests.web.test_groups import start

MARKS = "a" + "\u0301" * 1_500 + "\u0316" * 1_500
"""Combining marks in reverse order, which take longest to normalize."""
ID = {"entry_id": "long-text-1"}


def group_file(phone):
    content = json.loads(phone.client.get(f"/g/{start(phone)}/group.json").data)
    content["name"] = MARKS
    return json.dumps(content).encode()


SENT = {
    "a new evening": lambda phone, key: phone.post(
        "/evenings/new", [("name", MARKS), ("seat", MARKS), ("seat", "Bob"), ("do", "row")]
    ),
    "another game": lambda phone, key: phone.post(f"/e/{key}/game", {"seat": MARKS, "do": "row"}),
    "an entry": lambda phone, key: phone.say(key, {"kind": "joined", "player": MARKS}),
    "a phone": lambda phone, key: phone.post(f"/e/{key}/me", {"name": MARKS}),
    "a group": lambda phone, key: phone.post("/groups/new", {"name": MARKS, **ID}),
    "a merge": lambda phone, key: phone.post(
        f"/g/{start(phone)}/entries",
        {"kind": "person-merged", "from": MARKS, "into": MARKS, "after": "1", **ID},
    ),
    "a file of a group": lambda phone, key: phone.import_record(group_file(phone)),
}


@pytest.mark.parametrize("send", SENT.values(), ids=SENT)
def test_long_runs_of_combining_marks_are_refused_quickly(app, phone, monkeypatch, send):
    key = opened(app)
    phone.get(f"/e/{key}")
    normalize, lengths = unicodedata.normalize, []

    def measured(form, text):
        lengths.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", measured)
    page = send(phone, key)
    assert page.status in (200, 400, 404, 422)
    assert lengths and max(lengths) <= names.NORMALIZED
