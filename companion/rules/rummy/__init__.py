"""Rummy: turns, melds, hands that are left, and one file a game."""
