"""Rummy in words."""

# Each registers its words.
from companion.wording.rummy import melds, refusals

__all__ = ["melds", "refusals"]
