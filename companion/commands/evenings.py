"""Commands for evenings and groups: files, lists and figures."""

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from companion.commands.common import Place, database, existing_database, progress, refuse_old, show
from companion.evening import names
from companion.evening.record import LARGEST, LONGEST_NAME, Record, dumps, loads
from companion.evening.replay import replay, report, results_file
from companion.evening.seal import shown
from companion.groups import record as group_record
from companion.groups.entries import Source
from companion.groups.record import GroupRecord
from companion.store import (
    AccessStore,
    EveningInfo,
    LinkTable,
    StoreError,
    TableAccess,
    UnknownEvening,
    open_store,
)
from companion.store.errors import NotFound
from companion.study.report import report as study_report
from companion.tables import Groups, RecordRefused, open_groups
from companion.tables.checking import CheckTime
from companion.tables.days import day_of
from companion.tables.group_files import export_group, import_evenings, import_group, readable
from companion.tables.results_csv import import_results, plan
from companion.wording import say
from companion.wording.games import known_titles
from companion.wording.results_csv import read, understood
from companion.wording.spreadsheets import evening_file, group_file


@click.command("replay")
@click.argument("file", type=click.File("rb"))
def replay_file(file: BinaryIO) -> int:
    """Check a record and print its results.

    FILE is a record file, or - for standard input. The results are JSON. Exit code 0; 1 if entries
    were refused (listed as problems), or if its seal shows that it was changed after it was
    exported; 2 if the file cannot be read.
    """
    # Read one byte more than allowed, to notice a file that is too large.
    record = loads(file.read(LARGEST + 1))
    evening, problems = replay(record.entries, progress(len(record.entries)))
    _write(results_file(report(evening, problems, say, record.seals)))
    return 1 if _warn_of_changes(record) or problems else 0


@click.command("study")
@click.argument("file", type=click.File("rb"))
def study_file(file: BinaryIO) -> int:
    """Print what could have been won in each deal of a record, with all cards open.

    FILE is a record file, or - for standard input. The results are JSON (docs/formats.md). Exit code
    0; 1 if entries were refused, or if the seal shows a change; 2 if the file cannot be read.
    """
    record = loads(file.read(LARGEST + 1))
    evening, problems = replay(record.entries, progress(len(record.entries)))
    _write(results_file(study_report(evening.state)))
    for one in problems:
        show(f"Entry {one.entry}: {say(one.fact)}", error=True)
    return 1 if _warn_of_changes(record) or problems else 0


def _write(data: bytes) -> None:
    sys.stdout.buffer.write(data)


def _warn_of_changes(file: Record | GroupRecord) -> bool:
    """Return whether a file was changed after its export; if so, print a warning."""
    broken = file.broken_seals()
    if broken:
        show(say(broken), error=True)
    return broken is not None


def _print_json(content: object) -> None:
    _write(json.dumps(content, ensure_ascii=False, indent=1).encode() + b"\n")


@click.command
@existing_database
@click.argument("evening")
@click.option(
    "--as",
    "form",
    type=click.Choice(["record", "json", "csv", "ledger"]),
    default="record",
    help="record: to be imported again; json: as `replay` prints it; csv: a row for each "
    "deal and player; ledger: CSV with a row for each payment.",
)
def export(place: Place, evening: str, form: str) -> int:
    """Print an evening as a record file, or for a spreadsheet.

    EVENING is its number, as shown by `list`. docs/formats.md describes all formats.
    """
    with _opened_groups(place) as groups:
        log = groups.tables.evenings.log
        info = _found(log, evening)
        entries = tuple(log.read(info.id))
        seal = shown(log.seal(info.id, len(entries)))
        record = info.record(entries, seal)
        if form == "record":
            _write(dumps(record))
            return 0
        folded, problems = replay(entries)
        folded = groups.valued(info.id, folded)
    if form == "json":
        _write(results_file(report(folded, problems, say, record.seals)))
    else:
        name = "ledger" if form == "ledger" else "deals"
        sys.stdout.buffer.writelines(evening_file(name, folded, info))
    return 0


@click.command("import")
@database
@click.argument("file", type=click.File("rb"))
@click.option("--group", default="", help="CSV: the number of its group; else a new one.")
@click.option("--order", type=click.Choice(["day", "month"]), help="CSV: what dates begin with.")
@click.option(
    "--unbalanced",
    type=click.Choice(["points", "leave-out"]),
    help="CSV: what becomes of evenings whose sums are not zero.",
)
@click.option("--worth", "amount", help="CSV: what a chip is worth, like 0.10.")
@click.option("--currency", help="CSV: of the worth or of the amounts, like EUR.")
@click.option("--settled", flag_value="yes", help="CSV: everything is paid.")
@click.option("--game", default="Cards", help="CSV: the game, if the file names none.")
def import_file(place: Place, file: BinaryIO, group: str, **chosen: str | None) -> int:
    """Import a record as a new evening, a group with its evenings, or results from a spreadsheet.

    FILE is a record, a group file or CSV (docs/formats.md), or - for standard input. The import has no
    host until someone opens its link and taps Become the host (under ⋯, Invite; in a group, under ⋯).
    If the rules refuse any of the entries, nothing is imported, these entries are listed, and the exit
    code is 1. The same if something has to be chosen for a CSV file.
    """
    refuse_old(place)
    name = Path(str(getattr(file, "name", "-")))
    if group or name.suffix.lower() in (".csv", ".tsv", ".txt"):
        fields = {field: value for field, value in chosen.items() if value is not None}
        return _import_results(place, file.read(), name, group, fields)
    data = file.read(group_record.LARGEST + 1)
    record = group_record.loads(data) if group_record.is_group(data) else loads(data)
    evenings = (
        [one.record for one in record.evenings] if isinstance(record, GroupRecord) else [record]
    )
    watch = progress(sum(len(one.entries) for one in evenings))
    with _opened_groups(place, watch) as groups:
        try:
            if isinstance(record, GroupRecord) and not record.name:
                show(f"{import_evenings(groups, record)} evenings were imported.")
            elif isinstance(record, GroupRecord):
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
    _warn_of_changes(record)
    return 0


def _import_results(
    place: Place, data: bytes, file: Path, number: str, chosen: Mapping[str, str]
) -> int:
    today = datetime.now().date()
    sheet = read(data, chosen["game"], chosen.get("order") == "month", today)
    with _opened_groups(place) as groups:
        group = _found(groups.store, number) if number else None
        access = groups.access_store.open(group.key, "").as_host() if group else None
        people = groups.report(access).people if access else ()
        made = plan(sheet, {names.likeness(one): one for one in people}, chosen)
        for line in understood(sheet, made):
            show(line)
        if made.faults:
            for fault in dict.fromkeys(made.faults):
                show(say(fault), error=True)
            return 2
        for day, game, rest in made.unbalanced:
            show(f"{day}, {game}: what all win and lose adds up to {rest}, not to 0.")
        if made.wanted:
            options = " and ".join(f"--{one}" for one in made.wanted)
            show(f"Nothing was imported. Choose {options}.", error=True)
            return 1
        group = group or groups.start(names.tidy(file.stem)[:LONGEST_NAME], "", sheet.content)
        access = access or groups.access_store.open(group.key, "").as_host()
        if before := groups.store.group(group.id).source(sheet.content):
            show(f"This file was imported on {before.day}. Nothing was added.")
            return 0
        import_results(groups, access, made.evenings, Source(file.name, sheet.content, today))
    show(f"They were imported into group {group.id}, {group.name}: /g/{group.key}")
    return 0


def _opened_groups(place: Place, watch: CheckTime = lambda number: None) -> closing[Groups]:
    groups = open_groups(place.folder, database=place.database, watch=watch)
    groups.titles = known_titles()
    return closing(groups)


@click.command("export-group")
@existing_database
@click.argument("group")
@click.option(
    "--as",
    "form",
    type=click.Choice(["group", "deals", "ledger", "figures"]),
    default="group",
    help="group: to be imported again; deals: CSV with a row for each deal and player; ledger: "
    "with a row for each payment; figures: with a row for each person and game.",
)
def export_whole_group(place: Place, group: str, form: str) -> int:
    """Print a group with its evenings as a file, or for a spreadsheet.

    GROUP is its number, as shown by `groups`. The file can be imported elsewhere; it contains no
    link. Spreadsheets lack evenings that cannot be read, and name them. docs/formats.md describes
    all formats.
    """
    with _opened_groups(place) as groups:
        host = groups.access_store.open(_found(groups.store, group).key, "").as_host()
        if form == "group":
            sys.stdout.buffer.writelines(export_group(groups, host))
        else:
            _write_sheet(groups, host, form)
    return 0


def _write_sheet(groups: Groups, host: TableAccess, name: str) -> None:
    report = groups.report(host)
    for one in (one for one in report.evenings if one.id not in report.summaries):
        show(f"Evening {one.id}, {one.name}, cannot be read and is left out.", error=True)
    sys.stdout.buffer.writelines(group_file(name, report, readable(groups, host, report)))


@click.command
@existing_database
@click.argument("group")
@click.option("--as", "form", type=click.Choice(["csv", "json"]), default="csv")
def figures(place: Place, group: str, form: str) -> int:
    """Print the figures of a group.

    GROUP is its number, as shown by `groups`. The figures are CSV, a row for each person and game,
    or JSON. docs/formats.md describes both.
    """
    with _opened_groups(place) as groups:
        info = _found(groups.store, group)
        host = groups.access_store.open(info.key, "").as_host()
        if form == "csv":
            _write_sheet(groups, host, "figures")
            return 0
        report = groups.report(host)
    first, *others = map(msgspec.to_builtins, report.views)
    for one in others:
        del one["owed"]  # it is the same in all
    named = {"format": "companion-figures", "version": 2, "name": info.name}
    _print_json({**named, **first, "owed": report.owed, "others": others})
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


def _list(path: str, infos: Sequence[EveningInfo], access: AccessStore, none: str) -> None:
    if not infos:
        show(none, error=True)
    for info in infos:
        watch = access.rules(info.id).watch_key
        show(f"{info.id:>5}  {day_of(info)}  {info.name}  {path}{info.key}  {path}{watch}")


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
        info = _found(store.log, evening)
        if not yes:
            show(f"Evening {info.id}, {info.name}, of {day_of(info)} will be deleted for good.")
            print("Type delete to go on: ", end="", flush=True)
            if sys.stdin.readline().strip() != "delete":
                show("Nothing was deleted.", error=True)
                return 1
        if not no_export:
            file = Path(f"evening-{info.id}-{day_of(info)}.json")
            record = info.record(store.log.read(info.id))
            try:
                file.touch(0o600, exist_ok=False)
                file.write_bytes(dumps(record))
            except FileExistsError:
                show(f"Nothing was deleted: {file} already exists.", error=True)
                return 1
            show(f"The evening was written to {file}.")
        store.log.delete(info.id)
    show(f"Evening {info.id} was deleted.")
    return 0


def _found(table: LinkTable, text: str) -> EveningInfo:
    """Find an evening or a group by its number, key or link. Raises `StoreError`."""
    try:
        if text.isdecimal():
            return table.evening(int(text))
        return table.find(text.rstrip("/").rpartition("/")[2])
    except (UnknownEvening, OverflowError, ValueError):
        # A number can be too long for the database, or for Python.
        raise StoreError(NotFound(table.kind, text[:60])) from None
