"""Studies of deals that were worked out by hand, with all cards open."""

import pytest

from companion import replay
from companion.study.deal import NotStudied, study
from companion.study.hands import ImpossibleHand, laid_down, who_dropped
from companion.study.looed import counted
from companion.study.report import report
from tests.telling import entries, started

# Three-card Loo, classic; hearts are trumps, and nobody but Cat could have had one. Ann deals.
#   Bob AS 5S 2D · Ann KS 9D 8D · Cat dropped
# With AS, Bob draws the king and 5S is good: two tricks. With 2D, Ann wins and leads the other diamond,
# so AS is left: one. With 5S, the king wins, 2D has to follow to 9D, and 8D beats the ace: none.
GAVE_AWAY = ("up 7H", "Bob in", "Cat out", "Ann in",
             "Bob 5S", "Ann KS", "Ann 9D", "Bob 2D", "Ann 8D", "Bob AS")  # fmt: skip
# Bob's trumps win everything, whatever Ann does.
NO_CHANCE = ("up 7H", "Bob in", "Cat out", "Ann in",
             "Bob AH", "Ann 2S", "Bob KH", "Ann 3S", "Bob QH", "Ann 4S")  # fmt: skip
# Bob AS 5S AD · Ann KS 2D 3C. Ann's king wins only if Bob leads 5S to it; if he then throws both aces
# away, so do 3C and 2D.
OPEN = ("up 7H", "Bob in", "Cat out", "Ann in",
        "Bob AS", "Ann KS", "Bob 5S", "Ann 2D", "Bob AD", "Ann 3C")  # fmt: skip


def evening(*phrases, seats="Ann Bob Cat", game="three-card-loo", **how):
    said = [started(seats, game=game, **how)]
    for phrase in phrases:
        said += entries(phrase) if isinstance(phrase, str) else [phrase]
    found, problems = replay(said)
    assert not problems
    return found.state


def deal(*phrases, **how):
    return evening(*phrases, **how).session.deal


def values(studied):
    return {
        player: (studied.taken(player), studied.sure[player][0], studied.most[player][0])
        for player in studied.players
    }


def test_a_play_that_gave_two_tricks_away():
    studied = study(deal(*GAVE_AWAY))
    assert values(studied) == {"Bob": (0, 2, 2), "Ann": (3, 1, 3)}
    (lost,) = studied.lost("Bob")
    assert (lost.place, lost.sure, lost.left) == (0, 2, 0)
    assert [str(move.piece) for move in studied.better(lost)] == ["AS"]
    # Ann can lead either diamond, so no single answer to it has to be found.
    assert studied.refutation(lost) is None
    assert studied.verdict("Bob") == "play" and studied.verdict("Ann") == "safe"
    assert studied.lost("Ann") == ()


def test_what_a_trick_cost_is_the_players_own_line():
    # The dealer's stake is 3, so a trick brings 1, and the loo costs 3: from +2 to -3.
    found = deal(*GAVE_AWAY)
    assert [found.gain_of("Bob", tricks) for tricks in range(4)] == [-3, 1, 2, 3]


def test_no_play_could_have_won_a_trick():
    studied = study(deal(*NO_CHANCE))
    assert values(studied) == {"Bob": (3, 3, 3), "Ann": (0, 0, 0)}
    assert studied.verdict("Ann") == "cards"


def test_it_depended_on_the_others():
    studied = study(deal(*OPEN))
    assert values(studied) == {"Bob": (3, 3, 3), "Ann": (0, 0, 3)}
    assert studied.verdict("Ann") == "open" and not studied.lost("Ann")


def test_an_unlawful_play_is_named():
    plays = ("Bob AS", "Ann 2D", "Bob 5S", "Ann KS let-stand", "Ann 3C", "Bob AD")
    studied = study(deal("up 7H", "Bob in", "Cat out", "Ann in", *plays))
    assert studied.unlawful == (1,)
    assert {studied.verdict(player) for player in ("Ann", "Bob")} == {"unlawful"}
    found = report(evening("up 7H", "Bob in", "Cat out", "Ann in", *plays))
    assert found["deals"][0]["unlawful"] == [{"player": "Ann", "trick": 1, "piece": "2D"}]


def test_an_unlawful_play_gives_nothing_away():
    """Ann could have won two tricks: with the king of spades, and with the club that Bob cannot follow."""
    plays = ("Bob 5S", "Ann 2D", "Bob AS", "Ann KS let-stand", "Bob AD", "Ann 3C")
    studied = study(deal("up 7H", "Bob in", "Cat out", "Ann in", *plays))
    assert studied.unlawful == (1,) and studied.sure["Ann"][:3] == (0, 2, 0)
    assert studied.lost("Ann") == ()


def test_pam_is_a_choice_of_the_leader():
    # Five-card Loo, classic, without a trick of the others: spades are trumps, Pam is JC. Bob leads the
    # ace; only with "Pam be civil" it is safe from Ann's Pam, who then wins a later trick.
    plays = ("Bob AS", "Ann JC", "Ann 9D", "Bob KD", "Bob QD", "Ann 2C", "Bob 3H", "Ann 4H",
             "Ann 3C", "Bob 2H")  # fmt: skip
    found = deal("up 7S", "Bob in", "Cat out", "Ann in", *plays, game="five-card-loo")
    studied = study(found)
    assert [str(move.piece) + "+" * move.civil for move in studied.choices[0]] == ["AS", "AS+"]


def test_looed_by_the_cards_by_the_play_and_neither():
    assert counted(evening(*GAVE_AWAY, "settled")) == [{"Bob": {"play": 1}}]
    assert counted(evening(*NO_CHANCE, "settled")) == [{"Ann": {"cards": 1}}]
    assert counted(evening(*OPEN, "settled")) == [{"Ann": {"open": 1}}]
    assert counted(evening(*OPEN)) == [{"Ann": {"open": 1}}]  # the settlement is on the screen
    assert counted(evening(*OPEN[:-1])) == [{}]
    # Another game of the evening counts apart. Ann revoked there, and paid.
    again = started("Ann Bob Cat", game="three-card-loo", revoke="loo")
    revoked = ("Bob AS", "Ann 2D", "Bob 5S", "Ann KS revoke", "Ann 3C", "Bob AD")
    both = (*OPEN, "settled", "ended", again, "up 7H", "Bob in", "Cat out", "Ann in", *revoked)
    assert counted(evening(*both, "settled")) == [{"Ann": {"open": 1}}, {"Ann": {"unlawful": 1}}]


def test_a_julepe_with_one_trick_is_looed_for_want_of_another():
    # Spades are trumps. Dan needs two tricks: the ace is sure, and Bob's cards are higher in each suit.
    plays = ("Dan AS", "Bob KH", "Dan 2H", "Bob 3H", "Bob AH", "Dan 4H", "Bob AD", "Dan 2D",
             "Bob 3D", "Dan 4D")  # fmt: skip
    declared = ("up KS", "Dan in", "Cat out", "Bob in", "Ann out", "Dan draws 0", "Bob draws 0")
    state = evening(*declared, *plays, seats="Ann Bob Cat Dan", game="julepe")
    assert counted(state) == [{"Dan": {"cards": 1}}]
    assert study(state.session.deal).verdict("Dan") == "safe"  # of his one trick


# Napoleon: Bob leads, and the suit he leads is trump.


# Bob AS AH KD 2C 3C · Ann KS KH AD QD AC. With spades as trumps Bob wins two tricks. If he leads 2C,
# clubs are trumps and Ann's ace falls: 3C and the two aces are three tricks. KD is a fourth if Ann leads
# QD to it, but she leads AD.
CONTRACT = ("Bob AS", "Ann KS", "Bob AH", "Ann KH", "Bob KD", "Ann AD", "Ann QD", "Bob 2C",
            "Ann AC", "Bob 3C")  # fmt: skip


def contract(bid):
    said = (f"Bob says {bid}", "Ann says pass", *CONTRACT)
    return evening(*said, seats="Ann Bob", game="napoleon")


@pytest.mark.parametrize(("bid", "sure"), [("two", True), ("three", True), ("four", False)])
def test_contracts(bid, sure):
    said = {"declarer": "Bob", "bid": bid, "sure": sure, "most": True, "made": bid == "two"}
    assert report(contract(bid))["deals"] == [{"game": 1, "deal": 1, "contract": said}]


def test_a_contract_that_was_given_away():
    studied = study(contract("three").session.deal)
    (lost,) = studied.lost("Bob")
    assert lost.place == 0 and studied.verdict("Bob") == "play"
    assert [str(move.piece) for move in studied.better(lost)] == ["3C", "2C"]


def test_misery_is_sure_if_no_trick_can_be_forced():
    # Bob's spades are all below Ann's, and he never has to win.
    plays = ("Bob 6S", "Ann AS", "Ann KS", "Bob 5S", "Ann QS", "Bob 4S", "Ann JS", "Bob 3S",
             "Ann TS", "Bob 2S")  # fmt: skip
    said = ("Bob says misery", "Ann says pass", *plays)
    (found,) = report(evening(*said, seats="Ann Bob", game="napoleon", misery=True))["deals"]
    assert found["contract"]["sure"] and found["contract"]["most"] and found["contract"]["made"]


# A hand that was dropped


def test_a_dropped_hand_is_laid_down_against_theirs():
    found = deal(*OPEN)
    assert who_dropped(found) == ("Cat",)
    assert laid_down(found, "Cat", ["AH", "KH", "QH"]) == (3, 3)
    # Bob leads first. QC can win only a trick that begins with clubs, which only Ann's 3C can.
    assert laid_down(found, "Cat", ["QC", "2C", "4D"])[0] == 0


@pytest.mark.parametrize(
    "pieces",
    [
        *(["AS", "KH", "QH"], ["7H", "KH", "QH"], ["KH", "QH"], ["KH", "QH", "QH"]),
        *(["1X", "KH", "QH"], [], ["KH", "QH", "JH", "TH"], ["6-6", "KH", "QH"]),
    ],
    ids=" ".join,
)
def test_hands_that_cannot_be(pieces):
    with pytest.raises(ImpossibleHand):
        laid_down(deal(*OPEN), "Cat", pieces)


def test_only_a_player_who_dropped_lays_a_hand_down():
    for player in ("Ann", "Zoe"):
        with pytest.raises(NotStudied):
            laid_down(deal(*OPEN), player, ["AH", "KH", "QH"])


def test_no_hand_is_laid_down_where_others_exchanged_after():
    # Irish Loo: Cat drops, then Ann exchanges two cards.
    said = ("up 7S", "Bob in", "Cat out", "Ann in draws 2")
    plays = ("Bob AH", "Ann 2H", "Bob KD", "Ann 3D", "Bob 5C", "Ann 6C")
    assert who_dropped(deal(*said, *plays, game="irish-loo")) == ()


# What is not studied


@pytest.mark.parametrize(
    ("why", "said", "how"),
    [
        ("open", OPEN[:-1], {}),
        ("open", ("up 7H",), {}),
        ("no-play", ("up 7H", "Bob out", "Cat out"), {}),
        ("depth", ("up 7H", "Bob in", "Cat out", "Ann in", "won Bob Bob Ann"), {"depth": "tricks"}),
        ("depth", ("up 7H", "told Bob 2 Ann 1"), {"depth": "result"}),
        ("game", ("left Bob Ann=3 Cat=4",), {"game": "coon-can", "depth": "result"}),
    ],
)
def test_why_not(why, said, how):
    state = evening(*said, **how)
    assert [one.get("why_not") for one in report(state)["deals"]] == [why]


def test_a_deal_that_was_settled_early_is_not_studied():
    said = ("Bob says two", "Ann says pass", "Bob AS", "Ann KS", "Bob AH", "Ann KH", "settled")
    (found,) = report(evening(*said, seats="Ann Bob", game="napoleon"))["deals"]
    assert found["why_not"] == "unseen"


def test_a_misdealt_deal_is_not_listed():
    state = evening("up 7H", "Bob in", "misdealt", *OPEN, "settled")
    assert [(one["game"], one["deal"]) for one in report(state)["deals"]] == [(1, 1)]
    assert report(evening("up 7H", "misdealt"))["deals"] == []


def test_the_answer_is_the_next_players_own_choice():
    # With 2D Bob keeps one trick: Ann wins and can lead either diamond, or the king to his ace.
    plays = ("Bob 2D", "Ann 9D", "Ann KS", "Bob AS", "Bob 5S", "Ann 8D")
    studied = study(deal("up 7H", "Bob in", "Cat out", "Ann in", *plays))
    (lost,) = studied.lost("Bob")
    assert (lost.sure, lost.left) == (2, 1) and studied.refutation(lost) is None
    assert studied.taken("Bob") == 2


def test_a_dealer_who_dropped_had_the_turn_up_at_bourre():
    # Bourré: the dealer's last card, 7H, lies open. Bob and Cat play; Ann deals and drops.
    plays = "Bob AH; Cat 2H; Bob KS; Cat 3S; Bob QS; Cat 4S; Bob JS; Cat 5S; Bob TS; Cat 6S"
    said = ("up 7H", "Bob in", "Cat in", "Ann out", *plays.split("; "))
    found = deal(*said, game="bourre")
    assert who_dropped(found) == ("Ann",)
    # Her turn-up is added: 7H is a trump, but Bob's and Cat's hearts come first.
    assert laid_down(found, "Ann", ["KH", "QH", "JH", "TH"])[0] == 4
    with pytest.raises(ImpossibleHand):
        laid_down(found, "Ann", ["KH", "QH", "JH", "TH", "9H"])
