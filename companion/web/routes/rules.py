"""The rules with the chosen house rules, and a blank score sheet for them."""

from collections.abc import Iterable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, request
from msgspec import structs

from companion.errors import MalformedEntry
from companion.evening.starting import read_rules
from companion.games import GAMES
from companion.ids import OF_THE_RECORD, Rule
from companion.rules.game import Game
from companion.rules.house import HouseRule, HouseRules, declared, in_force, matters
from companion.store import EveningInfo
from companion.web.respond import render
from companion.wording import guide
from companion.wording.games import preset_title
from companion.wording.glossary import all_words, words_of
from companion.wording.house_rules import house_rule_words, value_words
from companion.wording.languages import _, language
from companion.wording.pieces import use_suits
from companion.wording.worked_deals import worked_deal

bp = Blueprint("rules", __name__, url_prefix="/rules")

Given = Mapping[str, str]
"""A preset, an edition and house rules, as the query names them."""


@bp.get("")
def index() -> Response:
    return render("rules/index.html", games=GAMES)


@bp.get("/glossary")
def glossary() -> Response:
    spoken = guide.spoken(language(), "glossary.md")
    return render("rules/glossary.html", words=all_words(), spoken=spoken)


@bp.get("/<game>")
def show(game: str) -> Response:
    """The rules of a game. The query can set house rules: ?loo=capped&loo_chips=40."""
    return game_page(game, request.args)


def game_page(game: str, given: Given, info: EveningInfo | None = None) -> Response:
    """Return the rules of a game with the `given` house rules, which leads back to a table."""
    shown, rules = rules_of(game, given)
    preset = given.get("preset")
    usual = read_rules(shown, preset, {}, _edition(shown, given))
    told = guide.page(shown, rules, shown.preset(preset).account)
    return render(
        "rules/game.html",
        game=shown,
        rules=rules,
        preset=shown.preset(preset),
        is_usual=rules == shown.settle_house_rules(usual, shown.accounts.usual.usual_most),
        told=told,
        worked=worked_deal(shown, rules),
        words=words_of(shown, rules),
        elsewhere=sorted(set(Rule) - {text.id for text in told.rules}),
        authority=lambda id: shown.authority(preset, rules, Rule(id)),
        of_the_record=OF_THE_RECORD,
        chosen=in_force(rules),
        for_points=shown.race(rules) is not None,
        differing=tuple(_differing(shown, rules)),
        given=given,
        info=info,
    )


@bp.get("/<game>/sheet")
def sheet(game: str) -> Response:
    """A blank score sheet to print."""
    shown, rules = rules_of(game, request.args)
    return render(
        "rules/sheet.html",
        game=shown,
        chosen=in_force(rules),
        for_points=shown.race(rules) is not None,
        seats=request.args.getlist("seat")[: shown.most(rules)]
        or [""] * shown.accounts.usual.usual_most,
        given=request.args,
    )


def _differing(game: Game, rules: HouseRules) -> Iterable[tuple[str, Mapping[str, list[str]], str]]:
    """Yield the house rules that differ between presets: title, presets by value, and value in force."""
    settled = {
        preset_title(name): game.settle_house_rules(
            read_rules(game, name, {}), game.accounts.usual.usual_most
        )
        for name in game.accounts.presets
    }
    for rule in declared(game.house_rules):
        readings: dict[str, list[str]] = {}
        for title, held in settled.items():
            readings.setdefault(_reading(game, rule, held), []).append(title)
        if len(readings) > 1:
            title = house_rule_words(game, rule).title
            yield title, readings, _reading(game, rule, rules)


def _reading(game: Game, rule: HouseRule, rules: HouseRules) -> str:
    """Return the value of a house rule in words, or a note that other rules override it."""
    known = {other.name: other for other in declared(type(rules))}
    if not matters(rule.name, known, structs.asdict(rules)):
        return _("Without effect.")
    return value_words(game, rule, getattr(rules, rule.name), game.race(rules) is not None)


def _edition(game: Game, given: Given) -> int:
    known = {str(one): one for one in range(1, game.edition + 1)}
    return known.get(given.get("edition", ""), game.edition)


def rules_of(name: str, given: Given) -> tuple[Game, HouseRules]:
    game = GAMES.get(name)
    if game is None:
        abort(404)
    values: dict[str, Any] = {}
    for rule in declared(game.house_rules):
        text = given.get(rule.name)
        if text and rule.kind == "number":
            values[rule.name] = int(text) if text.isdecimal() and len(text) < 8 else text
        elif text:
            values[rule.name] = rule.typed(text)
    try:
        rules = read_rules(game, given.get("preset"), values, _edition(game, given))
        settled: HouseRules = game.settle_house_rules(rules, game.accounts.usual.usual_most)
    except MalformedEntry:
        abort(404)
    use_suits(settled)
    return game, settled
