"""Flushes and small deals, counted by brute force and compared with the engine.

The tests generate each hand, and play each small deal in every order; they discard what breaks a rule
(docs/rules.md 2, 5.2, 8 and 9). From `companion.rules` they use only the parts under test.
"""

from itertools import combinations, permutations, product

import pytest

from companion.games import GAMES
from companion.pieces import WITH_PAM
from companion.rules.actions import Declared, Exchanged, TurnedUp
from companion.rules.facts import Setup
from companion.rules.loo.flush import is_flush
from companion.rules.tricks.law import Trick, legal

SUITS = "SHDC"
RANKS = "23456789TJQKA"
ALL_HANDS = pytest.mark.slow


def all_flushes(ranks, pam):
    suits = [[rank + suit for rank in ranks if rank + suit != pam] for suit in SUITS]
    natural = [hand for suit in suits for hand in combinations(suit, 5)]
    mouches = [(*hand, pam) for suit in suits for hand in combinations(suit, 4)]
    return {frozenset(hand) for hand in natural + mouches}


def test_there_are_7293_flushes_with_pam():
    """4 × 1287 in one suit, minus 495 because Pam is not a club; plus 3 × 715 and 495 mouches."""
    pack = WITH_PAM["JC"]
    flushes = all_flushes(RANKS, "JC")
    assert len(flushes) == 3 * 1287 + 792 + 3 * 715 + 495 == 7293
    for order in pack.orders.values():
        assert all(is_flush(frozenset(map(pack.read, hand)), order, 5) for hand in flushes)


@pytest.mark.parametrize(
    ("ranks", "pam"),
    [("379TJA", "JC"), ("2J5K8A", "JS"), pytest.param(RANKS, "JC", marks=ALL_HANDS)],
)
def test_no_other_hand_is_a_flush(ranks, pam):
    pack = WITH_PAM[pam]
    cards = [pack.read(rank + suit) for rank in ranks for suit in SUITS]
    found = {
        frozenset(map(str, hand))
        for hand in map(frozenset, combinations(cards, 5))
        if is_flush(hand, pack.orders["H"], 5)
    }
    assert found == all_flushes(ranks, pam)


# Small deals: two cards each for three players, out of eight, hearts trumps.

PLAYERS = ("Ann", "Bob", "Cat")
SMALL = ("7H", "TH", "KH", "TS", "KS", "7D", "TD", "KD")


def best(cards):
    return max(cards, key=lambda c: (c[1] == "H", c[1] == cards[0][1], RANKS.index(c[0])))


def at_bourre(card, laid):
    """Return a sortable tuple that rates how well a card meets the duties."""
    return card[1] == laid[0][1], card[1] == "H", best([*laid, card]) == card


def at_rams(card, laid):
    follows, trumps, beats = at_bourre(card, laid)
    return follows, trumps, beats and not follows


def lawful_deals(hands, answers):
    """Yield every deal in which each card meets the duties as well as the hand permits."""
    for orders in product(*map(permutations, hands)):
        leader, told = 0, []
        for number in range(len(hands[0])):
            turns = [(leader + i) % len(hands) for i in range(len(hands))]
            laid = [orders[player][number] for player in turns]
            for place in range(1, len(laid)):
                held = orders[turns[place]][number:]
                mine = answers(laid[place], laid[:place])
                if any(answers(card, laid[:place]) > mine for card in held):
                    break
            else:
                told += laid
                leader = turns[laid.index(best(laid))]
                continue
            break
        else:
            yield tuple(told)


def deals_by_engine(hands, play, leader=0, told=()):
    """Yield every deal that the engine's law allows."""
    number = 1 + len(told) // len(hands)
    if not any(hands):
        yield tuple(map(str, told))
        return
    yield from _trick_by_engine(hands, play, Trick(number, PLAYERS[leader]), leader, told)


def _trick_by_engine(hands, play, trick, turn, told):
    if len(trick.plays) == len(hands):
        leader = PLAYERS.index(trick.winner(play.order, play.law))
        yield from deals_by_engine(hands, play, leader, told)
        return
    for card in legal(hands[turn], trick, play.order, play.law):
        left = tuple(hand - {card} for hand in hands)
        after = trick.laid(PLAYERS[turn], card, play.order.led_as[card][0])
        yield from _trick_by_engine(left, play, after, (turn + 1) % len(hands), (*told, card))


def in_play(game, **house_rules):
    found = GAMES[game]
    deal = found.begin(Setup(PLAYERS, "plays", found.house_rules(**house_rules), 0))
    deal = deal.enter(TurnedUp("8H"))
    for player in PLAYERS:
        deal = deal.enter(Declared(player, "play"))
    while deal.phase == "exchanging":
        deal = deal.enter(Exchanged(deal.turn, 0))
    return deal.play


@pytest.mark.parametrize(
    ("game", "house_rules", "answers"),
    [("bourre", {"cinch": False}, at_bourre), ("rams", {}, at_rams)],
)
def test_small_deals_allow_exactly_the_lawful_plays(game, house_rules, answers):
    play = in_play(game, **house_rules)
    read = play.pack.read
    cards = set(SMALL)
    for first in combinations(SMALL, 2):
        for second in combinations(sorted(cards - {*first}), 2):
            for third in combinations(sorted(cards - {*first, *second}), 2):
                hands = (first, second, third)
                pieces = tuple(frozenset(map(read, hand)) for hand in hands)
                found = list(deals_by_engine(pieces, play))
                assert sorted(found) == sorted(lawful_deals(hands, answers)), hands
