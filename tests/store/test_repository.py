"""Evenings kept folded: the log is the truth, and what is kept can vanish."""

from pathlib import Path

import pytest

from companion.evening.entries import SatIn, SatOut
from companion.rules.actions import TurnedUp
from companion.store import Conflict, EveningRepository, StoreError
from companion.store import repository as module
from companion.store.sqlite.log import SQLiteLog
from tests.telling import started

GAME = started("Ann Bob Cat Dan")
FROZEN = Path(__file__).parent.parent / "records" / "frozen" / "version-1.json"


@pytest.fixture
def log(tmp_path):
    found = SQLiteLog(tmp_path)
    yield found
    found.close()


@pytest.fixture
def number(log):
    return log.open_evening("Friday", (GAME,), "phone").id


@pytest.fixture
def evenings(log):
    return EveningRepository(log)


def test_somebody_faster_between_reading_and_writing_is_noticed(log, number, tmp_path):
    class Overtaken(SQLiteLog):
        """A log to which another process appends just before we do."""

        def append(self, evening, after, entry, entry_id, device):
            log.append(evening, after, SatOut("Cat"), "c", "other phone")
            return super().append(evening, after, entry, entry_id, device)

    overtaken = Overtaken(tmp_path)
    slow = EveningRepository(overtaken)
    with pytest.raises(Conflict):
        slow.append(number, SatOut("Bob"), 1, "b", "phone")
    assert log.read(number) == [GAME, SatOut("Cat")]
    assert slow.evening(number) == EveningRepository(log).evening(number)
    overtaken.close()


def test_a_write_that_failed_leaves_the_kept_evening_as_it_was(evenings, log, number):
    """The disk is full: SQLite may take no further page."""
    pages = log.connection.db.execute("pragma page_count").fetchone()[0]
    log.connection.db.execute(f"pragma max_page_count = {pages}")
    after = 1
    with pytest.raises(StoreError, match="full"):
        while after < 2000:
            said = (SatOut if after % 2 else SatIn)("Bob")
            after = evenings.append(number, said, after, f"id {after}", "phone").length
    assert evenings.evening(number).length == after == len(log.read(number))
    log.connection.db.execute("pragma max_page_count = 100000")
    again = evenings.append(number, said, after, f"id {after}", "phone")
    assert again.length == after + 1
    assert again == EveningRepository(log).evening(number)


def test_only_so_many_evenings_are_kept_those_used_last(log, monkeypatch):
    monkeypatch.setattr(module, "KEPT", 3)
    evenings = EveningRepository(log)
    numbers = [log.open_evening(f"Evening {n}", (GAME,), "phone").id for n in range(5)]
    for number in numbers:
        evenings.evening(numbers[0])
        evenings.evening(number)
    assert set(evenings._kept) == {numbers[0], numbers[3], numbers[4]}
    assert evenings.evening(numbers[1]).length == 1


def test_an_evening_folds_the_same_after_reopening_the_file(log, number, tmp_path):
    evenings = EveningRepository(log)
    for seq, entry in enumerate((SatOut("Bob"), SatIn("Bob"), TurnedUp("6-3")), 1):
        evenings.append(number, entry, seq, str(seq), "phone")
    again = SQLiteLog(tmp_path)
    assert EveningRepository(again).evening(number) == evenings.evening(number)
    again.close()
