"""Evenings summed up, for lists and groups: read where that is kept, else worked out, in steps.

A group can have a thousand evenings, and to work them all out at once would keep every table of the
server waiting. So it is done a few milliseconds at a time, with room for the tables' taps between,
and whoever asks gets what there is by then.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import accumulate, count, takewhile

import msgspec
from msgspec import Struct, field

from companion.evening import Evening
from companion.evening.entries import GameStarted
from companion.evening.usual import usual_table
from companion.groups.summary import VERSION, EveningSummary, summary
from companion.store import Derived, EveningRepository, StoreError, SummaryStore
from companion.store.errors import UnreadableEvening

SLICE = 0.001
"""Seconds of work after which others have their turn."""
A_BREAK = 0.0005
"""Seconds of the turn. With none at all gevent would not look who has sent something."""
A_STEP = 0.5
"""Seconds that one who asks waits for what is missing."""
A_BATCH = 25
"""Summaries read or written at once."""
A_LIST = 2_000
"""Entries folded for a list at once; of what is longer, one evening at a time."""
KEPT = 200
"""Groups whose summaries are kept in memory."""
KEPT_ROWS = 250_000
"""Rows of the summaries of all of them, apart from the group that is looked at."""

Listed = Evening | EveningSummary | StoreError
"""What a list shows of an evening."""

Position = tuple[int, tuple[int, int] | None]
"""Where the log of an evening ends, and the position and version of the summary that is kept of it."""

_decoder = msgspec.json.Decoder(EveningSummary)
_encoder = msgspec.json.Encoder()


class Known(Struct):
    """What is in memory of a group: each evening's summary and the position it stands for."""

    summaries: dict[int, tuple[int, EveningSummary | None]]
    """None for an evening that cannot be read."""
    changes: int = 0
    """Another number with each of them that changes, which it has never been for any group."""
    rows: int = 0
    """Of all of them."""
    # Looked up when it is called: the server puts one in its place that lets others run.
    counting: threading.Lock = field(default_factory=lambda: threading.Lock())
    """Held by whoever adds them up, so that others who ask then wait and share."""


class Summaries:
    """The summaries of one store. Safe to share between threads and greenlets."""

    def __init__(
        self,
        evenings: EveningRepository,
        kept: SummaryStore,
        clock: Callable[[], float] = time.monotonic,
        # Looked up when it is called: the server puts one in its place that lets others run.
        pause: Callable[[float], None] = lambda seconds: time.sleep(seconds),
    ) -> None:
        self._evenings = evenings
        self._kept = kept
        self._clock = clock
        self._pause = pause
        self._known: OrderedDict[int, Known] = OrderedDict()
        self._changes = count(1)
        self._building = threading.RLock()
        self._since = clock()

    @contextmanager
    def of_group(self, group: int, evenings: Collection[int]) -> Iterator[Known]:
        """Yield what is known of a group's evenings, after a step of what is missing.

        What `summaries` does not have, or has of an older position, comes with a later call. Many are
        read by one at a time, and added up before the next one's turn: who waits for that holds
        nothing that may be let go. Raises `Busy`.
        """
        positions = self._kept.positions(group)
        yield self._looked_at(group, evenings, positions)

    def _wanted(
        self, group: int, evenings: Collection[int], positions: Mapping[int, Position]
    ) -> list[int]:
        """Return those of a group's evenings that are not in memory as they are now."""
        known = self._known.get(group)
        there = known.summaries if known else {}
        return [
            number
            for number in evenings
            if number in positions and there.get(number, (-1,))[0] != positions[number][0]
        ]

    def _looked_at(
        self, group: int, evenings: Collection[int], positions: Mapping[int, Position]
    ) -> Known:
        known = self._known.setdefault(group, Known({}))
        self._known.move_to_end(group)
        while len(self._known) > 1 and (
            len(self._known) > KEPT or sum(one.rows for one in self._known.values()) > KEPT_ROWS
        ):
            self._known.popitem(last=False)
        wanted = self._wanted(group, evenings, positions)
        for number in evenings:
            if number not in positions and known.summaries.get(number) != (0, None):
                self._learn(known, number, 0, None)  # it was deleted
        if not wanted:
            return known
        there = [n for n in wanted if positions[n][1] == (positions[n][0], VERSION)]
        found: set[int] = set()
        for some in batched(there):
            for number, derived in self._kept.summaries(some).items():
                if its := _read(derived):
                    self._learn(known, number, derived.position, its)
                    found.add(number)
                self.rest()
        missing = [(number, positions[number][0]) for number in wanted if number not in found]
        # One at a time, whoever asks: others are shown what there is.
        if missing and self._building.acquire(blocking=False):
            try:
                self._build(known, missing)
            finally:
                self._building.release()
        return known

    @contextmanager
    def building(self) -> Iterator[None]:
        """Wait until nobody else works out what is missing; within it `of_group` always takes a step."""
        with self._building:
            yield

    def listed(self, evenings: Collection[int]) -> dict[int, Listed]:
        """Return what is known of evenings, after working out a little of what is missing.

        What is not too long and in memory is returned as it is, and instead of an evening that
        cannot be read the error. What is missing comes with a later call.
        """
        found: dict[int, Listed] = {}
        missing: list[tuple[int, int]] = []
        positions = self._kept.positions_of(evenings)
        for number, (position, kept) in positions.items():
            evening = self._evenings.cached(number, position)
            if evening and position <= A_LIST:
                found[number] = evening
            elif kept != (position, VERSION):
                missing.append((position, number))
        there = positions.keys() - found.keys() - {number for _, number in missing}
        for number, derived in self._kept.summaries(there).items():
            if its := _read(derived):
                found[number] = its
            else:
                missing.append((derived.position, number))
            self.rest()
        missing.sort()
        entries = accumulate(position for position, _ in missing)
        few = sum(1 for _ in takewhile(lambda some: some <= A_LIST, entries))
        if few:
            found |= self._worked_out([number for _, number in missing[:few]])
        # One at a time, whoever asks: others are shown what there is.
        elif missing and self._building.acquire(blocking=False):
            try:
                found |= self._worked_out([missing[0][1]])
            finally:
                self._building.release()
        return found

    def _worked_out(self, evenings: Iterable[int]) -> dict[int, EveningSummary | StoreError]:
        """Return evenings summed up now, and keep that."""
        found: dict[int, EveningSummary | StoreError] = {}
        done: dict[int, Derived] = {}
        for number in evenings:
            try:
                length, its = _summed_up(self._evenings.evening(number))
            except StoreError as error:
                found[number] = error
            else:
                found[number] = its
                done[number] = Derived(length, VERSION, _encoder.encode(its))
            self.rest()
        self._keep(done)
        return found

    def lengths(self, group: int) -> dict[int, int]:
        """Return how many entries each evening of a group has."""
        return {number: place for number, (place, _) in self._kept.positions(group).items()}

    def rest(self) -> None:
        """Let others run if this has worked for long enough."""
        if self._clock() - self._since > SLICE:
            self._pause(A_BREAK)
            self._since = self._clock()

    def _build(self, known: Known, missing: Iterable[tuple[int, int]]) -> None:
        """Work out what is missing for as long as a step may take, the first at any rate."""
        give_up = self._clock() + A_STEP
        done: dict[int, Derived] = {}
        for number, position in missing:
            try:
                length, found = _summed_up(self._evenings.evening(number))
            except StoreError as error:
                if not isinstance(error.fact, UnreadableEvening):
                    raise
                self._learn(known, number, position, None)
            else:
                done[number] = Derived(length, VERSION, _encoder.encode(found))
                self._learn(known, number, length, found)
            self._pause(A_BREAK)
            if self._clock() > give_up:
                break
        self._keep(done)

    def _keep(self, done: Mapping[int, Derived]) -> None:
        for some in batched(list(done)):
            # On a full disk they are worked out again next time.
            with suppress(StoreError):
                self._kept.keep({number: done[number] for number in some})
            self.rest()

    def _learn(
        self, known: Known, number: int, position: int, found: EveningSummary | None
    ) -> None:
        _, before = known.summaries.get(number, (0, None))
        known.rows += (found.rows if found else 0) - (before.rows if before else 0)
        known.summaries[number] = position, found
        known.changes = next(self._changes)


def _read(derived: Derived) -> EveningSummary | None:
    """Return a summary that is kept, or None if it cannot be read: it is worked out again then."""
    try:
        return _decoder.decode(derived.body)
    except msgspec.DecodeError:
        return None


def _summed_up(evening: Evening) -> tuple[int, EveningSummary]:
    """Return an evening summed up, and the position that stands for."""
    return evening.length, summary(evening)


def usual_of(found: Listed | None) -> GameStarted | None:
    """Return the last game of an evening in a list, as it would be played again."""
    match found:
        case Evening():
            return usual_table(found)
        case EveningSummary():
            return found.usual
    return None


def batched(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the numbers, so many at once."""
    for start in range(0, len(numbers), A_BATCH):
        yield numbers[start : start + A_BATCH]
