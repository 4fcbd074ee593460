"""Players' names: how they are normalized, checked and compared."""

import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from companion.facts import Fact
from companion.rules.ledger import POOL

LONGEST = 40
NORMALIZED = 200
"""Normalize only this many characters: sorting many combining marks takes quadratic time."""
_NO_BIDI = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"))
_NO_BIDI |= dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


class NameFault(StrEnum):
    """A fault in a name."""

    TOO_LONG = "too-long"
    EMPTY = "empty"
    UNTIDY = "untidy"
    CONTROL = "control"
    POOL = "pool"


class UnusableName(Fact, frozen=True):
    name: str
    fault: NameFault


def tidy(text: str) -> str:
    """Return a name normalized: composed (NFC), spaces collapsed, and marks of direction removed.

    Text is cut off after `NORMALIZED` characters, which is still too long for a name.
    """
    composed = unicodedata.normalize("NFC", text[:NORMALIZED])
    return " ".join(composed.translate(_NO_BIDI).split())


def likeness(name: str) -> str:
    """Return a comparison key that ignores case, spaces and forms of letters.

    Invisible characters, such as the joiners of emoji, are ignored.
    """
    # Text too long for a name is not cached.
    return _likeness(name) if len(name) <= LONGEST else _folded(name)


@lru_cache(4096)
def _likeness(name: str) -> str:
    return _folded(name)


def _folded(name: str) -> str:
    seen = "".join(c for c in name[:NORMALIZED] if unicodedata.category(c) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split()) + name[NORMALIZED:]


def alphabetical(name: str) -> tuple[str, str]:
    """Return a sorting key that ignores case, accents and quotation marks."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if c.isalnum() or c == " "), name


def has_control(text: str) -> bool:
    """Return whether a text holds control, surrogate or private-use characters."""
    return any(unicodedata.category(c) in ("Cc", "Cs", "Co") for c in text)


def fault(name: str) -> UnusableName | None:
    """Return the fault of a name, or None if it can be used."""
    if len(name) > LONGEST:
        return UnusableName(name, NameFault.TOO_LONG)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        return UnusableName(name, NameFault.EMPTY)
    if name != tidy(name):
        return UnusableName(name, NameFault.UNTIDY)
    if has_control(name):
        return UnusableName(name, NameFault.CONTROL)
    if likeness(name) == POOL:
        return UnusableName(name, NameFault.POOL)
    return None


def apart(people: Iterable[str], others: Iterable[str]) -> list[str]:
    """Return the `people` who are not among `others`, each once, in the first spelling."""
    seen, found = set(map(likeness, others)), []
    for name in people:
        if (alike := likeness(name)) not in seen:
            seen.add(alike)
            found.append(name)
    return found
