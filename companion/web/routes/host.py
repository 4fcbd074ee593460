"""The host of the server: the link that makes a browser its host, and what the host sees of it."""

import hmac
import shutil
from collections.abc import Iterator
from pathlib import Path

from flask import Blueprint, Response, current_app, flash, session

from companion.store import StoreError, UnknownEvening
from companion.store.keys import mark
from companion.store.sqlite import files
from companion.version import __version__
from companion.web.access import groups, is_server_host, tables
from companion.web.errors import page
from companion.web.respond import flash_and_goto, goto, render
from companion.wording import say
from companion.wording.languages import _
from companion.wording.numbers import day_and_time

bp = Blueprint("host", __name__)

LITTLE_ROOM = 200 * 10**6
"""Free bytes below which the page warns, as `companion doctor` does."""


@bp.get("/host")
def status() -> Response:
    """The version, evenings, size and newest backup of this server, and what is wrong with it."""
    if not is_server_host():
        text = _("Open the host link. The server prints it at its start.")
        return page(404, _("Only the host of this server sees this"), text)
    folder = Path(current_app.instance_path)
    family = files.family(folder / files.FILE)
    backup = files.last_backup(folder)
    free = shutil.disk_usage(folder).free
    return render(
        "home/server.html",
        version=__version__,
        evenings=tables().evenings.log.number(),
        groups=groups().store.number(),
        megabytes=sum(map(files.size, family)) / 10**6,
        free=free / 10**6,
        newest=day_and_time(backup.made.isoformat()) if backup else "",
        newest_file=str(backup.file) if backup else "",
        problems=list(_problems(backup, free)),
    )


def _problems(backup: files.Backup | None, free: int) -> Iterator[str]:
    try:
        tables().evenings.log.connection.check()
    except StoreError as error:
        yield say(error.fact)
    if free < LITTLE_ROOM:
        yield _("The disk is almost full. Free some space: backups and upgrades need it.")
    if backup and backup.is_old:
        yield _(
            "The newest backup is old. Look after the nightly one, or make one: companion backup"
        )
    elif backup and backup.is_gone:
        yield _("The newest backup is not there now. Make one: companion backup")


@bp.get("/host/<token>")
def offer_host(token: str) -> Response:
    """Show a button. Opening the link itself changes nothing, because programs open it for a preview."""
    _check_token(token)
    return render("home/host.html", token=token)


@bp.post("/host/<token>")
def become_host(token: str) -> Response:
    _check_token(token)
    session.permanent = True
    session["host"] = current_app.config["HOST_MARK"]
    says = _("This browser is now the host of this server: it sees every evening and hosts it.")
    return flash_and_goto(says, "home.index")


@bp.post("/host")
def give_up_host() -> Response:
    if is_server_host():
        flash(_("This browser is no longer the host of this server."))
    session.pop("host", None)
    return goto("home.index")


def _check_token(token: str) -> None:
    """Raise `UnknownEvening`, as for any wrong link, unless `token` is this server's."""
    if not hmac.compare_digest(mark(token), current_app.config["HOST_MARK"]):
        raise UnknownEvening(token)
