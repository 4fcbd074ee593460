"""The entries of an evening, in the log and in the record file.

Entries about a deal are in `companion.rules.actions`. Unknown kinds, unknown fields and wrong types
are refused.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta, field

from companion.errors import MalformedEntry
from companion.facts import Fact
from companion.rules.actions import DealEntry, Entry

VERSION = 1
"""Version of the entries, in the log and in the record file."""
MOST_ENTRIES = 40_000
"""Maximum number of entries in a record: enough for more than a thousand deals, played card by card."""
MOST_INSERTED = 100
"""Maximum number of entries that are inserted together: enough for a deal told by its tricks."""


class FormatFault(StrEnum):
    """The ways in which JSON can miss the format."""

    NO_JSON = "no-json"
    TOO_DEEP = "too-deep"
    WRONG_TYPE = "wrong-type"
    MISSING_FIELD = "missing-field"
    UNKNOWN_FIELD = "unknown-field"
    UNKNOWN_KIND = "unknown-kind"
    WRONG_VALUE = "wrong-value"


class NotInFormat(Fact, frozen=True):
    """JSON that does not match the format: how, where, and what was expected."""

    fault: FormatFault
    detail: str
    """The JSON decoder's message, in English."""
    field: str = ""
    """Path of the field: `by.player`, `seats[0]`; "" for the whole entry."""
    expected: str = ""
    """The right types in JSON's terms: `int | null`."""
    found: str = ""
    """The type or kind of entry found there."""
    limit: str = ""
    """A further condition: `>= 0`, `matching regex '…'`."""
    choices: str = ""
    """The allowed values, if they are few: `stock | discards`."""


class NoWholeNumber(Fact, frozen=True):
    given: str


class GameStarted(Entry, frozen=True, tag="game-started"):
    """A game begins; the previous one ends."""

    game: str
    seats: tuple[str, ...]
    """Clockwise."""
    dealer: str
    depth: str
    preset: str | None = None
    house_rules: Mapping[str, str | int | bool | None] = {}
    """The rules that differ from the preset."""
    edition: int | None = None
    """The edition of the game's rules, from 1; None is the first. `new_game` names the newest."""


class SatOut(Entry, frozen=True, tag="sat-out"):
    """A player stays at the table but is dealt no hand until they sit in."""

    player: str


class SatIn(Entry, frozen=True, tag="sat-in"):
    """A player who sat out is dealt in again."""

    player: str


class Joined(Entry, frozen=True, tag="joined"):
    """A player takes a seat to the left of `after`, or the last seat."""

    player: str
    after: str | None = None


class Left(Entry, frozen=True, tag="left"):
    """A player leaves the table."""

    player: str


class Penalized(Entry, frozen=True, tag="penalized"):
    """A player pays a penalty that the table agrees on, other than for a revoke."""

    player: str
    amount: int
    """Chips to each recipient; points in a game for scores."""
    to: str | None = None
    """`pool`, `each` of the other players dealt in, or a player; left out in a game for scores."""
    reason: str | None = None


class DepthChanged(Entry, frozen=True, tag="depth-changed"):
    """The next deals are recorded at another depth."""

    depth: str


class GameEnded(Entry, frozen=True, tag="game-ended"):
    """The game is over; the pool is divided or carried."""


class EveningClosed(Entry, frozen=True, tag="evening-closed"):
    """The evening is over."""

    left_over: Literal["divide", "stay"] | None = None
    """Whether chips carried to a later game are divided or stay. The default is to stay."""


class Paid(Entry, frozen=True, tag="paid"):
    """One person pays another in chips or money. Balances do not change."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    amount: int
    """In chips."""


class DealerSet(Entry, frozen=True, tag="dealer-set"):
    """A player deals next, and the deal goes on from there."""

    player: str


class Noted(Entry, frozen=True, tag="noted"):
    """A note to the evening, or to one of its deals. It may be entered at any time."""

    text: str
    of: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)] | None = None
    """The number of an entry of the deal; null for a note to the evening."""


class Inserted(Entry, frozen=True, tag="inserted"):
    """What was forgotten, put in where it belongs: a deal, revokes, or who dealt."""

    before: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]
    """The number of the entry that it precedes: the first entry of a deal, or the end of a game, for a
    deal or a dealer; a settlement for revokes."""
    entries: Annotated[
        tuple[DealEntry | DealerSet, ...], Meta(min_length=1, max_length=MOST_INSERTED)
    ]
    """A whole deal with its settlement, revokes, or one new dealer."""
    dealer: str | None = None
    """The dealer of the inserted deal; null if the order of seats decides."""


class WorthSet(Entry, frozen=True, tag="worth-set"):
    """The value of a chip is set."""

    minor: int
    """In the currency's smallest unit: 10 for ten cents."""
    currency: str
    """ISO 4217 code: `EUR`."""


class PlayerRenamed(Entry, frozen=True, tag="player-renamed"):
    """A player's name was typed wrong: the whole evening shows the right one, also earlier entries."""

    player: str
    to: str


TableEntry = (
    GameStarted
    | SatOut
    | SatIn
    | Joined
    | Left
    | Penalized
    | DepthChanged
    | GameEnded
    | EveningClosed
    | Paid
    | WorthSet
    | PlayerRenamed
    | DealerSet
    | Inserted
    | Noted
)
OrdinaryEntry = DealEntry | TableEntry
"""An entry about the game, rather than about another entry."""


class Undone(Entry, frozen=True, tag="undone"):
    """The newest entry in force is undone."""

    entry: int
    """The number of the entry to undo, from 1."""


class Amended(Entry, frozen=True, tag="amended"):
    """An earlier entry is replaced with another one, or deleted.

    `by` is left out, or null, if the entry is deleted. The original keeps its number, and a later amendment
    can restore it. `answers` maps each later play that now proves a revoke, by entry number, to the table's
    decision.
    """

    entry: int
    by: OrdinaryEntry | None = None
    # Without bounds, parsing the keys of a hostile file could take quadratic time.
    answers: dict[Annotated[int, Meta(ge=1, le=MOST_ENTRIES)], Literal["revoke", "let-stand"]] = (
        field(default_factory=dict)
    )


AnyEntry = OrdinaryEntry | Undone | Amended
"""Every entry that an evening takes."""


class _Any(msgspec.Struct):
    """Any entry. msgspec caches the type information of a struct, but not of a union."""

    entry: AnyEntry


_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def decode(body: bytes | str | msgspec.Raw) -> AnyEntry:
    """Return an entry from JSON. Raises `MalformedEntry` with a `NotInFormat`."""
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedEntry(not_in_format(error)) from None


def convert(fields: Mapping[str, Any]) -> AnyEntry:
    """Return an entry from a form's fields, converting texts to numbers where necessary.

    Raises `MalformedEntry` with a `NotInFormat`.
    """
    try:
        return msgspec.convert({"entry": fields}, _Any, strict=False).entry
    except msgspec.ValidationError as error:
        raise MalformedEntry(not_in_format(error, inside="entry")) from None


def encode(entry: Entry) -> bytes:
    """Return an entry as JSON, on one line."""
    return _encoder.encode(entry)


_AT = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
# msgspec describes a fault only in its message.
_FAULTS = {
    FormatFault.WRONG_TYPE: r"Expected\s`(?P<expected>[^`]*)`(,\sgot\s`(?P<found>[^`]*)`)?",
    FormatFault.MISSING_FIELD: r"Object\smissing\srequired\sfield\s`(?P<field>[^`]*)`",
    FormatFault.UNKNOWN_FIELD: r"Object\scontains\sunknown\sfield\s`(?P<field>[^`]*)`",
    FormatFault.UNKNOWN_KIND: r"Invalid\svalue\s'(?P<found>.*)'",
    FormatFault.WRONG_VALUE: r"Expected\s`(?P<expected>[^`]*)`\s(?P<limit>.*)",
}


def not_in_format(error: Exception, inside: str = "") -> NotInFormat:
    """Return the fault in a msgspec error; `inside` is the field that wraps the entry."""
    says = str(error)[:300]
    if isinstance(error, RecursionError):
        return NotInFormat(FormatFault.TOO_DEEP, says)
    if not isinstance(error, msgspec.ValidationError):
        return NotInFormat(FormatFault.NO_JSON, says)
    at = _AT.search(says)
    path = at["path"] if at else ""
    detail = says[: at.start()] if at else says
    if inside:
        path = path.removeprefix(inside).removeprefix(".")
    for fault, pattern in _FAULTS.items():
        match = re.fullmatch(pattern, detail)
        if match:
            parts = {name: text or "" for name, text in match.groupdict().items()}
            field = ".".join(part for part in (path, parts.pop("field", "")) if part)
            return NotInFormat(fault, detail, field, **parts)
    choices = _choices(path) if re.match(r"Invalid\senum\svalue\s", detail) else ""
    return NotInFormat(FormatFault.WRONG_VALUE, detail, path, choices=choices)


def _choices(path: str) -> str:
    """Return the allowed values of a field that is a `Literal`."""
    name = path.rpartition(".")[2]
    return next(
        (
            " | ".join(get_args(one))
            for kind in get_args(AnyEntry)
            for field in msgspec.structs.fields(kind)
            for one in (field.type, *get_args(field.type))
            if field.encode_name == name and get_origin(one) is Literal
        ),
        "",
    )
