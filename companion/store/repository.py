"""Evenings and groups kept folded in memory beside the log position they stand for.

There is one path for every way in: read, fold, check, append. The log is the truth; what is kept
here can vanish at any time.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from companion.errors import EntryError
from companion.evening import AnyEntry, Evening
from companion.evening.entries import Amended, Undone
from companion.evening.opening import open_log
from companion.groups import Group, GroupEntry
from companion.groups.group import open_log as open_group
from companion.rules.actions import Entry
from companion.store.aside import Aside, at_once, check_not_aside
from companion.store.errors import Conflict, StoreError, UnreadableEvening
from companion.store.keeping import F, Keeping, Kept
from companion.store.protocols import EntryLog, EveningLog, GroupLog

COSTLY = 200
"""Entries to be folded at once that would keep other tables waiting for milliseconds."""
A_CHUNK = 2_000
"""Entries read at once."""
A_BREAK = 0.0005
"""Seconds in which others have their turn. With none at all gevent would not look who has sent something."""

Moved = Callable[[int], None]
T = TypeVar("T")
E = TypeVar("E", bound=Entry)


class Turn(Protocol):
    """Says when an evening may be folded, so that few long ones are in memory at once."""

    def __call__(
        self, number: int, length: int, patient: bool = False
    ) -> AbstractContextManager[Aside]:
        """Wait until so many entries of an evening may be folded, and yield what does that.

        Whoever is `patient` is never sent away.
        """


@contextmanager
def no_wait(number: int, length: int, patient: bool = False) -> Iterator[Aside]:
    """Fold here and now (`Turn`)."""
    yield at_once


class Repository(Generic[F, E]):
    """The evenings, or the groups, of one log. Safe to share between threads and greenlets."""

    def __init__(
        self,
        log: EntryLog[E],
        empty: F,
        open_log: Callable[[Sequence[E]], F],
        moved: Moved,
        turn: Turn,
    ) -> None:
        """`empty` is what the first entry is folded into; `open_log` folds a whole log at once.

        What is long is folded in its `turn`, and none of it is in memory before.
        """
        self._empty = empty
        self._open_log = open_log
        self._log = log
        self._moved = moved
        self._turn = turn
        self._kept: Keeping[F] = Keeping()
        # Held for a moment only. Whoever waits for the database, or folds for long, holds the lock
        # of one evening, and the others go on; it lives as long as somebody has it or waits for it.
        self._lock = threading.Lock()
        self._locks: WeakValueDictionary[int, threading.RLock] = WeakValueDictionary()

    def evening(self, number: int) -> F:
        """Return an evening as it stands in the log now. Raises `StoreError`."""
        with self.holding(number):
            return self._read(number).evening

    def at(self, number: int, position: int) -> F:
        """Return an evening as it stood at a position, if that is kept; else as it stands now.

        It spares `append` a second look at the log: what was not true any more is refused there.
        """
        return self.kept(number, position) or self.evening(number)

    def kept(self, number: int, position: int) -> F | None:
        """Return an evening as it stood at a position, if that is in memory; nothing is read."""
        found = self._kept.get(number)
        evening = found.evening if found else None
        return evening if evening and evening.length == position else None

    def folded(self, number: int, work: Callable[[F], T]) -> T:
        """Return what some work makes of an evening as it stands in the log now, and keep nothing.

        Raises `StoreError`.
        """
        length = self._log.length(number)
        with self._turn(number, length, patient=True) as aside:
            kept = self.kept(number, length)
            if kept is not None:
                return aside(lambda: work(kept))
            entries = self.entries(number)
            return aside(lambda: work(self._opened(self._empty, entries)))

    def entries(self, number: int) -> list[E]:
        """Return the entries of an evening, and let others run in between. Raises `StoreError`."""
        return [entry for entry, _ in self._new(number, 0)]

    def device_of(self, number: int, seq: int) -> str:
        """Return the device that made an entry of an evening; "" if there is no such entry."""
        kept = self._kept.get(number)
        if kept is None or seq > len(kept.devices):
            with self.holding(number):
                kept = self._read(number)
        return kept.devices[seq - 1] if 0 < seq <= len(kept.devices) else ""

    @property
    def weight(self) -> int:
        """What is kept in memory, in entries."""
        return self._kept.weight

    def device_count(self, number: int) -> int:
        """Return how many devices have made entries of an evening."""
        with self.holding(number):
            return len(set(self._read(number).devices))

    def append(
        self,
        number: int,
        entry: E,
        after: int,
        entry_id: str,
        device: str,
        allow: Callable[[F], None] = lambda evening: None,
    ) -> F:
        """Check an entry, append it, and return the evening after it.

        `after` is the position the person saw, `entry_id` made by the form. The same entry_id again
        writes nothing and returns the evening as it stands. When nothing else has to be waited for,
        `allow` is called with the evening as it stood before the entry, and may raise what it likes.
        Raises `Conflict`, `ReusedId`, `EntryError` or `StoreError`; nothing is written then.
        """
        with self.holding(number):
            # What is kept at that position is not read again: the log takes nothing that is behind.
            kept = self._kept.get(number)
            if kept is None or kept.evening.length != after:
                kept = self._read(number)
            try:
                if after != kept.evening.length:
                    raise Conflict
                work = self.work(kept.evening, entry)
                if work > COSTLY and self._is_in(number, entry_id, entry):
                    return self._read(number).evening
                evening = kept.evening
                with self._turn(number, work, patient=True) as aside:
                    longer = aside(lambda: evening.enter(entry))
            except (Conflict, EntryError):
                evening = self._read(number).evening
                # Nothing is wrong with an entry that is in the log already.
                if self._is_in(number, entry_id, entry):
                    return evening
                if after != evening.length:
                    raise Conflict from None
                raise
            allow(evening)
            is_new = self._log.add(number, after, entry, entry_id, device)
            if not is_new:
                # Another process has taken the same form, whosever it was and whatever came after.
                return self.evening(number)
            kept.evening = longer
            kept.devices.append(sys.intern(device))
            self._keep(number, kept)
            self._moved(number)
        return longer

    def work(self, evening: F, entry: E) -> int:
        """Return how many entries are folded for one more, at most."""
        return 1

    def _is_in(self, number: int, entry_id: str, entry: E) -> bool:
        """Return whether an entry is in the log already. Raises `ReusedId` if another has its id."""
        return self._log.seq_of(number, entry_id, entry) is not None

    @contextmanager
    def holding(self, number: int) -> Iterator[None]:
        """Hold the lock of one evening: whoever folds it for long does so one at a time."""
        check_not_aside()
        with self._lock:
            lock = self._locks.get(number)
            if lock is None:
                lock = self._locks[number] = threading.RLock()
        with lock:
            yield

    def _read(self, number: int) -> Kept[F]:
        """Return what is kept of an evening, with what the log has beyond it folded in."""
        kept = self._kept.get(number) or Kept(self._empty)
        there = kept.evening.length
        new = self._log.entries_with_devices(number, there, COSTLY + 1)
        if len(new) + (there if _corrections(new) else 0) > COSTLY:
            del new  # of those who wait none holds a long evening
            with self._turn(number, self._log.length(number), patient=True) as aside:
                self._extend(number, kept, self._new(number, there), aside)
        elif new:
            self._extend(number, kept, new, at_once)
        self._keep(number, kept)
        return kept

    def _new(self, number: int, after: int) -> list[tuple[E, str]]:
        """Return the entries of an evening after a position, read in chunks, and who made each."""
        found: list[tuple[E, str]] = []
        while True:
            some = self._log.entries_with_devices(number, after + len(found), A_CHUNK)
            found += some
            if len(some) < A_CHUNK:
                return found
            time.sleep(A_BREAK)

    def _extend(
        self, number: int, kept: Kept[F], new: Sequence[tuple[E, str]], aside: Aside
    ) -> None:
        """Fold in what the log has beyond what is kept of an evening. Raises `StoreError`."""
        evening, devices = kept.evening, kept.devices
        if evening.length and _corrections(new) > 1:
            # The log may have grown since: who made each is of the same reading.
            evening, devices, new = self._empty, [], self._new(number, 0)
        entries = [entry for entry, _ in new]
        kept.evening = aside(lambda: self._opened(evening, entries))
        kept.devices = devices + [sys.intern(device) for _, device in new]

    def _opened(self, evening: F, new: Sequence[E]) -> F:
        if not evening.length:
            # If it does not hold, it is folded one by one, so that the error names the entry.
            with suppress(EntryError):
                return self._open_log(new)
        return self._one_by_one(evening, new)

    def _one_by_one(self, evening: F, new: Sequence[E]) -> F:
        for entry in new:
            try:
                evening = evening.enter(entry)
            except EntryError as error:
                raise StoreError(UnreadableEvening(error.rule, evening.length + 1)) from error
        return evening

    def _keep(self, number: int, kept: Kept[F]) -> None:
        """Keep an evening as the one used last."""
        with self._lock:
            self._kept.put(number, kept)


def _corrections(entries: Sequence[tuple[Entry, str]]) -> int:
    return sum(isinstance(entry, Amended | Undone) for entry, _ in entries)


class EveningRepository(Repository[Evening, AnyEntry]):
    """The evenings of one log."""

    def __init__(
        self,
        log: EveningLog,
        moved: Moved = lambda evening: None,
        turn: Turn = no_wait,
    ) -> None:
        """`moved` is called with the number of an evening whenever its log has moved on."""
        super().__init__(log, Evening(), open_log, moved, turn)
        self.log = log

    def work(self, evening: Evening, entry: AnyEntry) -> int:
        """Return how many entries are folded for one more, at most."""
        return evening.work(entry)


class GroupRepository(Repository[Group, GroupEntry]):
    """The groups of one log."""

    def __init__(
        self,
        log: GroupLog,
        moved: Moved = lambda group: None,
        turn: Turn = no_wait,
    ) -> None:
        """`moved` is called with the number of a group whenever its log has moved on."""
        super().__init__(log, Group(), open_group, moved, turn)
        self.log = log
