"""Which part of the companion may import which, and what the pure parts may not use."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parents[1]

# Each part of companion/, and the parts it may import. A new part needs a line here.
CORE = ("ids", "facts", "errors")
PURE = ("pieces", "rules", "games", "evening", "study", "groups")
BELOW_WEB = (*CORE, *PURE, "version", "store", "tables", "wording")
MAY_IMPORT = {
    "ids": (),
    "facts": (),
    "errors": ("ids", "facts"),
    "version": (),
    "pieces": (),
    "rules": (*CORE, "pieces"),
    "games": (*CORE, "pieces", "rules"),
    "evening": (*CORE, "pieces", "rules", "games", "version"),
    "study": (*CORE, "pieces", "rules", "games", "evening"),
    "groups": (*CORE, "pieces", "rules", "games", "evening", "study", "version"),
    "store": (*CORE, *PURE),
    "tables": (*CORE, *PURE, "store"),
    "wording": (*CORE, *PURE, "store", "tables"),
    "web": BELOW_WEB,
    "serving": (*BELOW_WEB, "web"),
    "pocket": (*BELOW_WEB, "web"),
    "commands": (*BELOW_WEB, "serving", "web"),
    "cli": (*BELOW_WEB, "commands"),
    "__main__": ("cli",),
}

# With a clock, randomness, files or a network, the same entries could fold differently next time.
IMPURE = {
    *("asyncio", "calendar", "concurrent", "fcntl", "flask", "gevent", "glob"),
    *("gunicorn", "http", "importlib", "io", "jinja2", "logging", "markupsafe", "multiprocessing"),
    *("os", "pathlib", "random", "secrets", "shutil", "signal", "socket", "sqlite3"),
    *("sqlite_utils", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid"),
    *("werkzeug", "zoneinfo"),
}
# Records contain times, so `datetime` is allowed, but not the clock.
CLOCK = {"now", "today", "utcnow"}
IMPURE_CALLS = {"__import__", "breakpoint", "eval", "exec", "input", "open", "print"}


def files_of(part: str) -> list[Path]:
    folder = ROOT / "companion" / part
    if folder.is_dir():
        return sorted(file for file in folder.rglob("*.py") if file.name != "words.py")
    file = folder.with_suffix(".py")
    return [file] if file.exists() else []


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports_of(path: Path) -> Iterator[str]:
    """Yield the full name of every module or name that the file imports, also inside functions."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def parts_imported(path: Path) -> set[str]:
    found = set()
    for name in imports_of(path):
        first, _, rest = name.partition(".")
        if first == "companion":
            found.add(rest.partition(".")[0])
    return found


def test_reading_imports(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    file = tmp_path / "companion" / "rules" / "sample.py"
    file.parent.mkdir(parents=True)
    file.write_text(
        "import os.path\n"
        "from . import law\n"
        "from ..pieces.dominoes import Tile\n"
        "from companion import store\n"
        "def late():\n"
        "    import companion.web.views\n",
        encoding="utf-8",
    )
    assert list(imports_of(file)) == [
        "os.path",
        "companion.rules.law",
        "companion.pieces.dominoes.Tile",
        "companion.store",
        "companion.web.views",
    ]
    assert parts_imported(file) == {"rules", "pieces", "store", "web"}


def test_every_part_is_listed():
    parts = {
        path.stem
        for path in (ROOT / "companion").iterdir()
        if path.suffix == ".py" or any(path.rglob("*.py"))
    }
    assert parts - {"__init__"} <= set(MAY_IMPORT), "say in MAY_IMPORT where the new part stands"


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_part_imports_only_parts_below_it(part):
    files = files_of(part)
    assert any(parse(path).body for path in files), f"companion/{part} is empty or missing"
    for path in files:
        wrong = parts_imported(path) - {part, *MAY_IMPORT[part]}
        assert not wrong, f"{module_name(path)} imports {sorted(wrong)}"


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_game_import_nothing_above_wording(game):
    words = ROOT / "companion" / "games" / game.replace("-", "_") / "words.py"
    wrong = parts_imported(words) - {*CORE, "pieces", "rules", "games", "wording"}
    assert not wrong, f"{module_name(words)} imports {sorted(wrong)}"


@pytest.mark.parametrize("part", [*CORE, *PURE])
def test_pure_part_stays_pure(part):
    files = files_of(part)
    assert files, f"companion/{part} is missing"
    for path in files:
        wrong = {name.partition(".")[0] for name in imports_of(path)} & IMPURE
        assert not wrong, f"{module_name(path)} imports {sorted(wrong)}"
        asked = {n.attr for n in ast.walk(parse(path)) if isinstance(n, ast.Attribute)}
        assert not asked & CLOCK, f"{module_name(path)} asks for {asked & CLOCK}"
        called = {
            node.func.id
            for node in ast.walk(parse(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & IMPURE_CALLS, f"{module_name(path)} calls {called & IMPURE_CALLS}"


def test_a_game_is_one_folder_and_imports_no_other():
    folders = {path.parent.name for path in (ROOT / "companion" / "games").glob("*/__init__.py")}
    assert folders == {id.replace("-", "_") for id in GAMES}, "a game's folder bears its id"
    for folder in folders:
        for path in (ROOT / "companion" / "games" / folder).rglob("*.py"):
            imported = {name for name in imports_of(path) if name.startswith("companion.games")}
            others = {name for name in imported if name.split(".")[2:3] != [folder]}
            assert not others, f"{module_name(path)} imports {sorted(others)}"


def test_only_the_app_knows_the_routes():
    """Views and drawing must not depend on the routes that use them."""
    for path in files_of("web"):
        inside = path.parent.name == "routes" or path == ROOT / "companion" / "web" / "__init__.py"
        routes = {name for name in imports_of(path) if name.startswith("companion.web.routes")}
        assert inside or not routes, f"{module_name(path)} imports {sorted(routes)}"


def test_the_views_do_not_import_the_documents_made_from_them():
    web = ROOT / "companion" / "web"
    for path in (*files_of("web/views"), web / "forms.py"):
        api = {name for name in imports_of(path) if name.startswith("companion.web.api")}
        assert not api, f"{module_name(path)} imports {sorted(api)}"


@pytest.mark.parametrize(
    ("driver", "place"), [("psycopg", "postgresql"), ("sqlite_utils", "sqlite")]
)
def test_only_its_own_store_imports_a_database_driver(driver, place):
    folder = ROOT / "companion" / "store" / place
    for path in sorted((ROOT / "companion").rglob("*.py")):
        named = {name.partition(".")[0].removesuffix("_pool") for name in imports_of(path)}
        assert driver not in named or folder in path.parents, module_name(path)


def test_the_benchmarks_can_be_imported():
    """The tests never run the benchmarks, so at least import them."""
    for file in sorted((ROOT / "bench").glob("*.py")):
        import_module(f"bench.{file.stem}" if file.stem != "__init__" else "bench")
