"""How many examples a property is tried on."""

import os

from hypothesis import settings

TIMES = int(os.environ.get("FUZZ", "1"))
"""`make test-all` sets it to more."""


def examples(number: int) -> settings:
    """Return the settings for so many examples, or as many times more as are asked for."""
    return settings(max_examples=number * TIMES)
