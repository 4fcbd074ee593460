"""Keeps keys out of what the server logs: whoever reads the log must not get in by it."""

import re
from typing import TextIO

_KEY = r"[^\s/?#&;'\"\\]+"
_SECRETS = re.compile(
    # As links, forms and cookies name them, whatever stands in their place.
    rf"(?P<before>/[eg]/|/host/|\bcode=|\bcompanion=){_KEY}"
    # A key by itself: 22 letters and digits, with the leftovers of an escape before it, like %2F.
    r"|(?<![\w-])(?=[\w-]*[A-Z0-9])[\w-]{22,28}(?![\w-])",
    re.ASCII,
)


def redacted(text: str) -> str:
    """Return a text with an ellipsis in the place of each key, token, code and cookie."""
    return _SECRETS.sub(lambda found: f"{found['before'] or ''}…", text)


class RedactedStream:
    """A stream to which everything is written redacted."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text, and return how long it was."""
        self._stream.write(redacted(text))
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)
