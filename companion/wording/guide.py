"""The guide: rules, house rules and glossary, in Markdown.

What games share is under `companion/guide/`, with a folder for each language; what one game alone has is
in its folder, a `guide.en.md` for each language. A page that a language lacks is in English, and so is a
section that its page lacks, with a note. Headings of the first level divide a page, those of the second
are rules: `## Must head {#must-head}` has the anchor that refusals link to. Conditions are Jinja's, on
the house rules by name and on the facts that `values` adds.

A game's page ends with what only this game has of the pages that games share: house rules under headings
`{#house-rules}`, which go before those of `house_rules.md`, and lines of the glossary under `{#words}`
and `{#spare-hand}`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.house import HouseRules, declared
from companion.rules.loo.card_loo import CardLooRules
from companion.wording.games import family_title, loo_term, source_of, words_of
from companion.wording.languages import PSEUDO, SOURCE, _, accented, language

FOLDER = Path(__file__).parents[1] / "guide"
GAMES_FOLDER = Path(__file__).parents[1] / "games"
HOUSE_RULES, WORDS, SPARE_HAND = "house-rules", "words", "spare-hand"
"""Parts of a game's page that belong to other pages."""
_HEADING = re.compile(r"^(#+) (.*?)(?: \{#(.*)\})?$", re.MULTILINE)
_SPACES = re.compile("[ \\t\\n]+")
_MARKDOWN = MarkdownIt("commonmark", {"html": False})


Item = TypeVar("Item")


class Section(Struct, frozen=True):
    level: int
    title: str
    id: str
    text: str
    part: str
    """The id of the heading of the first level above it."""
    is_translated: bool = True
    """False if it is in English on a page of another language."""

    @property
    def html(self) -> Markup:
        return html(self.text) if self.is_translated else untranslated(html(self.text))


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
    language: str


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
            part.append(Text(section.id, section.title, section.html))
    aim = [text.text for text in parts.pop("aim", [])]
    texts = tuple(parts.pop("rules"))
    # The other parts name their accounts: "about chits unlimited".
    about = [part for part in parts if part.startswith("about ")]
    own_first = sorted(about, key=lambda part: account not in part.split())
    told = {source_of(part.split()[1]): parts[part] for part in own_first if parts[part]}
    return Page(Markup().join(aim), texts, told, spoken(language, _page_of(game)))


def of_game(language: str, game: Game, values: Mapping[str, Any]) -> list[Section]:
    """Return the sections of a game's page, or of the page for games without one."""
    name = _page_of(game)
    return _whole(language, name, lambda language: text(language, name, values))


def _page_of(game: Game) -> str:
    if (own := own_page(game.id)) in files(SOURCE):
        return own
    return "card-loo.md" if issubclass(game.house_rules, CardLooRules) else "any-game.md"


def own_page(game: str) -> str:
    """Return the name of a game's page among `files`."""
    return f"games/{game.replace('-', '_')}"


@cache
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
    file = files(_written(language)).get(own_page(game))
    page = file.read_text("utf-8") if file else ""
    parts = re.split("^(?=# )", page, flags=re.MULTILINE)
    return "\n".join(part for part in parts if part.partition("\n")[0].endswith(f"{{#{id}}}"))


def sections(text: str) -> list[Section]:
    _before, *parts = _HEADING.split(text)
    all_sections, part = [], ""
    for marks, title, id, body in zip(*(parts[start::4] for start in range(4)), strict=True):
        if len(marks) == 1:
            part = id
        all_sections.append(Section(len(marks), title, id or "", body.strip(), part or ""))
    return all_sections


def _whole(language: str, name: str, told: Callable[[str], str]) -> list[Section]:
    """Return the sections of a page; those that its translation lacks are in English.

    `told` returns the text of the page in a language.
    """
    if spoken(language, name) == SOURCE:
        return sections(told(language if language == PSEUDO else SOURCE))
    own, english = sections(told(language)), sections(told(SOURCE))
    whole = []
    for source, section in paired(english, own, lambda one: (one.part, one.level, one.id)):
        # A part that several pages include may be in English too.
        is_translated = section is not None and not (section.text and section.text == source.text)
        whole.append(replace(section or source, is_translated=is_translated))
    return whole


def paired(
    english: Sequence[Item], own: Sequence[Item], place: Callable[[Item], Hashable]
) -> Iterator[tuple[Item, Item | None]]:
    """Yield each English item with its translation, which has the same place, or with None.

    Of several in one place, all must be translated.
    """
    by_place = defaultdict(list)
    for one in own:
        by_place[place(one)].append(one)
    wanted = Counter(map(place, english))
    left = {at: iter(items) for at, items in by_place.items() if len(items) == wanted[at]}
    for one in english:
        yield one, next(left[place(one)]) if place(one) in left else None


def untranslated(text: Markup) -> Markup:
    """Return an English text on a page of another language, with a note."""
    note = _("Not translated yet.")
    return Markup('<span lang="en" dir="ltr">{}</span> <span class="soft">{}</span>').format(
        text, note
    )


def text(language: str, name: str, values: Mapping[str, Any]) -> str:
    """Return the text of a page with its conditions applied."""
    return _rendered(_environment(_written(language)).get_template(name), language, values)


def house_rules(language: str, game: Game, for_points: bool) -> list[Section]:
    """Return the texts on house rules: first the shared ones, then the game's own."""
    values = {**facts(game), "points": for_points}

    def own(language: str) -> str:
        part = own_part(language, game.id, HOUSE_RULES)
        return _rendered(_environment(_written(language)).from_string(part), language, values)

    name = "house_rules.md"
    shared = _whole(language, name, lambda language: text(language, name, values))
    return shared + _whole(language, own_page(game.id), own)


def glossary(language: str, game: Game, rules: HouseRules) -> str:
    """Return the glossary of a game under these house rules."""
    held = values(game, rules)
    environment = _environment(_written(language))
    own = {
        name: environment.from_string(own_part(language, game.id, id)).render(held)
        for name, id in (("own_words", WORDS), ("own_spare_hand", SPARE_HAND))
    }
    return text(language, "glossary.md", {**held, **own})


def whole_glossary(language: str) -> str:
    """Return the glossary of all games, with all conditions taken as true."""
    texts = [files(_written(language))["glossary.md"].read_text("utf-8")]
    texts += [own_part(language, game, id) for game in GAMES for id in (WORDS, SPARE_HAND)]
    plain = re.sub(r"\{%.*?%\}", "", "\n".join(texts))
    return accented(plain) if language == PSEUDO else plain


def _rendered(template: Template, language: str, values: Mapping[str, Any]) -> str:
    text = template.render(values)
    return accented(text) if language == PSEUDO else text


def html(text: str) -> Markup:
    """Return a paragraph of Markdown as HTML. HTML in it is escaped, and no-break spaces stay."""
    return Markup(_MARKDOWN.renderInline(_SPACES.sub(" ", text.strip())))


def spoken(language: str, name: str) -> str:
    """Return the language of a page for readers of a language: English if it is not translated."""
    return language if name in files(language) else SOURCE


def _written(language: str) -> str:
    return SOURCE if language == PSEUDO else language


@cache
def _environment(language: str) -> Environment:
    return Environment(
        loader=FunctionLoader(lambda name: _source(language, name)),
        undefined=StrictUndefined,
        autoescape=False,  # The result is Markdown, which `html` escapes.
        comment_start_string="<!--",
        comment_end_string="-->",
    )


def _source(language: str, name: str) -> str:
    """Return a page as written, or in English."""
    return (files(language).get(name) or files(SOURCE)[name]).read_text("utf-8")


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
    held = {**_absent(), **asdict(rules)}
    for name, value in held.items():
        if name.startswith("later_") and value is None:
            held[name] = held[name.removeprefix("later_")]
    held |= {**facts(game), "most": game.most(rules)}
    if game.race(rules):
        return {**held, "points": True, "pool": False}
    return {**held, "points": False, "pool": game.pool.exists(rules)}


@cache
def _absent() -> dict[str, str | None]:
    rules = (rule for game in GAMES.values() for rule in declared(game.house_rules))
    return {rule.name: "none" if "none" in rule.values else None for rule in rules}
