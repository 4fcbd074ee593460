"""Studies of random deals: what was sure and possible for everybody at every position."""

import time
from random import Random
from statistics import median

from companion.games import GAMES
from companion.pieces import FIFTY_TWO
from companion.rules.actions import Declared, Played, TurnedUp
from companion.rules.facts import Setup
from companion.rules.loo.deal import LooDeal
from companion.rules.napoleon.deal import FOLLOW
from companion.rules.tricks.law import Hand, legal
from companion.rules.tricks.play import TrickPlay
from companion.study.deal import DealStudy
from companion.study.odds import estimate

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
KINDS = {
    "three-card Loo, five in": ("three-card-loo", 5),
    "five-card Loo, four in": ("five-card-loo", 4),
    "domino Rounce, four in": ("domino-rounce", 4),
    "Napoleon, four players": ("napoleon", 4),
}


def times(kind: str, deals: int) -> tuple[float, float]:
    """Return the median and the longest time of a study in seconds of CPU, over random deals."""
    game, number = KINDS[kind]
    rng = Random(1899)
    found = []
    for _ in range(deals):
        studied = DealStudy(_played(game, PLAYERS[:number], rng))
        start = time.process_time()
        assert studied.sure and studied.most
        found.append(time.process_time() - start)
    return median(found), max(found)


def estimate_times(hands: int) -> tuple[float, float]:
    """Return the median and longest time of 200 worlds against three others who are in, in seconds of CPU."""
    rng = Random(1899)
    found = []
    for _ in range(hands):
        pieces = rng.sample(FIFTY_TWO.pieces, 6)
        game = GAMES["five-card-loo"]
        rules = game.settle_house_rules(game.house_rules(), 4)
        deal = game.begin(Setup(players=PLAYERS[:4], depth="plays", rules=rules, carried=0))
        deal = deal.enter(TurnedUp(str(pieces[-1])))
        for player in PLAYERS[:3]:
            deal = deal.enter(Declared(player, "play"))
        assert isinstance(deal, LooDeal)
        start = time.process_time()
        estimate(deal, pieces[:5], "random", 200, rng)
        found.append(time.process_time() - start)
    return median(found), max(found)


def _played(game: str, players: tuple[str, ...], rng: Random) -> TrickPlay:
    """Return the tricks of a random deal, played at random but lawfully."""
    play, hands = _dealt(game, players, rng)
    while not play.is_over:
        player, trick = play.turn or "", play.tricks[-1]
        allowed = legal(hands[player], trick, play.order, play.law, play.plays_by_player[player])
        piece = rng.choice(sorted(allowed, key=play.pack.pieces.index))
        hands[player] -= {piece}
        play = play.played(Played(player, str(piece)))
    return play


def _dealt(game: str, players: tuple[str, ...], rng: Random) -> tuple[TrickPlay, dict[str, Hand]]:
    chosen = GAMES[game]
    rules = chosen.settle_house_rules(chosen.house_rules(), len(players))
    deal = chosen.begin(Setup(players=players, depth="plays", rules=rules, carried=0))
    pack, size = deal.pack, chosen.tricks
    pieces = rng.sample(pack.pieces, len(players) * size + 1)
    trump = pack.turns_up[pieces[-1]]
    law = FOLLOW
    if isinstance(deal, LooDeal):
        law = deal.loo.law(pack.orders[trump], len(players), pieces[-1])
    play = TrickPlay(players, "plays", pack, trump, law, size)
    hands = {
        player: Hand(pieces[place * size : (place + 1) * size])
        for place, player in enumerate(players)
    }
    return play.begun(), hands
