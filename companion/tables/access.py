"""What a device may open."""

import time

from msgspec import Struct

from companion.store import AccessStore, EveningInfo, TableAccess, UnknownEvening

A_MOMENT = 0.1
"""Seconds for which rights that were read hold."""


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
    """Return an access as it is now. Raises `UnknownEvening` if its link was replaced."""
    again = store.open(access.info.key, access.device)
    return again.as_host() if access.is_server_host else again


def current(store: AccessStore, access: TableAccess) -> TableAccess:
    """Return an access as it is where an entry is written: read anew, if that was a while ago.

    Raises `UnknownEvening` if its link was replaced.
    """
    if time.monotonic() - access.read_at <= A_MOMENT:
        return access
    return reopened(store, access)
