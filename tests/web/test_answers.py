"""How long an answer waits for its phone to read, and how many of an address, with a clock of our own."""

from contextlib import nullcontext

import pytest

from companion.web import answers, bodies

FAR = 3600


@pytest.fixture
def app(fresh):
    return fresh


class Connection:
    """A connection whose phone reads nothing, and says whether it was ended."""

    def __init__(self):
        self.ended = False

    def dup(self):
        return nullcontext(self)

    def setsockopt(self, *option):
        pass

    def shutdown(self, how):
        self.ended = True


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(answers.time, "monotonic", lambda: now[0])
    return now


def asked(app, address="192.0.2.1"):
    """Ask, and return the answer and its connection."""
    connection = Connection()
    environ = {"gunicorn.socket": connection, "REMOTE_ADDR": address}
    return app(environ, None), connection


@pytest.mark.parametrize(("length", "seconds"), [(400, 20), (8_000_000, 420)])
def test_a_large_answer_has_more_time_than_a_page(clock, length, seconds):
    app = answers.ReadAnswers(lambda environ, _: [b"x" * length])
    answer, connection = asked(app)
    next(answer)
    clock[0] = seconds
    app.end_unread()
    assert not connection.ended
    clock[0] += 1
    app.end_unread()
    assert connection.ended


def test_a_stream_ends_once_its_phone_has_kept_it_waiting_not_the_table(clock):
    def news():
        for _ in range(4):
            clock[0] += FAR  # nothing happens
            app.end_unread()
            yield b"news"

    app = answers.ReadAnswers(lambda environ, _: news())
    answer, connection = asked(app)
    for _ in answer:
        assert not connection.ended
        clock[0] += bodies.PATIENCE / 3.5
        app.end_unread()
    assert connection.ended


def test_the_newest_are_ended_where_an_address_has_too_many(clock):
    app = answers.ReadAnswers(lambda environ, _: [b"page"], most=2)
    household = [asked(app, f"2001:db8:1:2::{number}") for number in range(4)]
    other = asked(app, "192.0.2.1")
    for answer, _ in (*household, other):
        next(answer)
    assert [*household[0][0]] == []  # it was read
    app.end_unread()
    assert [connection.ended for _, connection in household] == [False, False, False, True]
    assert not other[1].ended


def ended(app, sizes, address="192.0.2.1"):
    """Answer so many bytes to an address, which reads nothing, and say later which were ended."""
    connections = []
    for size in sizes:
        app._app = lambda environ, _, size=size: [bytes(size)]
        answer, connection = asked(app, address)
        next(answer)
        connections.append(connection)
    return lambda: [connection.ended for connection in connections]


def test_large_answers_count_for_more(clock):
    app = answers.ReadAnswers(None)
    large = ended(app, [8_000_000] * 6)
    club = ended(app, [1_000_000] * 10 + [2_000] * 20, "192.0.2.2")
    app.end_unread()
    assert large() == [False] * 3 + [True] * 3
    assert not any(club())


def test_one_answer_is_never_too_many(clock):
    app = answers.ReadAnswers(None, most=1)
    both = ended(app, [8_000_000, 2_000])
    app.end_unread()
    assert both() == [False, True]


def test_of_too_much_in_all_those_who_have_most_lose_the_newest(clock, monkeypatch):
    monkeypatch.setattr(answers, "MOST_BYTES", 50_000_000)
    app = answers.ReadAnswers(None)
    strangers = [ended(app, [8_000_000] * 3, f"192.0.2.{number}") for number in range(3)]
    club = ended(app, [8_000_000], "192.0.2.9")
    app.end_unread()
    assert [stranger().count(True) for stranger in strangers] == [2, 1, 1]
    assert strangers[0]() == [False, True, True]
    assert club() == [False]


def test_an_app_closes_what_it_answers(clock):
    closed = []

    class Parts(list):
        def close(self):
            closed.append(True)

    app = answers.ReadAnswers(lambda environ, _: Parts([b"page"]), most=0)
    answer, connection = asked(app)
    next(answer)
    answer.close()
    app.end_unread()
    assert closed and not connection.ended
