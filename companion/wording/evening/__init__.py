"""The evening in words: its entries, its record, and what it refuses."""

# Each registers its words.
from companion.wording.evening import records, refusals

__all__ = ["records", "refusals"]
