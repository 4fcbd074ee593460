"""What comes from outside is checked within a budget, one after another, beside the tables."""

import threading

import pytest

from companion.evening.entries import Amended, SatIn, SatOut
from companion.evening.record import Record, RecordError, TooLongToCheck
from companion.tables import Busy, checking, open_groups
from companion.tables.checking import Checks, check_record
from tests.telling import started

GAME = started("Ann Bob Cat Dan")
RECORD = Record("Friday", "2026-11-20T19:30:00Z", (GAME, SatOut("Bob"), SatIn("Bob"), Amended(3)))


class Clock:
    """One tick each time it is asked."""

    def __init__(self):
        self.time = 0

    def __call__(self):
        self.time += 1
        return self.time


def test_a_check_beyond_its_budget_is_stopped_and_the_entry_named():
    def check(seconds):
        Checks(seconds=seconds, clock=Clock()).run(lambda spend: check_record(RECORD, spend))

    check(4)
    with pytest.raises(RecordError) as caught:
        check(3)
    assert caught.value.faults == (TooLongToCheck(4),)


def test_nothing_of_what_is_refused_is_imported(tmp_path):
    groups = open_groups(tmp_path, check_seconds=-1)
    with pytest.raises(RecordError):
        groups.tables.import_record(RECORD)
    assert groups.tables.evenings.log.evenings() == []
    groups.close()


def test_only_the_server_s_visitors_have_a_budget(tmp_path):
    groups = open_groups(tmp_path)
    groups.tables.import_record(RECORD)
    groups.close()


def test_checks_go_one_at_a_time_and_few_wait(monkeypatch):
    monkeypatch.setattr(checking, "PATIENCE", 10)
    at_once, most, entered = [], [], threading.Semaphore(0)
    go_on = threading.Event()

    def slow(_spend):
        at_once.append(1)
        most.append(len(at_once))
        entered.release()
        assert go_on.wait(10)
        at_once.pop()

    checks = Checks()
    threads = [
        threading.Thread(target=checks.run, args=(slow,)) for _ in range(1 + checking.MOST_WAITING)
    ]
    for thread in threads:
        thread.start()
    assert entered.acquire(timeout=10)
    while checks._places.acquire(blocking=False):  # until all of them have come
        checks._places.release()
    with pytest.raises(Busy):
        checks.run(slow)
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert len(most) == len(threads) and max(most) == 1


def test_who_waits_too_long_is_told_so(monkeypatch):
    monkeypatch.setattr(checking, "PATIENCE", 0.01)
    checks = Checks()
    with checks._its_turn(), pytest.raises(Busy):
        checks.run(lambda spend: None)
    checks.run(lambda spend: None)
