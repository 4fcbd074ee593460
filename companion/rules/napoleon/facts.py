"""What a deal of Napoleon states: its questions, its refusals, and what it came to."""

from enum import StrEnum, auto

from companion.rules.ids import ContractId, ContractTitle, Fact, PlainFact


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
    """The player may not exchange a card with the top of the pack."""

    player: str
    bar: PeepBar


class NotDeclarersTricks(Fact, frozen=True):
    """The tricks of one player alone are entered, and he is not the declarer."""

    player: str
    declarer: str


class BidAsked(Fact, frozen=True):
    """What a player declares."""

    player: str
    highest: ContractId = ""
    """The contract that nobody can outbid, if it is declared, so that the player can only pass."""


class ResultAsked(Fact, frozen=True):
    """How a contract went."""

    declarer: str
    contract: ContractId


class TrumpsOfLead(Fact, frozen=True):
    """Whether the first card led makes trumps."""

    made: bool


class ContractDecided(Fact, frozen=True):
    """The declarer has made his contract, or has lost it."""

    declarer: str
    contract: ContractTitle
    made: bool


class ContractSpoiled(Fact, frozen=True):
    """A revoke decides the contract."""

    declarer: str
    contract: ContractId
    offender: str
