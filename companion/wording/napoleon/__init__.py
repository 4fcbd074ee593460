"""Words for Napoleon."""
