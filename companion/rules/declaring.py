"""The round of declarations in a deal of the Loo family (rulebook 1 "Order", 3 "Declarations").

In turn from the dealer's left each says once what he does: play, take a spare hand (a *miss*),
drop, or, for a dealer, play for the pool. The round ends by itself when all have dropped before the
dealer, who then declares nothing.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from companion.pieces import Pack, Piece
from companion.rules.broken import RuleBroken, Unreadable
from companion.rules.deal import Declaration
from companion.rules.play import read_piece
from companion.rules.said import Declared

CHOICES = ("play", "miss", "for-the-pool", "drop")
KEEPS_HAND = ("play", "for-the-pool")
"""The choices with which a dealer plays the hand dealt to him."""


class Declaring(Struct, frozen=True):
    """The declarations of one deal. Immutable; each declaration returns the next one."""

    players: tuple[str, ...]
    """Those dealt in, clockwise from the dealer's left; the dealer is the last."""
    pack: Pack
    turn_up: Piece | None
    """None where only the trump was named."""
    misses: int
    """Spare hands laid out."""
    miss_word: str
    may_drop: bool
    has_pool: bool
    """Whether there is a pool that a dealer could play for."""
    said: tuple[Declaration, ...] = ()
    discard: Piece | None = None
    """What the dealer put away for the turn-up, if it was seen."""

    @property
    def dealer(self) -> str:
        """Who deals."""
        return self.players[-1]

    @property
    def all_dropped(self) -> bool:
        """Whether all before the dealer have dropped."""
        others = len(self.players) - 1
        return len(self.said) == others and all(d.choice == "drop" for d in self.said)

    @property
    def turn(self) -> str | None:
        """Whose turn it is to declare; None when the round is over."""
        if self.all_dropped or len(self.said) == len(self.players):
            return None
        return self.players[len(self.said)]

    @property
    def staying(self) -> tuple[str, ...]:
        """Those who have declared to be in, in turn."""
        return tuple(said.player for said in self.said if said.choice != "drop")

    @property
    def for_the_pool(self) -> str | None:
        """The dealer, if he plays for the pool."""
        return next((d.player for d in self.said if d.choice == "for-the-pool"), None)

    @property
    def held(self) -> frozenset[Piece]:
        """The turn-up, if the dealer is known to have taken it in hand."""
        taken = any(said.turn_up_taken for said in self.said)
        return frozenset((self.turn_up,)) if taken and self.turn_up is not None else frozenset()

    @property
    def seen(self) -> frozenset[Piece]:
        """The pieces that everybody has seen: the turn-up, unless it was taken, and the discard."""
        shown = {self.turn_up, self.discard} - {None}
        return frozenset(shown) - self.held

    def sayable(self) -> Iterable[Declared]:
        """Yield the declarations that could be made next, allowed or not."""
        turn = self.turn
        if turn is None:
            return
        yield from (Declared(turn, choice) for choice in CHOICES)
        if turn == self.dealer:
            for choice in KEEPS_HAND:
                yield Declared(turn, choice, takes_turn_up=True)
                for piece in self.pack.pieces:
                    yield Declared(turn, choice, takes_turn_up=True, discards=str(piece))

    def declared(self, said: Declared) -> "Declaring":
        """Return the round after a declaration. Raises `RuleBroken` or `Unreadable`."""
        self._check_turn(said)
        self._check_choice(said)
        discard = self._check_turn_up(said)
        declaration = Declaration(said.player, said.choice, said.takes_turn_up)
        return replace(self, said=(*self.said, declaration), discard=discard)

    def _check_turn(self, said: Declared) -> None:
        player = said.player
        if player not in self.players:
            raise RuleBroken("not-in", f"{player[:40]} is not dealt in.")
        earlier = next((d for d in self.said if d.player == player), None)
        if earlier and earlier.choice == "miss" and said.choice == "drop":
            raise RuleBroken("miss-binds", f"{player} took the {self.miss_word} and must play it.")
        if player == self.dealer and self.all_dropped:
            raise RuleBroken(
                "all-dropped", f"All dropped: {player} takes everything and declares nothing."
            )
        if self.turn is None:
            raise RuleBroken("wrong-phase", "All have declared.")
        if player == self.turn:
            return
        if earlier:
            raise RuleBroken(
                "out-of-turn", f"{player} has declared already; it is {self.turn}'s turn."
            )
        raise RuleBroken("out-of-turn", f"{self.turn} declares before {player}.")

    def _check_choice(self, said: Declared) -> None:
        player, choice = said.player, said.choice
        if choice not in CHOICES:
            raise Unreadable(
                f"{choice[:40]!r} is nothing {player} can declare here. "
                "Say play, miss, drop or for-the-pool."
            )
        if choice == "drop" and not self.may_drop:
            raise RuleBroken(
                "cannot-drop",
                f"{player} cannot drop: with {len(self.players)} players everybody plays or takes "
                f"the {self.miss_word}.",
            )
        if choice == "miss" and sum(d.choice == "miss" for d in self.said) == self.misses:
            raise RuleBroken(
                "no-miss-left", f"{player} cannot take a {self.miss_word}: none is left."
            )
        if choice == "for-the-pool" and not self._may_play_for_the_pool(player):
            raise RuleBroken(
                "for-the-pool",
                f"{player} cannot play for the pool. Only the dealer can, with four players and "
                "chips in play, when the only other player in has taken the miss.",
            )

    def _may_play_for_the_pool(self, player: str) -> bool:
        others = [said.choice for said in self.said if said.choice != "drop"]
        return (
            player == self.dealer
            and len(self.players) == 4
            and self.has_pool
            and others == ["miss"]
        )

    def _check_turn_up(self, said: Declared) -> Piece | None:
        """Check what a declaration says of the turn-up, and return the piece put away for it."""
        if not said.takes_turn_up and said.discards is None:
            return None
        word = self.pack.piece
        if said.player != self.dealer or said.choice not in KEEPS_HAND:
            raise RuleBroken(
                "dealer-turn-up",
                f"{said.player} cannot take the turn-up. Only a dealer who plays the hand dealt "
                "to him can.",
            )
        if not said.takes_turn_up:
            raise RuleBroken(
                "dealer-turn-up",
                f"{said.player} puts a {word} away only for the turn-up, which he did not take.",
            )
        if said.discards is None:
            return None
        discard = read_piece(self.pack, said.discards)
        if discard == self.turn_up:
            raise RuleBroken(
                "already-seen", f"{discard} is the turn-up itself. Name the {word} put away."
            )
        return discard
