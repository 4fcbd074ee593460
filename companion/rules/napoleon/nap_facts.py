"""Questions, refusals and results of Napoleon."""

from enum import StrEnum, auto

from companion.facts import ContractId, ContractTitle, Fact, PlainFact


class NapFact(PlainFact):
    PEEPS_BEFORE_LEAD = auto()
    TRICKS_OR_MADE = auto()
    BIDS_APART = auto()
    CONTRACT_OPEN = auto()
    ALL_PASSED = auto()
    POOL_STAYS = auto()


class PeepBar(StrEnum):
    NOT_AT_THIS_TABLE = "not-at-this-table"
    NOT_NAP = "not-nap"
    PEEPED = "peeped"
    PACK_OUT = "pack-out"


class CannotPeep(Fact, frozen=True):
    player: str
    bar: PeepBar


class NotDeclarersTricks(Fact, frozen=True):
    player: str
    declarer: str


class BidAsked(Fact, frozen=True):
    player: str
    highest: ContractId = ""
    """The contract that cannot be outbid, so that the player must pass; "" if there is none."""


class ResultAsked(Fact, frozen=True):
    declarer: str
    contract: ContractId


class TrumpsOfLead(Fact, frozen=True):
    made: bool


class ContractDecided(Fact, frozen=True):
    declarer: str
    contract: ContractTitle
    made: bool


class ContractSpoiled(Fact, frozen=True):
    declarer: str
    contract: ContractId
    offender: str
