"""Paragraphs with a title, as the background of a game is told in."""

from msgspec import Struct


class Paragraph(Struct, frozen=True):
    """A paragraph with a title to run in before it."""

    title: str
    text: str


def paragraph(title: str, *sentences: str) -> Paragraph:
    """Return a paragraph of the sentences that are not ""."""
    return Paragraph(title, " ".join(filter(None, sentences)))
