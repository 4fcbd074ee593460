"""The felt: the open trick and the last one or, at the depth `tricks`, the number each player won."""

from collections.abc import Mapping

from msgspec import Struct

from companion.pieces import Piece
from companion.rules.tricks.law import Trick
from companion.rules.tricks.play import TrickPlay
from companion.web.views.faces import Face


class Laid(Struct, frozen=True):
    """A piece of a trick."""

    player: str
    face: Face
    piece: Piece
    wins: bool
    """Whether it wins the trick, so far."""


class Won(Struct, frozen=True):
    """The tricks that a player has won."""

    player: str
    face: Face
    tricks: int


class Felt(Struct, frozen=True):
    """The tricks of a deal that are shown while it is played."""

    lying: tuple[Laid, ...] = ()
    """The open trick, in the order of play."""
    last: tuple[Laid, ...] = ()
    """The trick before."""
    taker: str = ""
    """The winner of the trick before."""
    won: tuple[Won, ...] = ()
    """Trick by trick, what each player in has won; then no pieces are known."""


def felt(play: TrickPlay, faces: Mapping[str, Face]) -> Felt | None:
    """Return what is shown of a deal's tricks; None after the play. `faces` are in table order."""
    if play.is_over or play.depth == "result":
        return None
    if play.depth == "tricks":
        taken = play.taken()
        return Felt(won=tuple([Won(one, faces[one], taken[one]) for one in faces if one in taken]))
    trick, winners = play.tricks[-1], play.trick_winners
    return Felt(
        _laid(trick, trick.winner(play.order, play.law), faces) if trick.plays else (),
        _laid(play.tricks[-2], winners[-1], faces) if winners else (),
        winners[-1] if winners else "",
    )


def _laid(trick: Trick, winner: str, faces: Mapping[str, Face]) -> tuple[Laid, ...]:
    plays = trick.plays
    return tuple(
        [Laid(one.player, faces[one.player], one.piece, one.player == winner) for one in plays]
    )
