"""Checks of uploads: within a time limit, off the main thread, one at a time."""

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol, TypeVar

from companion.errors import EntryError, FactError
from companion.evening import new_names
from companion.evening.record import Record, RecordError, TooLongToCheck
from companion.evening.replay import Problem, replay
from companion.tables.table_facts import TableFact

SLOTS = 5
"""Maximum number of uploads in progress: arriving, waiting or being imported."""
PATIENCE = 20.0
"""Maximum seconds that an upload waits for earlier imports."""
A_MOMENT = 5.0
"""Maximum seconds that the study of a deal waits for others."""

# In a browser there are no threads, and no clock of theirs.
_TIME_USED = getattr(time, "thread_time", time.process_time)

T = TypeVar("T")


class Offload(Protocol):
    """Runs a long computation without blocking other requests."""

    def __call__(self, work: Callable[[], T]) -> T: ...


def at_once(work: Callable[[], T]) -> T:
    """Run `work` in the current thread (an `Offload`)."""
    return work()


CheckTime = Callable[[int], None]
"""Called with each entry's number before that entry is checked; raises when the time is up."""


class Busy(FactError):
    """Too many uploads at once."""


class RecordRefused(EntryError):
    """The rules refuse entries of a record. Nothing was imported. Its fact is the first one's."""

    def __init__(self, problems: Sequence[Problem], record: Record, evening: int = 0) -> None:
        """`evening` is the place of the evening in a group's file, from 1; 0 for a single evening."""
        first = problems[0]
        super().__init__(first.rule, first.fact)
        self.problems = problems
        self.entry = record.entries[first.entry - 1]
        place = f"entries[{first.entry - 1}]"
        self.field = ".".join((f"evenings[{evening - 1}]", "record", place)) if evening else place
        self.evening = evening


class Checks:
    """Checks of uploads, each within its time limit. Safe to share between threads and greenlets."""

    def __init__(
        self,
        offload: Offload = at_once,
        seconds: float = math.inf,
        clock: Callable[[], float] = _TIME_USED,
        watch: CheckTime = lambda number: None,
    ) -> None:
        """`seconds` limits each check; `clock` returns the seconds that the current thread has used.

        `watch` is called for each entry that is checked.
        """
        self.offload = offload
        self._seconds = seconds
        self._clock = clock
        self._watch = watch
        self._slots = threading.Semaphore(SLOTS)
        self._importing = threading.Semaphore()
        self._studying = threading.Semaphore()

    def slot(self) -> AbstractContextManager[None]:
        """Hold a slot for an upload, taken before its body is read. Raises `Busy` if none is free."""
        return _held(self._slots, 0)

    def importing(self) -> AbstractContextManager[None]:
        """Make other imports wait while one is checked and written. Raises `Busy` after `PATIENCE`."""
        return _held(self._importing, PATIENCE)

    def study(self, work: Callable[[], T]) -> T:
        """Offload the study of a deal, while no other is. Raises `Busy` after `A_MOMENT`."""
        with _held(self._studying, A_MOMENT, TableFact.ANOTHER_STUDY):
            return self.offload(work)

    def run(self, check: Callable[[CheckTime], T]) -> T:
        """Run `check` and return its result. Raises `RecordError` when the time is up.

        `check` is given a function that it must call with the number of each entry.
        """

        def work() -> T:
            end = self._clock() + self._seconds

            def check_time(number: int) -> None:
                self._watch(number)
                if self._clock() > end:
                    raise RecordError(TooLongToCheck(number))

            return check(check_time)

        return self.offload(work)


@contextmanager
def _held(
    slots: threading.Semaphore, seconds: float, why: TableFact = TableFact.OTHERS_CHECKED
) -> Iterator[None]:
    if not slots.acquire(timeout=seconds):
        raise Busy(why)
    try:
        yield
    finally:
        slots.release()


def check_record(record: Record, check_time: CheckTime, place: int = 0) -> None:
    """Raise `RecordRefused`, with the `place` in a group's file, if the rules refuse an entry."""
    evening, problems = replay(record.entries, check_time)
    problems = problems or tuple(new_names.problems(evening.state.people(), record.entries))
    if problems:
        raise RecordRefused(problems, record, place)
