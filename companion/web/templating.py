"""The filters, globals and macros of the templates."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import repeat
from pathlib import Path
from typing import Literal

from flask import Flask
from jinja2.ext import Extension
from markupsafe import Markup, escape

from companion.evening import AnyEntry, entries
from companion.evening.entries import Amended, encode
from companion.evening.starting import started_game
from companion.rules import actions
from companion.rules.game import Game
from companion.store import EveningInfo
from companion.study.deal import has_study
from companion.tables.days import day_of
from companion.tables.table_facts import TableFact
from companion.web import addresses, texts
from companion.web.access import tables
from companion.web.assets import Assets
from companion.web.folding import Folding
from companion.web.preferences import has_two_colours, known
from companion.web.security import comes_back
from companion.web.views.choices import ButtonFace, PadButton, weight
from companion.web.views.faces import Face
from companion.web.views.screen import Screen
from companion.web.views.settlement_view import costly_items, folded, ranked
from companion.wording import games, house_rules, numbers, odds, pages, say, screens
from companion.wording.games import looed_word
from companion.wording.glossary import all_words, words_of
from companion.wording.languages import _, direction, isolated, language, title
from companion.wording.money import plain_in, signed_in
from companion.wording.napoleon.contracts import contract_title
from companion.wording.numbers import signed
from companion.wording.pieces import (
    aloud,
    card_in_full,
    piece_name,
    rank_letters,
    rank_name,
    suit_name,
)
from companion.wording.rule_names import is_rule_of_play, rule_name
from companion.wording.rummy.table import turn_words
from companion.wording.tricks import duty

MACROS = {
    "ui": "_ui.html",
    "whys": "_whys.html",
    "curves": "_curve.html",
    "numbers": "table/_numbers.html",
    "table": "table/_state.html",
    "region": "table/_entry.html",
}
"""Maps the name of a global for all templates to its module of macros."""
LAYOUTS = Path(__file__).parent / "templates" / "table" / "layouts"
"""A template for each family of games with melds on the table."""
PICTURES = {
    "tiles": "pieces/tiles.html",
    **dict.fromkeys(("french", "italian", "spanish", "swiss"), "pieces/cards.html"),
}
"""Maps a pack's `suit_style` to the macros that draw its pieces."""


class Names(Extension):
    """Keeps a browser from translating the names in templates: each `<bdi>` without a sentence."""

    _NAME = re.compile(rf"{texts.BDI}(?!\{{\{{[^}}]*\| pieces)")

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return self._NAME.sub(texts.NAME, source)


def init_app(app: Flask, assets: Assets) -> None:
    addresses.init_app(app)
    environment = app.jinja_env
    environment.add_extension(Names)
    environment.add_extension(Folding)
    environment.filters.update(FILTERS)
    environment.globals.update(GLOBALS)
    environment.globals.update(
        layouts={file.stem for file in LAYOUTS.glob("*.html")},
        static_url=assets.url,
        styles=assets.version("app.css"),
        features=app.config["FEATURES"],
        explainer=partial(texts.Explainer, glossary=app.extensions["urls"].build("rules.glossary")),
    )
    # These are globals so that fragments need not import them. Each module can use those before it.
    environment.globals["pictures"] = {
        suit_style: environment.get_template(file).make_module({"suit_style": suit_style})
        for suit_style, file in PICTURES.items()
    }
    for name, file in MACROS.items():
        environment.globals[name] = environment.get_template(file).module


def _form(s: Screen, css: str = "", kind: str = "", turns_page: bool = False) -> Markup:
    """Return the start of an entry's form, with the position that the page shows and an id.

    `kind` is needed unless a button holds the whole entry. With `turns_page`, sending the form opens
    the table's page. A correction is sent to its own page.
    """
    key, htmx, told = s.table.info.key, "", ""
    if s.draft:
        action = str(escape(s.draft.action))
        told = f'<input type="hidden" name="told" value="{escape(s.draft.told or "")}">'
    else:
        action = addresses.url_for("table.enter", key=key)
        if not turns_page:
            htmx = (
                f' hx-post="{action}" hx-target="#state" hx-swap="outerMorph" hx-sync="this:drop"'
            )
    css = f' class="{css}"' if css else ""
    kind = f'<input type="hidden" name="kind" value="{kind}">' if kind else ""
    return Markup(
        f'<form method="post" action="{action}"{htmx}{css}>{kind}'
        f'<input type="hidden" name="after" value="{s.evening.length}">'
        f'<input type="hidden" name="entry_id" value="{s.entry_id}">{told}'
    )


def _attributes(entry: AnyEntry) -> str:
    # Within single quotes, JSON's double quotes need no escaping.
    text = encode(entry).decode()
    text = text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
    weighs = f' data-weighs="{kind}"' if (kind := weight(entry)) else ""
    return f"name=\"entry\" value='{text}'{weighs}"


_of_piece = lru_cache(maxsize=4096)(_attributes)
SLOT = "\0"
"""Placeholder in the HTML of a face for the attributes of its button."""


def _buttons(
    macro: Callable[[ButtonFace], Markup],
    keys: Mapping[str, PadButton],
    names: Iterable[str],
    field: str = "",
) -> Markup:
    """Return the pad's buttons for the pieces `names`.

    The pad is most of a response, and its buttons have few different faces, so each face is cached. A
    button sends its piece in `field`; without `field`, it sends its entry.
    """
    parts, spoken = [], language()
    for name in names:
        if button := keys.get(name):
            html = _face(spoken, macro, button.face)
            if field:
                html = html.replace(SLOT, f'name="{field}" value="{name}"')
            for entry in () if field else button.entries:
                # A correction contains a mapping, so it cannot be hashed.
                says = _attributes if type(entry) is Amended else _of_piece
                html = html.replace(SLOT, says(entry), 1)
            parts.append(html)
    return Markup("".join(parts))


@lru_cache(maxsize=256)
def _mark(face: Face) -> Markup:
    """Return a person's mark, which is beside the name."""
    return Markup(
        f'<svg class="face hue-{face.hue}" viewBox="-12 -12 24 24" aria-hidden="true">'
        f'<path d="M0 0{face.mark}"/></svg>'
    )


@lru_cache(maxsize=4096)
def _face(_language: str, macro: Callable[[ButtonFace], Markup], face: ButtonFace) -> str:
    return str(macro(face))


def _by_suit(keys: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Return the names of a pad's cards for each suit, without jokers, in the order of the pack."""
    suits: dict[str, list[str]] = {}
    for name in keys:
        if name != "JK":
            suits.setdefault(name[1], []).append(name)
    return suits


def _each(macro: Callable[..., Markup], items: Iterable[Hashable], *args: Hashable) -> Markup:
    """Return the cached HTML of each item, because a tap changes only a few of them."""
    return Markup("".join(map(_drawn, repeat(language()), repeat(macro), items, repeat(args))))


@lru_cache(maxsize=4096)
def _drawn(
    _language: str, macro: Callable[..., Markup], item: Hashable, args: tuple[Hashable, ...]
) -> str:
    return macro(item, *args)


def _titled(page: str, info: EveningInfo, game: Game | Literal[""] | None = None) -> str:
    """Return a page's title, with the evening's name and the title of a game.

    By default, this is the evening's current game; "" leaves it out.
    """
    if game is None and (session := tables().evenings.evening(info.id).state.session):
        game = session.game
    parts = (page, info.name, games.game_title(game) if game else "")
    return " · ".join(filter(None, parts))


def _back_link(info: EveningInfo) -> Markup:
    """Return the link on top of an evening's pages: to the table or, once closed, to its results."""
    if tables().evenings.evening(info.id).state.closed:
        page, words = "results.evening", _("Evening")
    else:
        page, words = "table.show", _("Table")
    return Markup('<a class="back" href="{}">{}</a>').format(
        addresses.url_for(page, key=info.key), words
    )


def _moment(utc: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(utc, numbers.since(utc))


FILTERS: Mapping[str, Callable[..., object]] = {
    "signed": signed,
    "signed_in": signed_in,
    "plain_in": plain_in,
    "plain": numbers.plain,
    "day": numbers.day,
    "opening": numbers.opening,
    "month": numbers.month_title,
    "since": numbers.since,
    "joined": numbers.joined,
    "isolated": isolated,
    "game_title": games.game_title,
    "say": lambda fact: texts.pieces(say(fact)),
    "pieces": texts.pieces,
    "piece": lambda piece: texts.pieces(piece_name(str(piece))),
    "aloud": aloud,
    "rank_letters": rank_letters,
    "looed_word": looed_word,
    "says": lambda entry: Markup(_attributes(entry)),
    "form": _form,
    "buttons": _buttons,
    "each": _each,
    "mark": _mark,
}
GLOBALS: Mapping[str, object] = {
    "_": texts.gettext,
    "_n": texts.ngettext,
    "_p": texts.pgettext,
    "bdi": texts.bdi,
    "day_of": day_of,
    "direction": direction,
    "has_two_colours": has_two_colours,
    "language": language,
    "languages": lambda: {name: title(name) for name in known()},
    "source_of": games.source_of,
    "choice_words": games.choice_words,
    "depth_title": games.depth_title,
    "depth_words": games.depth_words,
    "game_summary": games.game_summary,
    "game_title": games.game_title,
    "house_rule_words": house_rules.house_rule_words,
    "value_label": house_rules.value_label,
    "value_words": house_rules.value_words,
    "preset_title": games.preset_title,
    "preset_words": games.preset_words,
    "url_for": addresses.url_for,
    "rules_url": addresses.rules_address,
    "sheet_url": addresses.sheet_address,
    "duty": duty,
    "rule_name": rule_name,
    "is_rule_of_play": is_rule_of_play,
    "bid_label": contract_title,
    "declared": screens.declared,
    "named": screens.named,
    "suit_name": suit_name,
    "card_in_full": card_in_full,
    "rank_name": rank_name,
    "by_suit": _by_suit,
    "counted": pages.counted,
    "payment_note": pages.payment_note,
    "chances": odds.chances,
    "expected": odds.expected,
    "best_choice": odds.best,
    "own_choice": odds.label,
    "points_note": pages.points_note,
    "for_players": screens.for_players,
    "revoke_on_record": screens.revoke_on_record,
    "turn_words": turn_words,
    "waiting": screens.waiting,
    "moment": _moment,
    "titled": _titled,
    "back_link": _back_link,
    "costly": costly_items,
    "folded": folded,
    "ranked": ranked,
    "has_study": has_study,
    "actions": actions,
    "all_words": all_words,
    "words_of": words_of,
    "words_of_all": texts.words_of_all,
    "words_of_form": texts.words_of_form,
    # The default links no terms; pages with terms set their own.
    "explain": texts.Explainer(),
    "entries": entries,
    "started_game": started_game,
    "comes_back": comes_back,
    "no_cookies": TableFact.NO_COOKIES,
    "no_estimates": TableFact.NO_ESTIMATES,
    "no_other_phones": TableFact.NO_OTHER_PHONES,
    "slot": SLOT,
}
"""Names that every template can use, beside those of `MACROS`."""
