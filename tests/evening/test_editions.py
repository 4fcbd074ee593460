"""The rules that the edition of December 2026 changes (docs/rules.md 1, Editions).

Seats Ann Bob Cat Dan; worked out by hand.
"""

import pytest
from msgspec.structs import replace

from companion.errors import MalformedEntry
from companion.evening import Evening
from companion.evening.entries import EveningClosed, Penalized
from companion.evening.replay import report
from companion.evening.starting import UnknownGame, new_game
from companion.games import GAMES
from companion.ids import Rule
from companion.rules.ledger import POOL
from tests.games.shared import of_game
from tests.telling import accounts, refusal, say, session, start, started

FOUR = "Ann Bob Cat Dan"
NEWEST = {id: of_game(id).EDITION for id in GAMES}


def test_the_newest_edition_of_each_game():
    assert {id: game.edition for id, game in GAMES.items()} == NEWEST


@pytest.mark.parametrize("game", GAMES)
def test_a_new_game_is_played_by_the_newest_edition(game):
    house_rules = {"name": "Skat"} if game == "other" else {}
    began = new_game(game, ["Ann", "Bob"], "Bob", "result", house_rules=house_rules)
    assert (began.seats, began.edition) == (("Ann", "Bob"), NEWEST[game])
    if GAMES[game].least == 2:
        begun = session(Evening().enter(began))
        assert begun.edition == NEWEST[game]
        assert report(Evening().enter(began), (), str)["games"][0]["edition"] == NEWEST[game]


def test_a_game_without_an_edition_is_played_by_the_first():
    assert session(start(FOUR)).edition == 1
    assert report(start(FOUR), (), str)["games"][0]["edition"] == 1


def test_an_unknown_new_game_is_refused():
    with pytest.raises(MalformedEntry) as caught:
        Evening().enter(new_game("banana", ["Ann", "Bob"], "Bob", "plays"))
    assert isinstance(caught.value.fact, UnknownGame)


def newest(seats, game="domino-loo", depth="result", dealer=None, **chosen):
    return start(seats, game, depth, dealer, edition=NEWEST[game], **chosen)


# Stakes, and penalties since the last settlement


def charged(game, chips, when, **chosen):
    """Return an evening with the dealer charged before a deal, inside it while void, or after that."""
    penalty, void = Penalized("Ann", chips, "pool"), ("up 6" if game == "domino-loo" else "up H")
    said = {
        "before": (penalty,),
        "inside": (void, penalty, "misdealt"),
        "after": (void, "misdealt", penalty),
    }
    return say(newest(FOUR, game, **chosen), *said[when])


WHENS = pytest.mark.parametrize("when", ["before", "inside", "after"])


@WHENS
@pytest.mark.parametrize(
    ("game", "chips", "chosen", "pool"),
    [
        ("domino-loo", 5, {}, 30),
        ("bestia", 3, {"stake_by": "closed"}, 15),
        ("julepe", 5, {"stake_by": "all"}, 55),
        # The dealer's three into an empty pool, and the penalty.
        ("three-card-loo", 6, {"preset": "classic"}, 9),
    ],
)
def test_a_penalty_is_added_to_the_pool_and_to_nothing_else(game, chips, chosen, pool, when):
    assert session(charged(game, chips, when, **chosen)).deal.pool == pool


@WHENS
def test_an_old_edition_judges_the_pool_with_its_penalties(when):
    evening = charged("domino-loo", 5, when)
    old = Evening()
    for one in evening.log:
        old = old.enter(replace(one, edition=2) if one is evening.log[0] else one)
    assert session(old).deal.pool == 10


@WHENS
def test_all_must_play_a_closed_bestia_after_a_penalty(when):
    evening = say(charged("bestia", 3, when, stake_by="closed"), "up H")
    assert refusal(evening, "Dan out").rule == Rule.SINGLE_POOL


@WHENS
def test_a_single_pool_stays_single_after_a_penalty(when):
    game = charged("three-card-loo", 6, when, preset="unlimited")
    assert refusal(say(game, "up H"), "Bob out").rule == Rule.SINGLE_POOL


def test_a_penalty_is_pool_like_any_once_a_deal_is_settled():
    """It is not played for: in the next deal the pool is not empty, and not single."""
    domino = say(newest(FOUR), "up 6", Penalized("Ann", 5, "pool"), "told Bob 3 Cat 2", "settled")
    assert session(domino).deal.pool == 5 + 5
    cards = say(
        newest(FOUR, "three-card-loo", preset="unlimited"),
        "up H", Penalized("Ann", 5, "pool"), "Bob in", "Cat in", "Dan in", "Ann in",
        "taken Bob 1 Cat 1 Dan 1 Ann 0", "settled",
    )  # fmt: skip
    assert not session(cards).deal.setup.only_remainder


def test_the_pool_that_others_left_keeps_its_single_stake():
    """A pool of 22 is not empty, whatever is charged: only the dealer stakes."""
    evening = say(
        newest(FOUR, loo="fixed", loo_chips=22),
        "told Bob 5 Cat 0", "settled", "up 6", Penalized("Bob", 5, "pool"), "misdealt",
    )  # fmt: skip
    assert session(evening).deal.pool == 22 + 5 + 5


# Who shares the pool at the end


def test_those_who_were_never_dealt_in_get_nothing():
    evening = say(
        newest(FOUR), "Cat sits-out", "told Bob 5 Dan 0", "settled", "Eve joins", "Bob sits-out",
        "Bob sits-in", "Eve sits-out", "ended",
    )  # fmt: skip
    # 20 staked, Dan looed 20: 6 each, two odd chips to Bob and Dan, from the left of Ann.
    assert accounts(evening) == {
        "Ann": -10 + 6, "Bob": -5 + 20 + 7, "Cat": 0, "Dan": -5 - 20 + 7, "Eve": 0, POOL: 0
    }  # fmt: skip


def test_who_left_gets_nothing_and_who_sits_out_now_shares():
    evening = say(
        newest(FOUR), "told Bob 5 Cat 0", "settled", "Dan leaves", "Cat sits-out", "ended"
    )
    # 25: 8 each, the odd chip to Bob.
    assert accounts(evening) == {"Ann": -2, "Bob": 29, "Cat": -22, "Dan": -5, POOL: 0}


def test_a_stake_of_a_void_deal_counts_as_dealt_in():
    evening = say(newest(FOUR), "Cat sits-out", "up 6", "misdealt", "ended")
    # 20: 6 each, two odd chips to Bob and Dan.
    assert accounts(evening) == {"Ann": -4, "Bob": 2, "Cat": 0, "Dan": 2, POOL: 0}


def test_all_who_are_seated_share_if_nobody_was_dealt_in():
    evening = say(newest(FOUR), "Cat sits-out", Penalized("Ann", 8, "pool"), "ended")
    assert accounts(evening) == {"Ann": -6, "Bob": 2, "Cat": 2, "Dan": 2, POOL: 0}


@pytest.mark.parametrize(
    ("game", "chosen", "said"),
    [
        ("bourre", {}, "told Bob 2 Dan 2 Ann 1"),
        ("coon-can", {}, "left nobody Ann=2 Bob=3 Dan=5"),
    ],
)
def test_every_game_with_a_pool_ends_like_that(game, chosen, said):
    evening = say(newest(FOUR, game, **chosen), "Cat sits-out", said, "settled")
    assert accounts(evening)[POOL] > 0
    after = accounts(say(evening, "ended"))
    assert (after["Cat"], after[POOL]) == (0, 0)


def test_carried_chips_are_for_those_dealt_in_in_a_game_that_fed_the_pool():
    evening = say(
        newest(FOUR, dealer="Dan", ending="carry"), "told Ann 5 Cat 0", "settled",
        started(FOUR, "domino-loo", "result", "Ann", edition=3, ending="carry"),
        "Bob sits-out", "Eve joins", "Eve sits-out", "told Cat 5 Dan 0", "settled",
        EveningClosed("divide"),
    )  # fmt: skip
    # 25 carried, 5 and a loo of 30: 7 each, odd chips to Bob and Cat. Bob played in the first game,
    # Eve in none.
    shares = {line.target: line.amount for line in evening.state.left_over}
    assert shares == {"Bob": 8, "Cat": 8, "Dan": 7, "Ann": 7}


def test_a_pool_that_was_won_meanwhile_is_not_fed_by_the_game_before():
    evening = say(
        newest(FOUR, dealer="Dan", ending="carry"), "told Ann 5 Cat 0", "settled",
        started(FOUR, "domino-loo", "result", "Ann", edition=3, ending="carry"),
        "Bob sits-out", "told Cat 5", "settled", "told Cat 5 Ann 0", "settled",
        EveningClosed("divide"),
    )  # fmt: skip
    # 30 all to Cat; then 20, and Ann looed 20, among Ann, Cat and Dan.
    shares = {line.target: line.amount for line in evening.state.left_over}
    assert shares == {"Ann": 7, "Cat": 6, "Dan": 7}


# Domino Loo: an open limit


@pytest.mark.parametrize(("loo", "each"), [("fixed", 5), ("capped", 10)])
def test_an_open_limit_goes_by_those_dealt_in(loo, each):
    evening = newest("Ann Bob Cat", loo=loo)
    assert session(evening).deal.setup.rules.loo_chips == 3 * each
    assert session(say(evening, "Dan joins")).deal.setup.rules.loo_chips == 4 * each
    typed = newest("Ann Bob Cat", loo=loo, loo_chips=15)
    assert session(say(typed, "Dan joins")).deal.setup.rules.loo_chips == 15
    old = start("Ann Bob Cat", edition=2, loo=loo)
    assert session(say(old, "Dan joins")).deal.setup.rules.loo_chips == 3 * each


# Bestia: partners


@pytest.mark.parametrize(
    ("remainder", "penalty", "found"),
    [
        # P 4, share 1, the odd chip to Cat: the pair is due 2.
        ("last-trick", 1, {"Ann": -4, "Bob": 1, "Cat": 1, "Dan": 2, POOL: 0}),
        # P 5, share 1, odd chips to Dan and Cat: the pair is due 2.
        ("eldest-first", 2, {"Ann": -5, "Bob": 1, "Cat": 1, "Dan": 3, POOL: 0}),
    ],
)
def test_a_pair_divides_all_that_it_gets(remainder, penalty, found):
    evening = say(
        newest(FOUR, "bestia", "tricks", partners=True, remainder=remainder),
        Penalized("Ann", penalty, "pool"), "up KD", "Dan in", "Cat out", "Bob out", "Ann out",
        "Dan draws 0", "Cat miss with Bob", "won Dan Dan Cat", "settled",
    )  # fmt: skip
    assert accounts(evening) == found
