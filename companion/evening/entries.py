"""What can be said of an evening: the entries of the log and of the record file.

Those about a deal stand in `companion.rules.said`; here are those about the table. Entries are read
strictly: an unknown kind, an unknown field or a wrong type is no entry.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.errors import MalformedEntry
from companion.rules.actions import DealEntry, Entry

VERSION = 1
"""Of the entries, in the log and in the record file."""


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
    """A player stays at the table but is dealt no hand until he sits in."""

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


class DepthChanged(Entry, frozen=True, tag="depth-changed"):
    """The next deals are recorded at another depth."""

    depth: str


class GameEnded(Entry, frozen=True, tag="game-ended"):
    """The game is over; the pool is divided or carried."""


class EveningClosed(Entry, frozen=True, tag="evening-closed"):
    """The evening is over."""


TableEntry = GameStarted | SatOut | SatIn | Joined | Left | DepthChanged | GameEnded | EveningClosed
OrdinaryEntry = DealEntry | TableEntry
"""An entry that says something of the game, rather than of another entry."""


class Undone(Entry, frozen=True, tag="undone"):
    """The newest entry still standing is taken back."""

    entry: int
    """Its number, from 1."""


class Amended(Entry, frozen=True, tag="amended"):
    """Another entry takes the place of an earlier one, or nothing does: it is taken out.

    In a record `by` is then left out, or null. An entry that was taken out keeps its number, and a
    later amendment can put something in its place again.
    """

    entry: int
    by: OrdinaryEntry | None = None


AnyEntry = OrdinaryEntry | Undone | Amended


class _Any(msgspec.Struct):
    """Any entry: msgspec knows a struct by its type, while a union it would study every time."""

    entry: AnyEntry


_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def decode(body: bytes | str | msgspec.Raw) -> AnyEntry:
    """Return the entry that JSON says. Raises `MalformedEntry` with a sentence."""
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedEntry(_plainly(error)) from None


def convert(fields: Mapping[str, Any]) -> AnyEntry:
    """Return the entry that a form's fields say; texts become numbers where those are wanted.

    Raises `MalformedEntry` with a sentence.
    """
    try:
        return msgspec.convert({"entry": fields}, _Any, strict=False).entry
    except msgspec.ValidationError as error:
        raise MalformedEntry(_plainly(error)) from None


def encode(entry: AnyEntry) -> bytes:
    """Return an entry as JSON, on one line."""
    return _encoder.encode(entry)


def _plainly(error: Exception) -> str:
    """Return msgspec's message as a sentence that ends in a full stop."""
    text = str(error).replace(" - at `$.entry`", "").replace("$.entry.", "$.")
    text = text.replace("`", "'").replace("$.", "").replace("Object ", "The entry ")
    if isinstance(error, RecursionError):
        text = "It is nested too deeply"
    if text.startswith("Invalid value ") and "kind" in text:
        text = "There is no such kind of entry: " + text.removeprefix("Invalid value ")
    return text[:300].rstrip(".") + "."
