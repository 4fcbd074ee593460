"""The examples in docs/library.md work, and values have a short repr."""

import doctest
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import get_args

import pytest

import companion
from companion import GAMES, Evening, loads, replay
from companion.evening import entries
from tests.goldens import GOLDENS

ROOT = Path(__file__).parents[1]
PLAYED = ["three-deals", "cards-seventeen", "cards-five-classic", "coon-plays", "nap7-plays"]


def test_examples_of_the_page_work(monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, attempted = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False)
    assert attempted > 30
    assert failed == 0


RULES_ALONE = """
import sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"{{name}} is no part of the rules", name=name)

sys.meta_path.insert(0, Hide())
from companion import Evening, GameStarted
evening = Evening().enter(GameStarted("domino-loo", ("Ann", "Bob"), "Ann", "plays"))
print(evening.state.session)
"""


def test_the_rules_need_only_msgspec():
    hidden = set(packages_distributions()) - {"companion", "msgspec"}
    assert {"babel", "flask", "jinja2", "markdown_it"} <= hidden
    program = [sys.executable, "-c", RULES_ALONE.format(hidden=hidden)]
    said = subprocess.run(program, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert said == "<GameSession: domino-loo, deal 1>\n"


def test_every_public_name_exists():
    assert all(hasattr(companion, name) for name in companion.__all__)
    kinds = set(get_args(entries.OrdinaryEntry)) | {entries.Undone, entries.Amended}
    assert len(kinds) > 25
    assert {kind.__name__ for kind in kinds} <= set(companion.__all__)


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
