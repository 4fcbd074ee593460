"""Requests that wait inside the server: so many of one address, for connections are for all."""

import threading
import time

import pytest

from companion.tables import Limits
from companion.web import create_app
from tests.web.table import Phone, opened

HERE = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.1"}}
THERE = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.2"}}


@pytest.fixture
def app(instance):
    app = create_app(instance, limits=Limits(requests=2))
    yield app
    app.extensions["tables"].close()


def test_who_has_too_many_is_refused_and_others_go_on(app):
    key, other, answers = opened(app), opened(app), []

    def ask():
        status = 429
        while status == 429:  # while this test asks, too
            status = Phone(app).client.get(f"/e/{key}/deals.csv", **HERE).status_code
        answers.append(status)

    with app.extensions["tables"].evenings.holding(1):
        threads = [threading.Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        give_up = time.monotonic() + 10
        page = Phone(app).client.get("/healthz", **HERE)
        while page.status_code != 429 and time.monotonic() < give_up:
            page = Phone(app).client.get("/healthz", **HERE)
        assert page.status_code == 429, answers
        assert page.headers["Retry-After"] == "20"
        assert "from your network" in page.text
        entered = Phone(app).client.post(f"/e/{key}/entries", data={"after": "1"}, **HERE)
        assert entered.status_code == 429
        assert Phone(app).client.get(f"/e/{other}", **THERE).status_code == 200
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
