"""The server's secret keys, which are files, and the keys in links."""

import os
import secrets
import shutil
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

from companion.store.errors import FileTrouble, StoreError, folder_trouble

KEY_FILE = "server.key"
HOST_FILE = "host.key"
LENGTH = 32
"""Minimum length of a key in bytes."""


def server_key(instance: Path) -> bytes:
    """Return the key that signs cookies. Raises `StoreError`."""
    return _sound(instance / KEY_FILE, _read)


KEY_LENGTH = 22
"""Characters of a link's key."""


def link_key() -> str:
    """Return a new key for a link: 128 random bits that do not look like a command's option."""
    while (key := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return key


def host_token(instance: Path) -> str:
    """Return the secret of the host link: 128 random bits. Raises `StoreError`."""
    return urlsafe_b64encode(_sound(instance / HOST_FILE, _read)[:16]).decode().rstrip("=")


def share(instance: Path, shared: Callable[[str, bytes | None], bytes]) -> None:
    """Write to `instance` the keys that all servers on one database share.

    `shared` takes a key's name and this server's key, if it has one, and returns the shared key.
    Raises `StoreError` if this server has a different key.
    """
    for name in (KEY_FILE, HOST_FILE):
        file = instance / name
        here = _sound(file, Path.read_bytes) if file.exists() else None
        common = shared(name, here)
        if _sound(file, partial(_read, first=common)) != common:
            raise StoreError(FileTrouble("other-key", str(file)))


def check(instance: Path) -> None:
    """Raise `StoreError` if an existing key cannot be read or is damaged."""
    for name in (KEY_FILE, HOST_FILE):
        if (instance / name).exists():
            _sound(instance / name, Path.read_bytes)


def mark(token: str) -> str:
    """Return a hash of the host token, for the host's cookie."""
    return sha256(token.encode()).hexdigest()[:32]


def _sound(file: Path, read: Callable[[Path], bytes]) -> bytes:
    try:
        key = read(file)
    except OSError as error:
        raise StoreError(folder_trouble(error, file)) from error
    # After a power cut a file can be empty or full of zeros.
    if len(key) < LENGTH or not any(key):
        raise StoreError(
            FileTrouble("no-key" if file.name == KEY_FILE else "no-host-key", str(file))
        )
    return key


def _read(file: Path, first: bytes = b"") -> bytes:
    if not file.exists():
        _write(file, first or secrets.token_bytes(LENGTH))
    elif file.stat().st_mode & 0o077:
        with suppress(PermissionError):  # the file has another owner
            file.chmod(0o600)
    return file.read_bytes()


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Write to another file first, so that a killed process does not leave half a key.
    aside = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(descriptor)
    # In a browser there are no links, and no other process.
    link = getattr(os, "link", shutil.copyfile)
    with suppress(FileExistsError):
        link(aside, file)
    aside.unlink()
