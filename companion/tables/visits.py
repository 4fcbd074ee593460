"""Who has come in. Looking in costs no write: visits are written together, a moment later.

No right depends on a visit that is not written yet: the link says what a guest may do. A device that
enters something, or gets a name or a seat, is written at once.
"""

import logging
import threading
from collections import Counter

from msgspec import Struct

from companion.store import (
    AccessStore,
    EveningInfo,
    StoreError,
    TableAccess,
)
from companion.tables.budgets import Budgets

WAIT = 1.0
"""Seconds until visits are written."""
MOST = 500
"""Visits that wait at most, before all are written."""
EXAMPLE = "example"
"""The device that hosts the example: nobody's, for a phone's own is longer."""

_LOGGER = logging.getLogger(__name__)


class Arrival(Struct, frozen=True):
    """How a device comes that asks over the network."""

    comes_back: bool
    """Whether it has kept the id that it was given: one that has not is nobody to remember."""
    address: str | None
    """Whose budget its visit is from; None if from nobody's."""


class Visits:
    """The visits to the evenings and the groups of a store."""

    def __init__(self, store: AccessStore, budgets: Budgets) -> None:
        self._store = store
        self._budgets = budgets
        self._waiting: dict[tuple[str, int], tuple[EveningInfo, str | None]] = {}
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def come_in(
        self, store: AccessStore, key: str, device: str, arrival: Arrival | None = None
    ) -> TableAccess:
        """Return what a link's key opens in `store`, and remember that the device has come in.

        Without `arrival` that is written at once. Raises `UnknownEvening`.
        """
        found = store.open(key, device)
        # The example is nobody's, and on nobody's list of evenings.
        if found.is_known or (found.watches and store.device(EXAMPLE, found.info.id)):
            return found
        if arrival is None:
            self.remember(found)
            return store.open(key, device)
        if arrival.comes_back:
            self._remember_soon(found, arrival.address)
        return found

    def remember(self, access: TableAccess) -> None:
        """Write at once that a device has come in, unless that is known."""
        if not access.is_known:
            # Those who came before stand before it in the list.
            self.write(evening=access.info.id)
            self._store.visit(access.device, access.info)

    def write(self, device: str | None = None, evening: int | None = None) -> None:
        """Write the visits that wait: all, or those by a device, or to an evening.

        Nobody waits for what is written of other evenings.
        """
        with self._lock:
            waiting = {
                (one, number): visit
                for (one, number), visit in self._waiting.items()
                if device in (None, one) and evening in (None, number)
            }
            for visit in waiting:
                del self._waiting[visit]
            if self._timer and not self._waiting:
                self._timer.cancel()
                self._timer = None
        if not waiting:
            return
        try:
            self._write(waiting)
        except StoreError as error:
            # Whoever comes again is remembered then.
            _LOGGER.warning("no visits: %s", error)

    def _remember_soon(self, access: TableAccess, address: str | None) -> None:
        with self._lock:
            self._waiting[access.device, access.info.id] = access.info, address
            is_full = len(self._waiting) >= MOST
            if self._timer is None:
                self._timer = threading.Timer(WAIT, self.write)
                self._timer.daemon = True
                self._timer.start()
        if is_full:
            self.write()

    def _write(self, waiting: dict[tuple[str, int], tuple[EveningInfo, str | None]]) -> None:
        amounts = Counter(address for _, address in waiting.values() if address is not None)
        waits = self._budgets.spend_all("visits", list(amounts.items())) if amounts else []
        over = {address for address, wait in zip(amounts, waits, strict=True) if wait}
        visits = [
            (device, info)
            for (device, _), (info, address) in waiting.items()
            if address is None or address not in over
        ]
        if visits:
            self._store.visit_all(visits)
