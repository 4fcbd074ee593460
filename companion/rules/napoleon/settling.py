"""What a deal of Napoleon comes to in chips: level money with each of the others (docs/rules.md 6)."""

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
    """Chips from or to each of the others."""


class DeclarerRevoked(Fact, frozen=True):
    declarer: str
    contract: ContractId
    chips: int
    """Chips to each of the others."""


class PaysForAll(Fact, frozen=True):
    player: str
    contract: str
    chips: int
    """Chips that each of the others would pay."""
    others: int
    """Number of other players."""


class PoolWon(Fact, frozen=True):
    declarer: str
    contract: ContractId
    pool: int


class Result(Struct, frozen=True):
    """How a contract went."""

    players: tuple[str, ...]
    """Those dealt in, clockwise from the dealer's left."""
    declarer: str
    contract: Contract
    made: bool
    """Whether the tricks made it."""
    offender: str | None
    """Who pays for a revoke, if anybody does."""

    @property
    def won(self) -> bool:
        """Whether the contract counts as made: another player's revoke makes it, the declarer's loses it."""
        return self.offender != self.declarer if self.offender else self.made

    def payments(self, pool: int) -> Iterable[Line]:
        """Yield the lines that settle the deal, with `pool` chips in the pool of purchases."""
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
        """Yield that the pool stays, where one could think that the declarer takes it."""
        if self.won and pool and not self.contract.tricks:
            yield NapFact.POOL_STAYS
