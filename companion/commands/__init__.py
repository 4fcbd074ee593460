"""What each command does. It returns the exit code: 0, 1 (refused), or 2 (cannot be read)."""
