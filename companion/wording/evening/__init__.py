"""The evening in words: its entries, its record, and what it refuses."""

# Each registers its words.
from companion.wording.evening import corrections, payments, records, refusals

__all__ = ["corrections", "payments", "records", "refusals"]
