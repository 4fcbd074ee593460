"""Names of people: how they may be written, and when two of them are the same."""

import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from companion.facts import Fact
from companion.rules.ledger import POOL

LONGEST = 40
NORMALIZED = 200
"""Characters of a text that are brought into one form. What is longer names nobody and nothing, and
to sort many combining marks takes the square of their number."""
_NO_BIDI = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"))
_NO_BIDI |= dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


class NameFault(StrEnum):
    """What can be wrong with a name."""

    TOO_LONG = "too-long"
    EMPTY = "empty"
    UNTIDY = "untidy"
    CONTROL = "control"
    POOL = "pool"


class UnusableName(Fact, frozen=True):
    name: str
    fault: NameFault


def tidy(text: str) -> str:
    """Return a name as it is kept: composed (NFC), spaces trimmed and never doubled.

    What is longer than any name is cut off; it is still too long then.
    Marks of direction go, which some keyboards slip in: they could turn the page around.
    """
    composed = unicodedata.normalize("NFC", text[:NORMALIZED])
    return " ".join(composed.translate(_NO_BIDI).split())


def likeness(name: str) -> str:
    """Return what two names share if they differ in case, spaces or form of letters alone.

    Characters that nobody sees (the joiners of emoji among them) make no difference.
    """
    # What is no name yet can be of any length, and is not kept.
    return _likeness(name) if len(name) <= LONGEST else _folded(name)


@lru_cache(4096)
def _likeness(name: str) -> str:
    return _folded(name)


def _folded(name: str) -> str:
    seen = "".join(c for c in name[:NORMALIZED] if unicodedata.category(c) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split()) + name[NORMALIZED:]


def has_control(text: str) -> bool:
    """Return whether a text holds characters that steer terminals or stand for nothing."""
    return any(unicodedata.category(c) in ("Cc", "Cs", "Co") for c in text)


def fault(name: str) -> UnusableName | None:
    """Return what is wrong with a name, or None if it can be used."""
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
    """Return those of `people` who are none of `others`, each once, as first written."""
    seen, found = set(map(likeness, others)), []
    for name in people:
        if (alike := likeness(name)) not in seen:
            seen.add(alike)
            found.append(name)
    return found


def same(name: str, others: Iterable[str]) -> str | None:
    """Return the one of `others` that is the same name, however it is written."""
    wanted = likeness(name)
    return next((other for other in others if likeness(other) == wanted), None)
