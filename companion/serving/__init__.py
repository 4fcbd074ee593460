"""The server process: its socket, its workers, and a log without keys."""
