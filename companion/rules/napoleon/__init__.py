"""Napoleon: bidding for a contract, and one file a game."""
