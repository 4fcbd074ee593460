"""The server's own secrets, files beside the database, and the keys that stand in links."""

import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

from companion.store.errors import OtherKey, StoreError, StoreTrouble, UnusableKey

KEY_FILE = "server.key"
HOST_FILE = "host.key"
LENGTH = 32
"""Bytes of a key, at least."""


def server_key(instance: Path) -> bytes:
    """Return the key that signs cookies. Raises `StoreError`."""
    return _secret(instance / KEY_FILE)


def link_key() -> str:
    """Return a new key for a link: 128 random bits, that a command line takes for no option."""
    while (key := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return key


def host_token(instance: Path) -> str:
    """Return what makes a browser host of this server: 128 random bits.

    Raises `StoreError`.
    """
    return urlsafe_b64encode(_secret(instance / HOST_FILE)[:16]).decode().rstrip("=")


def share(instance: Path, shared: Callable[[str, bytes | None], bytes]) -> None:
    """Have the same keys as every other server on one database.

    `shared` is given the name of a key and what is here, if anything, and returns what all have.
    Raises `StoreError` if what is here is another one.
    """
    for name in (KEY_FILE, HOST_FILE):
        file = instance / name
        here = _sound(file, Path.read_bytes) if file.exists() else None
        common = shared(name, here)
        if _sound(file, partial(_read, first=common)) != common:
            raise StoreError(OtherKey(str(file)))


def check(instance: Path) -> None:
    """Raise `StoreError` if a key that is there cannot be read, or is damaged."""
    for name in (KEY_FILE, HOST_FILE):
        if (instance / name).exists():
            _sound(instance / name, Path.read_bytes)


def mark(token: str) -> str:
    """Return what the cookie of such a browser says. It tells the token to nobody."""
    return sha256(token.encode()).hexdigest()[:32]


def _secret(file: Path) -> bytes:
    """Return random bytes, made at the first time, readable by their owner alone.

    Raises `StoreError` if the file holds too few.
    """
    return _sound(file, _read)


def _sound(file: Path, read: Callable[[Path], bytes]) -> bytes:
    try:
        found = read(file)
    except OSError as error:
        trouble = StoreTrouble("folder", file.name, str(file.parent), error.strerror or "")
        raise StoreError(trouble) from error
    # After a power cut a file can be empty, or hold nothing but zeros.
    if len(found) < LENGTH or not any(found):
        raise StoreError(UnusableKey(str(file), signs_cookies=file.name == KEY_FILE))
    return found


def _read(file: Path, first: bytes = b"") -> bytes:
    """Return what a file holds. If it is not there it is made with `first`, or with random bytes."""
    if not file.exists():
        _write(file, first or secrets.token_bytes(LENGTH))
    elif file.stat().st_mode & 0o077:
        with suppress(PermissionError):  # it is another's
            file.chmod(0o600)
    return file.read_bytes()


def _write(file: Path, content: bytes) -> None:
    """Make a file, unless another process does it first."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Written aside first: a process killed half way must not leave half a key.
    aside = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(descriptor)
    with suppress(FileExistsError):
        os.link(aside, file)
    aside.unlink()
