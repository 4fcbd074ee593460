"""What is asked of long evenings is bounded, each address has its turn, and nobody waits for ever."""

import threading

import pytest

from companion.evening.entries import MOST_ENTRIES
from companion.tables import Busy
from companion.tables.readers import OLDEST_EVERY, USUAL, Readers, asking, by_length


class Asking:
    """Threads that ask for evenings, whose work is done one after another when it is let go."""

    def __init__(self):
        self.order = []
        self.threads = []
        self.go_on = threading.Event()
        self.then = {}
        self.readers = Readers(self.aside)

    def aside(self, work):
        number = work()
        self.order.append(number)
        assert self.go_on.wait(10)
        self.then.get(number, lambda: None)()
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
        return self.readers.waiting + bool(self.readers._served)

    def finish(self):
        self.go_on.set()
        for thread in self.threads:  # it may grow meanwhile
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
    threads = []

    def come(number, length):
        """Ask in a thread, and return when it waits."""

        def ask():
            with readers.turn(number, length) as aside:
                aside(lambda: number)
                if number and len(served) < 100:
                    come(next(coming) + 1, 301)

        before = readers.waiting
        threads.append(threading.Thread(target=ask))
        threads[-1].start()
        while readers.waiting == before:
            pass

    with readers.turn(1_001, 301):
        come(0, 40_000)
        for _ in range(3):
            come(next(coming) + 1, 301)
    for thread in threads:  # it grows meanwhile
        thread.join(10)
    assert len(served) > 100 and served.index(0) < OLDEST_EVERY


def test_a_stranger_who_asks_for_much_is_not_in_the_way():
    """However much waits for one address, another waits for one piece of it, with a longer evening too."""
    asking = Asking()
    for number in range(1, 41):
        asking.come(number, 249 if number % 2 else 390, address="192.0.2.1")
    asking.come(600, 600, address="192.0.2.2")
    asking.come(700, 700, address="192.0.2.3")
    asking.come(601, 500, address="192.0.2.2")
    # By hand: 249 entries have been worked on for the first, then 500 and 700 for the others; the
    # first has two more, which makes 747, before the second has had as much.
    assert asking.finish()[:6] == [1, 601, 700, 3, 5, 600]


def test_nobody_saves_up_turns():
    """Who comes late goes first once, and then the addresses take turns."""
    asking = Asking()
    for number in range(1, 7):
        asking.come(number, 300, address="192.0.2.1")

    def others_come():
        for number in range(11, 14):
            asking.come(number, 300, address="192.0.2.2")

    asking.then[3] = others_come
    assert asking.finish() == [1, 2, 3, 11, 4, 12, 5, 13, 6]


def test_who_goes_away_while_waiting_leaves_no_place_behind():
    class Gone(Exception):
        pass

    def goes():
        raise Gone

    readers = Readers()
    with readers.turn(1, 301) as _, pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Event, "wait", lambda *_: goes())
        with pytest.raises(Gone), readers.turn(2, 301):
            pass
        assert not readers._waiting and readers._served.number == 1
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


def test_whoever_opens_a_usual_evening_does_not_wait_for_a_long_one():
    shorter, longer = Readers(), Readers()
    turn = by_length(shorter, longer)
    with turn(1, 40_000), turn(2, USUAL) as aside:
        assert aside(lambda: "done") == "done"
        waits = threading.Thread(target=lambda: turn(3, USUAL + 1).__enter__(), daemon=True)
        waits.start()
        waits.join(0.2)
        assert waits.is_alive() and (shorter.waiting, longer.waiting) == (0, 1)
