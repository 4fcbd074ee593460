"""What a server on this machine has and needs: a line for each thing that was looked at."""

import argparse
import errno
import importlib.util
import os
import platform
import resource
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal
from urllib.request import build_opener

from msgspec import Struct

from companion.listening import CannotListen, lan_address, listen, local_url
from companion.server import OPEN_FILES
from companion.store import StoreError, examine, keys
from companion.store.errors import DamagedDatabase
from companion.store.lock import alone
from companion.store.sqlite.files import BACKUPS, FILE, FOR_OWNER
from companion.wording import say

ROOM = 200_000_000
"""Bytes that should be free: for evenings, and for copies of a small database."""
FEW_FILES = 1024
HOSTING = Path(__file__).with_name("hosting.md")
NEEDED = (
    "brotli",
    "flask",
    "flask_compress",
    "gevent",
    "gunicorn",
    "segno",
    "whitenoise",
)
"""What is imported only once the server starts."""
FOR_POSTGRESQL = ("psycopg", "psycopg_pool")
SQLITE = (3, 37, 0)
"""The first version with strict tables."""
BUILT = datetime(2026, 11, 1, tzinfo=UTC).timestamp()
"""No clock that is right shows an earlier time."""


class Finding(Struct, frozen=True):
    """What was found of one thing. `note` is for what works, and could be better."""

    kind: Literal["ok", "note", "to do"]
    text: str


def examined(folder: Path, serving: argparse.Namespace) -> Iterator[Finding]:
    """Yield what there is to say of a data folder, and of a server with these options."""
    folder = folder.absolute()
    yield from _programs()
    yield from _data_folder(folder)
    if serving.database:
        yield _server(folder, serving.database)
    else:
        yield from _database(folder)
    yield from _keys(folder)
    yield _clock(folder)
    yield _open_files()
    yield _port(folder, serving.host, serving.port)
    yield from _ways_in(serving)


def _ok(text: str) -> Finding:
    return Finding("ok", text)


def _note(text: str) -> Finding:
    return Finding("note", text)


def _to_do(text: str) -> Finding:
    return Finding("to do", text)


def _programs() -> Iterator[Finding]:
    yield _ok(f"Python {platform.python_version()} ({sys.executable}).")
    if sqlite3.sqlite_version_info < SQLITE:
        yield _to_do(
            f"SQLite {sqlite3.sqlite_version} is too old. Use a Python with SQLite 3.37 or newer: "
            "that of Debian 12 has it."
        )
    else:
        yield _ok(f"SQLite {sqlite3.sqlite_version}.")
    missing = []
    for name in NEEDED:
        try:
            importlib.import_module(name)
        except ImportError as error:
            missing.append(f"{name} ({error})")
    if missing:
        yield _to_do(
            f"Packages that cannot be loaded: {', '.join(missing)}. Install loo-companion again, "
            "with pip, pipx or uv, which install what it needs."
        )
    else:
        yield _ok("All packages that it needs.")
    if any(importlib.util.find_spec(name) is None for name in FOR_POSTGRESQL):
        yield _note(
            "No driver for PostgreSQL. Only --database needs it: install loo-companion[postgresql]."
        )


def _data_folder(folder: Path) -> Iterator[Finding]:
    another = "choose another one: companion --instance DIR, or COMPANION_INSTANCE=DIR"
    try:
        there = _nearest(folder)
        if there == folder:
            with TemporaryFile(dir=folder):
                pass
        elif not there.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        elif not os.access(there, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        free = shutil.disk_usage(there).free
    except OSError as error:
        yield _to_do(
            f"The data folder {folder} cannot be used: {error.strerror}. Mend it, or {another}."
        )
        return
    if there != folder:
        yield _ok(f"Data folder: {folder}. It is made at the first start.")
    else:
        yield _ok(f"Data folder: {folder}.")
        yield from _privacy(folder)
    needed = ROOM + 2 * _size(folder / FILE)
    if free < needed:
        yield _to_do(
            f"The disk of the data folder has only {_megabytes(free)} left. Free some: a backup "
            f"and an upgrade need {_megabytes(needed)}."
        )
    else:
        yield _ok(f"Free space on its disk: {_megabytes(free)}.")


def _nearest(folder: Path) -> Path:
    """Return a folder, or the nearest one above it that exists. Raises `OSError`."""
    while not os.path.lexists(folder):
        folder = folder.parent
    folder.stat()
    return folder


def _privacy(folder: Path) -> Iterator[Finding]:
    """Say who else can read the folder and what lies in it, and what is not its owner's."""
    owner = folder.stat().st_uid
    files = [file for file in (*folder.iterdir(), *folder.glob(f"{BACKUPS}/*")) if file.is_file()]
    others = [file for file in files if file.stat().st_uid != owner]
    if others:
        yield _to_do(
            f"Another user than that of the data folder owns {_names(others)}, so the server may be "
            f"unable to write it. Run: chown -R --reference={folder} {folder}"
        )
    kept = [f for f in files if f.suffix == ".key" or f.name.startswith(FILE) or f.suffix == ".db"]
    readable = [file for file in kept if stat.S_IMODE(file.stat().st_mode) & 0o077]
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        yield _to_do(f"Other users can look into the data folder. Run: chmod 700 {folder}")
    if readable:
        paths = " ".join(str(file) for file in readable[:5])
        yield _to_do(f"Other users may read {_names(readable)}. Run: chmod {FOR_OWNER:o} {paths}")
    elif not others:
        yield _ok("Only its owner can read what is kept.")


def _names(files: list[Path]) -> str:
    more = f" and {len(files) - 5} more" if len(files) > 5 else ""
    return ", ".join(file.name for file in files[:5]) + more


def _database(folder: Path) -> Iterator[Finding]:
    try:
        upgrade = examine(folder)
    except StoreError as error:
        damaged = isinstance(error.fact, DamagedDatabase)
        then = " Stop the server, then restore a backup with: companion restore FILE."
        yield _to_do(say(error.fact) + (then if damaged else ""))
        return
    if not (folder / FILE).exists():
        yield _note("No database yet. It is made at the first start.")
        return
    if upgrade:
        yield _note(
            "The database is of an older version. The next start backs it up and upgrades it."
        )
    else:
        yield _ok(
            f"The database is sound ({_megabytes(_size(folder / FILE))}). "
            "`companion check` looks at every evening in it."
        )
    backups = [file.stat().st_mtime for file in (folder / BACKUPS).glob("*.db")]
    if backups:
        made = datetime.fromtimestamp(max(backups), UTC)
        yield _ok(f"Newest backup in {folder / BACKUPS}: {made:%Y-%m-%d}.")
    else:
        yield _note(f"No backup in {folder / BACKUPS} yet. `companion backup` makes one.")


def _server(folder: Path, database: str) -> Finding:
    try:
        upgrade = examine(folder, database)
    except StoreError as error:
        return _to_do(say(error.fact))
    if upgrade:
        return _note(
            "The database on the server is empty or of an older version. The next start makes what "
            "is missing. If there are evenings in it, back it up first, with pg_dump."
        )
    return _ok("The database on the server is there. `companion check` looks at every evening.")


def _keys(folder: Path) -> Iterator[Finding]:
    try:
        there = keys.examine(folder)
    except StoreError as error:
        yield _to_do(say(error.fact))
        return
    if len(there) == 2:
        yield _ok("The keys are sound.")
    elif there or (folder / FILE).exists():
        yield _note(
            "A key is missing; a new one is made at the next start. If you have a copy of "
            f"{keys.KEY_FILE} and {keys.HOST_FILE}, put them into {folder} before."
        )


def _clock(folder: Path) -> Finding:
    now = time.time()
    latest = BUILT
    for file in (folder / FILE, folder / f"{FILE}-wal"):
        with suppress(OSError):
            latest = max(latest, file.stat().st_mtime)
    shown = f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M} UTC"
    if now + 60 < latest:
        return _to_do(
            f"The clock shows {shown}, which is in the past. Set it: a machine without a clock of "
            "its own needs a network (timedatectl set-ntp true)."
        )
    return _ok(f"The clock shows {shown}.")


def _open_files() -> Finding:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = OPEN_FILES if most == resource.RLIM_INFINITY else min(most, OPEN_FILES)
    if most < FEW_FILES:
        return _to_do(
            f"Only {most} files can be open at once, and each phone at a table needs one. "
            f"Start it after `ulimit -n {OPEN_FILES}`, or as a service (companion service)."
        )
    return _ok(f"Open files: up to {most}; each phone at a table needs one.")


def _port(folder: Path, host: str, port: int) -> Finding:
    try:
        listen(host, port).close()
    except CannotListen as error:
        if _is_running(folder):
            return _answering(host, port, str(error))
        return _to_do(str(error))
    return _ok(f"Port {port} is free.")


def _is_running(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    try:
        with alone(folder):
            return False
    except OSError as error:
        return isinstance(error, BlockingIOError)


def _answering(host: str, port: int, taken: str) -> Finding:
    """Ask whoever has the port whether it is well, as the server on this folder would answer."""
    here = "127.0.0.1" if host in ("0.0.0.0", "") else "::1" if host == "::" else host
    try:
        with build_opener().open(f"{local_url(here, port)}healthz", timeout=5) as answer:
            answer.read(1)
    except (OSError, HTTPException):
        return _to_do(taken)
    return _ok(f"The companion is running, and answers at port {port}.")


def _ways_in(serving: argparse.Namespace) -> Iterator[Finding]:
    """Say how phones reach the server, and what it means for them."""
    inside = serving.host in ("127.0.0.1", "localhost", "::1")
    if serving.behind_proxy and not inside:
        yield _to_do(
            "With --behind-proxy anyone who reaches the port can pretend to be the proxy. "
            "Add --host 127.0.0.1."
        )
    address = lan_address() if serving.host in ("0.0.0.0", "::") else serving.host
    if serving.public_url:
        yield _ok(f"Phones open {serving.public_url}")
    elif inside and serving.behind_proxy:
        yield _note("Phones open the proxy's address. Say which with --public-url https://NAME")
    elif inside:
        yield _note("Only this computer can open it. For phones too: --host 0.0.0.0")
    elif address is None:
        yield _to_do("This computer is on no network, so phones cannot open it. Connect it.")
    else:
        yield _ok(f"Phones in the same network open {local_url(address, serving.port)}")
    if (serving.public_url or "").startswith("https:"):
        yield _ok("https: phones keep their screen on, and can put it on the home screen.")
    elif not (inside and serving.behind_proxy and not serving.public_url):
        yield _note(
            "Plain http: everybody can play, but a phone neither keeps its screen on nor puts the "
            f"app on its home screen. The way to https: {HOSTING}"
        )


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _megabytes(number: int) -> str:
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.1f} MB"
