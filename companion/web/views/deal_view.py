"""The base class for views of a deal. Each family of games has its own."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from companion.ids import Rule
from companion.pieces import Piece
from companion.rules.actions import DealEntry
from companion.rules.facts import Settlement
from companion.rules.tricks.play import TrickPlay
from companion.web.views.faces import Face


class PieceSelection(Struct, frozen=True):
    """An entry made by picking pieces that only their holder knows.

    `Deal.options` leaves such entries out; they have a page of their own.
    """

    kind: str
    """The kind of entry: `flush-shown`."""
    offer: str
    """The label of the link to that page: "Someone shows a flush"."""
    asks: str
    done: str
    players: tuple[str, ...]
    least: int
    most: int
    barred: frozenset[Piece] = frozenset()
    """Pieces that cannot be picked, besides those already seen."""
    single: frozenset[Piece] = frozenset()
    """Pieces that can be picked only once, although the pack has more copies."""
    held: frozenset[Piece] = frozenset()
    """Pieces known to be in the player's hand."""


class RemainingHands(Struct, frozen=True):
    """Limits for the entry of the hands left at the end of a deal."""

    counts: Mapping[str, int | None]
    """The number of cards left to each player who may have any; None if unknown."""
    held: Mapping[str, tuple[Piece, ...]]
    """Cards known to be in each player's remaining hand."""
    winners: tuple[str, ...]
    dead: bool
    """Whether the deal may end without a winner."""
    pips: Mapping[Piece, int]
    worth: str
    most: int
    """Maximum number of cards that a player can be left with."""


class Row(Struct, frozen=True):
    """A player's row on the table screen."""

    player: str
    state: str = ""
    """The player's declaration or remaining cards, in the game's words."""
    is_in: bool = True
    on_turn: bool = False
    tricks: int = 0
    laid: Piece | None = None
    face: Face | None = None
    is_you: bool = False
    """Whether it is the row of this phone's seat. The script knows the seat where this does not."""
    out: bool = False
    """Whether the row is greyed out."""
    deals: bool = False
    looks: str = ""
    """`out`, `deals`, and where not all fit, `asked` for the row that is shown, or `near` it."""
    figure: str = ""
    """Balance with its sign, or score, including the settlement on the screen."""
    change: str = ""
    """On a display, the gain from the deal, and its parts: "tricks +10, stake −5"."""
    parts: str = ""


def trick_rows(
    players: Iterable[str],
    words: Mapping[str, str],
    players_in: Collection[str],
    turn: str,
    play: TrickPlay | None,
) -> tuple[Row, ...]:
    """Return the rows of a game with tricks; `words` are the players' declarations."""
    laid, taken = (play.laid(), play.taken()) if play else ({}, {})
    return tuple(
        [
            Row(
                player,
                words.get(player, ""),
                is_in=player in players_in,
                on_turn=player == turn,
                tricks=taken.get(player, 0),
                laid=laid.get(player),
            )
            for player in players
        ]
    )


class DealView(Struct, frozen=True):
    """The parts of a screen about a deal; each family of games overrides its own."""

    deal: Any

    @property
    def terms(self) -> str:
        """Information shown throughout the deal, such as the value of a trick."""
        raise NotImplementedError

    @property
    def next_pools(self) -> str:
        """How large the next pool can be, while that matters."""
        return ""

    @property
    def no_trump(self) -> str:
        """The text in place of the trump, while there is none."""
        return ""

    @property
    def bids_at_once(self) -> str:
        """The question for the highest bid, if one entry can hold all bids."""
        return ""

    @property
    def play(self) -> TrickPlay | None:
        """The tricks, once they are played."""
        play: TrickPlay | None = getattr(self.deal, "play", None)
        return play

    @property
    def seen(self) -> frozenset[Piece]:
        """The pieces that can no longer be played."""
        return self.play.seen if self.play else frozenset()

    @property
    def turned(self) -> tuple[Piece, ...]:
        """The pieces turned up that the dealer can take."""
        return ()

    @property
    def selections(self) -> tuple[PieceSelection, ...]:
        """Entries that can be made now by picking pieces, besides the options."""
        return ()

    @property
    def hands(self) -> RemainingHands | None:
        """The remaining hands that can be entered now, besides the options."""
        return None

    def rows(self) -> tuple[Row, ...]:
        """Return a row for each player dealt in, clockwise from the dealer's left."""
        raise NotImplementedError

    def note(self, option: DealEntry) -> str:
        """Return the note on the button of an option, such as its payment."""
        return ""

    def came_out(self, player: str, settlement: Settlement) -> tuple[str, str]:
        """Return a player's result in the settled deal, in a word or two, and what is stamped beside it."""
        raise NotImplementedError

    def idle(self, player: str, settlement: Settlement) -> tuple[str, Rule]:
        """Return why a player neither wins nor pays, as a sentence, and the rule."""
        raise NotImplementedError
