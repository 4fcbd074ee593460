"""A server on this machine: run it, see what it has, and start it with the machine."""

import argparse
import sys
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlsplit

from msgspec.structs import replace

from companion.service import SECRETS, Service, out_of_reach
from companion.store import StoreError, keys, open_store, prepare_server
from companion.store.lock import in_use
from companion.store.sqlite.files import BACKUPS, FILE
from companion.tables import Limits
from companion.terminal import show
from companion.wording import say


def serve(arguments: argparse.Namespace) -> int:
    # Imported here: the server patches the standard library, which no other command wants.
    from companion.server import serve

    if arguments.behind_proxy and not (arguments.public_url or arguments.allow_host):
        print(
            "Links and QR codes may show an address that phones cannot open. "
            "With --behind-proxy, give --public-url (or --allow-host) too.",
            file=sys.stderr,
        )
    if arguments.database:
        if code := _tried_apart(arguments):
            return code
    else:
        backup = _newest_backup(arguments.instance)
        open_store(arguments.instance).close()
        if backup:
            show(
                f"The database is new and empty, but there is a backup: {backup}. To go on with that, "
                f"stop the server and run: companion --instance {arguments.instance} restore {backup}",
                error=True,
            )
    keys.server_key(arguments.instance)
    # Held by this process and its workers to the end, also while a worker is being replaced.
    with in_use(arguments.instance):
        serve(
            arguments.host,
            arguments.port,
            arguments.workers,
            arguments.instance,
            arguments.behind_proxy,
            arguments.language,
            arguments.public_url or "",
            arguments.allow_host,
            limits=replace(Limits(), **dict(arguments.budget)),
            database=arguments.database,
            keeps_shell=arguments.keeps_shell,
        )
    return 0


def _newest_backup(folder: Path) -> Path | None:
    """Return the newest backup in a data folder whose database is missing, if any."""
    backups = () if (folder / FILE).exists() else (folder / BACKUPS).glob("*.db")
    return max(backups, key=lambda file: file.stat().st_mtime, default=None)


def _tried_apart(arguments: argparse.Namespace) -> int:
    """Prepare the database on a server and the keys, and return the exit code.

    That is done in a process of its own: what speaks to the database must not be loaded before the
    server's processes have changed the standard library.
    """

    def prepare() -> None:
        try:
            prepare_server(arguments.instance, arguments.database)
        except StoreError as error:
            print(say(error.fact), file=sys.stderr)
            sys.exit(2)

    process = get_context("fork").Process(target=prepare)
    process.start()
    process.join()
    return process.exitcode or 0


def doctor(arguments: argparse.Namespace) -> int:
    # Imported here: it looks at the server, which no other command wants.
    from companion.doctor import examined

    found = list(examined(arguments.instance, arguments.serving))
    for one in found:
        show(f"{one.kind:<5}  {one.text}")
    to_do = [one for one in found if one.kind == "to do"]
    if to_do:
        print(f"Things to do: {len(to_do)}.")
        return 1
    print("Nothing is missing.")
    return 0


def service(arguments: argparse.Namespace) -> int:
    serving = arguments.serving
    address = serving.database
    named = bool(address) and any(address in option for option in arguments.options)
    if named and (urlsplit(address).password or "password=" in address):
        print(
            f"Everybody on this machine can read a unit. Write COMPANION_DATABASE=… into {SECRETS} "
            "instead, and keep that for root (chmod 600): the server reads it from there.",
            file=sys.stderr,
        )
        return 2
    described = Service(
        arguments.user,
        arguments.options,
        arguments.instance.absolute() if arguments.named else None,
        serving.workers,
        address if named else "",
        serving.port < 1024,
        arguments.into,
        arguments.keep,
    )
    if arguments.timer:
        print(described.timer(), end="")
        return 0
    print(described.backup() if arguments.backup else described.server(), end="")
    if trouble := out_of_reach(arguments.user):
        print(trouble, file=sys.stderr)
    return 0
