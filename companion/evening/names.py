"""Players' names: how they are normalized, checked and compared."""

import re
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
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that draw nothing, such as the Hangul filler."""
_NO_STYLE = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))
"""Marks that ask for a plain or a coloured sign."""
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
"""The flag of a region: a black flag, with letters that draw nothing themselves."""


class NameFault(StrEnum):
    """A fault in a name."""

    TOO_LONG = "too-long"
    EMPTY = "empty"
    UNSEEN = "unseen"
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
    """Return a comparison key that ignores case, spaces, colour and forms of letters.

    Invisible characters, such as the joiners of emoji, are ignored.
    """
    return logged_likeness(name.translate(_NO_STYLE))


def has_style(name: str) -> bool:
    """Return whether a name asks for a plain or a coloured sign."""
    return "\ufe0e" in name or "\ufe0f" in name


def logged_likeness(name: str) -> str:
    """Return the comparison key of a name in a log, which may tell ❤ from a coloured ❤️.

    The fold compares with this key for ever, so that every evening still opens.
    """
    # Text too long for a name is not cached.
    return _likeness(name) if len(name) <= LONGEST else _folded(name)


def _folded(name: str) -> str:
    typed = name[:NORMALIZED]
    flags = {place for flag in _FLAG.finditer(typed) for place in range(*flag.span())}
    seen = "".join(
        c for place, c in enumerate(typed) if unicodedata.category(c) != "Cf" or place in flags
    )
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split()) + name[NORMALIZED:]


_likeness = lru_cache(4096)(_folded)


def alphabetical(name: str) -> tuple[str, str]:
    """Return a sorting key that ignores case, accents and quotation marks."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if c.isalnum() or c == " "), name


def searchable(text: str) -> str:
    """Return a text for a search that ignores case, accents and forms of letters."""
    letters = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return "".join(c for c in letters.casefold() if not unicodedata.combining(c))


def has_control(text: str) -> bool:
    """Return whether a text holds control, surrogate or private-use characters."""
    return any(unicodedata.category(c) in ("Cc", "Cs", "Co") for c in text)


def fault(name: str) -> UnusableName | None:
    """Return the fault of a name in a log, or None if it can be used."""
    if len(name) > LONGEST:
        return UnusableName(name, NameFault.TOO_LONG)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        return UnusableName(name, NameFault.EMPTY)
    if name != tidy(name):
        return UnusableName(name, NameFault.UNTIDY)
    if has_control(name):
        return UnusableName(name, NameFault.CONTROL)
    if logged_likeness(name) == POOL:
        return UnusableName(name, NameFault.POOL)
    return None


def entered_fault(name: str) -> UnusableName | None:
    """Return the fault of a name that someone enters now. A log may hold what only this refuses."""
    if wrong := fault(name):
        return wrong
    if not _UNSEEN.isdisjoint(name):
        return UnusableName(name, NameFault.UNSEEN)
    return UnusableName(name, NameFault.POOL) if likeness(name) == POOL else None


def apart(people: Iterable[str], others: Iterable[str]) -> list[str]:
    """Return the `people` who are not among `others`, each once, in the first spelling."""
    seen, new = set(map(likeness, others)), []
    for name in people:
        if (alike := likeness(name)) not in seen:
            seen.add(alike)
            new.append(name)
    return new
