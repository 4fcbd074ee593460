"""Words for rummy."""
