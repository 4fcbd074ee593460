"""The rules as they stand in the chosen house rules, and a blank score sheet for them."""

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from companion.evening.sitting import Sitting
from companion.rules import GAMES, Game
from companion.rules.broken import Unreadable
from companion.rules.house import HouseRules, declared, in_force, read

bp = Blueprint("rules", __name__, url_prefix="/rules")


@bp.get("")
def index() -> Response:
    """The games."""
    return make_response(render_template("rules/index.html", games=GAMES))


@bp.get("/<game>")
def show(game: str) -> Response:
    """The rules of a game; the address may carry house rules: ?loo=capped&loo_chips=40."""
    found, rules = _rules_of(game)
    return make_response(
        render_template(
            "rules/game.html",
            game=found,
            texts=found.texts(rules),
            chosen=in_force(rules),
            given=request.args,
        )
    )


@bp.get("/<game>/sheet")
def sheet(game: str) -> Response:
    """A blank score sheet to print."""
    found, rules = _rules_of(game)
    return make_response(
        render_template(
            "rules/sheet.html",
            game=found,
            chosen=in_force(rules),
            race=found.race(rules),
            seats=request.args.getlist("seat")[: found.most] or [""] * found.most,
            given=request.args,
        )
    )


def _rules_of(name: str) -> tuple[Game, HouseRules]:
    """Return the game and the house rules that the address asks for."""
    game = GAMES.get(name)
    if game is None:
        abort(404)
    values: dict[str, Any] = {}
    for rule in declared(game.house_rules):
        text = request.args.get(rule.name)
        if text and rule.kind == "number":
            values[rule.name] = int(text) if text.isdecimal() and len(text) < 8 else text
        elif text:
            values[rule.name] = text == "true" if rule.kind == "switch" else text
    try:
        rules = read(game.house_rules, values)
    except Unreadable:
        abort(404)
    settled: HouseRules = game.settle_house_rules(rules, game.most)
    return game, settled


def address(sitting: Sitting, rule: str = "") -> str:
    """Return the address of the rules that a game of an evening is played by."""
    chosen = {
        rule.name: str(value).lower() if isinstance(value, bool) else str(value)
        for rule in declared(sitting.game.house_rules)
        if (value := getattr(sitting.rules, rule.name)) not in (None, rule.default)
    }
    query = f"?{urlencode(chosen)}" if chosen else ""
    anchor = f"#{rule}" if rule else ""
    return url_for("rules.show", game=sitting.game.id) + query + anchor
