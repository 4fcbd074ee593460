"""What a deal of Napoleon states: its questions, its refusals, and what it came to."""

from enum import StrEnum

from companion.rules.ids import ContractId, ContractTitle, Fact


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


class PeepsBeforeLead(Fact, frozen=True):
    """The time to peep is between the declarations and the first lead."""


class TricksOrMade(Fact, frozen=True):
    """An entry says how many tricks were taken or whether the contract was made, not both."""


class BidsApart(Fact, frozen=True):
    """An entry of the tricks says what was declared too, which is entered before them."""


class ContractOpen(Fact, frozen=True):
    """The contract can still be made and can still be lost."""


class NotDeclarersTricks(Fact, frozen=True):
    """The tricks of one player alone are entered, and he is not the declarer."""

    player: str
    declarer: str


class BidAsked(Fact, frozen=True):
    """What a player declares."""

    player: str
    highest: ContractId = ""
    """The contract that nobody can outbid, if it is declared, so that the player can only pass."""


class AllPassed(Fact, frozen=True):
    """Nobody has declared a contract, and nobody pays."""


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
