"""Uploads are checked within a time limit, one at a time."""

from contextlib import ExitStack

import pytest

from companion.evening.entries import Amended, SatIn, SatOut
from companion.evening.record import Record, RecordError, TooLongToCheck
from companion.tables import Busy, checking, open_groups
from companion.tables.checking import Checks, check_record
from tests.telling import started

GAME = started("Ann Bob Cat Dan")
RECORD = Record("Friday", "2026-11-20T19:30:00Z", (GAME, SatOut("Bob"), SatIn("Bob"), Amended(3)))


class Clock:
    """A clock that ticks at each call."""

    def __init__(self):
        self.time = 0

    def __call__(self):
        self.time += 1
        return self.time


def test_a_check_over_budget_stops_and_names_the_entry():
    def check(seconds):
        Checks(seconds=seconds, clock=Clock()).run(
            lambda check_time: check_record(RECORD, check_time)
        )

    check(4)
    with pytest.raises(RecordError) as caught:
        check(3)
    assert caught.value.faults == (TooLongToCheck(4),)


def test_only_the_server_s_visitors_have_a_budget(tmp_path):
    groups = open_groups(tmp_path)
    groups.tables.import_record(RECORD)
    groups.close()


def test_the_number_of_uploads_is_limited():
    checks = Checks()
    with ExitStack() as slots:
        for _ in range(checking.SLOTS):
            slots.enter_context(checks.slot())
        with pytest.raises(Busy), checks.slot():
            pass
    with checks.slot():
        pass


def test_uploads_are_imported_one_at_a_time_with_a_time_limit(monkeypatch):
    monkeypatch.setattr(checking, "PATIENCE", 0.01)
    checks = Checks()
    with checks.importing(), pytest.raises(Busy), checks.importing():
        pass
    with checks.importing():
        pass
