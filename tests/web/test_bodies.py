"""Request bodies: rights are checked after reading, and a part without a name gets status 400."""

import io
import json
from functools import partial
from itertools import product
from urllib.parse import urlencode

import pytest

from tests.web.table import opened


@pytest.fixture
def app(fresh):
    return fresh


class Slowly:
    """A body that arrives slowly; `happens` runs before the first read."""

    def __init__(self, body, happens):
        self.body = io.BytesIO(body)
        self.happens = happens

    def read(self, size=-1):
        self.happens()
        return self.body.read(size)

    def __getattr__(self, name):
        if name == "readinto":
            raise AttributeError
        return getattr(self.body, name)


SENT = {"name": "Zoe", "kind": "sat-out", "player": "Bob", "after": "1", "entry_id": "slow-entry-1"}
SENT |= {"records": "host", "link": "record", "do": "open"}
ENTRY = {"entry": {"kind": "sat-out", "player": "Bob"}, "after": 1, "entry_id": "slow-entry-1"}
BODIES = {
    "application/x-www-form-urlencoded": urlencode(SENT).encode(),
    "application/json": json.dumps(ENTRY).encode(),
}


def test_rights_are_checked_after_the_body_has_arrived(app, phone):
    posted = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods]
    keyed = [rule for rule in posted if "key" in rule.arguments]
    assert len(keyed) >= 20
    entered = []
    for number, (rule, how) in enumerate(product(keyed, BODIES)):
        of_group = rule.rule.startswith("/g/")
        found = app.extensions["groups" if of_group else "tables"]
        if of_group:
            phone.post("/groups/new", {"name": "Fridays", "entry_id": f"group-{number:03}"})
            key = phone.page.headers["Location"].rpartition("/")[2]
            info = found.access_store.open(key, "elsewhere").info
        else:
            key = opened(app)
            phone.at(key)
            info = found.evenings.log.find(key)
        stream = Slowly(BODIES[how], partial(found.access_store.replace, info.id, "record"))
        _, url = rule.build({"key": key, "number": 1})
        length = len(BODIES[how])
        answer = phone.client.post(
            url, input_stream=stream, content_length=length, content_type=how
        )
        if answer.status_code != 404:
            entered.append((url, how, answer.status_code))
    assert not entered


@pytest.mark.parametrize("disposition", ["", '; filename="a"', '; nam$="kind"'])
@pytest.mark.parametrize("page", ["/entries", "/people/rules"])
def test_a_part_without_a_name_is_a_bad_request(app, phone, page, disposition):
    """Werkzeug names such a field None."""
    path = f"/e/{opened(app)}"
    body = f"--x\r\nContent-Disposition: form-data{disposition}\r\n\r\nsettled\r\n--x--\r\n"
    answer = phone.client.post(
        path + page, data=body, content_type="multipart/form-data; boundary=x"
    )
    assert answer.status_code == 400
