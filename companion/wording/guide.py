"""The guide: rules, house rules and glossary, in Markdown.

What games share is under `companion/guide/`, with a folder for each language; what one game alone has is
in its folder, a `guide.en.md` for each language. A language without them has the English guide. Headings
of the first level divide a page, those of the second are rules: `## Must head {#must-head}` has the
anchor that refusals link to. Conditions are Jinja's, on the house rules by name and on the facts that
`values` adds.

A game's page ends with what only this game has of the pages that games share: house rules under headings
`{#house-rules}`, which go before those of `house_rules.md`, and lines of the glossary under `{#words}`
and `{#spare-hand}`.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import Struct, structs

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.house import HouseRules, declared
from companion.rules.loo.card_loo import CardLooRules
from companion.wording.games import family_title, loo_term, source_of, words_of
from companion.wording.languages import PSEUDO, SOURCE, accented, language

FOLDER = Path(__file__).parents[1] / "guide"
GAMES_FOLDER = Path(__file__).parents[1] / "games"
HOUSE_RULES, WORDS, SPARE_HAND = "house-rules", "words", "spare-hand"
"""Parts of a game's page that belong to other pages."""
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
    parts: dict[str, list[Text]] = {}
    for section in of_game(language, game, {**values(game, rules), "account": account}):
        if section.level == 1:
            part = parts.setdefault(section.id, [])
        if section.text:
            part.append(Text(section.id, section.title, html(section.text)))
    aim = [text.text for text in parts.pop("aim", [])]
    texts = tuple(parts.pop("rules"))
    # The other parts name their accounts: "about chits unlimited".
    about = [part for part in parts if part.startswith("about ")]
    own_first = sorted(about, key=lambda part: account not in part.split())
    told = {source_of(part.split()[1]): parts[part] for part in own_first if parts[part]}
    return Page(Markup().join(aim), texts, told)


def of_game(language: str, game: Game, values: Mapping[str, Any]) -> list[Section]:
    """Return the sections of a game's page, or of the page for games without one."""
    name = own_page(game.id, spoken(language))
    if not (GAMES_FOLDER / name).is_file():
        name = "card-loo.md" if issubclass(game.house_rules, CardLooRules) else "any-game.md"
    return sections(text(language, name, values))


def own_page(game: str, language: str) -> str:
    """Return where a game's page is, below the folder of the games."""
    return f"{game.replace('-', '_')}/guide.{language}.md"


def files(language: str) -> dict[str, Path]:
    """Return all files of a language's guide, by a name that is the same in every language."""
    shared = {
        str(file.relative_to(FOLDER / language)): file for file in (FOLDER / language).rglob("*.md")
    }
    own = GAMES_FOLDER.glob(f"*/guide.{language}.md")
    return shared | {f"games/{file.parent.name}": file for file in own}


@cache
def own_part(language: str, game: str, id: str) -> str:
    """Return the parts with this id of a game's page, as written; "" if it has none."""
    file = GAMES_FOLDER / own_page(game, spoken(language))
    page = file.read_text("utf-8") if file.is_file() else ""
    parts = re.split("^(?=# )", page, flags=re.MULTILINE)
    return "\n".join(part for part in parts if part.partition("\n")[0].endswith(f"{{#{id}}}"))


def sections(text: str) -> list[Section]:
    _before, *parts = _HEADING.split(text)
    return [
        Section(len(marks), title, id or "", body.strip())
        for marks, title, id, body in zip(*(parts[start::4] for start in range(4)), strict=True)
    ]


def text(language: str, name: str, values: Mapping[str, Any]) -> str:
    """Return the text of a file with its conditions applied."""
    return _rendered(_environment(spoken(language)).get_template(name), language, values)


def house_rules(language: str, game: Game, for_points: bool) -> list[Section]:
    """Return the texts on house rules, those of all games before the game's own."""
    values = {**facts(game), "points": for_points}
    own = _environment(spoken(language)).from_string(own_part(language, game.id, HOUSE_RULES))
    shared = text(language, "house_rules.md", values)
    return sections(f"{shared}\n{_rendered(own, language, values)}")


def glossary(language: str, game: Game, rules: HouseRules) -> str:
    """Return the glossary of a game under these house rules."""
    held = values(game, rules)
    environment = _environment(spoken(language))
    own = {
        name: environment.from_string(own_part(language, game.id, id)).render(held)
        for name, id in (("own_words", WORDS), ("own_spare_hand", SPARE_HAND))
    }
    return text(language, "glossary.md", {**held, **own})


def whole_glossary(language: str) -> str:
    """Return the glossary of all games, with all conditions taken as true."""
    found = [(FOLDER / spoken(language) / "glossary.md").read_text("utf-8")]
    found += [own_part(language, game, id) for game in GAMES for id in (WORDS, SPARE_HAND)]
    plain = re.sub(r"\{%.*?%\}", "", "\n".join(found))
    return accented(plain) if language == PSEUDO else plain


def _rendered(template: Template, language: str, values: Mapping[str, Any]) -> str:
    found = template.render(values)
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
        loader=FileSystemLoader([FOLDER / folder, GAMES_FOLDER]),
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
        "uses": {"head": False, "overtrump": False, "share": True, **words_of(game).uses},
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
    if game.race(rules):
        return {**found, "points": True, "pool": False}
    return {**found, "points": False, "pool": game.pool.exists(rules)}


@cache
def _absent() -> dict[str, str | None]:
    found = (rule for game in GAMES.values() for rule in declared(game.house_rules))
    return {rule.name: "none" if "none" in rule.values else None for rule in found}
