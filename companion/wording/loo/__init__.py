"""The Loo family in words: questions, payments, notes, refusals."""

# Each registers its words.
from companion.wording.loo import asking, refusals  # noqa: F401
