"""The guide: rules, house rules and glossary, in Markdown under `companion/guide/`.

Each language has a folder there, with every file; a language without one has the English guide. Headings of the first level
divide a page, those of the second are rules: `## Must head {#must-head}` has the anchor that
refusals link to. Conditions are Jinja's, on the house rules by name and on the facts that `values`
adds.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import Struct, structs

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.house import HouseRules, declared
from companion.rules.loo.card_loo import CardLooRules
from companion.wording.games import family_title, loo_term, source_of
from companion.wording.languages import PSEUDO, SOURCE, accented, language

FOLDER = Path(__file__).parents[1] / "guide"
_HEADING = re.compile(r"^(#+) (.*?)(?: \{#(.*)\})?$", re.MULTILINE)
_SPACES = re.compile("[ \\t\\n]+")
_MARKDOWN = MarkdownIt("commonmark", {"html": False})


class Section(Struct, frozen=True):
    level: int
    title: str
    id: str
    text: str


class Text(Struct, frozen=True):
    """A section of a page: a rule under its id, or a paragraph about the game."""

    id: str
    title: str
    text: Markup


class Page(Struct, frozen=True):
    """The guide to a game under some house rules."""

    aim: Markup
    """Empty for a game without its own page."""
    rules: tuple[Text, ...]
    background: Mapping[str, list[Text]]
    """Further texts by source, with this table's account first."""


def page(game: Game, rules: HouseRules, account: str) -> Page:
    """Return the guide to a game under settled house rules, following an account."""
    return _page(language(), game, rules, account)


@lru_cache(maxsize=256)
def _page(language: str, game: Game, rules: HouseRules, account: str) -> Page:
    names = [f"{game.id}.md", "any-game.md"]
    if isinstance(rules, CardLooRules):
        names.insert(1, "card-loo.md")
    parts: dict[str, list[Text]] = {}
    for section in sections(language, names, {**values(game, rules), "account": account}):
        if section.level == 1:
            part = parts.setdefault(section.id, [])
        if section.text:
            part.append(Text(section.id, section.title, html(section.text)))
    aim = [text.text for text in parts.pop("aim", [])]
    texts = tuple(parts.pop("rules"))
    # The other parts name their accounts: "about chits unlimited".
    own_first = sorted(parts, key=lambda part: account not in part.split())
    told = {source_of(part.split()[1]): parts[part] for part in own_first if parts[part]}
    return Page(Markup().join(aim), texts, told)


def sections(language: str, names: list[str], values: Mapping[str, Any]) -> Iterator[Section]:
    """Yield the sections of the first of these files that exists."""
    _before, *parts = _HEADING.split(text(language, names, values))
    for start in range(0, len(parts), 4):
        marks, title, id, body = parts[start : start + 4]
        yield Section(len(marks), title, id or "", body.strip())


def text(language: str, names: list[str], values: Mapping[str, Any]) -> str:
    """Return the text of the first of these files that exists, with its conditions applied."""
    name = next(name for name in names if (FOLDER / SOURCE / name).is_file())
    found = _environment(spoken(language)).get_template(name).render(values)
    return accented(found) if language == PSEUDO else found


def unconditional(language: str, name: str) -> str:
    """Return the text of a file with all its conditions taken as true."""
    found = (FOLDER / spoken(language) / name).read_text("utf-8")
    found = re.sub(r"\{%.*?%\}", "", found)
    return accented(found) if language == PSEUDO else found


def html(text: str) -> Markup:
    """Return a paragraph of Markdown as HTML. HTML in it is escaped, and no-break spaces stay."""
    return Markup(_MARKDOWN.renderInline(_SPACES.sub(" ", text.strip())))


def spoken(language: str) -> str:
    """Return the language of the guide for readers of a language: English if it is not translated."""
    return language if (FOLDER / language).is_dir() else SOURCE


@cache
def _environment(folder: str) -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER / folder),
        undefined=StrictUndefined,
        autoescape=False,  # The result is Markdown, which `html` escapes.
        comment_start_string="<!--",
        comment_end_string="-->",
    )


def facts(game: Game) -> dict[str, Any]:
    """Return the facts of a game that conditions can use, apart from house rules."""
    return {
        "family": game.family,
        "least": game.least,
        "piece": game.pack.piece,
        "pool_family": family_title(game.pool_family),
        "term": loo_term(game),
        "tricks": game.tricks,
    }


def values(game: Game, rules: HouseRules) -> dict[str, Any]:
    """Return everything that conditions can use: house rules by name, and facts of the game.

    A house rule that the game lacks is "none" if that is one of its values, else None.
    """
    found = {**_absent(), **structs.asdict(rules)}
    for name, value in found.items():
        if name.startswith("later_") and value is None:
            found[name] = found[name.removeprefix("later_")]
    found |= {**facts(game), "most": game.most(rules)}
    race = game.race(rules)
    if race:
        return {**found, "points": True, "pool": False, "term": race.term}
    return {**found, "points": False, "pool": game.has_pool(rules)}


@cache
def _absent() -> dict[str, str | None]:
    found = (rule for game in GAMES.values() for rule in declared(game.house_rules))
    return {rule.name: "none" if "none" in rule.values else None for rule in found}
