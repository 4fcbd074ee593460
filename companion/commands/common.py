"""Shared by the commands: the option for the database, and printing."""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import click

from companion.store import StoreError, examine

REPORTED_EVERY = 2.0  # seconds
_JOINER = "\N{ZERO WIDTH JOINER}"
"""The zero-width joiner, part of many emoji."""


class Place(NamedTuple):
    """Where the evenings are stored."""

    folder: Path
    database: str
    """The URL of a PostgreSQL database; "" for the file in the folder."""


def _place(context: click.Context, _option: click.Parameter, address: str) -> Place:
    return Place(context.obj, address)


def _existing_place(context: click.Context, option: click.Parameter, address: str) -> Place:
    place = _place(context, option, address)
    if _lacking(place) == "":
        # Create no database, because the name may be mistyped, and all evenings would seem lost.
        raise click.ClickException(
            "That database is empty. Start the server with it once."
            if address
            else f"There is no database in {place.folder}. Name the folder that holds yours: "
            "companion --instance DIR, or COMPANION_INSTANCE=DIR"
        )
    # `backup` copies a file as it is.
    if address or context.command.name != "backup":
        refuse_old(place)
    return place


def refuse_old(place: Place) -> None:
    """Raise `ClickException` if this database is of an older version: only the server upgrades it."""
    if lacking := _lacking(place):
        backup = "Back it up with pg_dump, then start" if place.database else "Start"
        raise click.ClickException(
            f"The database is of an older version (it lacks {lacking}), so nothing was done. {backup} "
            "the server of this version, which upgrades it."
        )


def _lacking(place: Place) -> str | None:
    with suppress(StoreError, OSError):  # opening the database will report the fault
        return examine(*place, only_version=True)
    return None


database, existing_database = (
    click.option(
        "--database",
        "place",
        callback=callback,
        envvar="COMPANION_DATABASE",
        default="",
        metavar="URL",
        help="Use a PostgreSQL database, like postgresql://user:password@localhost/loo, in place of "
        "the one in the data folder. In the environment variable COMPANION_DATABASE, others on "
        "this machine do not see the password.",
    )
    for callback in (_place, _existing_place)
)


def show(line: str, error: bool = False) -> None:
    """Print a line, escaping control characters: a stored name could contain terminal commands."""
    shown = "".join(
        c if c.isprintable() or c == _JOINER else c.encode("unicode_escape").decode() for c in line
    )
    print(shown, file=sys.stderr if error else sys.stdout, flush=True)


def progress(entries: int) -> Callable[[int], None]:
    """Return a function that is called for each entry, and reports now and then on standard error."""
    done, reported = 0, time.monotonic()

    def count(_number: int) -> None:
        nonlocal done, reported
        done += 1
        if time.monotonic() - reported > REPORTED_EVERY:
            reported = time.monotonic()
            show(f"Checked {done:,} of {entries:,} entries.", error=True)

    return count


def run(command: Sequence[str]) -> str:
    """Run a command, and return why it failed, or ""."""
    try:
        code = subprocess.run(command).returncode
    except OSError as error:
        return str(error.strerror)
    return f"exit code {code}" if code else ""
