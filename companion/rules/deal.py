"""What every deal can be asked.

The table screen, the JSON and the refusals all come from here: a deal says its `phase`, asks one
`question`, lists its `options`, and takes an entry or refuses it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from companion.errors import EntryError, RuleViolation
from companion.pieces import Pack, Piece
from companion.rules.actions import DealEntry
from companion.rules.facts import (
    NotInThisGame,
    OutOfPlace,
    Phase,
    Question,
    Revoke,
    Settlement,
    Setup,
)
from companion.rules.ids import Rule
from companion.rules.ledger import Line


class Deal(Protocol):
    """A deal under way, or decided. Immutable."""

    @property
    def setup(self) -> Setup: ...
    @property
    def pack(self) -> Pack: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def begun(self) -> bool:
        """Whether anything has been said of it, so that its stakes are booked."""

    @property
    def stakes(self) -> tuple[Line, ...]:
        """The stakes, booked with the deal's first entry. They stay if it is void."""

    @property
    def bought(self) -> tuple[Line, ...]:
        """What else is booked before the settlement. It is paid back if the deal is void."""

    @property
    def pool(self) -> int | None:
        """What the pool holds now, an open settlement left out; None where there is no pool."""

    @property
    def turn_up(self) -> Piece | None: ...
    @property
    def trump(self) -> str | None: ...
    @property
    def revokes(self) -> tuple[Revoke, ...]: ...
    def question(self) -> Question:
        """Return what to ask next."""

    def options(self) -> tuple[DealEntry, ...]:
        """Return everything that may be said next, in table order."""

    def check(self, said: DealEntry) -> None:
        """Raise `EntryError` if `said` may not be said now."""

    def enter(self, said: DealEntry) -> "Deal":
        """Return the deal after `said`. Raises `EntryError` as `check` does."""

    def settlement(self) -> Settlement:
        """Return what the deal comes to. Raises `ValueError` before it is decided."""


AnyDeal = TypeVar("AnyDeal", bound=Deal)


def entered(
    deal: AnyDeal, said: DealEntry, ways: Mapping[type, Callable[[AnyDeal, Any], AnyDeal]]
) -> AnyDeal:
    """Return a deal after `said`, which goes the way that its game has for entries of that kind.

    Raises `RuleViolation` if it has none, and what that way raises.
    """
    way = ways.get(type(said))
    if way is None:
        raise RuleViolation(Rule.WRONG_PHASE, OutOfPlace(NotInThisGame(), deal.question()))
    return way(deal, said)


def may(deal: Deal, said: DealEntry) -> bool:
    """Return whether `said` may be said of a deal now."""
    try:
        deal.check(said)
    except EntryError:
        return False
    return True
