"""The order of waiting requests, with an event loop that the test drives."""

import gevent
import pytest
from gevent.event import Event

from companion.web.request_queue import RequestQueue


class Waiter:
    """A waiter in its own greenlet, which fails if it never begins."""

    def __init__(self):
        self.begun = Event()

    def get(self):
        assert self.begun.wait(5)

    def switch(self, value):
        self.begun.set()
        gevent.idle()


class Loop:
    """An event loop whose `turn` starts one request and returns it. A request takes a second, or `seconds`."""

    def __init__(self, **seconds):
        self.seconds = seconds
        self.now = 0
        self.next = []
        self.begun = []
        self.soon = self.later = self.next.append
        self.waiter = Waiter
        self.queue = RequestQueue(self.begin, self, most=9, clock=lambda: self.now)

    def ask(self, address):
        gevent.spawn(self.queue, {"REMOTE_ADDR": address}, None)
        gevent.idle()

    def begin(self, environ, _):
        self.begun.append(environ["REMOTE_ADDR"])
        self.now += self.seconds.get(environ["REMOTE_ADDR"], 1)
        return []

    def turn(self):
        (do,) = self.next
        self.next.clear()
        before = len(self.begun)
        do()
        gevent.idle()
        return self.begun[before:]


def test_one_request_starts_in_each_turn_and_addresses_alternate():
    loop = Loop()
    for address in "AAAAB":
        loop.ask(address)
    assert not loop.begun
    assert [loop.turn() for _ in range(3)] == [["A"], ["B"], ["A"]]
    for address in "BC":  # these arrive while the others wait, and have taken less time
        loop.ask(address)
    assert [loop.turn() for _ in range(5)] == [["B"], ["C"], ["A"], ["A"], []]
    assert not loop.next and not loop.queue._waiting


def test_a_tap_waits_for_one_large_page_only():
    loop = Loop(A=50, B=60, C=70, tap=2)
    for address in ("A", "B", "C"):
        loop.ask(address)
    order = [loop.turn() for _ in range(3)]
    assert order == [["A"], ["B"], ["C"]]
    for address in ("A", "B", "C", "tap"):
        loop.ask(address)
    assert loop.turn() == ["tap"]
    loop.ask("tap")  # which has taken 2 of the 50 seconds that each other has
    assert [loop.turn() for _ in range(4)] == [["tap"], ["A"], ["B"], ["C"]]


def test_time_that_was_not_used_is_not_saved_up():
    loop = Loop(A=10, B=10)
    for address in "AAAA":
        loop.ask(address)
    assert [loop.turn() for _ in range(3)] == [["A"]] * 3
    for address in "BBB":
        loop.ask(address)
    assert [loop.turn() for _ in range(4)] == [["B"], ["A"], ["B"], ["B"]]


def test_newcomers_without_end_do_not_hold_up_who_waits():
    loop = Loop(**{f"new{number}": 5 for number in range(200)}, A=20)
    for address in ("A", "A", "new0"):
        loop.ask(address)
    served = []
    for number in range(1, 200):
        served += loop.turn()
        loop.ask(f"new{number}")
    assert served.count("A") == 2


def test_an_idle_loop_starts_again():
    loop = Loop()
    for _ in range(2):
        loop.ask("A")
        assert [loop.turn(), loop.turn()] == [["A"], []]
        assert not loop.next


def test_first_come_is_first_served_within_an_address():
    loop = Loop()
    for address in ("A", "A"):
        loop.ask(address)
    first, second = loop.queue._waiting["A"]
    loop.turn()
    assert first.begun.is_set() and not second.begun.is_set()
    loop.turn()


class Ended(Exception):
    """Raised in a greenlet that is killed."""


class NeverBegins(Waiter):
    def get(self):
        raise Ended


def test_a_killed_waiter_leaves_no_trace():
    loop = Loop()
    loop.ask("A")
    loop.waiter = NeverBegins
    for address in "ABB":
        with pytest.raises(Ended):
            loop.queue({"REMOTE_ADDR": address}, None)
    assert [loop.turn(), loop.turn()] == [["A"], []]
    assert not loop.next and not loop.queue._waiting and not loop.queue._counts


def test_the_next_of_an_address_with_too_many_is_refused_at_once():
    loop, started = Loop(), []
    loop.queue._most = 2
    for address in "AAB":
        loop.ask(address)
    refused = loop.queue({"REMOTE_ADDR": "A"}, lambda *sent: started.append(sent))
    assert started[0][0].startswith("429") and b"from your network" in b"".join(refused)
    while loop.next:
        loop.turn()
    assert sorted(loop.begun) == ["A", "A", "B"]
