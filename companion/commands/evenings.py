"""Evenings and groups: as files, as lists and in figures."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from companion.evening import Evening
from companion.evening.record import LARGEST, Record, RecordError, UnreadableFile, dumps, loads
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
    EveningInfo,
    EveningLog,
    GroupLog,
    StoreError,
    UnknownEvening,
    open_store,
)
from companion.store.errors import NoSuchEvening, NoSuchGroup
from companion.tables import RecordRefused, open_groups
from companion.tables.group_files import export_group, import_group
from companion.terminal import show
from companion.wording import say


def replay_file(arguments: argparse.Namespace) -> int:
    record = loads(_content(arguments.file))
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


def print_schema(_arguments: argparse.Namespace) -> int:
    content = json.dumps(record_schema(), ensure_ascii=False, indent=1)
    sys.stdout.buffer.write(content.encode() + b"\n")
    return 0


def export(arguments: argparse.Namespace) -> int:
    with closing(open_store(arguments.instance, arguments.database)) as store:
        info = _found(store.log, arguments.evening, NoSuchEvening)
        entries = tuple(store.log.read(info.id))
        seal = shown(store.log.seal(info.id, len(entries)))
        record = Record(info.name, info.opened_at, entries, seal)
    sys.stdout.buffer.write(_FORMS[arguments.form](record))
    return 0


def _deals(record: Record) -> bytes:
    return csv_file(DEAL_COLUMNS, deal_rows(replay(record.entries)[0].state))


def _ledger(record: Record) -> bytes:
    return csv_file(LEDGER_COLUMNS, ledger_rows(replay(record.entries)[0].state))


_FORMS: Mapping[str, Callable[[Record], bytes]] = {
    "record": dumps,
    "json": lambda record: _results(*replay(record.entries), record.seals),
    "csv": _deals,
    "ledger": _ledger,
}


def import_file(arguments: argparse.Namespace) -> int:
    data = _content(arguments.file, group_record.LARGEST)
    is_group = group_record.is_group(data)
    file = group_record.loads(data) if is_group else loads(data)
    with closing(open_groups(arguments.instance, database=arguments.database)) as groups:
        try:
            if isinstance(file, GroupRecord):
                info = import_group(groups, file)
                show(f"{info.name} was imported as group {info.id}: /g/{info.key}")
            else:
                info = groups.tables.import_record(file)
                show(f"{info.name} was imported as evening {info.id}: /e/{info.key}")
        except RecordRefused as error:
            print("Nothing was imported. The rules refuse:", file=sys.stderr)
            if error.evening:
                print(f"  in evening {error.evening} of the file:", file=sys.stderr)
            for problem in error.problems:
                show(_line(problem), error=True)
            return 1
    _seals_hold(file)
    return 0


def export_whole_group(arguments: argparse.Namespace) -> int:
    with closing(open_groups(arguments.instance, database=arguments.database)) as groups:
        info = _found(groups.groups.log, arguments.group, NoSuchGroup)
        for part in export_group(groups, groups.access_store.open(info.key, "").as_host()):
            sys.stdout.buffer.write(part)
    return 0


def list_groups(arguments: argparse.Namespace) -> int:
    with closing(open_store(arguments.instance, arguments.database)) as store:
        _list("/g/", store.group_log.evenings(), store.group_access, "No groups yet.")
    return 0


def print_figures(arguments: argparse.Namespace) -> int:
    with closing(open_groups(arguments.instance, database=arguments.database)) as groups:
        info = _found(groups.groups.log, arguments.group, NoSuchGroup)
        standing = groups.standings.whole(info.id)
    found, owed = standing.figures, standing.still_open
    if arguments.form == "csv":
        sys.stdout.buffer.write(csv_file(FIGURE_COLUMNS, figure_rows(found, owed)))
    else:
        named = {"format": "companion-figures", "version": 1, "name": info.name}
        figures = {**named, **msgspec.to_builtins(found), "owed": owed}
        content = json.dumps(figures, ensure_ascii=False, indent=1)
        sys.stdout.buffer.write(content.encode() + b"\n")
    return 0


def list_evenings(arguments: argparse.Namespace) -> int:
    with closing(open_store(arguments.instance, arguments.database)) as store:
        _list("/e/", store.log.evenings(), store.access, "No evenings yet.")
    return 0


def _list(path: str, found: Sequence[EveningInfo], access: AccessStore, none: str) -> None:
    """Print each with its links: to record, and to watch. If there is `none`, say so."""
    if not found:
        print(none, file=sys.stderr)
    for info in found:
        watch = access.rules(info.id).watch_key
        show(f"{info.id:>5}  {info.opened_at[:10]}  {info.name}  {path}{info.key}  {path}{watch}")


def delete(arguments: argparse.Namespace) -> int:
    with closing(open_store(arguments.instance, arguments.database)) as store:
        info = _found(store.log, arguments.evening, NoSuchEvening)
        if not arguments.yes and not _confirmed(info):
            print("Nothing was deleted.", file=sys.stderr)
            return 1
        if not arguments.no_export:
            file = Path(f"evening-{info.id}-{info.opened_at[:10]}.json")
            record = Record(info.name, info.opened_at, tuple(store.log.read(info.id)))
            try:
                with open(file, "xb", opener=_for_owner) as stream:
                    stream.write(dumps(record))
            except FileExistsError:
                print(f"Nothing was deleted: {file} already exists.", file=sys.stderr)
                return 1
            print(f"The evening was written to {file}.")
        store.log.delete(info.id)
    print(f"Evening {info.id} was deleted.")
    return 0


def _confirmed(info: EveningInfo) -> bool:
    show(f"Evening {info.id}, {info.name}, of {info.opened_at[:10]} will be deleted for good.")
    print("Type delete to go on: ", end="", flush=True)
    return sys.stdin.readline().strip() == "delete"


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _line(problem: Problem) -> str:
    return f"  entry {problem.entry}: {say(problem.fact)} ({problem.rule})"


def _found(
    log: EveningLog | GroupLog, text: str, fault: type[NoSuchEvening | NoSuchGroup]
) -> EveningInfo:
    """Return the evening, or the group, of a number, a key or a link. Raises `StoreError`."""
    try:
        if text.isdecimal():
            return log.evening(int(text))
        return log.find(text.rstrip("/").rpartition("/")[2])
    except (UnknownEvening, OverflowError, ValueError):
        # A number too long for the database, or for Python, is no evening's either.
        raise StoreError(fault(text[:60])) from None


def _content(file: str, most: int = LARGEST) -> bytes:
    """Return the bytes of a file, or of standard input for `-`. Raises `RecordError`."""
    # One byte more than the largest is enough to know that it is too large.
    if file == "-":
        return sys.stdin.buffer.read(most + 1)
    try:
        with open(file, "rb") as stream:
            return stream.read(most + 1)
    except OSError as error:
        raise RecordError(UnreadableFile(file, error.strerror or "")) from None
