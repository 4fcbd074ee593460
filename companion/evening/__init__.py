"""An evening: what people entered, in order, and the state that follows from it.

Pure like the rules: no Flask, no SQLite, no clock, no randomness, no files.

What an evening keeps is immutable, so nothing in it can form a cycle: its structs say `gc=False`,
and Python's collector does not walk all the earlier deals again and again while entries come in.
"""

from companion.evening.entries import AnyEntry
from companion.evening.history import Evening
from companion.evening.state import State

__all__ = ["AnyEntry", "Evening", "State"]
