"""The evenings of a group summed up: read where that is kept, else worked out, in steps.

A group can have a thousand evenings, and to work them all out at once would keep every table of the
server waiting. So it is done a few milliseconds at a time, with room for the tables' taps between,
and whoever asks gets what there is by then.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from companion.errors import EntryError
from companion.evening import Evening
from companion.groups.summary import VERSION, EveningSummary, summary
from companion.store import Derived, EveningRepository, StoreError, SummaryStore
from companion.store.errors import UnreadableEvening

SLICE = 0.002
"""Seconds of work after which others have their turn."""
A_STEP = 0.5
"""Seconds that one who asks waits for what is missing."""
A_CHUNK = 100
"""Entries read at once."""
KEPT = 200
"""Groups whose summaries are kept in memory."""

_decoder = msgspec.json.Decoder(EveningSummary)
_encoder = msgspec.json.Encoder()


class Known(Struct):
    """What is in memory of a group: each evening's summary and the position it stands for."""

    summaries: dict[int, tuple[int, EveningSummary | None]]
    """None for an evening that cannot be read."""
    changes: int = 0
    """Goes up with each of them that changes."""


class Summaries:
    """The summaries of one store. Safe to share between threads and greenlets."""

    def __init__(
        self,
        evenings: EveningRepository,
        kept: SummaryStore,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._evenings = evenings
        self._kept = kept
        self._clock = clock
        self._pause = pause
        self._known: OrderedDict[int, Known] = OrderedDict()
        self._building = threading.Lock()

    def of_group(self, group: int, evenings: Sequence[int]) -> Known:
        """Return what is known of a group's evenings, after a step of what is missing.

        What `summaries` does not have, or has of an older position, comes with a later call.
        """
        known = self._known.setdefault(group, Known({}))
        self._known.move_to_end(group)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        positions = self._kept.positions(group)
        wanted = [
            number
            for number in evenings
            if number in positions and known.summaries.get(number, (-1,))[0] != positions[number][0]
        ]
        for number in evenings:
            if number not in positions and known.summaries.get(number) != (0, None):
                self._learn(known, number, 0, None)  # it was deleted
        if not wanted:
            return known
        there = [n for n in wanted if positions[n][1] == (positions[n][0], VERSION)]
        for number, derived in self._kept.summaries(there).items():
            self._learn(known, number, derived.position, _decoder.decode(derived.body))
        found = set(there)
        missing = [(number, positions[number][0]) for number in wanted if number not in found]
        # One at a time, whoever asks: others are shown what there is.
        if missing and self._building.acquire(blocking=False):
            try:
                self._build(known, missing)
            finally:
                self._building.release()
        return known

    def _build(self, known: Known, missing: Iterable[tuple[int, int]]) -> None:
        """Work out what is missing for as long as a step may take, the first at any rate."""
        give_up = self._clock() + A_STEP
        done: dict[int, Derived] = {}
        for number, position in missing:
            evening = self._evenings.kept(number, position) or self._folded(number, position)
            if evening is None:
                self._learn(known, number, position, None)
            else:
                found = summary(evening.state)
                done[number] = Derived(evening.length, VERSION, _encoder.encode(found))
                self._learn(known, number, evening.length, found)
            self._pause(0)
            if self._clock() > give_up:
                break
        # On a full disk they are worked out again next time.
        with suppress(StoreError):
            self._kept.keep(done)

    def _folded(self, number: int, position: int) -> Evening | None:
        """Return an evening at a position, and keep it nowhere: others need the room in memory.

        None if its log cannot be read.
        """
        evening = Evening()
        since = self._clock()
        try:
            while evening.length < position:
                new = self._evenings.log.entries_with_devices(number, evening.length, A_CHUNK)
                for entry, _ in new:
                    evening = evening.enter(entry)
                    if self._clock() - since > SLICE:
                        self._pause(0)
                        since = self._clock()
                if not new:
                    return None
        except EntryError:
            return None
        except StoreError as error:
            if not isinstance(error.fact, UnreadableEvening):
                raise
            return None
        return evening

    @staticmethod
    def _learn(known: Known, number: int, position: int, found: EveningSummary | None) -> None:
        known.summaries[number] = position, found
        known.changes += 1
