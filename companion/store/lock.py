"""Locks on the folder of a store: shared or exclusive."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Share the lock of a folder; wait while another process holds it `alone`. Raises `OSError`."""
    with _locked(folder, fcntl.LOCK_SH):
        yield


@contextmanager
def alone(folder: Path, wait: bool = False) -> Iterator[None]:
    """Lock a folder exclusively. Raises `OSError`.

    Raises `BlockingIOError` if it is in use, unless `wait` is true.
    """
    with _locked(folder, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB):
        yield


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
