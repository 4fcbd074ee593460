"""Every id the engine cites has a place on the rules page it links to (rulebook, preamble)."""

import ast
import itertools
from functools import cache, partial
from pathlib import Path

import pytest

import companion
from companion.rules import GAMES, house
from companion.rules.deal import Setup
from companion.rules.house import declared

RULES = Path(companion.__file__).parent / "rules"
EVENING = sorted((RULES.parent / "evening").glob("*.py"))


def reached(path, found=()):
    """The files of the rules that one of them imports, itself among them; not for types alone."""
    found = {*found, path}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("companion.rules"):
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            for name in names:
                file = RULES / f"{name.rpartition('.')[2]}.py"
                if file.exists() and file not in found:
                    found |= reached(file, found)
    return found


def sources(game):
    """The files in which something can be cited while a game is played."""
    return sorted(reached(RULES / f"{game.id.replace('-', '_')}.py")) + EVENING


# Where an id is cited: the place of the argument that names it.
CITES = {"RuleBroken": 0, "Line": 4, "Points": 2}


class Source:
    """The source of the engine, and what ids its refusals, lines and points cite.

    Most are constants. Of the others it finds every value they can have: both branches of a choice,
    what a name is assigned, what a function returns, what is passed for a parameter, and what is
    given for a field by keyword. What it cannot follow is an error, so that nothing is left out.
    `choices` are the declarations that are refused by their own name. Only what a deal can be asked
    counts, and the functions that are named in what counts: files are shared.
    """

    def __init__(self, paths, choices=()):
        self.choices = set(choices)
        self.trees = {path.name: ast.parse(path.read_text()) for path in paths}
        outside = [node for tree in self.trees.values() for node in outside_functions(tree)]
        asked = {f.name for f in functions_in(self.trees["deal.py"])}
        self.functions = self.named({*asked, *map(name_of, outside)})
        inside = [node for function in self.functions for node in ast.walk(function)]
        self.calls = [node for node in (*outside, *inside) if isinstance(node, ast.Call)]

    def named(self, names):
        """The functions that have one of these names, or are named in one that has."""
        live, waiting = [], [f for tree in self.trees.values() for f in functions_in(tree)]
        while True:
            found = [f for f in waiting if f.name in names or f.name.startswith("__")]
            if not found:
                return live
            live += found
            waiting = [f for f in waiting if f not in found]
            names |= {name_of(node) for function in found for node in ast.walk(function)}

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
        # Why somebody neither wins nor pays: a sentence, and the rule.
        told = [n for f in self.functions if f.name == "idle" for n in ast.walk(f)]
        pairs = [n.value.elts for n in told if isinstance(getattr(n, "value", None), ast.Tuple)]
        found |= {rule.value for _, rule in pairs if isinstance(rule, ast.Constant)}
        return found

    def duties(self):
        """The ids of the trick law: a duty is a pair of an id and the pieces it leaves."""
        return {
            node.elts[0].value
            for function in self.functions
            for node in ast.walk(function)
            if "law.py" in self.trees
            and function in self.trees["law.py"].body
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
            case ast.Name(id="choice"):
                return self.choices
            case ast.Name(id=name) | ast.Attribute(attr=name):
                pass
            case ast.Call():
                name = called(node)
            case _:
                raise AssertionError(f"cannot follow what {ast.unparse(node)} cites")
        if name in seen:
            return set()
        found = self.given(node, name, function, (*seen, name))
        assert found, f"cannot follow what {ast.unparse(node)} cites"
        return found

    def given(self, node, name, function, seen):
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


def name_of(node):
    """What a node of the source names, if anything."""
    return getattr(node, "id", getattr(node, "attr", None))


def called(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def functions_in(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def outside_functions(tree):
    inside = {id(node) for function in functions_in(tree) for node in ast.walk(function)}
    return [node for node in ast.walk(tree) if id(node) not in inside]


def optional(game):
    """What can be declared only where a house rule of that name says so."""
    return set(game.choices) & set(game.house_rules.__struct_fields__)


@cache
def cited(game_id):
    """What the engine can cite while a game is played, whatever its house rules."""
    game = GAMES[game_id]
    return frozenset(Source(sources(game), optional(game)).cited())


DUTIES = Source(sorted(RULES.glob("*.py"))).duties()


def test_the_source_is_read_aright():
    """A spot check, so that the test below is not empty."""
    everything = frozenset().union(*map(cited, GAMES))
    assert {
        "follow-suit", "must-trump", "lead-trump", "lead-after-win", "trump-tile", "unreadable",
        "stale", "not-your-turn", "wrong-phase", "already-seen", "no-longer-holds", "share",
        "indivisible", "looed", "all-dropped", "sole-player", "revoke", "ending", "stake", "score",
        "game-over", "evening-closed", "trick-count", "cannot-drop", "miss-binds", "no-miss-left",
        "dealer-turn-up", "for-the-pool", "not-in", "not-in-pack", "not-in-hand", "out-of-turn",
        "must-head", "must-overtrump", "lead-ace", "lead-highest", "pam-led", "pam-civil", "pam",
        "flush", "flush-too-late", "not-a-flush", "club-law", "single-pool", "claimer-sweeps",
        "dealer-must-enter", "defend", "draw", "stock-exhausted", "too-many-players",
        "too-few-players", "already-recorded", "must-outbid", "misery", "wellington", "blucher",
        "purchase", "peep", "contract", "all-pass",
    } <= everything  # fmt: skip
    assert all(code == code.lower() and " " not in code for code in everything)
    # A game cites what its own files say, and nothing of other families.
    assert not {"must-outbid", "purchase", "peep"} & cited("three-card-loo")
    assert not {"looed", "for-the-pool", "flush"} & cited("napoleon")
    assert cited("domino-loo") & cited("napoleon") >= DUTIES
    assert "wellington" not in cited("seven-card-napoleon")


def duties_of(game, rules):
    """The duties that these house rules ask for, by the law of a deal of two."""
    deal = game.begin(Setup(("Bob", "Ann"), "plays", rules, 0))
    while game.tricks and not deal.play:
        # Neither gives up, so that there is play.
        options = (said for said in deal.options() if not gives_up(game, said))
        deal = deal.enter(next(options))
    if not deal.play:
        return set()
    law = deal.play.law
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
        "pam-led": law.pam_draws_highest and deal.play.pack.pam,
        "pam-civil": True,  # who calls it where it means nothing is refused by it
    }
    assert set(binds) == DUTIES
    return {duty for duty, can in binds.items() if can}


def gives_up(game, said):
    return getattr(said, "choice", None) == game.gives_up


def citable(game, rules):
    """What can be cited in a game under these house rules."""
    race, cards = game.race(rules) is not None, game.pack.piece == "card"
    forced = getattr(rules, "forced", "never")
    only_if = {
        "score": race,
        "game-over": race,
        **dict.fromkeys(("share", "indivisible", "stake", "ending"), not race),
        **dict.fromkeys(("cannot-drop", "trump-tile"), not cards),
        "club-law": forced == "club-law",
        "single-pool": forced == "single-pool",
        **dict.fromkeys(("dealer-must-enter", "claimer-sweeps"), cards),
        **dict.fromkeys(("stock-exhausted", "not-a-flush", "flush-too-late"), cards),
    }
    return (cited(game.id) - DUTIES | duties_of(game, rules)) - {
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


@pytest.mark.parametrize("game", ["napoleon", "seven-card-napoleon"])
def test_what_a_table_of_napoleon_has_not_agreed_is_said_to_be_absent(game):
    """Rulebook 6: each is on or off."""
    for rules in set(combinations(GAMES[game], 4)):
        texts = {text.id: text for text in GAMES[game].texts(rules)}
        switches = {"peep", "purchase", *optional(GAMES[game])}
        off = {switch for switch in switches if not getattr(rules, switch)}
        assert {id for id, text in texts.items() if text.absent} == {*off, "pam-civil"}
        for contract in optional(GAMES[game]):
            on = getattr(rules, contract)
            assert (f" {contract}" in texts["must-outbid"].text.lower()) is on
            assert (contract.capitalize() in texts["contract"].text) is on


def test_a_text_names_the_chips_of_the_house_rules():
    game = GAMES["domino-loo"]
    rules = game.settle_house_rules(house.read(game.house_rules, {"loo": "capped"}), 4)
    (looed,) = (text.text for text in game.texts(rules) if text.id == "looed")
    assert "at most 40 chips" in looed
