"""Lists inside sentences."""

from collections.abc import Iterable
from functools import reduce

from companion.wording.languages import _


def either(items: Iterable[str]) -> str:
    """Return short items as a choice: ``two, three or four``. Raises `ValueError` if empty."""
    *first, last = items
    return _("{items} or {last}", items=", ".join(first), last=last) if first else last


def either_of_long(items: Iterable[str]) -> str:
    """Return items of several words as a choice: ``9S TS JS, or TS JS QS``."""
    return reduce(lambda before, item: _("{before}, or {item}", before=before, item=item), items)
