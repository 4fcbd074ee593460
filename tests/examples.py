"""The number of examples for each property."""

import os

from hypothesis import settings

TIMES = int(os.environ.get("FUZZ", "1"))
"""`make test-all` sets a higher number."""


def examples(number: int) -> settings:
    """Return the settings for this number of examples, multiplied in `make test-all`."""
    return settings(max_examples=number * TIMES)
