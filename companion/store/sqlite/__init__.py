"""The store in SQLite."""
