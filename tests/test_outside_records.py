"""Evenings with results computed elsewhere (`tests/records/outside/README.md`)."""

import json

import pytest

from companion.evening.record import loads
from companion.evening.replay import replay, report
from companion.wording import say
from tests.goldens import TESTS
from tests.test_records import comparable

OUTSIDE = [
    file
    for file in sorted(TESTS.glob("records/outside/*.json"))
    if not file.name.endswith(".replay.json")
]


@pytest.mark.parametrize("file", OUTSIDE, ids=lambda file: file.stem)
def test_results_agree(file):
    golden = json.loads(file.with_suffix(".replay.json").read_bytes())
    found = report(*replay(loads(file.read_bytes()).entries), say)
    assert comparable(found, golden) == golden
