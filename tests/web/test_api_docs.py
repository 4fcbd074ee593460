"""The commands in docs/api.md, run unchanged against a server."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.web.api.routes import CODES
from tests.browser.phone import Server

pytestmark = pytest.mark.server

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
STEPS = re.findall(r"```sh\n(.*?)```\n\n```json\n(.*?)```", PAGE, re.DOTALL)
SHOWN = PAGE.count("```sh")


def holds(expected, found):
    if isinstance(expected, dict):
        return all(name in found and holds(value, found[name]) for name, value in expected.items())
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(holds, expected, found))
    return expected == found


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "instance").start()
    yield server
    server.stop()


def test_every_command_answers_as_the_page_says(server, tmp_path):
    opened = tmp_path / "opened"
    assert len(STEPS) == SHOWN >= 5
    for command, answer in STEPS:
        table = json.loads(opened.read_bytes())["join"] if opened.exists() else ""
        # Listening commands run in the background; wait only for their output.
        with (tmp_path / "said").open("wb") as said:
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=tmp_path,
                env={"PATH": os.environ["PATH"], "SERVER": server.url, "TABLE": table},
                stdout=subprocess.PIPE,
                stderr=said,
                timeout=60,
            )
        assert done.stdout, (command, (tmp_path / "said").read_text())
        found = json.loads(done.stdout)
        assert holds(json.loads(answer), found), (command, found)


def test_the_page_starts_games_by_their_newest_edition():
    started = re.findall(r'{"kind": "game-started", "game": "([\w-]+)".*?}', PAGE)
    editions = re.findall(r'{"kind": "game-started".*?"edition": (\d+)}', PAGE)
    assert started and editions == [str(GAMES[game].edition) for game in started]


def test_the_page_names_every_code():
    for code in set(CODES.values()) - {"bad-request", "server"}:
        assert f"`{code}`" in PAGE
