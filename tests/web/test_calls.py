"""The Python calls and frames of a tap. Unlike times, these counts are exact."""

import re
import traceback
from pathlib import Path

import pytest

import companion
from bench.calls import of_a_play
from bench.dealing import GAMES
from companion.rules.tricks import law
from tests.web import played
from tests.web.table import opened

MOST = {"domino Loo": 1_795, "three-card Loo": 2_360}
"""Up to 15 more where a test before has not filled a cache. 80 find and draw the winner of the open trick, and each player's mark.
Lower a limit after a change that saves calls; raise it only with good reason."""
MOST_FRAMES = 13
"""Frames of the companion above `law.duties`."""
HOME = str(Path(companion.__file__).parent)


@pytest.mark.sqlite
@pytest.mark.parametrize("game", GAMES)
def test_calls_of_a_play(game):
    assert of_a_play(GAMES[game]) <= MOST[game]


def test_frames_of_a_play_down_to_the_law(app, phone, monkeypatch):
    stacks, duties = [], law.duties

    def seen(*args, **kwargs):
        stacks.append([one for one in traceback.extract_stack() if one.filename.startswith(HOME)])
        return duties(*args, **kwargs)

    key = opened(app, *played.evening()[:-2], dealer="Dan")
    phone.get(f"/e/{key}")
    monkeypatch.setattr(law, "duties", seen)
    phone.press("played", "piece", "6-4")
    assert stacks
    assert max(map(len, stacks)) <= MOST_FRAMES, stacks
    passed = [(one.filename.removeprefix(f"{HOME}/"), one.name) for one in stacks[0]]
    guide = (Path(HOME).parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert re.findall(r"^ +\d+  (\S+) +(\S+)", guide, re.MULTILINE)[:-1] == passed
