"""Words for an evening."""
