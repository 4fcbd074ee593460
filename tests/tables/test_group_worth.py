"""What a chip is worth in the evenings of a group, and what rests on it."""

import pytest

from companion.errors import EntryError, RuleViolation
from companion.evening.entries import Amended, Paid, Undone, WorthSet
from companion.evening.game_facts import EveningFact
from companion.groups.entries import EveningAdded, EveningsValued, GroupPaid
from companion.groups.figures import contradictions
from companion.groups.record import loads
from companion.store.sql.groups import set_units
from companion.tables.group_files import export_group, import_group
from tests.telling import entries, started

PHONE = "phone"
DIME, HALF, BUCK = WorthSet(10, "EUR"), WorthSet(50, "EUR"), WorthSet(10, "USD")
GAME = started("Ann Bob", game="other", depth="result", name="Skat", counts="chips")
DEAL = ("scored Ann=-100 Bob=100", "settled")


def opened(groups, *more):
    """Return the access to an evening in no group."""
    said = [GAME, *(entry for phrase in DEAL for entry in entries(phrase)), *more]
    info = groups.tables.evenings.log.open_evening("Friday", said, "tests")
    groups.tables.access_store.visit(PHONE, info, host=True)
    return groups.tables.open_table(info.key, PHONE)


def member(groups, group, *more, takes_worth=False):
    access = opened(groups, *more)
    groups.add(group, access, takes_worth=takes_worth)
    return access


def enter(groups, access, entry):
    length = groups.tables.evenings.evening(access.info.id).length
    return groups.tables.submit(access, entry, length, f"entry-{length:04}", sure=True)


def owed(groups, group):
    report = groups.report(group)
    return {unit: report.still_open(unit).get("Ann", 0) for unit in report.units_owed}


def refused(change):
    with pytest.raises(RuleViolation) as error:
        change()
    assert error.value.fact is EveningFact.PAID_AT_THIS_WORTH


def test_an_evening_takes_the_worth_only_if_asked_and_if_it_has_none(groups, group):
    groups.submit(group, DIME, "worth-0001")
    one, two, three = (
        member(groups, group, *more, takes_worth=takes)
        for more, takes in (((), True), ((), False), ((HALF,), True))
    )
    found = groups.store.group(group.info.id)
    assert found.worths == {one.info.id: DIME} and found.worth == DIME
    assert not groups.lacks_worth(found, three.info.id) and groups.lacks_worth(found, two.info.id)
    assert owed(groups, group) == {"EUR": -1000 - 5000, "": -100}


def test_adding_an_evening_never_sets_the_worth_of_the_group(groups, group):
    member(groups, group, HALF, takes_worth=True)
    assert groups.store.group(group.info.id).worth is None
    assert owed(groups, group) == {"EUR": -5000}


def test_an_evening_opened_in_a_group_begins_with_its_worth(groups, group):
    groups.submit(group, DIME, "worth-0001")
    info = groups.open_evening(group, "Next", [GAME], "open-0001")
    evening = groups.tables.evenings.evening(info.id)
    assert evening.log == (DIME, GAME) and evening.undoable == 2
    assert groups.open_evening(group, "Next", [GAME], "open-0001") == info
    # Undo takes back the start first.
    access = groups.tables.open_table(info.key, PHONE)
    again = enter(groups, access, Undone(2)).evening
    assert again.state.worth == DIME and not again.state.sessions


def test_a_worth_that_was_paid_at_does_not_change(groups, group):
    alone = opened(groups, Paid("Ann", "Bob", 10))
    enter(groups, alone, DIME)  # chips were paid, and count at the first worth
    refused(lambda: enter(groups, alone, HALF))
    enter(groups, alone, DIME)  # it does not change
    number = next(
        one.number
        for one in groups.tables.evenings.evening(alone.info.id).entries
        if one.entry == DIME
    )
    refused(lambda: enter(groups, alone, Amended(number + 1, HALF)))
    paid = next(
        one.number
        for one in groups.tables.evenings.evening(alone.info.id).entries
        if isinstance(one.entry, Paid)
    )
    enter(groups, alone, Amended(paid))
    assert enter(groups, alone, HALF).evening.state.worth == HALF


def test_a_worth_that_was_paid_at_in_the_group_does_not_change(groups, group):
    groups.submit(group, DIME, "worth-0001")
    own, given, chips = (
        member(groups, group, *more, takes_worth=takes)
        for more, takes in (((DIME,), True), ((), True), ((), False))
    )
    groups.submit(group, GroupPaid("Ann", "Bob", 2000, "EUR"), "paid-0001")
    payment = groups.store.group(group.info.id).rows[-1].number
    worth = groups.tables.evenings.evening(own.info.id).entries[-1].number
    refused(lambda: enter(groups, own, HALF))
    refused(lambda: enter(groups, own, Amended(worth, BUCK)))
    refused(lambda: enter(groups, own, Undone(worth)))
    refused(lambda: enter(groups, given, BUCK))
    added = next(
        row.number
        for row in groups.store.group(group.info.id).rows
        if row.entry == EveningAdded(given.info.id, 10, "EUR")
    )
    refused(lambda: groups.submit(group, Undone(added), "undo-0001"))
    undoable = [row.number for row in groups.undoable(group, groups.report(group))]
    assert added not in undoable and payment in undoable
    # No chips were paid, so this evening may still take a worth.
    enter(groups, chips, HALF)
    assert owed(groups, group) == {"EUR": -5000}
    groups.submit(group, Undone(payment), "undo-0002")
    enter(groups, given, BUCK)
    groups.submit(group, Undone(added), "undo-0003")
    assert given.info.id not in groups.store.group(group.info.id).evenings
    assert groups.worth_of(given.info.id, None) is None


def test_an_evening_with_a_worth_of_its_own_can_be_removed_after_a_payment(groups, group):
    """Its chips keep their worth, so nothing was paid at the worth that the group gave them."""
    groups.submit(group, DIME, "worth-0001")
    given = member(groups, group, takes_worth=True)
    member(groups, group, takes_worth=True)
    enter(groups, given, DIME)
    groups.submit(group, GroupPaid("Ann", "Bob", 500, "EUR"), "paid-0001")
    added = next(
        row.number
        for row in groups.store.group(group.info.id).rows
        if row.entry == EveningAdded(given.info.id, 10, "EUR")
    )
    groups.submit(group, Undone(added), "undo-0001")
    assert given.info.id not in groups.store.group(group.info.id).evenings
    assert groups.tables.evenings.evening(given.info.id).state.worth == DIME


def test_a_new_worth_counts_from_the_next_evening_on_or_since_nobody_owed(groups, group):
    groups.submit(group, DIME, "worth-0001")
    member(groups, group, takes_worth=True)
    groups.submit(group, GroupPaid("Ann", "Bob", 1000, "EUR"), "paid-0001")
    later = [member(groups, group, takes_worth=takes) for takes in (True, False)]
    member(groups, group, BUCK)
    before = {"EUR": -1000, "USD": -1000, "": -100}
    assert owed(groups, group) == before
    groups.submit(group, HALF, "worth-0002")
    assert owed(groups, group) == before
    groups.submit(group, HALF, "worth-0003", also=True)
    assert owed(groups, group) == {"EUR": -10000, "USD": -1000}
    member(groups, group)
    groups.submit(group, HALF, "worth-0003", also=True)  # the form was sent again
    assert groups.store.group(group.info.id).worths[later[0].info.id] == HALF
    groups.submit(group, GroupPaid("Ann", "Bob", 1, "EUR"), "paid-0002")
    groups.submit(group, DIME, "worth-0004", also=True)
    assert owed(groups, group) == {"EUR": -9999, "USD": -1000, "": -100}


def test_the_undo_of_a_new_worth_gives_the_evenings_theirs_back(groups, group):
    chips = member(groups, group)
    dimes = member(groups, group, DIME)
    given = member(groups, group)
    with groups.store.changing(group) as rows:
        rows.add(EveningsValued(10, "USD", (given.info.id,)), "worth-0000")
    before = {"EUR": -1000, "USD": -1000, "": -100}
    assert owed(groups, group) == before
    groups.submit(group, HALF, "worth-0001", also=True)
    assert owed(groups, group) == {"EUR": -1000 - 5000 - 5000}
    row = groups.store.group(group.info.id).rows[-1]
    assert row.entry == EveningsValued(50, "EUR", (chips.info.id, given.info.id))
    groups.submit(group, Undone(row.number), "undo-0001")
    assert owed(groups, group) == before and groups.store.group(group.info.id).worth == BUCK
    assert dimes.info.id not in groups.store.group(group.info.id).worths


def test_a_worth_that_a_newer_one_replaced_is_undone_without_effect(groups, group):
    member(groups, group)
    for number, worth in enumerate((DIME, HALF)):
        groups.submit(group, worth, f"worth-000{number}", also=True)
    first = groups.store.group(group.info.id).rows[-2].number
    groups.submit(group, Undone(first), "undo-0001")
    assert owed(groups, group) == {"EUR": -5000}


def test_a_worth_is_not_undone_after_a_payment_at_it(groups, group):
    member(groups, group)
    groups.submit(group, DIME, "worth-0001", also=True)
    row = groups.store.group(group.info.id).rows[-1]
    groups.submit(group, GroupPaid("Ann", "Bob", 300, "EUR"), "paid-0001")
    refused(lambda: groups.submit(group, Undone(row.number), "undo-0001"))
    assert row not in groups.undoable(group, groups.report(group))
    payment = groups.store.group(group.info.id).rows[-1].number
    groups.submit(group, Undone(payment), "undo-0002")
    assert row in groups.undoable(group, groups.report(group))
    groups.submit(group, Undone(row.number), "undo-0003")
    assert owed(groups, group) == {"": -100}


def test_an_evening_that_took_a_new_worth_and_is_added_again_begins_anew(groups, group):
    access = member(groups, group)
    groups.submit(group, DIME, "worth-0001", also=True)
    added = groups.store.group(group.info.id).rows[-2]
    assert added.entry == EveningAdded(access.info.id)
    groups.submit(group, Undone(added.number), "undo-0001")
    groups.add(group, access, "again-0001")
    assert owed(groups, group) == {"": -100}


def test_chips_that_were_paid_in_an_evening_stay_paid_without_a_worth(groups, group):
    """They are kept in chips, so that nothing rests on what the chips are worth in the group."""
    alone = opened(groups, Paid("Ann", "Bob", 10))
    groups.add(group, alone)
    groups.submit(group, DIME, "worth-0001", also=True)
    assert owed(groups, group) == {"EUR": -900}
    worth = groups.store.group(group.info.id).rows[-1].number
    groups.submit(group, Undone(worth), "undo-0001")
    assert owed(groups, group) == {"": -90}
    taken = member(groups, group, Paid("Ann", "Bob", 10), takes_worth=True)
    row = groups.store.group(group.info.id).rows[-1].number
    groups.submit(group, Undone(row), "undo-0002")
    assert taken.info.id not in groups.store.group(group.info.id).evenings


def test_what_a_new_worth_says_of_an_evening_can_be_forgotten(groups, group):
    access = member(groups, group)
    groups.submit(group, DIME, "worth-0001", also=True)
    enter(groups, access, HALF)
    found = groups.report(group)
    assert contradictions(found.group, found.summaries) == {access.info.id: (DIME, HALF)}
    groups.confirm_worths(group)
    found = groups.report(group)
    assert not contradictions(found.group, found.summaries) and found.group.worth == DIME
    assert owed(groups, group) == {"EUR": -5000}


def test_each_unit_is_settled_apart(groups, group):
    member(groups, group, DIME)
    member(groups, group)
    settled = groups.settle_all(group, "settle-0001", "EUR")
    assert settled.payments == (GroupPaid("Ann", "Bob", 1000, "EUR"),)
    assert not groups.is_settled(settled) and owed(groups, group) == {"EUR": 0, "": -100}
    assert groups.is_settled(groups.settle_all(group, "settle-0002", ""))
    with pytest.raises(EntryError):
        groups.submit(group, GroupPaid("Ann", "Bob", 1, "EUR"), "paid-0001")


def test_older_groups_keep_what_was_settled(groups, group):
    """All evenings counted at the group's worth, 10 cents, and 200 chips of 300 are paid."""
    ids = [member(groups, group, *more).info.id for more in ((), (HALF,), ())]
    with groups.store.changing(group) as rows:
        for number, entry in enumerate((HALF, GroupPaid("Ann", "Bob", 200), DIME)):
            rows.add(entry, f"old-{number:04}")
    with groups.store.connection.writing([group.info.id]) as db:
        set_units(db)
    found = groups.store.group(group.info.id)
    assert found.worths == dict.fromkeys(ids, DIME)
    assert found.payments == (GroupPaid("Ann", "Bob", 2000, "EUR"),)
    # The second evening says itself that a chip is worth 50 cents, and the page names it once.
    report = groups.report(group)
    assert contradictions(found, report.summaries) == {ids[1]: (DIME, HALF)}
    assert owed(groups, group) == {"EUR": -1000 - 5000 - 1000 + 2000}
    groups.confirm_worths(group)
    assert not contradictions(groups.store.group(group.info.id), report.summaries)
    assert owed(groups, group) == {"EUR": -5000}
    assert EveningAdded(ids[1]) in [row.entry for row in groups.store.group(group.info.id).rows]


def test_an_older_group_without_a_worth_stays_in_chips(groups, group):
    member(groups, group)
    with groups.store.changing(group) as rows:
        rows.add(GroupPaid("Ann", "Bob", 30), "old-0001")
    with groups.store.connection.writing([group.info.id]) as db:
        set_units(db)
    assert owed(groups, group) == {"": -70}


def test_the_file_keeps_units_and_worths(groups, group):
    groups.submit(group, DIME, "worth-0001")
    for more, takes in (((), True), ((), False), ((HALF,), False)):
        member(groups, group, *more, takes_worth=takes)
    groups.submit(group, GroupPaid("Ann", "Bob", 30, ""), "paid-0001")
    groups.submit(group, GroupPaid("Ann", "Bob", 500, "EUR"), "paid-0002")
    data = b"".join(export_group(groups, group))
    again = groups.open_group(import_group(groups, loads(data), PHONE, "import-01").key, PHONE)
    assert owed(groups, again) == owed(groups, group) == {"EUR": -5500, "": -70}
    assert b"".join(export_group(groups, again)) == data


def test_the_file_keeps_which_payments_came_before_an_evening(groups, group):
    first = member(groups, group, DIME)
    groups.settle_all(group, "settle-0001", "EUR")
    second = member(groups, group, DIME)
    data = b"".join(export_group(groups, group))
    again = groups.open_group(import_group(groups, loads(data), PHONE, "import-01").key, PHONE)
    copies = list(groups.store.group(again.info.id).evenings)
    for number, evenings in (
        (group.info.id, (first.info.id, second.info.id)),
        (again.info.id, copies),
    ):
        its = groups.store.group(number)
        assert [its.has_paid_since(one, "EUR") for one in evenings] == [True, False]
    assert b"".join(export_group(groups, again)) == data
    # A file from before has its payments after all evenings.
    older = data.replace(b',"rows_before":1', b"")
    assert older != data
    again = groups.open_group(import_group(groups, loads(older), PHONE, "import-02").key, PHONE)
    its = groups.store.group(again.info.id)
    assert [its.has_paid_since(one, "EUR") for one in its.evenings] == [True, True]
