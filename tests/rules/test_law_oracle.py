"""The engine's trick law, checked against one written independently from the rulebook."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.rules.actions import Declared, Exchanged, TurnedUp
from companion.rules.facts import Setup
from companion.rules.tricks.law import Trick, legal
from tests.dealing import random_house_rules
from tests.examples import examples
from tests.oracle import CARDS, CardLaw

SEEDS = st.integers(0, 2**32)
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
CARD_GAMES = ("three-card-loo", "five-card-loo", "irish-loo")


def in_play(rng, game):
    found = GAMES[game]
    players = NAMES[: rng.randint(2, 5)]
    preset, chosen = random_house_rules(rng, game)
    rules = found.house_rules(**{**found.preset(preset).values, **chosen})
    rules = found.settle_house_rules(rules, len(players))
    turn_up = rng.choice([*CARDS, "AS", "AH", "AC", "JC", "JS"])
    deal = found.begin(Setup(players, "plays", rules, 0)).enter(TurnedUp(turn_up))
    for player in players:
        deal = deal.enter(Declared(player, "play"))
    while deal.phase == "exchanging":
        deal = deal.enter(Exchanged(deal.turn, 0))
    return deal.play, CardLaw(rules, turn_up, len(players))


def some_cards(rng, law, number):
    pool = [card for card in CARDS if card != law.turn_up]
    weights = [1 + 3 * law.is_trump(c) + 4 * (c == law.pam) + 2 * (c[0] in "AK") for c in pool]
    found = []
    while len(found) < number:
        (card,) = rng.choices(pool, weights)
        if card not in found:
            found.append(card)
    return found


@pytest.mark.parametrize("game", CARD_GAMES)
@given(SEEDS)
@examples(120)
def test_lawful_plays_and_winners(game, seed):
    rng = Random(seed)
    play, law = in_play(rng, game)
    read, order = play.pack.read, play.order
    for _ in range(25):
        number = rng.randint(1, play.trick_count)
        before = rng.randint(0, len(play.players) - 1)
        size = play.trick_count - number + 1
        cards = some_cards(rng, law, before + size)
        laid, hand = cards[:before], cards[before:]
        ace = "A" + law.trump
        if laid and ace != law.turn_up and rng.random() < 0.3:
            laid = [ace, *(card for card in laid[1:] if card != ace)]
            hand = [card for card in hand if card != ace]
        civil = laid[:1] == [ace] and law.civil_rule != "none" and rng.random() < 0.8
        trick = Trick(number, NAMES[0])
        for player, card in zip(NAMES, laid, strict=False):
            trick = trick.laid(player, read(card), law.suit(card), civil)
            assert order.led_as[read(card)] == (law.suit(card),)
        found = {str(card) for card in legal(frozenset(map(read, hand)), trick, order, play.law)}
        assert found == law.lawful(hand, laid, number, civil), (law, hand, laid, number, civil)
        if laid:
            told = list(zip(NAMES, laid, strict=False))
            assert trick.winner(order, play.law) == law.wins(told, civil)
