"""The evening in words: its entries, its record, and what it refuses."""

# Each registers its words.
from companion.wording.evening import payments, records, refusals

__all__ = ["payments", "records", "refusals"]
