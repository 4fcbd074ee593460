"""The repository and its cache of folded evenings."""

import pytest

from companion.evening import Evening
from companion.evening.entries import Amended, SatIn, SatOut, Undone
from companion.rules.actions import TurnedUp
from companion.store import (
    Conflict,
    EveningLog,
    EveningRepository,
    StoreError,
    open_log,
    repository,
)
from companion.store.sqlite.connection import Connection
from tests.telling import append, started

GAME = started("Ann Bob Cat Dan")


@pytest.fixture
def number(log):
    return log.open_evening("Friday", (GAME,), "phone").id


@pytest.fixture
def evenings(log):
    return EveningRepository(log)


def test_an_entry_between_reading_and_writing_is_noticed(log, number, tmp_path):
    class Overtaken(EveningLog):
        """A log to which another process appends just before this process."""

        def add(self, evening, after, entry, entry_id, device):
            append(log, evening, after, SatOut("Cat"), "c", "other phone")
            return super().add(evening, after, entry, entry_id, device)

    overtaken = Overtaken(Connection(tmp_path))
    slow = EveningRepository(overtaken)
    with pytest.raises(Conflict):
        slow.append(number, SatOut("Bob"), 1, "b", "phone")
    assert log.read(number) == [GAME, SatOut("Cat")]
    assert slow.evening(number) == EveningRepository(log).evening(number)
    overtaken.close()


def test_the_device_of_an_entry_of_another_process_is_known(evenings, log, number):
    assert evenings.device_of(number, 2) == ""
    append(log, number, 1, SatOut("Cat"), "c", "other phone")
    assert evenings.device_of(number, 2) == "other phone"


def test_a_failed_write_leaves_the_cached_evening_unchanged(evenings, log, number):
    """SQLite cannot add a page to the file."""
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


def test_the_evenings_used_last_are_cached(log, monkeypatch):
    monkeypatch.setattr(repository, "MOST_ENTRIES", 5)
    evenings = EveningRepository(log)
    numbers = [log.open_evening(f"Evening {n}", (GAME,), "phone").id for n in range(6)]
    for number in numbers:
        evenings.evening(numbers[0])
        evenings.evening(number)
    there = [number for number in numbers if evenings.cached(number, 1)]
    assert there == [numbers[0], *numbers[2:]]
    assert evenings.evening(numbers[1]).length == 1
    # A growing evening evicts the others, but never itself.
    for seq in range(1, 8):
        entry = (SatOut if seq % 2 else SatIn)("Bob")
        evenings.append(numbers[1], entry, seq, f"id {seq}", "phone")
    assert len(evenings._cache) == 1
    assert evenings.cached(numbers[1], 8) is evenings.evening(numbers[1])


def test_a_corrected_log_is_opened_without_folding_again_for_each_correction(log, monkeypatch):
    told = [GAME, *([SatOut("Bob"), SatIn("Bob")] * 20)]
    for seq in range(42, 442, 2):
        told += [Amended(41), Undone(seq)]
    number = log.open_evening("Friday", told, "phone").id
    monkeypatch.setattr(Evening, "_folded", lambda *_, **_again: pytest.fail("folded again"))
    evenings = EveningRepository(log)
    found = evenings.evening(number)
    assert found.length == len(told) and found.entries[1].entry == SatOut("Bob")
    monkeypatch.undo()
    for seq, entry in enumerate((Amended(41), Undone(442)), 442):
        append(log, number, seq - 1, entry, f"id {seq}", "phone")
    assert evenings.evening(number).length == 443


def test_an_evening_folds_the_same_after_reopening_the_file(log, number, tmp_path):
    evenings = EveningRepository(log)
    for seq, entry in enumerate((SatOut("Bob"), SatIn("Bob"), TurnedUp("6-3")), 1):
        evenings.append(number, entry, seq, str(seq), "phone")
    again = open_log(tmp_path)
    assert EveningRepository(again).evening(number) == evenings.evening(number)
    again.close()
