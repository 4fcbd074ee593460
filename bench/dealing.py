"""Evenings to measure with: tiles really dealt, and played by the law."""

from random import Random

from companion.evening import AnyEntry, Evening
from companion.evening.entries import GameStarted
from companion.pieces import DOUBLE_SIX, Piece
from companion.rules.deal import Deal, Phase
from companion.rules.law import Law, Leading, Trick, legal
from companion.rules.said import Declared, Played, Settled, TurnedUp

NAMES = ("Ann", "Bob", "Cat", "Dan")
START = GameStarted("domino-loo", NAMES, NAMES[0], "plays", house_rules={"loo": "capped"})
TWO = Leading(trump_from=2)
LAW = Law(must_trump=True, first=TWO, later=TWO, lead_after_win=True)
"""Of domino Loo. By any other, the engine would prove a revoke and refuse the play."""
HAND, MISS = 5, 7


class Dealer:
    """Deals domino Loo for four, always the same for the same seed."""

    def __init__(self, seed: int = 1899) -> None:
        self._rng = Random(seed)
        self._evening = Evening().enter(START)
        self._said: list[AnyEntry] = []

    def deals(self, number: int) -> list[list[AnyEntry]]:
        """Return what is said in so many further deals."""
        return [self._deal() for _ in range(number)]

    def _deal(self) -> list[AnyEntry]:
        self._said = []
        tiles = self._rng.sample(DOUBLE_SIX.pieces, len(DOUBLE_SIX.pieces))
        turn_up = tiles.pop()
        miss = {tiles.pop() for _ in range(MISS)}
        hands = {name: {tiles.pop() for _ in range(HAND)} for name in NAMES}
        self._say(TurnedUp(str(turn_up)))
        while self._open.phase is Phase.DECLARING:
            self._declare(hands, miss, turn_up)
        while self._open.phase is Phase.PLAYING:
            self._play(hands)
        self._say(Settled())
        return self._said

    @property
    def _open(self) -> Deal:
        sitting = self._evening.state.sitting
        if sitting is None or sitting.deal is None:
            raise AssertionError("there is always a deal to play")
        return sitting.deal

    def _say(self, entry: AnyEntry) -> None:
        self._evening = self._evening.enter(entry)
        self._said.append(entry)

    def _declare(self, hands: dict[str, set[Piece]], miss: set[Piece], turn_up: Piece) -> None:
        """Play with two trumps or more; with fewer take the miss, drop, or play all the same."""
        deal, player = self._open, self._open.question().player or ""
        hand = hands[player]
        trumps = hand & deal.pack.orders[deal.trump or ""].trumps
        chance = 0.0 if len(trumps) > 1 else self._rng.random()
        missed = any(said.choice == "miss" for said in deal.declarations)
        if chance > 0.6:
            self._say(Declared(player, "drop"))
        elif chance > 0.3 and not missed:
            self._say(Declared(player, "miss"))
            hands[player] = set(self._rng.sample(sorted(miss, key=str), HAND))
        elif player == deal.setup.dealer:
            away = min(hand - trumps or hand, key=str)
            self._say(Declared(player, "play", takes_turn_up=True, discards=str(away)))
            hands[player] = hand - {away} | {turn_up}
        else:
            self._say(Declared(player, "play"))

    def _play(self, hands: dict[str, set[Piece]]) -> None:
        deal, player = self._open, self._open.question().player or ""
        trick: Trick = deal.tricks[-1]
        order = deal.pack.orders[deal.trump or ""]
        allowed = legal(frozenset(hands[player]), trick, order, LAW)
        piece = self._rng.choice(sorted(allowed, key=str))
        hands[player].remove(piece)
        suits = order.led_as[piece] if trick.suit is None else ()
        suit = self._rng.choice(suits) if len(suits) > 1 else None
        self._say(Played(player, str(piece), suit))
