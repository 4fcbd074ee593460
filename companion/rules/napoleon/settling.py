"""Payments of a deal of Napoleon (docs/rules.md 6)."""

from collections.abc import Iterable

from msgspec import Struct

from companion.facts import AnyFact, ContractId, Fact
from companion.ids import Rule
from companion.rules.ledger import POOL, Line
from companion.rules.napoleon.bidding import Contract
from companion.rules.napoleon.nap_facts import NapFact


class ContractPaid(Fact, frozen=True):
    declarer: str
    contract: ContractId
    made: bool
    chips: int
    """Chips from or to each other player."""


class DeclarerRevoked(Fact, frozen=True):
    declarer: str
    contract: ContractId
    chips: int
    """Chips to each other player."""


class PaysForAll(Fact, frozen=True):
    player: str
    contract: str
    chips: int
    """Chips that each other player would pay."""
    others: int


class PoolWon(Fact, frozen=True):
    declarer: str
    contract: ContractId
    pool: int


class Result(Struct, frozen=True):
    players: tuple[str, ...]
    declarer: str
    contract: Contract
    made: bool
    offender: str | None
    """The player who pays for a revoke."""

    @property
    def won(self) -> bool:
        """Whether the contract counts as made. The declarer's revoke loses it; an opponent's makes it."""
        return self.offender != self.declarer if self.offender else self.made

    def payments(self, pool: int) -> Iterable[Line]:
        """Yield the payments, with `pool` chips in the pool of purchases."""
        contract, declarer, offender = self.contract, self.declarer, self.offender
        others = [player for player in self.players if player != declarer]
        if offender == declarer:
            fact: AnyFact = DeclarerRevoked(declarer, contract.id, contract.loses)
            for player in others:
                yield Line(declarer, player, contract.loses, "revoke", Rule.REVOKE, fact)
        elif offender:
            fact = PaysForAll(offender, contract.id, contract.wins, len(others))
            amount = contract.wins * len(others)
            yield Line(offender, declarer, amount, "revoke", Rule.REVOKE, fact)
        elif self.made:
            fact = ContractPaid(declarer, contract.id, True, contract.wins)
            for player in others:
                yield Line(player, declarer, contract.wins, "contract", Rule.CONTRACT, fact)
        else:
            fact = ContractPaid(declarer, contract.id, False, contract.loses)
            for player in others:
                yield Line(declarer, player, contract.loses, "contract", Rule.CONTRACT, fact)
        if self.won and contract.is_nap and pool:
            fact = PoolWon(declarer, contract.id, pool)
            yield Line(POOL, declarer, pool, "pool-taken", Rule.PURCHASE, fact)

    def notes(self, pool: int) -> Iterable[AnyFact]:
        """Yield a note if the pool stays although the declarer won."""
        if self.won and pool and not self.contract.tricks:
            yield NapFact.POOL_STAYS
