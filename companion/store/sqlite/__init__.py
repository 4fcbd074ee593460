"""The store in SQLite: the log, and who may open it."""
