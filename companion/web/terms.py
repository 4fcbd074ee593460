"""Words of the games as links to what they mean, where they first stand in what is drawn."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from companion.evening.game_session import GameSession
from companion.evening.starting import read_rules
from companion.rules.game import Game
from companion.web.texts import gettext as _
from companion.web.urls import url_for
from companion.wording.glossary import Word, words_of

PLACE = "<!--words-->"
"""Stands where the words are explained that are on buttons alone, and no link can be."""
_KEPT = "a|bdi|button|label|noscript|select|summary|svg|textarea"
_PARTS = re.compile(
    r"(?P<fold><details(?![^>]* open)[^>]*>)(?P<folded>.*?)</details>"
    r'|(?:<button (?!class="button)(?:[^<]++|<(?!/button))*+</button>\s*+)++'
    rf"|<(?P<kept>{_KEPT})\b(?:[^<]++|<(?!/(?P=kept)>))*+</(?P=kept)>"
    r"|<(?P<ears>\w+) class=.visually-hidden(?:[^<]++|<(?!/(?P=ears)>))*+</(?P=ears)>"
    rf"|(?:<(?!details\b|(?:{_KEPT})\b|\w+ class=.visually-hidden)[^>]*+>\s*+)++"
    r"|<[^>]*>"
    r"|(?P<text>[^<]+)",
    re.DOTALL,
)
"""HTML apart: what is folded away; pieces of the pad; names, what is tapped for something else and
what is for ears alone, which stay as they are; tags; text. As few parts as can be, and none is tried
in a second way: every tap is answered by this."""
_IS_BUTTON = re.compile(r'<label|<\w+ class="button(?! quiet)')
_TAG = re.compile(r"<[^>]*>")


def words_of_all(sessions: Iterable[GameSession]) -> tuple[Word, ...]:
    """Return the words of all games of an evening, each once."""
    found = [word for one in sessions for word in words_of(one.game, one.rules)]
    return tuple(dict.fromkeys(found))


def words_of_form(game: Game) -> tuple[Word, ...]:
    """Return the words of a game whose house rules are still to be chosen, each once."""
    rules = (read_rules(game, preset, {}) for preset in game.presets or (None,))
    return tuple(dict.fromkeys(word for one in rules for word in words_of(game, one)))


def explained(html: str, words: Sequence[Word], players: Iterable[str] = ()) -> Markup:
    """Return HTML in which each of these words is a link where it first stands in a text.

    What is folded away counts by itself. Words that stand on buttons alone are listed where `PLACE`
    is. A word that is in the name of one of these players is left alone: someone may be called Pam.
    """
    names = " ".join(players).casefold()
    ids, form = _forms(tuple((word.id, word.forms) for word in words), names)
    on_buttons: set[str] = set()
    glossary = url_for("rules.glossary")

    def marked(html: str, seen: set[str]) -> str:
        def mark(found: re.Match[str]) -> str:
            id = ids[found[0].casefold()]
            if id in seen:
                return found[0]
            seen.add(id)
            return _link(glossary, id, found[0])

        def part(found: re.Match[str]) -> str:
            if text := found["text"]:
                return form.sub(mark, text)
            if found["fold"]:
                return found["fold"] + marked(found["folded"], seen.copy()) + "</details>"
            if _IS_BUTTON.match(found[0]):
                says = form.finditer(_TAG.sub(" ", found[0]))
                on_buttons.update(ids[one[0].casefold()] for one in says)
            return found[0]

        return _PARTS.sub(part, html)

    if not ids:
        return Markup(html)
    seen: set[str] = set()
    done = marked(html, seen)
    left = {word.id: word.title for word in words if word.id in on_buttons - seen}
    return Markup(done.replace(PLACE, _line(glossary, left) if left else ""))


@lru_cache(maxsize=256)
def _forms(
    words: tuple[tuple[str, tuple[str, ...]], ...], names: str
) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the ids of words by their forms that are in no name, and what finds a form."""
    ids = {
        form.casefold(): id for id, forms in words for form in forms if form.casefold() not in names
    }
    longest_first = sorted(map(re.escape, ids), key=len, reverse=True)
    return ids, re.compile(rf"\b(?:{'|'.join(longest_first)})\b", re.IGNORECASE)


def _link(glossary: str, id: str, text: str) -> str:
    return f'<a class="term" href="{glossary}#word-{id}">{text}</a>'


def _line(glossary: str, words: dict[str, str]) -> str:
    links = Markup(", ").join(
        Markup(_link(glossary, id, escape(title))) for id, title in words.items()
    )
    return f'<p class="soft notice">{_("Terms: {words}", words=links)}</p>'
