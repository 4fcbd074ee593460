"""What can be entered of a group: the entries of its log.

They are read as strictly as those of an evening.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

from companion.errors import MalformedEntry
from companion.evening.entries import Paid, Undone, WorthSet, not_in_format
from companion.rules.actions import Entry

Reference = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,43}$(?!\n)")]
"""Names an evening in the log of its group and nowhere else. It opens nothing."""


class GroupOpened(Entry, frozen=True, tag="group-opened"):
    """A group begins."""

    name: str


class Renamed(Entry, frozen=True, tag="renamed"):
    """The group is called otherwise."""

    name: str


class EveningAdded(Entry, frozen=True, tag="evening-added"):
    """An evening becomes one of the group's."""

    evening: Reference


class EveningHidden(Entry, frozen=True, tag="evening-hidden"):
    """An evening is left out of the lists."""

    evening: Reference


class EveningShown(Entry, frozen=True, tag="evening-shown"):
    """A hidden evening is brought back."""

    evening: Reference


class PersonMerged(Entry, frozen=True, tag="person-merged"):
    """Two spellings are one person, who is called `into`."""

    from_: str = field(name="from")
    into: str


GroupFact = (
    GroupOpened
    | Renamed
    | EveningAdded
    | EveningHidden
    | EveningShown
    | PersonMerged
    | WorthSet
    | Paid
)
"""An entry that says something of the group, rather than of another entry."""
GroupEntry = GroupFact | Undone
GroupChange = Renamed | EveningHidden | EveningShown | PersonMerged | WorthSet | Paid | Undone
"""What somebody says of a group that is there. Adding an evening takes the evening, too."""

_decoder: msgspec.json.Decoder[GroupEntry] = msgspec.json.Decoder(GroupEntry)


class _Change(msgspec.Struct):
    entry: GroupChange


def decode(body: bytes | str | msgspec.Raw) -> GroupEntry:
    """Return the entry that JSON says. Raises `MalformedEntry` with a `NotInFormat`."""
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedEntry(not_in_format(error)) from None


def convert(fields: Mapping[str, Any]) -> GroupChange:
    """Return the change that a form's fields say. Raises `MalformedEntry` with a `NotInFormat`."""
    try:
        return msgspec.convert({"entry": fields}, _Change, strict=False).entry
    except msgspec.ValidationError as error:
        raise MalformedEntry(not_in_format(error, inside="entry")) from None
