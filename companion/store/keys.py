"""The server's own secrets: files beside the database, made at the first start."""

import os
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

KEY_FILE = "server.key"
HOST_FILE = "host.key"


def server_key(instance: Path) -> bytes:
    """Return the key that signs cookies."""
    return _secret(instance / KEY_FILE)


def host_token(instance: Path) -> str:
    """Return what makes a browser host of this server: 128 random bits."""
    return urlsafe_b64encode(_secret(instance / HOST_FILE)[:16]).decode().rstrip("=")


def mark(token: str) -> str:
    """Return what the cookie of such a browser says. It tells the token to nobody."""
    return sha256(token.encode()).hexdigest()[:32]


def _secret(file: Path) -> bytes:
    """Return 32 random bytes, made at the first time, readable by their owner alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        # Written aside first: a process killed half way must not leave half a key.
        aside = file.with_name(f".{file.name}.{os.getpid()}")
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(secrets.token_bytes(32))
        with suppress(FileExistsError):
            os.link(aside, file)
        aside.unlink()
    return file.read_bytes()
