"""A group of evenings: what is entered of it, in order, and what follows from it.

Pure like an evening: no Flask, no database, no clock, no randomness, no files.
"""

from companion.groups.entries import GroupEntry
from companion.groups.group import Group

__all__ = ["Group", "GroupEntry"]
