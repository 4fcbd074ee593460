"""Notes to an evening and to its deals."""

from companion.errors import MalformedEntry
from companion.evening.game_facts import EveningFact
from companion.evening.names import has_control
from companion.facts import Fact

LONGEST_NOTE = 500
"""Maximum number of characters of a note."""


class NoteTooLong(Fact, frozen=True):
    most: int
    number: int
    """Characters of the note."""


def check_note(text: str) -> None:
    """Raise `MalformedEntry` unless a note is one line of text, not too long and without needless spaces."""
    if not text:
        raise MalformedEntry(EveningFact.NOTE_EMPTY)
    if len(text) > LONGEST_NOTE:
        raise MalformedEntry(NoteTooLong(LONGEST_NOTE, len(text)))
    if text != one_line(text) or has_control(text):
        raise MalformedEntry(EveningFact.NOTE_UNTIDY)


def one_line(text: str) -> str:
    """Return text with a space for each run of spaces and line breaks."""
    return " ".join(text.split())
