"""The entries of a group. Each is a row, and can be taken back independently of the others."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import field

from companion.errors import MalformedEntry
from companion.evening.entries import Paid, Undone, WorthSet, not_in_format
from companion.rules.actions import Entry


class GroupOpened(Entry, frozen=True, tag="group-opened"):
    """The first row of a group, which is never taken back."""

    name: str


class Renamed(Entry, frozen=True, tag="renamed"):
    name: str


class EveningAdded(Entry, frozen=True, tag="evening-added"):
    evening: int


class EveningHidden(Entry, frozen=True, tag="evening-hidden"):
    evening: int


class PersonMerged(Entry, frozen=True, tag="person-merged"):
    """Two spellings are one person, called `into`."""

    from_: str = field(name="from")
    into: str


T = TypeVar("T")
GroupEntry = GroupOpened | Renamed | EveningAdded | EveningHidden | PersonMerged | WorthSet | Paid
GroupChange = Renamed | EveningHidden | PersonMerged | WorthSet | Paid | Undone
"""The entries that forms send. Adding an evening is not one: it needs rights at the evening."""

_decoder: msgspec.json.Decoder[GroupEntry] = msgspec.json.Decoder(GroupEntry)


class _Change(msgspec.Struct):
    entry: GroupChange


def decode(body: bytes | str) -> GroupEntry:
    """Return the entry of a row. Raises `MalformedEntry` with a `NotInFormat`."""
    return decoded(_decoder, body)


def decoded(decoder: msgspec.json.Decoder[T], body: bytes | str | msgspec.Raw) -> T:
    """Return a decoder's result. Raises `MalformedEntry` with a `NotInFormat`."""
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedEntry(not_in_format(error)) from None


def convert(fields: Mapping[str, Any]) -> GroupChange:
    """Return the change in a form's fields. Raises `MalformedEntry` with a `NotInFormat`."""
    try:
        return msgspec.convert({"entry": fields}, _Change, strict=False).entry
    except msgspec.ValidationError as error:
        raise MalformedEntry(not_in_format(error, inside="entry")) from None
