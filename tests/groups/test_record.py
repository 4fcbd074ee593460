"""The file of a group: round trips, and the faults it can have."""

import json
from pathlib import Path

import pytest
from msgspec import to_builtins

from companion.evening.entries import WorthSet
from companion.evening.game_facts import EveningFact
from companion.evening.record import (
    MOST_FAULTS,
    FaultyEntry,
    NewerVersion,
    NoSuchTime,
    NoSuchVersion,
    NotARecord,
    OtherFormat,
    Record,
    RecordError,
    RecordTooLarge,
    TooManyEntries,
    UnreadableHead,
    dumps,
)
from companion.evening.replay import replay
from companion.groups import record
from companion.groups.entries import EveningAdded, GroupOpened, GroupPaid, PersonMerged
from companion.groups.figures import figures
from companion.groups.group import (
    GroupNameUnusable,
    Row,
    TooManyMerged,
    TooManyPaid,
    group_of,
)
from companion.groups.record import (
    FaultyEvening,
    TooManyEvenings,
    TooManySpellings,
    is_group,
    lines,
    loads,
)
from companion.groups.summary import summary
from companion.version import MADE_BY
from companion.wording import say
from tests.telling import entries, kind_of, started

FROZEN = Path(__file__).parents[1] / "records" / "frozen"
EVENING = Record("Friday", "2026-11-20T19:30:00Z", (started("Ann Bob"), *entries("up 6")))
ROWS = (PersonMerged("Anne", "Ann"), WorthSet(10, "EUR"), GroupPaid("Ann", "Bob", 3))
DATA = b"".join(
    lines("Regulars", "2026-01-01T00:00:00Z", ROWS, [(dumps(EVENING), False, None, 0)] * 2)
)


def written(found):
    """Return the file of a group that was read."""
    evenings = [
        (dumps(one.record), one.is_hidden, one.worth, one.rows_before) for one in found.evenings
    ]
    return b"".join(lines(found.name, found.opened_at, found.rows, evenings))


def test_a_file_with_a_byte_order_mark_is_read():
    edited = b"\xef\xbb\xbf" + DATA.replace(b"\n", b"\r\n")
    assert is_group(edited) and loads(edited).rows == loads(DATA).rows
    assert loads(edited).broken_seals() is None


def test_a_group_round_trips():
    data = b"".join(
        lines(
            "Regulars",
            "2026-01-01T00:00:00Z",
            ROWS,
            [(dumps(EVENING), True, WorthSet(5, "EUR"), 0), (dumps(EVENING), False, None, 2)],
        )
    )
    found = loads(data)
    assert (found.name, found.opened_at, found.rows) == ("Regulars", "2026-01-01T00:00:00Z", ROWS)
    assert [one.is_hidden for one in found.evenings] == [True, False]
    assert [one.worth for one in found.evenings] == [WorthSet(5, "EUR"), None]
    assert [one.rows_before for one in found.evenings] == [0, 2]
    with pytest.raises(RecordError):
        loads(data.replace(b'"rows_before":2', b'"rows_before":-2'))
    assert found.evenings[0].record.entries == EVENING.entries
    assert written(found) == data
    assert data.count(b"\n") > 5  # one row on each line


def changed(**fields):
    return json.dumps({**json.loads(DATA), **fields}).encode()


def evening(**fields):
    return changed(evenings=[{"record": {**json.loads(DATA)["evenings"][0]["record"], **fields}}])


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", NotARecord),
        (b"[]", NotARecord),
        (b"{" * 5000, NotARecord),
        (b"\xff\xfe", NotARecord),
        (changed(format="companion-evening"), OtherFormat),
        (changed(version=3), NewerVersion),
        (changed(version=0), NoSuchVersion),
        (changed(more=1), UnreadableHead),
        (changed(opened_at="2026-02-30T00:00:00Z"), NoSuchTime),
        (changed(name="a\nb"), GroupNameUnusable),
        (changed(rows=[{"kind": "settled"}]), FaultyEntry),
        (changed(rows=[{"kind": "renamed", "name": "X"}]), FaultyEntry),
        (changed(rows=[{"kind": "person-merged", "from": "", "into": "X"}]), FaultyEntry),
        (evening(version=9), FaultyEvening),
        (evening(entries=[{"kind": "no-such"}]), FaultyEvening),
        (evening(name=""), FaultyEvening),
    ],
)
def test_an_unreadable_file_is_explained(data, fault):
    with pytest.raises(RecordError) as error:
        loads(data)
    assert fault in {*map(kind_of, error.value.faults)}
    assert all(say(one) for one in error.value.faults)


def test_size_and_rows_of_a_file_are_limited(monkeypatch):
    with pytest.raises(RecordError) as error:
        loads(DATA, most=len(DATA) - 1)
    assert isinstance(error.value.faults[0], RecordTooLarge)
    monkeypatch.setattr(record, "MOST_ROWS", 2)
    with pytest.raises(RecordError) as error:
        loads(DATA)
    assert isinstance(error.value.faults[0], TooManyEntries)


def test_rows_are_bounded_before_they_are_read(monkeypatch):
    monkeypatch.setattr(record.evening_record, "LARGEST", 1_000)
    with pytest.raises(RecordError) as error:
        loads(changed(rows=[0] * 1_000))
    assert error.value.faults == (TooManyEntries(record.MOST_ROWS),)


def many(number, entries):
    record = {**json.loads(DATA)["evenings"][0]["record"], "entries": entries}
    return changed(evenings=[{"record": record} for _ in range(number)])


def test_only_the_first_faults_of_a_file_are_listed():
    """An 8 MB file can contain four million faults. Listing them all would take gigabytes."""
    with pytest.raises(RecordError) as error:
        loads(many(3, [0] * 39_000))
    assert len(error.value.faults) == MOST_FAULTS
    for data in (many(300, [0]), changed(rows=[0] * 300)):
        with pytest.raises(RecordError) as error:
            loads(data)
        assert len(error.value.faults) == MOST_FAULTS


def test_a_file_with_too_many_evenings_is_not_read(monkeypatch):
    monkeypatch.setattr(record.evening_record, "loads", pytest.fail)
    with pytest.raises(RecordError) as error:
        loads(many(3, [0]), most_evenings=2)
    assert error.value.faults == (TooManyEvenings(2),)


def test_the_spellings_of_people_in_payments_are_limited(monkeypatch):
    paid = [GroupPaid("Ann", f"B{n}", 1) for n in range(3)]
    monkeypatch.setattr(record, "MOST_PEOPLE", 4)
    assert loads(changed(rows=to_builtins(paid))).rows == tuple(paid)
    # Three people with four spellings count as four.
    data = changed(rows=to_builtins([*paid[:2], GroupPaid("ANN", "B1", 1)]))
    assert loads(data)
    monkeypatch.setattr(record, "MOST_PEOPLE", 3)
    with pytest.raises(RecordError) as error:
        loads(data)
    assert error.value.faults == (TooManySpellings(3),) and say(TooManySpellings(3))


def test_a_file_has_no_more_payments_and_merges_than_a_group(monkeypatch):
    monkeypatch.setattr(record, "MOST_PAID", 0)
    monkeypatch.setattr(record, "MOST_MERGED", 0)
    with pytest.raises(RecordError) as error:
        loads(DATA)
    assert error.value.faults == (TooManyPaid(0), TooManyMerged(0))


def test_a_group_of_no_release_is_refused_plainly():
    data = (FROZEN / "group-1.json").read_bytes()
    assert is_group(data)
    with pytest.raises(RecordError) as error:
        loads(data)
    assert error.value.faults == (EveningFact.BEFORE_RELEASE,)
    assert "made before 0.1.0" in say(EveningFact.BEFORE_RELEASE)


def test_the_frozen_group_comes_to_the_same():
    """The file was written when the format was new."""
    found = loads((FROZEN / "group-2.json").read_bytes())
    assert {type(one) for one in found.rows} == {PersonMerged, WorthSet, GroupPaid}
    assert found.broken_seals() is None
    rows = [GroupOpened(found.name), *map(EveningAdded, range(len(found.evenings))), *found.rows]
    group = group_of(Row(number, one) for number, one in enumerate(rows, 1))
    assert (group.name, group.worth, len(group.payments)) == (
        "Regulars of the Crown", WorthSet(10, "EUR"), 1,
    )  # fmt: skip
    summed = [summary(replay(one.record.entries)[0]) for one in found.evenings]
    people = figures(group, enumerate(summed)).people
    assert {one.name: one.amount for one in people} == {"Bob": 6, "Ann": -3, "Cat": -3, "Dan": 0}


def test_the_frozen_group_of_version_2_is_written_as_it_was():
    data = (FROZEN / "group-2.json").read_bytes()
    made_by = b',"made_by":"%b"' % MADE_BY.encode()
    assert written(loads(data)).replace(made_by, b"") == data
    assert [one.is_hidden for one in loads(data).evenings] == [False, True]
