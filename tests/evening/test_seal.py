"""The seal of a log identifies its entries and never changes."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from companion.evening.entries import encode
from companion.evening.record import RecordError, SealsBroken, dumps, loads
from companion.evening.seal import START, link, seal_of, shown
from companion.groups import record as group_record
from companion.wording import say

FROZEN = Path(__file__).parents[1] / "records" / "frozen"
RECORD = loads((FROZEN / "version-1.json").read_bytes())


def test_bytes_and_seals_of_the_frozen_log_never_change():
    """The file has the seal and the bytes of an entry on each line. Add new lines only at the end."""
    pinned = (FROZEN / "version-1.seals").read_bytes().splitlines()
    found, before = [], START
    for entry in RECORD.entries:
        before = link(before, encode(entry))
        found.append(before.hex().encode() + b" " + encode(entry))
    assert found == pinned
    assert seal_of(map(encode, RECORD.entries)) == before


def test_a_seal_is_a_chain_of_sha_256_and_is_shown_by_its_first_40_bits():
    first = sha256(bytes(32) + b'{"kind":"settled"}').digest()
    second = sha256(first + b'{"kind":"game-ended"}').digest()
    assert seal_of([b'{"kind":"settled"}', b'{"kind":"game-ended"}']) == second
    assert seal_of([]) == START
    assert shown(bytes.fromhex("0001020304") + bytes(27)) == "000G 40R4"
    assert shown(b"\xff" * 32) == "ZZZZ ZZZZ"


def test_a_file_has_the_seal_of_its_entries():
    again = loads(dumps(RECORD))
    assert RECORD.seal is None and RECORD.seals.hold
    assert again.seal == again.seals.entries == RECORD.seals.entries and again.seals.hold
    old = json.loads(dumps(RECORD))
    del old["seal"]
    assert loads(json.dumps(old).encode()).broken_seals() is None


def changed(change):
    """Return the record after an edit of its file."""
    file = json.loads(dumps(RECORD))
    change(file)
    return loads(json.dumps(file, indent=1).encode())


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file["entries"].pop(),
        lambda file: file["entries"].pop(0),
        lambda file: file["entries"].append({"kind": "settled"}),
        lambda file: file["entries"].insert(2, file["entries"].pop(3)),
        lambda file: file["entries"][2].update(player="Bill"),
        lambda file: file.update(seal="0000 0000"),
    ],
)
def test_a_change_of_any_entry_breaks_the_seal(change):
    record = changed(change)
    assert not record.seals.hold
    assert record.broken_seals() == SealsBroken(("Frozen, version 1",))
    assert say(record.broken_seals()).startswith("Frozen, version 1 was changed")


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file.update(name="Another name"),
        lambda file: file.update(opened_at="2027-01-01T00:00:00Z"),
        lambda file: file["entries"][0].update(preset=None),
    ],
)
def test_only_entries_are_sealed_not_their_layout(change):
    assert changed(change).seals.hold


@pytest.mark.parametrize("seal", ["", "0000", "0000-0000", "oooo oooo", 7, ["0000 0000"]])
def test_an_invalid_seal_is_refused(seal):
    file = {**json.loads(dumps(RECORD)), "seal": seal}
    with pytest.raises(RecordError):
        loads(json.dumps(file).encode())


def test_the_changed_evenings_of_a_group_are_named():
    file = json.loads((FROZEN / "group-2.json").read_bytes())
    for one in file["evenings"]:
        one["record"] = json.loads(dumps(loads(json.dumps(one["record"]).encode())))
    assert group_record.loads(json.dumps(file).encode()).broken_seals() is None
    for one in file["evenings"]:
        one["record"]["entries"][0]["dealer"] = "Ann Other"
    whole = group_record.loads(json.dumps(file).encode())
    broken = whole.broken_seals()
    assert broken == SealsBroken(tuple(one.record.name for one in whole.evenings))
    assert "and 1 more evening were" in say(broken)
