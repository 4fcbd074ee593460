"""The Loo family in words: refusals, questions, payments, notes."""
