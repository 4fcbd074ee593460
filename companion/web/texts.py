"""Texts as HTML for the templates: gettext with escaped values, names and cards."""

from functools import lru_cache

from markupsafe import Markup, escape

from companion.wording import languages
from companion.wording import pieces as wording


def gettext(message: str, **values: object) -> Markup:
    """Return a message in the phone's language as HTML, with escaped values."""
    if not values:
        return _label(languages.language(), message)
    return Markup(languages._(message, **{name: escape(value) for name, value in values.items()}))


@lru_cache(maxsize=4096)
def _label(_language: str, message: str) -> Markup:
    return Markup(languages._(message))


def ngettext(one: str, several: str, number: int, **values: object) -> Markup:
    """Return the form of a message for a number as HTML; `{n}` is the number."""
    safe = {name: escape(value) for name, value in values.items()}
    return Markup(languages._n(one, several, number, **safe))


def bdi(name: object) -> Markup:
    """Return a name as HTML with its own text direction."""
    return Markup('<bdi dir="auto">') + pieces(name) + Markup("</bdi>")


def pieces(text: object) -> Markup:
    """Return a text as HTML in which cards appear as signs and are read aloud as names."""
    return Markup(wording.with_each_card(escape(text), _card))


def _card(sign: str, in_full: str) -> str:
    # Escape the name, so that its card is not matched again.
    shown = sign.replace("\ufe0e", "&#xFE0E;")
    return f'<span class="sign" role="img" aria-label="{escape(in_full)}">{shown}</span>'
