"""Locks for threads, by name, and for processes, on the folder of a store."""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from weakref import WeakValueDictionary


class Locks:
    """A lock for each name, which exists while it is held or waited for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._locks: WeakValueDictionary[int | str, threading.RLock] = WeakValueDictionary()

    def of(self, name: int | str) -> threading.RLock:
        """Return the lock of a name, for threads and greenlets."""
        with self._lock:
            lock = self._locks.get(name)
            if lock is None:
                lock = self._locks[name] = threading.RLock()
        return lock


def in_use(folder: Path) -> AbstractContextManager[None]:
    """Share the lock of a folder; wait while another process holds it `alone`. Raises `OSError`."""
    return _locked(folder, fcntl.LOCK_SH)


def alone(folder: Path, wait: bool = False) -> AbstractContextManager[None]:
    """Lock a folder exclusively. Raises `OSError`.

    Raises `BlockingIOError` if it is in use, unless `wait` is true.
    """
    return _locked(folder, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def _locked(folder: Path, how: int) -> Iterator[None]:
    """Hold a lock on a folder, until the last process that inherited it ends."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, how)
        yield
    finally:
        os.close(descriptor)
