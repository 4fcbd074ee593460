"""The app's tables and groups, and the current request's access to them."""

import ipaddress
from functools import lru_cache

from flask import current_app, request, session
from msgspec.structs import replace

from companion.evening import Evening
from companion.rules.game import Game
from companion.store import TableAccess
from companion.tables import Groups, Tables
from companion.tables.budgets import Kind
from companion.tables.group_files import NAME
from companion.web.security import visitor
from companion.wording import pages
from companion.wording.pieces import use_suits


def tables() -> Tables:
    ours: Tables = current_app.extensions["tables"]
    return ours


def opened(key: str) -> TableAccess:
    """Return this device's access to the evening that `key` opens.

    Raises `UnknownEvening`, whether the key is mistyped, truncated, replaced or guessed.
    """
    known, is_kept = visitor()
    return tables().open_table(key, known, is_server_host(), is_kept)


def opened_evening(key: str) -> tuple[TableAccess, Evening]:
    """Return this device's access to the evening that `key` opens, and the evening itself."""
    table = opened(key)
    return table, evening_of(table)


def evening_of(table: TableAccess) -> Evening:
    """Return an evening, and name cards in the suits of its current game from now on."""
    evening = tables().evenings.evening(table.info.id)
    session = evening.state.session
    use_suits(session.rules if session else None)
    return evening


def use_game_of(evening: Evening, number: int) -> Game | None:
    """Return the game of an entry, or None before the first, and name cards in its suits from now on."""
    session = evening.session_of(number)
    use_suits(session.rules if session else None)
    return session.game if session else None


def groups() -> Groups:
    ours: Groups = current_app.extensions["groups"]
    return ours


def opened_group(key: str) -> TableAccess:
    """Return this device's access to the group that `key` opens. Raises `UnknownEvening`."""
    known, is_kept = visitor()
    group = groups().open_group(key, known, is_server_host(), is_kept)
    if group.info.name != NAME:
        return group
    return replace(group, info=replace(group.info, name=pages.example_name()))


def charge(kind: Kind) -> None:
    """Count the request against its address's budget. Raises `OverBudget`.

    The server's host, and browsers on the server itself, have no budget.
    """
    if not is_server_host() and not _is_here(address()):
        tables().budgets.spend(kind, address())


def address() -> str:
    return request.remote_addr or ""


@lru_cache(maxsize=1024)
def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def is_server_host() -> bool:
    """Return whether this browser has opened the server's host link."""
    mark = session.get("host")
    return bool(mark) and mark == current_app.config["HOST_MARK"]
