"""An evening: what people said, in order, and the state that follows from it.

Pure like the rules: no Flask, no SQLite, no clock, no randomness, no files.
"""

from companion.evening.entries import AnyEntry
from companion.evening.history import Evening
from companion.evening.state import State

__all__ = ["AnyEntry", "Evening", "State"]
