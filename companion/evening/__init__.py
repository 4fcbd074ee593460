"""An evening: its entries in order, and the resulting state.

Pure, like the rules: no Flask, no SQLite, no clock, no randomness, no files.

All structs here are immutable and form no cycles, so they are declared with `gc=False`: Python's
collector need not traverse all earlier deals after each entry.
"""

from companion.evening.entries import AnyEntry
from companion.evening.history import Evening
from companion.evening.state import State

__all__ = ["AnyEntry", "Evening", "State"]
