"""Types of the arguments and results of the store's methods."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.evening.entries import AnyEntry
from companion.evening.record import Record

Role = Literal["", "later", "watches", "removed"]
"""The role of a device: not said, to be asked later, only watching, or removed by the host."""
LinkKind = Literal["evening", "group"]
RecordingMode = Literal["all", "own", "host"]
"""Who may record: everyone with the link, each player for their own seat, or only the host."""
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters of a spoken code; none looks like another letter or a digit."""
CODE_LENGTH = 6
MOST_LISTED = 1000
"""Maximum number of devices listed for an evening, besides the host and those with a seat."""
FAR = "9999-99"
"""Later than any time."""
MOST_MISSES = 100
"""After this many wrong codes on the whole server, every existing code expires."""


class EveningInfo(Struct, frozen=True, gc=False):
    """An evening or a group, with the key of one of its links."""

    id: int
    key: str
    """The key of the link: to record or, if `watches`, to watch."""
    name: str
    opened_at: str
    """UTC, like 2026-11-20T19:30:00Z."""
    zone: str = ""
    """The IANA name of the time zone of the phone that opened it; "" for the server's."""
    place: str = ""
    """Where it was, as the host has typed it; "" if nobody has said."""
    watches: bool = False
    """Whether `key` is the watch key."""

    def record(self, entries: Iterable[AnyEntry], seal: str | None = None) -> Record:
        """Return the evening with these entries as a record."""
        return Record(self.name, self.opened_at, tuple(entries), seal, self.zone, self.place)


class Device(Struct, frozen=True):
    """A device that has opened an evening."""

    id: str
    name: str
    """The name given to the device, or ""."""
    seat: str
    """The player who uses the device, or ""."""
    is_host: bool
    seen_at: str
    """When it first opened the evening."""
    watches: bool = False
    """Whether the device used the watch link."""
    role: Role = ""


class TableAccess(Struct, frozen=True):
    """The rights of one device at an evening, and the host's settings."""

    info: EveningInfo
    device: str
    name: str
    seat: str
    is_host: bool
    records: RecordingMode
    second_look: bool
    is_known: bool
    """Whether the device has used this link before."""
    is_server_host: bool = False
    role: Role = ""
    studies: bool = True
    """Whether closed deals can be studied."""
    comes_back: bool = True
    """Whether it has kept its id from an earlier request; otherwise nothing is remembered of it."""
    watch_key: str = ""
    """The key of the link to watch."""

    @property
    def watches(self) -> bool:
        """Whether the device can only watch."""
        only_watches = self.info.watches or self.role in ("watches", "removed")
        return only_watches and not self.is_host

    def as_host(self) -> "TableAccess":
        """Return the same access with the rights of a host of the whole server."""
        return replace(self, is_host=True, is_server_host=True)


class TableSettings(Struct, frozen=True):
    """The host's settings for an evening, and the keys of its links."""

    record_key: str
    watch_key: str
    records: RecordingMode
    second_look: bool
    studies: bool
