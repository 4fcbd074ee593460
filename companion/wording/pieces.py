"""Pieces in words."""

from collections.abc import Iterable

from companion.wording.languages import _, _n


def card_names(notations: Iterable[str]) -> str:
    """Return cards as people read them, given their notation: ``9S joker (TS)``."""
    return " ".join(map(card_name, notations))


def card_name(notation: str) -> str:
    """Return a card as people read it, given its notation."""
    name, _equals, stands_for = notation.partition("=")
    if name != "JK":
        return notation
    return _("joker ({card})", card=stands_for) if stands_for else _("joker")


def card_count(number: int) -> str:
    """Return how many cards: ``1 card``."""
    return _n("{n} card", "{n} cards", number)
