"""One deal, entry by entry (docs/rules.md 1 to 4): the options, and the refusals with their rules."""

import pytest

from companion.errors import RevokeProven
from companion.evening import Evening
from companion.evening.entries import GameStarted
from companion.rules.actions import Declared, Played, TurnedUp
from companion.rules.facts import Phase, Revoke
from companion.web.views import view
from companion.wording import say as say_
from tests.telling import accounts, code, refusal, say, session, start, started, taken

IN = ("Bob in", "Cat in", "Dan out", "Ann in")


def offered(evening, kind, what):
    return [getattr(said, what) for said in evening.state.options() if isinstance(said, kind)]


def playing(up="6-3", *said, **rules):
    """Return a deal in which declarations are over; Ann deals, and by default Bob, Cat and Ann are in."""
    return say(start(**rules), f"up {up}", *(said or IN))


def test_the_dealer_turns_up_in_loo_and_the_right_neighbour_in_rounce():
    assert say_(session(start()).deal.question()).startswith("Ann ")
    asked = say_(session(start(game="domino-rounce")).deal.question())
    assert asked.startswith("Dan, on the dealer’s right,")


@pytest.mark.parametrize("depth", ["tricks", "result"])
def test_the_trump_is_enough_unless_the_tile_is_needed(depth):
    evening = say(start(depth=depth), "up 6")
    assert session(evening).deal.trump == "6"
    assert say(start(depth=depth), "up 36").state.session.deal.trump == "6"


def test_at_depth_plays_the_turn_up_must_be_named():
    assert code(start(), "up 6") == "unreadable"


@pytest.mark.parametrize(
    ("piece", "refused"),
    [("7-1", "not-in-pack"), ("AS", "unreadable"), ("", "unreadable"), ("7", "unreadable")],
)
def test_a_turn_up_that_is_no_tile_is_refused(piece, refused):
    assert code(start(), TurnedUp(piece)) == refused


def test_the_turn_up_is_named_once():
    assert code(say(start(), "up 6-3"), "up 5-4") == "wrong-phase"


# Declarations


def test_declarations_run_from_the_dealers_left_round_to_the_dealer():
    evening = say(start(), "up 6-3")
    for player in ("Bob", "Cat", "Dan", "Ann"):
        assert session(evening).deal.turn == player
        assert set(offered(evening, Declared, "player")) == {player}
        evening = say(evening, f"{player} in")
    assert session(evening).deal.phase is Phase.PLAYING


def test_nobody_declares_out_of_turn_or_twice():
    evening = say(start(), "up 6-3", "Bob in")
    assert code(evening, "Dan in") == "out-of-turn"
    assert code(evening, "Bob out") == "out-of-turn"


def test_a_stranger_cannot_declare_or_play():
    assert code(say(start(), "up 6-3"), "Zed in") == "not-in"
    assert code(playing(), "Zed 6-6") == "not-in"


def test_nobody_declares_before_the_turn_up_or_once_tricks_are_played():
    assert code(start(), "Bob in") == "wrong-phase"
    assert code(playing(), "Bob in") == "wrong-phase"


def test_with_two_players_nobody_can_drop():
    two = say(start("Ann Bob"), "up 6-3")
    assert code(two, "Bob out") == "cannot-drop"
    assert "drop" not in offered(two, Declared, "choice")
    assert "drop" in offered(say(start("Ann Bob Cat"), "up 6-3"), Declared, "choice")


@pytest.mark.parametrize(("seats", "misses"), [("Ann Bob Cat Dan", 1), ("Ann Bob Cat", 2)])
def test_there_is_one_miss_with_four_players_and_two_with_fewer(seats, misses):
    evening = say(start(seats), "up 6-3")
    for player in ("Bob", "Cat")[:misses]:
        evening = say(evening, f"{player} miss")
    last = session(evening).deal.turn
    assert code(evening, f"{last} miss") == "no-miss-left"
    assert "miss" not in offered(evening, Declared, "choice")


def test_both_of_two_players_can_take_a_miss():
    evening = say(start("Ann Bob"), "up 6-3", "Bob miss", "Ann miss")
    assert session(evening).deal.phase is Phase.PLAYING


def test_a_player_who_took_the_miss_must_play_it():
    assert code(say(start(), "up 6-3", "Bob miss"), "Bob out") == "miss-binds"


@pytest.mark.parametrize("choice", ["pass", "three", "", "Play"])
def test_unknown_declarations_are_refused(choice):
    assert code(say(start(), "up 6-3"), Declared("Bob", choice)) == "unreadable"


def test_all_drop_before_the_dealer_who_declares_nothing():
    evening = say(start(), "up 6-3", "Bob out", "Cat out", "Dan out")
    assert session(evening).deal.phase is Phase.SETTLING
    assert code(evening, "Ann in") == "all-dropped"
    assert accounts(say(evening, "settled")) == {
        "Ann": 15, "Bob": -5, "Cat": -5, "Dan": -5, "pool": 0
    }  # fmt: skip


def test_a_sole_player_takes_the_pool_without_play():
    evening = say(start(), "up 6-3", "Bob out", "Cat in", "Dan out", "Ann out")
    assert session(evening).deal.phase is Phase.SETTLING
    assert code(evening, "Cat 6-6") == "wrong-phase"
    assert code(evening, "revoked Cat") == "wrong-phase"
    assert accounts(say(evening, "settled"))["Cat"] == 20


# The turn-up in hand


def turn_up_for(*said):
    return say(start(), "up 6-3", "Bob in", "Cat out", "Dan out", *said)


def test_a_dealer_who_plays_the_hand_dealt_may_take_the_turn_up():
    assert session(turn_up_for("Ann in +")).deal.phase is Phase.PLAYING
    assert session(turn_up_for("Ann in + 1-0")).deal.phase is Phase.PLAYING


@pytest.mark.parametrize(
    "said",
    [
        Declared("Ann", "miss", takes_turn_up=True),
        Declared("Ann", "drop", takes_turn_up=True),
        Declared("Ann", "play", discards="1-0"),
    ],
)
def test_when_the_turn_up_cannot_be_taken(said):
    assert code(turn_up_for(), said) == "dealer-turn-up"


def test_nobody_but_the_dealer_can_take_the_turn_up():
    assert code(say(start(), "up 6-3"), "Bob in +") == "dealer-turn-up"


def test_the_turn_up_cannot_be_its_own_discard():
    assert code(turn_up_for(), "Ann in + 6-3") == "already-seen"
    assert code(turn_up_for(), "Ann in + 7-3") == "not-in-pack"
    assert code(turn_up_for(), "Ann in + AS") == "unreadable"


def test_the_turn_up_is_seen_unless_the_dealer_took_it():
    assert code(turn_up_for("Ann in"), "Bob 6-3") == "already-seen"
    left = say(turn_up_for("Ann in"), "Bob 6-5")
    assert code(left, "Ann 6-3") == "already-seen"
    took = say(turn_up_for("Ann in +"), "Bob 6-5", "Ann 6-3")
    assert session(took).deal.trick_winners == ("Bob",)


def test_nobody_else_can_play_the_turn_up_in_the_dealers_hand():
    assert code(turn_up_for("Ann in +"), "Bob 6-3") == "already-seen"


def test_the_tile_put_away_is_seen():
    assert code(turn_up_for("Ann in + 1-0"), "Bob 1-0") == "already-seen"
    assert session(say(turn_up_for("Ann in +"), "Bob 1-0")).deal.tricks[0].suit == "1"


def test_the_turn_up_in_hand_is_played_by_the_last_trick():
    """`not-in-hand`. Rounce: Ann may keep the trump 6-3 while fives, fours and so on are led."""
    evening = say(
        start("Ann Bob", "domino-rounce"), "up 6-3", "Bob in", "Ann in +",
        "Bob 5-5", "Ann 5-1", "Bob 4-4", "Ann 4-1", "Bob 2-2", "Ann 2-1", "Bob 1-1", "Ann 1-0",
        "Bob 3-3",
    )  # fmt: skip
    assert code(evening, "Ann 0-0") == "not-in-hand"
    assert offered(evening, Played, "piece") == ["6-3"]
    assert session(say(evening, "Ann 6-3")).deal.trick_winners == ("Bob",) * 4 + ("Ann",)


# For the pool


def test_the_dealer_may_play_for_the_pool_only_against_the_miss():
    evening = say(start(), "up 6-3", "Bob out", "Cat miss", "Dan out")
    assert "for-the-pool" in offered(evening, Declared, "choice")
    assert session(say(evening, "Ann pool +")).deal.phase is Phase.PLAYING
    assert session(say(evening, "Ann out")).deal.sole == "Cat"


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (start(), ("Bob out", "Cat in", "Dan out")),
        (start(), ("Bob in", "Cat miss", "Dan out")),
        (start("Ann Bob Cat"), ("Bob miss", "Cat out")),
        (start(scoring="points"), ("Bob out", "Cat miss", "Dan out")),
        (start(game="domino-rounce"), ("Bob out", "Cat miss", "Dan out")),
    ],
    ids=["no miss taken", "two in", "three players", "points", "rounce"],
)
def test_playing_for_the_pool_is_refused_otherwise(game, said):
    evening = say(game, "up 6-3", *said)
    assert code(evening, "Ann pool") == "for-the-pool"
    assert "for-the-pool" not in offered(evening, Declared, "choice")


# Tricks, tile by tile


RESULT, TRICKS = {"depth": "result"}, {"depth": "tricks"}


@pytest.mark.parametrize(
    ("rules", "said", "phrase", "rule"),
    [
        ({}, ("Bob miss", "Cat out"), "Dan pool", "for-the-pool"),
        ({}, IN, "Cat 5-5", "not-your-turn"),
        ({}, IN, "Dan 5-5", "not-in"),
        ({}, (*IN, "Bob 5-4"), "Cat 4-5", "already-seen"),
        ({}, IN, "Bob 7-4", "not-in-pack"),
        ({}, IN, "Bob X", "unreadable"),
        ({}, (*IN, "Bob 5-4"), "Cat 5-5 as 5", "unreadable"),  # only the leader announces
        ({}, IN, "won Bob", "wrong-phase"),
        ({}, IN, "taken Bob 5", "wrong-phase"),
        (TRICKS, IN, "Bob 5-4", "wrong-phase"),
        (TRICKS, (*IN, "revoked Bob 1"), "revoked Bob 1", "already-recorded"),
        (RESULT, IN, "taken Bob 3 Cat 1", "trick-count"),
        (RESULT, IN, "taken Bob 6 Cat -1", "trick-count"),
        (RESULT, IN, "taken Bob 6", "trick-count"),
        (RESULT, IN, "taken", "trick-count"),
        ({}, IN, "Bob 5-5 revoke", "wrong-phase"),  # no proof yet
        ({}, IN, Played("Bob", "5-5", stands="correct"), "unreadable"),
    ],
)
def test_refused_entries(rules, said, phrase, rule):
    assert code(playing("6-3", *said, **rules), phrase) == rule


def test_eldest_leads_and_play_runs_clockwise_among_those_in():
    evening = playing()
    for phrase in ("Bob 5-4", "Cat 5-5", "Ann 5-1"):
        assert session(evening).deal.turn == phrase.split()[0]
        evening = say(evening, phrase)


def test_the_winner_leads_the_next_trick():
    evening = say(playing(), "Bob 5-4", "Cat 5-5", "Ann 5-1")
    assert session(evening).deal.trick_winners == ("Cat",)
    assert session(evening).deal.turn == "Cat"


def test_the_leader_announces_one_of_the_two_ends():
    evening = playing()
    assert session(say(evening, "Bob 5-4")).deal.tricks[0].suit == "5"
    assert session(say(evening, "Bob 5-4 as 4")).deal.tricks[0].suit == "4"
    assert session(say(evening, Played("Bob", "5-4", 4))).deal.tricks[0].suit == "4"
    assert code(evening, "Bob 5-4 as 3") == "unreadable"
    assert code(evening, "Bob 5-4 as x") == "unreadable"


def test_a_trump_is_led_only_as_a_trump():
    evening = playing()
    assert code(evening, "Bob 6-5 as 5") == "trump-tile"
    assert session(say(evening, "Bob 6-5 as 6")).deal.tricks[0].suit == "6"
    assert session(say(evening, "Bob 6-5")).deal.tricks[0].suit == "6"


def test_a_deal_is_not_settled_before_it_is_decided():
    assert code(start(), "settled") == "wrong-phase"
    assert code(playing(), "settled") == "wrong-phase"
    with pytest.raises(ValueError, match="not decided"):
        session(playing()).deal.settlement()


def test_a_complete_trick_stays_visible_until_the_next_lead():
    evening = say(playing(), "Bob 5-4", "Cat 5-5", "Ann 5-1")
    rows = {row.player: row for row in view(session(evening).deal).rows()}
    assert str(rows["Ann"].laid) == "5-1"
    assert rows["Cat"].tricks == 1 and rows["Cat"].on_turn
    assert not rows["Dan"].is_in
    rows = {row.player: row for row in view(session(say(evening, "Cat 3-3")).deal).rows()}
    assert rows["Ann"].laid is None and str(rows["Cat"].laid) == "3-3"


# Revokes

# Trump six. Cat throws the 3-1 on fives; her 5-1 in the second trick proves it.
BEFORE_PROOF = ("Bob 5-5", "Cat 3-1", "Ann 5-0", "Bob 2-2", "Cat 5-1", "Ann 2-1")


def test_a_play_that_proves_a_revoke_is_refused_with_the_evidence():
    refused = refusal(say(playing(), *BEFORE_PROOF[:4]), "Cat 5-1")
    assert isinstance(refused, RevokeProven)
    assert refused.rule == "follow-suit"
    (proof,) = refused.proofs
    assert (proof.player, proof.trick, proof.piece, proof.proof, proof.rule) == (
        "Cat", 1, "3-1", "5-1", "follow-suit"
    )  # fmt: skip
    for word in ("Cat", "3-1", "5-1", "trick 1"):
        assert word in say_(refused.fact)


@pytest.mark.parametrize("answer", ["revoke", "let-stand"])
def test_the_table_answers_and_the_play_goes_on(answer):
    evening = say(playing(), *BEFORE_PROOF[:4], f"Cat 5-1 {answer}")
    (revoke,) = session(evening).deal.revokes
    assert (revoke.player, revoke.trick, revoke.ruling) == ("Cat", 1, answer)
    assert session(evening).deal.turn == "Ann"
    assert session(evening).deal.trick_winners == ("Bob",)


def test_an_answered_revoke_is_not_asked_about_again():
    evening = say(playing(), *BEFORE_PROOF[:4], "Cat 5-1 let-stand", "Ann 2-1", "Bob 4-4")
    assert session(say(evening, "Cat 5-3")).deal.turn == "Ann"


def test_one_answer_covers_two_plays_proven_at_once():
    evening = say(playing(), "Bob 5-5", "Cat 3-1", "Ann 5-0", "Bob 5-4", "Cat 3-2", "Ann 5-2")
    refused = refusal(say(evening, "Bob 2-2"), "Cat 5-1")
    assert [proof.trick for proof in refused.proofs] == [1, 2]
    evening = say(evening, "Bob 2-2", "Cat 5-1 revoke")
    assert len(session(evening).deal.revokes) == 2


@pytest.mark.parametrize("house", [{"revoke": "loo"}, {"revoke": "note"}])
def test_without_a_revoke_the_deal_is_played_out(house):
    evening = say(playing(**house), *BEFORE_PROOF[:4], "Cat 5-1 revoke")
    assert code(evening, "settled") == "wrong-phase"


def test_an_ignored_revoke_does_not_settle_the_deal():
    evening = say(playing(), *BEFORE_PROOF[:4], "Cat 5-1 let-stand")
    assert code(evening, "settled") == "wrong-phase"


def test_plays_of_incomplete_hands_are_counted():
    evening = say(playing(), *BEFORE_PROOF[:4], "Cat 5-1 revoke", "settled")
    # Bob and Cat have two tiles each, Ann has one.
    assert session(evening).deals[-1].settlement.unchecked == 5


@pytest.mark.parametrize("depth", ["plays", "tricks", "result"])
def test_a_revoke_seen_can_be_recorded_at_any_depth(depth):
    evening = say(playing(depth=depth), "revoked Cat")
    assert session(evening).deal.revokes == (Revoke("Cat", None, "revoke"),)
    assert accounts(say(evening, "settled"))["Cat"] == -30


def test_a_revoke_needs_a_player_in_and_a_played_trick():
    assert code(say(start(), "up 6-3"), "revoked Bob") == "wrong-phase"
    evening = playing(depth="tricks")
    assert code(evening, "revoked Dan") == "not-in"
    assert code(evening, "revoked Bob 2") == "wrong-phase"
    assert code(evening, "revoked Bob 0") == "wrong-phase"
    evening = say(evening, "won Bob", "revoked Bob 2")
    assert session(evening).deal.revokes[0].trick == 2


def test_a_revoke_can_be_seen_until_the_settlement():
    evening = say(playing(depth="result"), "taken Bob 3 Cat 2", "revoked Cat", "settled")
    assert accounts(evening)["Cat"] == -30
    assert code(evening, "revoked Bob") == "wrong-phase"


# Tricks and totals


def test_five_tricks_are_won_one_by_one():
    evening = say(playing(depth="tricks"), "won Bob Bob Cat Ann")
    assert session(evening).deal.phase is Phase.PLAYING
    evening = say(evening, "won Ann")
    assert session(evening).deal.phase is Phase.SETTLING
    assert code(evening, "won Ann") == "wrong-phase"
    assert code(playing(depth="tricks"), "won Dan") == "not-in"


def test_players_not_named_took_no_trick_and_players_out_cannot_be_named():
    evening = say(playing(depth="result"), "taken Bob 5")
    assert taken(evening) == {"Bob": 5, "Cat": 0, "Ann": 0}
    assert code(playing(depth="result"), "taken Bob 5 Dan 0") == "not-in"


# Stakes


@pytest.mark.parametrize(("chips", "stakes"), [(4, 20), (5, 5)])
def test_fewer_chips_than_tricks_are_an_empty_pool(chips, stakes):
    """docs/rules.md 3, Stakes, resolved: a pool under five counts as empty."""
    evening = say(
        start("Ann Bob Cat", depth="result", loo="fixed", loo_chips=chips),
        "up 6", "Bob in", "Cat in", "Ann out", "taken Bob 5", "settled",
    )  # fmt: skip
    assert accounts(evening)["pool"] == chips
    assert accounts(say(evening, "up 6"))["pool"] == chips + stakes


# A game for scores


def won():
    """Return an evening in which Ann goes from 15 to zero by three scores of five without play."""
    return say(
        start("Ann Bob Cat", "domino-rounce", "result"),
        "up 6", "Bob out", "Cat out", "settled",
        "up 6", "Cat out", "Ann in", "Bob out", "settled",
        "up 6", "Ann in", "Bob out", "Cat out", "settled",
    )  # fmt: skip


def test_no_deal_begins_after_a_win():
    evening = won()
    assert session(evening).winner == "Ann"
    assert session(evening).scores == {"Ann": 0, "Bob": 15, "Cat": 15}
    for phrase in ("up 6", "Bob sits-out", "Dan joins", "Bob leaves", "depth plays", "misdealt"):
        assert code(evening, phrase) == "game-over"
    assert len(say(evening, started("Ann Bob", "domino-loo")).state.sessions) == 2


# Starting


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        (GameStarted("whist", ("Ann", "Bob"), "Ann", "plays"), "unreadable"),
        (GameStarted("domino-loo", ("Ann", "Bob"), "Cat", "plays"), "not-in"),
        (GameStarted("domino-loo", ("Ann", "Bob"), "Ann", "deep"), "unreadable"),
        (GameStarted("domino-loo", ("Ann",), "Ann", "plays"), "too-few-players"),
        (GameStarted("domino-loo", (), "Ann", "plays"), "too-few-players"),
        (GameStarted("domino-loo", tuple("ABCDE"), "A", "plays"), "too-many-players"),
        (GameStarted("domino-loo", ("Ann", "Ann"), "Ann", "plays"), "already-recorded"),
        (GameStarted("domino-loo", ("Ann", "ann"), "Ann", "plays"), "already-recorded"),
        (GameStarted("domino-loo", ("Ann", "pool"), "Ann", "plays"), "unreadable"),
        (GameStarted("domino-loo", ("Ann", "Bob"), "Ann", "plays", preset="old"), "unreadable"),
        (GameStarted("domino-loo", ("Ann", "Bob"), "Ann", "plays", edition=4), "unreadable"),
        (GameStarted("domino-loo", ("Ann", "Bob"), "Ann", "plays", edition=0), "unreadable"),
        (
            GameStarted("domino-loo", ("Ann", "Bob"), "Ann", "plays", house_rules={"loo": "x"}),
            "unreadable",
        ),
        (
            GameStarted(
                "domino-rounce", ("Ann", "Bob"), "Ann", "plays", house_rules={"loo": "pool"}
            ),
            "unreadable",
        ),
    ],
)
def test_a_game_that_cannot_begin_is_refused(said, refused):
    assert code(Evening(), said) == refused


@pytest.mark.parametrize(("named", "edition"), [(None, 1), (1, 1), (2, 2), (3, 3)])
def test_a_game_keeps_its_edition(named, edition):
    """docs/rules.md 1, Editions: a start without an edition has edition 1."""
    assert session(start(edition=named)).edition == edition
