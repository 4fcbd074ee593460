"""How long a body may take, with a clock of our own, and whose it is."""

import pytest
from werkzeug.exceptions import RequestTimeout, TooManyRequests

from companion.web import bodies


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


def test_a_household_is_one_address():
    app = bodies.WholeBodies(lambda asked, _: [asked["wsgi.input"].read(9)], most=1)

    class Meanwhile:
        def __init__(self, address):
            self.address = address

        def read(self, size):
            return app(environ(Slow(app, [0.0], 0), size, self.address), None)[0]

    first = "2001:db8:1:2::1"
    assert app(environ(Meanwhile("2001:db8:1:3::1"), 9, first), None) == [b"x" * 9]
    with pytest.raises(OSError) as refused:
        app(environ(Meanwhile("2001:db8:1:2:ffff::1"), 9, first), None)
    assert isinstance(refused.value.__cause__, TooManyRequests)
