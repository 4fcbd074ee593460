"""Locks by name between threads, and locks of a store's folder between processes."""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from weakref import WeakValueDictionary


class Locks:
    """One lock per name; it exists only while somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._locks: WeakValueDictionary[int | str, threading.RLock] = WeakValueDictionary()

    def of(self, name: int | str) -> threading.RLock:
        """Return the lock for a name. Threads and greenlets can use it."""
        with self._lock:
            lock = self._locks.get(name)
            if lock is None:
                lock = self._locks[name] = threading.RLock()
        return lock


def in_use(folder: Path) -> AbstractContextManager[None]:
    """Lock a folder for shared use; wait while a process holds it `alone`. Raises `OSError`."""
    return _locked(folder, fcntl.LOCK_SH)


def alone(folder: Path, wait: bool = False) -> AbstractContextManager[None]:
    """Lock a folder for exclusive use. Raises `OSError`.

    If it is in use, raises `BlockingIOError`, or waits if `wait` is true.
    """
    return _locked(folder, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def _locked(folder: Path, how: int) -> Iterator[None]:
    """Hold a lock on a folder; a process that inherits the descriptor keeps it until it ends."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, how)
        yield
    finally:
        os.close(descriptor)
