"""What a screen shows of a deal, whatever its game: one view for each family of games."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from companion.ids import Rule
from companion.pieces import Piece
from companion.rules.actions import DealEntry
from companion.rules.facts import Settlement
from companion.rules.tricks.play import TrickPlay


class PieceSelection(Struct, frozen=True):
    """What only the holder of the pieces knows, and is entered by picking them.

    `Deal.options` leaves such entries out; they are offered on a page of their own.
    """

    kind: str
    """The kind of entry: `flush-shown`."""
    offer: str
    """What the way to that page is called: "A flush is shown"."""
    asks: str
    """What the page asks."""
    done: str
    """What its button says."""
    players: tuple[str, ...]
    """Whose entry it can be."""
    least: int
    most: int
    """How many pieces it takes, from and to."""
    barred: frozenset[Piece] = frozenset()
    """Pieces that cannot be among them, beside those that have been seen."""
    single: frozenset[Piece] = frozenset()
    """Pieces of which only one can be among them, although the pack has more."""
    held: frozenset[Piece] = frozenset()
    """Pieces known to be in that player's hand."""


class RemainingHands(Struct, frozen=True):
    """What may be entered of the hands that are left at the end of a deal."""

    counts: Mapping[str, int | None]
    """How many cards each holds who may be left with some; None where that is not known."""
    held: Mapping[str, tuple[Piece, ...]]
    """Cards known to be among them."""
    winners: tuple[str, ...]
    """Who may be entered as the winner."""
    dead: bool
    """Whether it may be entered that nobody has."""
    pips: Mapping[Piece, int]
    """What each card counts."""
    worth: str
    """The same in words."""
    most: int
    """How many anybody can be left with."""


class Standing(Struct, frozen=True):
    """One player's row in the table screen."""

    player: str
    state: str
    """What he declared, in the game's words; "" before that."""
    is_in: bool
    tricks: int
    on_turn: bool
    laid: Piece | None = None
    """What he has played to the trick under way."""


class DealView(Protocol):
    """What a screen shows of one deal, beside what every deal can be asked."""

    @property
    def terms(self) -> str:
        """What is good to know all the time: what a trick is worth."""

    @property
    def no_trump(self) -> str:
        """What stands in the trump's place while no suit is trump; "" where there never is one."""

    @property
    def bids_at_once(self) -> str:
        """What asks for the highest bid alone, where one entry can tell all bids; else ""."""

    @property
    def play(self) -> TrickPlay | None:
        """The tricks, once they are played; None in a game without tricks."""

    @property
    def seen(self) -> frozenset[Piece]:
        """The pieces that nobody can play any more."""

    @property
    def selections(self) -> tuple[PieceSelection, ...]:
        """What may be entered now by picking pieces, beside the options."""

    @property
    def hands(self) -> RemainingHands | None:
        """What may be entered now of the hands that are left, beside the options."""

    def standing(self) -> tuple[Standing, ...]:
        """Return a row for each dealt in, clockwise from the dealer's left."""

    def note(self, option: DealEntry) -> str:
        """Return what stands small beside the button of an option: what it pays; or ""."""

    def came_out(self, player: str, settlement: Settlement) -> str:
        """Return in a word or two how a player came out of the decided deal."""

    def idle(self, player: str, settlement: Settlement) -> tuple[str, Rule]:
        """Return why a player neither wins nor pays: a sentence, and the id of its rule."""
