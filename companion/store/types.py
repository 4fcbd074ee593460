"""Types of a store's results and arguments."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Sort = Literal["evening", "group"]
RecordingMode = Literal["all", "own", "host"]
"""Who may record: everyone with the link, each player for their own seat, or only the host."""
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters of a spoken code; none looks like another letter or a digit."""
CODE_LENGTH = 6
MOST_LISTED = 1000
"""The most devices in the list of an evening, besides the host and those with a seat."""
MOST_MISSES = 100
"""After this many wrong codes on the whole server, every existing code expires."""


class EveningInfo(Struct, frozen=True):
    """An evening or a group, as one of its links shows it."""

    id: int
    key: str
    """The key of the link that opened it."""
    name: str
    opened_at: str
    """UTC, like 2026-11-20T19:30:00Z."""
    watches: bool = False
    """Whether the link can only watch."""


class Device(Struct, frozen=True):
    """A device that has opened an evening."""

    id: str
    name: str
    """The device's name, or ""."""
    seat: str
    """The device's player, or ""."""
    is_host: bool
    seen_at: str
    """When it first opened the evening."""
    watches: bool = False
    """Whether the device used the link that can only watch."""


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

    @property
    def watches(self) -> bool:
        """Whether the device can only watch."""
        return self.info.watches and not self.is_host

    def as_host(self) -> "TableAccess":
        """Return the same access with the rights of the server's host."""
        return replace(self, is_host=True, is_server_host=True)


class TableSettings(Struct, frozen=True):
    """The host's settings for an evening, and the keys of its links."""

    record_key: str
    watch_key: str
    records: RecordingMode
    second_look: bool
