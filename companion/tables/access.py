"""What a device may open, as it is now: rights can be taken away while something waits."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from companion.store import AccessStore, Aside, EveningInfo, TableAccess, UnknownEvening
from companion.tables.readers import Readers

A_MOMENT = 0.1
"""Seconds for which rights that were read hold. What has waited for longer is judged by those of then."""


class Links(Struct, frozen=True):
    """The keys that a device may see, to show them to others."""

    watch: str
    record: str | None
    """None for a device that came to watch."""
    code: str | None
    """The join code, if there is one, for a device that may record."""


def hosted(store: AccessStore, device: str, info: EveningInfo) -> EveningInfo:
    """Return what a device has made, hosted by it if nobody hosts it yet, with the device's own key.

    The same form sent again later makes nobody host, and gives no other key than the device has:
    to one that was removed `UnknownEvening`, to one that only watches the link to watch.
    """
    if not store.is_hosted(info.id):
        store.visit(device, info, host=True)
        return info
    if found := store.known(device, info.id):
        return found
    raise UnknownEvening(info.id)


def reopened(store: AccessStore, access: TableAccess) -> TableAccess:
    """Return an access as it is now. Raises `UnknownEvening` if its link was replaced.

    Keys that are shown are read before this: who could still come in afterwards may see them.
    """
    again = store.open(access.info.key, access.device)
    return again.as_host() if access.is_server_host else again


def current(store: AccessStore, access: TableAccess) -> TableAccess:
    """Return an access as it is now: the same, unless it was read longer than a moment ago.

    Whatever acts on an access asks for this when it has nothing to wait for any more. Raises
    `UnknownEvening` if its link was replaced.
    """
    if time.monotonic() - access.read_at <= A_MOMENT:
        return access
    return reopened(store, access)


@contextmanager
def in_turn(
    readers: Readers, store: AccessStore, access: TableAccess, length: int, patient: bool = False
) -> Iterator[tuple[TableAccess, Aside]]:
    """Wait for the turn to ask much, as `Readers.turn`; yield an access as it is then, and what does the work.

    Raises `Busy`, or `UnknownEvening` if the device's link was replaced meanwhile.
    """
    with readers.turn(access.info.id, length, patient) as aside:
        yield current(store, access), aside
