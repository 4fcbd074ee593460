"""The Loo family in words: questions, payments, notes, refusals."""

# Each registers its words.
from companion.wording.loo import asking, bourre, refusals

__all__ = ["asking", "bourre", "refusals"]
