"""The seal of a log: a chain of SHA-256 over its entries, each with all before it.

An entry counts as `entries.encode` writes it, in the log and in the record file. That encoding and
the chain are frozen: a seal written on paper stays good. Nothing else of an evening is in it.
"""

from collections.abc import Iterable
from functools import reduce
from hashlib import sha256

from msgspec import Struct

START = bytes(32)
"""The seal of a log without entries."""
PATTERN = "^[0-9A-Z]{4} [0-9A-Z]{4}$"
"""Of a seal as people read it."""
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter that looks like a figure."""


class Seals(Struct, frozen=True):
    """The two seals of a record, as people read them."""

    file: str | None
    """What the file says; None if it says nothing."""
    entries: str
    """What its entries come to."""

    @property
    def hold(self) -> bool:
        """Whether the entries are those that the file was written with, as far as it says."""
        return self.file in (None, self.entries)


def link(before: bytes, body: bytes) -> bytes:
    """Return the seal of a log after one more entry, encoded in `body`; `before` is the one before."""
    return sha256(before + body).digest()


def seal_of(bodies: Iterable[bytes]) -> bytes:
    """Return the seal of a log that holds entries, encoded in `bodies`."""
    return reduce(link, bodies, START)


def shown(seal: bytes) -> str:
    """Return a seal as people read it, by its first 40 bits: `K7QF 2M9X`."""
    bits = int.from_bytes(seal[:5])
    letters = "".join(_LETTERS[bits >> shift & 31] for shift in range(35, -1, -5))
    return f"{letters[:4]} {letters[4:]}"
