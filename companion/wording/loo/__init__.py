"""The Loo family in words: questions, payments, notes, refusals."""

# Each registers its words.
from companion.wording.loo import asking, bourre, flushes, refusals

__all__ = ["asking", "bourre", "flushes", "refusals"]
