"""The Loo family: the deal that its games share, and one file per game."""
