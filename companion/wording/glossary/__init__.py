"""The words of the games, each explained in a line."""

from functools import lru_cache

from msgspec import Struct

from companion.rules.game import Game
from companion.rules.house import HouseRules
from companion.wording.glossary.words import WORDS, Entry
from companion.wording.languages import _, language


class Word(Struct, frozen=True):
    """A word of the games."""

    id: str
    title: str
    forms: tuple[str, ...]
    """The word as sentences have it."""
    text: str
    """One line."""


def words_of(game: Game, rules: HouseRules) -> tuple[Word, ...]:
    """Return the words that a game needs under these house rules, in the order one meets them."""
    return _words_of(language(), game, rules)


@lru_cache(maxsize=256)
def _words_of(_language: str, game: Game, rules: HouseRules) -> tuple[Word, ...]:
    return tuple(_word(id, entry) for id, entry in WORDS.items() if entry.has(game, rules))


def all_words() -> tuple[Word, ...]:
    """Return all words, in alphabetical order."""
    found = (_word(id, entry) for id, entry in WORDS.items())
    return tuple(sorted(found, key=lambda word: word.title.strip("“").casefold()))


def _word(id: str, entry: Entry) -> Word:
    return Word(id, _(entry.title), tuple(_(entry.forms).split("|")), _(entry.text))
