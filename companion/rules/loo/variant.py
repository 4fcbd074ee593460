"""What one game of the Loo family lays down: its pack, its law, its spare hands, its stakes."""

from collections.abc import Callable

from msgspec import Struct

from companion.pieces import Order, Pack, Piece
from companion.rules.facts import Setup
from companion.rules.ids import Fact, Rule
from companion.rules.ledger import Line
from companion.rules.loo.declaring import Lone
from companion.rules.loo.exchange import Stock
from companion.rules.loo.flush import Flushes
from companion.rules.scores import Race
from companion.rules.tricks.law import Law


class Loo(Struct, frozen=True):
    """What one game of the family lays down, under the house rules chosen."""

    pack: Pack
    tricks: int
    """Pieces in a hand, and so tricks in a deal."""
    law: Callable[[Order, int, Piece | None], Law]
    """The trick law by the order of the pieces, the number of players in, and the turn-up."""
    misses: Callable[[int], int]
    """Spare hands by the number of players."""
    forced: Callable[[Setup, str], tuple[Rule, Fact | str] | None]
    """The rule and the reason why nobody may drop under this trump, if nobody may."""
    lone: Lone
    stakes: Callable[[Setup], tuple[Line, ...]]
    race: Race | None
    """None for chips."""
    turner: Callable[[Setup], str]
    """Who turns up the trump."""
    miss_word: str = "miss"
    turn_up_taken: bool = False
    """Whether a dealer may take the turn-up in hand."""
    stock: Callable[[int], Stock] | None = None
    """The stock by the number of players, where cards are exchanged with it."""
    draws: bool = False
    """Whether they are exchanged with the declaration, rather than after all declarations."""
    flushes: Flushes | None = None


def two_must_play(setup: Setup, trump: str) -> tuple[Rule, Fact | str] | None:
    """Return that nobody may drop with two players: of the domino games, the rule `cannot-drop`."""
    if len(setup.players) > 2:
        return None
    return Rule.CANNOT_DROP, "Nobody can drop: with two players both play or take a spare hand."
