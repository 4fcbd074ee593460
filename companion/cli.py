"""The command line: run the server, and export, import, check and back up evenings."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import __version__, options
from companion.commands import databases, evenings, serving
from companion.evening.record import RecordError
from companion.store import StoreError
from companion.store.errors import StoreTrouble
from companion.store.sqlite.files import ASIDE, FILE
from companion.terminal import show
from companion.wording import say

CHECKOUT = Path(__file__).resolve().parent.parent
"""The folder of the checkout; where the package is installed, that of all packages."""

_INSTANCE = "COMPANION_INSTANCE"
_ANOTHER_FOLDER = "Or choose another one: companion --instance DIR, or COMPANION_INSTANCE=DIR"
_OF_A_STORE = (
    databases.backup,
    databases.check_store,
    evenings.delete,
    evenings.export,
    evenings.export_whole_group,
    evenings.list_evenings,
    evenings.list_groups,
    evenings.print_figures,
)
"""What makes no store where there is none: a mistyped folder would look like one without evenings."""


def default_instance() -> Path:
    """Return the data folder, with the database and the keys.

    It is what COMPANION_INSTANCE names, else in the checkout, else the user's own.
    """
    if named := os.environ.get(_INSTANCE):
        return Path(named)
    if (CHECKOUT / "pyproject.toml").exists():
        return CHECKOUT / "instance"
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not data.is_absolute():  # to be ignored, says the specification
        data = Path("~/.local/share").expanduser()
    return data / "loo-companion"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 (refused), or 2 (cannot be read)."""
    arguments = understood(argv)
    if arguments.run in _OF_A_STORE and _is_missing(arguments):
        print(
            f"There is no database in {arguments.instance}. Name the folder that holds yours: "
            "companion --instance DIR, or COMPANION_INSTANCE=DIR",
            file=sys.stderr,
        )
        return 2
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except RecordError as error:
        for fault in error.faults:
            show(say(fault), error=True)
        return 2
    except StoreError as error:
        show(say(error.fact), error=True)
        match error.fact:
            case StoreTrouble("folder", folder=folder) if folder == str(arguments.instance):
                print(_ANOTHER_FOLDER, file=sys.stderr)
        return 2
    except BrokenPipeError:
        _write_no_more()
        return 1
    except OSError as error:
        _write_no_more()
        print(f"Cannot write the output: {error.strerror}.", file=sys.stderr)
        return 2
    return code


def _is_missing(arguments: argparse.Namespace) -> bool:
    """Return whether the data folder holds nothing of a database, and none is named."""
    if arguments.database:
        return False
    try:
        names = os.listdir(arguments.instance)
    except FileNotFoundError:
        return True
    except OSError:  # what is wrong with the folder is said when it is opened
        return False
    # One that was restored halfway has another word to say.
    return not any(name.startswith((FILE, ASIDE)) for name in names)


def _write_no_more() -> None:
    """Let what is still to be written go nowhere, so that nothing is said of it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def understood(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return what was asked, or leave with exit code 2 and what is wrong with it.

    A command that concerns a server takes the options of `serve` too: `options` holds them as they
    were given, and `serving` what they mean.
    """
    parser = _parser()
    arguments, rest = parser.parse_known_args(argv)
    arguments.named = arguments.instance is not None or bool(os.environ.get(_INSTANCE))
    arguments.instance = arguments.instance or default_instance()
    if arguments.run in (serving.doctor, serving.service):
        arguments.options = rest
        arguments.serving = parser.parse_args(["serve", *rest])
    elif rest:
        parser.error(
            f"unrecognized arguments: {' '.join(rest)}. "
            f"`companion {arguments.command} --help` shows what there is"
        )
    return arguments


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description=__doc__)
    default = str(default_instance()).replace("%", "%%")
    parser.add_argument(
        "--instance",
        type=Path,
        metavar="DIR",
        help="data folder, with the database and the keys; the environment variable "
        f"{_INSTANCE} names another one for good (default: {default})",
    )
    parser.add_argument("--version", action="version", version=f"loo-companion {__version__}")
    adding = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
    database = argparse.ArgumentParser(add_help=False)
    database.add_argument(
        "--database",
        default=os.environ.get("COMPANION_DATABASE", ""),
        metavar="URL",
        help="use a PostgreSQL database, like postgresql://user:password@localhost/loo, in place of "
        "the one in the data folder; the environment variable COMPANION_DATABASE names it without "
        "showing the password to others on this machine",
    )

    serve = adding.add_parser(
        "serve",
        parents=[database],
        help="run the server",
        description="Run the server. It prints the address to open on a phone, with a QR code. "
        "The host link below makes a browser the host of every evening: open it on your own "
        "phone, and nothing is lost if another phone is. The link stays the same. To get a new "
        "one, delete host.key in the instance folder and restart the server.",
    )
    options.of_serve(serve)
    serve.set_defaults(run=serving.serve)

    doctor = adding.add_parser(
        "doctor",
        help="say what is missing or wrong on this machine",
        description="Say what a server on this machine has, and what is missing or wrong, with "
        "what to do. Nothing is changed. Give the options that you give to `serve`. Exit code 0; "
        "1 if there is something to do.",
        usage="%(prog)s [-h] [options of serve]",
        allow_abbrev=False,
    )
    doctor.set_defaults(run=serving.doctor)

    service = adding.add_parser(
        "service",
        help="print a systemd unit for a server on this machine",
        description="Print a systemd unit that starts this installation with the machine, as a "
        "user of its own and confined; or with --backup and --timer the two units of a backup "
        "every night. Give the options that you want to give to `serve`. The data folder is "
        "/var/lib/loo-companion, or what --instance says.",
        usage="%(prog)s [-h] [--user NAME] [--backup | --timer] [--into DIR] [--keep N] "
        "[options of serve]",
        allow_abbrev=False,
    )
    service.add_argument(
        "--user",
        type=options.user,
        default="loo-companion",
        metavar="NAME",
        help="the user who runs it (default: %(default)s)",
    )
    which = service.add_mutually_exclusive_group()
    which.add_argument("--backup", action="store_true", help="the unit that makes a backup")
    which.add_argument("--timer", action="store_true", help="its timer")
    service.add_argument(
        "--into",
        type=lambda text: Path(text).absolute(),
        metavar="DIR",
        help="folder for the backups, on another disk if possible (default: that of `backup`)",
    )
    service.add_argument(
        "--keep",
        type=options.number_of_backups,
        default=14,
        metavar="N",
        help="how many backups are kept (default: %(default)s)",
    )
    service.set_defaults(run=serving.service)

    replay = adding.add_parser(
        "replay",
        help="check a record and print its results",
        description="Check a record and print its results as JSON. Exit code 0; 1 if "
        "entries were refused (listed as problems), or if its seal shows that it was changed after "
        "it was exported; 2 if the file cannot be read.",
    )
    replay.add_argument("file", metavar="FILE", help="a record file, or - for standard input")
    replay.set_defaults(run=evenings.replay_file)

    schema = adding.add_parser(
        "schema",
        help="print the JSON Schema of the record file",
        description="Print the JSON Schema of the record file to standard output.",
    )
    schema.set_defaults(run=evenings.print_schema)

    export = adding.add_parser(
        "export",
        parents=[database],
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
    export.set_defaults(run=evenings.export)

    importing = adding.add_parser(
        "import",
        parents=[database],
        help="import a record as a new evening, or a group with its evenings",
        description="Import a record as a new evening, or the file of a group with all its "
        "evenings. Nobody hosts it until someone opens its link and taps Become the host (under ⋯, "
        "Phones; in a group, under ⋯). If the rules refuse any of the entries, nothing is imported, "
        "all of them are listed, and the exit code is 1.",
    )
    importing.add_argument(
        "file", metavar="FILE", help="a record or a group file, or - for standard input"
    )
    importing.set_defaults(run=evenings.import_file)

    show = adding.add_parser(
        "list",
        parents=[database],
        help="list all evenings with their links",
        description="List all evenings, newest first: number, day, name, and two links. "
        "The first link is for players, the second only to watch.",
    )
    show.set_defaults(run=evenings.list_evenings)

    groups = adding.add_parser(
        "groups",
        parents=[database],
        help="list all groups with their links",
        description="List all groups, newest first: number, day, name, and two links. "
        "The first link is for players, the second only to watch.",
    )
    groups.set_defaults(run=evenings.list_groups)

    whole = adding.add_parser(
        "export-group",
        parents=[database],
        help="print a group with its evenings as a file",
        description="Print a group with all its evenings as a file, to be imported elsewhere. No "
        "link stands in it. docs/formats.md describes it.",
    )
    whole.add_argument("group", metavar="GROUP", help="its number, as shown by `groups`")
    whole.set_defaults(run=evenings.export_whole_group)

    figures = adding.add_parser(
        "figures",
        parents=[database],
        help="print the figures of a group",
        description="Print the figures of a group as CSV, a row for each person and game, or as "
        "JSON. docs/formats.md describes both.",
    )
    figures.add_argument("group", metavar="GROUP", help="its number, as shown by `groups`")
    figures.add_argument("--as", dest="form", choices=("csv", "json"), default="csv")
    figures.set_defaults(run=evenings.print_figures)

    delete = adding.add_parser(
        "delete",
        parents=[database],
        help="delete an evening for good",
        description="Delete an evening for good. It is written to a record file in the current "
        "folder first, and you are asked to confirm.",
    )
    delete.add_argument("evening", metavar="EVENING", help="its number, as shown by `list`")
    delete.add_argument("--no-export", action="store_true", help="keep no record file")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    delete.set_defaults(run=evenings.delete)

    backup = adding.add_parser(
        "backup",
        parents=[database],
        help="write the whole database to a new file",
        description="Write the whole database to a new file, also one on a server: the file is one "
        "of SQLite. The server may keep running. `restore` puts it back. The keys in the data "
        "folder are not in it.",
    )
    backup.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        nargs="?",
        help="a file that does not exist yet, or a folder, in which the file is named by the time "
        "(default: the folder backups beside the database)",
    )
    backup.add_argument(
        "--keep",
        type=options.number_of_backups,
        metavar="N",
        help="keep only the newest N of the backups so named in that folder",
    )
    backup.set_defaults(run=databases.backup)

    copying = adding.add_parser(
        "copy",
        help="copy everything to another database",
        description="Copy everything from one database to another: evenings, groups, links and "
        "phones. FROM and TO are each a data folder, or the address of a PostgreSQL database like "
        "postgresql://user:password@localhost/loo. TO must be empty; it is made as need be. Stop "
        "the server first, so that nothing is entered meanwhile. If this is interrupted, nothing is "
        "in TO, and you can start again.",
    )
    copying.add_argument("source", metavar="FROM")
    copying.add_argument("target", metavar="TO")
    copying.set_defaults(run=databases.copy_store)

    check = adding.add_parser(
        "check",
        parents=[database],
        help="check the database and every evening in it",
        description="Check the database and every evening and group in it: that nothing is damaged "
        "or missing, and that each record gives the same result as the evening. The server may keep "
        "running. Exit code 0; 1 if anything is wrong, with a line for each finding.",
    )
    check.set_defaults(run=databases.check_store)

    restore = adding.add_parser(
        "restore",
        parents=[database],
        help="put a backup in the place of the database",
        description="Put a backup in the place of the database. Stop the server first. The backup "
        "is checked and copied. The files from before are moved to a new folder, not deleted. With "
        "--database it is copied to that database, which has to be empty.",
    )
    restore.add_argument(
        "file", metavar="FILE", type=Path, help="a file made with `backup`, or by an upgrade"
    )
    restore.set_defaults(run=databases.restore_backup)
    return parser
