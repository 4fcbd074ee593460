"""Every id the engine cites has a place on the rules page it links to (rulebook, preamble)."""

import ast
import itertools
from functools import partial
from pathlib import Path

import pytest

import companion
from companion.rules import GAMES, house
from companion.rules.deal import Setup
from companion.rules.house import declared

SOURCES = sorted(
    path
    for layer in ("rules", "evening")
    for path in (Path(companion.__file__).parent / layer).glob("*.py")
)

# Where an id is cited: the place of the argument that names it.
CITES = {"RuleBroken": 0, "Line": 4, "Points": 2}


class Source:
    """The source of the engine, and what ids its refusals, lines and points cite.

    Most are constants. Of the others it finds every value they can have: both branches of a choice,
    what a name is assigned, what a function returns, what is passed for a parameter, and what is
    given for a field by keyword. What it cannot follow is an error, so that nothing is left out.
    """

    def __init__(self, paths):
        self.trees = {path.name: ast.parse(path.read_text()) for path in paths}
        nodes = [node for tree in self.trees.values() for node in ast.walk(tree)]
        self.calls = [node for node in nodes if isinstance(node, ast.Call)]
        self.functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]

    def cited(self):
        found = set(self.duties())
        places = [(call, None) for tree in self.trees.values() for call in outside_functions(tree)]
        places += [(call, f) for f in self.functions for call in ast.walk(f)]
        for call, function in places:
            if isinstance(call, ast.Call) and called(call) in CITES and call.args:
                found |= self.values(call.args[: CITES[called(call)] + 1][-1], function)
            elif isinstance(call, ast.Call) and called(call) == "__init__":
                # A kind of refusal with a code of its own.
                found |= {arg.value for arg in call.args[:-1] if isinstance(arg, ast.Constant)}
        return found

    def duties(self):
        """The ids of the trick law: a duty is a pair of an id and the pieces it leaves."""
        return {
            node.elts[0].value
            for function in self.functions
            for node in ast.walk(function)
            if function in self.trees["law.py"].body
            and isinstance(node, ast.Tuple)
            and len(node.elts) == 2
            and isinstance(node.elts[0], ast.Constant)
        }

    def values(self, node, function, seen=()):
        """The texts that an expression in a function can be; of a pair, its first part."""
        follow = partial(self.values, function=function, seen=seen)
        match node:
            case ast.Constant(value=value):
                return set() if value is None else {value}
            case ast.IfExp(body=one, orelse=other):
                return follow(one) | follow(other)
            case ast.BoolOp(values=either):
                return set().union(*map(follow, either))
            case ast.Tuple(elts=[first, *_]) | ast.Starred(value=first):
                return follow(first)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                pass
            case ast.Call():
                name = called(node)
            case _:
                raise AssertionError(f"cannot follow what {ast.unparse(node)} cites")
        if name in seen:
            return set()
        found = self.named(node, name, function, (*seen, name))
        assert found, f"cannot follow what {ast.unparse(node)} cites"
        return found

    def named(self, node, name, function, seen):
        """What a name stands for: in its function, or else wherever it is given."""
        found = set()
        if isinstance(node, ast.Name) and function:
            for inner in ast.walk(function):
                if isinstance(inner, ast.Assign) and name in map(ast.unparse, inner.targets):
                    found |= self.values(inner.value, function, seen)
            parameters = [arg.arg for arg in function.args.args if arg.arg != "self"]
            if name in parameters:
                for call in self.calls:
                    if called(call) == function.name:
                        found |= self.values(call.args[parameters.index(name)], None, seen)
            if found:
                return found
        for given in self.functions:
            if given.name == name:
                for inner in ast.walk(given):
                    if isinstance(inner, ast.Return) and inner.value:
                        found |= self.values(inner.value, given, seen)
        for call in self.calls:
            for keyword in call.keywords:
                if keyword.arg == name:
                    found |= self.values(keyword.value, None, seen)
        return found


def called(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def outside_functions(tree):
    inside = {id(n) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for n in ast.walk(f)}
    return [node for node in ast.walk(tree) if id(node) not in inside]


SOURCE = Source(SOURCES)
DUTIES = SOURCE.duties()
CITED = SOURCE.cited()


def test_the_source_is_read_aright():
    """A spot check, so that the test below is not empty."""
    assert {
        "follow-suit", "must-trump", "lead-trump", "lead-after-win", "trump-tile", "unreadable",
        "stale", "not-your-turn", "wrong-phase", "already-seen", "no-longer-holds", "share",
        "indivisible", "looed", "all-dropped", "sole-player", "revoke", "ending", "stake", "score",
        "game-over", "evening-closed", "trick-count", "cannot-drop", "miss-binds", "no-miss-left",
        "dealer-turn-up", "for-the-pool", "not-in", "not-in-pack", "not-in-hand", "out-of-turn",
        "must-head", "must-overtrump", "lead-ace", "lead-highest", "pam-led", "pam-civil", "pam",
        "flush", "flush-too-late", "not-a-flush", "club-law", "single-pool", "claimer-sweeps",
        "dealer-must-enter", "defend", "draw", "stock-exhausted", "too-many-players",
        "too-few-players", "already-recorded",
    } <= CITED  # fmt: skip
    assert all(code == code.lower() and " " not in code for code in CITED)


def duties_of(game, rules):
    """The duties that these house rules ask for, by the law of a deal of two."""
    deal = game.begin(Setup(("Bob", "Ann"), "plays", rules, 0))
    trump = next(iter(game.pack.orders))
    law = deal.loo.law(deal.pack.orders[trump], 2, None)
    leads = (law.first, law.later)
    binds = {
        "follow-suit": True,
        "must-trump": law.must_trump,
        "must-head": law.must_head,
        "must-overtrump": law.must_trump and law.must_overtrump,
        "lead-ace": any(lead.ace for lead in leads),
        "lead-trump": any(lead.trump_from for lead in leads),
        "lead-highest": any(lead.highest for lead in leads),
        "lead-after-win": law.lead_after_win,
        "pam-led": law.pam_draws_highest and deal.pack.pam,
        "pam-civil": True,  # who calls it where it means nothing is refused by it
    }
    assert set(binds) == DUTIES
    return {duty for duty, can in binds.items() if can}


def citable(game, rules):
    """What can be cited in a game under these house rules."""
    race, cards = game.race(rules) is not None, game.pack.piece == "card"
    only_if = {
        "score": race,
        "game-over": race,
        **dict.fromkeys(("share", "indivisible", "stake", "ending"), not race),
        **dict.fromkeys(("cannot-drop", "trump-tile"), not cards),
        "club-law": cards and rules.forced == "club-law",
        "single-pool": cards and rules.forced == "single-pool",
        **dict.fromkeys(("dealer-must-enter", "claimer-sweeps"), cards),
        **dict.fromkeys(("stock-exhausted", "not-a-flush", "flush-too-late"), cards),
    }
    return (CITED - DUTIES | duties_of(game, rules)) - {
        code for code, can in only_if.items() if not can
    }


def combinations(game, players):
    """Every preset with every two values changed, numbers left open or set to 30."""
    rules = declared(game.house_rules)
    choices = [
        (rule.name, value)
        for rule in rules
        for value in {
            "choice": rule.values,
            "number": (30,) if rule.default else (None, 30),
            "switch": (False, True),
        }[rule.kind]
    ]
    for preset in game.presets or (None,):
        values = game.preset(preset).values
        for one, other in itertools.combinations_with_replacement(choices, 2):
            chosen = {**values, **dict([one, other])}
            yield game.settle_house_rules(game.house_rules(**chosen), players)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_rule_that_can_be_cited_stands_on_the_rules_page(game):
    for rules in {*combinations(game, 2), *combinations(game, 4)}:
        texts = game.texts(rules)
        ids = [text.id for text in texts]
        assert citable(game, rules) - set(ids) == set()
        assert set(ids) & DUTIES == duties_of(game, rules)
        assert len(ids) == len(set(ids))
        assert all(text.title.strip() and text.text.strip() for text in texts)
        assert not any("None" in text.text for text in texts)


def what_there_is(rules):
    """For what some games of card Loo have and others not: whether it is there (rulebook 5)."""
    miss = getattr(rules, "miss", "none") == "one"
    pam, flush = getattr(rules, "pam", "none"), getattr(rules, "flush", "none")
    defends = rules.lone == "enter-or-defend" and miss
    enters = rules.lone in ("enter-or-pool", "enter-or-defend")
    return {
        **dict.fromkeys(("no-miss-left", "miss-binds"), miss),
        "dealer-must-enter": enters,
        "for-the-pool": enters and not defends,
        "defend": defends,
        "claimer-sweeps": rules.lone == "claimer-sweeps" and miss,
        **dict.fromkeys(("draw", "stock-exhausted"), rules.draw != "none"),
        "pam": pam != "none",
        "pam-civil": pam != "none" and rules.civil != "none",
        **dict.fromkeys(("flush", "not-a-flush", "flush-too-late"), flush != "none"),
        "dealer-turn-up": False,
    }


@pytest.mark.parametrize("game", ["three-card-loo", "five-card-loo", "irish-loo"])
def test_only_what_a_game_has_not_is_said_to_be_absent(game):
    for rules in set(combinations(GAMES[game], 4)):
        absent = {text.id for text in GAMES[game].texts(rules) if text.absent}
        assert absent == {id for id, there in what_there_is(rules).items() if not there}


def test_a_text_names_the_chips_of_the_house_rules():
    game = GAMES["domino-loo"]
    rules = game.settle_house_rules(house.read(game.house_rules, {"loo": "capped"}), 4)
    (looed,) = (text.text for text in game.texts(rules) if text.id == "looed")
    assert "at most 40 chips" in looed
