"""Commands for a whole database: backup, restore, copy and check."""

import os
import shlex
import time
from contextlib import closing, suppress
from pathlib import Path

import click

from companion import store
from companion.commands.common import Place, database, existing_database, refuse_old, run, show
from companion.store import StoreError, keys
from companion.store.sqlite import files
from companion.store.sqlite.files import BACKUPS, FILE
from companion.tables.integrity import check as check_all
from companion.wording import say

NUMBER_OF_BACKUPS = click.IntRange(1, 9999)


def check_command(_context: click.Context, _option: click.Parameter, text: str) -> str:
    """Return the text of a command that names the file. Raises `BadParameter`."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is no command: {error}") from error
    if words and not any("{}" in word for word in words):
        raise click.BadParameter(f"{text!r} does not say where the file goes: write {{}} for it")
    return text


@click.command
@existing_database
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--keep",
    type=NUMBER_OF_BACKUPS,
    metavar="N",
    help="Keep only the newest N of the backups so named in that folder.",
)
@click.option(
    "--then",
    callback=check_command,
    metavar="COMMAND",
    default="",
    help="Then run a command, in which {} is the new file, for example to copy it elsewhere.",
)
def backup(place: Place, file: Path | None, keep: int | None, then: str) -> int:
    """Write the whole database to a new file, and check it.

    FILE is a new file, or a folder for a file that is named by the time (default: the folder backups
    beside the database). It is an SQLite file, even if the database is on a server, and does not
    contain the keys of the data folder. The server may keep running. `restore` restores it.
    """
    if file is None:
        file = place.folder / BACKUPS
        with suppress(OSError):  # writing the file will report the fault
            file.mkdir(mode=0o700, exist_ok=True)
    folder = file
    if folder.is_dir():
        file = folder / files.name_by_time()
        while os.path.exists(file):  # The method raises if the folder is not ours.
            time.sleep(0.1)  # The name changes every second.
            file = folder / files.name_by_time()
    elif keep:
        raise click.ClickException(f"{folder} is no folder: --keep needs one.")
    store.backup(place.folder, file, place.database)
    show(f"The database was written to {file}.")
    words = [word.replace("{}", str(file)) for word in shlex.split(then)]
    failed = run(words) if words else ""
    if keep:
        _delete_older(folder, file, keep)
    if failed:
        show(f"The backup is there, but this command failed ({failed}): {then}", error=True)
        return 1
    try:
        files.note_backup(place.folder, file)
    except OSError as error:
        show(f"It could not be noted in {place.folder}: {error.strerror}", error=True)
    return 0


def _delete_older(folder: Path, new: Path, keep: int) -> None:
    """Delete the oldest backups beside a new one, so that `keep` are left with it.

    Those with a later name stay, because a clock was wrong then or is now.
    """
    older = [file for file in files.backups_in(folder) if file.name < new.name]
    for old in older[: max(0, len(older) + 1 - keep)]:
        old.unlink()
        show(f"An older backup was deleted: {old}")
    for later in files.from_the_future(folder):
        show(f"This name is later than now, so it was left alone: {later}", error=True)


@click.command
@database
@click.argument("file", type=click.Path(path_type=Path))
def restore(place: Place, file: Path) -> int:
    """Replace the database with a backup.

    FILE was made with `backup`, or by an upgrade. Stop the server first. The backup is checked and
    copied. The previous files are moved to a new folder, not deleted. With --database the backup is
    copied to that database, which must be empty. The keys, by which phones and the host are known,
    are not in a backup: those in the data folder stay.
    """
    if place.database:
        refuse_old(place)
    aside = store.restore(place.folder, file, place.database)
    show(f"{file} was restored. You can start the server now.")
    if not (place.folder / keys.KEY_FILE).exists():
        show(
            f"{place.folder} has no keys. If you have {keys.KEY_FILE} and {keys.HOST_FILE} of the old "
            "one, copy them there before the start. Without them the links stay, but the server knows "
            "no phone, everyone has to open their link again, and there is a new host link."
        )
    if aside:
        show(
            f"The files from before are kept in {aside}. What was entered after the backup is only "
            f"there. To get an evening back: companion --instance {aside} list, then export and import."
        )
    return 0


@click.command
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> int:
    """Copy everything to another database.

    Evenings, groups, links and phones are copied. FROM and TO are each a data folder, or the
    address of a PostgreSQL database like postgresql://user:password@localhost/loo. TO must be
    empty or missing. Stop the server first, so that nothing is entered meanwhile. After an
    interruption TO is still empty, and you can start again.
    """
    start, end = (
        Place(Path(), text) if "://" in text else Place(Path(text), "") for text in (source, target)
    )
    if not start.database and not (start.folder / FILE).exists():
        raise click.ClickException(f"There is no database in {start.folder}.")
    refuse_old(start)
    refuse_old(end)
    copied = store.copy(start, end)
    show(f"Copied evenings and groups: {copied['evening']}. Entries: {copied['entry']}.")
    show(
        f"Phones stay known if the server there has the same {keys.KEY_FILE} and {keys.HOST_FILE} in "
        "its data folder."
    )
    return 0


@click.command
@existing_database
def check(place: Place) -> int:
    """Check the database and every evening in it.

    No entry may be damaged or missing, and each record must give the same result as its evening.
    The server may keep running. The exit code is 0, or 1 with a line for each fault.
    """
    try:
        with closing(store.open_store(*place)) as opened:
            evenings, groups = opened.log.evenings(), opened.groups.evenings()
            titles: dict[int | None, str] = {}
            titles |= {info.id: f"Evening {info.id}, {info.name}: " for info in evenings}
            titles |= {info.id: f"Group {info.id}, {info.name}: " for info in groups}
            findings = list(check_all(opened))
    except StoreError as error:
        show(say(error.fact))
        return 1
    for number, fact in findings:
        show(titles.get(number, "") + say(fact))
    if findings:
        where = ", to an empty database" if place.database else ""
        show(f"To go back to a backup{where}, stop the server and run: companion restore FILE")
        return 1
    show(f"All is well. Evenings checked: {len(evenings)}. Groups checked: {len(groups)}.")
    return 0
