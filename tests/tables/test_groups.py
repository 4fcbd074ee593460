"""Groups above the store: figures in steps, payments across evenings, and what keeps them true."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import EntryError
from companion.evening.entries import Amended, Paid, SatIn, SatOut, Undone, WorthSet
from companion.evening.history import open_log
from companion.groups import group as fold
from companion.groups.entries import EveningHidden, EveningShown, PersonMerged, Renamed
from companion.groups.record import loads
from companion.groups.summary import EveningSummary
from companion.rules.actions import Settled, TricksTaken
from companion.store import UnknownEvening
from companion.tables import Denied, Overtaken, open_groups, standings, summaries
from companion.tables import groups as tables_groups
from companion.tables.group_files import export_group, import_group
from tests.telling import entries, started

DEAL = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled")
"""Ann -35, Bob +10, Cat +5, Dan -5, 25 in the pool."""
PHONE = "phone"
FROZEN = Path(__file__).parent.parent / "records" / "frozen"


@pytest.fixture
def groups(tmp_path):
    with closing(open_groups(tmp_path)) as groups:
        yield groups


@pytest.fixture
def group(groups):
    return groups.open_group(groups.start("Regulars", PHONE, "start-0001").key, PHONE)


def said(*phrases):
    return [entry for phrase in phrases for entry in entries(phrase)]


def evening(groups, group, *phrases, seats="Ann Bob Cat Dan", **game):
    """An evening in the group; its access."""
    log = [started(seats, depth="result", **game), *said(*(phrases or DEAL))]
    info = groups.tables.evenings.log.open_evening("Friday", log, "tests")
    groups.tables.access_store.visit(PHONE, info, host=True)
    access = groups.tables.open_table(info.key, PHONE)
    groups.add(group, access)
    return access


def chips(groups, group):
    return {one.name: one.amount for one in groups.figures(group).figures.people}


def slow(monkeypatch, groups, evenings):
    """Let a step sum up so many evenings and no more."""
    clock = [0.0]

    def pause(_seconds):
        clock[0] += summaries.A_STEP / evenings * 1.01

    monkeypatch.setattr(groups._summaries, "_clock", lambda: clock[0])
    monkeypatch.setattr(groups._summaries, "_pause", pause)


def test_a_large_group_is_summed_up_in_steps(groups, group, monkeypatch):
    for _ in range(10):
        evening(groups, group)
    slow(monkeypatch, groups, 4)
    known = []
    while not (found := groups.figures(group)).is_whole:
        known.append((found.known, found.figures.deals))
    assert known == [(4, 4), (8, 8)]
    assert chips(groups, group) == {"Bob": 100, "Cat": 50, "Dan": -50, "Ann": -350}


def test_what_was_summed_up_is_read_and_not_worked_out_again(groups, group, tmp_path, monkeypatch):
    for _ in range(3):
        evening(groups, group)
    before = chips(groups, group)
    monkeypatch.setattr(summaries, "summary", lambda state: pytest.fail("worked out again"))
    with closing(open_groups(tmp_path)) as again:
        assert chips(again, group) == before
        assert again.figures(group) is again.figures(group)
    monkeypatch.undo()
    # Another version says otherwise.
    monkeypatch.setattr(summaries, "VERSION", summaries.VERSION + 1)
    with closing(open_groups(tmp_path)) as newer:
        worked = []
        real = summaries.summary
        monkeypatch.setattr(summaries, "summary", lambda state: worked.append(1) or real(state))
        assert chips(newer, group) == before and len(worked) == 3


def test_a_summary_that_cannot_be_read_is_worked_out_again(groups, group, tmp_path):
    """Somebody may have written in the database, or restored it from elsewhere."""
    numbers = [evening(groups, group).info.id for _ in range(2)]
    before = chips(groups, group)
    store = groups._summaries._kept
    store.keep({one: replace(its, body=b"[]") for one, its in store.summaries(numbers).items()})
    with closing(open_groups(tmp_path)) as again:
        assert all(isinstance(one, EveningSummary) for one in again.listed(numbers).values())
        assert chips(again, again.open_group(group.info.key, PHONE)) == before


def test_a_correction_in_an_old_evening_is_seen_at_once(groups, group):
    old = evening(groups, group)
    evening(groups, group)
    assert chips(groups, group)["Dan"] == -10
    corrected = TricksTaken({"Dan": 3, "Cat": 2, "Ann": 0}, declared={})
    groups.tables.submit(old, Amended(3, corrected), 4, "correct-1")
    assert chips(groups, group) == {"Dan": 5, "Cat": 10, "Bob": 5, "Ann": -70}


def test_hidden_evenings_and_those_of_other_groups_do_not_count(groups, group):
    evening(groups, group)
    evening(groups, group)
    other = groups.open_group(groups.start("Others", PHONE, "start-0002").key, PHONE)
    evening(groups, other)
    reference = groups.evenings(group)[0].reference
    groups.submit(group, EveningHidden(reference), 3, "hide-0001")
    assert chips(groups, group)["Bob"] == 10 and groups.figures(group).evenings == 1
    groups.submit(group, EveningShown(reference), 4, "show-0001")
    assert chips(groups, group)["Bob"] == 20


def test_a_deleted_evening_counts_no_more(groups, group):
    gone = evening(groups, group)
    evening(groups, group)
    assert chips(groups, group)["Bob"] == 20
    groups.tables.evenings.log.delete(gone.info.id)
    assert chips(groups, group)["Bob"] == 10
    assert gone.info.id not in groups.links_of(group, [gone.info.id])


@pytest.mark.usefixtures("waits")
@pytest.mark.parametrize("how", ["pay", "settle", "add"])
def test_what_has_waited_for_the_group_is_judged_by_the_rights_then(
    groups, group, monkeypatch, how
):
    evening(groups, group)
    groups.figures(group)
    guest = groups.open_group(group.info.key, "guest")
    its_own = groups.tables.open_evening("Friday", started("Ann Bob"), "guest", "evening-9")
    its_own = groups.tables.open_table(its_own.key, "guest")
    number = group.info.id
    before = groups.groups.evening(number).length
    holding = groups.groups.holding
    append = groups.groups.append

    @contextmanager
    def waited(number):
        groups.access_store.replace(group.info.id, "record")
        with holding(number):
            yield

    def appended(*given):
        monkeypatch.setattr(groups.groups, "holding", waited)
        return append(*given)

    monkeypatch.setattr(groups.groups, "append", appended)
    with pytest.raises(UnknownEvening):
        match how:
            case "pay":
                groups.submit(guest, Paid("Ann", "Bob", 1), before, "paid-0001")
            case "settle":
                groups.settle_all(guest, before, "settle-0001")
            case "add":
                groups.add(guest, its_own)
    monkeypatch.undo()
    assert groups.groups.evening(number).length == before


@pytest.mark.usefixtures("waits")
@pytest.mark.parametrize("act", ["pay", "settle", "add"])
def test_whoever_was_removed_since_they_came_in_changes_nothing(groups, group, act):
    evening(groups, group)
    groups.figures(group)
    guest = groups.open_group(group.info.key, "guest")
    before = groups.submit(group, Paid("Ann", "Bob", 1), 2, "paid-0001")
    own = groups.tables.open_evening("Friday", started("Ann Bob"), "guest", "evening-9")
    own = groups.tables.open_table(own.key, "guest")
    groups.replace_link(group, watch=False)
    rules = groups.access_store.rules(group.info.id)
    # With the rights of a host too, who has been one.
    for access in (guest, replace(guest, is_host=True)):
        with pytest.raises(UnknownEvening):
            match act:
                case "pay":
                    groups.submit(access, Paid("Ann", "Bob", 1), before.length, "paid-0002")
                case "settle":
                    groups.settle_all(access, before.length, "settle-0001")
                case "add":
                    groups.add(access, own)
    assert groups.groups.evening(group.info.id) == before
    assert groups.access_store.rules(group.info.id) == rules
    assert groups.members.membership(own.info.id) is None
    assert len(groups.tables.evenings.log.evenings()) == 2


@pytest.mark.usefixtures("waits")
def test_an_evening_that_was_handed_over_meanwhile_is_put_in_no_group(groups, group):
    info = groups.tables.open_evening("Friday", started("Ann Bob"), PHONE, "evening-9")
    own = groups.tables.open_table(info.key, PHONE)
    groups.tables.open_table(info.key, "guest")
    groups.tables.settings.hand_over(own, "guest")
    with pytest.raises(Denied):
        groups.add(group, own)
    assert groups.members.membership(info.id) is None


def test_an_import_puts_no_evening_in_its_group_that_was_handed_over_meanwhile(
    groups, group, monkeypatch
):
    """Those of the group would get every link that its host makes from then on."""
    for _ in range(2):
        evening(groups, group)
    tables = groups.tables
    record = loads(b"".join(export_group(groups, group)))
    rest, made = groups.rest, []

    def handed_over():
        if not made:
            made.append(max(tables.evenings.log.evenings(), key=lambda one: one.id))
            tables.open_table(made[0].key, "victim")
            tables.open_table(made[0].key, "victim")
            tables.settings.hand_over(tables.open_table(made[0].key, PHONE), "victim")
        rest()

    monkeypatch.setattr(groups, "rest", handed_over)
    info = import_group(groups, record, PHONE, "import-001")
    assert groups.members.membership(made[0].id) is None
    assert len(groups.evenings(groups.open_group(info.key, PHONE))) == 1


def test_an_evening_that_cannot_be_read_does_not_hide_the_others(groups, group):
    evening(groups, group)
    log = [started("Ann Bob"), Settled()]
    broken = groups.tables.evenings.log.open_evening("Broken", log, "tests")
    groups.tables.access_store.visit(PHONE, broken, host=True)
    groups.add(group, groups.tables.open_table(broken.key, PHONE))
    found = groups.figures(group)
    assert found.is_whole and found.figures.deals == 1 and found.evenings == 2


def test_those_who_ask_at_the_same_time_share_one_count(groups, group, monkeypatch):
    evening(groups, group)
    groups.figures(group)
    evening(groups, group)
    numbers = [one.number for one in groups.evenings(group)]
    with groups._summaries.of_group(group.info.id, numbers):
        pass
    counted, found, asked, go_on = [], [], threading.Semaphore(0), threading.Event()
    real = standings.figures
    of_group = groups._summaries.of_group

    def slow(*arguments):
        counted.append(1)
        go_on.wait(10)
        return real(*arguments)

    def noted(*arguments):
        try:
            return of_group(*arguments)
        finally:
            asked.release()

    monkeypatch.setattr(standings, "figures", slow)
    monkeypatch.setattr(groups._summaries, "of_group", noted)
    threads = [
        threading.Thread(target=lambda: found.append(groups.figures(group)), daemon=True)
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert asked.acquire(timeout=10)
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert len(counted) == 1 and len(found) == 4
    assert all(one is found[0] for one in found)


def test_who_waits_for_all_figures_asks_no_oftener_than_others_take_steps(
    groups, group, monkeypatch
):
    evening(groups, group)
    asked, of_group = threading.Semaphore(0), groups._summaries.of_group

    def noted(*arguments):
        try:
            return of_group(*arguments)
        finally:
            asked.release()

    monkeypatch.setattr(groups._summaries, "of_group", noted)
    found = []
    waits = threading.Thread(target=lambda: found.append(groups.standings.whole(group.info.id)))
    with groups._summaries.building():
        waits.start()
        assert asked.acquire(timeout=10)
        waits.join(0.3)
        assert waits.is_alive() and not asked.acquire(blocking=False)
    waits.join(10)
    assert found[0].is_whole and found[0].figures.deals == 1


def test_who_waits_for_a_count_lets_others_run(monkeypatch):
    # The server replaces `threading.Lock` after this module is imported.
    monkeypatch.setattr(threading, "Lock", lambda: "one that lets others run")
    assert summaries.Known({}).counting == "one that lets others run"


def test_figures_in_memory_are_bounded_by_the_points_of_their_curves(groups, group, monkeypatch):
    monkeypatch.setattr(standings, "KEPT_POINTS", 10)
    other = groups.open_group(groups.start("Others", PHONE, "start-0002").key, PHONE)
    for one in (group, other):
        evening(groups, one)
        evening(groups, one)
        assert groups.figures(one) is groups.figures(one)
    assert list(groups.standings._figures) == [other.info.id]


def test_summaries_in_memory_are_bounded_by_their_rows(groups, group, monkeypatch):
    other = groups.open_group(groups.start("Others", PHONE, "start-0002").key, PHONE)
    for one in (group, other):
        evening(groups, one)
        evening(groups, one)
        groups.figures(one)
    known = groups._summaries._known
    # Four people over each evening, and in its game.
    assert {number: its.rows for number, its in known.items()} == {
        group.info.id: 16,
        other.info.id: 16,
    }
    monkeypatch.setattr(summaries, "KEPT_ROWS", 31)
    groups.figures(other)
    assert list(known) == [other.info.id]
    assert groups.figures(group).points == 2 * 4 + 10 * 16


def test_a_list_folds_little_at_once_and_nothing_twice(groups, monkeypatch):
    """Long evenings one at a time, the shortest first; what was folded is kept in the database."""
    monkeypatch.setattr(summaries, "A_LIST", 20)
    evenings, folded = groups.tables.evenings, []
    monkeypatch.setattr(
        evenings, "_open_log", lambda told: folded.append(len(told)) or open_log(told)
    )

    def opened(length):
        told = [started("Ann Bob"), *([SatOut("Bob"), SatIn("Bob")] * length)][:length]
        return evenings.log.open_evening("Friday", told, "tests").id

    long, longer, *short = (opened(length) for length in (31, 41, 9, 8, 7))
    numbers = [longer, long, *short]
    found = []
    for lengths in ([7, 8], [9], [31], [41], []):
        folded.clear()
        evenings._cache.clear()
        found = groups.listed(numbers)
        assert folded == lengths
    assert found.keys() == set(numbers)
    assert all(one.usual.seats == ("Ann", "Bob") for one in found.values())
    # Where another is being worked out, nobody waits.
    newest = opened(51)
    with ThreadPoolExecutor(1) as another, groups._summaries.building():
        assert another.submit(groups.listed, [long, newest]).result().keys() == {long}
    # One in memory is shown as it is.
    in_memory = evenings.evening(short[0])
    assert groups.listed([short[0]])[short[0]] is in_memory


def test_a_merge_works_out_hidden_evenings_once(groups, group, monkeypatch):
    for _ in range(2):
        evening(groups, group)
    for place, one in enumerate(groups.evenings(group), 3):
        groups.submit(group, EveningHidden(one.reference), place, f"hide-{place}")
    evenings, folded = groups.tables.evenings, []
    evenings._cache.clear()
    monkeypatch.setattr(
        evenings, "_open_log", lambda told: folded.append(len(told)) or open_log(told)
    )
    for n in range(2):
        with pytest.raises(EntryError):
            groups.submit(group, PersonMerged("Ann", "Bob"), 5, f"merge-000{n}")
        assert len(folded) == 2


def test_everything_open_is_settled_at_once_and_taken_back_one_by_one(groups, group):
    evening(groups, group)
    evening(groups, group)
    to_pay = groups.figures(group).plan.transfers
    assert to_pay and sum(one.amount for one in to_pay) == 30
    length = groups.groups.evening(group.info.id).length
    settled = groups.settle_all(group, length, "settle-01")
    assert settled.length == length + len(to_pay)
    assert not groups.figures(group).plan.transfers
    # The same form again pays nothing twice.
    with pytest.raises(Overtaken):
        groups.settle_all(group, length, "settle-02")
    again = groups.settle_all(group, length, "settle-01")
    assert again.payments == settled.payments
    newest = groups.undoable(group, settled)
    groups.submit(group, Undone(newest.number), settled.length, "undo-0001")
    assert groups.figures(group).plan.transfers == to_pay[-1:]


def test_no_more_ids_are_looked_for_than_a_plan_has_payments(groups, group, monkeypatch):
    """Somebody may have entered thousands of entries with the ids of a plan that never was."""
    monkeypatch.setattr(tables_groups, "MOST_PEOPLE", 3)
    for number in range(6):
        groups.submit(group, WorthSet(number + 1, "EUR"), 1 + number, f"settle-01-{number}")
    log, asked = groups.groups.log, []
    has_entry = log.has_entry
    monkeypatch.setattr(log, "has_entry", lambda *given: asked.append(given) or has_entry(*given))
    for position in (1, 7, 99):
        before = len(asked)
        with suppress(Overtaken):
            groups.settle_all(group, position, "settle-01")
        assert len(asked) - before <= 3


def test_to_settle_everything_takes_one_count(groups, group, monkeypatch):
    evening(groups, group)
    count, counts = standings.figures, []
    monkeypatch.setattr(standings, "figures", lambda *of: counts.append(1) or count(*of))
    settled = groups.settle_all(group, 2, "settle-01")
    assert len(settled.payments) > 1 and len(counts) == 1


@pytest.mark.parametrize(
    "paid", [Paid("Ann", "Bob", 11), Paid("Bob", "Ann", 1), Paid("Ann", "Ann", 1), Paid("Ann", "Bob", 0),
             Paid("Ann", "Eve", 1), Paid("Ann", "Bob", -5)]
)  # fmt: skip
def test_a_payment_that_settles_nothing_is_refused(groups, group, paid):
    evening(groups, group)
    with pytest.raises(EntryError):
        groups.submit(group, paid, 2, "paid-0001")
    assert groups.groups.evening(group.info.id).length == 2


def test_a_payment_twice_is_refused_but_the_same_tap_twice_is_one(groups, group):
    evening(groups, group)
    paid = Paid("Ann", "Bob", 10)
    first = groups.submit(group, paid, 2, "paid-0001")
    assert groups.submit(group, paid, 2, "paid-0001").payments == first.payments
    with pytest.raises(EntryError):
        groups.submit(group, paid, 3, "paid-0002")


@pytest.mark.parametrize("worth", [WorthSet(0, "EUR"), WorthSet(-1, "EUR"), WorthSet(10**9, "EUR"),
                                   WorthSet(1, "euro")])  # fmt: skip
def test_what_a_chip_cannot_be_worth_is_refused(groups, group, worth):
    with pytest.raises(EntryError):
        groups.submit(group, worth, 1, "worth-001")
    assert groups.submit(group, WorthSet(10, "EUR"), 1, "worth-002").worth.minor == 10


def test_a_guest_pays_but_says_not_what_a_chip_is_worth(groups, group):
    evening(groups, group)
    guest = groups.open_group(group.info.key, "guest")
    groups.submit(guest, Paid("Ann", "Bob", 1), 2, "paid-0001")
    for entry in (WorthSet(10, "EUR"), Renamed("Mine"), PersonMerged("Ann", "Eve")):
        with pytest.raises(Denied):
            groups.submit(guest, entry, 3, "guest-001")
    watch = groups.links(group).watch
    watcher = groups.open_group(watch, "tv")
    with pytest.raises(Denied):
        groups.submit(watcher, Paid("Ann", "Bob", 1), 3, "paid-0002")
    with pytest.raises(Denied):
        groups.settle_all(watcher, 3, "paid-0003")


def test_a_group_that_is_full_opens_no_evening(groups, group, monkeypatch):
    evening(groups, group)
    monkeypatch.setattr(fold, "MOST_EVENINGS", 1)
    with pytest.raises(EntryError):
        groups.open_evening(group, "One more", started("Ann Bob"), "open-0001")
    assert len(groups.tables.evenings.log.evenings()) == 1


@pytest.fixture
def record():
    return loads((FROZEN / "group-1.json").read_bytes())


def test_who_writes_much_lets_others_run_after_each_commit(groups, record, monkeypatch):
    """An evening opened, or put in the group; or a payment."""
    written, rests = [], []
    for where, name in (
        (groups.tables.evenings.log, "open_evening"),
        (groups.members, "assign"),
        (groups.groups, "append"),
    ):
        write = getattr(where, name)
        monkeypatch.setattr(
            where, name, lambda *given, write=write: written.append(1) or write(*given)
        )

    def rest():
        rests.append(len(written))

    monkeypatch.setattr(groups, "rest", rest)
    info = import_group(groups, record, PHONE, "import-01")
    group = groups.open_group(info.key, PHONE)
    position = groups.groups.evening(info.id).length
    groups.settle_all(group, position, "settle-all")
    assert len(written) > 2 * len(record.evenings)
    assert set(range(1, len(written) + 1)) <= set(rests)


def test_nobody_finds_a_group_before_all_its_evenings_are_in_it(groups, record, monkeypatch):
    """Whoever looked at some of them would be shown those alone until the group's next entry."""
    listed, assign = [], groups.members.assign

    def looked(*given):
        assign(*given)
        for info in groups.groups.log.evenings():
            access = groups.open_group(info.key, "host", hosts_server=True)
            listed.append(len(groups.evenings(access, with_hidden=True)))

    monkeypatch.setattr(groups.members, "assign", looked)
    before = len(groups.groups.log.evenings())
    info = import_group(groups, record, PHONE, "import-01")
    assert len(groups.groups.log.evenings()) == before + 1
    assert not set(listed) & set(range(1, len(record.evenings)))
    group = groups.open_group(info.key, PHONE)
    assert len(groups.evenings(group, with_hidden=True)) == len(record.evenings) > 1


def test_an_import_that_was_cut_off_is_finished_when_it_is_sent_again(groups, record, monkeypatch):
    assign, done = groups.members.assign, []

    def cut_off(*given):
        if done:
            raise ZeroDivisionError
        done.append(assign(*given))

    before = len(groups.groups.log.evenings())
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(groups.members, "assign", cut_off)
        import_group(groups, record, PHONE, "import-01")
    assert len(groups.groups.log.evenings()) == before
    info = import_group(groups, record, PHONE, "import-01")
    group = groups.open_group(info.key, PHONE)
    assert len(groups.evenings(group, with_hidden=True)) == len(record.evenings)


def test_a_group_file_sent_again_makes_nobody_host_who_is_none(groups, record):
    info = import_group(groups, record, PHONE, "import-01")
    one, *others = groups.evenings(groups.open_group(info.key, PHONE), with_hidden=True)
    tables = groups.tables
    keys = {member: tables.evenings.log.evening(member.number).key for member in (one, *others)}
    tables.open_table(keys[one], "another")
    tables.access_store.hand_over(one.number, "another")
    assert import_group(groups, record, PHONE, "import-01") == info
    hosts = [tables.open_table(keys[member], PHONE).is_host for member in keys]
    assert hosts == [False] + [True] * len(others)


def test_a_group_file_sent_twice_at_once_is_one_group(groups, record, monkeypatch):
    assign, found = groups.members.assign, []

    def meanwhile(*given):
        monkeypatch.undo()
        found.append(import_group(groups, record, PHONE, "import-01"))
        assign(*given)

    monkeypatch.setattr(groups.members, "assign", meanwhile)
    info = import_group(groups, record, PHONE, "import-01")
    assert found == [info] == groups.groups.log.evenings()
    group = groups.open_group(info.key, PHONE)
    assert len(groups.evenings(group, with_hidden=True)) == len(record.evenings)


def test_the_same_form_again_is_answered_whatever_one_may_do_by_now(groups, group):
    """What is newest after one's own undo may be the host's."""
    evening(groups, group)
    groups.submit(group, Renamed("Club"), 2, "name-0001")
    guest = groups.open_group(group.info.key, "guest")
    groups.submit(guest, Paid("Ann", "Bob", 10), 3, "paid-0001")
    undone = groups.submit(guest, Undone(4), 4, "undo-0001")
    assert groups.submit(guest, Undone(4), 4, "undo-0001") == undone
    with pytest.raises(Denied):
        groups.submit(guest, Undone(3), 5, "undo-0002")
    assert groups.groups.log.length(group.info.id) == 5


def test_a_new_name_is_not_turned_back_by_the_same_form_in_another_process(groups, group, tmp_path):
    with closing(open_groups(tmp_path)) as other:
        other.groups.evening(group.info.id)
        groups.submit(group, Renamed("Club"), 1, "name-0001")
        here = other.open_group(group.info.key, PHONE)
        assert other.submit(here, Renamed("Club"), 1, "name-0001").name == "Club"
        assert other.open_group(group.info.key, PHONE).info.name == "Club"
        groups.submit(groups.open_group(group.info.key, PHONE), Renamed("Others"), 2, "name-0002")
        assert other.submit(here, Renamed("Club"), 1, "name-0001").name == "Others"
        assert groups.open_group(group.info.key, PHONE).info.name == "Others"


def test_a_name_that_is_taken_back_by_who_had_come_before_is_the_old_one_again(groups, group):
    """They have read the old name, and the stored one is another by now."""
    early = groups.open_group(group.info.key, PHONE)
    groups.submit(group, Renamed("Club"), 1, "name-0001")
    groups.submit(early, Undone(2), 2, "undo-0001")
    assert groups.open_group(group.info.key, PHONE).info.name == group.info.name
