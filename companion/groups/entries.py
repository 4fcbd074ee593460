"""The entries of a group. Each is a row, and can be taken back independently of the others."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import field
from msgspec.structs import replace

from companion.errors import MalformedEntry
from companion.evening.entries import Undone, WorthSet, not_in_format
from companion.rules.actions import Entry


class GroupOpened(Entry, frozen=True, tag="group-opened"):
    """The first row of a group, which is never taken back."""

    name: str


class Renamed(Entry, frozen=True, tag="renamed"):
    name: str


class Source(msgspec.Struct, frozen=True):
    """A spreadsheet that brought evenings."""

    file: str
    content: str
    """The same for the same content."""
    day: date
    """When it was imported."""


class EveningAdded(Entry, frozen=True, tag="evening-added"):
    """An evening is added, and what its chips are worth unless the evening itself says so."""

    evening: int
    minor: int | None = None
    currency: str | None = None
    source: Source | None = None

    @property
    def worth(self) -> WorthSet | None:
        return WorthSet(self.minor, self.currency) if self.minor and self.currency else None


def adding(evening: int, worth: WorthSet | None) -> EveningAdded:
    """Return the entry that adds an evening in which a chip has this worth for the group."""
    return EveningAdded(evening, worth.minor, worth.currency) if worth else EveningAdded(evening)


class EveningsValued(WorthSet, frozen=True, tag="evenings-valued"):
    """A new worth of a chip, which these evenings that were added before take too."""

    evenings: tuple[int, ...] = ()

    @property
    def worth(self) -> WorthSet:
        return WorthSet(self.minor, self.currency)


class EveningHidden(Entry, frozen=True, tag="evening-hidden"):
    evening: int


class PersonMerged(Entry, frozen=True, tag="person-merged"):
    """Two spellings are one person, called `into`."""

    from_: str = field(name="from")
    into: str


class GroupPaid(Entry, frozen=True, tag="paid"):
    """A payment across evenings, in the unit of the debt that it pays."""

    source: str = field(name="from")
    target: str = field(name="to")
    amount: int
    """Chips, or minor units of `currency`."""
    currency: str | None = None
    """ISO 4217 code, or "" for chips. It is None in files and forms from before payments had units."""

    @property
    def unit(self) -> str:
        """The currency; "" for chips."""
        return self.currency or ""


class SeasonNamed(Entry, frozen=True, tag="season-named"):
    """A season: days with a name, the first and the last included."""

    name: str
    since: date
    until: date


class ScoringSet(Entry, frozen=True, tag="scoring-set"):
    """A season is won with most chips, or with most place points."""

    scoring: Literal["chips", "places"]


SeasonEntry = SeasonNamed | ScoringSet


def with_unit(paid: GroupPaid, worth: WorthSet | None) -> GroupPaid:
    """Return a payment with its unit; one without is of chips, which `worth` turns into money."""
    if paid.currency is not None:
        return paid
    if worth is None:
        return replace(paid, currency="")
    return replace(paid, amount=paid.amount * worth.minor, currency=worth.currency)


T = TypeVar("T")
GroupEntry = (
    GroupOpened
    | Renamed
    | EveningAdded
    | EveningHidden
    | PersonMerged
    | WorthSet
    | EveningsValued
    | GroupPaid
    | SeasonEntry
)
GroupChange = Renamed | EveningHidden | PersonMerged | WorthSet | GroupPaid | SeasonEntry | Undone
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
