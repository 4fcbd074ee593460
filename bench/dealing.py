"""Evenings to measure with: pieces really dealt, and played by the law."""

from collections.abc import Iterable
from random import Random
from typing import cast

from companion.evening import AnyEntry, Evening
from companion.evening.entries import GameStarted
from companion.pieces import Piece
from companion.rules.actions import Declared, Exchanged, Played, Settled, TurnedUp
from companion.rules.deal import Deal
from companion.rules.facts import Phase
from companion.rules.loo.deal import LooDeal
from companion.rules.tricks.law import legal

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
DOMINOES = GameStarted("domino-loo", NAMES[:4], NAMES[0], "plays", house_rules={"loo": "capped"})
CARDS = (
    *(
        GameStarted(game, NAMES, NAMES[0], "plays", preset=preset, house_rules={"loo": "capped"})
        for game, preset in (
            ("three-card-loo", "classic"),
            ("three-card-loo", "defence"),
            ("five-card-loo", "classic"),
            ("five-card-loo", "chits"),
            ("irish-loo", None),
        )
    ),
    GameStarted("rams", NAMES, NAMES[0], "plays"),
)
"""A game by each account of card Loo whose law differs, and Rams."""


class Dealer:
    """Deals a game of the Loo family, always the same for the same seed."""

    def __init__(self, start: GameStarted = DOMINOES, seed: int = 1899) -> None:
        self._rng = Random(seed)
        self._start = start
        self._evening = Evening().enter(start)
        self._said: list[AnyEntry] = []
        self._hands: dict[str, set[Piece]] = {}
        self._left: list[Piece] = []
        """The pieces that nobody holds."""

    def deals(self, number: int) -> list[list[AnyEntry]]:
        """Return what is said in so many further deals."""
        return [self._deal() for _ in range(number)]

    def _deal(self) -> list[AnyEntry]:
        self._said = []
        session = self._evening.state.session
        if session and session.winner:
            self._say(self._start)
        deal = self._open
        number = self._number
        self._left = self._rng.sample(deal.pack.pieces, len(deal.pack.pieces))
        turn_up = self._left.pop()
        self._hands = {name: self._taken(number) for name in deal.setup.players}
        self._say(TurnedUp(str(turn_up)))
        while self._open.phase is Phase.DECLARING:
            self._declare(turn_up)
        while self._open.phase is Phase.EXCHANGING:
            player = self._open.question().player or ""
            self._say(Exchanged(player, self._exchanged(player)))
        while self._open.phase is Phase.PLAYING:
            self._play()
        self._say(Settled())
        return self._said

    @property
    def _open(self) -> Deal:
        session = self._evening.state.session
        if session is None or session.deal is None:
            raise AssertionError("there is always a deal to play")
        return session.deal

    @property
    def _number(self) -> int:
        """How many pieces a hand has."""
        session = self._evening.state.session
        return session.game.tricks if session else 0

    def _taken(self, number: int) -> set[Piece]:
        return {self._left.pop() for _ in range(number)}

    def _say(self, entry: AnyEntry) -> None:
        self._evening = self._evening.enter(entry)
        self._said.append(entry)

    def _trumps(self, hand: Iterable[Piece]) -> set[Piece]:
        deal = self._open
        return set(hand) & deal.pack.orders[deal.trump or ""].trumps

    def _declare(self, turn_up: Piece) -> None:
        """Play with two trumps or more; with fewer take the miss, drop, or play all the same."""
        deal, player = self._open, self._open.question().player or ""
        hand = self._hands[player]
        # Anybody can say General Rams; nobody here does.
        options = [
            said
            for said in deal.options()
            if isinstance(said, Declared) and said.player == player and said.choice != "general"
        ]
        choices = {said.choice for said in options}
        chance = 0.0 if len(self._trumps(hand)) > 1 else self._rng.random()
        if chance > 0.6 and "drop" in choices:
            self._say(Declared(player, "drop"))
        elif chance > 0.3 and "miss" in choices:
            self._say(Declared(player, "miss"))
            self._hands[player] = self._taken(self._number)
        elif any(said.takes_turn_up for said in options):
            away = min(hand - self._trumps(hand) or hand, key=str)
            self._say(Declared(player, "play", takes_turn_up=True, discards=str(away)))
            self._hands[player] = hand - {away} | {turn_up}
        else:
            draws = self._exchanged(player) if any(said.draws for said in options) else 0
            self._say(Declared(player, "play", draws=draws))

    def _exchanged(self, player: str) -> int:
        """Put one or two plain cards away for others, and return how many."""
        hand = self._hands[player]
        away = sorted(hand - self._trumps(hand), key=str)[: self._rng.randint(0, 2)]
        self._hands[player] = hand - set(away) | self._taken(len(away))
        return len(away)

    def _play(self) -> None:
        deal, player = self._open, self._open.question().player or ""
        trick = deal.tricks[-1]
        order = deal.pack.orders[deal.trump or ""]
        # By any other law the engine would prove a revoke and refuse the play.
        play = cast(LooDeal, deal).play
        law = play.law if play else None
        allowed = legal(frozenset(self._hands[player]), trick, order, law) if law else frozenset()
        piece = self._rng.choice(sorted(allowed, key=str))
        self._hands[player].remove(piece)
        suits = order.led_as[piece] if trick.suit is None else ()
        suit = self._rng.choice(suits) if len(suits) > 1 else None
        self._say(Played(player, str(piece), suit))
