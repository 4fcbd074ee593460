"""The examples in docs/library.md work, and values have a short repr."""

import doctest
import re
import shutil
import subprocess
import sys
from collections import ChainMap
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import get_args

import pytest

import companion
from companion import GAMES, Evening, Verdict, loads, replay
from companion.evening import entries
from tests.goldens import GOLDENS

ROOT = Path(__file__).parents[1]
PLAYED = ["three-deals", "cards-seventeen", "cards-five-classic", "coon-plays", "nap7-plays"]


def test_examples_of_the_page_work(monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, attempted = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False)
    assert attempted > 30
    assert failed == 0


def test_the_page_starts_games_by_their_newest_edition():
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    assert page.count("new_game(") > 3 and "GameStarted(" not in page


ALONE = """
import sys

sys.path.insert(0, {folder!r})
seen = []


def watch(event, args):
    writes = event == "open" and set(args[1] or "") & set("wax+")
    if writes or event in ("subprocess.Popen", "os.posix_spawn", "socket.connect"):
        seen.append((event, *args))


sys.addaudithook(watch)
from companion import Evening, GameStarted, Played, figures, loads, replay, report, study_deal

with open({record!r}, "rb") as file:
    record = loads(file.read())
evening, problems = replay(record.entries)
deal = evening.state.session.deals[0].deal
print(study_deal(deal).verdict("Ann"), figures(evening.state).leaders)
first = next(place for place, entry in enumerate(record.entries) if isinstance(entry, Played))
before = replay(record.entries[:first])[0]
hand = [piece for _, piece in deal.play.plays_by_player[before.state.session.deal.turn]]
print(*before.legal_plays(hand).forbidden.values())
assert report(evening, problems, str)["games"]
assert not seen, seen
"""
WORDS_ALONE = """
from companion import say

print(*map(say, before.legal_plays(hand).forbidden.values()))
"""
WORDS = ("babel", "jinja2", "markdown_it", "markupsafe", "mdurl")
"""What `say` needs: Babel, Jinja2 with markupsafe, and markdown-it-py with mdurl."""


def run_alone(folder, packages, program):
    """Run a program with Python's own library, the companion and these packages; without metadata."""
    for name in ("msgspec", *packages):
        (folder / name).symlink_to(Path(import_module(name).__file__).parent)
    # A copy, because a checkout asks git for its version.
    ignored = shutil.ignore_patterns("__pycache__", "web")
    shutil.copytree(ROOT / "companion", folder / "companion", ignore=ignored)
    record = str(ROOT / "tests/games/three_card_loo/records/cards-three-plays.json")
    source = program.format(folder=str(folder), record=record)
    # Isolated, and without site-packages: nothing else can be imported.
    command = [sys.executable, "-I", "-S", "-B", "-c", source]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def test_the_library_needs_only_msgspec(tmp_path):
    done = run_alone(tmp_path, (), ALONE)
    assert not done.stderr
    assert done.stdout.startswith("cards ('Bob',)\nObligation(player='Bob', rule=")


def test_say_needs_what_the_page_says(tmp_path):
    done = run_alone(tmp_path, WORDS, ALONE + WORDS_ALONE)
    assert not done.stderr
    assert done.stdout.endswith("\nBob had two trumps and had to lead one.\n")


def test_without_them_say_tells_what_is_missing(tmp_path):
    assert "No module named 'babel'" in run_alone(tmp_path, (), ALONE + WORDS_ALONE).stderr


def test_the_page_has_every_verdict():
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z]+)` \|", page, re.MULTILINE) == list(Verdict)
    assert Verdict.CARDS == "cards" and str(Verdict.CARDS) == "cards"


def test_every_public_name_exists():
    assert all(hasattr(companion, name) for name in companion.__all__)
    kinds = set(get_args(entries.OrdinaryEntry)) | {entries.Undone, entries.Amended}
    assert len(kinds) > 25
    assert {kind.__name__ for kind in kinds} <= set(companion.__all__)


PARTS = (FunctionType, property, cached_property)


def documented():
    """Yield each name of the library, and of what its classes have, with its docstring."""
    for name in companion.__all__:
        value = getattr(companion, name)
        if isinstance(value, type):
            yield name, vars(value).get("__doc__")
            own = [kind for kind in value.__mro__ if kind.__module__.startswith("companion.")]
            for part, what in ChainMap(*map(vars, own)).items():
                if isinstance(what, PARTS) and not part.startswith("_"):
                    is_told = f"`{part}`" in (value.__doc__ or "")
                    yield f"{name}.{part}", what.__doc__ or is_told
        elif callable(value):
            yield name, value.__doc__


def test_every_public_name_has_a_docstring():
    found = dict(documented())
    assert {"Evening", "Evening.legal_plays", "DealStudy.sure", "Game.edition", "say"} <= set(found)
    assert [name for name, doc in found.items() if not doc or name == doc] == []


VALUES = {"GAMES": companion.games, "AnyEntry": entries}
"""The names that are no classes or functions, with the modules that say below them what they are."""


def test_every_public_value_is_explained():
    assert {name for name in companion.__all__ if not name.startswith("__")} == {
        *(name for name, _doc in documented() if "." not in name),
        *VALUES,
    }
    for name, module in VALUES.items():
        source = Path(module.__file__).read_text(encoding="utf-8")
        assert re.search(rf'^{name}\b.*(\n[ }}].*)*\n"""', source, re.MULTILINE), name


@pytest.mark.parametrize("name", PLAYED)
def test_reprs_are_short(name):
    evening, _ = replay(loads(GOLDENS[name].read_bytes()).entries)
    (session, *_) = evening.state.sessions
    deal = session.deals[0].deal
    for value in (evening, evening.state, session, session.deals[0], deal, deal.pack, session.game):
        assert len(repr(value)) < 200
        assert repr(value).startswith(f"<{type(value).__name__}: ")
    for order in deal.pack.orders.values():
        assert len(repr(order)) < 200
    assert session.game.id in repr(evening)


def test_reprs_of_an_empty_evening_and_a_game():
    assert repr(Evening()) == "<Evening: 0 entries, None>"
    for game in GAMES.values():
        assert repr(game) == f"<Game: {game.id}>"
