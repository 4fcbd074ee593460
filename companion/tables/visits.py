"""Which devices have come in, by which they are listed at a table and find it again."""

import logging

from companion.store import AccessStore, StoreError, TableAccess

EXAMPLE = "example"
"""The device that hosts the example: nobody's, for a phone's own is longer."""

_LOGGER = logging.getLogger(__name__)


def come_in(store: AccessStore, key: str, device: str, comes_back: bool = True) -> TableAccess:
    """Return what a link's key opens, and remember the device if it `comes_back`.

    A device that has not kept its id would be remembered anew with each look. Raises
    `UnknownEvening`.
    """
    found = store.open(key, device)
    if found.is_known or not comes_back:
        return found
    # The example is nobody's, and on nobody's list of evenings.
    if found.watches and store.device(EXAMPLE, found.info.id):
        return found
    try:
        remember(store, found)
    except StoreError as error:
        # The table is shown all the same, and who comes again is remembered then.
        _LOGGER.warning("no visit: %s", error)
        return found
    return store.open(key, device)


def remember(store: AccessStore, access: TableAccess) -> None:
    """Note that a device has come in, unless that is known."""
    if not access.is_known:
        store.visit(access.device, access.info)
