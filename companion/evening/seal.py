"""The seal of a log: a chain of SHA-256 hashes over its entries, encoded by `entries.encode`.

The encoding and the chain are frozen, so a seal written on paper stays valid.
"""

from collections.abc import Iterable
from functools import reduce
from hashlib import sha256

from msgspec import Struct

START = bytes(32)
"""The seal of a log without entries."""
PATTERN = "^[0-9A-Z]{4} [0-9A-Z]{4}$"
"""Pattern of a displayed seal."""
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, without letters that look like digits."""


class Seals(Struct, frozen=True):
    """The two seals of a record, as displayed."""

    file: str | None
    """The seal in the file, if it has one."""
    entries: str
    """The seal computed from the entries."""

    @property
    def hold(self) -> bool:
        """Whether the entries match the seal in the file, or it has none."""
        return self.file in (None, self.entries)


def link(before: bytes, body: bytes) -> bytes:
    """Return a log's seal after one more entry; `before` is the seal without that entry."""
    return sha256(before + body).digest()


def seal_of(bodies: Iterable[bytes]) -> bytes:
    """Return the seal of a log with these encoded entries."""
    return reduce(link, bodies, START)


def shown(seal: bytes) -> str:
    """Return a seal as displayed, its first 40 bits: `K7QF 2M9X`."""
    bits = int.from_bytes(seal[:5])
    letters = "".join(_LETTERS[bits >> shift & 31] for shift in range(35, -1, -5))
    return f"{letters[:4]} {letters[4:]}"
