"""The Loo family in words: questions, payments, notes, refusals."""
