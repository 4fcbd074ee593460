"""What a request brings with it: the app's tables, and the table that its link opens."""

import ipaddress
from functools import lru_cache

from flask import current_app, request, session

from companion.evening import Evening
from companion.store import TableAccess
from companion.tables import Groups, Tables
from companion.tables.budgets import Kind
from companion.web.security import comes_back, device


def tables() -> Tables:
    """Return the app's tables."""
    found: Tables = current_app.extensions["tables"]
    return found


def opened(key: str) -> TableAccess:
    """Return the evening that a key opens, with the rights of the device that asks.

    Raises `UnknownEvening` in the same way for a wrong, cut, replaced or guessed key.
    """
    return tables().open_table(key, device(), is_server_host(), comes_back())


def opened_evening(key: str) -> tuple[TableAccess, Evening]:
    """Return the evening that a key opens: the rights of the device, and the evening itself."""
    table = opened(key)
    return table, evening_of(table)


def evening_of(table: TableAccess) -> Evening:
    """Return the evening at a table."""
    return tables().evenings.evening(table.info.id)


def groups() -> Groups:
    """Return the app's groups."""
    found: Groups = current_app.extensions["groups"]
    return found


def opened_group(key: str) -> TableAccess:
    """Return the group that a key opens, with the rights of the device that asks.

    Raises `UnknownEvening` in the same way for a wrong, cut, replaced or guessed key.
    """
    return groups().open_group(key, device(), is_server_host(), comes_back())


def charge(kind: Kind) -> None:
    """Count what somebody asks for against the budget of their address. Raises `OverBudget`.

    Who hosts the server, or sits at its machine, may have as much as they like.
    """
    if not is_server_host() and not _is_here(address()):
        tables().budgets.spend(kind, address())


def address() -> str:
    """Return the address that asks."""
    return request.remote_addr or ""


@lru_cache(maxsize=1024)
def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def is_server_host() -> bool:
    """Return whether this browser has opened the server's host link."""
    return bool(session.get("host")) and session["host"] == current_app.config["HOST_MARK"]
