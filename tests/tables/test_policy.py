"""Rights at a table under each setting of the host."""

import pytest
from msgspec.structs import replace

from companion.evening.entries import (
    Amended,
    DealerSet,
    DepthChanged,
    EveningClosed,
    GameEnded,
    Inserted,
    Joined,
    Noted,
    Paid,
    SatOut,
    Undone,
    WorthSet,
)
from companion.rules.actions import (
    Declared,
    Played,
    RestDeclared,
    Settled,
    TricksTaken,
    TrickWon,
    TurnedUp,
)
from companion.store import Device, EveningInfo, TableAccess
from companion.tables import Denied, policy, table_facts
from companion.tables.table_facts import TableFact
from tests.telling import kind_of, say, start, started

HOST = TableAccess(
    info=EveningInfo(1, "key", "Friday", "2026-11-20T19:30:00Z"),
    device="host",
    name="",
    seat="",
    is_host=True,
    records="all",
    second_look=False,
    is_known=True,
)
GUEST = replace(HOST, device="guest", is_host=False)
WATCHER = replace(GUEST, info=replace(HOST.info, watches=True))
BOB = replace(GUEST, records="own", seat="Bob")
NOBODY = replace(GUEST, records="own")
LOOKS_ON = replace(GUEST, records="host")

EVENING = say(start(depth="tricks"), "up 6", "Bob in")
LATER = say(EVENING, "Cat in", "Dan out", "Ann out", "won Bob Bob Cat Cat Bob", "settled", "up 5")


def denied(access, entry, evening=EVENING, author="self"):
    """Return the kind of fact that denies an entry; None if it is allowed."""
    try:
        policy.check_enter(access, evening, entry, author)
    except Denied as error:
        return kind_of(error.fact)
    return None


EACH = [
    Declared("Cat", "play"), RestDeclared("drop"), Settled(), SatOut("Bob"), Joined("Eve"),
    DepthChanged("plays"), GameEnded(), EveningClosed(), Paid("Cat", "Bob", 5),
    WorthSet(10, "EUR"), Amended(3), Undone(3), DealerSet("Bob"), Noted("A fine deal"),
]  # fmt: skip


@pytest.mark.parametrize("entry", EACH, ids=lambda entry: entry.__struct_config__.tag)
def test_a_host_may_enter_anything_under_every_setting(entry):
    for records in ("all", "own", "host"):
        assert denied(replace(HOST, records=records), entry) is None


@pytest.mark.parametrize("entry", EACH, ids=lambda entry: entry.__struct_config__.tag)
def test_watchers_and_guests_without_rights_enter_nothing(entry):
    assert denied(WATCHER, entry) is TableFact.LINK_WATCHES_ONLY
    assert denied(LOOKS_ON, entry) is TableFact.HOST_RECORDS_ALONE


def test_a_guest_may_not_end_the_game():
    denials = {entry.__struct_config__.tag: denied(GUEST, entry) for entry in EACH}
    assert {kind for kind, fact in denials.items() if fact} == {"game-ended", "evening-closed"}
    assert set(denials.values()) == {None, TableFact.HOST_ONLY}
    # A new game ends the one before.
    game = EVENING.entries[0].entry
    assert denied(GUEST, game) is TableFact.HOST_ONLY
    assert denied(GUEST, game, say(LATER, "misdealt", "ended")) is None
    # Nor by a correction.
    for entry in (GameEnded(), EveningClosed()):
        assert denied(GUEST, Amended(3, entry)) is TableFact.HOST_ONLY


@pytest.mark.parametrize("access", [HOST, GUEST, WATCHER, BOB, NOBODY, LOOKS_ON])
def test_enterable_agrees_with_can_enter(access):
    whole = [TricksTaken({"Bob": 5}), TricksTaken({"Bob": 5}, declared={})]
    for evening in (EVENING, LATER):
        entries = [*evening.state.options(), *whole]
        one_by_one = [one for one in entries if policy.can_enter(access, evening, one)]
        assert list(policy.enterable(access, evening, entries)) == one_by_one


def test_players_record_their_own_seats_and_common_entries():
    for entry in (Declared("Bob", "play"), TurnedUp("6"), TrickWon("Cat"), Settled()):
        assert denied(BOB, entry) is None
    assert denied(BOB, Declared("Cat", "play")) is table_facts.AnothersSeat
    whole_deal = TricksTaken({"Bob": 3, "Cat": 2}, declared={})
    for entry in (Joined("Eve"), DepthChanged("plays"), RestDeclared("drop"), whole_deal):
        assert denied(BOB, entry) is TableFact.HOST_ONLY
    assert denied(NOBODY, TurnedUp("6")) is TableFact.SEAT_UNKNOWN


def test_payments_with_own_entries():
    """Everyone who records can mark payments; only the host sets the worth of a chip."""
    gone = say(start(depth="tricks"), "Bob leaves")
    for access, evening in ((BOB, LATER), (NOBODY, LATER), (BOB, gone)):
        assert denied(access, Paid("Cat", "Dan", 5), evening) is None
        assert denied(access, WorthSet(10, "EUR"), evening) is TableFact.HOST_ONLY


def test_a_closed_evening_is_corrected_by_its_host():
    closed = say(undo(LATER), "closed", Paid("Ann", "Bob", 1))
    for number in (3, closed.length - 1, closed.length):
        assert policy.can_change(HOST, closed, Amended(number), "another")
        assert not policy.can_change(GUEST, closed, Amended(number), "another")
    # A payment can also be deleted by the device that marked it, but nothing else.
    assert not policy.can_change(GUEST, closed, Amended(3), "self")
    assert policy.can_change(GUEST, closed, Amended(closed.length), "self")
    changed = Amended(closed.length, Paid("Ann", "Bob", 2))
    assert not policy.can_change(GUEST, closed, changed, "self")


def test_a_note_is_made_by_who_records_and_deleted_by_its_phone_or_the_host():
    closed = say(undo(LATER), "closed", Noted("A fine evening"))
    note = Amended(closed.length)
    for access in (HOST, GUEST, BOB, NOBODY):
        assert denied(access, Noted("So it was"), closed) is None
        assert policy.can_change(access, closed, note, "self")
    assert policy.can_change(HOST, closed, note, "another")
    assert not policy.can_change(GUEST, closed, note, "another")
    for access in (WATCHER, LOOKS_ON):
        assert denied(access, Noted("So it was"), closed)


def test_only_the_host_inserts_and_takes_an_insertion_back():
    """Also in a closed evening."""
    lost = Inserted(2, (Settled(),))
    closed = say(undo(LATER), "closed")
    for evening in (EVENING, LATER, closed):
        assert denied(HOST, lost, evening) is None
        for access in (GUEST, BOB):
            assert denied(access, lost, evening) is TableFact.HOST_ONLY
    evening = say(start(depth="result"), "up 6-3", "told Bob 5", "settled")
    evening = say(evening, "up 6-3", Inserted(5, (DealerSet("Dan"),)))
    number = evening.length
    assert denied(HOST, Undone(number), evening) is None
    assert denied(GUEST, Undone(number), evening) is TableFact.HOST_ONLY
    assert denied(GUEST, Amended(number), evening) is TableFact.HOST_ONLY


def test_the_dealer_is_set_by_the_host_where_players_record_for_their_own_seats():
    assert denied(GUEST, DealerSet("Bob")) is None
    assert denied(BOB, DealerSet("Bob")) is TableFact.HOST_ONLY


def test_imported_entries_can_be_undone_except_with_own_entries():
    assert denied(GUEST, Undone(3), author="nobody") is None
    assert denied(BOB, Undone(3), author="nobody") is TableFact.ANOTHERS_ENTRY


def test_only_a_host_corrects_an_earlier_deal():
    assert policy.can_change(GUEST, LATER, Amended(LATER.length), "another")
    assert not policy.can_change(GUEST, LATER, Amended(3), "self")
    assert policy.can_change(HOST, LATER, Amended(3), "another")


def test_players_correct_their_own_seats_and_entries():
    cat = replace(BOB, seat="Cat")
    assert policy.can_change(BOB, EVENING, Amended(3), "another")  # the host entered it for him
    assert denied(BOB, Amended(3, Declared("Cat", "play"))) is table_facts.AnothersSeat
    assert denied(cat, Amended(3)) is table_facts.AnothersSeat
    assert denied(cat, Amended(2), author="another") is TableFact.ANOTHERS_ENTRY  # the turn-up
    assert policy.can_change(cat, EVENING, Amended(2), "self")
    # Only the host and Bob can restore an entry that the host removed.
    out = say(EVENING, Amended(3))
    assert denied(cat, Amended(3, Declared("Cat", "play")), out) is table_facts.AnothersSeat
    assert denied(BOB, Amended(3, Declared("Bob", "play")), out) is None


def test_a_device_whose_player_left_has_no_seat():
    gone = say(start(depth="tricks"), "Bob leaves")
    for entry in (TurnedUp("6"), Settled(), Amended(2)):
        assert denied(BOB, entry, gone) is table_facts.SeatLeft
    assert denied(BOB, Undone(2), gone) is None  # his phone entered it
    assert policy.player_of(BOB, gone) == "" and policy.player_of(BOB, EVENING) == "Bob"


def test_who_answers_a_question():
    for player in ("Bob", None):
        assert policy.can_answer(GUEST, EVENING, player)
        assert policy.can_answer(BOB, EVENING, player)
        assert not policy.can_answer(NOBODY, EVENING, player)
        assert not policy.can_answer(WATCHER, EVENING, player)
    assert not policy.can_answer(BOB, EVENING, "Cat")
    assert policy.can_answer(replace(BOB, is_host=True), EVENING, "Cat")


def test_who_can_become_host():
    device = Device("guest", "", "", is_host=False, seen_at="2026-11-20T19:30:00Z")
    assert policy.can_become_host(device)
    for other in (replace(device, is_host=True), replace(device, watches=True)):
        assert not policy.can_become_host(other)


DEAL = ("Bob in", "Cat in", "Dan out", "Ann out", "won Bob Bob Cat Cat Bob", "settled")
TWO_DEALS = say(start(depth="tricks"), "up 6", *DEAL, "up 5", "Cat in", "Dan in", "Ann out", "Bob out",
                "won Cat Dan Cat Dan Cat", "settled", "up 4")  # fmt: skip


def undo(evening, times=1):
    for _ in range(times):
        evening = evening.enter(Undone(evening.undoable))
    return evening


def test_a_guest_undoes_only_the_last_settlement():
    evening = undo(TWO_DEALS)
    assert denied(GUEST, Undone(evening.undoable), evening) is None
    back = undo(evening, 11)  # undo the second deal up to its start
    assert isinstance(back.newest.entry, Settled)
    for access, fact in ((GUEST, TableFact.ONE_SETTLEMENT_BACK), (HOST, None)):
        assert denied(access, Undone(back.undoable), back) is fact
    # For corrections too, it is an earlier deal.
    for number in range(2, back.undoable + 1):
        assert denied(GUEST, Amended(number), back) is TableFact.HOST_ONLY
        assert denied(HOST, Amended(number), back) is None
    again = say(
        back, "up 5", "Cat in", "Dan in", "Ann out", "Bob out", "won Cat Cat Cat Dan Cat", "settled"
    )
    assert denied(GUEST, Undone(again.undoable), again) is None


def test_only_a_host_undoes_a_game_that_ended_another():
    """Only a host may start it, because it ends the current game."""
    another = started("Ann Bob Cat Dan", game="three-card-loo")
    for evening, fact in ((LATER, TableFact.HOST_ONLY), (say(undo(TWO_DEALS), "ended"), None)):
        if evening is LATER:
            evening = undo(evening)  # the turn-up
        assert denied(GUEST, another, evening) is fact
        evening = say(evening, another)
        assert denied(GUEST, Undone(evening.undoable), evening) is fact
        assert denied(HOST, Undone(evening.undoable), evening) is None


def test_players_answer_only_the_proofs_of_their_own_plays():
    """Correcting your own lead can prove another player's revoke."""
    evening = say(
        start("Ann Bob Cat", "five-card-loo", dealer="Cat"),
        *("up 2C", "Ann in", "Bob in", "Cat in"),
        *("Ann 5H", "Bob 6H", "Cat 7C", "Cat 8D", "Ann TH", "Bob 9S"),
    )
    by = Played("Ann", "5S")
    ann, cat = replace(BOB, seat="Ann"), replace(BOB, seat="Cat")
    assert denied(ann, Amended(6, by), evening) is None
    for access, fact in ((ann, table_facts.AnothersSeat), (HOST, None)):
        assert denied(access, Amended(6, by, {11: "revoke"}), evening) is fact
    assert denied(cat, Amended(6, by, {11: "revoke"}), evening) is table_facts.AnothersSeat
    assert denied(GUEST, Amended(6, by, {11: "revoke"}), evening) is None
    assert evening.enter(Amended(6, by, {11: "revoke"})).length == 12


def test_only_a_host_undoes_a_correction_of_an_entry_of_a_host():
    ended = say(undo(TWO_DEALS), "ended")
    another = say(undo(LATER), started("Ann Bob Cat Dan", game="three-card-loo"))
    for evening in (ended, say(ended, "closed"), another):
        out = evening.enter(Amended(evening.length))
        assert denied(GUEST, Undone(out.undoable), out) is TableFact.HOST_ONLY
        assert denied(HOST, Undone(out.undoable), out) is None
    other = started("Ann Bob Cat Dan", game="three-card-loo", dealer="Cat")
    corrected = another.enter(Amended(another.length, other))
    assert denied(GUEST, Undone(corrected.undoable), corrected) is TableFact.HOST_ONLY


def test_an_undo_does_not_restore_an_entry_of_another_seat():
    """The correction was made while everyone recorded for everyone."""
    evening = say(EVENING, "Cat in", Amended(4))
    assert denied(GUEST, Undone(5), evening) is None
    assert denied(BOB, Undone(5), evening) is table_facts.AnothersSeat


def test_a_game_cannot_start_before_the_end_of_another():
    """At that position, the previous game had not ended."""
    number = LATER.length
    evening = say(LATER, Amended(number), "ended")
    another = started("Ann Bob Cat Dan", game="three-card-loo")
    assert denied(GUEST, Amended(number, another), evening) is TableFact.HOST_ONLY


def test_a_settlement_by_correction_counts_as_one():
    """A guest can undo only the last settlement."""
    deal = ("Cat in", "Dan in", "Ann out", "Bob out", "won Cat Cat Cat Dan Cat")
    evening = say(LATER, *deal, "misdealt")
    number = evening.length
    back = evening.enter(Amended(number, Settled()))
    while not (isinstance(back.newest.entry, Settled) and back.newest.number < number):
        assert denied(GUEST, Undone(back.undoable), back) is None
        back = undo(back)
    assert denied(GUEST, Undone(back.undoable), back) is TableFact.ONE_SETTLEMENT_BACK


def test_only_a_host_corrects_which_games_were_played():
    """Adding or deleting the start of a game ends another game, or lets it continue."""
    game, another = start(depth="tricks"), started("Ann Bob Cat Dan", game="three-card-loo")
    second = say(game, another)
    out = say(second, Amended(2))
    assert denied(GUEST, Undone(3), out) is TableFact.HOST_ONLY  # the second game again
    assert denied(HOST, Undone(3), out) is None
    ended = say(out, "ended")
    assert denied(GUEST, Amended(2, another), ended) is TableFact.HOST_ONLY
    # Delete the first game, and keep the second.
    first_out = say(second, Amended(1))
    assert denied(GUEST, Undone(3), first_out) is TableFact.HOST_ONLY
    assert denied(HOST, Undone(3), first_out) is None


def test_a_start_is_undone_by_its_maker_or_a_host():
    """A guest could otherwise replace the host's game with another."""
    ended = say(undo(TWO_DEALS), "ended")
    for evening in (start(depth="tricks"), say(ended, started("Ann Bob Cat Dan"))):
        for author in ("another", "nobody"):
            assert denied(GUEST, Undone(evening.undoable), evening, author) is TableFact.HOST_ONLY
            assert denied(HOST, Undone(evening.undoable), evening, author) is None
        assert denied(GUEST, Undone(evening.undoable), evening) is None


def test_an_entry_of_another_seat_is_not_undone():
    """The entry was made while everyone recorded for everyone."""
    evening = say(EVENING, "Cat in")
    assert denied(BOB, Undone(4), evening) is table_facts.AnothersSeat
    assert denied(replace(BOB, seat="Cat"), Undone(4), evening) is None
    whole = TricksTaken({"Bob": 3, "Cat": 2}, declared={})
    told = say(start("Ann Bob Cat", depth="result"), "up 6", whole)
    assert denied(BOB, Undone(3), told) is TableFact.HOST_ONLY
    assert denied(replace(BOB, is_host=True), Undone(3), told) is None
    # The same holds for the answers of a correction.
    played = say(
        start("Ann Bob Cat", "five-card-loo", dealer="Cat"),
        *("up 2C", "Ann in", "Bob in", "Cat in"),
        *("Ann 5H", "Bob 6H", "Cat 7C", "Cat 8D", "Ann TH", "Bob 9S"),
        Amended(6, Played("Ann", "5S"), {11: "revoke"}),
    )
    assert denied(replace(BOB, seat="Ann"), Undone(12), played) is table_facts.AnothersSeat
    assert denied(HOST, Undone(12), played) is None


def test_the_key_of_rights_differs_with_each_right():
    accesses = [HOST, GUEST, WATCHER, LOOKS_ON, BOB, NOBODY, replace(BOB, seat="Cat")]
    accesses += [replace(one, second_look=True) for one in accesses]
    accesses += [replace(one, studies=False) for one in accesses]
    assert len({policy.rights(one) for one in accesses}) == len(accesses)


def test_only_the_player_who_left_undoes_that():
    gone = say(start(depth="tricks"), "Bob leaves")
    assert denied(BOB, Undone(2), gone) is None
    assert denied(replace(BOB, seat="Cat"), Undone(2), gone) is not None
