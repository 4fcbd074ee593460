"""Moved to `companion.ids` and `companion.facts`."""

from companion.facts import *  # noqa: F403
from companion.ids import *  # noqa: F403
