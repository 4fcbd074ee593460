"""The code by which one comes to a table: six letters, as somebody says and another types them."""

from companion.errors import MalformedEntry
from companion.facts import Fact
from companion.store import CODE_LENGTH, LETTERS
from companion.tables.table_facts import TableFact

BETWEEN = str.maketrans("", "", " \t\u00a0\u2009\u202f-\u2010\u2011\u2012\u2013\u2014\u2212.,·")
"""What people put between letters."""
LONGEST = 40
"""Characters of what was typed that are looked at."""
LOOKALIKES = "IOL01"
"""What no code has in it, since they are taken for each other."""


class NotACode(Fact, frozen=True):
    length: int
    """Letters in a code."""


def read_code(text: str) -> str:
    """Return the letters of a code as it was typed. Raises `MalformedEntry` if it can be none."""
    letters = text[:LONGEST].translate(BETWEEN).upper()
    if any(letter in LOOKALIKES for letter in letters):
        raise MalformedEntry(TableFact.LOOKALIKE_LETTERS)
    if len(letters) != CODE_LENGTH or set(letters) - set(LETTERS):
        raise MalformedEntry(NotACode(CODE_LENGTH))
    return letters
