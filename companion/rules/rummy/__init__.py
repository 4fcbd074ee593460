"""Rummy: turns, melds, settlement, and one file per game."""
