"""A group of evenings: its rows, its figures, and its file.

Pure like an evening: no Flask, no database, no clock, no randomness, no files.
"""

from companion.groups.entries import GroupEntry
from companion.groups.group import Group

__all__ = ["Group", "GroupEntry"]
