"""Evenings kept folded: the log is the truth, and what is kept can vanish."""

import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.evening import Evening
from companion.evening.entries import Amended, SatIn, SatOut, Undone
from companion.rules.actions import TurnedUp
from companion.store import (
    Conflict,
    EveningRepository,
    ReusedId,
    StoreError,
    at_once,
    keeping,
    pure,
)
from companion.store.sqlite.log import SQLiteLog
from companion.tables.readers import Readers
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

        def add(self, evening, after, entry, entry_id, device):
            log.append(evening, after, SatOut("Cat"), "c", "other phone")
            return super().add(evening, after, entry, entry_id, device)

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


def test_only_so_much_is_kept_of_the_evenings_used_last(log, monkeypatch):
    monkeypatch.setattr(keeping, "KEPT", 5 * Evening().enter(GAME).weight)
    evenings = EveningRepository(log)
    numbers = [log.open_evening(f"Evening {n}", (GAME,), "phone").id for n in range(6)]
    for number in numbers:
        evenings.evening(numbers[0])
        evenings.evening(number)
    assert set(evenings._kept) == {numbers[0], *numbers[2:]}
    assert evenings.evening(numbers[1]).length == 1
    # One that grows pushes the others out, and stays itself however long it is.
    for seq in range(1, 8):
        entry = (SatOut if seq % 2 else SatIn)("Bob")
        evenings.append(numbers[1], entry, seq, f"id {seq}", "phone")
        assert evenings.weight == sum(evenings._kept.get(one).weight for one in evenings._kept)
    assert set(evenings._kept) == {numbers[1]}
    assert evenings.kept(numbers[1], 8) is evenings._kept.get(numbers[1]).evening


def test_long_evenings_make_room_for_one_another_alone(log, monkeypatch):
    """A few of them, looked at in turn, would push every table out of memory."""
    long = (GAME, *([SatOut("Bob"), SatIn("Bob")] * 10))
    monkeypatch.setattr(keeping, "LONG", 10)
    monkeypatch.setattr(keeping, "KEPT", 20)
    evenings = EveningRepository(log)
    tables = [log.open_evening("Table", (GAME,), "phone").id for _ in range(3)]
    others = [log.open_evening("Long", long, "phone").id for _ in range(3)]
    for number in (*tables, *others, *others):
        evenings.evening(number)
    assert set(evenings._kept) == {*tables, others[-1]}
    # One that grows long makes room for the others of its kind.
    for seq in range(1, 12):
        entry = (SatOut if seq % 2 else SatIn)("Bob")
        evenings.append(tables[0], entry, seq, f"id {seq}", "phone")
    assert set(evenings._kept) == set(tables)
    assert evenings.weight == sum(evenings._kept.get(one).weight for one in evenings._kept)
    evenings._kept.clear()
    assert not evenings.weight and not evenings._kept


@pytest.mark.parametrize("do", [at_once, pure])
def test_what_is_done_aside_asks_nothing_of_the_store(log, do):
    """The lock that it waited for in its thread might never be given to it."""
    number = log.open_evening("Friday", (GAME,), "phone").id
    evenings = EveningRepository(log)
    assert do(evenings.evening(number).state.people) == ("Ann", "Bob", "Cat", "Dan")
    for ask in (lambda: evenings.evening(number), lambda: log.length(number)):
        with pytest.raises(AssertionError, match="aside"):
            do(ask)
        ask()


def test_a_corrected_log_is_opened_without_folding_again_for_each_correction(log, monkeypatch):
    told = [GAME, *([SatOut("Bob"), SatIn("Bob")] * 20)]
    for seq in range(42, 442, 2):
        told += [Amended(41), Undone(seq)]
    number = log.open_evening("Friday", told, "phone").id
    monkeypatch.setattr(Evening, "_replaced", lambda *_, **_again: pytest.fail("folded again"))
    evenings = EveningRepository(log)
    found = evenings.evening(number)
    assert found.length == len(told) and found.standing()[1].entry == SatOut("Bob")
    # Of corrections by another process too.
    for seq, entry in enumerate((Amended(41), Undone(442)), 442):
        log.append(number, seq - 1, entry, f"id {seq}", "phone")
    assert evenings.evening(number).length == 443


def test_what_takes_long_is_done_aside(log):
    done = []

    def aside(work):
        done.append(work)
        return work()

    told = [GAME, *([SatOut("Bob"), SatIn("Bob")] * 200)]
    number = log.open_evening("Friday", told, "phone").id
    evenings = EveningRepository(log, turn=Readers(aside).turn)
    assert evenings.evening(number).length == 401 and len(done) == 1
    evenings.append(number, SatOut("Bob"), 401, "a", "phone")
    assert len(done) == 1
    evenings.append(number, Amended(1, replace(GAME, dealer="Bob")), 402, "b", "phone")
    assert len(done) == 2
    assert evenings.evening(number) == EveningRepository(log).evening(number)


def test_of_those_who_wait_to_open_a_long_evening_none_has_read_it(log):
    """Many of them could be asked for at once, and each takes tens of megabytes."""
    read, there, go_on = [], threading.Semaphore(0), threading.Event()

    def aside(work):
        there.release()
        assert go_on.wait(10)
        return work()

    class Noting(EveningRepository):
        def _new(self, number, after):
            read.append(number)
            return super()._new(number, after)

    told = [GAME, *([SatOut("Bob"), SatIn("Bob")] * 200)]
    numbers = [log.open_evening("Friday", told, "phone").id for _ in range(4)]
    readers = Readers(aside)
    evenings = Noting(log, turn=readers.turn)
    threads = [threading.Thread(target=evenings.evening, args=(number,)) for number in numbers]
    for thread in threads:
        thread.start()
    assert there.acquire(timeout=10)
    while readers.waiting < 3:
        pass
    assert len(read) == 1
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert sorted(read) == numbers


def test_a_form_that_was_used_has_nothing_folded(log):
    done = []

    def aside(work):
        done.append(work)
        return work()

    told = [GAME, *([SatOut("Bob"), SatIn("Bob")] * 200)]
    number = log.open_evening("Friday", told, "phone").id
    evenings = EveningRepository(log, turn=Readers(aside).turn)
    correction = Amended(1, replace(GAME, dealer="Bob"))
    once = evenings.append(number, correction, 401, "a", "phone")
    done.clear()
    # From the newest page too, which is not behind.
    assert evenings.append(number, correction, 402, "a", "phone") is once
    with pytest.raises(ReusedId):
        evenings.append(number, replace(correction, by=replace(GAME, dealer="Cat")), 402, "a", "")
    assert not done


def test_an_evening_folds_the_same_after_reopening_the_file(log, number, tmp_path):
    evenings = EveningRepository(log)
    for seq, entry in enumerate((SatOut("Bob"), SatIn("Bob"), TurnedUp("6-3")), 1):
        evenings.append(number, entry, seq, str(seq), "phone")
    again = SQLiteLog(tmp_path)
    assert EveningRepository(again).evening(number) == evenings.evening(number)
    again.close()
