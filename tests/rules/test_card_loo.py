"""Card Loo (docs/rules.md 5): presets, stakes, the single pool, and the number of players."""

import pytest

from companion.evening import Evening
from companion.evening.starting import read_rules
from companion.games import GAMES
from companion.wording import say as say_
from tests.telling import accounts, code, refusal, say, session, start, started

CARD_GAMES = ("three-card-loo", "five-card-loo", "irish-loo")


# The presets in the tables of docs/rules.md 5.1, 5.2 and 5.3, with all defaults

FOLLOW = {"must_head": True, "must_trump": True, "must_overtrump": True}
COMMON = {**FOLLOW, "remainder": "carry", "revoke": "divide", "ending": "divide",
          "lead_after_win": False, "forced": "never"}  # fmt: skip
SAME_LATER = {"later_lead_ace": None, "later_lead_trump": None, "later_lead_highest": None}
CLASSIC_LEADS = {"lead_ace": "any", "lead_trump": "two", "lead_highest": "two-players"}
CHITS_LEADS = {"lead_ace": "any", "lead_trump": "one", "lead_highest": "always"}
THREE_CLASSIC = {
    **COMMON, **SAME_LATER, **CLASSIC_LEADS,
    "stake": 3, "stake_when": "nobody-looed", "loo": "pool", "miss": "one",
    "lone": "enter-or-pool", "revoke_pays": "pool", "draw": "none",
}  # fmt: skip
THREE_CHITS = {
    **COMMON, **SAME_LATER, **CHITS_LEADS,
    "stake": 3, "stake_when": "every-deal", "loo": "fixed", "loo_chips": 3, "miss": "one",
    "lone": "claimer-sweeps", "revoke_pays": "loo", "draw": "none",
}  # fmt: skip
FIVE_CLASSIC = {
    **COMMON, **SAME_LATER, **CLASSIC_LEADS,
    "stake": 5, "stake_when": "nobody-looed", "loo": "pool", "lone": "enter-or-pool",
    "draw": "with-declaration", "stock_out": "reshuffle", "pam": "JC", "civil": "absolute",
    "pam_led": "any-trump", "flush": "trump-first", "flush_show": "must", "flush_loos": "table",
    "flush_exempt": "flush-or-pam", "revoke_pays": "pool",
}  # fmt: skip
PRESETS = {
    ("three-card-loo", None): THREE_CLASSIC,
    ("three-card-loo", "classic"): THREE_CLASSIC,
    ("three-card-loo", "defence"): {
        **COMMON,
        "stake": 3, "stake_when": "every-deal", "loo": "fixed", "loo_chips": 3, "miss": "one",
        "lone": "enter-or-defend", "draw": "none", "revoke_pays": "loo",
        "lead_ace": "first", "lead_trump": "one", "lead_highest": "two-players",
        "later_lead_ace": None, "later_lead_trump": "none", "later_lead_highest": "never",
        "lead_after_win": True,
    },
    ("three-card-loo", "chits"): THREE_CHITS,
    ("three-card-loo", "unlimited"): {
        **THREE_CHITS, "loo": "pool", "loo_chips": None, "forced": "single-pool",
    },
    ("five-card-loo", None): FIVE_CLASSIC,
    ("five-card-loo", "classic"): FIVE_CLASSIC,
    ("five-card-loo", "modern"): {
        **FIVE_CLASSIC, "stake_when": "every-deal", "loo": "fixed", "loo_chips": 5, "lone": "free",
        "draw": "after-declarations", "civil": "unless-only-trump", "flush": "mouche-first",
        "flush_show": "may", "flush_loos": "in-play", "revoke_pays": "loo",
        "lead_ace": "none", "lead_trump": "none", "lead_highest": "never",
    },
    ("five-card-loo", "chits"): {
        **FIVE_CLASSIC, **CHITS_LEADS, "stake_when": "every-deal", "loo": "fixed", "loo_chips": 5,
        "lone": "free", "draw": "after-declarations", "civil": "none",
        "pam_led": "highest-trump", "flush_exempt": "nobody", "revoke_pays": "loo",
    },
    ("irish-loo", None): {
        **THREE_CLASSIC, "miss": "none", "draw": "with-declaration", "stock_out": "reshuffle",
        "forced": "club-law", "loo": "capped", "loo_chips": 6,
    },
}  # fmt: skip


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_presets_have_the_rules_of_their_account(game, preset):
    found = GAMES[game]
    rules = found.settle_house_rules(read_rules(found, preset, {}), 5)
    expected = PRESETS[game, preset]
    assert {name: getattr(rules, name) for name in expected} == expected


def test_the_presets():
    assert {
        (game, name) for game in CARD_GAMES for name in (*GAMES[game].accounts.presets, None)
    } == set(PRESETS)


@pytest.mark.parametrize(
    ("game", "preset", "players", "advised"),
    [
        ("three-card-loo", "classic", None, (6, 7)), ("three-card-loo", "defence", (5, 16), None),
        ("three-card-loo", "chits", (4, 17), (5, 7)),
        ("three-card-loo", "unlimited", (4, 17), (5, 7)),
        ("five-card-loo", "classic", None, (6, 7)), ("five-card-loo", "modern", (5, 10), (6, 6)),
        ("five-card-loo", "chits", (5, 10), None), ("irish-loo", None, None, None),
        ("napoleon", None, (2, 6), None), ("coon-can", None, (2, 8), None),
        ("domino-loo", None, (2, 4), None),
    ],
)  # fmt: skip
def test_numbers_of_players_by_account(game, preset, players, advised):
    found = GAMES[game].preset(preset)
    assert (found.players, found.advised) == (players, advised)


def test_chosen_house_rules_override_the_preset():
    evening = start(game="three-card-loo", preset="defence", loo="capped", lone="free")
    rules = session(evening).rules
    assert (rules.loo, rules.lone, rules.stake_when) == ("capped", "free", "every-deal")


# The stake and the penalty


@pytest.mark.parametrize(
    ("game", "stake", "divides"),
    [
        ("three-card-loo", 3, True), ("three-card-loo", 12, True), ("three-card-loo", 1, False),
        ("three-card-loo", 5, False), ("irish-loo", 9, True), ("irish-loo", 4, False),
        ("five-card-loo", 10, True), ("five-card-loo", 6, False), ("five-card-loo", 3, False),
    ],
)  # fmt: skip
def test_the_stake_is_a_multiple_of_the_hand(game, stake, divides):
    if divides:
        assert session(start(game=game, stake=stake)).rules.stake == stake
    else:
        found = refusal(Evening(), started("Ann Bob Cat", game, stake=stake))
        assert found.rule == "unreadable"
        assert str(stake) in say_(found.fact)


@pytest.mark.parametrize(
    ("game", "rules", "chips"),
    [
        ("three-card-loo", {"loo": "fixed"}, 3),
        ("three-card-loo", {"loo": "fixed", "stake": 6}, 6),
        ("three-card-loo", {"loo": "fixed", "loo_chips": 7}, 7),
        ("five-card-loo", {"loo": "fixed"}, 5),
        ("irish-loo", {}, 6),  # resolved: the cap is 2 × stake
        ("irish-loo", {"stake": 9}, 18),
        ("irish-loo", {"loo_chips": 10}, 10),
    ],
)
def test_the_default_price_of_a_loo(game, rules, chips):
    assert session(start(game=game, **rules)).rules.loo_chips == chips


# The number of players


@pytest.mark.parametrize(
    ("game", "rules", "most"),
    [
        ("three-card-loo", {}, 16),  # 48 + 3 for the miss + the turn-up
        ("three-card-loo", {"miss": "none"}, 17),  # 51 + the turn-up
        ("irish-loo", {}, 17),
        ("irish-loo", {"miss": "one"}, 16),
        ("five-card-loo", {}, 10),  # 50 + the turn-up
    ],
)
def test_the_pack_limits_the_players(game, rules, most):
    names = [f"P{number}" for number in range(most + 1)]
    evening = start(" ".join(names[:most]), game, "result", **rules)
    assert len(session(evening).deal.setup.players) == most
    assert code(evening, f"{names[-1]} joins") == "too-many-players"
    assert code(Evening(), started(" ".join(names), game, **rules)) == "too-many-players"
    say(evening, "P3 sits-out", f"{names[-1]} joins")


@pytest.mark.parametrize("game", CARD_GAMES)
def test_two_are_enough_and_one_is_not(game):
    assert code(Evening(), started("Ann", game)) == "too-few-players"
    assert session(start("Ann Bob", game)).deal is not None


# When the dealer stakes: `stake_when`


def deals(*said, seats="Ann Bob Cat", game="three-card-loo", depth="result", **rules):
    rules = {"draw": "none", "lone": "free", **rules}
    evening = start(seats, game, depth, **rules)
    for phrases in said:
        evening = played(evening, *phrases.split("; "))
    return evening


def played(evening, *phrases):
    players = session(evening).deal.setup.players
    return say(evening, "up 9H", *(f"{p} in" for p in players), *phrases, "settled")


def next_deal(evening):
    """Return the stakes of the next deal, {player: chips}, and its pool."""
    deal = session(say(evening, "up 9H")).deal
    return {line.source: line.amount for line in deal.stakes}, deal.pool


LOOED, NONE = "taken Bob 3", "taken Bob 1 Cat 1 Ann 1"


FLUSH = "flush AS KS 9S 3S 2S"
SHARED = f"Bob {FLUSH}; Cat flush AD KD 9D 3D 2D; Ann pam"  # 2 each for Bob and Cat, 1 stays
FIVE = {"game": "five-card-loo"}
ONE_CHIP = {"loo": "fixed", "loo_chips": 1}
EVERY_DEAL = {"stake_when": "every-deal"}


@pytest.mark.parametrize(
    ("said", "rules", "stakes", "pool"),
    [
        ([], {}, {"Ann": 3}, 3),  # the first deal
        ([LOOED], {}, {}, 6),  # 3 paid out; Cat and Ann pay 3 each
        ([LOOED, NONE], {}, {"Cat": 3}, 3),
        ([LOOED], EVERY_DEAL, {"Bob": 3}, 9),
        ([NONE], EVERY_DEAL, {"Bob": 3}, 3),
        # 2 chips are fewer than the tricks, so the dealer stakes.
        ([LOOED], ONE_CHIP, {"Bob": 3}, 5),
        ([LOOED], {**ONE_CHIP, "seats": "Ann Bob Cat Dan"}, {}, 3),
        # Bob pays 3; the others take 1 each of 3, and 1 stays: 4.
        ([f"{NONE}; revoked Bob"], {}, {}, 4),
        ([f"{NONE}; revoked Bob"], {"revoke": "note"}, {"Bob": 3}, 3),
        ([f"Bob {FLUSH}"], FIVE, {}, 10),  # Bob takes 5, Cat and Ann pay 5 each
        ([SHARED], FIVE, {"Bob": 5}, 6),
    ],
)
def test_when_the_dealer_stakes(said, rules, stakes, pool):
    assert next_deal(deals(*said, **rules)) == (stakes, pool)


def test_a_pool_taken_without_play_looes_nobody():
    evening = say(deals(), "up 9H", "Bob out", "Cat out", "settled")
    assert next_deal(evening) == ({"Bob": 3}, 3)


def test_shares_left_in_the_pool_are_no_loo():
    """Ann played for the pool and took two of three tricks; 2 chips stay."""
    evening = say(start("Ann Bob", "three-card-loo", "result"), "up 9H", "Bob in", "Ann pool",
                  "taken Bob 1 Ann 2", "settled")  # fmt: skip
    assert next_deal(evening) == ({"Bob": 3}, 5)


def test_a_misdeal_does_not_stake_twice():
    evening = say(deals(LOOED, NONE), "up 9H", "misdealt")
    assert next_deal(evening) == ({"Cat": 3}, 3)
    assert accounts(say(evening, "up 9S")) == accounts(evening)


# The single pool: `forced`


def is_single(evening):
    evening = say(evening, "up 9H")
    player = session(evening).deal.turn
    offered = {said.choice for said in evening.state.options() if hasattr(said, "choice")}
    if "drop" in offered:
        say(evening, f"{player} out")
        return False
    assert code(evening, f"{player} out") == "single-pool"
    return True


def single(*said, **rules):
    return is_single(deals(*said, forced="single-pool", **rules))


@pytest.mark.parametrize("when", ["every-deal", "nobody-looed"])
@pytest.mark.parametrize(
    ("said", "is_it"), [([], True), ([LOOED], False), ([NONE], True), ([LOOED, NONE], True)]
)
def test_a_pool_is_single_until_a_loo_is_paid(when, said, is_it):
    assert single(*said, stake_when=when) is is_it


def test_odd_chips_leave_it_single():
    # 3 and a loo of 4 are 7: 2 a trick, and 1 stays.
    rules = {"stake_when": "every-deal", "loo": "fixed", "loo_chips": 4, "seats": "Ann Bob"}
    evening = deals("taken Bob 3", "taken Bob 1 Ann 2", forced="single-pool", **rules)
    assert accounts(evening)["pool"] == 1
    assert is_single(evening)


@pytest.mark.parametrize(
    ("said", "rules", "is_it"),
    [
        (f"{NONE}; revoked Bob", {}, False),
        (f"{NONE}; revoked Bob", {"revoke": "loo"}, False),
        (f"{NONE}; revoked Bob", {"revoke": "note"}, True),
        (f"Bob {FLUSH}", FIVE, False),
        (SHARED, FIVE, True),
    ],
)
def test_a_pool_with_chips_of_a_revoke_or_a_flush_is_not_single(said, rules, is_it):
    assert single(said, **rules) is is_it


def for_the_pool(*said):
    evening = start("Ann Bob Cat", "three-card-loo", "result", forced="single-pool")
    evening = played(evening, "taken Bob 3")  # not single, so Cat may drop
    evening = say(evening, "up 9H", "Cat out", "Ann in", "Bob pool", *said, "settled")
    return evening


@pytest.mark.parametrize(
    # 6 in the pool: Ann takes 4 and Bob's 2 stay, or Ann takes all.
    ("taken", "left"),
    [("Ann 2 Bob 1", 2), ("Ann 3", 0)],
)
def test_shares_of_a_dealer_for_the_pool_make_no_single_pool(taken, left):
    evening = for_the_pool(f"taken {taken}")
    assert accounts(evening)["pool"] == left
    assert is_single(evening) is (left == 0)


def test_a_pool_taken_without_play_leaves_a_single_one():
    evening = played(start("Ann Bob Cat", "three-card-loo", "result", forced="single-pool"),
                     "taken Bob 3")  # fmt: skip
    assert is_single(say(evening, "up 9H", "Cat out", "Ann out", "settled"))


def test_a_misdeal_leaves_the_pool_unchanged():
    assert is_single(say(deals(forced="single-pool"), "up 9H", "misdealt"))
    assert not is_single(say(deals(LOOED, forced="single-pool"), "up 9H", "misdealt"))


def test_chips_brought_from_another_game_make_no_single_pool():
    evening = deals(LOOED, ending="carry")
    evening = say(evening, started("Ann Bob Cat", "three-card-loo", "result", lone="free",
                                   forced="single-pool"))  # fmt: skip
    assert accounts(evening)["pool"] == 6
    assert not is_single(evening)
    assert is_single(played(evening, NONE))


def test_without_the_house_rule_a_single_pool_forces_nobody():
    assert not is_single(deals())


# The play


def test_a_card_belongs_to_one_suit_and_nothing_is_announced():
    evening = say(start("Ann Bob", "three-card-loo"), "up 9H", "Bob in", "Ann in")
    assert code(evening, "Bob AH as S") == code(evening, "Bob KS as H") == "unreadable"
    assert accounts(say(evening, "Bob KS as S")) == accounts(say(evening, "Bob KS"))
    evening = say(start("Ann Bob", "five-card-loo"), "up 9H", "Bob in", "Ann in")
    assert code(evening, "Bob JC as C") == "unreadable"
    led = session(say(evening, "Bob JC")).deal.tricks[0]
    assert led.suit == session(say(evening, "Bob JC as H")).deal.tricks[0].suit == "H"


def test_only_the_leader_of_the_ace_of_trumps_calls_pam_civil():
    evening = say(start("Ann Bob Cat", "five-card-loo", draw="none"), "up 9H", "Bob in", "Cat in",
                  "Ann in")  # fmt: skip
    for phrase in ("Bob KH civil", "Bob AS civil", "Bob JC civil"):
        assert code(evening, phrase) == "pam-civil"
    called = say(evening, "Bob AH civil")
    assert session(called).deal.tricks[0].civil
    assert not session(say(evening, "Bob AH")).deal.tricks[0].civil
    led = say(evening, "Bob KH")
    assert code(led, "Cat AH civil") == "pam-civil"


@pytest.mark.parametrize(
    ("game", "rules"),
    [("five-card-loo", {"civil": "none"}), ("five-card-loo", {"pam": "none"}),
     ("three-card-loo", {})],
)  # fmt: skip
def test_without_the_house_rule_pam_cannot_be_called(game, rules):
    evening = say(start("Ann Bob", game, **rules), "up 9H", "Bob in", "Ann in")
    assert code(evening, "Bob AH civil") == "pam-civil"
    assert not any(getattr(said, "civil", False) for said in evening.state.options())


def test_civil_pam_is_proven_at_once_and_the_ace_wins():
    evening = say(start("Ann Bob Cat", "five-card-loo", draw="none"), "up 9H", "Bob in", "Cat in",
                  "Ann out", "Bob AH civil")  # fmt: skip
    refused = refusal(evening, "Cat JC")
    assert refused.rule == "pam-civil"
    assert refused.proofs[0].proof is None and "other cards" in say_(refused.fact)
    assert session(say(evening, "Cat JC let-stand")).deal.trick_winners == ("Bob",)


def test_at_the_other_depths_the_suit_turned_up_is_enough():
    for depth in ("tricks", "result"):
        assert session(say(start("Ann Bob", "irish-loo", depth), "up H")).deal.trump == "H"
    assert code(start("Ann Bob", "irish-loo", "plays"), "up H") == "unreadable"
    assert code(start("Ann Bob", "irish-loo", "plays"), "up JK") == "not-in-pack"
    assert code(start("Ann Bob", "irish-loo", "plays"), "up 6-3") == "unreadable"


def test_the_turn_up_is_in_no_hand():
    evening = say(start("Ann Bob", "three-card-loo"), "up 9H", "Bob in", "Ann in")
    assert code(evening, "Bob 9H") == "already-seen"
    assert code(say(evening, "Bob 10H"), "Ann TH") == "already-seen"
