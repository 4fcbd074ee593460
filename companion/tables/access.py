"""Access by links to tables and groups, and the devices that they remember."""

import logging
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from companion.facts import AnyFact
from companion.store import AccessStore, EveningInfo, StoreError, TableAccess, UnknownEvening
from companion.tables import policy
from companion.tables.table_facts import TableFact

EXAMPLE = "example"
"""The device that hosts the example. No phone has this id: theirs are longer."""

_LOGGER = logging.getLogger(__name__)


class Links(Struct, frozen=True):
    """The keys that a device may show to others."""

    watch: str
    record: str | None
    """None for a device with a link to watch."""


class Linked:
    """The tables, or the groups, of one store: links open them, and devices host them."""

    host_only: AnyFact = TableFact.HOST_ONLY
    """The refusal of an action that is reserved for the host."""

    def __init__(
        self,
        access_store: AccessStore,
        rights_changed: Callable[[TableAccess], None] = lambda access: None,
    ) -> None:
        """Call `rights_changed` after each change of links or rights."""
        self.access_store = access_store
        self.rights_changed = rights_changed

    def open(
        self, key: str, device: str, hosts_server: bool = False, comes_back: bool = True
    ) -> TableAccess:
        """Return the evening or group that a link's key opens, with the rights of the device.

        A device that `hosts_server` hosts everything there. The table remembers it if it
        `comes_back`, which needs a cookie. Raises the same `UnknownEvening` for every key that opens
        nothing.
        """
        found = self.access_store.open(key, device)
        is_new = comes_back and not found.is_known
        # The example appears on no device's list of evenings.
        if is_new and not (found.watches and self.access_store.device(EXAMPLE, found.info.id)):
            try:
                self.remember(found)
            except StoreError as error:
                # Show the table anyway; the device is remembered on its next visit.
                _LOGGER.warning("no visit: %s", error)
            else:
                found = replace(found, is_known=True)
        return found.as_host() if hosts_server else found

    def reopen(self, access: TableAccess) -> TableAccess:
        """Return an access with current rights. Raises `UnknownEvening` if its link was replaced."""
        again = self.access_store.open(access.info.key, access.device)
        return again.as_host() if access.is_server_host else again

    def remember(self, access: TableAccess) -> None:
        """Record the visit of a device, unless it is known already."""
        if not access.is_known:
            self.access_store.visit(access.device, access.info)

    def hosted(self, device: str, info: EveningInfo) -> EveningInfo:
        """Make a device the host of an evening or group that has none; return it with the device's key.

        Sending the same form again changes no host and gives no better key: a device that only
        watches gets the link to watch. Raises `UnknownEvening` for a device that was removed.
        """
        if not self.access_store.is_hosted(info.id):
            self.access_store.visit(device, info, host=True)
            return info
        if found := self.access_store.known(device, info.id):
            return found
        raise UnknownEvening(info.id)

    def links(self, access: TableAccess) -> Links:
        """Return the keys that a device may show to others."""
        rules = self.access_store.rules(access.info.id)
        return Links(rules.watch_key, None if access.watches else rules.record_key)

    def replace_link(self, access: TableAccess, watch: bool) -> str:
        """Replace the link to watch, or the one to record; return the new key. Raises `Denied`."""
        policy.check_host(access, self.host_only)
        key = self.access_store.replace(access.info.id, "watch" if watch else "record")
        self.rights_changed(access)
        return key

    def claim_hosting(self, access: TableAccess) -> bool:
        """Make a device the host if there is none; return whether it is. Raises `Denied`."""
        policy.check_not_watching(access)
        self.remember(access)
        done = self.access_store.claim(access.device, access.info.id)
        self.rights_changed(access)
        return done
