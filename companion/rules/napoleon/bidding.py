"""Bidding for a contract: each in turn, once, passes or names a higher one (docs/rules.md 6).

Account: [001], "Napoleon". With its Purchase Nap a player first exchanges cards with the pack.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation
from companion.facts import ContractId, Fact
from companion.ids import Rule
from companion.rules.actions import Declared
from companion.rules.deal_facts import DealFact, DeclaresFirst, HasDeclared, NotDealtIn
from companion.rules.ledger import POOL, Line

PASS = "pass"


class NoTurnUpToTake(Fact, frozen=True):
    player: str


class NoSuchContract(Fact, frozen=True):
    player: str
    choice: str
    contracts: tuple[str, ...]
    """Contracts that can be declared."""


class ContractNotPlayed(Fact, frozen=True):
    player: str
    contract: ContractId


class GoesOverAlone(Fact, frozen=True):
    player: str
    contract: ContractId
    over: ContractId


class MustOutbid(Fact, frozen=True):
    player: str
    contract: ContractId
    highest: ContractId


class NobodyBuys(Fact, frozen=True):
    player: str


class HandTooSmall(Fact, frozen=True):
    player: str
    cards: int
    hand: int


class PackTooSmall(Fact, frozen=True):
    player: str
    cards: int
    left: int


class Bought(Fact, frozen=True):
    player: str
    cards: int


class Contract(Struct, frozen=True):
    """What a player can declare to do."""

    id: str
    tricks: int
    """Tricks to take; 0 to lose every one."""
    wins: int
    loses: int
    """Chips from or to each of the others."""
    over: str = ""
    """The only contract that it can be declared over, if it is so bound."""
    trumps: bool = True
    """Whether the first card led makes trumps."""
    is_nap: bool = False
    """Whether it is nap or more: it takes the pool of purchases, and its declarer may peep."""

    def decided(self, taken: int, left: int) -> bool | None:
        """Return whether it is made, given the tricks taken and those still to fall.

        None while that is open.
        """
        if self.tricks == 0:
            return False if taken else None if left else True
        if taken >= self.tricks:
            return True
        return False if taken + left < self.tricks else None


class Bid(Struct, frozen=True):
    """What one player declared."""

    player: str
    choice: str
    """The id of a contract, or `PASS`."""
    buys: int = 0
    """Cards bought before declaring, a chip each."""


class Bidding(Struct, frozen=True):
    """The declarations of one deal. Immutable; each declaration returns the next one."""

    players: tuple[str, ...]
    """Those dealt in, clockwise from the dealer's left."""
    contracts: tuple[Contract, ...]
    """Those that are played, the lowest first."""
    absent: frozenset[str]
    """Contracts of other tables, by id."""
    hand: int
    """Cards in a hand, and so the most that one can buy."""
    stock: int
    """Cards left in the pack."""
    sells: bool
    """Whether they can be bought."""
    bids: tuple[Bid, ...] = ()

    @property
    def turn(self) -> str | None:
        """Whose turn it is to declare; None when the round is over."""
        return self.players[len(self.bids)] if len(self.bids) < len(self.players) else None

    @property
    def highest(self) -> Bid | None:
        """The highest bid so far."""
        return next((bid for bid in reversed(self.bids) if bid.choice != PASS), None)

    @property
    def contract(self) -> Contract | None:
        """The contract that was bid highest so far."""
        bid = self.highest
        return next((one for one in self.contracts if bid and one.id == bid.choice), None)

    @property
    def purchases(self) -> tuple[Line, ...]:
        """What was paid for cards, in the order of the bids."""
        return tuple(
            Line(
                bid.player,
                POOL,
                bid.buys,
                "purchase",
                Rule.PURCHASE,
                Bought(bid.player, bid.buys),
            )
            for bid in self.bids
            if bid.buys
        )

    def options(self) -> Iterable[Declared]:
        """Yield every declaration that can be made next, passing first."""
        if self.turn is None:
            return
        most = min(self.hand, self.stock) if self.sells else 0
        for choice in (PASS, *self.open_to(self.turn)):
            yield from (Declared(self.turn, choice, draws=buys) for buys in range(most + 1))

    def open_to(self, player: str) -> tuple[str, ...]:
        """Return the contracts that a player on turn can declare, the lowest first, by id."""
        return tuple(one.id for one in self.contracts if self._barred(player, one.id) is None)

    def last_bid(self) -> Declared | None:
        """Return the bid of the player on turn after which the others can only pass, if there is one.

        None where they may still buy cards, or nobody is left.
        """
        if self.turn is None or self.sells:
            return None
        *_, highest = PASS, *self.open_to(self.turn)
        after = replace(self, bids=(*self.bids, Bid(self.turn, highest)))
        if highest == PASS or after.turn is None or after.open_to(after.turn):
            return None
        return Declared(self.turn, highest)

    def declared(self, entry: Declared) -> "Bidding":
        """Return the round after a declaration. Raises `RuleViolation` or `MalformedEntry`."""
        self._check_turn(entry.player)
        if entry.takes_turn_up or entry.discards is not None:
            raise MalformedEntry(NoTurnUpToTake(entry.player))
        barred = self._barred(entry.player, entry.choice)
        if barred:
            raise barred
        self._check_purchase(entry.player, entry.draws)
        bid = Bid(entry.player, entry.choice, entry.draws)
        return replace(self, bids=(*self.bids, bid), stock=self.stock - entry.draws)

    def _check_turn(self, player: str) -> None:
        if player not in self.players:
            raise RuleViolation(Rule.NOT_IN, NotDealtIn(player[:40]))
        if self.turn is None:
            raise RuleViolation(Rule.WRONG_PHASE, DealFact.ALL_HAVE_DECLARED)
        if any(bid.player == player for bid in self.bids):
            raise RuleViolation(Rule.OUT_OF_TURN, HasDeclared(player, self.turn))
        if player != self.turn:
            raise RuleViolation(Rule.OUT_OF_TURN, DeclaresFirst(self.turn, player))

    def _barred(self, player: str, choice: str) -> RuleViolation | MalformedEntry | None:
        """Return why a player on turn may not declare this, or None."""
        if choice == PASS:
            return None
        if choice in self.absent:
            return RuleViolation(Rule(choice), ContractNotPlayed(player, choice))
        names = tuple(one.id for one in self.contracts)
        if choice not in names:
            return MalformedEntry(NoSuchContract(player, choice[:40], names))
        over, best = self.contracts[names.index(choice)].over, self.contract
        if over and (best is None or best.id != over):
            return RuleViolation(Rule(choice), GoesOverAlone(player, choice, over))
        if best and names.index(choice) <= names.index(best.id):
            return RuleViolation(Rule.MUST_OUTBID, MustOutbid(player, choice, best.id))
        return None

    def _check_purchase(self, player: str, buys: int) -> None:
        if buys and not self.sells:
            raise RuleViolation(Rule.PURCHASE, NobodyBuys(player))
        if not 0 <= buys <= self.hand:
            raise RuleViolation(Rule.PURCHASE, HandTooSmall(player, buys, self.hand))
        if buys > self.stock:
            raise RuleViolation(Rule.STOCK_EXHAUSTED, PackTooSmall(player, buys, self.stock))
