"""Rummy in words: refusals, questions, payments."""
