"""`companion service`: systemd units for this installation, from the templates in `units/`.

It prints a unit, or installs the server with a nightly backup, or takes both away again.
"""

import os
import pwd
import re
import shlex
import shutil
import stat
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

from companion.commands.common import run, show
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
STARTS_WITHIN = 4.0  # seconds
MEMORY = 768
"""Megabytes for each process, enough for cached evenings and the check of an upload."""
_HOMES = ("/home", "/root", "/run/user")
_PLAIN = re.compile(r"[\w@+=:,./-]+", re.ASCII)


def _user(_context: click.Context, _option: click.Parameter, name: str) -> str:
    if not re.fullmatch(r"[a-z_][a-z0-9_-]{0,31}", name):
        raise click.BadParameter(f"{name!r} is not the name of a user, like pi")
    return name


@click.command(
    context_settings={"ignore_unknown_options": True},
    options_metavar="[OPTIONS] [OPTIONS OF SERVE]",
)
@click.option("--user", callback=_user, default=NAME, help="The user who runs it.")
@click.option("--install", is_flag=True, help="Install the server and a nightly backup, as root.")
@click.option("--uninstall", is_flag=True, help="Take them away again; the evenings stay.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--backup", is_flag=True, help="Print the unit that makes a backup.")
@click.option("--timer", is_flag=True, help="Print its timer.")
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
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="")
@click.pass_context
def service(
    context: click.Context,
    user: str,
    install: bool,
    uninstall: bool,
    yes: bool,
    backup: bool,
    timer: bool,
    into: Path | None,
    keep: int,
    then: str,
    options: Sequence[str],
) -> int:
    """Print a systemd unit for a server on this machine, or install it.

    The unit starts this installation with the machine, as a separate user and confined. With
    --backup and --timer it prints the two units of a nightly backup. --install puts all three in
    place, makes the user, and starts them; it shows what it will do, and asks first. Add the options
    for `serve`. The data folder is /var/lib/loo-companion, or that of --instance.
    """
    if install + uninstall + backup + timer > 1:
        raise click.UsageError(
            "--install, --uninstall, --backup and --timer: ask for one after the other."
        )
    if uninstall:
        return _uninstall(yes)
    serving = serve.make_context("serve", list(options), parent=context.parent)
    address = serving.params["place"].database
    is_an_option = serving.get_parameter_source("place") is ParameterSource.COMMANDLINE
    if is_an_option and (urlsplit(address).password or "password=" in address):
        raise click.ClickException(
            f"Everybody on this machine can read a unit. Write COMPANION_DATABASE=… into {SECRETS} "
            "instead, and keep that for root (chmod 600): the server reads it from there."
        )
    is_named = context.find_root().get_parameter_source("instance") is not ParameterSource.DEFAULT
    folder = context.obj.absolute() if is_named else None
    backups = [str(into.absolute())] if into else []
    copies = ["backup", *backups, "--keep", str(keep), *(("--then", then) if then else ())]
    copies += ["--database", address] if is_an_option and address else []
    steps = _first_steps(user, [one for one in (folder, into) if one])
    fields = {
        "first_steps": "".join(f"#     {shlex.join(step)}\n" for step in steps),
        "capability": "CAP_NET_BIND_SERVICE" if serving.params["port"] < 1024 else "",
    }
    memory = MEMORY * (serving.params["workers"] + 1)
    units = {
        SERVER: _read(SERVER).format(
            confined=_confined(user, folder, []),
            command=_command(["serve", *options]),
            memory=memory,
            **fields,
        ),
        BACKUP: _read(BACKUP).format(
            confined=_confined(user, folder, backups),
            command=_command(copies),
            memory=MEMORY,
            **fields,
        ),
        TIMER: _read(TIMER),
    }
    trouble = out_of_reach(user) or _unwritable(user, [one for one in (folder, into) if one])
    if install and not trouble:
        return _install(units, steps, yes)
    if install and trouble:
        raise click.ClickException(trouble)
    print(units[BACKUP if backup else TIMER if timer else SERVER], end="")
    if trouble:
        show(trouble, error=True)
    return 0


def _command(arguments: Sequence[str]) -> str:
    script = Path(sys.executable).with_name("companion")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "companion"]
    return " ".join(_word(word, in_command=True) for word in (*command, *arguments))


def _install(units: Mapping[str, str], steps: Sequence[Sequence[str]], yes: bool) -> int:
    commands = [
        *steps,
        ["systemctl", "daemon-reload"],
        ["systemctl", "enable", SERVER, TIMER],
        ["systemctl", "restart", SERVER, TIMER],
    ]
    if not _agreed([f"write {INSTALLED / name}" for name in units], commands, yes):
        return 1
    for name, text in units.items():
        (INSTALLED / name).write_text(text, encoding="utf-8")
    _run_all(commands)
    time.sleep(STARTS_WITHIN)
    if run(["systemctl", "is-active", "--quiet", SERVER]):
        raise click.ClickException(f"It does not start. What is wrong: {JOURNAL}")
    show(f"It is running. Its address and host link: {JOURNAL}")
    return 0


def _uninstall(yes: bool) -> int:
    written = [INSTALLED / name for name in (SERVER, BACKUP, TIMER)]
    written = [path for path in written if path.exists()]
    if not written:
        raise click.ClickException(f"No service is installed in {INSTALLED}.")
    stop = ["systemctl", "disable", "--now", SERVER, TIMER]
    if not _agreed([f"delete {path}" for path in written], [stop], yes):
        return 1
    _run_all([stop])
    for path in written:
        path.unlink()
    _run_all([["systemctl", "daemon-reload"]])
    show("The service is gone. Its data folder and its user stay.")
    return 0


def _agreed(files: Sequence[str], commands: Sequence[Sequence[str]], yes: bool) -> bool:
    """Show what will be done, and return whether the host agrees. Raises `ClickException`."""
    if shutil.which("systemctl") is None:
        raise click.ClickException(
            "This machine has no systemd. `companion serve` starts the server by hand."
        )
    if os.geteuid() != 0:
        raise click.ClickException(
            f"Only root can do this: sudo {Path(sys.executable).with_name('companion')} service …"
        )
    show("This will:")
    for line in (*files, *(f"run {shlex.join(one)}" for one in commands)):
        show(f"  {line}")
    if yes or click.confirm("Go on?"):
        return True
    show("Nothing was changed.", error=True)
    return False


def _run_all(commands: Sequence[Sequence[str]]) -> None:
    """Run commands one after the other. Raises `ClickException` at the first that fails."""
    for command in commands:
        if failed := run(command):
            raise click.ClickException(
                f"{shlex.join(command)}: {failed}. Once that is mended, say this again."
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
