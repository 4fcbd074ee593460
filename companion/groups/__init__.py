"""A group of evenings: what its rows come to, its figures, and its file.

Pure like an evening: no Flask, no database, no clock, no randomness, no files.
"""

from companion.groups.entries import GroupEntry
from companion.groups.group import Group

__all__ = ["Group", "GroupEntry"]
