"""Stay or drop: worlds counted and drawn, by hand, and in every game."""

import os
import random
import subprocess
import sys
from math import hypot
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.pieces import BY_SIZE
from companion.pieces.cards import Card, card_pack
from companion.rules.actions import Declared, TurnedUp
from companion.rules.facts import Phase, Setup
from companion.study import odds
from companion.study.hands import Elsewhere, ImpossibleHand, WrongSize
from companion.study.odds import estimate
from companion.study.search import Search, TooManyPositions
from tests.dealing import random_house_rules

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")
LOO = tuple(game for game, found in GAMES.items() if found.family == "loo")


def begun(game, players, turn_up, *declared, preset=None, pack=None, carried=0, **rules):
    """Return a deal after these declarations; the last of the players deals."""
    found = GAMES[game]
    values = found.accounts.presets[preset].values if preset else {}
    settled = found.settle_house_rules(found.house_rules(**{**values, **rules}), players)
    deal = found.begin(Setup(NAMES[:players], "plays", settled, carried))
    if pack:
        deal = replace(deal, loo=replace(deal.loo, pack=pack))
    deal = deal.enter(TurnedUp(turn_up))
    for choice in declared:
        deal = deal.enter(Declared(deal.turn, choice))
    return deal


def held(deal, text):
    return [deal.pack.read(name) for name in text.split()]


def looked(deal, hand, policy="random", worlds=50, seed=1):
    """Return the odds by choice."""
    found = estimate(deal, held(deal, hand), policy, worlds, random.Random(seed))
    return {one.choice: one for one in found}


class Coin:
    """Chance with a coin that always falls on the same side."""

    def __init__(self, side):
        self.random = lambda: side
        self.sample = random.Random(1).sample


ALL_STAY, ALL_DROP = Coin(0), Coin(0.9)

# By hand


def test_the_three_highest_trumps_are_sure_of_everything():
    found = looked(begun("three-card-loo", 4, "7H"), "AH KH QH")
    assert found["play"].tricks == (0, 0, 0, 1)
    assert (found["play"].amount, found["play"].error) == (3, 0)
    assert found["drop"] == odds.Odds("drop", 0, (), 0, 0, 0, True)


def test_a_hand_without_a_chance_pays_the_loo():
    deal = begun("three-card-loo", 3, "7H", "play", "play", carried=15, lone="free")
    found = looked(deal, "2S 2D 2C", "advised")
    assert found["play"].tricks[0] > 0.9
    assert found["play"].amount < -10


def test_a_player_left_alone_takes_the_pool():
    deal = begun("three-card-loo", 3, "7H", carried=12, lone="free")
    hand = held(deal, "2S 2D 2C")
    for found in estimate(deal, hand, "random", 20, ALL_DROP)[:2]:
        assert (found.alone, found.amount, sum(found.tricks)) == (1, 15, 0)
    for found in estimate(deal, hand, "random", 20, ALL_STAY)[:2]:
        assert (found.alone, sum(found.tricks)) == (0, 1)


def test_who_took_the_miss_sweeps_the_pool_from_the_dealer():
    deal = begun("three-card-loo", 4, "7H", preset="chits")
    play, miss, _ = estimate(deal, held(deal, "2S 2D 2C"), "random", 20, ALL_DROP)
    assert (play.alone, miss.alone) == (1, 1)
    deal = begun("three-card-loo", 4, "7H", "drop", "drop", preset="chits")
    play, miss, _ = estimate(deal, held(deal, "2S 2D 2C"), "random", 20, ALL_STAY)
    assert (play.alone, miss.alone, miss.amount) == (0, 1, 3)


def test_the_dealer_must_enter_against_one():
    deal = begun("three-card-loo", 3, "7H")
    play, _, _ = estimate(deal, held(deal, "2S 2D 2C"), "random", 20, ALL_DROP)
    assert play.alone == 0


def test_the_dealer_takes_the_turn_up():
    deal = begun("domino-loo", 3, "6-6", "play", "play")
    found = looked(deal, "6-5 6-4 6-3 6-2 1-0")
    assert found["play"].tricks[5] == 1
    assert (
        looked(begun("domino-loo", 3, "6-6", "play"), "6-5 6-4 6-3 6-2 1-0")["play"].tricks[5] < 1
    )


def test_the_turn_up_of_bourre_is_in_the_dealers_hand():
    deal = begun("bourre", 2, "AH")
    (play, _) = estimate(deal, held(deal, "KH QH JH TH 9H"), "random", 20, ALL_STAY)
    assert play.tricks[4] == 1
    assert play.amount == 2


def test_cards_are_exchanged():
    with_ace = "AH 3S 4C"
    none, late, at_once = (
        looked(begun("irish-loo", 2, "2H", "play", draw=draw), with_ace)["play"]
        for draw in ("none", "after-declarations", "with-declaration")
    )
    assert late.amount > none.amount
    # In the record Ann has exchanged nothing.
    assert at_once.amount > late.amount
    deal = begun("five-card-loo", 3, "2H", "play", "play")
    assert looked(deal, "JC AH KH QH JH")["play"].tricks[5] == 1


class Looked(Search):
    """A search that only looks at the position."""

    def __init__(self, position, most):
        hands = position.hands.values()
        assert len({piece for hand in hands for piece in hand}) == sum(map(len, hands))
        assert {*map(len, hands)} == {5}
        self.seen.append(position)

    def reaches(self, *asked):
        return False


@pytest.mark.parametrize("stock_out", ["reshuffle", "limit"])
@pytest.mark.parametrize("when", ["with-declaration", "after-declarations"])
def test_a_stock_that_runs_out(monkeypatch, when, stock_out):
    monkeypatch.setattr(Looked, "seen", [], raising=False)
    monkeypatch.setattr(odds, "Search", Looked)
    monkeypatch.setattr(sys.modules[__name__], "NAMES", tuple(f"P{n}" for n in range(10)))
    deal = begun("five-card-loo", 10, "7H", "play", "drop", "play", draw=when, stock_out=stock_out)
    estimate(deal, held(deal, "AH KD 2C 3D 9S"), "random", 30, ALL_STAY)
    assert [len(position.players) for position in Looked.seen] == [9] * 30
    # With a limit, the first to exchange takes the only card of the stock.
    gone = when == "with-declaration" or stock_out == "reshuffle"
    for position in Looked.seen:
        hand = {*map(str, position.hands["P3"])}
        assert ("AH" in hand, "2C" in hand) == (True, not gone)


def test_too_many_positions(monkeypatch):
    monkeypatch.setattr(odds, "POSITIONS", 1)
    with pytest.raises(TooManyPositions):
        looked(begun("five-card-loo", 4, "7H", "play"), "QH 2C 3D 9H TS")


@pytest.mark.parametrize(
    ("game", "turn_up", "hand", "good"),
    [
        ("three-card-loo", "7H", "AH 2S 3S", True),
        ("three-card-loo", "7H", "KH 2S 3S", True),
        ("three-card-loo", "7H", "QH AS AD", False),
        ("three-card-loo", "7H", "2H 3H 4S", True),
        ("irish-loo", "7H", "QH AS AD", False),
        ("five-card-loo", "7H", "JC 2S 3S 4S 5D", True),
        ("five-card-loo", "7H", "AH 2S 3S 4S 5D", True),
        ("five-card-loo", "7H", "KH 2H 3S 4S 5D", False),
        ("five-card-loo", "7H", "KH QH 3S 4S 5D", True),
        ("five-card-loo", "7H", "QH JH 3S 4S 5D", False),
        ("five-card-loo", "7H", "QH JH TH 4S 5D", True),
        ("five-card-loo", "7H", "QH JH 9H 4S 5D", True),
        ("five-card-loo", "7H", "QH JH 8H 4S 5D", False),
        ("five-card-loo", "7H", "JH TH 3S 4S 5D", True),
        ("bourre", "7H", "KH 2S 3S 4S 5D", True),
        ("bourre", "7H", "QH 2S 3S 4S 5D", False),
        ("bourre", "7H", "2H 3H AS AC AD", True),
        ("rams", "7H", "9H 8H 9S AC AD", True),
        ("domino-loo", "6-3", "6-6 5-5 4-4 3-3 2-2", True),
        ("domino-loo", "6-3", "6-5 5-5 4-4 3-3 2-2", True),
        ("domino-loo", "6-3", "6-4 5-5 4-4 3-3 2-2", False),
    ],
)
def test_advised_hands(game, turn_up, hand, good):
    deal = begun(game, 3, turn_up)
    assert odds.is_good(deal, frozenset(held(deal, hand))) is good


def test_who_stays_in_by_the_advice_holds_a_good_hand(monkeypatch):
    judged = []
    deal = begun("three-card-loo", 5, "7H", "play", "drop", "play")
    study = odds._Study(deal, odds.check_hand(deal, held(deal, "AH 2S 3S")), "advised")
    chance = random.Random(1)
    for _ in range(50):
        order, stays = study.draw(chance)
        judged += [odds.is_good(deal, frozenset(order[n : n + 3])) for n in (0, 3)]
        assert sorted(order) == sorted(study.unseen)
        assert stays == ()
    assert all(judged)


# Hands that cannot be


@pytest.mark.parametrize(
    ("game", "declared", "hand", "fact"),
    [
        ("three-card-loo", (), "AH KH", WrongSize(3, 2, "card")),
        ("three-card-loo", (), "AH KH QH JH", WrongSize(3, 4, "card")),
        ("three-card-loo", (), "AH KH AH", WrongSize(3, 2, "card")),
        ("three-card-loo", (), "AH KH 7H", Elsewhere("7H")),
        ("bourre", (), "AH KH 7H 2S 3S", Elsewhere("7H")),
    ],
)
def test_hands_that_cannot_be(game, declared, hand, fact):
    deal = begun(game, 3, "7H", *declared)
    with pytest.raises(ImpossibleHand) as refused:
        looked(deal, hand)
    assert refused.value.fact == fact


def test_pieces_of_another_pack():
    with pytest.raises(ImpossibleHand) as refused:
        estimate(begun("rams", 3, "7H"), [Card("2", "H")], "random", 5, random.Random(1))
    assert refused.value.fact == Elsewhere("2H")


# Worlds counted, and worlds drawn

SMALL = BY_SIZE[24]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("policy", ["random", "advised"])
@pytest.mark.parametrize("declared", [(), ("play",)])
@pytest.mark.parametrize("hand", ["KH 9S TD", "QS JS 9D"])
def test_drawn_worlds_agree_with_all(policy, declared, hand):
    deal = begun("three-card-loo", 2, "9H", *declared, miss="none", lone="free", pack=SMALL)
    every = looked(deal, hand, policy, worlds=2280)["play"]
    drawn = looked(deal, hand, policy, worlds=1000)["play"]
    assert (every.counted, drawn.counted, every.error) == (True, False, 0)
    assert every.worlds <= 1140 * (2 if policy == "random" and not declared else 1)
    agree(every, drawn)


@pytest.mark.slow
def test_drawn_worlds_agree_with_all_if_two_have_declared():
    tiny = card_pack("JQKA")
    deal = begun("three-card-loo", 3, "JH", "play", "play", miss="none", pack=tiny)
    every = looked(deal, "JS QD JC", "advised", worlds=20_000)["play"]
    drawn = looked(deal, "JS QD JC", "advised", worlds=15_000)["play"]
    assert (every.counted, drawn.counted) == (True, False)
    assert every.worlds < 18_480
    agree(every, drawn)


@pytest.mark.slow
def test_drawn_misses_agree_with_all():
    tiny = card_pack("JQKA")
    deal = begun("three-card-loo", 2, "JH", "play", pack=tiny)
    every, drawn = (looked(deal, "JS QD JC", worlds=n)["miss"] for n in (20_000, 15_000))
    assert (every.worlds, every.counted, drawn.counted) == (18_480, True, False)
    agree(every, drawn)


def agree(first, second):
    """Check that two results differ by chance alone."""
    assert abs(first.amount - second.amount) <= 4 * hypot(first.error, second.error) + 1e-9
    for one, other in zip(
        (*first.tricks, first.alone), (*second.tricks, second.alone), strict=True
    ):
        fewest = min(one.worlds for one in (first, second) if not one.counted)
        assert abs(one - other) <= 4 * (max(one * (1 - one), 0.002) / fewest) ** 0.5


@pytest.mark.parametrize("policy", ["random", "advised"])
def test_the_names_of_plain_suits_do_not_matter(policy):
    deal = begun("three-card-loo", 2, "9H", miss="none", lone="free", pack=SMALL)
    first, *others = (
        looked(deal, hand, policy, worlds=3000)["play"]
        for hand in ("KH 9S TD", "KH 9D TS", "KH 9C TD")
    )
    assert first.counted
    for other in others:
        assert (other.tricks, other.alone, other.amount) == (
            first.tricks,
            first.alone,
            first.amount,
        )


def test_the_same_chance_gives_the_same_result():
    deal = begun("rams", 4, "7H", "play")
    first = looked(deal, "AH 8C 9D 9H TS", "advised")
    assert first == looked(deal, "AH 8C 9D 9H TS", "advised")
    assert first != looked(deal, "AH 8C 9D 9H TS", "advised", seed=2)


PROGRAM = """
from tests.study.test_odds import begun, looked
print(looked(begun("{}", 4, "7H", "play"), "{}", "advised"))
"""


def test_the_result_does_not_depend_on_the_order_of_sets():
    game, hand = "rams", "AH 8C 9D 9H TS"
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(game, hand)],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    assert said.strip() == str(looked(begun(game, 4, "7H", "play"), hand, "advised"))


# Every game

CASES = [
    (game, policy, seed) for game in LOO for policy in ("random", "advised") for seed in range(12)
]


@pytest.mark.parametrize(("game", "policy", "seed"), CASES)
def test_every_game_in_every_situation(game, policy, seed):
    rng = random.Random(f"{game} {seed}")
    deal = at_random(rng, game)
    hand = hand_at_random(rng, deal)
    found = estimate(deal, hand, policy, 3, rng)
    assert [one.choice for one in found] == [
        choice
        for choice in ("play", "miss", "drop")
        if choice in {one.choice for one in deal.options() if isinstance(one, Declared)}
    ]
    for one in found[: -1 if found[-1].choice == "drop" else None]:
        assert sum(one.tricks) + one.alone == pytest.approx(1)
        assert len(one.tricks) == deal.loo.tricks + 1
        assert one.worlds == 3


def at_random(rng, game):
    """Return a deal somewhere in its declarations, under random house rules."""
    preset, rules = random_house_rules(rng, game)
    found = GAMES[game]
    values = {**(found.accounts.presets[preset].values if preset else {}), **rules}
    most = found.most(found.house_rules(**values))
    players = rng.randint(3 if game == "rams" else 2, min(5, most))
    settled = found.settle_house_rules(found.house_rules(**values), players)
    depth = rng.choice(("result", "plays"))
    deal = found.begin(Setup(NAMES[:players], depth, settled, rng.choice((0, 7, 40))))
    deal = deal.enter(
        rng.choice(deal.loo.turn_ups(deal.setup) and [*deal.loo.turn_ups(deal.setup)])
    )
    for _ in range(rng.randrange(players)):
        options = [
            one
            for one in deal.declaring.options()
            if one.choice in ("play", "miss", "drop") and one.player == deal.turn
        ]
        after = deal.enter(rng.choice(options))
        if after.phase is not Phase.DECLARING:
            break
        deal = after
    return deal


def hand_at_random(rng, deal):
    holds = deal.loo.turn_up.is_dealt and deal.turn == deal.setup.dealer
    turn_up = [deal.turn_up] if deal.turn_up else []
    first = turn_up if holds else []
    others = [piece for piece in deal.pack.pieces if piece not in turn_up]
    return [*first, *rng.sample(others, deal.loo.tricks - len(first))]
