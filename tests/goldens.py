"""The golden evenings of one game, in its folder, and of several, in `tests/records`."""

import json
from pathlib import Path

TESTS = Path(__file__).parent
GOLDENS = {
    file.stem: file
    for file in sorted([*TESTS.glob("records/*.json"), *TESTS.glob("games/*/records/*.json")])
    if not file.name.endswith(".replay.json")
}
"""The record of each golden evening, by its name."""


def replay_of(name):
    """Return the file with what `companion replay` prints for a golden evening."""
    return GOLDENS[name].with_suffix(".replay.json")


def expected(name):
    return json.loads(replay_of(name).read_bytes())
