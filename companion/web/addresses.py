"""The address of this server, as it stands in links and QR codes.

A request names the host that it was sent to, and a program can name any. A link that leads to a
foreign host gives that host the key of a table. So a name stands in links only if it cannot be a
stranger's, or was allowed; otherwise the server's own address does.
"""

import ipaddress
import re
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, request, url_for

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)

_LONGEST = 100
"""Characters of a host and its port: no name of a home is longer, and such a QR code takes long."""


def root() -> str:
    """Return the address of the home page, ending in a slash, as other phones can open it."""
    public: str = current_app.config["PUBLIC_URL"]
    if public:
        return public
    is_ours = _is_ours(request.host, current_app.config["ALLOWED_HOSTS"])
    return f"{request.scheme}://{request.host if is_ours else _own_host(request.environ)}/"


def link(endpoint: str, **values: Any) -> str:
    """Return the whole address of a page, to be opened on another phone."""
    return root() + url_for(endpoint, **values).removeprefix("/")


def is_private() -> bool:
    """Return whether only this computer can open the links."""
    return _is_loopback(root())


def is_secure() -> bool:
    """Return whether the browser that asks trusts the connection: by https, or within this computer."""
    # Not `host_url`, which fails on a host like `xn--a`.
    return request.is_secure or _is_loopback(f"{request.scheme}://{request.host}/")


def _is_loopback(url: str) -> bool:
    try:
        name = urlsplit(url).hostname or ""
    except ValueError:  # a bracket too many
        return False
    return name == "localhost" or (_is_ip(name) and ipaddress.ip_address(name).is_loopback)


def _is_ours(host: str, allowed: frozenset[str]) -> bool:
    """Return whether a host may stand in links.

    No stranger has an address of this network, or a name that holds within it alone: without a
    dot, or in `.local`.
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = found["name"].lower()
    if name in allowed:
        return True
    if len(host) > _LONGEST:
        return False
    if "." not in name.rstrip(".") or name.endswith(".local"):
        return True
    return _is_ip(name.strip("[]"))


def _is_ip(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _own_host(environ: dict[str, Any]) -> str:
    """Return the address and the port at which the request came in."""
    connection = environ.get("gunicorn.socket")
    address, port = (
        connection.getsockname()[:2]
        if connection
        else (environ["SERVER_NAME"], environ["SERVER_PORT"])
    )
    # What came by IPv4 to a server that listens for both.
    address = address.removeprefix("::ffff:")
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
