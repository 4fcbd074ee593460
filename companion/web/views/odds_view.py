"""Hands for the question play or drop: dealt by the trainer, or those of a closed deal."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import Struct

from companion.games import GAMES
from companion.pieces import Piece
from companion.rules.actions import Declared, TurnedUp
from companion.rules.deal import can_enter
from companion.rules.facts import Setup
from companion.rules.game import Game
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.variant import LooVariant
from companion.rules.tricks.law import Hand
from companion.study.odds import Odds, Policy, is_good
from companion.tables import estimating
from companion.tables.estimating import Question

NAMES = ("Ann", "Bob", "Cat", "Dan")
HANDS = 10
"""Hands in a row."""
POOLS = (0, 1, 2, 5)
"""Chips in the pool from before, for each trick."""


class Dealt(Struct, frozen=True):
    """A hand about to be declared."""

    deal: LooDeal
    player: str
    hand: tuple[Piece, ...]
    said: tuple[TurnedUp | Declared, ...]

    def question(self, game: str, policy: Policy, seed: str = "") -> Question:
        names = tuple(map(str, self.hand))
        worlds = estimating.WORLDS * (4 if self.deal.loo.tricks == 3 else 1)
        return Question(game, self.deal.setup, self.said, names, policy, seed, worlds)

    @property
    def choices(self) -> list[str]:
        """What the player can declare, of playing, taking the miss and dropping."""
        can = ("play", "miss", "drop")
        return [one for one in can if can_enter(self.deal, Declared(self.player, one))]


def games() -> list[Game]:
    """Return the games in which a hand can be dropped."""
    return [game for game in GAMES.values() if "drop" in game.recording.choices]


def dealt(game: Game, rules: Any, seed: str) -> Dealt:
    """Return the trainer's hand for a seed: players before go by the advice."""
    rng = Random(f"{game.id} {seed}")
    players = NAMES[: min(game.most(rules), len(NAMES))]
    while True:
        chips = 0 if game.race(rules) else rng.choice(POOLS) * game.tricks
        deal = game.begin(Setup(players=players, depth="plays", rules=rules, carried=chips))
        assert isinstance(deal, LooDeal)
        hand_dealt = _at(deal, players[rng.randrange(len(players))], rng)
        if hand_dealt and "drop" in hand_dealt.choices:
            return hand_dealt


def _at(deal: LooDeal, player: str, rng: Random) -> Dealt | None:
    """Deal, and let the players before `player` declare; None if that decides the deal."""
    size, index = deal.loo.tricks, deal.pack.pieces.index
    pieces = rng.sample(deal.pack.pieces, size * len(deal.setup.players) + 1)
    turn_up = pieces.pop()
    if turn_up not in deal.pack.turns_up:
        return None
    if deal.loo.turn_up.is_dealt:
        pieces[-1] = turn_up
    said: list[TurnedUp | Declared] = [TurnedUp(str(turn_up))]
    deal = deal.enter(said[0])
    for place, name in enumerate(deal.setup.players):
        hand = Hand(pieces[place * size : (place + 1) * size])
        if deal.turn != name:
            return None
        if name == player:
            return Dealt(deal, player, tuple(sorted(hand, key=index)), tuple(said))
        drop = Declared(name, "drop")
        drops = not is_good(deal, hand) and can_enter(deal, drop)
        said.append(drop if drops else Declared(name, "play"))
        deal = deal.enter(said[-1])
    return None


def declared(deal: LooDeal) -> Iterator[Dealt]:
    """Yield each player of a closed deal with the hand at their turn to declare, where it is known."""
    play, turn_up = deal.play, deal.turn_up
    if play is None or turn_up is None or (deal.declaring and deal.declaring.general):
        return
    turned = [piece for piece in (deal.turned_first, turn_up) if piece is not None]
    said: list[TurnedUp | Declared] = [TurnedUp(str(piece)) for piece in turned]
    before = LooDeal(loo=deal.loo, setup=deal.setup)
    for first in said:
        before = before.enter(first)
    late = deal.declaring.late if deal.declaring else ()
    for one in deal.declarations:
        keeps = one.choice in ("play", "for-the-pool") and not one.turn_up_taken
        if keeps and not deal.exchanges.get(one.player):
            hand = Hand(piece for _, piece in play.plays_by_player[one.player])
            pieces = tuple(sorted(hand, key=deal.pack.pieces.index))
            yield Dealt(before, one.player, pieces, tuple(said))
        choice = "drop" if one.player in late else one.choice
        entry = Declared(one.player, choice, one.turn_up_taken, draws=one.draws)
        said.append(entry)
        before = before.enter(entry)


def better(odds: tuple[Odds, ...], loo: LooVariant) -> list[str]:
    """Return the choices with the best expectation, and those within the error of it."""
    sign = -1 if loo.race is not None and loo.race.trick < 0 else 1
    best = max(odds, key=lambda one: one.amount * sign)
    return [
        one.choice
        for one in odds
        if (best.amount - one.amount) * sign <= 2 * (best.error**2 + one.error**2) ** 0.5
    ]
