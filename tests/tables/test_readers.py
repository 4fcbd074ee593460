"""What is asked of long evenings is bounded, the shortest evening goes first, and none waits for ever."""

import threading

import pytest

from companion.evening.entries import MOST_ENTRIES
from companion.tables import Busy
from companion.tables.readers import OLDEST_EVERY, Readers, asking


class Asking:
    """Threads that ask for evenings, whose work is done one after another when it is let go."""

    def __init__(self):
        self.order = []
        self.threads = []
        self.go_on = threading.Event()
        self.readers = Readers(self.aside)

    def aside(self, work):
        number = work()
        self.order.append(number)
        assert self.go_on.wait(10)
        self.order.append(number)

    def ask(self, number, length, patient=False, address=""):
        asking.set(address)
        with self.readers.turn(number, length, patient) as aside:
            aside(lambda: number)

    def come(self, *what, **how):
        """Ask in a thread, and return when it is worked on or waits."""
        before = self.there()
        thread = threading.Thread(target=self.ask, args=what, kwargs=how)
        thread.start()
        self.threads.append(thread)
        while self.there() == before:
            pass

    def there(self):
        with self.readers._moved_on:
            return len(self.readers._waiting) + bool(self.readers._served)

    def finish(self):
        self.go_on.set()
        for thread in self.threads:
            thread.join(10)
        assert not self.there()
        assert self.order[::2] == self.order[1::2], "two at once"
        return self.order[::2]


@pytest.fixture(autouse=True)
def nobody():
    before = asking.set("")
    yield
    asking.reset(before)


def test_few_wait_for_one_evening_and_in_all():
    asking = Asking()
    for number in (1, 1):
        asking.come(number, MOST_ENTRIES)
    with pytest.raises(Busy):
        asking.ask(1, MOST_ENTRIES)
    asking.come(2, MOST_ENTRIES)
    asking.come(3, MOST_ENTRIES)
    with pytest.raises(Busy):
        asking.ask(2, MOST_ENTRIES)
    asking.come(4, MOST_ENTRIES)  # nobody can shut out another evening
    asking.come(1, MOST_ENTRIES, patient=True)
    assert sorted(asking.finish()) == [1, 1, 1, 2, 3, 4]
    asking.ask(1, MOST_ENTRIES)


def test_what_waits_for_a_stranger_shuts_nobody_out():
    all_of_us = Asking()
    for number in (1, 1, 2, 3, 4):
        all_of_us.come(number, MOST_ENTRIES, patient=True, address="192.0.2.1")
    with pytest.raises(Busy):
        all_of_us.ask(1, MOST_ENTRIES, address="192.0.2.1")
    for _ in range(2):
        all_of_us.come(1, MOST_ENTRIES, address="192.0.2.2")
    with pytest.raises(Busy):
        all_of_us.ask(1, MOST_ENTRIES, address="192.0.2.2")
    assert len(all_of_us.finish()) == 7


def test_a_shorter_evening_goes_first_and_a_short_one_waits_for_nothing():
    asking = Asking()
    for number, length in ((1, 40_000), (1, 39_000), (2, 3_000), (3, 301)):
        asking.come(number, length)
    with asking.readers.turn(4, 200) as aside:
        assert aside(lambda: "done") == "done"
    assert asking.finish() == [1, 3, 2, 1]


def test_a_long_evening_is_not_overtaken_for_ever():
    """While short ones keep coming, a long one waits for a few of them and no more."""
    served = []
    readers = Readers(lambda work: served.append(work()))
    coming = iter(range(1_000))
    waiting = []

    def come(number, length):
        """Ask in a thread, and return when it waits."""

        def ask():
            with readers.turn(number, length) as aside:
                aside(lambda: number)
                if number and len(served) < 100:
                    come(next(coming) + 1, 301)

        before = len(readers._waiting)
        waiting.append(threading.Thread(target=ask))
        waiting[-1].start()
        while len(readers._waiting) == before:
            pass

    with readers.turn(1_001, 301):
        come(0, 40_000)
        for _ in range(3):
            come(next(coming) + 1, 301)
    for thread in waiting:  # it grows meanwhile
        thread.join(10)
    assert len(served) > 100 and served.index(0) < OLDEST_EVERY


def test_who_goes_away_while_waiting_leaves_no_place_behind():
    class Gone(Exception):
        pass

    def goes():
        raise Gone

    readers = Readers()
    with readers.turn(1, 301) as _, pytest.MonkeyPatch.context() as patch:
        patch.setattr(readers._moved_on, "wait_for", lambda until: goes())
        with pytest.raises(Gone), readers.turn(2, 301):
            pass
        assert not readers._waiting and readers._served[2] == 1
    with readers.turn(3, 301) as aside:
        assert aside(lambda: 1) == 1


def test_many_may_ask_for_an_evening_as_people_play_it():
    asking = Asking()
    for _ in range(60):
        asking.come(1, 1_000)
    assert asking.finish() == [1] * 60


def test_work_that_fails_lets_the_next_one_go_on():
    readers = Readers()
    with pytest.raises(ZeroDivisionError), readers.turn(1, 301) as aside:
        aside(lambda: 1 / 0)
    with readers.turn(1, 301) as aside:
        assert aside(lambda: 1) == 1
