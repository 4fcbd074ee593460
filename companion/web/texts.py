"""Texts as HTML for the templates: gettext, names, cards, and links from terms to the glossary."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup, escape
from msgspec import Struct

from companion.evening.game_session import GameSession
from companion.evening.starting import read_rules
from companion.rules.game import Game
from companion.wording import languages
from companion.wording import pieces as wording
from companion.wording.glossary import Word, words_of


def gettext(message: str, **values: object) -> Markup:
    """Return a message in the phone's language as HTML, with escaped values."""
    if not values:
        return _label(languages.language(), message)
    return Markup(languages._(message, **{name: escape(value) for name, value in values.items()}))


@lru_cache(maxsize=4096)
def _label(_language: str, message: str) -> Markup:
    return Markup(languages._(message))


def pgettext(context: str, message: str) -> Markup:
    """Return a message that means different things in different contexts as HTML."""
    return _label(languages.language(), languages.NP_(context, message))


def ngettext(one: str, several: str, number: int, **values: object) -> Markup:
    """Return the singular or plural of a message as HTML; `{n}` is the number."""
    safe = {name: escape(value) for name, value in values.items()}
    return Markup(languages._n(one, several, number, **safe))


BDI = '<bdi dir="auto">'
NAME = '<bdi dir="auto" translate="no">'
"""Begins a name, which no browser translates."""


def bdi(text: object, is_name: bool = True) -> Markup:
    """Return a name, or a sentence that begins with one, as HTML with its own text direction."""
    return Markup(f"{NAME if is_name else BDI}{pieces(text)}</bdi>")


def pieces(text: object) -> Markup:
    """Return a text as HTML in which cards are shown as signs and read aloud as names."""
    return Markup(wording.with_each_card(escape(text), _card))


def _card(sign: str, in_full: str) -> str:
    # Escape the name, so that its card is not matched again.
    shown = sign.replace("\ufe0e", "&#xFE0E;")
    return f'<span class="sign" translate="no" role="img" aria-label="{escape(in_full)}">{shown}</span>'


def words_of_all(sessions: Iterable[GameSession]) -> tuple[Word, ...]:
    words = [word for one in sessions for word in words_of(one.game, one.rules)]
    return tuple(dict.fromkeys(words))


def words_of_form(game: Game) -> tuple[Word, ...]:
    """Return the terms of a game under any of its presets."""
    rules = (read_rules(game, preset, {}) for preset in game.accounts.presets or (None,))
    return tuple(dict.fromkeys(word for one in rules for word in words_of(game, one)))


class WordForms(Struct, frozen=True, eq=False):
    """The forms in which words (game terms) appear in sentences, such as plurals."""

    ids: dict[str, str]
    """Maps each form to the word's id."""
    titles: dict[str, str]
    """Maps each word's id to its title."""
    pattern: re.Pattern[str]
    """Matches any form outside an HTML tag."""


class Explainer:
    """Links the first use of each game term on a page to the glossary.

    A template assigns one to `explain`, and calls it with each sentence, in order.
    """

    def __init__(
        self, words: Sequence[Word] = (), players: Iterable[str] = (), *, glossary: str = ""
    ) -> None:
        """`glossary` is the address of the glossary; "" if it is on the page itself.

        Words in players' names are not linked, because Pam may be at the table.
        """
        self._glossary = glossary
        self._forms = _forms(tuple(words), " ".join(players).casefold())
        self._seen: set[str] = set()

    def __call__(self, sentence: object) -> Markup:
        """Return a sentence as HTML with links."""
        html, parts = _split(self._forms, sentence)
        if len(parts) == 1:
            return html
        parts = parts.copy()
        for place in range(1, len(parts), 2):
            id = self._forms.ids[parts[place].casefold()]
            if id not in self._seen:
                parts[place] = self._link(id, parts[place])
            self._seen.add(id)
        return Markup("".join(parts))

    def folded(self) -> "Explainer":
        """Return an explainer for folded text. The links there do not count as first uses."""
        other = Explainer(glossary=self._glossary)
        other._forms, other._seen = self._forms, self._seen.copy()
        return other

    def buttons(self, labels: Iterable[str]) -> Markup:
        """Return a line of links for words on buttons, which cannot contain links."""
        said = (form for label in labels for form in _split(self._forms, label)[1][1::2])
        ids = dict.fromkeys(self._forms.ids[form.casefold()] for form in said)
        new = [id for id in ids if id not in self._seen]
        if not new:
            return Markup()
        self._seen.update(new)
        links = Markup(", ").join(Markup(self._link(id, self._forms.titles[id])) for id in new)
        terms = gettext("Terms: {words}", words=links)
        return Markup(f'<p class="soft notice">{terms}</p>')

    def _link(self, id: str, text: str) -> str:
        return f'<a class="term" href="{self._glossary}#word-{id}">{text}</a>'


@lru_cache(maxsize=256)
def _forms(words: tuple[Word, ...], names: str) -> WordForms:
    ids = {
        form.casefold(): word.id
        for word in words
        for form in word.forms
        if form.casefold() not in names
    }
    longest_first = "|".join(sorted(map(re.escape, ids), key=len, reverse=True))
    pattern = re.compile(rf"\b({longest_first or '(?!)'})\b(?![^<]*>)", re.IGNORECASE)
    return WordForms(ids, {word.id: str(escape(word.title)) for word in words}, pattern)


@lru_cache(maxsize=4096, typed=True)
def _split(forms: WordForms, sentence: object) -> tuple[Markup, list[str]]:
    html = pieces(sentence)
    return html, forms.pattern.split(html)
