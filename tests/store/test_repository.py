"""Evenings kept folded: the log is the truth, and what is kept can vanish (design 2, Speed)."""

from pathlib import Path

import pytest

from companion.errors import EntryError
from companion.evening import Evening
from companion.evening.entries import SatIn, SatOut, Undone
from companion.evening.record import loads
from companion.rules.actions import Settled, TurnedUp
from companion.store import Conflict, EveningRepository, Log, ReusedId, StoreError
from companion.store import repository as module
from tests.telling import started

GAME = started("Ann Bob Cat Dan")
FROZEN = Path(__file__).parent.parent / "records" / "frozen" / "version-1.json"


@pytest.fixture
def log(tmp_path):
    found = Log(tmp_path)
    yield found
    found.close()


@pytest.fixture
def number(log):
    return log.open_evening("Friday", (GAME,), "phone").id


@pytest.fixture
def evenings(log):
    return EveningRepository(log)


def test_what_is_said_is_folded_and_written(evenings, log, number):
    evening = evenings.append(number, SatOut("Bob"), 1, "b", "phone")
    assert evening == evenings.evening(number) == EveningRepository(log).evening(number)
    assert log.read(number) == [GAME, SatOut("Bob")]


def test_what_the_rules_refuse_is_not_written(evenings, log, number):
    with pytest.raises(EntryError):
        evenings.append(number, Settled(), 1, "s", "phone")
    assert log.read(number) == [GAME]
    assert evenings.evening(number).length == 1


@pytest.mark.parametrize("after", [0, 2])
def test_who_saw_an_older_state_is_told_so(evenings, log, number, after):
    with pytest.raises(Conflict):
        evenings.append(number, SatOut("Bob"), after, "b", "phone")
    assert log.read(number) == [GAME]


def test_being_behind_goes_before_being_refused(evenings, number):
    """Bob sits out already, says another phone: look at the fresh page first."""
    evenings.append(number, SatOut("Bob"), 1, "b", "phone")
    with pytest.raises(Conflict):
        evenings.append(number, SatOut("Bob"), 1, "b again", "other phone")


def test_the_same_entry_sent_again_writes_nothing_and_answers_with_the_evening(
    evenings, log, number
):
    first = evenings.append(number, SatOut("Bob"), 1, "b", "phone")
    assert evenings.append(number, SatOut("Bob"), 1, "b", "phone") == first
    evenings.append(number, SatOut("Cat"), 2, "c", "phone")
    assert evenings.append(number, SatOut("Bob"), 1, "b", "phone").length == 3
    assert len(log.read(number)) == 3


def test_an_id_used_for_something_else_is_refused(evenings, number):
    evenings.append(number, SatOut("Bob"), 1, "b", "phone")
    with pytest.raises(ReusedId):
        evenings.append(number, SatOut("Cat"), 2, "b", "phone")


def test_what_another_process_wrote_is_folded_in(evenings, log, number):
    """Two repositories on one log, as two workers have them."""
    other = EveningRepository(log)
    other.evening(number)
    evenings.append(number, SatOut("Bob"), 1, "b", "phone")
    assert other.evening(number).length == 2
    with pytest.raises(Conflict):
        other.append(number, SatOut("Cat"), 1, "c", "phone")
    assert other.append(number, SatOut("Cat"), 2, "c", "phone").length == 3
    assert evenings.evening(number) == other.evening(number)


def test_somebody_faster_between_reading_and_writing_is_noticed(log, number, tmp_path):
    class Overtaken(Log):
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
    pages = log._db.execute("pragma page_count").fetchone()[0]
    log._db.execute(f"pragma max_page_count = {pages}")
    after = 1
    with pytest.raises(StoreError, match="The disk is full"):
        while after < 2000:
            said = (SatOut if after % 2 else SatIn)("Bob")
            after = evenings.append(number, said, after, f"id {after}", "phone").length
    assert evenings.evening(number).length == after == len(log.read(number))
    log._db.execute("pragma max_page_count = 100000")
    again = evenings.append(number, said, after, f"id {after}", "phone")
    assert again.length == after + 1
    assert again == EveningRepository(log).evening(number)


def test_the_kept_state_can_vanish_at_any_time(log):
    record = loads(FROZEN.read_bytes())
    number = log.open_evening("Frozen", (), "phone").id
    evenings = EveningRepository(log)
    for seq, entry in enumerate(record.entries):
        evenings.append(number, entry, seq, str(seq), "phone")
        if seq % 5 == 0:
            evenings._kept.clear()
    whole = Evening()
    for entry in record.entries:
        whole = whole.enter(entry)
    assert evenings.evening(number) == EveningRepository(log).evening(number) == whole


def test_only_so_many_evenings_are_kept_those_used_last(log, monkeypatch):
    monkeypatch.setattr(module, "KEPT", 3)
    evenings = EveningRepository(log)
    numbers = [log.open_evening(f"Evening {n}", (GAME,), "phone").id for n in range(5)]
    for number in numbers:
        evenings.evening(numbers[0])
        evenings.evening(number)
    assert set(evenings._kept) == {numbers[0], numbers[3], numbers[4]}
    assert evenings.evening(numbers[1]).length == 1


def test_undo_goes_through_the_log_like_everything(evenings, log, number):
    before = evenings.evening(number).state
    evenings.append(number, SatOut("Bob"), 1, "b", "phone")
    evening = evenings.append(number, Undone(2), 2, "u", "phone")
    assert evening.state == before
    assert log.read(number)[1:] == [SatOut("Bob"), Undone(2)]


def test_a_log_that_this_companion_cannot_fold_says_so(log):
    number = log.open_evening("Friday", (GAME, Settled()), "phone").id
    with pytest.raises(StoreError, match="Entry 2 of this evening cannot be read"):
        EveningRepository(log).evening(number)


def test_an_evening_folds_the_same_after_reopening_the_file(log, number, tmp_path):
    evenings = EveningRepository(log)
    for seq, entry in enumerate((SatOut("Bob"), SatIn("Bob"), TurnedUp("6-3")), 1):
        evenings.append(number, entry, seq, str(seq), "phone")
    again = Log(tmp_path)
    assert EveningRepository(again).evening(number) == evenings.evening(number)
    again.close()
