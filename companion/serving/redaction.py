"""Remove keys from the server's log, so that its readers cannot open a table."""

import re
from typing import TextIO

_KEY = r"[^\s/?#&;'\"\\]+"
_SECRETS = re.compile(
    # A key in a link, form or cookie, in any format.
    rf"(?P<before>/[eg]/|/host/|\bcode=|\bcompanion=){_KEY}"
    # A key by itself: 22 characters, perhaps preceded by the end of an escape like %2F.
    r"|(?<![\w-])(?=[\w-]*[A-Z0-9])[\w-]{22,28}(?![\w-])",
    re.ASCII,
)


def redacted(text: str) -> str:
    """Replace each key, token, code and cookie in a text with an ellipsis."""
    return _SECRETS.sub(lambda match: f"{match['before'] or ''}…", text)


class RedactedStream:
    """A text stream that redacts what is written to it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text, and return its length before redaction."""
        self._stream.write(redacted(text))
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)
