"""`companion doctor`: find problems with the setup on this machine."""

import importlib
import os
import platform
import shutil
from datetime import datetime
from http.client import HTTPException
from pathlib import Path
from typing import Any, Literal
from urllib.request import ProxyHandler, build_opener

import click

from companion.commands.common import Place, show
from companion.commands.serving import serve_options
from companion.serving.listening import CannotListen, lan_address, listen, local_url, outside
from companion.store import StoreError, examine, keys
from companion.store.errors import DamagedDatabase
from companion.store.sqlite.files import BACKUPS, from_the_future, last_backup
from companion.version import MADE_BY
from companion.wording import say

ROOM = 200
"""Megabytes that should be free, for evenings and for copies of a small database."""
NEEDED = ("brotli", "flask", "flask_compress", "gevent", "gunicorn", "segno", "whitenoise")
"""Packages that are imported only when the server starts."""
HOSTING = Path(__file__).parents[1] / "hosting.md"

Finding = tuple[Literal["ok", "note", "to do"], str]
"""A `note` is about something that works, but could be better."""


@click.command
@serve_options
def doctor(
    place: Place, host: str, port: int, behind_proxy: bool, public_url: str, **_options: Any
) -> int:
    """Say what is missing or wrong on this machine.

    Each line says what is in order, or what to do. Nothing is changed. Give the same options as to
    `serve`. The exit code is 0, or 1 if there is something to do.
    """
    folder = place.folder.absolute()
    findings = [
        _programs(),
        _data_folder(folder),
        _database(folder, place.database),
        _backups(folder),
        _clock(),
        _port(host, port),
        _way_in(host, port, behind_proxy, public_url),
    ]
    for kind, text in findings:
        show(f"{kind:<5}  {text}")
    to_do = sum(kind == "to do" for kind, _ in findings)
    show(f"Things to do: {to_do}." if to_do else "Nothing is missing.")
    return 1 if to_do else 0


def _programs() -> Finding:
    for name in NEEDED:
        try:
            importlib.import_module(name)
        except ImportError as error:
            return "to do", (
                f"A package cannot be loaded: {name} ({error}). Install loo-companion again, with "
                "pip, pipx or uv, which install what it needs."
            )
    return "ok", f"{MADE_BY}, Python {platform.python_version()} and all packages are there."


def _data_folder(folder: Path) -> Finding:
    there = folder
    while not os.path.lexists(there):
        there = there.parent
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        return "to do", (
            f"The data folder {folder} cannot be written. Mend it, or choose another one: "
            "companion --instance DIR, or COMPANION_INSTANCE=DIR."
        )
    free = shutil.disk_usage(there).free / 1e6
    if free < ROOM:
        return "to do", (
            f"The disk of {folder} has only {free:.1f} MB left. Free some: a backup and an upgrade "
            f"may need {ROOM} MB."
        )
    if there != folder:
        return "ok", f"The data folder {folder} is made at the first start."
    if folder.stat().st_mode & 0o077:
        return "to do", f"Other users can look into the data folder. Run: chmod 700 {folder}"
    if any(file.stat().st_uid != folder.stat().st_uid for file in folder.iterdir()):
        return "to do", (
            "In the data folder are files of another user, which the server may be unable to write. "
            f"Run: chown -R --reference={folder} {folder}"
        )
    return "ok", f"The data folder {folder} can be written, and has {free:,.0f} MB left."


def _database(folder: Path, address: str) -> Finding:
    try:
        upgrade = examine(folder, address)
        keys.check(folder)
    except StoreError as error:
        text = say(error.fact)
        if isinstance(error.fact, DamagedDatabase):
            text += " Stop the server, then restore a backup with: companion restore FILE."
        return "to do", text
    except OSError as error:
        return "to do", f"The database cannot be read: {error.strerror}."
    if upgrade == "":
        return "note", "No database yet, or an empty one. It is made at the first start."
    if upgrade:
        backup = "Back it up first, with pg_dump" if address else "It makes a backup first"
        return "note", (
            f"The database is of an older version. The next start upgrades it. {backup}."
        )
    return "ok", "The database is sound. `companion check` looks at every evening in it."


def _backups(folder: Path) -> Finding:
    last = last_backup(folder)
    if last is None:
        return "note", f"No backup in {folder / BACKUPS} yet. `companion backup` makes one."
    if last.is_old:
        return "to do", (
            f"The newest backup is {last.file}, of {last.made:%Y-%m-%d}. Look after the nightly one: "
            "systemctl status loo-companion-backup"
        )
    if last.is_gone:
        return "to do", (
            f"The newest backup was {last.file}, of {last.made:%Y-%m-%d}, but it is not there now. Make "
            "one: companion backup"
        )
    later = from_the_future(last.file.parent)
    if later:
        return "note", (
            f"The name of {later[0]} is later than now, because a clock was wrong. It is not deleted "
            "with older backups; delete it if you do not need it."
        )
    return "ok", f"Newest backup: {last.file}, of {last.made:%Y-%m-%d}."


def _clock() -> Finding:
    return "ok", (
        f"Here it is {datetime.now().astimezone():%Y-%m-%d %H:%M %Z}. A phone shows its own time; TZ "
        "sets the time zone of this server."
    )


def _port(host: str, port: int) -> Finding:
    try:
        listen(host, port).close()
    except CannotListen as error:
        if _is_answering(host, port):
            return "ok", f"The companion is running, and answers at port {port}."
        return "to do", str(error)
    return "ok", f"Port {port} is free."


def _is_answering(host: str, port: int) -> bool:
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    try:
        # No proxy of the environment is asked for a server on this machine.
        opener = build_opener(ProxyHandler({}))
        with opener.open(f"{local_url(here, port)}healthz", timeout=5) as answer:
            return bool(answer.read(3) == b"ok ")
    except (OSError, HTTPException):
        return False


def _way_in(host: str, port: int, behind_proxy: bool, public_url: str) -> Finding:
    is_inside = host in ("127.0.0.1", "localhost", "::1")
    if behind_proxy and not is_inside:
        return "to do", (
            "With --behind-proxy anyone who reaches the port can pretend to be the proxy. "
            "Add --host 127.0.0.1."
        )
    if public_url.startswith("https:"):
        return "ok", f"Phones open {public_url}"
    if is_inside and behind_proxy and not public_url:
        return "note", "Phones open the proxy's address. Say which with --public-url https://NAME"
    if is_inside and not public_url:
        return "note", "Only this computer can open it. For phones too: --host 0.0.0.0"
    address = lan_address() if host in ("0.0.0.0", "::") else host
    reached = public_url or outside()
    if address is None and not reached:
        return "to do", "This computer is on no network, so phones cannot open it. Connect it."
    return "note", (
        f"Phones open {reached or local_url(address or host, port)} by plain http: everybody can "
        "play, but a phone neither keeps its screen on nor puts the app on its home screen. The way "
        f"to https: {HOSTING}"
    )
