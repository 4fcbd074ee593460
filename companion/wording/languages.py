"""The language in use, and its translations by gettext.

English is the source. `catalogues/` has a file for each other language; the build compiles it, and what
it lacks is in English. In the pseudo-language `xx`, texts that bypass gettext stand out on a page.
"""

import logging
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import NamedTuple
from unicodedata import bidirectional

from babel import Locale

SOURCE = "en"
PSEUDO = "xx"
_CONTEXT = "\x04"
"""Separates the context from a message, as in gettext's catalogues."""
_UNFILLABLE = (AttributeError, LookupError, TypeError, ValueError)
"""Raised when a translation has other placeholders than its source."""
_log = logging.getLogger(__name__)
_PLACEHOLDER = re.compile(r"(\{[^}]*\}|<[^>]*>|&\w+;)")
_EVERY_THIRD = re.compile(r"([a-zA-Z]{2}([a-zA-Z]))")
_ACCENTS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "\u00e5\u0180\u00e7\u00f0\u00e9\u0192\u011d\u0125\u00ee\u0135\u0137\u013c\u1e3f\u00f1\u00f6\u00fe\u01eb\u0155\u0161\u0163\u00fb\u1e7d\u0175\u1e8b\u00fd\u017e"
    "\u00c5\u0181\u00c7\u00d0\u00c9\u0191\u011c\u0124\u00ce\u0134\u0136\u013b\u1e3e\u00d1\u00d6\u00de\u01ea\u0154\u0160\u0162\u00db\u1e7c\u0174\u1e8a\u00dd\u017d",
)


def accented(text: str) -> str:
    """Put an accent on every letter, and double every third, except in placeholders and tags."""
    parts = _PLACEHOLDER.split(text)
    return "".join(
        part if place % 2 else _EVERY_THIRD.sub(r"\1\2", part).translate(_ACCENTS)
        for place, part in enumerate(parts)
    )


class Pseudo(NullTranslations):
    """English with accents, in longer words, for testing."""

    def gettext(self, message: str) -> str:
        return accented(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def _compiled() -> Iterator[tuple[str, NullTranslations]]:
    for file in sorted((Path(__file__).parent / "catalogues").glob("*.mo")):
        with file.open("rb") as opened:
            yield file.stem, GNUTranslations(opened)


TRANSLATIONS: dict[str, NullTranslations] = {
    SOURCE: NullTranslations(),
    **dict(_compiled()),
    PSEUDO: Pseudo(),
}
_in_use: ContextVar[str] = ContextVar("language", default=SOURCE)


language: Callable[[], str] = _in_use.get
"""Returns the language in use."""


def offered(server: str) -> tuple[str, ...]:
    """Return the languages to choose from, English first.

    The pseudo-language is among them only if the server uses it.
    """
    return tuple(name for name in TRANSLATIONS if name != PSEUDO or name == server)


def title(name: str) -> str:
    """Return the name of a language in that language."""
    if name == PSEUDO:
        return "Pseudo"
    name = str(Locale.parse(name).get_language_name())
    return name[0].upper() + name[1:]


def locale() -> Locale:
    """Return the conventions of the current language for numbers, dates and lists."""
    return _locale(_in_use.get())


@cache
def _locale(name: str) -> Locale:
    # British English writes 20 November 2026, and “Ann, Bob and Cat”. Greek has other letters, so that
    # dates and lists bypass nothing in the pseudo-language.
    return Locale.parse({SOURCE: "en_GB", PSEUDO: "el"}.get(name, name))


RIGHT_TO_LEFT = {name for name in TRANSLATIONS if _locale(name).character_order == "right-to-left"}
"""The languages written from right to left."""


def direction() -> str:
    """Return the direction of the current language, for HTML."""
    return "rtl" if _in_use.get() in RIGHT_TO_LEFT else "ltr"


def left_to_right(text: str) -> str:
    """Return a figure or a piece that stays in its order in a text from right to left."""
    return f"\u2066{text}\u2069" if _in_use.get() in RIGHT_TO_LEFT else text


def isolated(text: str, names: Collection[str]) -> str:
    """Return a plain text in which each name has a direction of its own.

    Where all are written from left to right, like the language, that needs no marks.
    """
    is_mixed = any(bidirectional(letter) in ("R", "AL") for letter in "".join(names))
    if not is_mixed and direction() == "ltr":
        return text
    alternatives = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)({alternatives})(?!\w)", "\u2068\\1\u2069", text)


def use(name: str) -> None:
    """Use a language in this context from now on. Raises `KeyError` for an unknown one."""
    _in_use.set(name if TRANSLATIONS[name] else SOURCE)


@contextmanager
def using(name: str) -> Iterator[None]:
    """Use a language inside a `with` block."""
    TRANSLATIONS[name]
    token = _in_use.set(name)
    try:
        yield
    finally:
        _in_use.reset(token)


def _(message: str, /, **values: object) -> str:
    """Return a message in the current language with its placeholders filled in."""
    text = TRANSLATIONS[_in_use.get()].gettext(message)
    if _CONTEXT in text:  # in the source, or not translated
        text = text.partition(_CONTEXT)[2]
    if not values:
        return text
    try:
        return text.format(**values)
    except _UNFILLABLE:
        return _in_english(text, message.rpartition(_CONTEXT)[2], values)


def _n(one: str, several: str, number: int, /, **values: object) -> str:
    """Return the plural form of a message for a number, which fills in `{n}`."""
    text = TRANSLATIONS[_in_use.get()].ngettext(one, several, number)
    try:
        return text.format(n=number, **values)
    except _UNFILLABLE:
        return _in_english(text, one if number == 1 else several, {"n": number, **values})


def _p(context: str, message: str) -> str:
    """Return a message that means different things in different contexts."""
    return _(NP_(context, message))


def _in_english(text: str, source: str, values: dict[str, object]) -> str:
    """Return a source with its placeholders filled in, because its translation cannot be. Logs that."""
    if text != source:
        _log.error("The translation of %r into %s cannot be filled in", source, language())
    return source.format(**values)


def N_(message: str) -> str:
    """Mark a message for translation where it is declared; `_` translates it where it is used."""
    return message


def NP_(context: str, message: str) -> str:
    """Mark a message with a context, as `N_` does."""
    return f"{context}{_CONTEXT}{message}"


class Plural(NamedTuple):
    """A message with singular and plural forms. `by` names the fact's number, which also fills in `{n}`."""

    one: str
    several: str
    by: str
