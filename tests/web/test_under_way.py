"""Requests that wait inside the server: so many of one address, for connections are for all."""

import threading

import pytest

from companion.tables import Limits, readers
from companion.web import create_app
from tests.web.table import Phone, opened

HERE = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.1"}}
THERE = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.2"}}


@pytest.fixture
def app(instance):
    app = create_app(instance, limits=Limits(requests=2))
    yield app
    app.extensions["tables"].close()


def waiting(app, address, answers):
    """A request that waits for its turn, in a thread of its own."""
    before = app.extensions["tables"].readers.waiting
    ask = Phone(app).client.get
    thread = threading.Thread(target=lambda: answers.append(ask(address, **HERE).status_code))
    thread.start()
    while app.extensions["tables"].readers.waiting == before:
        assert thread.is_alive()
    return thread


@pytest.mark.parametrize("file", ["replay.json", "record.json"])
def test_who_has_too_many_is_refused_and_others_go_on(app, monkeypatch, file):
    key = opened(app)
    monkeypatch.setattr(readers, "COSTLY", 0)
    answers = []
    with app.extensions["tables"].readers.turn(99, 1):
        threads = [waiting(app, f"/e/{key}/{file}", answers) for _ in range(2)]
        page = Phone(app).client.get(f"/e/{key}", **HERE)
        assert page.status_code == 429 and page.headers["Retry-After"] == "20"
        assert "from your network" in page.text
        entered = Phone(app).client.post(f"/e/{key}/entries", data={"after": "1"}, **HERE)
        assert entered.status_code == 429
        assert Phone(app).client.get(f"/e/{key}", **THERE).status_code == 200
    for thread in threads:
        thread.join(10)
    assert answers == [200, 200]
    assert Phone(app).client.get(f"/e/{key}", **HERE).status_code == 200


def test_a_page_that_is_kept_up_to_date_is_none_of_them(app):
    key = opened(app)
    streams = [Phone(app).client.get(f"/e/{key}/live", buffered=False, **HERE) for _ in range(4)]
    for stream in streams:
        assert next(stream.response)
    assert Phone(app).client.get(f"/e/{key}", **HERE).status_code == 200
    for stream in streams:
        stream.close()


def test_an_answered_request_is_over(app):
    for path in ("/", "/nothing", "/healthz", "/static/nothing.css", "/offline"):
        for _ in range(4):
            answer = Phone(app).client.get(path, **HERE)
            assert answer.status_code != 429
            answer.close()
