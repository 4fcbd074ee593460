"""Who uses the folder of a store: many at once, or one alone."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Keep others from having a folder `alone`; wait until none has. Raises `OSError`."""
    with _locked(folder, fcntl.LOCK_SH):
        yield


@contextmanager
def alone(folder: Path, wait: bool = False) -> Iterator[None]:
    """Have a folder that nobody uses, waiting for that or not. Raises `OSError`.

    That is `BlockingIOError` if it is in use and one does not wait.
    """
    with _locked(folder, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB):
        yield


@contextmanager
def _locked(folder: Path, how: int) -> Iterator[None]:
    """Hold a lock on a folder. It ends with the last process that has inherited it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, how)
        yield
    finally:
        os.close(descriptor)
