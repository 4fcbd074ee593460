"""How long a body may take, with a clock of our own, whose it is, and what holds once it has come."""

import io
import json
from functools import partial
from itertools import product
from urllib.parse import urlencode

import pytest
from werkzeug.exceptions import RequestTimeout, TooManyRequests

from companion.tables import Limits
from companion.web import bodies, create_app
from tests.web.table import opened


@pytest.fixture
def app(fresh):
    return fresh


class Slow:
    """A body and its connection: it comes after so many seconds, unless it is ended before."""

    def __init__(self, app, clock, seconds):
        self.app, self.clock, self.seconds = app, clock, seconds
        self.ended = False

    def read(self, size):
        for _ in range(self.seconds):
            self.clock[0] += 1
            self.app.end_late()
            if self.ended:
                return b""
        return b"x" * size

    def shutdown(self, how):
        self.ended = True


def environ(stream, length, address="192.0.2.1"):
    return {
        "wsgi.input": stream,
        "gunicorn.socket": stream,
        "CONTENT_LENGTH": str(length),
        "REMOTE_ADDR": address,
    }


@pytest.mark.parametrize(("length", "seconds"), [(400, 20), (8_000_000, 420)])
def test_a_large_file_has_more_time_than_a_form(monkeypatch, length, seconds):
    clock = [0.0]
    monkeypatch.setattr(bodies.time, "monotonic", lambda: clock[0])
    app = bodies.WholeBodies(lambda asked, _: [asked["wsgi.input"].read(length)])
    in_time, late = Slow(app, clock, seconds), Slow(app, clock, seconds + 1)
    assert app(environ(in_time, length), None) == [b"x" * length]
    with pytest.raises(RequestTimeout):
        app(environ(late, length), None)


def test_what_comes_fast_keeps_nobody_else_waiting(monkeypatch):
    others = []
    monkeypatch.setattr(bodies.time, "sleep", others.append)

    def in_pieces(asked, _):
        return [asked["wsgi.input"].read(1000) for _ in range(4)]

    app = bodies.WholeBodies(in_pieces)
    assert b"".join(app(environ(io.BytesIO(4000 * b"x"), 4000), None)) == 4000 * b"x"
    assert others == [0, 0, 0]


def test_a_household_is_one_address():
    app = bodies.WholeBodies(lambda asked, _: [asked["wsgi.input"].read(9)], most=1)

    class Meanwhile:
        def __init__(self, address):
            self.address = address

        def read(self, size):
            return app(environ(Slow(app, [0.0], 0), size, self.address), None)[0]

    first = "2001:db8:1:2::1"
    assert app(environ(Meanwhile("2001:db8:1:100::1"), 9, first), None) == [b"x" * 9]
    with pytest.raises(OSError) as refused:
        app(environ(Meanwhile("2001:db8:1:ff::1"), 9, first), None)
    assert isinstance(refused.value.__cause__, TooManyRequests)


def test_who_has_too_much_on_its_way_is_told_when_to_try_again(instance):
    app = create_app(instance, limits=Limits(arriving=0))
    answer = app.test_client().post("/language", data={"language": "en"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(bodies.PATIENCE))
    app.extensions["tables"].evenings.log.close()


class Slowly(io.BytesIO):
    """A body that comes slowly: something happens before it is there."""

    def __init__(self, body, happens):
        super().__init__(body)
        self.happens = happens

    def read(self, size=-1):
        self.happens()
        return super().read(size)


SENT = {"name": "Zoe", "kind": "sat-out", "player": "Bob", "after": "1", "entry_id": "slow-entry-1"}
SENT |= {"records": "host", "link": "record", "do": "open"}
ENTRY = {"entry": {"kind": "sat-out", "player": "Bob"}, "after": 1, "entry_id": "slow-entry-1"}
BODIES = {
    "application/x-www-form-urlencoded": urlencode(SENT).encode(),
    "application/json": json.dumps(ENTRY).encode(),
}


def test_rights_are_those_of_the_moment_in_which_the_body_has_come(app, phone):
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
            info = found.groups.log.find(key)
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
def test_a_part_without_a_name_is_no_field(app, phone, page, disposition):
    """Werkzeug gives it the name None."""
    path = f"/e/{opened(app)}"
    body = f"--x\r\nContent-Disposition: form-data{disposition}\r\n\r\nsettled\r\n--x--\r\n"
    answer = phone.client.post(
        path + page, data=body, content_type="multipart/form-data; boundary=x"
    )
    assert answer.status_code == 400
