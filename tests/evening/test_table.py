"""Seats, dealers, misdeals, endings and several games (docs/rules.md 1)."""

import pytest

from companion.errors import RuleViolation, StaleEntry
from companion.evening import Evening
from companion.evening.entries import (
    Amended,
    DealerSet,
    EveningClosed,
    GameEnded,
    Left,
    Noted,
    Paid,
    PlayerRenamed,
    SatIn,
    SatOut,
    Undone,
)
from companion.rules.actions import Declared, Misdealt, Revoked, Settled, TricksTaken, TurnedUp
from tests.telling import accounts, code, say, session, start, started, taken


def lone(evening):
    """Settle another deal, in which all players before the dealer drop."""
    players = session(evening).deal.setup.players
    return say(evening, "up 6-3", *(f"{player} out" for player in players[:-1]), "settled")


def dealer(evening):
    return session(evening).deal.setup.dealer


def dealers(evening, number):
    found = [dealer(evening)]
    while len(found) < number:
        evening = lone(evening)
        found.append(dealer(evening))
    return found


# Seats


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ((), ["Ann", "Bob", "Cat", "Dan", "Ann"]),
        (("Bob sits-out",), ["Ann", "Cat", "Dan", "Ann"]),
        (("Ann sits-out",), ["Bob"]),
        (("Ann sits-out", "Bob sits-out"), ["Cat"]),
        (("Ann sits-out", "Ann sits-in"), ["Ann"]),
    ],
)
def test_the_deal_passes_to_the_left_and_skips_those_who_sit_out(said, found):
    assert dealers(say(start(), *said), len(found)) == found


def test_eldest_is_the_first_on_the_dealers_left():
    assert session(start(dealer="Cat")).deal.setup.players == ("Dan", "Ann", "Bob", "Cat")


def test_a_player_who_sits_out_stakes_nothing():
    """docs/rules.md 1, Sitting out: stakes depend on the number of players dealt in."""
    evening = say(start(), "Cat sits-out", "up 6-3")
    assert accounts(evening) == {"Ann": -10, "Bob": -5, "Cat": 0, "Dan": -5, "pool": 20}


@pytest.mark.parametrize(
    ("said", "phrases", "rule"),
    [
        (
            ("up 6-3",),
            ("Bob sits-out", "Eve joins", "Bob leaves", "depth tricks", "ended", "closed"),
            "wrong-phase",
        ),
        (("up 6-3",), (started("Ann Bob", "domino-rounce"),), "wrong-phase"),
        ((), ("misdealt",), "wrong-phase"),  # the deal has not begun
        ((), ("depth deep",), "unreadable"),
        ((), ("Bob sits-in",), "already-recorded"),
        (("Bob sits-out",), ("Bob sits-out",), "already-recorded"),
        (("Bob sits-out",), ("Zed sits-in",), "not-in"),
        (("Bob leaves",), ("Bob sits-in", "Bob leaves"), "not-in"),
        # The miss and `for-the-pool` depend on the number of players dealt in.
        (("Cat sits-out", "up 6-3", "Bob miss", "Dan miss"), ("Ann miss",), "no-miss-left"),
        (("Cat sits-out", "up 6-3", "Bob miss", "Dan out"), ("Ann pool",), "for-the-pool"),
        (
            ("ended",),
            ("up 6-3", "Bob sits-out", "Eve joins", "depth tricks", "ended", "settled"),
            "wrong-phase",
        ),
    ],
)
def test_refused_changes_of_the_table(said, phrases, rule):
    evening = say(start(), *said)
    assert {code(evening, phrase) for phrase in phrases} == {rule}


def test_a_new_player_sits_to_the_left_of_the_named_one_or_last():
    three = start("Ann Bob Cat")
    assert session(say(three, "Dan joins Ann")).seated() == ("Ann", "Dan", "Bob", "Cat")
    assert session(say(three, "Dan joins")).seated() == ("Ann", "Bob", "Cat", "Dan")
    assert code(three, "Dan joins Zed") == "not-in"
    assert code(three, "Bob joins") == "already-recorded"
    assert code(three, "bob joins") == "already-recorded"
    assert code(three, "pool joins") == "unreadable"


def test_a_fifth_joins_only_once_somebody_sits_out():
    assert code(start(), "Eve joins") == "too-many-players"
    evening = say(start(), "Dan sits-out", "Eve joins")
    assert session(evening).dealt_in() == ("Ann", "Bob", "Cat", "Eve")
    assert code(evening, "Dan sits-in") == "too-many-players"


def test_joining_to_the_left_of_the_last_dealer_does_not_mean_dealing_next():
    """The settlement of a deal determines the next dealer."""
    evening = say(lone(start("Ann Bob Cat")), "Dan joins Ann")
    assert dealers(evening, 4) == ["Bob", "Cat", "Ann", "Dan"]


def test_a_player_who_left_keeps_an_account_and_does_not_deal():
    evening = say(lone(start()), "Bob leaves")
    assert session(evening).seated() == ("Ann", "Cat", "Dan")
    assert accounts(evening)["Bob"] == -5
    assert dealer(evening) == "Cat"


def test_a_player_who_comes_back_has_the_same_account_in_a_new_place():
    evening = say(lone(start()), "Bob leaves", "Bob joins")
    assert session(evening).seated() == ("Ann", "Cat", "Dan", "Bob")
    assert accounts(evening)["Bob"] == -5


def test_a_player_who_leaves_and_comes_back_loses_the_turn_to_deal():
    """The deal passes to the left of the old seat; the player later deals from the new seat."""
    evening = say(lone(start()), "Bob leaves", "Bob joins")
    assert dealers(evening, 5) == ["Cat", "Dan", "Bob", "Ann", "Cat"]


def test_a_player_who_comes_back_to_rounce_has_the_same_score():
    evening = say(lone(start("Ann Bob Cat", "domino-rounce")), "Ann leaves", "Ann joins")
    assert session(evening).scores["Ann"] == 10
    assert session(say(evening, "Dan joins")).scores["Dan"] == 15


def test_with_too_few_players_nobody_deals():
    evening = say(start("Ann Bob"), "Bob sits-out")
    assert session(evening).deal is None
    assert code(evening, "up 6-3") == "too-few-players"
    assert dealer(say(evening, "Cat joins")) == "Ann"


def test_the_last_at_the_table_ends_the_game_instead_of_leaving():
    evening = say(start("Ann Bob"), "Bob leaves")
    assert code(evening, "Ann leaves") == "too-few-players"
    assert say(evening, "ended").state.session.ended


def test_two_players_cannot_drop_and_still_play_for_chips():
    """`cannot-drop`; a game for chips stays one when only two are dealt in."""
    evening = say(start(), "Cat sits-out", "Dan sits-out", "up 6-3")
    assert code(evening, "Bob out") == "cannot-drop"
    assert accounts(evening)["pool"] == 15


def test_the_depth_changes_between_deals():
    evening = say(start(), "depth result", "up 6", "Bob in", "Cat in", "Dan out", "Ann out")
    assert taken(say(evening, "taken Bob 5")) == {"Bob": 5, "Cat": 0}


def test_deals_of_each_dealer_are_counted():
    evening = say(lone(lone(start("Ann Bob Cat"))), "Dan joins", "Ann leaves")
    assert session(evening).deals_dealt() == {"Ann": 1, "Bob": 1, "Cat": 0, "Dan": 0}


# Misdeal


@pytest.mark.parametrize(
    "said",
    [
        ("up 6-3",),
        ("up 6-3", "Bob in"),
        ("up 6-3", "Bob in", "Cat in", "Dan out", "Ann out", "Bob 5-5"),
        ("up 6-3", "Bob out", "Cat out", "Dan out"),
    ],
)
def test_a_deal_can_be_void_until_it_is_settled(said):
    evening = say(start(), *said)
    before = accounts(evening)
    evening = say(evening, "misdealt")
    assert (dealer(evening), session(evening).number) == ("Ann", 1)
    assert accounts(evening) == before
    assert accounts(say(evening, "up 6-3")) == before


def test_a_deal_that_has_not_begun_cannot_be_void():
    assert code(lone(start()), "misdealt") == "wrong-phase"


def test_after_a_misdeal_the_players_dealt_in_again_stake():
    evening = say(start(), "up 6-3", "misdealt", "Dan sits-out", "up 6-3")
    assert accounts(evening) == {"Ann": -10, "Bob": -5, "Cat": -5, "Dan": 0, "pool": 20}


def test_stakes_of_a_void_deal_count_when_the_game_ends():
    """docs/rules.md 1, Ledger: every movement of chips is a line."""
    evening = say(start(), "up 6-3", "misdealt", "ended")
    game = session(evening)
    # 25: six each and one over, to the left of Ann, the next dealer.
    assert accounts(evening) == {"Ann": -4, "Bob": 2, "Cat": 1, "Dan": 1, "pool": 0}
    assert sum(line.amount for line in game.open_lines()) == 25
    assert sum(line.amount for line in game.ending) == 25


# Ending


def looed(evening):
    """Play a deal in which Bob takes all and Cat is looed; it leaves 25 in the pool."""
    return say(evening, "up 6-3", "Bob in", "Cat in", "Dan out", "Ann out", "taken Bob 5",
               "settled")  # fmt: skip


def test_players_who_sit_out_share_the_ending_but_not_those_who_left():
    evening = say(looed(start(depth="result")), "Bob sits-out", "Dan leaves", "ended")
    # 25 among Ann, Bob and Cat: 8 each, the odd chip to Bob.
    assert accounts(evening) == {"Ann": -2, "Bob": 29, "Cat": -22, "Dan": -5, "pool": 0}


def test_a_second_game_ends_the_first():
    evening = say(looed(start(depth="result")), started("Ann Bob", "domino-rounce"))
    first, second = evening.state.sessions
    assert first.ended and first.accounts()["pool"] == 0
    assert (second.number, second.scores) == (1, {"Ann": 15, "Bob": 15})


def test_a_refused_second_game_leaves_the_first_open():
    evening = looed(start(depth="result"))
    assert code(evening, started("Ann", "domino-rounce")) == "too-few-players"
    assert code(evening, started("Ann bob", "domino-rounce")) == "already-recorded"
    assert not session(evening).ended


def test_after_closing_only_payments_can_be_entered():
    evening = say(looed(start(depth="result")), "closed")
    assert session(evening).ended and accounts(evening)["pool"] == 0
    for phrase in ("up 6-3", "ended", "closed", started("Ann Bob")):
        assert code(evening, phrase) == "evening-closed"
    assert {type(entry) for entry in evening.state.options()} == {Paid}


def test_the_closing_can_be_undone():
    evening = looed(start(depth="result"))
    closed = say(evening, "closed")
    assert say(closed, f"undo {closed.length}").state == evening.state


def test_before_the_first_game_only_a_start_or_closing_is_possible():
    assert Evening().state.options() == (EveningClosed(),)
    assert code(Evening(), "up 6-3") == "wrong-phase"
    assert code(Evening(), GameEnded()) == "wrong-phase"
    assert say(Evening(), "closed").state.closed


def test_an_evening_lists_everyone_who_sat_at_the_table():
    evening = say(start("Ann Bob"), "Cat joins Ann", "Bob leaves", started("Dan Ann"))
    assert evening.state.people() == ("Ann", "Cat", "Bob", "Dan")


def test_a_name_is_mended_for_the_whole_evening():
    evening = say(start("Ann Bbo"), "up 6-3", "Bbo in", "Ann in")
    evening = say(evening, PlayerRenamed("Bbo", "Bob"))
    assert evening.state.people() == ("Ann", "Bob")
    assert evening.entries[2].entry == Declared("Bob", "play")
    assert evening.log[2] == Declared("Bbo", "play")
    # Nobody can get the name of another, or one that only differs in case.
    assert code(evening, PlayerRenamed("Bob", "ann")) == "already-recorded"
    assert code(evening, PlayerRenamed("Bob", "Bob")) == "already-recorded"
    assert code(evening, PlayerRenamed("Bbo", "Bill")) == "not-in"
    assert say(evening, PlayerRenamed("Bob", "BOB")).state.people() == ("Ann", "BOB")
    # A second name replaces the first, and the name is free for someone else.
    later = say(evening, "misdealt", PlayerRenamed("Bob", "Rob"), "Bob joins Ann", "closed")
    assert say(later, PlayerRenamed("Rob", "Robert")).state.people() == ("Ann", "Bob", "Robert")
    with pytest.raises(StaleEntry):
        evening.enter(Amended(evening.length, PlayerRenamed("Bob", "Bill")))


def test_the_table_says_who_deals_next_and_the_deal_goes_on_from_there():
    """By hand: Dan deals, set to Bob; then Cat, whom the order of seats makes the next."""
    evening = say(start("Ann Bob Cat Dan", depth="result", dealer="Dan"), DealerSet("Bob"))
    assert dealer(evening) == "Bob"
    evening = say(evening, "up 6-3", "told Cat 3 Ann 2", "settled")
    assert dealer(evening) == "Cat"
    assert evening.state.session.deals_dealt() == {"Ann": 0, "Bob": 1, "Cat": 0, "Dan": 0}
    assert dealer(say(evening, DealerSet("Cat"))) == "Cat"
    assert code(evening, DealerSet("Eve")) == "not-in"
    assert code(say(evening, "Bob sits-out"), DealerSet("Bob")) == "not-in"
    assert code(say(evening, "up 6-3"), DealerSet("Bob")) == "wrong-phase"
    assert dealer(say(evening, DealerSet("Ann"), Undone(evening.length + 1))) == "Cat"
    # After a misdeal the one who was set deals again.
    again = say(evening, DealerSet("Ann"), "up 6-3", "misdealt")
    assert dealer(again) == "Ann"


def test_a_note_is_of_the_evening_or_of_a_deal_and_stays_with_it():
    evening = say(
        start(depth="result"), "up 6-3", Noted("Late again"), "told Cat 3 Ann 2", "settled"
    )
    first, length = 2, evening.length
    evening = say(evening, "up 6-3", Noted("Ann’s famous revoke", of=first))
    evening = say(evening, "misdealt", "closed", Noted("A fine evening"))
    texts = [(note.text, note.deal) for note in evening.notes()]
    assert texts == [
        ("Late again", None), ("Ann’s famous revoke", (0, 1)), ("A fine evening", None),
    ]  # fmt: skip
    assert evening.deal_of(length + 1) == (0, 2)
    assert evening.state.balances() == say(start(depth="result"), *NOTELESS).state.balances()
    without = evening.enter(Amended(evening.notes()[1].number))
    assert [note.text for note in without.notes()] == ["Late again", "A fine evening"]


NOTELESS = ("up 6-3", "told Cat 3 Ann 2", "settled", "up 6-3", "misdealt", "closed")


@pytest.mark.parametrize("text", ["", " late", "late  again", "late\nagain", "a\x00b", "x" * 501])
def test_a_note_is_one_line_of_text(text):
    assert code(start(), Noted(text)) == "unreadable"
    assert say(start(), Noted("x" * 500)).notes()


def test_a_note_names_an_earlier_entry():
    assert code(start(), Noted("A fine deal", of=2)) == "stale"
    assert code(start(), Noted("A fine deal", of=40)) == "stale"


def test_after_a_misdeal_the_same_dealer_deals_again_whoever_sits_in():
    evening = start(dealer="Ann").enter(SatOut("Ann"))
    evening = say(evening, "up 6-3").enter(Misdealt()).enter(SatIn("Ann"))
    assert dealer(evening) == "Bob"


def test_a_player_who_left_does_not_win():
    """`score-tie`: only tied players who are still at the table can win."""
    evening = start("Ann Bob Cat", game="domino-rounce", depth="result")
    for tricks in ({"Ann": 3, "Bob": 2}, {"Ann": 2, "Bob": 3}) * 3:
        everybody = [Declared(p, "play") for p in session(evening).deal.setup.players]
        for said in (TurnedUp("6"), *everybody, TricksTaken(tricks), Settled()):
            evening = evening.enter(said)
    assert session(evening).tied == ("Ann", "Bob")
    evening = evening.enter(Left("Ann"))
    players = session(evening).deal.setup.players
    for said in (
        TurnedUp("6"),
        *(Declared(p, "play") for p in players),
        TricksTaken({"Cat": 5}),
        Settled(),
    ):
        evening = evening.enter(said)
    assert session(evening).winner == "Bob"


def test_a_revoke_needs_a_play_to_the_trick():
    evening = say(start(), "up 6-3", "Bob in", "Cat in", "Dan out", "Ann out", "Bob 5-4")
    assert evening.enter(Revoked("Bob", 1)).state.session.deal.revokes
    with pytest.raises(RuleViolation):
        evening.enter(Revoked("Cat", 1))
