"""Names of people: how they may be written, and when two of them are the same."""

import unicodedata
from collections.abc import Iterable

from companion.rules.ledger import POOL

LONGEST = 40
_NO_BIDI = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"))
_NO_BIDI |= dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


def tidy(text: str) -> str:
    """Return a name as it is kept: composed (NFC), spaces trimmed and never doubled.

    Marks of direction go, which some keyboards slip in: they could turn the page around.
    """
    return " ".join(unicodedata.normalize("NFC", text).translate(_NO_BIDI).split())


def likeness(name: str) -> str:
    """Return what two names share if they differ in case, spaces or form of letters alone.

    Characters that nobody sees (the joiners of emoji among them) make no difference.
    """
    seen = "".join(c for c in name if unicodedata.category(c) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split())


def has_control(text: str) -> bool:
    """Return whether a text holds characters that steer terminals or stand for nothing."""
    return any(unicodedata.category(c) in ("Cc", "Cs", "Co") for c in text)


def fault(name: str) -> str | None:
    """Return in a sentence what is wrong with a name, or None if it can be used."""
    if len(name) > LONGEST:
        return f"A name has at most {LONGEST} characters; {name[:20]!r}… has {len(name)}."
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        return "A name cannot be empty."
    if name != tidy(name):
        return f"Write the name {name!r} plainly, without needless spaces or marks: {tidy(name)!r}."
    if has_control(name):
        return "A name cannot hold control characters."
    if likeness(name) == POOL:
        return "Nobody can be called 'pool': that is the name of the pool's account."
    return None


def same(name: str, others: Iterable[str]) -> str | None:
    """Return the one of `others` that is the same name, however it is written."""
    wanted = likeness(name)
    return next((other for other in others if likeness(other) == wanted), None)
