"""The glossary, read from `glossary.md` of the guide.

A line there is `- Trump {#trump} (trump, trumps): A suit that beats all others.`: title, id, the forms
used in sentences, and meaning.
"""

import re
from functools import cache, lru_cache

from msgspec import Struct

from companion.evening.names import alphabetical
from companion.rules.game import Game
from companion.rules.house import HouseRules
from companion.wording import guide
from companion.wording.languages import language

_LINE = re.compile(r"^- (.+) \{#([\w-]+)\} \((.+?)\): (.+)$", re.MULTILINE)


class Word(Struct, frozen=True):
    id: str
    title: str
    forms: tuple[str, ...]
    """Its forms in sentences."""
    text: str


def words_of(game: Game, rules: HouseRules) -> tuple[Word, ...]:
    """Return the terms that a game uses under these house rules, in reading order."""
    return _words_of(language(), game, rules)


@lru_cache(maxsize=256)
def _words_of(language: str, game: Game, rules: HouseRules) -> tuple[Word, ...]:
    return _read(guide.glossary(language, game, rules))


def all_words() -> tuple[Word, ...]:
    return _all_words(language())


@cache
def _all_words(language: str) -> tuple[Word, ...]:
    found = _read(guide.whole_glossary(language))
    return tuple(sorted(found, key=lambda word: alphabetical(word.title)))


def _read(text: str) -> tuple[Word, ...]:
    return tuple(
        Word(id, title, tuple(forms.split(", ")), guide.html(meaning))
        for title, id, forms, meaning in _LINE.findall(text)
    )
