"""Words for the Loo family."""
