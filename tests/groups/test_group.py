"""A group: what its entries make of it, and what it refuses."""

from contextlib import suppress
from random import Random

import pytest

from companion.errors import EntryError, MalformedEntry, RuleViolation
from companion.evening.entries import Paid, Undone, WorthSet, encode
from companion.evening.payments import MOST_PAID_AT_ONCE, PaymentTooLarge
from companion.groups import Group, group
from companion.groups.entries import (
    EveningAdded,
    EveningHidden,
    EveningShown,
    GroupOpened,
    PersonMerged,
    Renamed,
    convert,
    decode,
)
from companion.groups.group import check_merge, open_log
from companion.ids import Rule

ONE, TWO = "a" * 22, "b" * 22


def folded(*entries):
    found = Group()
    for entry in (GroupOpened("Fridays"), *entries):
        found = found.enter(entry)
    return found


def refused(found, entry):
    """The rule and the kind of fact by which an entry is refused."""
    with pytest.raises(EntryError) as error:
        found.enter(entry)
    return error.value.rule, type(error.value.fact)


def test_a_group_has_a_name_evenings_and_people():
    found = folded(
        EveningAdded(ONE),
        EveningAdded(TWO),
        Renamed("Loo club"),
        EveningHidden(ONE),
        PersonMerged("Bobby", "Bob"),
    )
    assert (found.name, found.evenings) == ("Loo club", {ONE: True, TWO: False})
    assert [found.person(name) for name in ("Bob", "bobby", "BOBBY ", "Ann")] == ["Bob"] * 3 + [
        "Ann"
    ]
    assert found.length == 6


def test_undo_takes_back_the_newest_entry_that_stands_and_leaves_the_group_open():
    start = folded(EveningAdded(ONE))
    found = start.enter(EveningHidden(ONE)).enter(Undone(3))
    assert (found.evenings, found.length) == ({ONE: False}, 4)
    assert found.undoable.number == 2
    found = found.enter(Undone(2))
    assert found.evenings == {} and found.undoable is None
    assert refused(found, Undone(1)) == (Rule.STALE, group.NothingToUndo)
    assert refused(start, Undone(1)) == (Rule.STALE, group.NotNewest)
    assert found.enter(EveningAdded(ONE)).evenings == {ONE: False}


def test_a_merge_undone_makes_two_of_one_again():
    found = folded(PersonMerged("Bobby", "Bob"), PersonMerged("Bob", "Robert"))
    assert {found.person(name) for name in ("Bobby", "Bob", "Robert")} == {"Robert"}
    assert {found.enter(Undone(3)).person(name) for name in ("Bobby", "Bob")} == {"Bob"}
    assert found.enter(Undone(3)).person("Robert") == "Robert"


@pytest.mark.parametrize(
    ("entry", "fact"),
    [
        (EveningAdded(ONE), group.InGroupAlready),
        (EveningShown(ONE), group.ShownAlready),
        (EveningHidden(TWO), group.NotInGroup),
        (EveningShown(TWO), group.NotInGroup),
        (Renamed("Fridays"), group.SameName),
        (GroupOpened("Again"), group.NotOpened),
        (PersonMerged("Ann", "ann"), group.SamePerson),
        (PersonMerged("Bob", "Bobby"), group.SamePerson),
    ],
)
def test_what_says_nothing_new_or_nothing_true_is_refused(entry, fact):
    found = folded(EveningAdded(ONE), PersonMerged("Bobby", "Bob"))
    rule, kind = refused(found, entry)
    assert kind is fact and rule in (Rule.ALREADY_RECORDED, Rule.WRONG_PHASE, Rule.SEATS)


@pytest.mark.parametrize("name", ["", " ", "two  spaces", "a\nb", "x" * 81, "\u202eabc"])
def test_a_name_that_cannot_be_shown_is_refused(name):
    for entry in (Renamed(name), PersonMerged("Ann", name)):
        with pytest.raises(MalformedEntry):
            folded().enter(entry)
    with pytest.raises(MalformedEntry):
        Group().enter(GroupOpened(name))


def test_nothing_comes_before_the_opening():
    assert refused(Group(), EveningAdded(ONE)) == (Rule.WRONG_PHASE, group.NotOpened)


def test_two_who_sat_at_one_table_are_not_one_person():
    found = folded(PersonMerged("Bobby", "Bob"))
    tables = [("Ann", "Bobby"), ("Cat", "Dan")]
    check_merge(found, PersonMerged("Cat", "Bob"), tables)
    with pytest.raises(EntryError) as error:
        check_merge(found, PersonMerged("ann", "Bob"), tables)
    assert (error.value.rule, error.value.fact) == (Rule.SEATS, group.SatTogether("ann", "Bob"))


def test_a_group_and_its_log_have_an_end(monkeypatch):
    monkeypatch.setattr(group, "MOST_EVENINGS", 1)
    assert refused(folded(EveningAdded(ONE)), EveningAdded(TWO))[1] is group.GroupFull
    monkeypatch.setattr(group, "MOST_ENTRIES", 2)
    assert refused(folded(EveningAdded(ONE)), EveningHidden(ONE))[1] is group.GroupFull


def test_a_group_merges_so_many_spellings(monkeypatch):
    monkeypatch.setattr(group, "MOST_MERGED", 1)
    found = folded(PersonMerged("Bobby", "Bob"))
    assert refused(found, PersonMerged("Rob", "Bob"))[1] is group.TooManyMerged


def test_a_log_opens_as_it_was_entered(monkeypatch):
    log = [GroupOpened("Fridays"), EveningAdded(ONE), PersonMerged("Bobby", "Bob"), Undone(3)]
    log += [EveningHidden(ONE), Renamed("Mondays"), Undone(6), Undone(5), EveningAdded(TWO)]
    found = group.fold(log)
    monkeypatch.setattr(Group, "_undone", lambda *_: pytest.fail("folded again"))
    assert open_log(log) == found
    for wrong in ([Undone(1)], [*log, Undone(5)], [EveningAdded(ONE)], [*log, EveningAdded(ONE)]):
        with pytest.raises(EntryError):
            open_log(wrong)


PEOPLE = ["Ann", "ANN", "Bob", "bob", "Cat", "Dan", "Eve"]
CHANGES = [EveningAdded(letter * 22) for letter in "abc"]
CHANGES += [kind(letter * 22) for kind in (EveningHidden, EveningShown) for letter in "abc"]
CHANGES += [PersonMerged(one, two) for one in PEOPLE for two in PEOPLE]
CHANGES += [Renamed("Fridays"), Renamed("Mondays"), WorthSet(5, "CHF"), WorthSet(20, "EUR")]
CHANGES += [Paid("Ann", "Bob", 2), Paid("Cat", "Ann", 3)]


@pytest.mark.parametrize("seed", range(10))
def test_undo_leaves_what_was_there_before(seed):
    random = Random(seed)
    log, found = [GroupOpened("Fridays")], folded()
    for _ in range(150):
        newest = found.undoable
        undone = newest and random.random() < 0.4
        entry = Undone(newest.number) if undone else random.choice(CHANGES)
        with suppress(EntryError):
            found = found.enter(entry)
            log.append(entry)
            afresh = open_log(log)
            assert found == afresh and list(found.evenings) == list(afresh.evenings)


def test_undo_folds_nothing_again(monkeypatch):
    found = folded(EveningAdded(ONE), EveningHidden(ONE), EveningShown(ONE), Renamed("Mondays"))
    for entry in (WorthSet(5, "CHF"), Paid("Ann", "Bob", 2), PersonMerged("Bobby", "Bob")):
        found = found.enter(entry)
    monkeypatch.setattr(group, "_ENTER", {})
    while found.undoable:
        found = found.enter(Undone(found.undoable.number))
    assert (found.length, found.name, found.evenings) == (15, "Fridays", {})


def test_entries_are_read_strictly_and_come_back_as_they_were():
    for entry in (GroupOpened("X"), PersonMerged("A", "B"), EveningAdded(ONE), Undone(3)):
        assert decode(encode(entry)) == entry
    assert convert({"kind": "person-merged", "from": "A", "into": "B"}) == PersonMerged("A", "B")
    for body in (
        b"{",
        b'{"kind":"settled"}',
        b'{"kind":"renamed"}',
        b'{"kind":"renamed","name":"X","more":1}',
        b'{"kind":"evening-added","evening":"../e/1"}',
        b'{"kind":"evening-added","evening":"x"}',
    ):
        with pytest.raises(MalformedEntry):
            decode(body)


def test_a_group_has_only_so_many_payments(monkeypatch):
    """All that stand are added up with each change; what was taken back makes room again."""
    monkeypatch.setattr(group, "MOST_PAID", 2)
    found = folded(Paid("Ann", "Bob", 1), Paid("Ann", "Bob", 1))
    with pytest.raises(RuleViolation) as refused:
        found.enter(Paid("Ann", "Bob", 1))
    assert refused.value.fact == group.TooManyPaid(2)
    assert found.enter(Undone(3)).enter(Paid("Ann", "Bob", 1))


def test_a_payment_has_no_more_digits_than_a_page_can_show():
    assert folded(Paid("Ann", "Bob", MOST_PAID_AT_ONCE)).payments
    with pytest.raises(RuleViolation) as refused:
        folded(Paid("Ann", "Bob", int("9" * 4_000)))
    assert refused.value.fact == PaymentTooLarge(MOST_PAID_AT_ONCE)
