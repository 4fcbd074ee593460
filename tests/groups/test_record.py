"""The file of a group: it comes back as it was, and what cannot be read is named."""

import json
from pathlib import Path
from typing import get_args

import pytest
from msgspec import to_builtins

from companion.evening.entries import Paid, WorthSet
from companion.evening.record import (
    MOST_FAULTS,
    FaultyEntry,
    NewerVersion,
    NoSuchTime,
    NoSuchVersion,
    NotARecord,
    Record,
    RecordError,
    RecordTooLarge,
    TooManyEntries,
    UnreadableHead,
    dumps,
)
from companion.evening.replay import replay
from companion.groups import record
from companion.groups.entries import EveningAdded, GroupEntry, GroupOpened, PersonMerged
from companion.groups.figures import figures
from companion.groups.group import fold
from companion.groups.record import (
    EveningTwice,
    FaultyEvening,
    NoEntries,
    NotAGroup,
    NotAMember,
    TooManyEvenings,
    TooManySpellings,
    head,
    is_group,
    lines,
    loads,
)
from companion.groups.summary import summary
from companion.wording import say
from tests.telling import entries, started

FROZEN = Path(__file__).parents[1] / "records" / "frozen" / "group-1.json"
ONE = "a" * 22
EVENING = Record("Friday", "2026-11-20T19:30:00Z", (started("Ann Bob"), *entries("up 6")))
ENTRIES = (GroupOpened("Regulars"), EveningAdded(ONE), PersonMerged("Anne", "Ann"))
HEAD = head("Regulars", "2026-01-01T00:00:00Z", ENTRIES)
DATA = b"".join(lines(HEAD, [(ONE, dumps(EVENING))]))


def test_a_group_that_an_editor_has_marked_as_utf_8_is_read():
    edited = b"\xef\xbb\xbf" + DATA.replace(b"\n", b"\r\n")
    assert is_group(edited) and loads(edited).entries == ENTRIES
    assert loads(edited).broken_seals() is None


def test_a_group_comes_back_as_it_was():
    found = loads(DATA)
    assert (found.name, found.opened_at, found.entries) == (
        "Regulars", "2026-01-01T00:00:00Z", ENTRIES,
    )  # fmt: skip
    assert found.evenings[ONE].entries == EVENING.entries and found.evenings.keys() == {ONE}
    evenings = ((reference, dumps(one)) for reference, one in found.evenings.items())
    again = lines(head(found.name, found.opened_at, found.entries), evenings)
    assert b"".join(again) == DATA
    assert DATA.count(b"\n") > 5  # an entry a line


def changed(**fields):
    return json.dumps({**json.loads(DATA), **fields}).encode()


def evening(**fields):
    one = {"reference": ONE, "record": {**json.loads(DATA)["evenings"][0]["record"], **fields}}
    return changed(evenings=[one])


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", NotARecord),
        (b"[]", NotARecord),
        (b"{" * 5000, NotARecord),
        (b"\xff\xfe", NotARecord),
        (changed(format="companion-evening"), NotAGroup),
        (changed(version=2), NewerVersion),
        (changed(version=0), NoSuchVersion),
        (changed(more=1), UnreadableHead),
        (changed(evenings=[{"reference": "../e", "record": {}}]), UnreadableHead),
        (changed(opened_at="2026-02-30T00:00:00Z"), NoSuchTime),
        (changed(entries=[]), NoEntries),
        (changed(entries=[{"kind": "settled"}]), FaultyEntry),
        (changed(entries=[{"kind": "renamed", "name": "X"}]), FaultyEntry),
        (changed(entries=[{"kind": "group-opened", "name": ""}]), FaultyEntry),
        (changed(evenings=json.loads(DATA)["evenings"] * 2), EveningTwice),
        (changed(entries=json.loads(DATA)["entries"][:1]), NotAMember),
        (evening(version=9), FaultyEvening),
        (evening(entries=[{"kind": "no-such"}]), FaultyEvening),
        (evening(name=""), FaultyEvening),
    ],
)
def test_what_cannot_be_read_is_named_in_a_sentence(data, fault):
    with pytest.raises(RecordError) as error:
        loads(data)
    assert fault in {type(one) for one in error.value.faults}
    assert all(say(one) for one in error.value.faults)


def test_a_file_has_a_largest_size_and_a_log_a_longest_length(monkeypatch):
    with pytest.raises(RecordError) as error:
        loads(DATA, most=len(DATA) - 1)
    assert isinstance(error.value.faults[0], RecordTooLarge)
    monkeypatch.setattr(record, "MOST_ENTRIES", 2)
    with pytest.raises(RecordError) as error:
        loads(DATA)
    assert isinstance(error.value.faults[0], TooManyEntries)


def many(number, entries):
    record = {**json.loads(DATA)["evenings"][0]["record"], "entries": entries}
    return changed(evenings=[{"reference": f"{n:022}", "record": record} for n in range(number)])


def test_only_the_first_faults_of_a_file_are_told():
    """A file of 8 MB can have four million, and to tell them would take gigabytes."""
    with pytest.raises(RecordError) as error:
        loads(many(3, [0] * 39_000))
    assert len(error.value.faults) == MOST_FAULTS
    with pytest.raises(RecordError) as error:
        loads(many(300, [0]))
    assert len(error.value.faults) == MOST_FAULTS


def test_a_file_with_too_many_evenings_has_none_of_them_read(monkeypatch):
    monkeypatch.setattr(record.evening_record, "loads", pytest.fail)
    with pytest.raises(RecordError) as error:
        loads(many(3, [0]), most_evenings=2)
    assert error.value.faults == (TooManyEvenings(2),)


def test_payments_spell_people_in_only_so_many_ways(monkeypatch):
    """Each is somebody whose debts are worked out anew with every change."""
    paid = [Paid("Ann", f"B{n}", 1) for n in range(3)]
    data = changed(entries=json.loads(DATA)["entries"] + [to_builtins(one) for one in paid])
    monkeypatch.setattr(record, "MOST_PEOPLE", 4)
    assert loads(data).entries[-1] == paid[-1]
    # Three who are spelled in four ways are looked up as four.
    paid[-1] = Paid("ANN", "B1", 1)
    data = changed(entries=json.loads(DATA)["entries"] + [to_builtins(one) for one in paid])
    assert loads(data)
    monkeypatch.setattr(record, "MOST_PEOPLE", 3)
    with pytest.raises(RecordError) as error:
        loads(data)
    assert error.value.faults == (TooManySpellings(3),) and say(TooManySpellings(3))


def test_the_frozen_group_of_version_1_uses_every_kind_of_entry_and_comes_to_the_same():
    """What a group was when the format was made; kinds that it gains are added at its end."""
    data = FROZEN.read_bytes()
    found = loads(data)
    assert {type(one) for one in found.entries} == set(get_args(GroupEntry))
    evenings = ((reference, dumps(one)) for reference, one in found.evenings.items())
    again = lines(head(found.name, found.opened_at, found.entries), evenings)
    rewritten = json.loads(b"".join(again))
    del rewritten["seal"]
    for one in rewritten["evenings"]:
        del one["record"]["seal"]
    assert rewritten == json.loads(data)
    group = fold(found.entries)
    assert (group.name, group.worth, len(group.payments)) == (
        "Regulars of the Crown", WorthSet(10, "EUR"), 1,
    )  # fmt: skip
    summed = [summary(replay(one.entries)[0]) for one in found.evenings.values()]
    people = figures(group, enumerate(summed)).people
    assert {one.name: one.amount for one in people} == {"Bob": 6, "Ann": -3, "Cat": -3, "Dan": 0}


def test_a_reference_ends_where_it_ends():
    with pytest.raises(RecordError):
        loads(DATA.replace(ONE.encode(), ONE.encode() + b"\\n"))
