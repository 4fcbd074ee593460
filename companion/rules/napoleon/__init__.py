"""Napoleon: bidding for a contract, and one file per game."""
