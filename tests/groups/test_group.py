"""A group: the fold of its rows, what it refuses, and taking single rows back."""

from random import Random

import pytest

from companion.errors import EntryError, MalformedEntry, RuleViolation
from companion.evening.entries import WorthSet, encode
from companion.evening.payments import MOST_PAID_AT_ONCE, PaymentTooLarge
from companion.groups import group
from companion.groups.entries import (
    EveningAdded,
    EveningHidden,
    GroupOpened,
    GroupPaid,
    PersonMerged,
    Renamed,
    convert,
    decode,
)
from companion.groups.group import GroupFact, Row, check, check_merge, check_room, group_of
from companion.ids import Rule
from tests.telling import kind_of

ONE, TWO = "a" * 22, "b" * 22


def made(*entries):
    rows = [Row(number, one) for number, one in enumerate([GroupOpened("Fridays"), *entries], 1)]
    return group_of(rows)


def without(found, *numbers):
    return group_of((row for row in found.rows if row.number not in numbers), numbers)


def refused(found, entry):
    """Return the rule and the kind of fact that refuse an entry."""
    with pytest.raises(EntryError) as error:
        check(found, entry)
    return error.value.rule, kind_of(error.value.fact)


def test_a_group_has_a_name_evenings_and_people():
    found = made(
        EveningAdded(1),
        EveningAdded(2),
        Renamed("Loo club"),
        EveningHidden(1),
        PersonMerged("Bobby", "Bob"),
    )
    assert (found.name, found.evenings) == ("Loo club", {1: 5, 2: None})
    assert [found.person(name) for name in ("Bob", "bobby", "BOBBY ", "Ann")] == ["Bob"] * 3 + [
        "Ann"
    ]


@pytest.mark.parametrize("seed", range(40))
def test_each_row_can_be_undone_in_any_order(seed):
    order = Random(seed).sample(range(2, 9), 7)
    found = everything = made(
        Renamed("Club"),
        Renamed("Mondays"),
        EveningAdded(1),
        EveningHidden(1),
        PersonMerged("Bobby", "Bob"),
        PersonMerged("Bob", "Robert"),
        WorthSet(5, "CHF"),
    )
    there = {row.number: row.entry for row in found.rows}
    for number in order:
        found = without(found, number)
        del there[number]
        assert (
            found.name
            == {3: "Mondays", 2: "Club", 1: "Fridays"}[
                max(one for one in (1, 2, 3) if one in there)
            ]
        )
        assert found.evenings == ({1: 5 if 5 in there else None} if 4 in there else {})
        one, other = 6 in there, 7 in there
        bobby = {(True, True): "Robert", (True, False): "Bob"}.get((one, other), "Bobby")
        assert found.person("Bobby") == bobby
        assert found.person("Bob") == ("Robert" if other else "Bob")
        assert (found.worth is not None) == (8 in there)
    assert found.name == "Fridays" and not found.undoable
    assert len(everything.undoable) == 7


def test_the_first_rows_cannot_be_undone():
    found = made(Renamed("Club"))
    assert [row.number for row in found.undoable] == [2]
    assert found.row(1) is None and found.row(2).entry == Renamed("Club") and found.row(3) is None


@pytest.mark.parametrize(
    ("entry", "fact"),
    [
        (EveningAdded(1), GroupFact.IN_GROUP_ALREADY),
        (EveningHidden(1), GroupFact.HIDDEN_ALREADY),
        (EveningHidden(2), GroupFact.NOT_IN_GROUP),
        (Renamed("Fridays"), group.SameName),
        (PersonMerged("Ann", "ann"), group.SamePerson),
        (PersonMerged("Bob", "Bobby"), group.SamePerson),
    ],
)
def test_invalid_rows_are_refused(entry, fact):
    found = made(EveningAdded(1), EveningHidden(1), PersonMerged("Bobby", "Bob"))
    rule, kind = refused(found, entry)
    assert kind is fact and rule in (Rule.ALREADY_RECORDED, Rule.WRONG_PHASE, Rule.SEATS)


@pytest.mark.parametrize("name", ["", " ", "two  spaces", "a\nb", "x" * 81, "\u202eabc"])
def test_a_name_that_cannot_be_shown_is_refused(name):
    for entry in (Renamed(name), PersonMerged("Ann", name)):
        with pytest.raises(MalformedEntry):
            check(made(), entry)


def test_two_players_of_one_table_are_not_one_person():
    found = made(PersonMerged("Bobby", "Bob"))
    tables = [("Ann", "Bobby"), ("Cat", "Dan")]
    check_merge(found, PersonMerged("Cat", "Bob"), tables)
    with pytest.raises(EntryError) as error:
        check_merge(found, PersonMerged("ann", "Bob"), tables)
    assert (error.value.rule, error.value.fact) == (Rule.SEATS, group.SatTogether("ann", "Bob"))


def test_a_group_has_a_most_of_rows(monkeypatch):
    monkeypatch.setattr(group, "MOST_EVENINGS", 1)
    assert refused(made(EveningAdded(1)), EveningAdded(2))[1] is group.GroupFull
    check_room(group.MOST_ROWS)
    with pytest.raises(RuleViolation):
        check_room(group.MOST_ROWS + 1)


def test_the_merged_spellings_are_limited(monkeypatch):
    monkeypatch.setattr(group, "MOST_MERGED", 1)
    found = made(PersonMerged("Bobby", "Bob"))
    assert refused(found, PersonMerged("Rob", "Bob"))[1] is group.TooManyMerged


def test_the_payments_of_a_group_are_limited(monkeypatch):
    """Taking a payment back makes room for another."""
    monkeypatch.setattr(group, "MOST_PAID", 2)
    found = made(GroupPaid("Ann", "Bob", 1), GroupPaid("Ann", "Bob", 1))
    with pytest.raises(RuleViolation) as error:
        check(found, GroupPaid("Ann", "Bob", 1))
    assert error.value.fact == group.TooManyPaid(2)
    check(without(found, 2), GroupPaid("Ann", "Bob", 1))


def test_a_payment_has_no_more_digits_than_a_page_can_show():
    check(made(), GroupPaid("Ann", "Bob", MOST_PAID_AT_ONCE))
    with pytest.raises(RuleViolation) as error:
        check(made(), GroupPaid("Ann", "Bob", int("9" * 4_000)))
    assert error.value.fact == PaymentTooLarge(MOST_PAID_AT_ONCE)


def test_entries_are_read_strictly_and_round_trip():
    for entry in (
        GroupOpened("X"),
        PersonMerged("A", "B"),
        EveningAdded(7),
        GroupPaid("A", "B", 3),
    ):
        assert decode(encode(entry)) == entry
    assert convert({"kind": "person-merged", "from": "A", "into": "B"}) == PersonMerged("A", "B")
    assert convert({"kind": "evening-hidden", "evening": "7"}) == EveningHidden(7)
    for body in (
        b"{",
        b'{"kind":"settled"}',
        b'{"kind":"renamed"}',
        b'{"kind":"renamed","name":"X","more":1}',
        b'{"kind":"evening-added","evening":"x"}',
    ):
        with pytest.raises(MalformedEntry):
            decode(body)
    for kind in ("group-opened", "evening-added"):
        with pytest.raises(MalformedEntry):
            convert({"kind": kind, "name": "X", "evening": "7"})
