"""The command line: run the server, and export, import, check and back up evenings."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from companion.evening import Evening
from companion.evening.record import LARGEST, Record, RecordError, UnreadableFile, dumps, loads
from companion.evening.replay import Problem, replay, report
from companion.evening.schema import record_schema
from companion.evening.spreadsheets import (
    DEAL_COLUMNS,
    LEDGER_COLUMNS,
    csv_file,
    deal_rows,
    ledger_rows,
)
from companion.store import EveningInfo, EveningLog, StoreError, UnknownEvening, open_store
from companion.store.errors import NoSuchEvening
from companion.tables import RecordRefused, open_tables
from companion.wording import say
from companion.wording.languages import SOURCE, TRANSLATIONS

CHECKOUT = Path(__file__).resolve().parent.parent
"""The folder of the checkout; where the package is installed, that of all packages."""


def default_instance() -> Path:
    """Return the folder of the database and the server's key: in the checkout, else the user's."""
    if (CHECKOUT / "pyproject.toml").exists():
        return CHECKOUT / "instance"
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(data) / "loo-companion"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 (refused), or 2 (cannot be read)."""
    arguments = _parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except RecordError as error:
        for fault in error.faults:
            print(say(fault), file=sys.stderr)
        return 2
    except StoreError as error:
        print(say(error.fact), file=sys.stderr)
        return 2
    except BrokenPipeError:
        _write_no_more()
        return 1
    except OSError as error:
        _write_no_more()
        print(f"Cannot write the output: {error.strerror}.", file=sys.stderr)
        return 2
    return code


def _write_no_more() -> None:
    """Let what is still to be written go nowhere, so that nothing is said of it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description=__doc__)
    parser.add_argument(
        "--instance",
        type=Path,
        default=default_instance(),
        metavar="DIR",
        help="folder of the database and the server's key (default: %(default)s)",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser(
        "serve",
        help="run the server",
        description="Run the server. It prints the address to open on a phone, with a QR code. "
        "The host link below makes a browser the host of every evening: open it on your own "
        "phone, and nothing is lost if another phone is. The link stays the same. To get a new "
        "one, delete host.key in the instance folder and restart the server.",
    )
    serve.add_argument(
        "--host",
        default="0.0.0.0",
        metavar="H",
        help="address to listen on: 0.0.0.0 for every phone on the network (default), "
        "127.0.0.1 for this machine only",
    )
    serve.add_argument(
        "--port", type=_port, default=8000, metavar="P", help="port to listen on (default: 8000)"
    )
    serve.add_argument(
        "--workers",
        type=_workers,
        default=1,
        metavar="N",
        help="number of processes (default: 1, enough for a thousand phones)",
    )
    serve.add_argument(
        "--behind-proxy",
        action="store_true",
        help="trust the headers X-Forwarded-For, -Proto and -Host: only behind a proxy that sets "
        "all three, and with --host 127.0.0.1, so that nobody can bypass it "
        "(SECURITY.md has a configuration for nginx)",
    )
    serve.add_argument(
        "--language",
        type=_language,
        default=SOURCE,
        metavar="L",
        help="language for phones whose own is not available (default: en); xx is a "
        "pseudo-language that shows what cannot be translated yet",
    )
    serve.set_defaults(run=_serve)

    check = commands.add_parser(
        "replay",
        help="check a record and print its results",
        description="Check a record and print its results as JSON. Exit code 0; 1 if "
        "entries were refused (listed as problems); 2 if the file cannot be read.",
    )
    check.add_argument("file", metavar="FILE", help="a record file, or - for standard input")
    check.set_defaults(run=_replay)

    schema = commands.add_parser(
        "schema",
        help="print the JSON Schema of the record file",
        description="Print the JSON Schema of the record file to standard output.",
    )
    schema.set_defaults(run=_schema)

    export = commands.add_parser(
        "export",
        help="print an evening as a record file, or for a spreadsheet",
        description="Print an evening to standard output: as a record file, as its results in "
        "JSON, or as CSV. docs/formats.md describes all of them.",
    )
    export.add_argument("evening", metavar="EVENING", help="its number, as shown by `list`")
    export.add_argument(
        "--as",
        dest="form",
        choices=("record", "json", "csv", "ledger"),
        default="record",
        help="record: to be imported again (default); json: as `replay` prints it; csv: a row "
        "for each deal and player; ledger: CSV with a row for each payment",
    )
    export.set_defaults(run=_export)

    importing = commands.add_parser(
        "import",
        help="import a record as a new evening",
        description="Import a record as a new evening. If the rules refuse any of its entries, "
        "nothing is imported, all of them are listed, and the exit code is 1.",
    )
    importing.add_argument("file", metavar="FILE", help="a record file, or - for standard input")
    importing.set_defaults(run=_import)

    show = commands.add_parser(
        "list",
        help="list all evenings with their links",
        description="List all evenings, newest first: number, day, name, and two links. "
        "The first link is for players, the second only to watch.",
    )
    show.set_defaults(run=_list)

    delete = commands.add_parser(
        "delete",
        help="delete an evening for good",
        description="Delete an evening for good. It is written to a record file in the current "
        "folder first, and you are asked to confirm.",
    )
    delete.add_argument("evening", metavar="EVENING", help="its number, as shown by `list`")
    delete.add_argument("--no-export", action="store_true", help="keep no record file")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    delete.set_defaults(run=_delete)

    backup = commands.add_parser(
        "backup",
        help="write the whole database to a new file",
        description="Write the whole database to a new file. The server may keep running. "
        "To restore it, stop the server and replace companion.db with the file.",
    )
    backup.add_argument("file", metavar="FILE", type=Path, help="a file that does not exist yet")
    backup.set_defaults(run=_backup)
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: give a number from 1 to 65535")
    return int(text)


def _workers(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of workers: give 1 to 64")
    return int(text)


def _language(name: str) -> str:
    if name in TRANSLATIONS:
        return name
    print(
        f"The language {name!r} is not available yet. The companion will use English.",
        file=sys.stderr,
    )
    return SOURCE


def _serve(arguments: argparse.Namespace) -> int:
    # Imported here: the server patches the standard library, which no other command wants.
    from companion.server import serve

    open_store(arguments.instance).close()
    serve(
        arguments.host,
        arguments.port,
        arguments.workers,
        arguments.instance,
        arguments.behind_proxy,
        arguments.language,
    )
    return 0


def _replay(arguments: argparse.Namespace) -> int:
    evening, problems = replay(loads(_content(arguments.file)).entries)
    sys.stdout.buffer.write(_results(evening, problems))
    return 1 if problems else 0


def _results(evening: Evening, problems: tuple[Problem, ...] = ()) -> bytes:
    content = json.dumps(report(evening, problems, say), ensure_ascii=False, indent=1)
    return content.encode() + b"\n"


def _schema(_arguments: argparse.Namespace) -> int:
    content = json.dumps(record_schema(), ensure_ascii=False, indent=1)
    sys.stdout.buffer.write(content.encode() + b"\n")
    return 0


def _export(arguments: argparse.Namespace) -> int:
    with closing(open_store(arguments.instance)) as store:
        info = _evening(store.log, arguments.evening)
        record = Record(info.name, info.opened_at, tuple(store.log.read(info.id)))
    sys.stdout.buffer.write(_FORMS[arguments.form](record))
    return 0


def _deals(record: Record) -> bytes:
    return csv_file(DEAL_COLUMNS, deal_rows(replay(record.entries)[0].state))


def _ledger(record: Record) -> bytes:
    return csv_file(LEDGER_COLUMNS, ledger_rows(replay(record.entries)[0].state))


_FORMS: Mapping[str, Callable[[Record], bytes]] = {
    "record": dumps,
    "json": lambda record: _results(*replay(record.entries)),
    "csv": _deals,
    "ledger": _ledger,
}


def _import(arguments: argparse.Namespace) -> int:
    record = loads(_content(arguments.file))
    with closing(open_tables(arguments.instance)) as tables:
        try:
            info = tables.import_record(record)
        except RecordRefused as error:
            print("Nothing was imported. The rules refuse:", file=sys.stderr)
            for problem in error.problems:
                print(_line(problem), file=sys.stderr)
            return 1
    print(f"{info.name} was imported as evening {info.id}: /e/{info.key}")
    return 0


def _list(arguments: argparse.Namespace) -> int:
    with closing(open_store(arguments.instance)) as store:
        for info in store.log.evenings():
            watch = store.access.rules(info.id).watch_key
            print(f"{info.id:>5}  {info.opened_at[:10]}  {info.name}  /e/{info.key}  /e/{watch}")
    return 0


def _delete(arguments: argparse.Namespace) -> int:
    with closing(open_store(arguments.instance)) as store:
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
    print(f"Evening {info.id}, {info.name}, of {info.opened_at[:10]} will be deleted for good.")
    print("Type delete to go on: ", end="", flush=True)
    return sys.stdin.readline().strip() == "delete"


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _backup(arguments: argparse.Namespace) -> int:
    with closing(open_store(arguments.instance)) as store:
        store.log.backup(arguments.file)
    print(f"The database was written to {arguments.file}.")
    return 0


def _line(problem: Problem) -> str:
    return f"  entry {problem.entry}: {say(problem.fact)} ({problem.rule})"


def _evening(log: EveningLog, text: str) -> EveningInfo:
    """Return the evening of a number, a key or a link."""
    try:
        if text.isdecimal():
            return log.evening(int(text))
        return log.find(text.rstrip("/").rpartition("/")[2])
    except (UnknownEvening, OverflowError, ValueError):
        # A number too long for the database, or for Python, is no evening's either.
        raise StoreError(NoSuchEvening(text[:60])) from None


def _content(file: str) -> bytes:
    """Return the bytes of a file, or of standard input for `-`. Raises `RecordError`."""
    # One byte more than the largest record is enough to know that it is too large.
    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    try:
        with open(file, "rb") as stream:
            return stream.read(LARGEST + 1)
    except OSError as error:
        raise RecordError(UnreadableFile(file, error.strerror or "")) from None
