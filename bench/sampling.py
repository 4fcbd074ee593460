"""Where a process spends its time: samples of what it is at, taken from within.

The system sends a signal for every few milliseconds of the processor's time, and what runs then is
counted to the nearest room up the stack.
"""

import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

EVERY = 0.001
"""Seconds of the processor's time between two samples."""
ROOT = Path(__file__).parent.parent
OWN = {
    "pieces": "the rules and the ledger",
    "rules": "the rules and the ledger",
    "evening": "the evening and its figures",
    "groups": "the evening and its figures",
    "store": "the store",
    "tables": "the tables: who may, and whose turn",
    "wording": "the wording",
    "web": "the views",
}
"""Our rooms, by folder."""
LIBRARIES = {
    "jinja2": "the templates",
    "markupsafe": "the templates",
    "psycopg": "the store",
    "psycopg_binary": "the store",
    "psycopg_pool": "the store",
    "brotli": "the compression",
    "flask_compress": "the compression",
    "flask": "Flask and Werkzeug",
    "werkzeug": "Flask and Werkzeug",
    "itsdangerous": "Flask and Werkzeug",
    "blinker": "Flask and Werkzeug",
    "gunicorn": "gunicorn and gevent",
    "gevent": "gunicorn and gevent",
}
"""Those of others. Any other library counts to whoever calls it."""
ELSEWHERE = "the rest"


class Sampler:
    """Counts, from `start` on, what this process is at."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._rooms: dict[str, str | None] = {}

    def start(self) -> None:
        """Begin. To be called in the main thread."""
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def stop(self) -> dict[str, int]:
        """End, and return the samples in each room."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        return dict(self._seen)

    def _sample(self, number: int, frame: FrameType | None) -> None:
        self._seen[next(self._up(frame), ELSEWHERE)] += 1

    def _up(self, frame: FrameType | None) -> Iterator[str]:
        """Yield the rooms from what runs to its callers."""
        while frame:
            file = frame.f_code.co_filename
            if file not in self._rooms:
                self._rooms[file] = room(file)
            found = self._rooms[file]
            if found:
                yield found
            frame = frame.f_back


def room(file: str) -> str | None:
    """Return the room that a file of code belongs to, or None if its caller decides."""
    parts = Path(file).parts
    if "site-packages" in parts:
        package = parts[parts.index("site-packages") + 1]
        return LIBRARIES.get(package.removesuffix(".py"))
    if not Path(file).is_relative_to(ROOT):
        return None
    first, *others = Path(file).relative_to(ROOT).parts
    if first == "templates":
        return "the templates"
    return OWN.get(others[0].removesuffix(".py")) if first == "companion" and others else None
