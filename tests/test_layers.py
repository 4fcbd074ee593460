"""Layers below `wording` have no sentences, `web` decides nothing about rights, and structs are small."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import get_args, get_type_hints

import pytest
from msgspec import Struct

import companion
from companion.evening.game_session import GameSession
from companion.games import GAMES
from companion.rules.game import Family, Game
from companion.rules.house import HouseRules

ROOT = Path(__file__).parents[1] / "companion"
BELOW = ("pieces", "rules", "games", "evening", "study", "groups", "store", "tables")
"""The layers that state facts, without text for people."""


def strings(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each string, except docstrings, patterns and programming errors."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    apart = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            apart.add(node.value)
        # These exceptions report bugs; their text is for developers.
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = getattr(node.exc.func, "id", "")
            if name in ("ValueError", "TypeError", "AssertionError", "KeyError"):
                apart.update(ast.walk(node))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile":
            apart.update(node.args)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and node not in apart:
            parts = [one.value if isinstance(one, ast.Constant) else "x" for one in node.values]
            apart.update(ast.walk(node))
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in apart:
            yield node.lineno, node.value


def is_for_people(text: str) -> bool:
    """Return whether a text looks like a sentence: three words or more, or a full stop at the end."""
    if re.match(
        r"\s*((select|insert|update|delete|create|alter|drop|pragma|begin|vacuum)\b"
        r"|(references|strict,|bigint|rowid) |check \(|body::)",
        text,
        re.I,
    ):
        return False
    words = re.findall(r"[A-Za-z’']{2,}", text)
    return (" " in text and len(words) >= 3) or bool(re.search(r"[a-z][.?!…]$", text))


FILES = [
    file
    for layer in BELOW
    for file in sorted((ROOT / layer).rglob("*.py"))
    if file.name != "words.py"
]


@pytest.mark.parametrize(
    "file",
    [*FILES, ROOT / "errors.py", ROOT / "facts.py"],
    ids=lambda file: str(file.relative_to(ROOT)),
)
def test_no_sentences_below_wording(file):
    found = [(line, text) for line, text in strings(file) if is_for_people(text)]
    assert not found


def test_sentences_are_found(tmp_path):
    file = tmp_path / "sample.py"
    file.write_text(
        '"""A docstring with many words."""\nX = "Ann pays the loo."\nY = f"{X} takes the pool"\n'
        'raise ValueError("this is no refusal at all")\nZ = "pool-taken"\n',
        encoding="utf-8",
    )
    assert [line for line, text in strings(file) if is_for_people(text)] == [2, 3]


WEB = sorted((ROOT / "web").rglob("*.py"))
KEPT = ("access_store", "evenings", "groups", "log", "members")
"""Attributes of `Tables` that only `tables` may write to."""
WRITING = {
    *("append", "assign", "backup", "end_code", "hand_over", "name", "new_code", "open_by_code"),
    *("open_evening", "rename", "replace", "set_rules", "visit"),
}
ROLES = {"is_host", "records"}


def decisions(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield each line that checks a role, raises a denial or writes to a store directly."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = {getattr(one, "id", getattr(one, "attr", "")) for one in ast.walk(node.exc)}
            for name in raised & {"Denied", "Unsure"}:
                yield node.lineno, name
        if isinstance(node, ast.If | ast.IfExp | ast.BoolOp | ast.Compare | ast.UnaryOp):
            asked = node.test if isinstance(node, ast.If | ast.IfExp) else node
            for one in ast.walk(asked):
                if isinstance(one, ast.Attribute) and one.attr in ROLES:
                    yield one.lineno, one.attr
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in WRITING
            and isinstance(node.func.value, ast.Attribute)
            and node.func.value.attr in KEPT
        ):
            yield node.lineno, node.func.attr


@pytest.mark.parametrize("file", WEB, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_web_decides_nothing_about_rights(file):
    assert not list(decisions(ast.parse(file.read_text(encoding="utf-8"))))


def test_decisions_are_found():
    tree = ast.parse(
        "if not table.is_host:\n    raise policy.Denied(fact)\n"
        "may = table.records == 'own'\n"
        "tables().access_store.visit(device, info)\n"
        "tables().evenings.evening(1)\n"
        "shown = Self(table.is_host)\n"
    )
    assert {line for line, _ in decisions(tree)} == {1, 2, 3, 4}


MOST_FIELDS, MOST_CALLABLES = 16, 2
WIDE = {GameSession}
"""Structs with more fields: a session is the whole state of a game. House rules are not counted."""
REGISTERED = {Game}
"""Structs with more callables: the entries of a registry."""


def structs(above: type[Struct] = Struct) -> Iterator[type[Struct]]:
    """Yield the structs of the companion, with each after those it extends."""
    for one in above.__subclasses__():
        if one.__module__.startswith("companion."):
            yield one
        yield from structs(one)


def test_structs_have_few_fields():
    for name in (one.name for one in walk_packages(companion.__path__, "companion.")):
        if not name.endswith("__main__"):
            import_module(name)
    found = {one for one in structs() if not issubclass(one, HouseRules)}
    assert {one for one in found if len(one.__struct_fields__) > MOST_FIELDS} == WIDE
    assert {one for one in found if len(callables(one)) > MOST_CALLABLES} == REGISTERED
    assert len(found) > 400


def callables(struct: type[Struct]) -> list[str]:
    hints = get_type_hints(struct)
    return [name for name in struct.__struct_fields__ if "Callable[" in str(hints[name])]


def test_only_its_folder_names_a_game():
    """What depends on the game is a field of `Game` or `GameWords`, not a table by game."""
    ids = set(GAMES) - set(get_args(Family))
    named = re.compile(rf"""["']({"|".join(ids)})["']""")
    files = [*ROOT.rglob("*.py"), *(ROOT.parent / "templates").rglob("*.html")]
    # A revoke can cost a bourré (`ledger.Terms`).
    elsewhere = [file for file in files if not {"games", "rules"} & set(file.parts)]
    assert len(elsewhere) > 200
    found = {
        str(file.relative_to(ROOT.parent)): named.findall(file.read_text("utf-8"))
        for file in elsewhere
    }
    assert {file: names for file, names in found.items() if names} == {
        "companion/ids.py": ["bourre"]
    }


def test_functions_are_short() -> None:
    """At most five functions have more than 40 lines, and none more than 50."""
    long = {
        f"{file.relative_to(ROOT)}:{node.lineno} {node.name}": node.end_lineno - node.lineno + 1
        for file in sorted(ROOT.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= 40
    }
    assert len(long) <= 5, long
    assert max(long.values()) <= 50, long
