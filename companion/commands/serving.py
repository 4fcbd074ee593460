"""`companion serve`: run a server on this machine."""

import errno
import os
import re
import sys
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click
from msgspec.structs import asdict, replace

from companion.commands.common import Place, database, show
from companion.store import StoreError, keys, open_store, prepare_server
from companion.store.errors import StoreTrouble
from companion.store.lock import in_use
from companion.store.sqlite.files import BACKUPS, FILE
from companion.tables import Limits
from companion.tables.budgets import RANGES
from companion.tables.features import Features
from companion.wording import say
from companion.wording.languages import SOURCE, TRANSLATIONS


def _public_url(_context: click.Context, _option: click.Parameter, text: str) -> str:
    if not text:
        return ""
    text = text.lower()
    if not re.fullmatch(r"https?://([\w.-]+|\[[0-9a-fA-F:]+\])(:\d{1,5})?/?", text, re.ASCII):
        raise click.BadParameter(
            f"{text!r} is not a server's address: give one like https://loo.example.org. "
            "A name with letters like ü is written in Punycode: xn--…"
        )
    return text.rstrip("/") + "/"


def _pocket_url(_context: click.Context, _option: click.Parameter, text: str) -> str:
    if text and not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", text):
        raise click.BadParameter(f"{text!r} is not an address like https://loo.example.org/pocket/")
    return text


def _language(_context: click.Context, _option: click.Parameter, name: str) -> str:
    if name in TRANSLATIONS:
        return name
    show(f"The language {name!r} is not available yet. The companion will use English.", error=True)
    return SOURCE


def _limits(_context: click.Context, _option: click.Parameter, given: Sequence[str]) -> Limits:
    limits = Limits()
    for text in given:
        name, _, number = text.partition("=")
        if name not in Limits.__struct_fields__ or not (number.isdecimal() and len(number) < 10):
            raise click.BadParameter(
                f"{text!r} is not a budget: give a name and a number, like evenings=60. "
                f"The names are {', '.join(Limits.__struct_fields__)}"
            )
        least, most = RANGES.get(name, (0, sys.maxsize))
        if not least <= int(number) <= most:
            raise click.BadParameter(f"{name} can be from {least:,} to {most:,}")
        limits = replace(limits, **{name: int(number)})
    return limits


_OPTIONS = (
    database,
    click.option(
        "--host",
        default="0.0.0.0",
        help="Address to listen on: 0.0.0.0 for every phone on the network, 127.0.0.1 for this "
        "machine only.",
    ),
    click.option("--port", type=click.IntRange(1, 65535), default=8000, help="Port to listen on."),
    click.option(
        "--workers",
        type=click.IntRange(1, 64),
        default=1,
        help="Number of processes. One is enough for a thousand phones.",
    ),
    click.option(
        "--behind-proxy",
        is_flag=True,
        help="Trust the headers X-Forwarded-For, -Proto and -Host: only behind a proxy that sets "
        "all three, and with --host 127.0.0.1, so that nobody can bypass it (docs/hosting.md has "
        "configurations for Caddy and nginx).",
    ),
    click.option(
        "--public-url",
        callback=_public_url,
        help="How phones reach this server, like https://loo.example.org: links and QR codes begin "
        "with it.",
    ),
    click.option(
        "--allow-host",
        "allowed_hosts",
        type=str.lower,
        multiple=True,
        metavar="NAME",
        help="A name of this server that may stand in links and QR codes, beside its addresses and "
        "names like loo or loo.local. Can be repeated.",
    ),
    click.option(
        "--pocket",
        "pocket_url",
        callback=_pocket_url,
        default="",
        metavar="URL",
        help="Where you have put the companion without a server; the home page then offers it.",
    ),
    click.option(
        "--language",
        callback=_language,
        default=SOURCE,
        help="Language for phones whose own is not available. xx is a pseudo-language that shows "
        "what cannot be translated yet.",
    ),
    click.option(
        "--budget",
        "limits",
        callback=_limits,
        multiple=True,
        metavar="NAME=NUMBER",
        help="How much one address, or one file, may ask of the server. Can be repeated. "
        "SECURITY.md explains the names. Without it: "
        f"{', '.join(f'{name}={most}' for name, most in asdict(Limits()).items())}.",
    ),
    click.option(
        "--no-service-worker",
        "features",
        is_flag=True,
        show_default=False,
        callback=lambda _context, _option, is_off: Features(shell_worker=not is_off),
        help="Let phones keep no style, scripts and offline page, and forget what they have.",
    ),
)


def serve_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of `serve` to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command
@serve_options
def serve(place: Place, **options: Any) -> int:
    """Run the server.

    It prints the address to open on a phone, with a QR code, and the host link. A browser that opens
    the host link can host every evening, so no evening is lost with a phone. The link stays the
    same. For a new one, delete host.key in the data folder and restart the server.
    """
    # Imported here, because the server patches the standard library.
    from companion.serving import gunicorn

    if options["behind_proxy"] and not (options["public_url"] or options["allowed_hosts"]):
        show(
            "Links and QR codes may show an address that phones cannot open. "
            "With --behind-proxy, give --public-url (or --allow-host) too.",
            error=True,
        )
    if place.folder.is_dir() and not os.access(place.folder, os.W_OK | os.X_OK):
        detail = os.strerror(errno.EACCES)
        raise StoreError(StoreTrouble("folder", FILE, str(place.folder), detail))
    if place.database:
        _prepare_apart(place)
    else:
        backup = _newest_backup(place.folder)
        open_store(place.folder).close()
        if backup:
            show(
                f"The database is new and empty, but there is a backup: {backup}. To go on with that, "
                f"stop the server and run: companion --instance {place.folder} restore {backup}",
                error=True,
            )
    keys.server_key(place.folder)
    # Workers inherit the lock, so it lasts until all processes have ended.
    with in_use(place.folder):
        gunicorn.serve(instance=place.folder, database=place.database, **options)
    return 0


def _newest_backup(folder: Path) -> Path | None:
    """Return the newest backup in a data folder that has no database."""
    backups = () if (folder / FILE).exists() else (folder / BACKUPS).glob("*.db")
    return max(backups, key=lambda file: file.stat().st_mtime, default=None)


def _prepare_apart(place: Place) -> None:
    """Prepare the PostgreSQL database in a new process, or exit.

    The driver must not be loaded here before the workers have patched the standard library.
    """

    def prepare() -> None:
        try:
            prepare_server(*place)
        except StoreError as error:
            show(say(error.fact), error=True)
            sys.exit(2)

    process = get_context("fork").Process(target=prepare)
    process.start()
    process.join()
    if process.exitcode:
        raise click.exceptions.Exit(process.exitcode)
