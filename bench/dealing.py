"""Random legal deals for the benchmarks."""

from random import Random
from typing import cast

from msgspec import to_builtins

from companion.evening import AnyEntry, Evening
from companion.evening.entries import GameStarted
from companion.pieces import Piece
from companion.rules.actions import Declared, Played, Settled, TurnedUp
from companion.rules.deal import Deal
from companion.rules.facts import Phase
from companion.rules.loo.deal import LooDeal
from companion.rules.tricks.law import legal

NAMES = ("Ann", "Bob", "Cat", "Dan")
DOMINOES = GameStarted("domino-loo", NAMES, NAMES[0], "plays", house_rules={"loo": "capped"})
THREE_CARDS = GameStarted("three-card-loo", NAMES, NAMES[0], "plays")
GAMES = {"domino Loo": DOMINOES, "three-card Loo": THREE_CARDS}


def fields_of(entry: AnyEntry, after: int | None = None, entry_id: str = "") -> dict[str, str]:
    """Return the form with which a phone sends an entry."""
    fields = {
        name: "true" if value is True else str(value) for name, value in to_builtins(entry).items()
    }
    return fields if after is None else {**fields, "after": str(after), "entry_id": entry_id}


class Dealer:
    """Deals domino Loo or three-card Loo. The same seed gives the same deals."""

    def __init__(self, start: GameStarted = DOMINOES, seed: int = 1899) -> None:
        self._rng = Random(seed)
        self._start = start
        self._evening = Evening().enter(start)
        self._said: list[AnyEntry] = []
        self._hands: dict[str, set[Piece]] = {}
        self._left: list[Piece] = []
        """Pieces not in any hand."""

    def deals(self, number: int) -> list[list[AnyEntry]]:
        """Return the entries of the next deals."""
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
        session = self._evening.state.session
        return session.game.tricks if session else 0

    def _taken(self, number: int) -> set[Piece]:
        return {self._left.pop() for _ in range(number)}

    def _say(self, entry: AnyEntry) -> None:
        self._evening = self._evening.enter(entry)
        self._said.append(entry)

    def _declare(self, turn_up: Piece) -> None:
        """Declare `play` with two or more trumps; otherwise choose at random."""
        player = self._open.question().player or ""
        options = [option for option in self._open.options() if isinstance(option, Declared)]
        choices = {option.choice for option in options}
        hand = self._hands[player]
        trumps = hand & self._open.pack.orders[self._open.trump or ""].trumps
        chance = 0.0 if len(trumps) > 1 else self._rng.random()
        if chance > 0.6 and "drop" in choices:
            self._say(Declared(player, "drop"))
        elif chance > 0.3 and "miss" in choices:
            self._say(Declared(player, "miss"))
            self._hands[player] = self._taken(self._number)
        elif any(option.takes_turn_up for option in options):
            away = min(hand - trumps or hand, key=str)
            self._say(Declared(player, "play", takes_turn_up=True, discards=str(away)))
            self._hands[player] = hand - {away} | {turn_up}
        else:
            self._say(Declared(player, "play"))

    def _play(self) -> None:
        deal, player = self._open, self._open.question().player or ""
        trick = deal.tricks[-1]
        order = deal.pack.orders[deal.trump or ""]
        # Play lawfully, because the engine refuses a proven revoke.
        play = cast(LooDeal, deal).play
        law = play.law if play else None
        allowed = legal(frozenset(self._hands[player]), trick, order, law) if law else frozenset()
        piece = self._rng.choice(sorted(allowed, key=str))
        self._hands[player].remove(piece)
        suits = order.led_as[piece] if trick.suit is None else ()
        suit = self._rng.choice(suits) if len(suits) > 1 else None
        self._say(Played(player, str(piece), suit))
