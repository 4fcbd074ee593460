"""`companion service`: systemd units for this installation, from the templates in `units/`."""

import os
import pwd
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

from companion.commands.common import show
from companion.commands.databases import NUMBER_OF_BACKUPS
from companion.commands.serving import serve

UNITS = Path(__file__).with_name("units")
NAME = "loo-companion"
STATE = Path("/var/lib") / NAME
"""The default data folder, which systemd creates."""
SECRETS = Path("/etc") / f"{NAME}.env"
"""A private file for COMPANION_DATABASE=… with its password."""
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
@click.option("--backup", is_flag=True, help="The unit that makes a backup.")
@click.option("--timer", is_flag=True, help="Its timer.")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the backups, on another disk if possible (default: that of `backup`).",
)
@click.option("--keep", type=NUMBER_OF_BACKUPS, default=14, help="How many backups are kept.")
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="")
@click.pass_context
def service(
    context: click.Context,
    user: str,
    backup: bool,
    timer: bool,
    into: Path | None,
    keep: int,
    options: Sequence[str],
) -> int:
    """Print a systemd unit for a server on this machine.

    The unit starts this installation with the machine, as a separate user and confined. With
    --backup and --timer it prints the two units of a nightly backup. Add the options for `serve`.
    The data folder is /var/lib/loo-companion, or that of --instance.
    """
    if backup and timer:
        raise click.UsageError("--backup and --timer are two units. Ask for one after the other.")
    serving = serve.make_context("serve", list(options), parent=context.parent)
    address = serving.params["place"].database
    is_an_option = serving.get_parameter_source("place") is ParameterSource.COMMANDLINE
    if is_an_option and (urlsplit(address).password or "password=" in address):
        raise click.ClickException(
            f"Everybody on this machine can read a unit. Write COMPANION_DATABASE=… into {SECRETS} "
            "instead, and keep that for root (chmod 600): the server reads it from there."
        )
    if timer:
        print(_read(f"{NAME}-backup.timer"), end="")
        return 0
    is_named = context.find_root().get_parameter_source("instance") is not ParameterSource.DEFAULT
    folder = context.obj.absolute() if is_named else None
    backups = [str(into.absolute())] if into else []
    script = Path(sys.executable).with_name("companion")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "companion"]
    if backup:
        command += ["backup", *backups, "--keep", str(keep)]
        command += ["--database", address] if is_an_option and address else []
    else:
        command += ["serve", *options]
    unit = _read(f"{NAME}-backup.service" if backup else f"{NAME}.service")
    filled = unit.format(
        first_steps=_first_steps(user, folder),
        command=" ".join(_word(word, in_command=True) for word in command),
        memory=MEMORY if backup else MEMORY * (serving.params["workers"] + 1),
        capability="CAP_NET_BIND_SERVICE" if serving.params["port"] < 1024 else "",
        confined=_confined(user, folder, backups),
    )
    print(filled, end="")
    if trouble := out_of_reach(user):
        show(trouble, error=True)
    return 0


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


def _first_steps(user: str, folder: Path | None) -> str:
    create = f"#     useradd --system --no-create-home --shell /usr/sbin/nologin {user}\n"
    install = f"#     install --directory --owner={user} --mode=700 {folder}\n"
    return (create if _user_id(user) is None else "") + (install if folder else "")


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


def _word(text: str, in_command: bool = False) -> str:
    """Quote a word for systemd, which expands variables only in commands."""
    if _PLAIN.fullmatch(text):
        return text
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("%", "%%")
    return f'"{text.replace("$", "$$") if in_command else text}"'
