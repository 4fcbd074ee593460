"""Every id the engine cites has a place on the rules page it links to (rulebook, preamble)."""

import ast
import itertools
from pathlib import Path

import pytest

import companion
from companion.rules import GAMES, house
from companion.rules.house import declared

SOURCES = sorted(
    path
    for layer in ("rules", "evening")
    for path in (Path(companion.__file__).parent / layer).glob("*.py")
)
SCORE_RULES = {"score"}
RACE_RULES = {"game-over"}
"""What only a game for scores can cite."""
POOL_RULES = {"share", "indivisible", "stake", "ending"}
"""What only a game for chips can cite."""
ONLY_IN = {"must-trump": {"domino-loo"}}


def texts_of(node):
    """The texts an argument can be: a constant, or either branch of a choice."""
    if isinstance(node, ast.Constant):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return texts_of(node.body) | texts_of(node.orelse)
    return set()


def cited():
    """Every code and rule id in the source: of refusals, of duties, of lines and points."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Assign) and any(
                isinstance(name, ast.Name) and name.id == "rule" for name in node.targets
            ):
                found |= texts_of(node.value)
            if isinstance(node, ast.FunctionDef) and node.name == "loo_rule":
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return):
                        found |= texts_of(inner.value)
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name == "RuleBroken":
                found |= texts_of(node.args[0])
            elif name == "Line":
                found |= texts_of(node.args[4])
            elif name == "Points":
                found |= texts_of(node.args[2])
            elif name == "__init__" and isinstance(node.args[0], ast.Constant):
                found |= texts_of(node.args[0])
        if path.name == "law.py":
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Tuple) and len(node.elts) == 2:
                    found |= texts_of(node.elts[0])
    return found


CITED = cited()


def test_the_source_is_read_aright():
    """A spot check, so that the test below is not empty."""
    assert {
        "follow-suit", "must-trump", "lead-trump", "lead-after-win", "trump-tile", "unreadable",
        "stale", "not-your-turn", "wrong-phase", "already-seen", "no-longer-holds", "share",
        "indivisible", "looed", "all-dropped", "sole-player", "revoke", "ending", "stake", "score",
        "game-over", "evening-closed", "trick-count", "cannot-drop", "miss-binds", "no-miss-left",
        "dealer-turn-up", "for-the-pool", "not-in", "not-in-pack", "not-in-hand", "out-of-turn",
    } <= CITED  # fmt: skip
    assert all(code == code.lower() and " " not in code for code in CITED)


def combinations(game, players):
    """Every combination of house rules, numbers left open or set."""
    rules = declared(game.house_rules)
    choices = [
        rule.values if rule.kind == "choice" else (None, 30) if rule.kind == "number" else (0, 1)
        for rule in rules
    ]
    for values in itertools.product(*choices):
        named = dict(zip((rule.name for rule in rules), values, strict=True))
        yield game.settle_house_rules(house.read(game.house_rules, named), players)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_every_rule_that_can_be_cited_stands_on_the_rules_page(game, players):
    for rules in combinations(game, players):
        race = game.race(rules)
        wanted = {code for code in CITED if code not in ONLY_IN or game.id in ONLY_IN[code]} - (
            POOL_RULES if race else SCORE_RULES | RACE_RULES
        )
        texts = game.texts(rules)
        ids = [text.id for text in texts]
        assert wanted - set(ids) == set()
        assert len(ids) == len(set(ids))
        assert all(text.title.strip() and text.text.strip() for text in texts)
        assert not any("None" in text.text for text in texts)


def test_a_text_names_the_chips_of_the_house_rules():
    game = GAMES["domino-loo"]
    rules = game.settle_house_rules(house.read(game.house_rules, {"loo": "capped"}), 4)
    (looed,) = (text.text for text in game.texts(rules) if text.id == "looed")
    assert "at most 40 chips" in looed
