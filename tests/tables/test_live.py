"""The notifier: when listeners are woken."""

import threading
import time
from contextlib import closing

import pytest

from companion.evening.entries import GameStarted
from companion.rules.actions import TurnedUp
from companion.store import AccessStore, EveningRepository, StoreError, open_log
from companion.store.errors import FileTrouble
from companion.tables import live
from companion.tables.live import Notifier, TooMany

START = GameStarted("domino-loo", ("Ann", "Bob"), "Ann", "tricks")
LONG = 20  # seconds, longer than any step here


class Silent:
    """The news of a store to which no other process writes."""

    @property
    def connection(self):
        return self

    def wait(self, seconds):
        time.sleep(seconds)
        return ()

    def marks(self, evenings):
        return {}


def silent(most=100):
    return Notifier(Silent(), most)


def test_a_ring_wakes_only_the_listeners_of_the_evening():
    notifier = silent()
    listeners = [
        notifier.listen(1, "here"),
        notifier.listen(1, "there"),
        notifier.listen(2, "here"),
    ]
    for listener in listeners:
        listener.attend()
    notifier.notify(1)
    assert [listener.wait(0) for listener in listeners] == [True, True, False]
    assert not listeners[0].rights_moved()


def test_a_ring_between_listening_and_waiting_is_not_missed():
    notifier = silent()
    with notifier.listen(1, "here") as listener:
        listener.attend()
        notifier.notify(1)
        assert listener.wait(LONG)
        listener.attend()
        assert not listener.wait(0)


def test_a_ring_for_the_rights_is_remembered():
    notifier = silent()
    with notifier.listen(1, "here") as listener:
        notifier.notify(1, rights=True)
        notifier.notify(1)
        assert listener.rights_moved()
        assert not listener.rights_moved()


def test_a_ring_changes_the_version():
    notifier = silent()
    before = notifier.version(1)
    notifier.notify(1)
    assert notifier.version(1) != before
    assert notifier.version(2) == notifier.version(3)


def test_the_pulse_wakes_all_listeners(monkeypatch):
    monkeypatch.setattr(live, "PULSE", 0.01)
    monkeypatch.setattr(live, "LOOK", 0.01)
    notifier = silent()
    with notifier.listen(1, "here") as listener:
        for _ in range(3):
            listener.attend()
            assert listener.wait(LONG)
    assert not notifier.version(1)


@pytest.mark.parametrize("error", [StoreError(FileTrouble("unreadable", "")), OSError("disk")])
def test_it_goes_on_after_an_error(monkeypatch, caplog, error):
    monkeypatch.setattr(live, "LOOK", 0.01)

    class Shaky(Silent):
        asked = 0

        def wait(self, seconds):
            super().wait(seconds)
            self.asked += 1
            if self.asked in (2, 3):
                raise error

        def marks(self, evenings):
            return {1: (self.asked, "")}

    notifier = Notifier(Shaky())
    with notifier.listen(1, "here") as listener:
        before = notifier.version(1)
        until(listener, lambda: notifier.version(1) >= before + 4)
    assert caplog.text.count("no news") == 1


def test_a_dead_watcher_thread_is_replaced(notifier, here, elsewhere, monkeypatch):
    info = here.open_evening("Friday", [START], "tests")
    with monkeypatch.context() as patch:
        patch.setattr(notifier, "_look_out", lambda: None)
        with notifier.listen(info.id, "here"):
            notifier._watcher.join(LONG)
    with notifier.listen(info.id, "here") as listener:
        assert listener.wait(LONG)


def test_listeners_that_leave_are_forgotten():
    notifier = silent()
    listeners = [notifier.listen(number % 3, f"address {number % 2}") for number in range(12)]
    for listener in listeners:
        with listener:
            pass
    assert not notifier._listeners and not notifier._addresses


def test_a_listener_that_never_starts_is_not_counted():
    notifier = silent(1)
    for _ in range(3):
        notifier.listen(1, "here")
    assert not notifier._listeners and not notifier._next


def test_a_burst_is_limited_when_streams_start():
    notifier = silent(2)
    first, second, third = (notifier.listen(1, "here") for _ in range(3))
    with first, second:
        with pytest.raises(TooMany):
            third.__enter__()
        assert notifier._listeners.total() == 2
    with third:
        assert notifier._listeners.total() == 1


def test_listeners_of_one_address_are_limited():
    notifier = silent(3)
    with notifier.listen(1, "here"), notifier.listen(2, "here"):
        with notifier.listen(3, "here"):
            with pytest.raises(TooMany):
                notifier.listen(1, "here")
            with notifier.listen(1, "there"):
                pass
        with notifier.listen(1, "here"):
            pass
    assert not notifier._addresses


def test_closing_wakes_all_listeners():
    notifier = silent()
    with notifier.listen(1, "here") as first, notifier.listen(2, "here") as second:
        first.attend(), second.attend()
        assert not first.is_over
        notifier.close()
        assert first.wait(LONG) and second.wait(LONG) and first.is_over and second.is_over


# Two logs on one database stand for two processes.


@pytest.fixture
def here(tmp_path):
    with closing(open_log(tmp_path)) as log:
        yield log


@pytest.fixture
def elsewhere(tmp_path, here):
    with closing(open_log(tmp_path)) as log:
        yield log


@pytest.fixture
def notifier(here, monkeypatch):
    monkeypatch.setattr(live, "LOOK", 0.01)
    notifier = Notifier(here)
    yield notifier
    notifier.close()


def until(listener, holds):
    while not holds():
        listener.attend()
        assert holds() or listener.wait(LONG)


def test_entries_and_rights_of_another_process_are_noticed(notifier, here, elsewhere):
    info, other = (here.open_evening(name, [START], "tests") for name in ("Friday", "Sunday"))
    evenings = EveningRepository(here, notifier.notify)
    with notifier.listen(info.id, "here") as listener, notifier.listen(other.id, "here"):
        EveningRepository(elsewhere).append(info.id, TurnedUp("6"), 1, "entry-000001", "another")
        until(listener, lambda: notifier.version(info.id) and evenings.evening(info.id).length == 2)
        first = notifier.version(info.id)
        EveningRepository(elsewhere).append(info.id, TurnedUp("6"), 1, "entry-000001", "another")
        AccessStore(elsewhere).set_rules(info.id, "host", False)
        until(listener, lambda: notifier.version(info.id) > first and listener.rights_moved())


def test_entries_before_the_first_check_are_noticed(notifier, here, elsewhere):
    info = here.open_evening("Friday", [START], "tests")
    with notifier.listen(info.id, "here") as listener:
        listener.attend()
        assert listener.wait(LONG)


def test_the_watcher_ends_with_the_last_listener(notifier, here):
    others = set(threading.enumerate())

    def looking():
        return set(threading.enumerate()) - others

    info = here.open_evening("Friday", [START], "tests")
    for _ in range(2):
        with notifier.listen(info.id, "here") as listener:
            listener.attend()
            assert listener.wait(LONG) and len(looking()) == 1
        for thread in looking():
            thread.join(LONG)
        assert not looking()
