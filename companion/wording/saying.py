"""How facts are put into words: a function for each kind of fact, found by its type."""

from collections.abc import Callable
from typing import Any, TypeVar

from companion.rules.ids import Fact

_WORDS: dict[type[Fact], Callable[[Any], str]] = {}
Kind = TypeVar("Kind", bound=Fact)


def words(kind: type[Kind]) -> Callable[[Callable[[Kind], str]], Callable[[Kind], str]]:
    """Mark the function that puts facts of this kind into words."""

    def mark(function: Callable[[Kind], str]) -> Callable[[Kind], str]:
        _WORDS[kind] = function
        return function

    return mark


def say(fact: Fact) -> str:
    """Return a fact in words, in the language in use: one or more whole sentences, or a label."""
    return _WORDS[type(fact)](fact)


def worded() -> frozenset[type[Fact]]:
    """Return the kinds of facts that there are words for."""
    return frozenset(_WORDS)
