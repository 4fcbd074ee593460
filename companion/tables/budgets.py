"""Budgets: limits on the requests of one address, and on the size of files.

The counts are in the store, so that processes share them; it keeps addresses only as keyed hashes.
The defaults limit the cost of strangers' requests, and are enough for a club behind one address.
"""

import hashlib
import hmac
import ipaddress
import re
import time
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from companion.errors import FactError
from companion.facts import Fact
from companion.groups.record import LARGEST as LARGEST_GROUP
from companion.store import BudgetStore

Kind = Literal["evenings", "uploads", "codes"]
HOUR = 3600
_PORT = re.compile(r"^(?:\[(.*)\]|([0-9.]+))(?::[0-9]+)?$")
"""Matches an address with a port, as some proxies write it."""
SECONDS: dict[Kind, int] = {"codes": 60}
"""Periods of the budgets that are not counted by the hour."""


class Limits(Struct, frozen=True):
    """Limits on the requests of one address, and on the cost of one file."""

    evenings: int = 60
    """Evenings opened and groups started per hour."""
    uploads: int = 30
    """Files imported per hour."""
    codes: int = 10
    """Wrong join codes per minute."""
    streams: int = 100
    """Open pages that update themselves; each process counts its own."""
    megabytes: int = 16
    """Size of an imported file in megabytes."""
    checking: int = 5
    """Processor seconds to check one file; the longest evening takes less than one."""


RANGES: dict[str, tuple[int, int]] = {
    "megabytes": (1, LARGEST_GROUP // 2**20),
}
"""The smallest and the largest value of a limit; the other limits have no bounds of their own."""


OF_A_POCKET = Limits(megabytes=LARGEST_GROUP // 2**20, checking=600)
"""A phone that asks only itself may take its time."""


class BudgetSpent(Fact, frozen=True):
    kind: Kind
    most: int
    seconds: int
    """Seconds until the next request is possible."""


class OverBudget(FactError):
    """The address has spent its budget and has to wait."""

    fact: BudgetSpent


class Budgets:
    """The budgets of all addresses."""

    def __init__(self, store: BudgetStore, key: bytes, limits: Limits) -> None:
        """`key` is the server's secret, which hides the addresses in the store."""
        self._store = store
        self._key = key
        self._limits = limits
        self._clock = time.time

    def spend(self, kind: Kind, address: str) -> None:
        """Count one request. If the budget is spent, raise `OverBudget` without counting."""
        most, period = getattr(self._limits, kind), SECONDS.get(kind, HOUR)
        seconds = self._store.spend(kind, self._who(address), most, period, int(self._clock()))
        if seconds:
            raise OverBudget(BudgetSpent(kind, most, seconds))

    def give_back(self, kind: Kind, address: str) -> None:
        """Undo one `spend`."""
        self._store.give_back(kind, self._who(address))

    def _who(self, address: str) -> str:
        return hmac.new(self._key, network(address).encode(), hashlib.sha256).hexdigest()[:32]


@lru_cache(maxsize=1024)
def network(address: str) -> str:
    """Return the address that a budget belongs to; for IPv6, a household's /56 network."""
    try:
        ip = ipaddress.ip_address(_PORT.sub(r"\1\2", address))
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is None:
            return str(ipaddress.ip_network((ip, 56), strict=False))
        ip = ip.ipv4_mapped
    return str(ip)
