"""What the play of tricks asks and refuses."""

from enum import auto

from companion.rules.ids import Fact, OneOfSuits, PieceKind, PieceName, PlainFact, SuitName


class TrickFact(PlainFact):
    """What the play of tricks states without names or numbers."""

    TRICKS_ASKED = auto()
    NO_CONTRACT = auto()


class WinnerAsked(Fact, frozen=True):
    """Who won a trick is asked."""

    trick: int


class LeadAsked(Fact, frozen=True):
    """What a player leads is asked."""

    player: str
    trick: int


class PlayAsked(Fact, frozen=True):
    """What a player plays to the suit led is asked."""

    player: str
    trick: int
    suit: SuitName
    civil: bool
    """Whether its leader called "Pam be civil"."""


class NoSuchAnswer(Fact, frozen=True):
    """A proof is answered by none of the answers that there are."""

    answer: str


class NothingProven(Fact, frozen=True):
    """A play is entered as a revoke, or let stand, that proves none."""

    piece: PieceName


class CannotCallCivil(Fact, frozen=True):
    """The player does not lead the ace of trumps, or Pam obeys nobody in this game."""

    player: str


class WrongTrickCount(Fact, frozen=True):
    """The tricks entered are not those of a deal."""

    trick_count: int
    """Tricks in a deal."""
    entered: tuple[tuple[str, int], ...]
    """How many tricks each is entered with."""


class NotPlayedTo(Fact, frozen=True):
    """A player cannot have revoked in a trick that he has not played to yet."""

    player: str
    trick: int


class RevokeRecorded(Fact, frozen=True):
    """That revoke stands in the record already."""

    player: str


class NotInPlay(Fact, frozen=True):
    """The player takes no part in the tricks."""

    player: str


class DoesNotLead(Fact, frozen=True):
    """A suit is announced with a piece that is not led."""

    player: str
    piece: PieceName


class TrumpAnnounced(Fact, frozen=True):
    """A trump is announced as another suit."""

    player: str
    piece: PieceName
    trump: SuitName


class NotOfSuit(Fact, frozen=True):
    """A piece is announced as a suit that it does not bear."""

    piece: PieceName
    announced: str
    suits: OneOfSuits
    """What it can be led as."""


class SeenAlready(Fact, frozen=True):
    """Nobody can play a piece that lies open."""

    piece: PieceName


class InDealersHand(Fact, frozen=True):
    """The dealer has the turn-up in hand, so nobody else can play it."""

    player: str
    piece: PieceName
    dealer: str
    was_dealt: bool
    """Whether it was dealt to him; else he took it."""


class LastIsTurnUp(Fact, frozen=True):
    """The dealer's last piece can only be the turn-up."""

    player: str
    turn_up: PieceName
    kind: PieceKind
    was_dealt: bool
    """Whether it was dealt to him, and he exchanged nothing; else he took it."""
