"""The bot of the documents, run unchanged against a server."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.evening.record import loads
from companion.evening.replay import replay
from tests.browser.phone import QUIET, Server

pytestmark = [pytest.mark.server, pytest.mark.slow]

BOT = Path(__file__).parents[2] / "docs" / "bot.py"


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "instance").start()
    yield server
    server.stop()


def test_the_bot_plays_a_whole_evening(server):
    """It enters what answers each state of the stream, so none can be missing."""
    done = subprocess.run(
        [sys.executable, BOT, server.url, "6"],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert not done.stderr, done.stderr
    table, figures = done.stdout.split(maxsplit=1)
    with QUIET.open(f"{table}/record.json") as answer:
        entries = loads(answer.read()).entries
    evening, problems = replay(entries)
    assert not problems and evening.state.closed
    (session,) = evening.state.sessions
    assert len(session.deals) == 6 and session.edition == session.game.edition
    balances = evening.state.balances()
    assert ast.literal_eval(figures) == balances
    assert sum(balances.values()) == 0 and any(balances.values())
