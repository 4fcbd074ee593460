"""Declarations in card Loo (docs/rules.md 5 and 5.1: `lone`, `forced`, `miss`)."""

import pytest

from companion.wording import say as say_
from tests.telling import accounts, code, refusal, say, session, start

WORDS = {"play": "in", "miss": "miss", "drop": "out", "for-the-pool": "pool", "defend": "defend"}


def seats(number):
    return " ".join(["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"][:number])


def dealt(number=4, up="9H", game="three-card-loo", depth="result", **rules):
    return say(start(seats(number), game, depth, **rules), f"up {up}")


def can(evening):
    """Return the options of the player on turn; check that other choices are refused."""
    deal = session(evening).deal
    offered = {said.choice for said in deal.options() if hasattr(said, "choice")}
    for choice, word in WORDS.items():
        if choice in offered:
            say(evening, f"{deal.turn} {word}")
        elif deal.turn:
            code(evening, f"{deal.turn} {word}")
    return offered


PLAY_OR_DROP = {"play", "drop"}
ANYTHING = {"play", "miss", "drop"}

# The dealer's options against exactly one other player, by that player's declaration.
FACING = {
    # docs/rules.md 5.1, classic: "the dealer must enter, and may play for the pool, whether or not the
    # miss is taken".
    ("enter-or-pool", "one", "play"): {"play", "miss", "for-the-pool"},
    ("enter-or-pool", "one", "miss"): {"play", "for-the-pool"},
    ("enter-or-pool", "none", "play"): {"play", "for-the-pool"},
    # defence: "miss not taken: the dealer must enter, for himself or defending the miss; miss taken
    # by that player: the dealer plays or drops". Without a miss it is `enter-or-pool`.
    ("enter-or-defend", "one", "play"): {"play", "miss", "defend"},
    ("enter-or-defend", "one", "miss"): PLAY_OR_DROP,
    ("enter-or-defend", "none", "play"): {"play", "for-the-pool"},
    # chits: "otherwise free"
    ("claimer-sweeps", "one", "play"): ANYTHING,
    ("claimer-sweeps", "none", "play"): PLAY_OR_DROP,
    ("free", "one", "play"): ANYTHING,
    ("free", "one", "miss"): PLAY_OR_DROP,
    ("free", "none", "play"): PLAY_OR_DROP,
}
LONE = ("free", "enter-or-pool", "enter-or-defend", "claimer-sweeps")


@pytest.mark.parametrize("number", [2, 3, 4, 6])
@pytest.mark.parametrize(("lone", "miss", "other"), FACING, ids="/".join)
def test_a_dealer_against_one_other(lone, miss, other, number):
    names = seats(number).split()[1:]
    for entered in names:
        evening = dealt(number, lone=lone, miss=miss)
        for name in names:
            evening = say(evening, f"{name} {WORDS[other] if name == entered else 'out'}")
        assert can(evening) == FACING[lone, miss, other]


@pytest.mark.parametrize("number", [3, 4, 6])
def test_the_player_who_took_the_miss_sweeps_the_pool(number):
    names = seats(number).split()[1:]
    for entered in names:
        evening = dealt(number, lone="claimer-sweeps")
        for name in names:
            evening = say(evening, f"{name} {'miss' if name == entered else 'out'}")
        deal = session(evening).deal
        assert deal.phase == "settling" and deal.turn is None and deal.sole == entered
        assert code(evening, "Ann in") == code(evening, "Ann out") == "claimer-sweeps"
        (line,) = deal.settlement().lines
        assert (line.source, line.target, line.amount) == ("pool", entered, 3)
        assert (line.reason, line.rule) == ("pool-taken", "claimer-sweeps")


def test_the_sweep_needs_three_dealt_in():
    evening = say(dealt(2, lone="claimer-sweeps"), "Bob miss")
    assert can(evening) == PLAY_OR_DROP
    evening = start("Ann Bob Cat", "three-card-loo", lone="claimer-sweeps")
    evening = say(evening, "Cat sits-out", "up 9H", "Bob miss")
    assert can(evening) == PLAY_OR_DROP


@pytest.mark.parametrize("lone", LONE)
@pytest.mark.parametrize("number", [3, 4, 6])
def test_a_dealer_against_two_or_more_has_the_usual_choices(lone, number):
    names = seats(number).split()[1:]
    for first, second in (("play", "play"), ("play", "miss"), ("miss", "play")):
        evening = dealt(number, lone=lone)
        said = {names[0]: first, names[-1]: second}
        for name in names:
            evening = say(evening, f"{name} {WORDS[said.get(name, 'drop')]}")
        assert can(evening) == (PLAY_OR_DROP if "miss" in said.values() else ANYTHING)


@pytest.mark.parametrize("lone", LONE)
@pytest.mark.parametrize(("miss", "choices"), [("one", ANYTHING), ("none", PLAY_OR_DROP)])
def test_choices_of_other_players(lone, miss, choices):
    evening = dealt(4, lone=lone, miss=miss)
    for said in ("Bob out", "Cat in"):
        assert can(evening) == choices
        evening = say(evening, said)
    assert can(evening) == choices
    assert session(evening).deal.turn == "Dan"


@pytest.mark.parametrize("lone", LONE)
def test_if_all_drop_the_dealer_takes_all_and_declares_nothing(lone):
    evening = say(dealt(4, lone=lone), "Bob out", "Cat out", "Dan out")
    assert session(evening).deal.sole == "Ann"
    assert code(evening, "Ann in") == "all-dropped"
    assert accounts(say(evening, "settled"))["Ann"] == 0


@pytest.mark.parametrize(
    ("lone", "said", "phrase", "refused"),
    [
        ("enter-or-pool", ("Bob in", "Cat out", "Dan out"), "Ann out", "dealer-must-enter"),
        ("enter-or-pool", ("Bob miss", "Cat out", "Dan out"), "Ann out", "dealer-must-enter"),
        ("enter-or-defend", ("Bob in", "Cat out", "Dan out"), "Ann out", "dealer-must-enter"),
        ("enter-or-pool", ("Bob in", "Cat in", "Dan out"), "Ann pool", "for-the-pool"),
        ("enter-or-pool", (), "Bob pool", "for-the-pool"),
        ("enter-or-defend", ("Bob in", "Cat out", "Dan out"), "Ann pool", "for-the-pool"),
        ("free", ("Bob in", "Cat out", "Dan out"), "Ann pool", "for-the-pool"),
        ("claimer-sweeps", ("Bob in", "Cat out", "Dan out"), "Ann pool", "for-the-pool"),
        ("enter-or-defend", ("Bob miss", "Cat out", "Dan out"), "Ann defend", "defend"),
        ("enter-or-defend", ("Bob in", "Cat in", "Dan out"), "Ann defend", "defend"),
        ("enter-or-defend", (), "Bob defend", "defend"),
        ("enter-or-pool", ("Bob in", "Cat out", "Dan out"), "Ann defend", "defend"),
        ("free", ("Bob miss",), "Cat miss", "no-miss-left"),
        ("free", ("Bob miss",), "Bob out", "miss-binds"),
        ("free", ("Bob in",), "Dan in", "out-of-turn"),
        ("free", ("Bob in",), "Zed in", "not-in"),
        ("free", (), "Bob in +", "dealer-turn-up"),
        ("free", ("Bob in", "Cat in", "Dan in"), "Ann in +", "dealer-turn-up"),
    ],
)
def test_the_rule_that_refuses_a_declaration(lone, said, phrase, refused):
    assert code(say(dealt(lone=lone), *said), phrase) == refused


def test_number_of_misses():
    assert code(dealt(miss="none"), "Bob miss") == "no-miss-left"
    assert code(dealt(game="irish-loo"), "Bob miss") == "no-miss-left"
    assert code(dealt(game="five-card-loo"), "Bob miss") == "no-miss-left"
    assert code(say(dealt(), "Bob miss", "Cat in"), "Dan miss") == "no-miss-left"


@pytest.mark.parametrize(
    ("lone", "word"), [("enter-or-pool", "pool"), ("enter-or-defend", "defend")]
)
def test_playing_for_the_pool_and_defending_the_miss_settle_alike(lone, word):
    """6 chips, 2 a share: Bob gets 2 and Ann's 4 stay in the pool; then Ann takes no trick."""
    evening = say(dealt(lone=lone, stake=6), "Bob in", "Cat out", "Dan out", f"Ann {word}")
    two = session(say(evening, "taken Bob 1 Ann 2")).deal.settlement()
    assert [(line.target, line.amount) for line in two.lines] == [("Bob", 2)]
    assert (two.looed, two.carried, two.only_remainder) == ((), 4, False)
    none = session(say(evening, "taken Bob 3")).deal.settlement()
    assert [(line.target, line.amount) for line in none.lines] == [("Bob", 6)]
    assert (none.looed, none.carried) == ((), 0)
    (bob,) = session(say(evening, "taken Ann 3")).deal.settlement().lines
    assert (bob.source, bob.target, bob.amount, bob.rule) == ("Bob", "pool", 6, "looed")


def test_a_dealer_who_plays_can_be_looed():
    evening = say(dealt(), "Bob in", "Cat out", "Dan out", "Ann in", "taken Bob 3")
    assert session(evening).deal.settlement().looed == ("Ann",)


# Forced


@pytest.mark.parametrize(("up", "trump"), [("9C", True), ("9S", False), ("C", True), ("H", False)])
@pytest.mark.parametrize("game", ["three-card-loo", "irish-loo", "five-card-loo"])
def test_under_club_law_nobody_may_drop_if_clubs_are_trumps(game, up, trump):
    evening = dealt(3, up, game, forced="club-law")
    miss = {"miss"} if game == "three-card-loo" else set()
    for said in ("Bob in", "Cat in"):
        assert can(evening) == ({"play"} if trump else PLAY_OR_DROP) | miss
        if trump:
            assert code(evening, said.replace("in", "out")) == "club-law"
        evening = say(evening, said)
    assert ("drop" in can(evening)) is not trump


def test_pam_turned_up_makes_clubs_trumps_for_club_law():
    assert code(dealt(3, "JC", "five-card-loo", forced="club-law"), "Bob out") == "club-law"


def test_irish_loo_is_played_under_club_law():
    assert code(dealt(5, "2C", "irish-loo"), "Bob out") == "club-law"
    assert "drop" in can(dealt(5, "2D", "irish-loo"))


def test_in_a_single_pool_nobody_may_drop_but_the_miss_stays():
    evening = dealt(3, forced="single-pool")
    assert can(evening) == {"play", "miss"}
    assert code(evening, "Bob out") == "single-pool"
    evening = say(evening, "Bob miss")
    assert can(evening) == {"play"}
    evening = say(evening, "Cat in")
    assert can(evening) == {"play"}
    assert code(evening, "Ann out") == "single-pool"


@pytest.mark.parametrize("lone", LONE)
def test_of_two_in_a_forced_deal_the_dealer_cannot_drop(lone):
    evening = say(dealt(2, "9C", lone=lone, forced="club-law"), "Bob in")
    assert can(evening) == FACING[lone, "one", "play"] - {"drop"}
    assert code(evening, "Ann out") == "club-law"


@pytest.mark.parametrize("up", ["9H", "9C"])
def test_without_forced_deals_all_may_drop(up):
    assert can(dealt(up=up)) == ANYTHING


def test_a_refusal_names_the_reason():
    assert "clubs are trumps" in say_(refusal(dealt(up="9C", forced="club-law"), "Bob out").fact)
    assert "only one other" in say_(
        refusal(say(dealt(), "Bob in", "Cat out", "Dan out"), "Ann out").fact
    )
