"""Groups above the store: who may do what, payments across evenings, figures, and the group's file."""

import threading
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import EntryError, RuleViolation
from companion.evening.entries import Amended, Undone, WorthSet
from companion.groups import group as group_module
from companion.groups.entries import EveningAdded, EveningHidden, GroupPaid, PersonMerged, Renamed
from companion.groups.group import GroupFact
from companion.groups.record import loads
from companion.groups.summary import EveningSummary
from companion.rules.actions import TricksTaken
from companion.store import ReusedId, StoreError, UnknownEvening
from companion.store.sql import log
from companion.tables import Denied, open_groups
from companion.tables import groups as tables_groups
from companion.tables.group_files import export_group, import_group
from tests.telling import entries, started

DEAL = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled", "closed")
"""Ann -35, Bob +10, Cat +5, Dan -5, 25 stay in the pool."""
PHONE = "phone"
FROZEN = Path(__file__).parent.parent / "records" / "frozen"


def said(*phrases):
    return [entry for phrase in phrases for entry in entries(phrase)]


def opened(groups, *phrases, seats="Ann Bob Cat Dan", host=PHONE):
    """Return the access to an evening in no group."""
    log = [started(seats, depth="result", ending="carry"), *said(*(phrases or DEAL))]
    info = groups.tables.evenings.log.open_evening("Friday", log, "tests")
    groups.tables.access_store.visit(host, info, host=True)
    return groups.tables.open_table(info.key, host)


def evening(groups, group, *phrases, **how):
    """Return the access to an evening in the group."""
    access = opened(groups, *phrases, **how)
    groups.add(group, access)
    return access


def chips(groups, group):
    return {one.name: one.amount for one in groups.report(group).figures.people}


def rows(groups, group):
    return groups.store.group(group.info.id).rows


def test_two_who_look_alike_stay_two_if_they_sat_at_one_table(groups, group):
    heart, coloured = "❤", "❤\ufe0f"
    deal = f"told {heart} 3 {coloured} 0 Bob 2"
    evening(groups, group, "up 6", deal, "settled", "closed", seats=f"{heart} {coloured} Bob")
    assert set(chips(groups, group)) == {heart, coloured, "Bob"}
    before = groups.report(group).still_open("")
    groups.submit(group, GroupPaid(coloured, heart, 1), "paid-0001")
    after = groups.report(group).still_open("")
    assert {name: after[name] - before[name] for name in after} == {
        heart: -1,
        "Bob": 0,
        coloured: 1,
    }


def test_one_person_in_two_colours_is_one_if_no_table_had_both(groups, group):
    for heart in ("❤", "❤\ufe0f"):
        deal = f"told {heart} 3 Ann 2 Bob 0"
        evening(groups, group, "up 6", deal, "settled", seats=f"{heart} Ann Bob")
    assert len(chips(groups, group)) == 3


# Rights

MAKES = {
    "renamed": lambda number: Renamed("Club"),
    "evening-added": EveningAdded,
    "evening-hidden": EveningHidden,
    "person-merged": lambda number: PersonMerged("Eve", "Ann"),
    "worth-set": lambda number: WorthSet(5, "EUR"),
    "paid": lambda number: GroupPaid("Ann", "Bob", 1),
}
WHO = ("host", "guest", "another guest", "watcher")
HOSTS = ("may", "GROUP_HOST_ONLY", "GROUP_HOST_ONLY", "LINK_WATCHES_ONLY")
OWN = ("may", "ANOTHERS_GROUP_ENTRY", "ANOTHERS_GROUP_ENTRY", "LINK_WATCHES_ONLY")
RIGHTS = {
    ("renamed", "host"): HOSTS,
    ("evening-added", "host"): OWN,
    ("evening-added", "guest"): ("may", "may", "ANOTHERS_GROUP_ENTRY", "LINK_WATCHES_ONLY"),
    ("evening-hidden", "host"): HOSTS,
    ("person-merged", "host"): HOSTS,
    ("worth-set", "host"): HOSTS,
    ("paid", "host"): OWN,
    ("paid", "guest"): ("may", "may", "ANOTHERS_GROUP_ENTRY", "LINK_WATCHES_ONLY"),
}
"""For each row and its maker, the refusals of others who undo it."""


@pytest.mark.parametrize("older", [True, False], ids=["older", "newest"])
@pytest.mark.parametrize("kind", MAKES)
@pytest.mark.parametrize("maker", ["host", "guest", "watcher"])
def test_who_may_add_and_undo_rows(groups, group, kind, maker, older):
    device = {"host": PHONE}.get(maker, maker)
    watch = groups.links(group).watch
    access = {
        who: groups.open_group(
            watch if who == "watcher" else group.info.key, PHONE if who == "host" else who
        )
        for who in WHO
    }
    number = evening(groups, group).info.id

    def make():
        entry = MAKES[kind](number)
        if isinstance(entry, EveningAdded):
            groups.add(access[maker], opened(groups, host=device))
        else:
            groups.submit(access[maker], entry, "made-0001")

    if (kind, maker) not in RIGHTS:
        with pytest.raises(Denied):
            make()
        return
    make()
    row = rows(groups, group)[-1]
    if older:
        groups.submit(group, Renamed("Later"), "later-001")
    found = []
    for who in reversed(WHO):  # start with the devices that are denied
        undoable = row in groups.undoable(access[who], groups.report(access[who]))
        try:
            groups.submit(access[who], Undone(row.number), f"undo-{who}")
        except Denied as error:
            found.append(getattr(error.fact, "name", type(error.fact).__name__))
            assert not undoable and row in rows(groups, group)
        else:
            found.append("may")
            assert row not in rows(groups, group)
    assert tuple(reversed(found)) == RIGHTS[kind, maker]


@pytest.mark.parametrize("act", ["pay", "undo", "settle", "add", "open", "rename"])
def test_a_removed_device_changes_nothing(groups, group, act):
    evening(groups, group)
    guest = groups.open_group(group.info.key, "guest")
    own = groups.tables.open_evening("Friday", [started("Ann Bob")], "guest", "evening-9")
    own = groups.tables.open_table(own.key, "guest")
    before = groups.submit(guest, GroupPaid("Ann", "Bob", 1), "paid-0001")
    groups.replace_link(group, watch=False)
    # The rights of a former host give the same result.
    for access in (guest, replace(guest, is_host=True)):
        with pytest.raises(UnknownEvening):
            match act:
                case "pay":
                    groups.submit(access, GroupPaid("Ann", "Bob", 1), "paid-0002")
                case "undo":
                    groups.submit(access, Undone(before.rows[-1].number), "undo-0001")
                case "settle":
                    groups.settle_all(access, "settle-0001", "")
                case "add":
                    groups.add(access, own)
                case "open":
                    groups.open_evening(access, "Late", [started("Ann Bob")], "evening-10")
                case "rename":
                    groups.submit(access, Renamed("Mine"), "rename-01")
    assert groups.store.group(group.info.id) == before
    assert groups.store.of_evening(own.info.id) is None


def test_an_evening_handed_over_meanwhile_is_not_added_to_a_group(groups, group):
    own = opened(groups)
    groups.tables.open_table(own.info.key, "guest")
    groups.tables.settings.hand_over(own, "guest")
    with pytest.raises(Denied):
        groups.add(group, own)
    assert groups.store.of_evening(own.info.id) is None


# Repeated forms


def test_a_repeated_form_writes_nothing_after_later_rows(groups, group):
    evening(groups, group)
    paid = GroupPaid("Ann", "Bob", 10)
    first = groups.submit(group, paid, "paid-0001")
    assert groups.submit(group, paid, "paid-0001") == first
    number = first.rows[-1].number
    undone = groups.submit(group, Undone(number), "undo-0001")
    assert undone.payments == ()
    assert groups.submit(group, Undone(number), "undo-0001") == undone
    assert groups.submit(group, paid, "paid-0001") == undone
    with pytest.raises(ReusedId):
        groups.submit(group, GroupPaid("Ann", "Bob", 9), "paid-0001")
    for unknown in (1, number + 1):
        with pytest.raises(EntryError):
            groups.submit(group, Undone(unknown), "undo-0002")


def test_an_evening_is_added_once_and_to_one_group(groups, group):
    own = evening(groups, group)
    assert groups.add(group, own)
    assert len(rows(groups, group)) == 2
    other = groups.open_group(groups.start("Others", PHONE, "start-0002").key, PHONE)
    with pytest.raises(RuleViolation) as error:
        groups.add(other, own)
    assert error.value.fact is GroupFact.IN_ANOTHER_GROUP
    groups.submit(group, Undone(2), "undo-0001")
    groups.add(other, own)
    assert groups.of_evening(own) == other.info


def test_a_repeated_form_does_not_restore_an_evening(groups, group):
    own = opened(groups)
    assert groups.add(group, own, "add-00001") and groups.add(group, own, "add-00001")
    groups.submit(group, Undone(2), "undo-0001")
    assert not groups.add(group, own, "add-00001")
    assert not groups.of_evening(own) and groups.add(group, own, "add-00002")


def test_an_evening_added_again_is_not_hidden(groups, group):
    own = evening(groups, group)
    groups.submit(group, EveningHidden(own.info.id), "hide-0001")
    groups.submit(group, Undone(2), "undo-0001")
    groups.add(group, own)
    assert groups.store.group(group.info.id).evenings == {own.info.id: None}


@pytest.mark.parametrize("forms", [("paid-0001", "paid-0002"), ("paid-0001", "paid-0001")])
def test_two_servers_pay_one_debt_once(groups, group, tmp_path, forms):
    evening(groups, group)
    paid, ready, refusals = GroupPaid("Ann", "Bob", 10, ""), threading.Barrier(2), []

    def pay(form):
        with closing(open_groups(tmp_path)) as server:
            access = server.open_group(group.info.key, PHONE)
            server.report(access)
            ready.wait(10)
            try:
                server.submit(access, paid, form)
            except EntryError as error:
                refusals.append(error)

    threads = [threading.Thread(target=pay, args=[form]) for form in forms]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert groups.store.group(group.info.id).payments == (paid,)
    assert len(refusals) == len(set(forms)) - 1


def test_everything_is_settled_at_once_and_undone_one_by_one(groups, group):
    evening(groups, group)
    evening(groups, group)
    to_pay = groups.report(group).plan("").transfers
    assert len(to_pay) > 1 and sum(one.amount for one in to_pay) == 30
    settled = groups.settle_all(group, "settle-01", "")
    assert len(settled.payments) == len(to_pay)
    assert not groups.report(group).plan("").transfers
    # Neither the same form nor another one adds a second payment.
    for form in ("settle-01", "settle-02"):
        assert groups.settle_all(group, form, "") == settled
    first = next(row for row in settled.rows if isinstance(row.entry, GroupPaid))
    groups.submit(group, Undone(first.number), "undo-0001")
    assert groups.report(group).plan("").transfers == to_pay[:1]


def test_nothing_is_settled_while_someone_has_paid_for_an_open_evening(groups, group):
    """The pool of 20 can still be won, also where an older page asks for all payments."""
    evening(groups, group, "up 6", "told Bob 3 Cat 2 Ann 0", "settled", seats="Ann Bob Cat")
    with groups.store.changing(group) as log:
        log.add(GroupPaid("Ann", "Bob", 5, ""), "paid-0001")
    assert groups.report(group).figures.paid_ahead == {""}
    assert len(groups.settle_all(group, "settle-01", "").payments) == 1


def test_settling_stops_at_the_limit_of_payments(groups, group, monkeypatch):
    evening(groups, group)
    monkeypatch.setattr(group_module, "MOST_PAID", 1)
    with pytest.raises(RuleViolation):
        groups.settle_all(group, "settle-01", "")
    assert groups.store.group(group.info.id).payments == ()


@pytest.mark.parametrize("worth", [WorthSet(0, "EUR"), WorthSet(-1, "EUR"), WorthSet(10**9, "EUR"),
                                   WorthSet(1, "euro")])  # fmt: skip
def test_an_invalid_worth_is_refused(groups, group, worth):
    with pytest.raises(EntryError):
        groups.submit(group, worth, "worth-001")
    assert groups.submit(group, WorthSet(10, "EUR"), "worth-002").worth.minor == 10


def test_players_of_one_evening_are_not_merged_even_if_it_is_hidden(groups, group):
    number = evening(groups, group).info.id
    groups.submit(group, EveningHidden(number), "hide-0001")
    with pytest.raises(RuleViolation):
        groups.submit(group, PersonMerged("Ann", "Bob"), "merge-0001")


def test_a_new_name_appears_in_lists_until_it_is_undone(groups, group):
    early = groups.open_group(group.info.key, PHONE)
    groups.submit(group, Renamed("Club"), "name-0001")
    groups.submit(group, Renamed("Loo club"), "name-0002")
    assert groups.open_group(group.info.key, PHONE).info.name == "Loo club"
    groups.submit(early, Undone(2), "undo-0001")
    assert groups.open_group(group.info.key, PHONE).info.name == "Loo club"
    groups.submit(early, Undone(3), "undo-0002")
    assert groups.open_group(group.info.key, PHONE).info.name == group.info.name


def test_a_full_group_opens_no_evening(groups, group, monkeypatch):
    evening(groups, group)
    monkeypatch.setattr(group_module, "MOST_EVENINGS", 1)
    with pytest.raises(EntryError):
        groups.open_evening(group, "One more", [started("Ann Bob")], "open-0001")
    assert len(groups.tables.evenings.log.evenings()) == 1


# Summaries and figures


def rename(groups, number, old, new):
    """Replace a name in the stored summary of an evening."""
    with groups.store.connection.writing() as db:
        db.execute(
            "update summary set body = replace(body, :old, :new) where evening = :number",
            {"old": f'"{old}"', "new": f'"{new}"', "number": number},
        )


@pytest.fixture
def worked_out(monkeypatch):
    """Return a list that collects the evenings summed up from now on."""
    found, real = [], tables_groups.summary
    monkeypatch.setattr(
        tables_groups, "summary", lambda evening: found.append(evening) or real(evening)
    )
    return found


def test_stored_summaries_are_not_computed_again(groups, group, tmp_path, worked_out):
    numbers = [evening(groups, group).info.id for _ in range(3)]
    before = chips(groups, group)
    assert len(worked_out) == 3
    with closing(open_groups(tmp_path)) as again:
        assert chips(again, group) == before
        assert again.listed(numbers) == groups.listed(numbers)
    assert len(worked_out) == 3


def test_a_summary_of_another_version_is_not_used(groups, group, monkeypatch, worked_out):
    """Another version may compute other figures."""
    number = evening(groups, group).info.id
    before, listed = chips(groups, group), groups.listed([number])
    rename(groups, number, "Ann", "Eve")
    assert "Eve" in chips(groups, group)
    monkeypatch.setattr(log, "SUMMARY_VERSION", log.SUMMARY_VERSION + 1)
    del worked_out[:]
    assert groups.listed([number]) == listed and len(worked_out) == 1
    assert chips(groups, group) == before and len(worked_out) == 1


def test_an_unreadable_summary_is_computed_again(groups, group):
    """The database may have been edited, or restored from elsewhere."""
    number = evening(groups, group).info.id
    before = chips(groups, group)
    rename(groups, number, "people", "persons")
    assert groups.tables.evenings.log.summaries([number]) == {number: None}
    assert isinstance(groups.listed([number])[number], EveningSummary)
    assert chips(groups, group) == before


def test_summaries_that_cannot_be_stored_are_still_shown(groups, group, monkeypatch):
    number = evening(groups, group).info.id

    def full(*_):
        raise StoreError(GroupFact.IN_ANOTHER_GROUP)

    monkeypatch.setattr(groups.tables.evenings.log, "keep_summary", full)
    assert isinstance(groups.listed([number])[number], EveningSummary)


def test_a_correction_of_an_old_evening_counts_at_once(groups, group):
    old = evening(groups, group)
    evening(groups, group)
    assert chips(groups, group)["Dan"] == -10
    corrected = TricksTaken({"Dan": 3, "Cat": 2, "Ann": 0}, declared={})
    groups.tables.submit(old, Amended(3, corrected), 5, "correct-1")
    assert chips(groups, group) == {"Dan": 5, "Cat": 10, "Bob": 5, "Ann": -70}


def test_hidden_evenings_and_those_of_other_groups_do_not_count(groups, group):
    evening(groups, group)
    hidden = evening(groups, group).info.id
    other = groups.open_group(groups.start("Others", PHONE, "start-0002").key, PHONE)
    evening(groups, other)
    found = groups.submit(group, EveningHidden(hidden), "hide-0001")
    assert chips(groups, group)["Bob"] == 10 and len(groups.report(group).shown) == 1
    groups.submit(group, Undone(found.evenings[hidden]), "show-0001")
    assert chips(groups, group)["Bob"] == 20


def test_a_hidden_evening_does_not_say_who_usually_plays(groups, group):
    evening(groups, group)
    deal = ("up 6", "told Bob 3 Cat 2 Eve 0", "settled")
    hidden = evening(groups, group, *deal, seats="Eve Bob Cat Dan").info.id
    assert "Eve" in groups.report(group).usual.seats
    groups.submit(group, EveningHidden(hidden), "hide-0001")
    assert sorted(groups.report(group).usual.seats) == ["Ann", "Bob", "Cat", "Dan"]


def test_a_deleted_evening_does_not_count(groups, group):
    gone = evening(groups, group)
    evening(groups, group)
    assert chips(groups, group)["Bob"] == 20
    groups.tables.evenings.log.delete(gone.info.id)
    assert chips(groups, group)["Bob"] == 10
    assert [one.id for one in groups.evenings(group)] != [gone.info.id]
    assert groups.listed([gone.info.id]) == {}


def test_a_watcher_gets_no_key_to_record(groups, group):
    own = evening(groups, group)
    watcher = groups.open_group(groups.links(group).watch, "watcher")
    (one,) = groups.evenings(watcher)
    assert one.watches and one.key != own.info.key
    (one,) = groups.evenings(group)
    assert one.key == own.info.key


# The file


@pytest.fixture
def record():
    return loads((FROZEN / "group-2.json").read_bytes())


def hidden_of(groups, access):
    hidden = groups.store.group(access.info.id).evenings
    return [hidden[one.id] is not None for one in reversed(groups.evenings(access))]


def test_an_imported_group_has_the_same_figures(groups, record):
    access = groups.open_group(import_group(groups, record, PHONE, "import-01").key, PHONE)
    report = groups.report(access)
    assert (report.group.name, len(report.group.payments)) == ("Regulars of the Crown", 1)
    assert hidden_of(groups, access) == [False, True]
    # The file is from before payments had units: they are of chips, at the worth that the file ends with.
    whole = loads(b"".join(export_group(groups, access)))
    assert [one.record for one in whole.evenings] == [one.record for one in record.evenings]
    assert [one.worth for one in whole.evenings] == [record.worth] * 2
    for before, after in zip(record.rows, whole.rows, strict=True):
        if isinstance(before, GroupPaid):
            assert after == GroupPaid(before.source, before.target, before.amount * 10, "EUR")
        else:
            assert after == before
    again = groups.open_group(import_group(groups, whole, PHONE, "import-02").key, PHONE)
    assert loads(b"".join(export_group(groups, again))) == whole


def test_only_the_file_of_the_host_has_hidden_evenings(groups, group):
    evening(groups, group)
    hidden = evening(groups, group, "up 6", seats="Eve Bob Cat Dan Fay").info.id
    groups.submit(group, EveningHidden(hidden), "hide-0001")
    guest = groups.open_group(group.info.key, "guest")
    assert len(loads(b"".join(export_group(groups, group))).evenings) == 2
    of_guest = b"".join(export_group(groups, guest))
    assert len(loads(of_guest).evenings) == 1 and b"Eve" not in of_guest


def test_the_file_of_a_group_keeps_the_zones_and_places(groups, group):
    log = groups.tables.evenings.log
    info = log.open_evening(
        "Friday", [started("Ann Bob")], "tests", zone="America/New_York", place="Ann’s"
    )
    groups.tables.access_store.visit(PHONE, info, host=True)
    groups.add(group, groups.tables.open_table(info.key, PHONE))
    whole = loads(b"".join(export_group(groups, group)))
    assert [one.record.zone for one in whole.evenings] == ["America/New_York"]
    again = groups.open_group(import_group(groups, whole, PHONE, "import-01").key, PHONE)
    (kept,) = groups.evenings(again)
    assert (kept.zone, kept.place) == ("America/New_York", "Ann’s")


def test_a_repeated_upload_finishes_an_interrupted_import(groups, record, monkeypatch):
    def cut_off(*_given):
        raise ZeroDivisionError

    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(groups.store, "start", cut_off)
        import_group(groups, record, PHONE, "import-01")
    assert groups.store.evenings() == []
    info = import_group(groups, record, PHONE, "import-01")
    assert import_group(groups, record, PHONE, "import-01") == info
    assert len(groups.store.group(info.id).evenings) == len(record.evenings)
    assert len(groups.tables.evenings.log.evenings()) == len(record.evenings)


def test_a_repeated_upload_makes_no_one_host(groups, record):
    info = import_group(groups, record, PHONE, "import-01")
    one, *others = (one.id for one in groups.evenings(groups.open_group(info.key, PHONE)))
    tables = groups.tables
    keys = {number: tables.evenings.log.evening(number).key for number in (one, *others)}
    tables.open_table(keys[one], "another")
    tables.access_store.hand_over(one, "another")
    assert import_group(groups, record, PHONE, "import-01") == info
    hosts = [tables.open_table(key, PHONE).is_host for key in keys.values()]
    assert hosts == [False] + [True] * len(others)


def test_an_import_leaves_out_an_evening_handed_over_meanwhile(groups, record, monkeypatch):
    """The members of the group would get all later links of the evening."""
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(groups.store, "start", lambda *_given: 1 / 0)
        import_group(groups, record, PHONE, "import-01")
    tables = groups.tables
    first = tables.evenings.log.evenings()[0]
    tables.open_table(first.key, "victim")
    tables.access_store.hand_over(first.id, "victim")
    info = import_group(groups, record, PHONE, "import-01")
    assert groups.store.of_evening(first.id) is None
    assert len(groups.store.group(info.id).evenings) == len(record.evenings) - 1
