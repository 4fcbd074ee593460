"""The entries of a deal: what people can enter of it.

They are frozen and typed, and are stored as they are. Everything else (stakes, whose turn it is,
winners, payments, proofs) is derived from them. Names and fields are the record format's.
"""

import re
from typing import Literal

from msgspec import Struct, field

from companion.errors import MalformedEntry
from companion.facts import Fact

_LOOKED = re.compile(
    "(confirmed|skipped)( by (?! )[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,40})?"
)
"""A name as people write it: no control characters, nothing that turns the page around."""


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
    """The turn-up: a piece, or its trump suit alone where no more is needed."""

    piece: str


class Declared(Entry, frozen=True, tag="declared"):
    """A player declares for this deal."""

    player: str
    choice: str
    takes_turn_up: bool = False
    """The dealer takes the turn-up in hand."""
    discards: str | None = None
    """The piece put away for it, if it was seen."""
    draws: int = 0
    """How many cards are exchanged with the stock at once."""


class RestDeclared(Entry, frozen=True, tag="rest-declared"):
    """All who are left declare the same, in turn, up to the first who may not."""

    choice: str
    except_: dict[str, str] = field(name="except", default_factory=dict)
    """Who of them declares otherwise, and what."""


class Exchanged(Entry, frozen=True, tag="exchanged"):
    """A player exchanges cards with the stock, after all have declared."""

    player: str
    count: int


class FlushShown(Entry, frozen=True, tag="flush-shown"):
    """A player shows a flush."""

    player: str
    pieces: tuple[str, ...]


class PamShown(Entry, frozen=True, tag="pam-shown"):
    """A player shows that he holds Pam."""

    player: str
    pieces: tuple[str, ...] = ()
    """Pam, if anything."""


class Peeped(Entry, frozen=True, tag="peeped"):
    """The declarer of nap exchanges a card with the top of the pack."""

    player: str


class Played(Entry, frozen=True, tag="played"):
    """A player plays a piece to the trick."""

    player: str
    piece: str
    suit: str | int | None = None
    """The suit a led piece is announced as."""
    stands: str | None = None
    """`revoke` or `let-stand`: the answer to a proof that this play brings about."""
    civil: bool = False
    """Leading the ace of trumps, the player calls "Pam be civil"."""


class Revoked(Entry, frozen=True, tag="revoked"):
    """A revoke was seen at the table."""

    player: str
    trick: int | None = None


class TrickWon(Entry, frozen=True, tag="trick-won"):
    """Who won the trick (depth `tricks`)."""

    player: str


class TricksTaken(Entry, frozen=True, tag="tricks-taken"):
    """How many tricks each took (depth `result`); who is not named took none.

    In a game of contracts the declarer's number is enough, or whether his contract was made. With
    `declared` a whole deal of Loo is told at once: who is not named in `tricks` has dropped.
    """

    tricks: dict[str, int] | None = None
    made: bool | None = None
    declared: dict[str, str] | None = None
    """The choices of those in who declared anything but `play`: `miss`, `for-the-pool`, `defend`."""

    def __post_init__(self) -> None:
        if self.tricks is None and self.made is None:
            raise ValueError("Object missing required field `tricks`")


class Drew(Entry, frozen=True, tag="drew"):
    """A player takes a card in hand, from the stock or the top of the discards."""

    player: str
    source: Literal["stock", "discards"] = field(name="from")


class Melded(Entry, frozen=True, tag="melded"):
    """A player lays a meld on the table; melds are numbered from 1 in the order they are laid."""

    player: str
    pieces: tuple[str, ...]
    """In any order, a joker with the card it stands for: ``JK=9S``."""


class LaidOff(Entry, frozen=True, tag="laid-off"):
    """A player adds a card to a meld on the table, his own or another's."""

    player: str
    meld: int
    piece: str


class JokerMoved(Entry, frozen=True, tag="joker-moved"):
    """A player lays a card in the place of a joker, which goes to the other end of the meld."""

    player: str
    meld: int
    piece: str
    """The natural card that goes in."""


class Discarded(Entry, frozen=True, tag="discarded"):
    """A player lays a card on the discards, and his turn is over."""

    player: str
    piece: str


class HandsLeft(Entry, frozen=True, tag="hands-left"):
    """What everybody is left with when a deal is won, or dead."""

    winner: str | None
    """Who has got rid of all his cards; null if nobody has: a dead hand."""
    hands: dict[str, tuple[str, ...] | int]
    """The cards of each loser, or only their pips."""


class Settled(Entry, frozen=True, tag="settled"):
    """The table has seen the settlement: it is booked, and the next deal begins."""

    looked: str | None = None
    """Where a second look was wanted: `confirmed` or `skipped`, then ` by ` and who, if he has a
    name: ``confirmed by Bob``."""

    def __post_init__(self) -> None:
        if self.looked is not None and not _LOOKED.fullmatch(self.looked):
            raise ValueError("'looked' is 'confirmed' or 'skipped', with ' by ' and a name or not")


class Misdealt(Entry, frozen=True, tag="misdealt"):
    """The deal is void; the same dealer deals again."""

    reason: str | None = None


LONGEST_REASON = 80


class ReasonTooLong(Fact, frozen=True):
    longest: int


def check_reason(reason: str | None) -> None:
    """Raise `MalformedEntry` if a reason is too long to be shown."""
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
    | Settled
    | Misdealt
)
"""An entry about the deal under way."""
