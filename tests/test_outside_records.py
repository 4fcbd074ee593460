"""Evenings with results computed elsewhere (`tests/records/outside/README.md`)."""

import pytest

from companion.evening.record import loads
from companion.evening.replay import replay, report
from companion.wording import say
from tests.test_records import RECORDS, comparable, expected

NAMES = sorted(
    f"outside/{path.stem}"
    for path in (RECORDS / "outside").glob("*.json")
    if not path.name.endswith(".replay.json")
)


@pytest.mark.parametrize("name", NAMES)
def test_results_agree(name):
    golden = expected(name)
    entries = loads((RECORDS / f"{name}.json").read_bytes()).entries
    assert comparable(report(*replay(entries), say), golden) == golden
