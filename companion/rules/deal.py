"""The interface of a deal.

The table screen, the JSON and the refusals all use it: a deal has a `phase`, asks one `question`,
lists its `options`, and accepts an entry or refuses it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, Self, TypeVar

from companion.errors import EntryError, MalformedEntry, RuleViolation
from companion.facts import AnyFact
from companion.ids import Rule
from companion.pieces import Pack, Piece
from companion.rules.actions import DealEntry, Declared, RestDeclared
from companion.rules.deal_facts import DealFact, DeclaredSingly, NotOfTheRest
from companion.rules.facts import OutOfPlace, Phase, Question, Revoke, Settlement, Setup
from companion.rules.ledger import Line


class Deal(Protocol):
    """A deal in progress or decided. Immutable.

    `setup` says who is dealt in and what was in the pool, `pack` which pieces there are, `phase` what is
    being done, and `question` what to enter next. `turn_up` and `trump` are None where there is none;
    `revokes` are those that the table has recorded or let stand.
    """

    @property
    def setup(self) -> Setup: ...
    @property
    def pack(self) -> Pack: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def begun(self) -> bool:
        """Whether anything has been entered, so that the stakes are booked."""

    @property
    def stakes(self) -> tuple[Line, ...]:
        """The stakes, booked with the first entry. They stay if the deal is void."""

    @property
    def bought(self) -> tuple[Line, ...]:
        """Other payments booked before the settlement, paid back if the deal is void."""

    @property
    def pool(self) -> int | None:
        """Chips in the pool before the settlement; None if there is no pool."""

    @property
    def turn_up(self) -> Piece | None: ...
    @property
    def trump(self) -> str | None: ...
    @property
    def turn(self) -> str | None:
        """The player to act; None if unknown at this depth, or if nobody is to act."""

    @property
    def revokes(self) -> tuple[Revoke, ...]: ...
    def question(self) -> Question: ...

    def options(self) -> tuple[DealEntry, ...]:
        """Return every possible next entry, in table order."""

    def enter(self, entry: DealEntry) -> Self:
        """Return the deal after `entry`. Raises `EntryError`."""

    def settlement(self) -> Settlement:
        """Return the settlement. Raises `ValueError` before the deal is decided."""


AnyDeal = TypeVar("AnyDeal", bound=Deal)


def wrong_phase(question: Question, why: AnyFact) -> RuleViolation:
    """Return the refusal of an entry in the wrong phase, which asks `question` instead."""
    return RuleViolation(Rule.WRONG_PHASE, OutOfPlace(why, question))


def handler(
    deal: AnyDeal, entry: DealEntry, handlers: Mapping[type, Callable[[AnyDeal, Any], AnyDeal]]
) -> Callable[[AnyDeal, Any], AnyDeal]:
    """Return the handler for the entry's type. Raises `RuleViolation` if the game has none."""
    enter = handlers.get(type(entry))
    if enter is None:
        raise wrong_phase(deal.question(), DealFact.NOT_IN_THIS_GAME)
    return enter


def rest(deal: Deal, choice: str) -> tuple[str, ...]:
    """Return the players who can all declare `choice`, starting with the player to act."""
    declared: list[str] = []
    while deal.phase is Phase.DECLARING and (player := deal.turn):
        try:
            deal = deal.enter(Declared(player, choice))
        except EntryError:
            break
        declared.append(player)
    return tuple(declared)


def rest_declared(deal: AnyDeal, entry: RestDeclared, gives_up: str) -> AnyDeal:
    """Return the deal after all remaining players have declared, until one may not.

    `gives_up` is the only choice allowed. Raises `EntryError` if nobody may declare it, or if one of
    the exceptions is not allowed or not a remaining player.
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
        raise wrong_phase(deal.question(), DealFact.ALL_HAVE_DECLARED)
    if others:
        raise RuleViolation(Rule.OUT_OF_TURN, NotOfTheRest(next(iter(others))[:40]))
    return deal


def rest_otherwise(deal: Deal, entry: RestDeclared) -> Iterable[RestDeclared]:
    """Yield the possible corrections of `entry`; `deal` is the deal before it.

    A correction changes one player's choice. If the entry has one exception, corrections that move it to
    another player come last. Among bids only the highest counts, so there every single bid comes last.
    """
    before, alone = deal, list(_alone(deal, entry.choice))
    are_bids = entry.choice == "pass"
    ways = []
    while deal.phase is Phase.DECLARING and (player := deal.turn):
        stands = entry.except_.get(player, entry.choice)
        others = {one: choice for one, choice in entry.except_.items() if one != player}
        for choice in _choices(deal):
            said = others if choice == entry.choice else {**others, player: choice}
            # If this bid is possible on its own, that entry is added below, without lower bids.
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
        if said != entry.except_ and said not in ways[:place] and can_enter(before, way):
            yield way


def _alone(deal: Deal, choice: str) -> Iterable[dict[str, str]]:
    """Yield each entry in which one remaining player declares another choice."""
    for player in rest(deal, choice):
        yield from ({player: other} for other in _choices(deal) if other != choice)
        deal = deal.enter(Declared(player, choice))


def _choices(deal: Deal) -> Iterable[str]:
    return dict.fromkeys(one.choice for one in deal.options() if isinstance(one, Declared))


def can_enter(deal: Deal, entry: DealEntry) -> bool:
    try:
        deal.enter(entry)
    except EntryError:
        return False
    return True
