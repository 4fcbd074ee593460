"""Only POST changes anything; link previews send GET and HEAD, proxies OPTIONS."""

import pytest

from companion.store.keys import host_token
from tests.web.table import Phone, opened

ASKED = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in", "won Bob Bob Cat Bob Bob", "settled")
DERIVED = ("health", "visit", "summary")
"""Tables that GET may change: visits, and data computed from logs."""


def stored(app):
    db = app.extensions["tables"].evenings.log.connection.db
    names = [name for name in db.table_names() if name not in DERIVED]
    return {name: db.execute(f"select * from [{name}]").fetchall() for name in names}


def addresses(app, phone, instance, key, group):
    """Yield every address of a GET route, with a valid query."""
    handles = [link.partition("to=")[2] for link in phone.get(f"/e/{key}/people").links]
    to = next(handle for handle in handles if handle)
    values = {"game": "domino-loo", "kind": "flush-shown", "at": 1, "which": "hide"}
    values["token"] = host_token(instance)
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint != "table.live":
            keys = {"key": group if rule.rule.startswith("/g/") else key}
            adapter = app.url_map.bind("localhost")
            for number in (1, 3):
                path = adapter.build(
                    rule.endpoint, {**values, **keys, "number": number, "trick": 1}
                )
                path = path.partition("?")[0]
                for link in ("record", "watch"):
                    yield f"{path}?link={link}&to={to}&do=open&records=host&page=1"


@pytest.mark.sqlite
def test_get_changes_nothing(app, phone, instance):
    key = opened(app, *ASKED, depth="tricks")
    phone.at(key)
    Phone(app).at(key)
    phone.post(f"/e/{key}/code", {})
    phone.post("/groups/new", {"name": "Fridays", "entry_id": "a-group-1"})
    group = phone.page.headers["Location"].rpartition("/")[2]
    phone.post(f"/e/{key}/group", {"group": group})
    phone.get("/example")  # created by the first GET, and then kept
    before = stored(app)
    with phone.client.session_transaction() as session:
        was = dict(session)
    asked = list(addresses(app, phone, instance, key, group))
    assert len(asked) > 100
    for method in ("HEAD", "OPTIONS", "GET"):
        for address in asked:
            answer = phone.client.open(address, method=method)
            assert answer.status_code in (200, 303, 404), f"{method} {address}"
    assert stored(app) == before
    with phone.client.session_transaction() as session:
        assert {name: session[name] for name in was} == was and "host" not in session
