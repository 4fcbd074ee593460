"""The commands. Each returns its exit code: 0, 1 (refused), or 2 (cannot be read)."""
