"""What can be said of a group. Each is a row of its own, and is taken back by itself.

They are read as strictly as the entries of an evening.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import field

from companion.errors import MalformedEntry
from companion.evening.entries import Paid, Undone, WorthSet, not_in_format
from companion.rules.actions import Entry


class GroupOpened(Entry, frozen=True, tag="group-opened"):
    """The group begins. It is its first row, and is never taken back."""

    name: str


class Renamed(Entry, frozen=True, tag="renamed"):
    """The group gets another name."""

    name: str


class EveningAdded(Entry, frozen=True, tag="evening-added"):
    """An evening becomes one of the group's."""

    evening: int


class EveningHidden(Entry, frozen=True, tag="evening-hidden"):
    """An evening is left out of the lists."""

    evening: int


class PersonMerged(Entry, frozen=True, tag="person-merged"):
    """Two spellings are one person, who is called `into`."""

    from_: str = field(name="from")
    into: str


GroupEntry = GroupOpened | Renamed | EveningAdded | EveningHidden | PersonMerged | WorthSet | Paid
"""What a row of a group can hold."""
GroupChange = Renamed | EveningHidden | PersonMerged | WorthSet | Paid | Undone
"""What a form can change. Adding an evening takes the evening, too."""

_decoder: msgspec.json.Decoder[GroupEntry] = msgspec.json.Decoder(GroupEntry)


class _Change(msgspec.Struct):
    entry: GroupChange


def decode(body: bytes | str) -> GroupEntry:
    """Return the entry of a row. Raises `MalformedEntry` with a `NotInFormat`."""
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedEntry(not_in_format(error)) from None


def convert(fields: Mapping[str, Any]) -> GroupChange:
    """Return the change in a form's fields. Raises `MalformedEntry` with a `NotInFormat`."""
    try:
        return msgspec.convert({"entry": fields}, _Change, strict=False).entry
    except msgspec.ValidationError as error:
        raise MalformedEntry(not_in_format(error, inside="entry")) from None
