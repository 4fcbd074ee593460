"""Access to tables and groups by their links, and the devices that have used them."""

import logging
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from companion.facts import AnyFact
from companion.store import AccessStore, EveningInfo, StoreError, TableAccess, UnknownEvening
from companion.tables import policy
from companion.tables.table_facts import TableFact

EXAMPLE = "example"
"""The id of the device that hosts the example group. Phones have longer ids."""

_LOGGER = logging.getLogger(__name__)


class Links(Struct, frozen=True):
    """The keys that a device may show to others."""

    watch: str
    record: str | None
    """None if the device can only watch."""


class LinkSettings:
    """Links and hosts of the tables, or of the groups, in one store."""

    host_only: AnyFact = TableFact.HOST_ONLY
    """The refusal of the host's actions to other devices."""

    def __init__(
        self,
        access_store: AccessStore,
        rights_changed: Callable[[TableAccess], None] = lambda access: None,
    ) -> None:
        """`rights_changed` is called after each change of links or rights."""
        self.access_store = access_store
        self.rights_changed = rights_changed

    def open(
        self, key: str, device: str, hosts_server: bool = False, comes_back: bool = True
    ) -> TableAccess:
        """Return a device's access to the evening or group that `key` opens.

        A device that `hosts_server` has the host's rights everywhere. Its visit is recorded only if
        it `comes_back`, that is, if it sends our cookie. Raises `UnknownEvening`, whether the key is
        mistyped, truncated, replaced or guessed.
        """
        access = self.access_store.open(key, device)
        if not comes_back:
            access = replace(access, comes_back=False)
        is_new = comes_back and not access.is_known
        # Visits to the example are not recorded, so that no device lists it among its evenings.
        if is_new and not (access.watches and self.access_store.device(EXAMPLE, access.info.id)):
            try:
                self.remember(access)
            except StoreError as error:
                # Show the table anyway; the device is remembered on its next visit.
                _LOGGER.warning("no visit: %s", error)
            else:
                access = replace(access, is_known=True)
        return access.as_host() if hosts_server else access

    def reopen(self, access: TableAccess) -> TableAccess:
        """Return `access` with the current rights. Raises `UnknownEvening` if its link was replaced."""
        again = self.access_store.open(access.info.key, access.device)
        again = replace(again, comes_back=access.comes_back)
        return again.as_host() if access.is_server_host else again

    def remember(self, access: TableAccess) -> None:
        """Record a device's visit, unless it has used this link before or will not come back."""
        if access.comes_back and not access.is_known:
            self.access_store.visit(access.device, access.info)

    def hosted(self, device: str, info: EveningInfo) -> EveningInfo:
        """Make a device the host of an evening or group that has none; return it with the device's key.

        If `device` is empty, the first device that claims the evening or group becomes the host.
        If there is a host, because the same form was sent before, the device gets the key that it
        already has. Raises `UnknownEvening` if that key was replaced.
        """
        if not device:
            return info
        if not self.access_store.is_hosted(info.id):
            self.access_store.visit(device, info, host=True)
            return info
        if with_own_key := self.access_store.known(device, info.id):
            return with_own_key
        raise UnknownEvening(info.id)

    def links(self, access: TableAccess) -> Links:
        """Return the keys that a device may show to others."""
        rules = self.access_store.rules(access.info.id)
        return Links(rules.watch_key, None if access.watches else rules.record_key)

    def replace_link(self, access: TableAccess, watch: bool) -> str:
        """Replace the record link, or with `watch` the watch link; return its key. Raises `Denied`."""
        policy.check_host(access, self.host_only)
        key = self.access_store.replace(access.info.id, "watch" if watch else "record")
        self.rights_changed(access)
        return key

    def leave(self, access: TableAccess) -> None:
        """Forget that a device has opened an evening or a group. Its host leaves it without one."""
        self.access_store.forget(access.device, access.info.id)
        self.rights_changed(access)

    def become_host(self, access: TableAccess) -> bool:
        """Make a device the host if there is none; return whether that worked. Raises `Denied`."""
        policy.check_comes_back(access)
        policy.check_not_watching(access)
        self.remember(access)
        done = self.access_store.become_host(access.device, access.info.id)
        self.rights_changed(access)
        return done
