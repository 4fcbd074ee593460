"""Submitting entries, without web pages."""

from contextlib import closing, contextmanager

import pytest
from msgspec.structs import replace

from companion.errors import MalformedEntry, RevokeProven, RuleViolation
from companion.evening.entries import (
    Amended,
    EveningClosed,
    Joined,
    PlayerRenamed,
    SatIn,
    SatOut,
    Undone,
)
from companion.evening.names import UnusableName
from companion.evening.record import Record
from companion.evening.seats import SameName
from companion.rules.actions import Declared, Settled, TrickWon, TurnedUp
from companion.store import UnknownEvening
from companion.tables import (
    Denied,
    Overtaken,
    RecordRefused,
    ReusedId,
    Unsure,
    open_groups,
    submit,
)
from companion.tables.submit import LOOKED_AT
from companion.tables.table_facts import EnteredAlready, LogNotThatLong, NotSeated, TableFact
from tests.telling import entries, started

GAME = started("Ann Bob Cat Dan", depth="tricks")
DEAL = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in", "won Bob Bob Bob Cat Cat")


@pytest.fixture
def host(tables):
    info = tables.open_evening("Friday", [GAME], "host", "evening-1")
    return tables.open_table(info.key, "host")


@pytest.fixture
def waits():
    """Make each entry read the rights again, as after a long wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(submit, "RECHECK_RIGHTS_AFTER", -1)
        yield


@pytest.fixture
def guest(tables, host):
    return tables.open_table(host.info.key, "guest")


def tell(tables, access, *phrases):
    """Enter phrases at the end of the log, and return the evening."""
    evening = tables.evenings.evening(access.info.id)
    for phrase in phrases:
        for entry in entries(phrase):
            at = evening.length
            evening = tables.submit(access, entry, at, f"entry-{at}").evening
    return evening


def length(tables, access):
    return len(tables.evenings.log.read(access.info.id))


BLANK, HEART, COLOURED = "\u3164", "❤", "❤\ufe0f"


@pytest.mark.parametrize(
    "entry",
    [
        Joined(BLANK),
        Joined(COLOURED),
        PlayerRenamed("Ann", COLOURED),
        PlayerRenamed("Ann", BLANK),
        Amended(1, replace(GAME, seats=(COLOURED, "Bob", HEART), dealer="Bob")),
    ],
)
def test_nobody_enters_a_name_that_is_not_seen_or_looks_like_another(tables, entry):
    game = replace(GAME, seats=(HEART, "Ann", "Bob"), dealer="Bob")
    host = tables.open_table(tables.open_evening("Friday", [game], "host", "evening-1").key, "host")
    with pytest.raises((MalformedEntry, RuleViolation)) as caught:
        tables.submit(host, entry, 1, "joined-01")
    assert isinstance(caught.value.fact, UnusableName | SameName)
    assert length(tables, host) == 1
    # One person's name may change its looks.
    tables.submit(host, PlayerRenamed(HEART, COLOURED), 1, "renamed-1")


@pytest.mark.parametrize("seats", [(BLANK, "Ann", "Bob"), (HEART, COLOURED, "Bob")])
def test_old_evenings_with_such_names_go_on_but_new_ones_have_none(tables, seats):
    game = replace(GAME, seats=seats, dealer="Bob", depth="result")
    with pytest.raises(RecordRefused):
        tables.open_evening("Friday", [game], "host", "evening-2")
    info = tables.evenings.log.open_evening("Friday", [game], "host")
    host = tables.settings.open(info.key, "host")
    assert tell(tables, host, "up 6").state.people() == seats
    with pytest.raises(RecordRefused) as caught:
        tables.import_record(Record("Friday", "2026-11-20T19:30:00Z", (game,)))
    assert [one.entry for one in caught.value.problems] == [1]


def test_an_entry_is_stored_and_announced(tables, host):
    before = tables.notifier.version(host.info.id)
    entered = tables.submit(host, TurnedUp("6"), 1, "turn-up-1")
    assert entered.entry == TurnedUp("6") and entered.evening.length == 2
    assert tables.evenings.evening(host.info.id) == entered.evening
    assert tables.notifier.version(host.info.id) == before + 1


def test_a_repeated_entry_writes_nothing(tables, host):
    first = tables.submit(host, TurnedUp("6"), 1, "turn-up-1")
    version = tables.notifier.version(host.info.id)
    assert tables.submit(host, TurnedUp("6"), 1, "turn-up-1") == first
    with pytest.raises(ReusedId):
        tables.submit(host, TurnedUp("5"), 1, "turn-up-1")
    assert length(tables, host) == 2 and tables.notifier.version(host.info.id) == version


def test_a_late_entry_names_the_newer_one(tables, host, guest):
    tables.settings.name_device(guest, "Bob's phone", "")
    tables.submit(guest, TurnedUp("6"), 1, "turn-up-1")
    with pytest.raises(Overtaken) as caught:
        tables.submit(host, TurnedUp("6"), 1, "turn-up-2")
    assert caught.value.fact == EnteredAlready("Bob's phone", is_own=False)
    with pytest.raises(Overtaken) as caught:
        tables.submit(guest, TurnedUp("6"), 1, "turn-up-3")
    assert caught.value.fact == EnteredAlready("Bob's phone", is_own=True)
    with pytest.raises(Overtaken) as caught:
        tables.submit(host, TurnedUp("5"), 1, "turn-up-4")
    assert caught.value.fact == TableFact.SOMEBODY_FASTER
    assert length(tables, host) == 2


def test_an_answer_to_an_earlier_question_does_not_count(tables, host):
    """Only the first entry since then is compared, because a later deal can have an equal one."""
    tell(tables, host, "up 5", "undo 2", "up 6")
    with pytest.raises(Overtaken) as caught:
        tables.submit(host, TurnedUp("6"), 1, "turn-up-9")
    assert caught.value.fact == TableFact.SOMEBODY_FASTER


def test_only_a_few_newer_entries_are_read(tables, host, monkeypatch):
    """A stale position does not make the server read a long evening."""
    told = [started("Ann Bob Cat Dan"), *([SatOut("Bob"), SatIn("Bob")] * 200)]
    long = tables.open_table(tables.evenings.log.open_evening("Long", told, "host").key, "host")
    tables.evenings.evening(long.info.id)
    read, log = [], tables.evenings.log
    real = log.entries_with_devices
    monkeypatch.setattr(
        log, "entries_with_devices", lambda *asked: read.append(found := real(*asked)) or found
    )
    for after in (0, 2):
        with pytest.raises(Overtaken) as caught:
            tables.submit(long, SatOut("Ann"), after, f"entry-{after}")
        assert caught.value.fact == TableFact.SOMEBODY_FASTER
    assert sum(map(len, read)) <= 2 * (1 + LOOKED_AT)


def test_refused_and_denied_entries_are_not_stored(tables, host, guest):
    tables.settings.set_rules(host, "host", second_look=False)
    guest = tables.reopen(guest)
    for access, entry, error in ((host, Settled(), RuleViolation), (guest, TurnedUp("6"), Denied)):
        with pytest.raises(error):
            tables.submit(access, entry, 1, "entry-000001")
    assert length(tables, host) == 1


def test_undoing_an_entry_of_another_device_needs_confirmation(tables, host, guest):
    tables.submit(guest, TurnedUp("6"), 1, "turn-up-1")
    with pytest.raises(Unsure):
        tables.submit(host, Undone(2), 2, "undone-01")
    assert tables.other_author(host, 2).id == "guest" and not tables.other_author(guest, 2)
    assert tables.submit(host, Undone(2), 2, "undone-01", sure=True).evening.length == 3


def test_undo_is_offered_only_if_allowed(tables, host, guest):
    """Where players record their own seats, a guest cannot undo another's entry."""
    evening = tell(tables, host, "up 6")
    number, author = tables.undoable(guest, evening)
    assert (number, author.id) == (evening.length, host.device)
    assert tables.undoable(host, evening) == (evening.length, None)
    tables.settings.set_rules(host, "own", second_look=False)
    assert tables.undoable(tables.reopen(guest), evening) is None
    assert tables.undoable(tables.reopen(host), evening) == (evening.length, None)


def test_the_code_ends_with_the_evening(tables, host):
    code = tables.settings.new_code(host)
    assert tables.settings.open_by_code(code).id == host.info.id
    tables.submit(host, EveningClosed(), 1, "closed-01")
    assert tables.settings.open_by_code(code) is None and tables.settings.new_code(host) is None


def test_a_costly_settlement_waits_for_another_device(tables, host, guest):
    tables.settings.set_rules(host, "all", second_look=True)
    host, guest = tables.reopen(host), tables.reopen(guest)
    at = tell(tables, host, *DEAL).length
    for entry in (Settled(), Settled("confirmed")):
        with pytest.raises(RuleViolation):
            tables.submit(host, entry, at, "settled-1")
    with pytest.raises(MalformedEntry):
        tables.submit(guest, Settled("confirmed by Eve"), at, "settled-1")
    evening = tables.evenings.evening(host.info.id)
    assert Settled("skipped") in tables.options(host, evening)
    assert Settled("confirmed") in tables.options(guest, evening)
    tables.settings.name_device(guest, "", "Bob")
    entered = tables.submit(tables.reopen(guest), Settled("confirmed"), at, "settled-1")
    assert entered.entry == Settled("confirmed by Bob")


def test_a_correction_waits_only_for_what_it_adds(tables, host):
    """Ann and Dan are looed and confirmed; that Cat is looed too would be new."""
    tricks = "won Bob Bob Bob Bob Cat"
    tell(tables, host, *DEAL[:-1], tricks, "settled")
    tables.settings.set_rules(host, "all", second_look=True)
    host = tables.reopen(host)
    at = length(tables, host)
    with pytest.raises(RuleViolation) as caught:
        tables.submit(host, Amended(11, TrickWon("Bob")), at, "amended-1")
    assert caught.value.fact == TableFact.NOT_BY_CORRECTION
    tables.submit(host, Amended(10, TrickWon("Cat")), at, "amended-2")
    assert length(tables, host) == at + 1


def test_a_preview_says_what_a_correction_changes_and_writes_nothing(tables, host):
    at = tell(tables, host, *DEAL, "settled").length
    changes = tables.preview(host, Amended(7, TrickWon("Dan")))
    assert [deal.number for deal in changes.deals] == [1] and not changes.is_none
    with pytest.raises(RuleViolation) as caught:
        tables.preview(host, Amended(7, TrickWon("Bob")))
    assert caught.value.fact == TableFact.SAME_AS_BEFORE
    assert length(tables, host) == at


def test_a_play_that_proves_a_revoke_is_asked_about(tables):
    info = tables.open_evening("Friday", [started("Ann Bob Cat")], "host", "evening-2")
    host = tables.open_table(info.key, "host")
    tell(tables, host, "up 6-3", "Bob in", "Cat in", "Ann out", "Bob 5-4", "Cat 2-1", "Bob 3-2")
    with pytest.raises(RevokeProven):
        tables.submit(host, entries("Cat 5-1")[0], 8, "played-01")


def test_a_record_is_imported_completely_or_not_at_all(tables):
    said = tuple(entry for phrase in ("up 6", "Bob in") for entry in entries(phrase))
    record = Record("Friday", "2026-11-20T19:30:00Z", (GAME, *said))
    info = tables.import_record(record, "phone", "record-01")
    assert tables.import_record(record, "phone", "record-01") == info
    assert tables.open_table(info.key, "phone").is_host
    assert not tables.other_author(tables.open_table(info.key, "guest"), 2)
    with pytest.raises(RecordRefused) as caught:
        tables.import_record(Record("Friday", record.opened_at, (GAME, *said, *said)), "phone")
    assert [problem.entry for problem in caught.value.problems] == [4, 5]
    assert len(tables.evenings.log.evenings()) == 1


def test_an_evening_that_cannot_begin_is_not_opened(tables):
    for name, game in ((" ", GAME), ("Friday", started("Ann"))):
        with pytest.raises((MalformedEntry, RecordRefused)):
            tables.open_evening(name, [game], "host", "evening-3")
    assert tables.evenings.log.evenings() == []


def test_only_a_host_changes_settings(tables, host, guest):
    for do in (
        lambda access: tables.settings.set_rules(access, "own", second_look=False),
        lambda access: tables.settings.replace_link(access, watch=True),
        lambda access: tables.settings.hand_over(access, "guest"),
    ):
        with pytest.raises(Denied):
            do(guest)
        do(host)
    # The guest is the host now, and cannot be made host again.
    guest = tables.reopen(guest)
    assert guest.is_host and not tables.reopen(host).is_host
    with pytest.raises(Denied):
        tables.settings.hand_over(guest, "guest")


def test_a_future_entry_cannot_be_undone(tables, guest):
    before = length(tables, guest)
    with pytest.raises(Overtaken) as refused:
        tables.submit(guest, Undone(before + 1), before + 1, "early-1", sure=True)
    assert refused.value.fact == LogNotThatLong(before)


@pytest.mark.usefixtures("waits")
def test_rights_are_checked_after_the_wait(tables, host, guest, monkeypatch):
    """The rights are read before the evening is locked, which may take seconds."""
    before = tables.evenings.evening(host.info.id).length
    holding = tables.evenings.holding

    @contextmanager
    def waited(number):
        monkeypatch.undo()
        tables.settings.set_rules(host, "host", second_look=False)
        with holding(number):
            yield

    monkeypatch.setattr(tables.evenings, "holding", waited)
    with pytest.raises(Denied):
        tables.submit(guest, TurnedUp("6"), before, "late-2")
    assert length(tables, host) == before


def test_an_undone_answer_does_not_count_as_entered(tables, host, guest):
    before = length(tables, host)
    tables.submit(host, TurnedUp("6"), before, "turned-01")
    tables.submit(host, Undone(before + 1), before + 1, "undone-01")
    with pytest.raises(Overtaken) as caught:
        tables.submit(guest, TurnedUp("6"), before, "turned-02")
    assert caught.value.fact == TableFact.SOMEBODY_FASTER


@pytest.mark.usefixtures("waits")
def test_a_removed_device_that_waited_writes_no_entry(tables, host, guest):
    before = tables.evenings.evening(host.info.id)
    tables.settings.replace_link(host, watch=False)
    # The rights of a former host give the same result.
    for access in (guest, replace(guest, is_host=True)):
        with pytest.raises(UnknownEvening):
            tables.submit(access, SatOut("Bob"), before.length, "late-1")
    assert tables.evenings.evening(host.info.id) == before


def test_listeners_learn_of_changed_rights(tables, host):
    with tables.notifier.listen(host.info.id, "here") as listener:
        tables.settings.set_rules(host, "host", second_look=False)
        assert listener.rights_moved() and listener.wait(0)


def test_a_device_takes_a_seat_at_the_table_or_none(tables, guest):
    with pytest.raises(MalformedEntry) as caught:
        tables.settings.name_device(guest, "", "Eve")
    assert caught.value.fact == NotSeated("Eve")
    with tables.notifier.listen(guest.info.id, "here") as listener:
        tables.settings.name_device(guest, "Phone", "Bob")
        assert listener.rights_moved()  # so that the device that lost the seat is redrawn
    assert (tables.reopen(guest).name, tables.reopen(guest).seat) == ("Phone", "Bob")


def test_a_removed_device_leaves_its_seat_free(tables, host, guest):
    tables.settings.name_device(guest, "", "Bob")
    tables.settings.set_removed(host, "guest", True)
    removed = tables.reopen(guest)
    assert (removed.seat, removed.name) == ("", "Bob")
    # It does not get the seat back with its rights: another device may have it.
    tables.settings.set_removed(host, "guest", False)
    assert tables.reopen(guest).seat == ""


def test_options_are_entries_that_are_allowed(tables, host, guest):
    evening = tables.evenings.evening(host.info.id)
    assert set(tables.options(guest, evening)) < set(tables.options(host, evening))
    assert SatOut("Bob") in tables.options(guest, evening)
    assert EveningClosed() not in tables.options(guest, evening)


def enter(tables, key, device, entry, entry_id=None, position=None):
    """Submit an entry with the current rights of a device."""
    access = tables.open_table(key, device)
    at = length(tables, access) if position is None else position
    return tables.submit(access, entry, at, entry_id or f"later-{at}", sure=True)


def test_a_guest_does_not_change_a_correction_of_the_host(tables, host, guest):
    """The guest made the entry, and the host corrected it."""
    key = host.info.key
    tell(tables, host, "up 6", "Bob in", "Cat in", "Dan out", "Ann out")
    tables.settings.name_device(guest, "", "Bob")
    tables.settings.set_rules(host, "own", second_look=False)
    enter(tables, key, "guest", TrickWon("Bob"))
    number = length(tables, host)
    enter(tables, key, "guest", Amended(number, TrickWon("Cat")))
    enter(tables, key, "host", Amended(number, TrickWon("Bob")))
    with pytest.raises(Denied):
        enter(tables, key, "guest", Amended(number, TrickWon("Cat")))
    enter(tables, key, "host", Undone(number + 2))
    enter(tables, key, "guest", Amended(number, TrickWon("Bob")))


def test_a_repeated_form_does_not_reinstate_a_host(tables, host, guest):
    """The guest becomes host and replaces the link; the first host still has the form."""

    def again():
        return tables.open_evening("Friday", [GAME], "host", "evening-1")

    assert again() == host.info
    tables.settings.hand_over(host, "guest")
    guest = tables.reopen(guest)
    tables.settings.replace_link(guest, watch=False)
    with pytest.raises(UnknownEvening):
        again()
    # With only the link to watch, the form leads to that link.
    watch = tables.access_store.rules(host.info.id).watch_key
    tables.open_table(watch, "host")
    assert again().key == watch and again().watches
    hosts = [one.id for one in tables.access_store.devices(host.info.id) if one.is_host]
    assert hosts == ["guest"]


def only_the_host(tables, host):
    tables.settings.set_rules(host, "host", second_look=False)


def renamed(tables, host):
    tables.settings.name_device(tables.open_table(host.info.key, "guest"), "Zoe", "")


def moved_on(tables, host):
    tell(tables, host, "settled", "up 5")


LATER = {
    "what only the host enters by now": (TrickWon("Bob"), only_the_host),
    "a start that would end a game by now": (started("Ann Bob Cat"), only_the_host),
    "a phone that is called otherwise": (Settled("confirmed"), renamed),
    "a correction of a deal that is an earlier one by now": (
        Amended(11, TrickWon("Ann")),
        moved_on,
    ),
}


@pytest.mark.parametrize(("entry", "happens"), LATER.values(), ids=LATER)
def test_a_repeated_form_is_answered_after_rights_changed(tables, host, guest, entry, happens):
    """A phone that lost the response must not be told that its entry was not saved."""
    begun = DEAL[:-1] if isinstance(entry, TrickWon) else DEAL
    tell(tables, host, *begun)
    if not isinstance(entry, TrickWon | Settled | Amended):
        tell(tables, host, "misdealt", "ended")
    tables.settings.name_device(guest, "Gus", "")
    tables.settings.set_rules(host, "all", second_look=isinstance(entry, Settled))
    at = length(tables, host)
    first = enter(tables, host.info.key, "guest", entry, "the-form")
    happens(tables, host)
    now = length(tables, host)
    again = enter(tables, host.info.key, "guest", entry, "the-form", at)
    assert again.entry == first.entry and again.evening.length == now == length(tables, host)
    if happens is only_the_host:
        with pytest.raises(Denied):
            enter(tables, host.info.key, "guest", entry, "another", at)
    with pytest.raises((ReusedId, Denied, Overtaken)):
        enter(tables, host.info.key, "guest", TurnedUp("6"), "the-form", at)


@pytest.mark.usefixtures("waits")
def test_a_second_look_is_asked_for_after_the_wait_too(tables, host, guest, monkeypatch):
    """The setting changes while the settlement waits for the lock."""
    tell(tables, host, *DEAL)
    before = length(tables, host)
    append = tables.evenings.append

    def waited(*given, **more):
        monkeypatch.undo()
        tables.settings.set_rules(host, "all", second_look=True)
        return append(*given, **more)

    monkeypatch.setattr(tables.evenings, "append", waited)
    with pytest.raises(RuleViolation):
        tables.submit(host, Settled(), before, "late-1")
    assert length(tables, host) == before


def test_a_form_entered_by_another_process_gets_the_current_state(tables, tmp_path):
    """Another process undid the entry after this one had read the table."""
    info = tables.open_evening("Friday", [GAME], "host", "evening-1")
    with closing(open_groups(tmp_path).tables) as other:
        for device in ("host", "guest"):
            tables.open_table(info.key, device)
        tell(tables, tables.open_table(info.key, "host"), "up 6", "Bob in")
        other.evenings.evening(info.id)
        mine = tables.submit(
            tables.open_table(info.key, "guest"), Declared("Cat", "play"), 3, "the-form"
        )
        assert mine.evening.length == 4
        tables.submit(tables.open_table(info.key, "host"), Undone(4), 4, "undone-1", sure=True)
        found = other.submit(
            other.open_table(info.key, "guest"), Declared("Cat", "play"), 3, "the-form"
        )
        assert found.evening == tables.evenings.evening(info.id) and found.evening.length == 5


@pytest.mark.parametrize("how", ["only the host records", "a second look", "another name"])
def test_a_form_entered_by_another_process_is_answered_without_rights(tables, tmp_path, how):
    info = tables.open_evening("Friday", [GAME], "host", "evening-1")
    with closing(open_groups(tmp_path).tables) as other:
        host, guest = (tables.open_table(info.key, one) for one in ("host", "guest"))
        tell(tables, host, *DEAL)
        tables.settings.set_rules(host, "all", second_look=how == "another name")
        guest = tables.open_table(info.key, "guest")
        at = other.evenings.evening(info.id).length
        form = Settled("confirmed" if how == "another name" else None), at, "the-form"
        first = tables.submit(guest, *form)
        if how == "another name":
            tables.settings.name_device(guest, "Gus", "")
        else:
            records = "host" if how == "only the host records" else "all"
            tables.settings.set_rules(host, records, second_look=how == "a second look")
        again = other.submit(other.open_table(info.key, "guest"), *form)
        assert again.entry == first.entry and again.evening == first.evening


def test_a_corrected_start_keeps_the_edition_of_the_one_it_replaces(tables):
    second = replace(GAME, edition=2)
    info = tables.open_evening("Friday", [second], "host", "evening-2")
    host = tables.open_table(info.key, "host")
    corrected = replace(GAME, depth="result", edition=3)
    tables.submit(host, Amended(1, corrected), 1, "correction")
    assert tables.evenings.evening(info.id).state.session.edition == 2
    assert tables.evenings.log.read(info.id)[-1].by == replace(corrected, edition=2)
    # Corrected once more, by a program that names no edition; and to another game.
    tables.submit(host, Amended(1, replace(GAME, edition=None)), 2, "correction-2")
    assert tables.evenings.evening(info.id).state.session.edition == 2
    bestia = started("Ann Bob Cat Dan", "bestia", "tricks", edition=1)
    tables.submit(host, Amended(1, bestia), 3, "correction-3")
    assert tables.evenings.evening(info.id).state.session.edition == 1


def test_a_game_without_a_title_is_refused_where_it_is_entered(tables, host):
    """docs/rules.md 15: 1 to 40 characters. A record that has none still opens."""
    nameless = started("Ann Bob Cat", "other", "result")
    with pytest.raises(MalformedEntry, match="unreadable"):
        tables.open_evening("Friday", [nameless], "host", "evening-2")
    with pytest.raises(MalformedEntry):
        tables.submit(host, nameless, 1, "another-game")
    with pytest.raises(MalformedEntry):
        tables.submit(host, Amended(1, nameless), 1, "a-correction")
    titled = replace(nameless, house_rules={"name": "Skat"})
    assert tables.open_evening("Friday", [titled], "host", "evening-3")
    record = Record("Old", "2026-11-20T19:30:00Z", (nameless,))
    assert tables.import_record(record, "host", "evening-4")


def test_a_phone_keeps_its_seat_when_a_mended_name_changes_back(tables, host):
    def seat():
        return tables.open_table(host.info.key, "bobs").seat

    bobs = tables.open_table(host.info.key, "bobs")
    tables.settings.name_device(bobs, "", "Bob")
    length = tables.evenings.evening(host.info.id).length
    for n, (entry, now) in enumerate(
        [
            (PlayerRenamed("Bob", "Robert"), "Robert"),
            (Undone(length + 1), "Bob"),
            (PlayerRenamed("Bob", "Rob"), "Rob"),
        ]
    ):
        tables.submit(host, entry, length + n, f"entry-{n:04}", sure=True)
        assert seat() == now
