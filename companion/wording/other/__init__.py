"""Words of games that the companion does not know."""
