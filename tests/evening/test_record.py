"""The record file, format version 1: valid files are read, and others are refused."""

import codecs
import json
import typing
from pathlib import Path

import pytest
from msgspec import structs

from companion.errors import MalformedEntry
from companion.evening.entries import VERSION, AnyEntry, Joined, convert, decode, encode
from companion.evening.record import LARGEST, Record, RecordError, dumps, loads
from companion.evening.replay import replay
from companion.rules.actions import Played, Settled, TricksTaken
from companion.wording import say as say_

FROZEN = Path(__file__).parent.parent / "records" / "frozen"


def file(*entries, **head):
    content = {
        "format": "companion-evening",
        "version": 1,
        "name": "Friday",
        "opened_at": "2026-11-20T19:30:00Z",
        **head,
        "entries": list(entries),
    }
    return json.dumps(content).encode()


def faults(data):
    with pytest.raises(RecordError) as caught:
        loads(data)
    faults = tuple(map(say_, caught.value.faults))
    assert all(fault.endswith((".", ")", "}.")) for fault in faults)
    return faults


SETTLED = {"kind": "settled"}


def test_a_record_can_be_text():
    assert loads(file(SETTLED, name="Größe").decode()) == loads(file(SETTLED, name="Größe"))
    for text in ("", "{}", "\ud800"):
        with pytest.raises(RecordError):
            loads(text)


def test_a_record_is_read():
    record = loads(file(SETTLED, {"kind": "played", "player": "Ann", "piece": "6-3", "suit": 3}))
    assert record.name == "Friday"
    assert record.entries == (Settled(), Played("Ann", "6-3", 3))


def test_a_record_with_a_byte_order_mark_is_read():
    """Some Windows editors add a byte order mark and CRLF line endings."""
    written = dumps(loads(file(SETTLED, name="Größe")))
    edited = b"\xef\xbb\xbf" + written.replace(b"\n", b"\r\n")
    assert loads(edited) == loads(written) and loads(edited).broken_seals() is None


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_a_record_in_utf_16_is_read(mark):
    code = "utf-16-le" if mark == codecs.BOM_UTF16_LE else "utf-16-be"
    text = dumps(loads(file(SETTLED, name="Größe 🎲"))).decode()
    assert loads(mark + text.encode(code)) == loads(text.encode())
    # Half a letter at the end.
    with pytest.raises(RecordError):
        loads(mark + text.encode(code) + b"x")


def test_an_evening_without_entries_is_a_record():
    assert loads(file()).entries == ()
    assert loads(dumps(loads(file()))).entries == ()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"null",
        b"[]",
        b"7",
        b"{}",
        b'{"format": "companion-evening"}',
        b"{",
        b"\x00\x01\x02\xff\xfe",
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        "{\"format\": \"companion-evening\"}".encode("utf-16"),
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"\xef\xbb\xbf" + b"{}",
    ],
    ids=lambda data: repr(data[:24]),
)  # fmt: skip
def test_other_files_are_refused_with_a_message(data):
    (fault,) = faults(data)
    assert fault.startswith("This is not the record of an evening")


def changed(body):
    """Return a record with a settlement replaced by other bytes."""
    return file(SETTLED).replace(b'{"kind": "settled"}', body)


UNDONE = b'{"kind": "undone", "entry": 1%b}'
DEEP = b'{"kind": "settled", "x": ' + b"[" * 50_000 + b"]" * 50_000 + b"}"
NO_LIST = file().replace(b"[]", b"{}")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (file(name="José").replace(b"Jos\\u00e9", b"Jos\xe9"), ""),
        (changed(DEEP), ""),
        (changed(UNDONE % (b"0" * 5000)), ""),
        (changed(b'{"kind": "sat-out", "player": "\\ud83d"}'), ""),  # a lone surrogate
        (NO_LIST, ""),
        (file(*[SETTLED] * 500_000), "larger than 8 MB"),
        (file(format="companion-replay"), "'companion-replay'"),
        (file(version=VERSION + 1), "newer companion"),
        *((file(version=number), f"no version {number}") for number in (0, -1)),
        *((file(version=wrong), "") for wrong in ("1", 1.5, None, True, [1])),
        *(
            (file(**head), "start of the record cannot be read")
            for head in (
                {"opened_at": "yesterday"},
                {"opened_at": "2026-11-20 19:30"},
                {"opened_at": None},
                {"name": None},
                {"name": 7},
                {"mood": "good"},
            )
        ),
        (file(opened_at="2026-02-30T00:00:00Z"), "is not a time"),
        (file(opened_at="1969-12-31T23:59:59Z"), "is not a time"),
        (file(opened_at="9999-12-31T23:59:59Z"), "is not a time"),
        *((file(name=name), "") for name in ("", " ", "x" * 81, " Friday", "Fri\nday", "Fri  day")),
    ],
    ids=lambda value: repr(value[:40]),
)
def test_a_faulty_record_is_refused_with_the_reason(data, words):
    assert words in faults(data)[0]


def test_the_longest_name_is_read():
    assert loads(file(name="x" * 80)).name == "x" * 80


def test_a_long_evening_is_not_too_large():
    assert len(file(*[SETTLED] * 1000)) < LARGEST


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "settled", "mood": "good"},
        {"kind": "sang"},
        {"kind": None},
        {},
        [],
        "settled",
        7,
        None,
        {"kind": "played", "player": "Ann"},
        {"kind": "played", "player": 7, "piece": "6-3"},
        {"kind": "played", "player": "Ann", "piece": 63},
        {"kind": "played", "player": "Ann", "piece": "6-3", "suit": 1.5},
        {"kind": "played", "player": "Ann", "piece": "6-3", "suit": True},
        {"kind": "tricks-taken", "tricks": {"Ann": "5"}},
        {"kind": "tricks-taken", "tricks": {"Ann": 2.5}},
        {"kind": "tricks-taken", "tricks": [5]},
        {"kind": "declared", "player": "Ann", "choice": "play", "takes_turn_up": "yes"},
        {"kind": "undone", "entry": "3"},
        {"kind": "undone", "entry": None},
        {"kind": "amended"},
        {"kind": "amended", "entry": 3, "by": {}},
        {"kind": "amended", "entry": 3, "by": "nothing"},
        {"kind": "amended", "entry": 3, "by": {"kind": "undone", "entry": 2}},
        {"kind": "amended", "entry": 3, "by": {"kind": "amended", "entry": 2, "by": SETTLED}},
        {"kind": "game-started", "game": "domino-loo", "seats": "Ann", "dealer": "Ann",
         "depth": "plays"},
        {"kind": "game-started", "game": "domino-loo", "seats": ["Ann", "Bob"], "dealer": "Ann",
         "depth": "plays", "house_rules": {"loo": ["pool"]}},
    ],
    ids=lambda entry: json.dumps(entry)[:50],
)  # fmt: skip
def test_invalid_entries_are_named_by_number(entry):
    (fault,) = faults(file(SETTLED, entry, SETTLED))
    assert fault.startswith("Entry 2: ")


def test_all_invalid_entries_are_named():
    found = faults(file({"kind": "sang"}, SETTLED, {}, {"kind": "settled", "x": 1}, name=" "))
    assert [fault.split(":")[0] for fault in found[1:]] == ["Entry 1", "Entry 3", "Entry 4"]


@pytest.mark.parametrize("digits", [15, 400, 4299])
def test_a_huge_number_is_refused_like_any_other(digits):
    number = b'{"kind": "undone", "entry": 1' + b"0" * digits + b"}"
    record = loads(file(SETTLED).replace(b'{"kind": "settled"}', number))
    assert replay(record.entries)[1][0].rule == "stale"


def test_a_record_is_written_one_entry_a_line():
    record = Record("Friday", "2026-11-20T19:30:00Z", (Settled(), TricksTaken({"Ann": 5})))
    lines = dumps(record).decode().splitlines()
    assert lines[1:] == [
        ' {"kind":"settled"},', ' {"kind":"tricks-taken","tricks":{"Ann":5}}', "]}"
    ]  # fmt: skip
    assert json.loads(dumps(record))["entries"][1] == {"kind": "tricks-taken", "tricks": {"Ann": 5}}


def test_names_of_any_script_round_trip():
    record = Record("سارة & 👨‍👩‍👧", "2026-11-20T19:30:00.5Z", (Joined("דנה", '"\\'),))
    again = loads(dumps(record))
    assert (again.name, again.opened_at, again.entries) == (
        record.name, record.opened_at, record.entries,
    )  # fmt: skip
    assert "דנה" in dumps(record).decode()


def test_a_place_is_kept_and_is_outside_the_seal():
    record = Record("Friday", "2026-11-20T19:30:00Z", (Settled(),))
    placed = dumps(structs.replace(record, place="Zoë’s “kitchen”"))
    assert loads(placed).place == "Zoë’s “kitchen”"
    assert loads(placed).seals == loads(dumps(record)).seals
    assert b"place" not in dumps(record)


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("x" * 81, "An evening’s place can have at most 80 characters"),
        ("at\nAnn’s", "An evening’s place can have"),
        ("at\x07Ann’s", "An evening’s place can have"),
        (" Ann’s", "An evening’s place can have"),
    ],
)
def test_a_place_that_cannot_be_shown_is_refused(place, fault):
    with pytest.raises(RecordError) as error:
        loads(dumps(Record("Friday", "2026-11-20T19:30:00Z", (Settled(),), place=place)))
    assert say_(error.value.faults[0]).startswith(fault)


def test_defaults_are_left_out():
    """Defaults are left out, but `suit: 3` and `suit: "3"` keep their types."""
    for body in (
        b'{"kind":"played","player":"Ann","piece":"36"}',
        b'{"kind":"played","player":"Ann","piece":"6-3","suit":3}',
        b'{"kind":"played","player":"Ann","piece":"6-3","suit":"3"}',
    ):
        assert encode(decode(body)) == body


def test_numbers_of_forms_are_digits():
    assert convert({"kind": "undone", "entry": "7"}) == decode('{"kind":"undone","entry":7}')
    with pytest.raises(MalformedEntry):
        convert({"kind": "undone", "entry": "seven"})
    with pytest.raises(MalformedEntry):
        convert({"kind": "sang"})


# Frozen records of every version

KINDS = {kind.__struct_config__.tag: kind for kind in typing.get_args(AnyEntry)}


def kinds_in(entries):
    for entry in entries:
        yield entry
        if "by" in entry:
            yield entry["by"]


def test_there_is_a_frozen_record_of_each_version():
    found = {path.name for path in FROZEN.glob("version-*.json")}
    assert found == {f"version-{number}.json" for number in range(1, VERSION + 1)}


ADDED_LATER = {"player-renamed", "scored", "dealer-set", "inserted", "noted"}
"""Kinds that version 1 got after its record was frozen; golden evenings have them."""
FIELDS_ADDED_LATER = {
    ("declared", "also_discards"),
    ("declared", "with"),
    ("tricks-taken", "takes_turn_up"),
}
"""Fields that only newer games have."""


def test_the_frozen_record_of_version_1_uses_every_kind_of_entry_and_every_field():
    entries = list(kinds_in(json.loads((FROZEN / "version-1.json").read_bytes())["entries"]))
    for tag, kind in KINDS.items():
        if tag in ADDED_LATER:
            continue
        fields = {name for entry in entries if entry["kind"] == tag for name in entry} - {"kind"}
        later = {field for kind_of, field in FIELDS_ADDED_LATER if kind_of == tag}
        assert fields == set(kind.__struct_encode_fields__) - later, tag


def test_the_frozen_record_of_version_1_has_the_same_results():
    """Computed by hand. Domino Loo capped at 30, remainder last-trick, else as usual.

    1 (plays): 25; Bob 3, Cat 2, Ann looed 25: 25 stay. 2 (plays): 30; Bob plays for the pool and
    takes no part; Bob's revoke was let stand; Cat revoked and pays the loo, 30: 60. 3 (tricks, dealt
    again, Eve has come, Dan sits out): 65; Ann revoked: Bob and Cat 32 each, 1 stays, Ann pays 30:
    31. 4 (result, Ann has left): 36, share 7; as amended Bob 21, Eve 7, Cat 7, 1 stays. 5: 1 is
    empty, so 26; Dan revoked, settled at once: Eve 26, Dan pays 26: 26. The end: 6 each for Bob,
    Eve, Cat, Dan, and 1 more for Eve and Cat, from the left of Bob, who dealt last. After Rounce
    the evening is closed, and the closing is undone.

    Three-card Loo, classic with a draw, ending carry. 1: 3; Bob 1, Ann 2, Cat (the miss) looed 3:
    3 stay. 2: no stake after a loo: 3; Bob for the pool: Dan 2, and Bob's 1 stays. 3: 1 and the
    stake of 3 are 4; Ann could have headed the first trick: Dan 4, Ann pays 4: 4 are carried on.
    Ann -3 + 2 - 4, Bob 1, Cat -3 - 3, Dan 2 + 4.

    Five-card Loo, modern, begins with them. 1: 9, share 1; Bob obeys the civil ace and keeps Pam
    for trick 3: Ann 1, Bob 3, Cat 1, 4 stay. 2: 9; Cat's flush takes it, Dan shows Pam, Bob and Ann
    pay 5 each: 10. The end: 2 each, 1 more for Bob and Cat, from the left of Ann, who dealt last.
    Ann 1 - 5 - 5 + 2, Bob 3 - 5 + 3, Cat 1 + 9 + 3, Dan -5 + 2.

    That closing is undone too. Napoleon, Cat deals. 1: Dan buys 2, Bob 1; Bob peeps and loses nap,
    5 to each; the 3 stay. 2: Cat makes four, 4 from each. The end: 1 each for Ann, Bob and Cat,
    from the left of Dan, who dealt last. Ann 5 - 4 + 1, Bob -1 - 15 - 4 + 1, Cat 5 + 12 + 1,
    Dan -2 + 5 - 4.

    Closed, and the closing undone once more. Coon Can, Ann deals. Bob lays 6H 7H 8H and a joker for
    the 9H, then AS 2S 3S; Ann puts her 9H in, so the joker is the 5H, and lays off 4S; Bob lays
    three sevens and discards his last card. Ann is left with 10 + 10 + 10 + 3 + 4 + 6 + 9 + 15.

    That closing is undone as well. Three-card Loo once more, for one deal: Ann stakes 3, Bob plays,
    of the rest Cat plays and the others drop; Bob takes 2, Cat 1.

    Undone too, for two deals told at once. Bob stakes 3 and takes 2, Dan 1, Cat (the miss) is looed
    3. Nobody stakes after a loo, and all drop: Cat, who deals, takes the 3.

    Undone for the last time. Ann stakes 3, Bob takes all, Cat is looed 3, and they are carried. The
    evening closes and divides them: 1 each for Bob, Cat and Dan, from the left of Ann, who dealt.
    Dan pays Eve the whole debt.
    """
    evening, problems = replay(loads((FROZEN / "version-1.json").read_bytes()).entries)
    assert problems == ()
    loo, rounce, three, five, nap, coon, told, last = evening.state.sessions
    assert [
        [(d.settlement.pool, d.settlement.carried) for d in game.deals]
        for game in (loo, three, five, nap, coon, told, last)
    ] == [
        [(25, 25), (30, 60), (65, 31), (36, 1), (26, 26)], [(3, 3), (3, 1), (4, 4)],
        [(9, 4), (9, 10)], [(3, 3), (3, 3)], [(0, 0)], [(3, 0), (3, 3), (3, 0)], [(3, 3)],
    ]  # fmt: skip
    assert [d.deal.setup.dealer for d in loo.deals] == ["Ann", "Bob", "Cat", "Dan", "Bob"]
    assert [
        {player: chips for player, chips in game.accounts().items() if player != "pool"}
        for game in (loo, three, five, nap, coon, told, last)
    ] == [
        {"Ann": -65, "Bob": 54, "Eve": 35, "Cat": 11, "Dan": -35},
        {"Ann": -5, "Bob": 1, "Cat": -6, "Dan": 6},
        {"Ann": -7, "Bob": 1, "Cat": 13, "Dan": -3},
        {"Ann": 2, "Bob": -19, "Cat": 18, "Dan": -1},
        {"Ann": -67, "Bob": 67},
        {"Ann": -3, "Bob": 1, "Cat": 1, "Dan": 1},
        {"Ann": -3, "Bob": 3, "Cat": -3, "Dan": 0},
    ]
    assert evening.state.balances() == {"Ann": -148, "Bob": 109, "Eve": 35, "Cat": 35, "Dan": -31}
    assert evening.state.still_open() == {"Ann": -148, "Bob": 109, "Eve": 4, "Cat": 35, "Dan": 0}
    assert (evening.state.worth.minor, evening.state.worth.currency) == (10, "EUR")
    assert [str(meld) for meld in coon.deals[0].deal.melds] == [
        "JK=5H 6H 7H 8H 9H", "AS 2S 3S 4S", "7D 7C 7S",
    ]  # fmt: skip
    (revoke,) = three.deals[2].deal.revokes
    assert (revoke.player, revoke.trick, revoke.proof.rule) == ("Ann", 1, "must-head")
    assert rounce.scores == {"Bob": 10, "Eve": 20}
    assert evening.state.closed and evening.state.pool == 0


def test_the_frozen_record_of_version_1_round_trips():
    record = loads((FROZEN / "version-1.json").read_bytes())
    assert loads(dumps(record)).entries == record.entries


# Faults in JSON that is not an entry


@pytest.mark.parametrize(
    ("body", "fault", "field", "expected", "found"),
    [
        ("{", "no-json", "", "", ""),
        ("[" * 100_000, "wrong-type", "", "object", "array"),
        ('{"x": ' + "[" * 50_000 + "]" * 50_000 + "}", "too-deep", "", "", ""),
        ("null", "wrong-type", "", "object", "null"),
        ("{}", "missing-field", "kind", "", ""),
        ('{"kind": null}', "wrong-type", "kind", "str", ""),
        ('{"kind": "sang"}', "unknown-kind", "kind", "", "sang"),
        ('{"kind": "settled", "mood": 1}', "unknown-field", "mood", "", ""),
        ('{"kind": "played", "player": "Ann"}', "missing-field", "piece", "", ""),
        ('{"kind": "played", "player": 7, "piece": "6-3"}', "wrong-type", "player", "str", "int"),
        ('{"kind": "tricks-taken", "tricks": {"Ann": "5"}}',
         "wrong-type", "tricks[...]", "int", "str"),
        ('{"kind": "amended", "entry": 3, "by": {"kind": "undone", "entry": 2}}',
         "unknown-kind", "by.kind", "", "undone"),
        ('{"kind": "drew", "player": "Ann", "from": "hat"}', "wrong-value", "from", "", ""),
    ],
    ids=lambda value: value[:40],
)  # fmt: skip
def test_faults_name_the_place_and_the_expected_type(body, fault, field, expected, found):
    with pytest.raises(MalformedEntry) as caught:
        decode(body)
    fact = caught.value.fact
    assert (fact.fault, fact.field, fact.expected, fact.found) == (fault, field, expected, found)
    assert say_(fact).endswith(".")


@pytest.mark.parametrize(
    ("fields", "fault", "field"),
    [
        ({"kind": "undone", "entry": "seven"}, "wrong-type", "entry"),
        ({"kind": "sang"}, "unknown-kind", "kind"),
        ({}, "missing-field", "kind"),
    ],
)
def test_faults_of_a_form_name_its_field(fields, fault, field):
    with pytest.raises(MalformedEntry) as caught:
        convert(fields)
    assert (caught.value.fact.fault, caught.value.fact.field) == (fault, field)


def test_answers_name_possible_entries():
    """Multiples of 2**61 - 1 have equal hashes, so a dict of many would take quadratic time."""
    amended = {"kind": "amended", "entry": 1, "by": {"kind": "settled"}}
    for number, is_read in (
        (1, True),
        (40_000, True),
        (0, False),
        (40_001, False),
        (2**61 - 1, False),
    ):
        data = file({**amended, "answers": {str(number): "revoke"}})
        if is_read:
            assert loads(data).entries[0].answers == {number: "revoke"}
        else:
            assert faults(data)
