"""What each command does. It returns the exit code: 0, 1 (refused), or 2 (cannot be read)."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from companion.evening import Evening
from companion.evening.record import LARGEST, Record, RecordError, UnreadableFile, dumps, loads
from companion.evening.replay import Problem, replay, report
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
from companion.groups.figures import still_open
from companion.groups.record import GroupRecord
from companion.groups.spreadsheets import FIGURE_COLUMNS, figure_rows
from companion.service import SECRETS, Service, out_of_reach
from companion.store import (
    EveningInfo,
    EveningLog,
    GroupLog,
    StoreError,
    UnknownEvening,
    copy,
    keys,
    open_store,
    prepare_server,
    restore,
)
from companion.store.errors import NoFileBackup, NoSuchEvening
from companion.store.lock import in_use
from companion.store.sqlite.files import BACKUPS, FILE, time_in_a_name
from companion.tables import Limits, RecordRefused, open_groups
from companion.tables.group_files import export_group, import_group
from companion.tables.integrity import check
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
        open_store(arguments.instance).close()
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
            metrics=arguments.metrics,
            log_json=arguments.log == "json",
            database=arguments.database,
            keeps_shell=arguments.keeps_shell,
        )
    return 0


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
    named = serving.database != os.environ.get("COMPANION_DATABASE", "")
    if named and urlsplit(serving.database).password:
        print(
            f"Everybody on this machine can read a unit. Write COMPANION_DATABASE=… into {SECRETS} "
            "instead, and keep that for root (chmod 600): the server reads it from there.",
            file=sys.stderr,
        )
        return 2
    ports = (serving.port, *(serving.metrics or ())[1:])
    described = Service(
        arguments.user,
        arguments.options,
        arguments.instance.absolute() if arguments.named else None,
        serving.workers,
        min(ports) < 1024,
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


def replay_file(arguments: argparse.Namespace) -> int:
    record = loads(_content(arguments.file))
    evening, problems = replay(record.entries)
    sys.stdout.buffer.write(_results(evening, problems, record.seals))
    return 1 if problems or not _seals_hold(record) else 0


def _results(evening: Evening, problems: tuple[Problem, ...], seals: Seals) -> bytes:
    content = json.dumps(report(evening, problems, say, seals), ensure_ascii=False, indent=1)
    return content.encode() + b"\n"


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
        info = _evening(store.log, arguments.evening)
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
        info = _evening(groups.groups.log, arguments.group)
        for part in export_group(groups, groups.access_store.open(info.key, "").as_host()):
            sys.stdout.buffer.write(part)
    return 0


def list_groups(arguments: argparse.Namespace) -> int:
    with closing(open_store(arguments.instance, arguments.database)) as store:
        for info in store.group_log.evenings():
            watch = store.group_access.rules(info.id).watch_key
            show(f"{info.id:>5}  {info.opened_at[:10]}  {info.name}  /g/{info.key}  /g/{watch}")
    return 0


def print_figures(arguments: argparse.Namespace) -> int:
    with closing(open_groups(arguments.instance, database=arguments.database)) as groups:
        info = _evening(groups.groups.log, arguments.group)
        found = groups.whole_figures(groups.access_store.open(info.key, "")).figures
        owed = still_open(groups.groups.evening(info.id), found)
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
        for info in store.log.evenings():
            watch = store.access.rules(info.id).watch_key
            show(f"{info.id:>5}  {info.opened_at[:10]}  {info.name}  /e/{info.key}  /e/{watch}")
    return 0


def delete(arguments: argparse.Namespace) -> int:
    with closing(open_store(arguments.instance, arguments.database)) as store:
        info = _evening(store.log, arguments.evening)
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


def backup(arguments: argparse.Namespace) -> int:
    if _is_missing(arguments):
        return 2
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
    with closing(open_store(arguments.instance, arguments.database)) as store:
        store.log.backup(file)
    print(f"The database was written to {file}.")
    if arguments.keep:
        for old in sorted(folder.glob(f"companion-{'[0-9]' * 8}-{'[0-9]' * 6}.db"))[
            : -arguments.keep
        ]:
            old.unlink()
            print(f"An older backup was deleted: {old}")
    return 0


def _is_missing(arguments: argparse.Namespace) -> bool:
    """Return whether there is no database; if so, say so, rather than make an empty one."""
    missing = not (arguments.database or (arguments.instance / FILE).exists())
    if missing:
        print(f"There is no database in {arguments.instance}.", file=sys.stderr)
    return missing


def restore_backup(arguments: argparse.Namespace) -> int:
    if arguments.database:
        raise StoreError(NoFileBackup())
    aside = restore(arguments.instance, arguments.file)
    print(f"{arguments.file} was restored. You can start the server now.")
    if aside:
        print(f"The files from before are kept in {aside}.")
    return 0


def copy_store(arguments: argparse.Namespace) -> int:
    (folder, database), target = map(_place, (arguments.source, arguments.target))
    if not database and not (folder / FILE).exists():
        print(f"There is no database in {folder}.", file=sys.stderr)
        return 2
    copied = copy((folder, database), target)
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
    if _is_missing(arguments):
        return 2
    try:
        with closing(open_store(arguments.instance, arguments.database)) as store:
            evenings, groups = store.log.evenings(), store.group_log.evenings()
            titles: dict[int | None, str] = {}
            titles |= {info.id: f"Evening {info.id}, {info.name}: " for info in evenings}
            titles |= {info.id: f"Group {info.id}, {info.name}: " for info in groups}
            sound = True
            for finding in check(store):
                sound = False
                show(titles.get(finding.number, "") + say(finding.fact))
    except StoreError as error:
        show(say(error.fact))
        return 1
    if not sound:
        if arguments.database:
            print(say(NoFileBackup()))
        else:
            print("To go back to a backup, stop the server and run: companion restore FILE")
        return 1
    print(f"All is well. Evenings checked: {len(evenings)}. Groups checked: {len(groups)}.")
    return 0


def _line(problem: Problem) -> str:
    return f"  entry {problem.entry}: {say(problem.fact)} ({problem.rule})"


def _evening(log: EveningLog | GroupLog, text: str) -> EveningInfo:
    """Return the evening, or the group, of a number, a key or a link."""
    try:
        if text.isdecimal():
            return log.evening(int(text))
        return log.find(text.rstrip("/").rpartition("/")[2])
    except (UnknownEvening, OverflowError, ValueError):
        # A number too long for the database, or for Python, is no evening's either.
        raise StoreError(NoSuchEvening(text[:60])) from None


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
