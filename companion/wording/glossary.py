"""The glossary, read from `glossary.md` of the guide.

A line there is `- Trump {#trump} (trump, trumps): A suit that beats all others.`: title, id, the forms
used in sentences, and meaning.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from companion.evening.names import alphabetical
from companion.rules.game import Game
from companion.rules.house import HouseRules
from companion.wording import guide
from companion.wording.languages import PSEUDO, SOURCE, language

_LINE = re.compile(r"^- (.+) \{#([\w-]+)\} \((.+?)\): (.+)$", re.MULTILINE)


class Word(Struct, frozen=True):
    id: str
    title: str
    forms: tuple[str, ...]
    """Its forms in sentences."""
    text: Markup


def words_of(game: Game, rules: HouseRules) -> tuple[Word, ...]:
    """Return the terms that a game uses under these house rules, in reading order."""
    return _words_of(language(), game, rules)


@lru_cache(maxsize=256)
def _words_of(language: str, game: Game, rules: HouseRules) -> tuple[Word, ...]:
    return _whole(language, lambda language: _read(guide.glossary(language, game, rules)))


def all_words() -> tuple[Word, ...]:
    return _all_words(language())


@cache
def _all_words(language: str) -> tuple[Word, ...]:
    whole = _whole(language, lambda language: _read(guide.whole_glossary(language)))
    return tuple(sorted(whole, key=lambda word: alphabetical(word.title)))


def _whole(language: str, told: Callable[[str], tuple[Word, ...]]) -> tuple[Word, ...]:
    """Return the words of a glossary; those that its translation lacks are in English, with a note."""
    if guide.spoken(language, "glossary.md") == SOURCE:
        return told(language if language == PSEUDO else SOURCE)
    pairs = guide.paired(told(SOURCE), told(language), lambda word: word.id)
    return tuple(own or replace(word, text=guide.untranslated(word.text)) for word, own in pairs)


def _read(text: str) -> tuple[Word, ...]:
    return tuple(
        Word(id, title, tuple(forms.split(", ")), guide.html(meaning))
        for title, id, forms, meaning in _LINE.findall(text)
    )
