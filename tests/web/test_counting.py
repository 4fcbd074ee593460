"""Many evenings of a group are summed up beside the requests, for example after an upgrade."""

import re
import threading

import pytest

from companion.groups.summary import summary
from companion.ids import Rule
from companion.store.errors import StoreError, UnreadableEvening
from companion.tables import groups as tables_groups
from companion.tables.table_facts import TableFact
from tests.web.table import opened
from tests.web.test_groups import add, start

DEAL = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled", "closed")


@pytest.fixture
def app(fresh, monkeypatch):
    monkeypatch.setattr(tables_groups, "AT_ONCE", 1)
    monkeypatch.setattr(fresh.extensions["tables"].checks, "offload", lambda work: work())
    return fresh


@pytest.fixture
def store(app):
    return app.extensions["groups"]


@pytest.fixture
def group(app, phone):
    group = start(phone)
    for number in range(4):
        add(phone, group, opened(app, *DEAL, depth="result", name=f"Evening {number}"))
    return group


def asked(phone, group, path=""):
    """Ask for a page of a group, once."""
    return phone.client.get(f"/g/{group}{path}")


def finished(store):
    """Wait until nothing is counted any more."""
    with store._counting:
        pass


def test_the_page_says_how_far_it_is_and_reloads(phone, store, group, monkeypatch):
    half, go_on = threading.Event(), threading.Event()
    counted = []

    def slowly(evening):
        if len(counted) == 1:
            half.set()
            go_on.wait(10)
        counted.append(evening)
        return summary(evening)

    monkeypatch.setattr(tables_groups, "summary", slowly)
    answer = asked(phone, group)
    assert (answer.status_code, answer.headers["Refresh"]) == (503, "1")
    assert "Counting the evenings: 0 of 4" in answer.text
    assert half.wait(10)
    for path in ("", "/figures", "/more", "/figures.csv"):
        assert re.search("Counting the evenings: [12] of 4", asked(phone, group, path).text)
    go_on.set()
    finished(store)
    page = phone.get(f"/g/{group}")
    assert page.status == 200 and "Chips over 4 evenings" in page.text
    assert len(counted) == 4
    assert asked(phone, group).status_code == 200


def test_a_few_evenings_are_counted_at_once(app, phone, group, store):
    asked(phone, group)
    finished(store)
    add(phone, group, opened(app, *DEAL, depth="result", name="Five"))
    assert asked(phone, group).status_code == 200


@pytest.mark.parametrize("fault", [StoreError(TableFact.HOST_ONLY), RuntimeError("a fault")])
def test_counting_ends_where_nothing_can_be_stored(phone, store, group, monkeypatch, fault):
    """The disk may be full: then the evenings are counted for each page, as long as that lasts."""

    def full(*_):
        raise fault

    log = store.tables.evenings.log
    with monkeypatch.context() as patched:
        patched.setattr(log, "keep_summary", full)
        monkeypatch.setattr(threading, "excepthook", lambda args: None)
        for _ in range(4):
            answer = asked(phone, group)
            finished(store)
            if "Refresh" not in answer.headers:
                break
        assert "Refresh" not in answer.headers
        if isinstance(fault, StoreError):
            assert answer.status_code == 200 and "Chips over 4 evenings" in answer.text
    assert asked(phone, group).status_code == 200


def test_unreadable_evenings_are_tried_once(phone, group, store, monkeypatch):
    def unreadable(number):
        raise StoreError(UnreadableEvening(Rule.SEATS))

    monkeypatch.setattr(store.tables.evenings, "evening", unreadable)
    assert asked(phone, group).status_code == 503
    finished(store)
    assert asked(phone, group).status_code == 200


def test_a_form_keeps_what_was_typed(phone, store, group):
    """The browser does not leave its page by itself."""
    form = {"kind": "renamed", "name": "x" * 81, "entry_id": "renamed-1"}
    answer = phone.client.post(f"/g/{group}/entries", data=form)
    assert answer.status_code == 503 and answer.headers["Retry-After"] == "1"
    assert "Refresh" not in answer.headers and "go back and send it again" in answer.text
    finished(store)
    answer = phone.client.post(f"/g/{group}/entries", data=form)
    assert answer.status_code == 422 and "Give it a name of up to 80 letters" in answer.text


def test_pages_of_a_group_take_three_queries(app, phone, store, group, monkeypatch):
    for path in ("", "/figures"):
        phone.get(f"/g/{group}{path}")
    finished(store)
    asked_for = []
    connection = store.tables.evenings.log.connection
    real = connection.rows
    monkeypatch.setattr(
        connection, "rows", lambda *query: asked_for.append(query[0]) or real(*query)
    )
    # The page of the group also reads the evenings of its list.
    for path, most in (
        ("", 4),
        ("/figures", 3),
        ("/figures?season=2026", 3),
        ("/person?name=Bob", 3),
    ):
        del asked_for[:]
        assert asked(phone, group, path).status_code == 200
        assert len(asked_for) <= most, asked_for
