"""What a device may open, and which devices a table remembers."""

import logging
import time

from msgspec import Struct

from companion.store import AccessStore, EveningInfo, StoreError, TableAccess, UnknownEvening

A_MOMENT = 0.1
"""Seconds for which rights count as fresh: saves the tap a query."""
EXAMPLE = "example"
"""The device that hosts the example. No phone has this id: theirs are longer."""

_LOGGER = logging.getLogger(__name__)


class Links(Struct, frozen=True):
    """The keys that a device may show to others."""

    watch: str
    record: str | None
    """None for a device that came to watch."""
    code: str | None
    """The join code, if there is one and the device may record."""


def come_in(store: AccessStore, key: str, device: str, comes_back: bool = True) -> TableAccess:
    """Return what a link's key opens, and remember the device if it `comes_back`.

    A device that keeps no cookie does not come back. Raises `UnknownEvening`.
    """
    found = store.open(key, device)
    if found.is_known or not comes_back:
        return found
    # The example appears on no device's list of evenings.
    if found.watches and store.device(EXAMPLE, found.info.id):
        return found
    try:
        remember(store, found)
    except StoreError as error:
        # Show the table anyway; the device is remembered on its next visit.
        _LOGGER.warning("no visit: %s", error)
        return found
    return store.open(key, device)


def remember(store: AccessStore, access: TableAccess) -> None:
    """Note that a device has come in, unless it is known already."""
    if not access.is_known:
        store.visit(access.device, access.info)


def hosted(store: AccessStore, device: str, info: EveningInfo) -> EveningInfo:
    """Make a device the host of an evening or group that has none, and return it with the device's key.

    Sending the same form again changes no host and gives no better key: a device that only watches
    gets the link to watch. Raises `UnknownEvening` for a device that was removed.
    """
    if not store.is_hosted(info.id):
        store.visit(device, info, host=True)
        return info
    if found := store.known(device, info.id):
        return found
    raise UnknownEvening(info.id)


def reopened(store: AccessStore, access: TableAccess) -> TableAccess:
    """Return an access with the rights of now. Raises `UnknownEvening` if its link was replaced."""
    again = store.open(access.info.key, access.device)
    return again.as_host() if access.is_server_host else again


def current(store: AccessStore, access: TableAccess) -> TableAccess:
    """Return an access to write with: read again unless it is fresh. Raises as `reopened` does."""
    if time.monotonic() - access.read_at <= A_MOMENT:
        return access
    return reopened(store, access)
