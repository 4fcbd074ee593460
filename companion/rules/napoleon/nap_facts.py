"""What a deal of Napoleon states: its questions, its refusals, and what it came to."""

from enum import StrEnum, auto

from companion.facts import ContractId, ContractTitle, Fact, PlainFact


class NapFact(PlainFact):
    """What a deal of Napoleon states without names or numbers."""

    PEEPS_BEFORE_LEAD = auto()
    TRICKS_OR_MADE = auto()
    BIDS_APART = auto()
    CONTRACT_OPEN = auto()
    ALL_PASSED = auto()
    POOL_STAYS = auto()


class PeepBar(StrEnum):
    """What keeps a player from peeping."""

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
    """A contract declared that cannot be outbid, so the player can only pass."""


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
