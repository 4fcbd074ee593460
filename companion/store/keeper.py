"""Evenings kept folded in memory beside the log position they stand for.

There is one path for every way in: read, fold, check, append. The log is the truth; what is kept
here can vanish at any time.
"""

import threading
from collections import OrderedDict

from companion.evening import AnyEntry, Evening
from companion.rules.broken import Refused
from companion.store.log import Log, Moved, StoreError

KEPT = 200
"""Evenings kept in memory; one that was not used for long is folded again when asked for."""


class Behind(Exception):
    """Somebody was faster: the entry was made from an older state than the log's."""


class Keeper:
    """The evenings of one log."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._kept: OrderedDict[int, Evening] = OrderedDict()
        self._lock = threading.RLock()

    def evening(self, number: int) -> Evening:
        """Return an evening as it stands in the log now. Raises `StoreError`."""
        with self._lock:
            evening = self._kept.get(number, Evening())
            for entry in self.log.read(number, after=evening.length):
                try:
                    evening = evening.enter(entry)
                except Refused as error:
                    raise StoreError(
                        f"Entry {evening.length + 1} of this evening cannot be read by this "
                        f"version of the companion: {error.sentence} Use the version that "
                        "wrote it."
                    ) from error
            self._keep(number, evening)
            return evening

    def say(self, number: int, entry: AnyEntry, after: int, entry_id: str, device: str) -> Evening:
        """Check an entry, append it, and return the evening after it.

        `after` is the position the person saw, `entry_id` made by the form. The same entry_id again
        writes nothing and returns the evening as it stands. Raises `Behind`, `ReusedId`, `Refused`
        or `StoreError`; nothing is written then.
        """
        with self._lock:
            evening = self.evening(number)
            try:
                if after != evening.length:
                    raise Behind
                said = evening.enter(entry)
            except (Behind, Refused):
                # Nothing is wrong with an entry that is in the log already.
                if self.log.seq_of(number, entry_id, entry) is None:
                    raise
                return evening
            try:
                seq = self.log.append(number, after, entry, entry_id, device)
            except Moved:
                raise Behind from None
            if seq != said.length:
                # Another process has taken the same form in the meantime.
                return self.evening(number)
            self._keep(number, said)
            return said

    def _keep(self, number: int, evening: Evening) -> None:
        self._kept[number] = evening
        self._kept.move_to_end(number)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
