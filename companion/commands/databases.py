"""A whole database: back it up, restore it, copy it and check it."""

import argparse
import sys
from contextlib import closing, suppress
from pathlib import Path

from companion import store
from companion.store import StoreError, keys
from companion.store.sqlite.files import BACKUPS, FILE, time_in_a_name
from companion.tables.integrity import check
from companion.terminal import show
from companion.wording import say


def backup(arguments: argparse.Namespace) -> int:
    folder, file = arguments.file, arguments.file
    if folder is None:
        folder = arguments.instance / BACKUPS
        with suppress(OSError):  # what is wrong is said when the file is written
            folder.mkdir(mode=0o700, exist_ok=True)
    if file is None or folder.is_dir():
        file = folder / f"companion-{time_in_a_name()}.db"
    elif arguments.keep:
        print(f"{folder} is no folder: --keep needs one.", file=sys.stderr)
        return 2
    store.backup(arguments.instance, file, arguments.database)
    print(f"The database was written to {file}.")
    if arguments.keep:
        for old in sorted(folder.glob(f"companion-{'[0-9]' * 8}-{'[0-9]' * 6}.db"))[
            : -arguments.keep
        ]:
            old.unlink()
            print(f"An older backup was deleted: {old}")
    return 0


def restore_backup(arguments: argparse.Namespace) -> int:
    aside = store.restore(arguments.instance, arguments.file, arguments.database)
    print(f"{arguments.file} was restored. You can start the server now.")
    if aside:
        print(
            f"The files from before are kept in {aside}. What was entered after the backup is only "
            f"there. To get an evening back: companion --instance {aside} list, then export and import."
        )
    return 0


def copy_store(arguments: argparse.Namespace) -> int:
    (folder, database), target = map(_place, (arguments.source, arguments.target))
    if not database and not (folder / FILE).exists():
        print(f"There is no database in {folder}.", file=sys.stderr)
        return 2
    copied = store.copy((folder, database), target)
    print(f"Copied evenings and groups: {copied['evening']}. Entries: {copied['entry']}.")
    print(
        f"Phones stay known if the server there has the same {keys.KEY_FILE} and {keys.HOST_FILE} in "
        "its data folder."
    )
    return 0


def _place(text: str) -> tuple[Path, str]:
    """Return the folder, or the address of the database, that a text names."""
    return (Path(), text) if "://" in text else (Path(text), "")


def check_store(arguments: argparse.Namespace) -> int:
    try:
        with closing(store.open_store(arguments.instance, arguments.database)) as opened:
            evenings, groups = opened.log.evenings(), opened.group_log.evenings()
            titles: dict[int | None, str] = {}
            titles |= {info.id: f"Evening {info.id}, {info.name}: " for info in evenings}
            titles |= {info.id: f"Group {info.id}, {info.name}: " for info in groups}
            sound = True
            for finding in check(opened):
                sound = False
                show(titles.get(finding.number, "") + say(finding.fact))
    except StoreError as error:
        show(say(error.fact))
        return 1
    if not sound:
        where = ", to an empty database" if arguments.database else ""
        print(f"To go back to a backup{where}, stop the server and run: companion restore FILE")
        return 1
    print(f"All is well. Evenings checked: {len(evenings)}. Groups checked: {len(groups)}.")
    return 0
