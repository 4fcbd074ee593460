"""Lines for whoever runs a command. What somebody has stored must not steer the terminal."""

import sys

_JOINER = "\N{ZERO WIDTH JOINER}"
"""Stands in emoji."""


def show(line: str, error: bool = False) -> None:
    """Print a line, on standard error if it tells of one, with what cannot be printed escaped."""
    shown = "".join(
        c if c.isprintable() or c == _JOINER else c.encode("unicode_escape").decode() for c in line
    )
    print(shown, file=sys.stderr if error else sys.stdout, flush=True)
