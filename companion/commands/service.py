"""`companion service`: systemd units for this installation, from the templates in `units/`."""

import os
import pwd
import re
import shlex
import stat
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

from companion.commands.databases import NUMBER_OF_BACKUPS, check_command
from companion.commands.serving import serve

UNITS = Path(__file__).with_name("units")
INSTALLED = Path("/etc/systemd/system")
NAME = "loo-companion"
SERVER, BACKUP, TIMER = f"{NAME}.service", f"{NAME}-backup.service", f"{NAME}-backup.timer"
STATE = Path("/var/lib") / NAME
"""The default data folder, which systemd creates."""
SECRETS = Path("/etc") / f"{NAME}.env"
"""A private file for COMPANION_DATABASE=… with its password."""
JOURNAL = f"journalctl -u {NAME} -b --no-pager"
MEMORY = 768
"""Megabytes for each process, enough for cached evenings and the check of an upload."""
_HOMES = ("/home", "/root", "/run/user")
_PLAIN = re.compile(r"[\w@+=:,./-]+", re.ASCII)


def _user(_context: click.Context, _option: click.Parameter, name: str) -> str:
    if not re.fullmatch(r"[a-z_][a-z0-9_-]{0,31}", name):
        raise click.BadParameter(f"{name!r} is not the name of a user, like pi")
    return name


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--user", callback=_user, default=NAME, help="The user who runs it.")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the backups, on another disk if possible (default: that of `backup`).",
)
@click.option("--keep", type=NUMBER_OF_BACKUPS, default=14, help="How many backups are kept.")
@click.option(
    "--then", callback=check_command, default="", metavar="COMMAND", help="As for `backup`."
)
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF SERVE]")
@click.pass_context
def service(
    context: click.Context,
    user: str,
    into: Path | None,
    keep: int,
    then: str,
    options: Sequence[str],
) -> int:
    """Print a shell script that installs the server and a nightly backup with systemd.

    Read it, then run it as root. It makes a user, writes the units, of a service that starts with the
    machine, confined, and starts them. Add the options for `serve`. The data folder is
    /var/lib/loo-companion, or that of --instance.
    """
    serving = serve.make_context("serve", list(options), parent=context.parent)
    is_named = context.find_root().get_parameter_source("instance") is not ParameterSource.DEFAULT
    folder = context.obj.absolute() if is_named else None
    backups = [str(into.absolute())] if into else []
    copies = ["backup", *backups, "--keep", str(keep), *(("--then", then) if then else ())]
    copies += _database_option(serving)
    folders = [one for one in (folder, into) if one]
    if trouble := out_of_reach(user) or _unwritable(user, folders):
        raise click.ClickException(trouble)
    memory = MEMORY * (serving.params["workers"] + 1)
    units = {
        SERVER: _read(SERVER).format(
            confined=_confined(user, folder, []),
            command=_command(["serve", *options]),
            memory=memory,
            capability="CAP_NET_BIND_SERVICE" if serving.params["port"] < 1024 else "",
        ),
        BACKUP: _read(BACKUP).format(
            confined=_confined(user, folder, backups),
            command=_command(copies),
            memory=MEMORY,
        ),
        TIMER: _read(TIMER),
    }
    print(_script(units, _first_steps(user, folders)))
    return 0


def _database_option(serving: click.Context) -> list[str]:
    """Return the option with the database's address, if `serve` has one. Refuses a password in it."""
    address = serving.params["place"].database
    if serving.get_parameter_source("place") is not ParameterSource.COMMANDLINE or not address:
        return []
    if urlsplit(address).password or "password=" in address:
        raise click.ClickException(
            f"Everybody on this machine can read a unit. Write COMPANION_DATABASE=… into {SECRETS} "
            "instead, and keep that for root (chmod 600): the server reads it from there."
        )
    return ["--database", address]


def _command(arguments: Sequence[str]) -> str:
    script = Path(sys.executable).with_name("companion")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "companion"]
    return " ".join(_word(word, in_command=True) for word in (*command, *arguments))


def _script(units: Mapping[str, str], steps: Sequence[Sequence[str]]) -> str:
    """Return the shell script that writes the units and starts them."""
    files = {str(INSTALLED / name): text for name, text in units.items()}
    return "\n".join(
        [
            "# For root, in sh. It installs the companion as a service, with a nightly backup.",
            "set -e",
            *map(shlex.join, steps),
            *(f"cat > {file} <<'END'\n{text.rstrip()}\nEND" for file, text in files.items()),
            "systemctl daemon-reload",
            f"systemctl enable {SERVER} {TIMER}",
            f"systemctl restart {SERVER} {TIMER}",
            f"# Its address and host link, or why it does not start: {JOURNAL}",
            "# To take it away again; the data folder and the user stay:",
            f"#     systemctl disable --now {SERVER} {TIMER}",
            f"#     rm {' '.join(files)}",
            "#     systemctl daemon-reload",
        ]
    )


def _read(name: str) -> str:
    return (UNITS / name).read_text(encoding="utf-8")


def _confined(user: str, folder: Path | None, backups: list[str]) -> str:
    state = "" if folder else f"StateDirectory={NAME}\nStateDirectoryMode=0700\n"
    written = [str(folder), *backups] if folder else backups
    used = (*written, sys.executable, sys.prefix, sys.base_prefix)
    return _read("confined").format(
        user=user,
        instance=_word(f"COMPANION_INSTANCE={folder or STATE}"),
        writable=f"{state}ReadWritePaths={' '.join(map(_word, written))}",
        home="read-only" if any(path.startswith(_HOMES) for path in used) else "yes",
    )


def _first_steps(user: str, folders: Sequence[Path]) -> list[list[str]]:
    """Return the commands that make the user and the folders that are missing."""
    create = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", user]
    install = ["install", "--directory", f"--owner={user}", "--mode=700"]
    made = [[*install, str(folder.absolute())] for folder in folders if not folder.exists()]
    return [*([create] if _user_id(user) is None else []), *made]


def _user_id(user: str) -> int | None:
    try:
        return pwd.getpwnam(user).pw_uid
    except KeyError:
        return None


def out_of_reach(user: str) -> str | None:
    """Return why this user could not start this installation, or None."""
    if ".cache" in Path(sys.executable).parts:
        return (
            "This installation is only for now: uvx and pipx run may delete it. Install "
            "loo-companion for good, for example in /opt/loo-companion, and ask that one."
        )
    if closed := _closed_folder(sys.prefix, user):
        return (
            f"The user {user} cannot read {sys.prefix}, because {closed} is closed to others. "
            "Install loo-companion where everybody can read it, for example in "
            "/opt/loo-companion, or name the user who installed it: --user NAME"
        )
    if closed := _closed_folder(sys.base_prefix, user) or _closed_folder(sys.executable, user):
        return (
            f"The user {user} cannot read the Python of {sys.prefix}, because {closed} is closed to "
            "others. Make it with the Python of the system and install loo-companion there again: "
            f"/usr/bin/python3 -m venv --clear {sys.prefix}"
        )
    return None


def _closed_folder(path: str, user: str) -> Path | None:
    """Return the first folder above a path that the user cannot enter."""
    number = _user_id(user)
    if number == 0:
        return None
    for folder in Path(path).resolve().parents:
        there = os.stat(folder)
        if not there.st_mode & 0o001 and there.st_uid != number:
            return folder
    return None


def _unwritable(user: str, folders: Sequence[Path]) -> str | None:
    """Return why the user could not write a folder that exists, or None. Its owner is left as it is."""
    for folder in folders:
        if folder.exists() and not _can_write(user, folder):
            return (
                f"The user {user} cannot write in {folder}. Name a folder that does not exist yet, as in "
                f"{folder / NAME}, and it is made; or give that user the right to write there."
            )
    return None


def _can_write(user: str, folder: Path) -> bool:
    there = folder.stat()
    number = _user_id(user)
    if number == there.st_uid:
        return bool(there.st_mode & stat.S_IWUSR)
    groups = os.getgrouplist(user, pwd.getpwnam(user).pw_gid) if number is not None else []
    bit = stat.S_IWGRP if there.st_gid in groups else stat.S_IWOTH
    return number == 0 or bool(there.st_mode & bit)


def _word(text: str, in_command: bool = False) -> str:
    """Quote a word for systemd, which expands variables only in commands."""
    if _PLAIN.fullmatch(text):
        return text
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("%", "%%")
    return f'"{text.replace("$", "$$") if in_command else text}"'
