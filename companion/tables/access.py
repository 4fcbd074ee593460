"""Access of devices to tables, and the devices that a table remembers."""

import logging

from msgspec import Struct

from companion.store import AccessStore, EveningInfo, StoreError, TableAccess, UnknownEvening

EXAMPLE = "example"
"""The device that hosts the example. No phone has this id: theirs are longer."""

_LOGGER = logging.getLogger(__name__)


class Links(Struct, frozen=True):
    """The keys that a device may show to others."""

    watch: str
    record: str | None
    """None for a device with a link to watch."""
    code: str | None
    """The join code, if there is one and the device may record."""


def come_in(
    store: AccessStore,
    key: str,
    device: str,
    hosts_server: bool = False,
    comes_back: bool = True,
) -> TableAccess:
    """Return the evening or group that a link's key opens, with the rights of the device.

    A device that `hosts_server` hosts everything there. The table remembers it if it `comes_back`,
    which needs a cookie. Raises the same `UnknownEvening` for every key that opens nothing.
    """
    found = store.open(key, device)
    is_new = comes_back and not found.is_known
    # The example appears on no device's list of evenings.
    if is_new and not (found.watches and store.device(EXAMPLE, found.info.id)):
        try:
            remember(store, found)
        except StoreError as error:
            # Show the table anyway; the device is remembered on its next visit.
            _LOGGER.warning("no visit: %s", error)
        else:
            found = store.open(key, device)
    return found.as_host() if hosts_server else found


def remember(store: AccessStore, access: TableAccess) -> None:
    """Record the visit of a device, unless it is known already."""
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
    """Return an access with current rights. Raises `UnknownEvening` if its link was replaced."""
    again = store.open(access.info.key, access.device)
    return again.as_host() if access.is_server_host else again
