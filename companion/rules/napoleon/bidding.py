"""Bidding: each player in turn passes or bids higher (docs/rules.md 6).

Account: [001], "Napoleon". In its Purchase Nap players first buy cards from the pack.
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
    """A contract that a player can declare."""

    id: str
    tricks: int
    wins: int
    loses: int
    """Chips from or to each other player."""
    over: str = ""
    """The only contract that this contract can outbid, if restricted."""
    trumps: bool = True
    """Whether the first suit led is trump."""
    is_nap: bool = False
    """Whether the contract is nap or higher: its declarer wins the pool and may peep."""

    def decided(self, taken: int, left: int) -> bool | None:
        """Return whether `taken` tricks make the contract with `left` to play; None while it is open."""
        if self.tricks == 0:
            return False if taken else None if left else True
        if taken >= self.tricks:
            return True
        return False if taken + left < self.tricks else None


class Bid(Struct, frozen=True):
    player: str
    choice: str
    """The id of a contract, or `PASS`."""
    buys: int = 0
    """Cards bought before declaring, a chip each."""


class Bidding(Struct, frozen=True):
    """The declarations of one deal. Immutable; each declaration returns a new one."""

    players: tuple[str, ...]
    """Players dealt in, clockwise from the dealer's left."""
    contracts: tuple[Contract, ...]
    """Contracts played at this table, the lowest first."""
    absent: frozenset[str]
    """Ids of contracts not played at this table."""
    hand: int
    """Cards in a hand; a player can buy at most as many."""
    stock: int
    """Cards left in the pack."""
    sells: bool
    bids: tuple[Bid, ...] = ()

    @property
    def turn(self) -> str | None:
        """The player to act; None after the last declaration."""
        return self.players[len(self.bids)] if len(self.bids) < len(self.players) else None

    @property
    def highest(self) -> Bid | None:
        return next((bid for bid in reversed(self.bids) if bid.choice != PASS), None)

    @property
    def contract(self) -> Contract | None:
        """The contract of the highest bid."""
        bid = self.highest
        return next((one for one in self.contracts if bid and one.id == bid.choice), None)

    @property
    def purchases(self) -> tuple[Line, ...]:
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
        """Yield every possible next declaration, passing first."""
        if self.turn is None:
            return
        most = min(self.hand, self.stock) if self.sells else 0
        for choice in (PASS, *self.open_to(self.turn)):
            yield from (Declared(self.turn, choice, draws=buys) for buys in range(most + 1))

    def open_to(self, player: str) -> tuple[str, ...]:
        """Return the ids of the contracts that the player to act can bid, the lowest first."""
        return tuple(one.id for one in self.contracts if self._refusal_of(player, one.id) is None)

    def last_bid(self) -> Declared | None:
        """Return the bid that leaves the others only a pass. None if there is no such bid, if
        players can buy cards, or if nobody follows.
        """
        if self.turn is None or self.sells:
            return None
        *_, highest = PASS, *self.open_to(self.turn)
        after = replace(self, bids=(*self.bids, Bid(self.turn, highest)))
        if highest == PASS or after.turn is None or after.open_to(after.turn):
            return None
        return Declared(self.turn, highest)

    def declared(self, entry: Declared) -> "Bidding":
        """Add a declaration. Raises `RuleViolation` or `MalformedEntry`."""
        self._check_turn(entry.player)
        if entry.takes_turn_up or entry.discards is not None:
            raise MalformedEntry(NoTurnUpToTake(entry.player))
        refusal = self._refusal_of(entry.player, entry.choice)
        if refusal:
            raise refusal
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

    def _refusal_of(self, player: str, choice: str) -> RuleViolation | MalformedEntry | None:
        """Return the refusal of this declaration for the player to act, or None."""
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
