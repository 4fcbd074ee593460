"""Positions in the tricks of a deal, with all hands open.

A position has everything that the trick law asks about (docs/rules.md 2). Its moves come from the law
itself, so a study knows no rules of its own.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.pieces import Order, Pack, Piece
from companion.rules.tricks.law import (
    Hand,
    Law,
    Trick,
    honours_owed,
    led_before,
    legal,
    ways_to_lead,
)
from companion.rules.tricks.play import TrickPlay


class Move(Struct, frozen=True, gc=False):
    """A play: the piece, and how it is led where that is open."""

    piece: Piece
    suit: str | None = None
    """The suit that a leader announces, where there are two; else None."""
    civil: bool = False
    """Whether the leader calls "Pam be civil"."""


class Position(Struct, frozen=True):
    """The players in with their hands, and the trick so far. Immutable."""

    players: tuple[str, ...]
    """Players in, clockwise."""
    pack: Pack
    trump: str
    """"" without trumps, and before the first lead if that makes trump."""
    law: Law
    hands: Mapping[str, Hand]
    trick: Trick
    taken: Mapping[str, int]
    """Tricks taken so far."""
    lead_makes_trump: bool = False
    cinch: tuple[Piece, ...] = ()
    """The honours, once their holder has led the ace under `cinch` and so owes the others."""

    @property
    def order(self) -> Order:
        return self.pack.orders[self.trump]

    @property
    def turn(self) -> str | None:
        """The player to move; None when all pieces have been played."""
        place = self.players.index(self.trick.leader) + len(self.trick.plays)
        player = self.players[place % len(self.players)]
        return player if self.hands[player] else None

    def moves(self) -> Iterator[Move]:
        """Yield the lawful moves of the player to move, in the order of the pack."""
        player = self.turn
        if player is None:
            return
        hand, order = self.hands[player], self.order
        allowed = legal(hand, self.trick, order, self.law, led_before(self.cinch, hand))
        for piece in sorted(allowed, key=self.pack.pieces.index):
            if self.trick.suit is not None:
                yield Move(piece)
                continue
            is_announced = len(order.led_as[piece]) > 1
            for suit, civil in ways_to_lead(piece, order, self.law):
                yield Move(piece, suit if is_announced else None, civil)

    def after(self, move: Move) -> "Position":
        """Return the position after a move, lawful or not."""
        player = self.turn or ""
        hand, order = self.hands[player], self.order
        makes_trump = self.lead_makes_trump and self.trick.number == 1 and not self.trick.plays
        suit = move.suit or order.led_as[move.piece][0]
        position = replace(
            self,
            trump=suit if makes_trump else self.trump,
            hands={**self.hands, player: hand - {move.piece}},
            trick=self.trick.laid(player, move.piece, suit, move.civil),
            cinch=honours_owed(hand, move.piece, self.trick, order, self.law) or self.cinch,
        )
        if len(position.trick.plays) < len(self.players):
            return position
        winner = position.trick.winner(position.order, self.law)
        return replace(
            position,
            trick=Trick(self.trick.number + 1, winner),
            taken={**self.taken, winner: self.taken[winner] + 1},
        )


def first_position(play: TrickPlay) -> Position:
    """Return the position before the first lead. Every piece must have been played."""
    return Position(
        players=play.players,
        pack=play.pack,
        trump="" if play.lead_makes_trump else play.trump,
        law=play.law,
        hands={p: Hand(piece for _, piece in plays) for p, plays in play.plays_by_player.items()},
        trick=Trick(1, play.players[0]),
        taken=dict.fromkeys(play.players, 0),
        lead_makes_trump=play.lead_makes_trump,
    )
