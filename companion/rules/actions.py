"""The entries of a deal.

They are frozen and typed, and stored as entered. Everything else (stakes, whose turn it is, winners,
payments, proofs) is derived from them. Names and fields are those of the record format.
"""

import re
from typing import Literal

from msgspec import Struct, field

from companion.errors import MalformedEntry
from companion.facts import Fact

_CONFIRMATION = re.compile(
    "(confirmed|skipped)( by (?! )[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,40})?"
)
"""The name allows no control characters, and none that change the direction of text."""


class Entry(
    Struct,
    frozen=True,
    gc=False,
    tag_field="kind",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Base of every entry."""


class TurnedUp(Entry, frozen=True, tag="turned-up"):
    """The turn-up: a piece, or only its suit where that is enough."""

    piece: str


class Declared(Entry, frozen=True, tag="declared"):
    """A player declares."""

    player: str
    choice: str
    takes_turn_up: bool = False
    """The dealer takes the turn-up into their hand."""
    discards: str | None = None
    """The piece put away for the turn-up, if it was seen."""
    also_discards: str | None = None
    """The other piece put away, if two lay turned up."""
    draws: int = 0
    """Cards exchanged with the stock together with the declaration."""
    with_: tuple[str, ...] = field(name="with", default=())
    """Players who dropped and share what the player wins and loses."""


class RestDeclared(Entry, frozen=True, tag="rest-declared"):
    """All remaining players declare the same, in turn, until one may not."""

    choice: str
    except_: dict[str, str] = field(name="except", default_factory=dict)
    """Players who declare something else, with their choice."""


class Exchanged(Entry, frozen=True, tag="exchanged"):
    """A player exchanges cards with the stock after all declarations."""

    player: str
    count: int


class FlushShown(Entry, frozen=True, tag="flush-shown"):
    """A player shows a flush."""

    player: str
    pieces: tuple[str, ...]


class PamShown(Entry, frozen=True, tag="pam-shown"):
    """A player shows that they hold Pam."""

    player: str
    pieces: tuple[str, ...] = ()
    """Empty, or Pam."""


class Peeped(Entry, frozen=True, tag="peeped"):
    """A player who has declared nap exchanges a card with the top of the pack."""

    player: str


class Played(Entry, frozen=True, tag="played"):
    """A player plays a piece to the trick."""

    player: str
    piece: str
    suit: str | int | None = None
    """The suit that a led piece is announced as."""
    stands: str | None = None
    """The table's answer if this play proves a revoke: it counts (`revoke`), or not (`let-stand`)."""
    civil: bool = False
    """The player leads the ace of trumps and calls "Pam be civil"."""


class Revoked(Entry, frozen=True, tag="revoked"):
    """A revoke was seen at the table."""

    player: str
    trick: int | None = None


class TrickWon(Entry, frozen=True, tag="trick-won"):
    """The winner of a trick (depth `tricks`)."""

    player: str


class TricksTaken(Entry, frozen=True, tag="tricks-taken"):
    """The tricks of each player (depth `result`); players not named took none.

    In a game of contracts the declarer's number is enough, or whether the contract was made. With
    `declared` the entry covers a whole deal of Loo: players not named in `tricks` have dropped.
    """

    tricks: dict[str, int] | None = None
    made: bool | None = None
    declared: dict[str, str] | None = None
    """Choices of players in, other than `play`: `miss`, `for-the-pool`, `defend`, `general`."""
    takes_turn_up: bool = False
    """With `declared`: the dealer has taken the turn-up into their hand."""

    def __post_init__(self) -> None:
        if self.tricks is None and self.made is None:
            raise ValueError("Object missing required field `tricks`")
        if self.takes_turn_up and self.declared is None:
            raise ValueError("Object missing required field `declared`")


class Drew(Entry, frozen=True, tag="drew"):
    """A player draws a card from the stock or takes the top discard."""

    player: str
    source: Literal["stock", "discards"] = field(name="from")


class Melded(Entry, frozen=True, tag="melded"):
    """A player lays down a meld; melds are numbered from 1."""

    player: str
    pieces: tuple[str, ...]
    """In any order; a joker with the card it stands for: ``JK=9S``."""


class LaidOff(Entry, frozen=True, tag="laid-off"):
    """A player adds a card to any meld on the table."""

    player: str
    meld: int
    piece: str


class JokerMoved(Entry, frozen=True, tag="joker-moved"):
    """A player replaces a joker with a card; the joker moves to the other end of the meld."""

    player: str
    meld: int
    piece: str
    """The natural card that replaces the joker."""


class Discarded(Entry, frozen=True, tag="discarded"):
    """A player discards a card, which ends the turn."""

    player: str
    piece: str


class HandsLeft(Entry, frozen=True, tag="hands-left"):
    """The cards left in hand when a deal is won or dead."""

    winner: str | None
    """The player without cards; null for a dead hand."""
    hands: dict[str, tuple[str, ...] | int]
    """Each loser's cards, or only their pips."""


class Scored(Entry, frozen=True, tag="scored"):
    """The result of a deal of another game: the points or chips of everybody dealt in."""

    scores: dict[str, int]


class Settled(Entry, frozen=True, tag="settled"):
    """The table accepts the settlement: it is booked, and the next deal begins."""

    confirmation: str | None = field(default=None, name="looked")
    """If a second phone had to confirm: `confirmed` or `skipped`, then ` by ` and the name, if known:
    ``confirmed by Bob``."""

    def __post_init__(self) -> None:
        if self.confirmation is not None and not _CONFIRMATION.fullmatch(self.confirmation):
            raise ValueError("'looked' is 'confirmed' or 'skipped', with ' by ' and a name or not")


class Misdealt(Entry, frozen=True, tag="misdealt"):
    """The deal is void; the same dealer deals again."""

    reason: str | None = None


LONGEST_REASON = 80


class ReasonTooLong(Fact, frozen=True):
    longest: int


def check_reason(reason: str | None) -> None:
    """Raise `MalformedEntry` if a reason is too long."""
    if len(reason or "") > LONGEST_REASON:
        raise MalformedEntry(ReasonTooLong(LONGEST_REASON))


DealEntry = (
    TurnedUp
    | Declared
    | RestDeclared
    | Exchanged
    | FlushShown
    | PamShown
    | Peeped
    | Played
    | Revoked
    | TrickWon
    | TricksTaken
    | Drew
    | Melded
    | LaidOff
    | JokerMoved
    | Discarded
    | HandsLeft
    | Scored
    | Settled
    | Misdealt
)
"""An entry about the deal under way."""
