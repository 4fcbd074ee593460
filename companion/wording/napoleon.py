"""Napoleon in words: refusals, questions, payments, notes."""
