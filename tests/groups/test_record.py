"""The file of a group: round trips, and the faults it can have."""

import json
from pathlib import Path

import pytest
from msgspec import to_builtins

from companion.evening.entries import WorthSet
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
from companion.groups import record, version_1
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
ONE = "a" * 22
EVENING = Record("Friday", "2026-11-20T19:30:00Z", (started("Ann Bob"), *entries("up 6")))
ROWS = (PersonMerged("Anne", "Ann"), WorthSet(10, "EUR"), GroupPaid("Ann", "Bob", 3))
DATA = b"".join(
    lines("Regulars", "2026-01-01T00:00:00Z", ROWS, [(dumps(EVENING), False, None, 0)] * 2)
)
OLD = json.dumps(
    {
        "format": "companion-group",
        "version": 1,
        "name": "Regulars",
        "opened_at": "2026-01-01T00:00:00Z",
        "entries": to_builtins(
            (GroupOpened("Regulars"), version_1.EveningAdded(ONE), PersonMerged("Anne", "Ann"))
        ),
        "evenings": [{"reference": ONE, "record": json.loads(dumps(EVENING))}],
    }
).encode()


def written(found):
    """Return the file of a group that was read."""
    evenings = [
        (dumps(one.record), one.is_hidden, one.worth, one.rows_before) for one in found.evenings
    ]
    return b"".join(lines(found.name, found.opened_at, found.rows, evenings))


def test_a_file_with_a_byte_order_mark_is_read():
    for data in (DATA, OLD):
        edited = b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")
        assert is_group(edited) and loads(edited).rows == loads(data).rows
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


def changed(data=DATA, **fields):
    return json.dumps({**json.loads(data), **fields}).encode()


def old(**fields):
    return changed(OLD, **fields)


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
        (old(rows=[]), UnreadableHead),
        (old(evenings=[{"reference": "../e", "record": {}}]), UnreadableHead),
        (old(entries=[]), GroupNameUnusable),
        (old(entries=[{"kind": "settled"}]), FaultyEntry),
        (old(entries=[{"kind": "renamed", "name": "X"}]), FaultyEntry),
        (old(entries=[{"kind": "group-opened", "name": ""}]), FaultyEntry),
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
    for data in (DATA, OLD):
        with pytest.raises(RecordError) as error:
            loads(data)
        assert isinstance(error.value.faults[0], TooManyEntries)


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


@pytest.mark.parametrize("version", [1, 2])
def test_the_frozen_groups_come_to_the_same(version):
    """The files were written when each format was new."""
    found = loads((FROZEN / f"group-{version}.json").read_bytes())
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


def test_references_match_completely():
    with pytest.raises(RecordError):
        loads(OLD.replace(ONE.encode(), ONE.encode() + b"\\n"))
