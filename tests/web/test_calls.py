"""What a tap costs, in calls of Python functions: no noise touches that."""

import pytest

from bench import calls

MOST = {"domino Loo": 2_200, "three-card Loo": 3_000}
"""Raise it for a reason alone; lower it when a change has earned it."""


@pytest.mark.parametrize("game", calls.GAMES)
def test_a_play_makes_no_more_calls_than_it_did(game):
    assert calls.of_a_play(calls.GAMES[game]) <= MOST[game]
