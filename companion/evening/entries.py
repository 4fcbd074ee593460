"""What can be entered of an evening: the entries of the log and of the record file.

Those about a deal stand in `companion.rules.actions`; here are those about the table. Entries are read
strictly: an unknown kind, an unknown field or a wrong type is no entry.
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
"""Of the entries, in the log and in the record file."""
MOST_ENTRIES = 40_000
"""Of an evening: more than a thousand deals with every piece, which fold in less than a second."""


class FormatFault(StrEnum):
    """In which way JSON can miss the format."""

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
    """A game begins, and with it ends the one before."""

    game: str
    seats: tuple[str, ...]
    """Clockwise."""
    dealer: str
    depth: str
    preset: str | None = None
    house_rules: Mapping[str, str | int | bool | None] = {}
    """Only what differs from the preset."""
    edition: int | None = None


class SatOut(Entry, frozen=True, tag="sat-out"):
    """A player stays at the table but is dealt no hand until they sit in."""

    player: str


class SatIn(Entry, frozen=True, tag="sat-in"):
    """A player who sat out is dealt in again."""

    player: str


class Joined(Entry, frozen=True, tag="joined"):
    """A player takes a seat at the left of `after`, or at the end of the row."""

    player: str
    after: str | None = None


class Left(Entry, frozen=True, tag="left"):
    """A player leaves the table."""

    player: str


class Penalized(Entry, frozen=True, tag="penalized"):
    """A player pays for something that the table agrees on, and that is no revoke."""

    player: str
    amount: int
    """Chips to each who is paid; points in a game for scores."""
    to: str | None = None
    """`pool`, `each` of the others dealt in, or a player; nobody in a game for scores."""
    reason: str | None = None


class DepthChanged(Entry, frozen=True, tag="depth-changed"):
    """The next deals are recorded at another depth."""

    depth: str


class GameEnded(Entry, frozen=True, tag="game-ended"):
    """The game is over; the pool is divided or carried."""


class EveningClosed(Entry, frozen=True, tag="evening-closed"):
    """The evening is over."""

    left_over: Literal["divide", "stay"] | None = None
    """Chips that wait for a later game: divided, or nobody's. Left out, they stay."""


class Paid(Entry, frozen=True, tag="paid"):
    """One person has given another chips, or what they are worth. It moves no balance."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    amount: int
    """In chips."""


class WorthSet(Entry, frozen=True, tag="worth-set"):
    """What a chip is worth."""

    minor: int
    """In the currency's smallest unit: 10 for ten cents."""
    currency: str
    """Its code of three letters (ISO 4217): `EUR`."""


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
)
OrdinaryEntry = DealEntry | TableEntry
"""An entry that says something of the game, rather than of another entry."""


class Undone(Entry, frozen=True, tag="undone"):
    """The newest entry still standing is taken back."""

    entry: int
    """Its number, from 1."""


class Amended(Entry, frozen=True, tag="amended"):
    """Another entry takes the place of an earlier one, or nothing does: it is taken out.

    In a record `by` is then left out, or null. An entry that was taken out keeps its number, and a
    later amendment can put something in its place again. `answers` says of later plays, by number,
    how the table answers the proofs that the correction brings about.
    """

    entry: int
    by: OrdinaryEntry | None = None
    # Without bounds a file could have keys that take the square of their number to be read.
    answers: dict[Annotated[int, Meta(ge=1, le=MOST_ENTRIES)], Literal["revoke", "let-stand"]] = (
        field(default_factory=dict)
    )


AnyEntry = OrdinaryEntry | Undone | Amended


class _Any(msgspec.Struct):
    """Any entry: msgspec knows a struct by its type, while a union it would study every time."""

    entry: AnyEntry


_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def decode(body: bytes | str | msgspec.Raw) -> AnyEntry:
    """Return the entry that JSON says. Raises `MalformedEntry` with a `NotInFormat`."""
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedEntry(not_in_format(error)) from None


def convert(fields: Mapping[str, Any]) -> AnyEntry:
    """Return the entry that a form's fields say; texts become numbers where those are wanted.

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
# msgspec tells what is wrong in a sentence alone, so it is read from that.
_FAULTS = (
    (
        FormatFault.WRONG_TYPE,
        re.compile(r"Expected\s`(?P<expected>[^`]*)`(,\sgot\s`(?P<found>[^`]*)`)?"),
    ),
    (
        FormatFault.MISSING_FIELD,
        re.compile(r"Object\smissing\srequired\sfield\s`(?P<field>[^`]*)`"),
    ),
    (
        FormatFault.UNKNOWN_FIELD,
        re.compile(r"Object\scontains\sunknown\sfield\s`(?P<field>[^`]*)`"),
    ),
    (FormatFault.UNKNOWN_KIND, re.compile(r"Invalid\svalue\s'(?P<found>.*)'")),
    (
        FormatFault.WRONG_VALUE,
        re.compile(r"Expected\s`(?P<expected>[^`]*)`\s(?P<limit>.*)"),
    ),
)
_NO_CHOICE = re.compile(r"Invalid\senum\svalue\s")


def not_in_format(error: Exception, inside: str = "") -> NotInFormat:
    """Return what msgspec's error says; `inside` is the field in which all of it stood."""
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
    for fault, pattern in _FAULTS:
        found = pattern.fullmatch(detail)
        if found:
            parts = {name: text or "" for name, text in found.groupdict().items()}
            field = ".".join(part for part in (path, parts.pop("field", "")) if part)
            return NotInFormat(fault, detail, field, **parts)
    choices = _choices(path) if _NO_CHOICE.match(detail) else ""
    return NotInFormat(FormatFault.WRONG_VALUE, detail, path, choices=choices)


def _choices(path: str) -> str:
    """Return the values of a field that takes one of a few words."""
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
