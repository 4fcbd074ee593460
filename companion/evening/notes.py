"""Notes to an evening and to its deals."""

from enum import StrEnum

from companion.errors import MalformedEntry
from companion.evening.names import has_control
from companion.facts import Fact

LONGEST_NOTE = 500
"""Maximum number of characters of a note."""


class NoteFault(StrEnum):
    EMPTY = "empty"
    TOO_LONG = "too-long"
    UNTIDY = "untidy"


class UnusableNote(Fact, frozen=True):
    fault: NoteFault
    most: int
    number: int
    """Characters of the note."""


def check_note(text: str) -> None:
    """Raise `MalformedEntry` unless a note is one line of text, not too long and without needless spaces."""
    fault = None
    if not text:
        fault = NoteFault.EMPTY
    elif len(text) > LONGEST_NOTE:
        fault = NoteFault.TOO_LONG
    elif text != one_line(text) or has_control(text):
        fault = NoteFault.UNTIDY
    if fault:
        raise MalformedEntry(UnusableNote(fault, LONGEST_NOTE, len(text)))


def one_line(text: str) -> str:
    """Return text with a space for each run of spaces and line breaks."""
    return " ".join(text.split())
