"""Napoleon in words."""
