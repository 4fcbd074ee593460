"""What every deal can be asked.

The table screen, the JSON and the refusals all come from here: a deal says its `phase`, asks one
`question`, lists its `options`, and takes an entry or refuses it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, Self, TypeVar

from companion.errors import EntryError, MalformedEntry, RuleViolation
from companion.ids import Rule
from companion.pieces import Pack, Piece
from companion.rules.actions import DealEntry, Declared, RestDeclared
from companion.rules.deal_facts import DealFact, DeclaredSingly, NotOfTheRest
from companion.rules.facts import (
    OutOfPlace,
    Phase,
    Question,
    Revoke,
    Settlement,
    Setup,
)
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
        """Whether anything has been entered of it, so that its stakes are booked."""

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
    def turn(self) -> str | None:
        """Whose turn it is, to declare or to play; None if the depth does not tell, or nobody's."""

    @property
    def revokes(self) -> tuple[Revoke, ...]: ...
    def question(self) -> Question:
        """Return what to ask next."""

    def options(self) -> tuple[DealEntry, ...]:
        """Return everything that may be entered next, in table order."""

    def check(self, entry: DealEntry) -> None:
        """Raise `EntryError` if `entry` may not be entered now."""

    def enter(self, entry: DealEntry) -> Self:
        """Return the deal after `entry`. Raises `EntryError` as `check` does."""

    def settlement(self) -> Settlement:
        """Return what the deal comes to. Raises `ValueError` before it is decided."""


AnyDeal = TypeVar("AnyDeal", bound=Deal)


def handler(
    deal: AnyDeal, entry: DealEntry, handlers: Mapping[type, Callable[[AnyDeal, Any], AnyDeal]]
) -> Callable[[AnyDeal, Any], AnyDeal]:
    """Return the handler for the entry's type. Raises `RuleViolation` if the game has none."""
    found = handlers.get(type(entry))
    if found is None:
        raise RuleViolation(
            Rule.WRONG_PHASE, OutOfPlace(DealFact.NOT_IN_THIS_GAME, deal.question())
        )
    return found


def rest(deal: Deal, choice: str) -> tuple[str, ...]:
    """Return those who are left and would all declare `choice`, from the player on turn on."""
    declared: list[str] = []
    while deal.phase is Phase.DECLARING and (player := deal.turn):
        try:
            deal = deal.enter(Declared(player, choice))
        except EntryError:
            break
        declared.append(player)
    return tuple(declared)


def rest_declared(deal: AnyDeal, entry: RestDeclared, gives_up: str) -> AnyDeal:
    """Return a deal after all who are left have declared, up to the first who may not.

    `gives_up` is the choice that this can declare. Raises `EntryError` if nobody may declare
    it, or one of those who declare otherwise may not, or is none of them.
    """
    if entry.choice != gives_up:
        raise MalformedEntry(DeclaredSingly(entry.choice[:40], gives_up))
    others, declared = dict(entry.except_), False
    while deal.phase is Phase.DECLARING and (player := deal.turn):
        differs = player in others
        try:
            deal = deal.enter(Declared(player, others.pop(player, entry.choice)))
        except EntryError:
            if differs or not declared:
                raise
            break
        declared = True
    if not declared:
        raise RuleViolation(
            Rule.WRONG_PHASE, OutOfPlace(DealFact.ALL_HAVE_DECLARED, deal.question())
        )
    if others:
        raise RuleViolation(Rule.OUT_OF_TURN, NotOfTheRest(next(iter(others))[:40]))
    return deal


def rest_otherwise(deal: Deal, entry: RestDeclared) -> Iterable[RestDeclared]:
    """Yield every other way in which one of the rest may have declared otherwise than `entry` says.

    `deal` is the deal before the entry. Where one alone did not declare what the others did, it may
    also have been another: last come the ways in which it was.
    """
    before, alone = deal, list(_alone(deal, entry.choice))
    are_bids = entry.choice == "pass"
    ways = []
    while deal.phase is Phase.DECLARING and (player := deal.turn):
        stands = entry.except_.get(player, entry.choice)
        others = {one: choice for one, choice in entry.except_.items() if one != player}
        for choice in _choices(deal):
            said = others if choice == entry.choice else {**others, player: choice}
            # Only the highest bid counts: one that can stand alone takes the place of the others.
            if not (are_bids and len(said) > 1 and {player: choice} in alone):
                ways.append(said)
        try:
            deal = deal.enter(Declared(player, stands))
        except EntryError:
            break
    if are_bids:
        ways += alone
    elif len(entry.except_) == 1:
        ways += [one for one in alone if [*one.values()] == [*entry.except_.values()]]
    for place, said in enumerate(ways):
        way = RestDeclared(entry.choice, said)
        if said != entry.except_ and said not in ways[:place] and may(before, way):
            yield way


def _alone(deal: Deal, choice: str) -> Iterable[dict[str, str]]:
    """Yield every way in which one of the rest declares otherwise, and all before and after `choice`."""
    for player in rest(deal, choice):
        yield from ({player: other} for other in _choices(deal) if other != choice)
        deal = deal.enter(Declared(player, choice))


def _choices(deal: Deal) -> Iterable[str]:
    return dict.fromkeys(one.choice for one in deal.options() if isinstance(one, Declared))


def may(deal: Deal, entry: DealEntry) -> bool:
    """Return whether `entry` may be entered of a deal now."""
    try:
        deal.check(entry)
    except EntryError:
        return False
    return True
