"""Commands for evenings and groups: as files, as lists and in figures."""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from companion.commands.common import Place, database, existing_database, show
from companion.evening import Evening, State
from companion.evening.record import LARGEST, Record, dumps, loads
from companion.evening.replay import Problem, replay, report, results_file
from companion.evening.schema import record_schema
from companion.evening.seal import Seals, shown
from companion.evening.spreadsheets import (
    DEAL_COLUMNS,
    LEDGER_COLUMNS,
    csv_file,
    deal_rows,
    ledger_rows,
)
from companion.groups import record as group_record
from companion.groups.record import GroupRecord
from companion.groups.spreadsheets import FIGURE_COLUMNS, figure_rows
from companion.store import (
    AccessStore,
    Directory,
    EveningInfo,
    StoreError,
    UnknownEvening,
    open_store,
)
from companion.store.errors import NoSuchEvening, NoSuchGroup
from companion.tables import RecordRefused, open_groups
from companion.tables.group_files import export_group, import_group
from companion.wording import say

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL


@click.command("replay")
@click.argument("file", type=click.File("rb"))
def replay_file(file: BinaryIO) -> int:
    """Check a record and print its results.

    FILE is a record file, or - for standard input. The results are JSON. Exit code 0; 1 if entries
    were refused (listed as problems), or if its seal shows that it was changed after it was
    exported; 2 if the file cannot be read.
    """
    # One byte more than the largest is enough to know that a file is too large.
    record = loads(file.read(LARGEST + 1))
    evening, problems = replay(record.entries)
    sys.stdout.buffer.write(_results(evening, problems, record.seals))
    is_as_exported = _seals_hold(record)
    return 0 if is_as_exported and not problems else 1


def _results(evening: Evening, problems: tuple[Problem, ...], seals: Seals) -> bytes:
    return results_file(report(evening, problems, say, seals))


def _seals_hold(file: Record | GroupRecord) -> bool:
    """Return whether a file holds what was exported; if not, say so on standard error."""
    broken = file.broken_seals()
    if broken:
        show(say(broken), error=True)
    return broken is None


@click.command
def schema() -> int:
    """Print the JSON Schema of the record file."""
    _print_json(record_schema())
    return 0


def _print_json(content: object) -> None:
    text = json.dumps(content, ensure_ascii=False, indent=1)
    sys.stdout.buffer.write(text.encode() + b"\n")


def _state(record: Record) -> State:
    return replay(record.entries)[0].state


_FORMS: Mapping[str, Callable[[Record], bytes]] = {
    "record": dumps,
    "json": lambda record: _results(*replay(record.entries), record.seals),
    "csv": lambda record: csv_file(DEAL_COLUMNS, deal_rows(_state(record))),
    "ledger": lambda record: csv_file(LEDGER_COLUMNS, ledger_rows(_state(record))),
}


@click.command
@existing_database
@click.argument("evening")
@click.option(
    "--as",
    "form",
    type=click.Choice(list(_FORMS)),
    default="record",
    help="record: to be imported again; json: as `replay` prints it; csv: a row for each "
    "deal and player; ledger: CSV with a row for each payment.",
)
def export(place: Place, evening: str, form: str) -> int:
    """Print an evening as a record file, or for a spreadsheet.

    EVENING is its number, as shown by `list`. docs/formats.md describes all formats.
    """
    with closing(open_store(*place)) as store:
        info = _found(store.log, evening, NoSuchEvening)
        entries = tuple(store.log.read(info.id))
        seal = shown(store.log.seal(info.id, len(entries)))
    sys.stdout.buffer.write(_FORMS[form](Record(info.name, info.opened_at, entries, seal)))
    return 0


@click.command("import")
@database
@click.argument("file", type=click.File("rb"))
def import_file(place: Place, file: BinaryIO) -> int:
    """Import a record as a new evening, or a group with its evenings.

    FILE is a record or a group file, or - for standard input. Nobody hosts what was imported until
    someone opens its link and taps Become the host (under ⋯, Phones; in a group, under ⋯). If the
    rules refuse any of the entries, nothing is imported, all of them are listed, and the exit code
    is 1.
    """
    data = file.read(group_record.LARGEST + 1)
    record = group_record.loads(data) if group_record.is_group(data) else loads(data)
    with closing(open_groups(place.folder, database=place.database)) as groups:
        try:
            if isinstance(record, GroupRecord):
                info = import_group(groups, record)
                show(f"{info.name} was imported as group {info.id}: /g/{info.key}")
            else:
                info = groups.tables.import_record(record)
                show(f"{info.name} was imported as evening {info.id}: /e/{info.key}")
        except RecordRefused as error:
            show("Nothing was imported. The rules refuse:", error=True)
            if error.evening:
                show(f"  in evening {error.evening} of the file:", error=True)
            for problem in error.problems:
                line = f"  entry {problem.entry}: {say(problem.fact)} ({problem.rule})"
                show(line, error=True)
            return 1
    _seals_hold(record)
    return 0


@click.command("export-group")
@existing_database
@click.argument("group")
def export_whole_group(place: Place, group: str) -> int:
    """Print a group with its evenings as a file.

    GROUP is its number, as shown by `groups`. The file can be imported elsewhere; it contains no
    link. docs/formats.md describes it.
    """
    with closing(open_groups(place.folder, database=place.database)) as groups:
        info = _found(groups.store, group, NoSuchGroup)
        for part in export_group(groups, groups.access_store.open(info.key, "").as_host()):
            sys.stdout.buffer.write(part)
    return 0


@click.command
@existing_database
@click.argument("group")
@click.option("--as", "form", type=click.Choice(["csv", "json"]), default="csv")
def figures(place: Place, group: str, form: str) -> int:
    """Print the figures of a group.

    GROUP is its number, as shown by `groups`. The figures are CSV, a row for each person and game,
    or JSON. docs/formats.md describes both.
    """
    with closing(open_groups(place.folder, database=place.database)) as groups:
        info = _found(groups.store, group, NoSuchGroup)
        report = groups.report(groups.access_store.open(info.key, "").as_host())
    found, owed = report.figures, report.still_open
    if form == "csv":
        sys.stdout.buffer.write(csv_file(FIGURE_COLUMNS, figure_rows(found, owed)))
    else:
        named = {"format": "companion-figures", "version": 1, "name": info.name}
        _print_json({**named, **msgspec.to_builtins(found), "owed": owed})
    return 0


@click.command("list")
@existing_database
def list_evenings(place: Place) -> int:
    """List all evenings with their links.

    The newest comes first: number, day, name, and two links. The first link is for players, the
    second only to watch.
    """
    with closing(open_store(*place)) as store:
        _list("/e/", store.log.evenings(), store.access, "No evenings yet.")
    return 0


@click.command("groups")
@existing_database
def list_groups(place: Place) -> int:
    """List all groups with their links.

    The newest comes first: number, day, name, and two links. The first link is for players, the
    second only to watch.
    """
    with closing(open_store(*place)) as store:
        _list("/g/", store.groups.evenings(), store.group_access, "No groups yet.")
    return 0


def _list(path: str, found: Sequence[EveningInfo], access: AccessStore, none: str) -> None:
    """Print each with its links: to record, and to watch. If there is `none`, say so."""
    if not found:
        show(none, error=True)
    for info in found:
        watch = access.rules(info.id).watch_key
        show(f"{info.id:>5}  {info.opened_at[:10]}  {info.name}  {path}{info.key}  {path}{watch}")


@click.command
@existing_database
@click.argument("evening")
@click.option("--no-export", is_flag=True, help="Keep no record file.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(place: Place, evening: str, no_export: bool, yes: bool) -> int:
    """Delete an evening for good.

    EVENING is its number, as shown by `list`. It is written to a record file in the current folder
    first, and you are asked to confirm.
    """
    with closing(open_store(*place)) as store:
        info = _found(store.log, evening, NoSuchEvening)
        if not yes:
            show(
                f"Evening {info.id}, {info.name}, of {info.opened_at[:10]} will be deleted for good."
            )
            print("Type delete to go on: ", end="", flush=True)
            if sys.stdin.readline().strip() != "delete":
                show("Nothing was deleted.", error=True)
                return 1
        if not no_export:
            file = Path(f"evening-{info.id}-{info.opened_at[:10]}.json")
            record = Record(info.name, info.opened_at, tuple(store.log.read(info.id)))
            try:
                with os.fdopen(os.open(file, _NEW_FILE, 0o600), "wb") as stream:
                    stream.write(dumps(record))
            except FileExistsError:
                show(f"Nothing was deleted: {file} already exists.", error=True)
                return 1
            show(f"The evening was written to {file}.")
        store.log.delete(info.id)
    show(f"Evening {info.id} was deleted.")
    return 0


def _found(log: Directory, text: str, fault: type[NoSuchEvening | NoSuchGroup]) -> EveningInfo:
    """Return the evening, or the group, of a number, a key or a link. Raises `StoreError`."""
    try:
        if text.isdecimal():
            return log.evening(int(text))
        return log.find(text.rstrip("/").rpartition("/")[2])
    except (UnknownEvening, OverflowError, ValueError):
        # A number too long for the database, or for Python, is no evening's either.
        raise StoreError(fault(text[:60])) from None
