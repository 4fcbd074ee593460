"""Wrong guesses by address: a few a minute, then a wait. Kept in memory, each process its own."""

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

A_MINUTE = 60.0
MOST = 10
"""Wrong guesses in a minute from one address."""
KNOWN = 10_000
"""Addresses remembered; the one that guessed longest ago is forgotten first."""


class RateLimit:
    """Counts wrong guesses, and says how long an address has to wait."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, address: str) -> int:
        """Return the seconds until an address may guess again; 0 if it may now."""
        with self._lock:
            times = self._recent(network(address))
            return math.ceil(times[-MOST] + A_MINUTE - self._clock()) if len(times) >= MOST else 0

    def wrong(self, address: str) -> None:
        """Note a wrong guess."""
        with self._lock:
            known = network(address)
            self._wrong[known] = [*self._recent(known)[-MOST:], self._clock()]
            self._wrong.move_to_end(known)
            while len(self._wrong) > KNOWN:
                self._wrong.popitem(last=False)

    def _recent(self, network: str) -> list[float]:
        now = self._clock()
        return [when for when in self._wrong.get(network, ()) if when > now - A_MINUTE]


def network(address: str) -> str:
    """Return what counts as one address: with IPv6, the network that one household has."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ip) if ip.version == 4 else str(ipaddress.ip_network((ip, 64), strict=False))
