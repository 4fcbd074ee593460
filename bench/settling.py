"""What it costs to find the fewest transfers for as many people as they are found for exactly."""

from random import Random
from statistics import median
from time import perf_counter

from companion.evening.settling_up import MOST_EXACT, settle

ROUNDS = 51


def seconds(seed: int = 1899) -> float:
    """Return the median of settling `MOST_EXACT` people, each time with other balances."""
    rng = Random(seed)
    return median(_took(rng) for _ in range(ROUNDS))


def _took(rng: Random) -> float:
    # Odd numbers but for the last: hardly two of them settle each other.
    chips = [2 * rng.randint(-500, 500) + 1 for _ in range(MOST_EXACT - 1)]
    balances = {str(place): one for place, one in enumerate([*chips, -sum(chips)])}
    start = perf_counter()
    plan = settle(balances)
    took = perf_counter() - start
    if not plan.exact:
        raise RuntimeError("the fewest transfers were not found")
    return took
