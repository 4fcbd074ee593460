"""Questions and refusals in the play of tricks."""

from enum import auto

from companion.facts import Fact, OneOfSuits, PieceKind, PieceName, PlainFact, SuitName


class TrickFact(PlainFact):
    TRICKS_ASKED = auto()
    NO_CONTRACT = auto()


class WinnerAsked(Fact, frozen=True):
    trick: int


class LeadAsked(Fact, frozen=True):
    player: str
    trick: int


class PlayAsked(Fact, frozen=True):
    player: str
    trick: int
    suit: SuitName
    civil: bool
    """Whether the leader called "Pam be civil"."""


class NoSuchAnswer(Fact, frozen=True):
    answer: str


class NothingProven(Fact, frozen=True):
    piece: PieceName


class CannotCallCivil(Fact, frozen=True):
    player: str


class WrongTrickCount(Fact, frozen=True):
    trick_count: int
    entered: tuple[tuple[str, int], ...]
    """Player and tricks, as entered."""


class NotPlayedTo(Fact, frozen=True):
    player: str
    trick: int


class RevokeRecorded(Fact, frozen=True):
    player: str


class NotInPlay(Fact, frozen=True):
    player: str


class DoesNotLead(Fact, frozen=True):
    player: str
    piece: PieceName


class TrumpAnnounced(Fact, frozen=True):
    player: str
    piece: PieceName
    trump: SuitName


class NotOfSuit(Fact, frozen=True):
    piece: PieceName
    announced: str
    suits: OneOfSuits


class SeenAlready(Fact, frozen=True):
    piece: PieceName


class InDealersHand(Fact, frozen=True):
    player: str
    piece: PieceName
    dealer: str
    was_dealt: bool
    """True if the turn-up was dealt to the dealer, False if the dealer took it."""


class LastIsTurnUp(Fact, frozen=True):
    player: str
    turn_up: PieceName
    kind: PieceKind
    was_dealt: bool
    """True if the turn-up was dealt to the dealer, who exchanged nothing; False if the dealer took it."""
