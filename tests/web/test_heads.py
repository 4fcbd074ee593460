"""What no browser sends: refused in plain words before it is read, or left out."""

import pytest

from companion.tables import Limits
from companion.web import create_app, heads

LARGE = {"X-Large": 8000 * "x", "X-Larger": 8400 * "x"}
CHUNKED = {"Transfer-Encoding": "chunked"}
ASKERS = {
    "text/html": {},
    "application/problem+json": {"Accept": "application/json"},
}


@pytest.fixture
def client(instance):
    app = create_app(instance, limits=Limits(requests=0))
    yield app.test_client()
    app.extensions["tables"].close()


@pytest.mark.parametrize("kind", ASKERS)
@pytest.mark.parametrize(("headers", "status"), [(CHUNKED, 411), (LARGE, 431), ({}, 429)])
def test_a_refusal_is_answered_as_other_errors_are(client, headers, status, kind):
    for _ in range(2):
        answer = client.get("/rules", headers={**headers, **ASKERS[kind]})
        assert (answer.status_code, answer.mimetype) == (status, kind)
        assert "Content-Security-Policy" in answer.headers
        assert "Set-Cookie" not in answer.headers, "it is kept for everyone"
        assert ("Retry-After" in answer.headers) == (status == 429)
    if kind == "text/html":
        assert "<h1" in answer.text
    else:
        assert answer.json["status"] == status and answer.json["code"] != "bad-request"
    head = client.head("/rules", headers={**headers, **ASKERS[kind]})
    assert (head.status_code, head.text) == (status, "")


def test_htmx_puts_it_where_the_thumb_is(client):
    answer = client.post("/e/x/entries", headers={**CHUNKED, "HX-Request": "true"})
    assert answer.headers["HX-Retarget"] == "#problem" and "<html" not in answer.text


def test_cookies_of_other_apps_have_room(phone):
    others = {"HTTP_COOKIE": "; ".join(f"other{number}={900 * 'x'}" for number in range(9))}
    assert phone.client.get("/", environ_overrides=others).status_code == 200


@pytest.mark.parametrize("name", ["Accept", "Accept-Encoding", "Accept-Language", "Content-Type"])
def test_a_list_longer_than_any_browsers_is_left_out(name):
    seen = []
    app = heads.PlainHeads(lambda asked, _: seen.append(dict(asked)) or [], None)
    key = (
        name.upper().replace("-", "_")
        if name == "Content-Type"
        else f"HTTP_{name.upper().replace('-', '_')}"
    )
    for length in (heads.LONGEST, heads.LONGEST + 1):
        app({key: length * "a", "HTTP_USER_AGENT": 2000 * "u"}, None)
    short, long = seen
    assert key in short and key not in long and "HTTP_USER_AGENT" in long
