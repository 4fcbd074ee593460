"""Where the server listens, and by which addresses it is reached from there."""

import errno
import io
import ipaddress
import socket
import sys

# Reserved for documentation: nobody has this address. The system is only asked which of its own
# addresses it would send from; nothing is sent.
_NOWHERE = "192.0.2.1"

_ANY = "To listen at all it has: --host 0.0.0.0"


class CannotListen(Exception):
    """It says in a sentence why nobody can listen there, and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises `CannotListen`."""
    if not 0 <= port <= 65535:  # the system would quietly take the remainder
        raise CannotListen(f"Port {port} is not between 0 and 65535. {_another(port)}")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError):
        raise CannotListen(f"{host} is not an address of this computer. {_ANY}") from None
    listener = socket.socket(family, kind, protocol)
    # A stopped server's last connections linger in the system; they must not delay the next start.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        only_six = 0 if ipaddress.ip_address(address[0]).is_unspecified else 1
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, only_six)
    try:
        listener.bind(address)
        # Another server with the same option set may hold the port; only listening tells.
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise CannotListen(_why_not(error, host, port)) from error
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} is in use. {_another(port)}"
        case errno.EACCES:
            return f"Port {port} is only for the system administrator. {_another(port)}"
        case errno.EADDRNOTAVAIL:
            return f"{host} is not an address of this computer. {_ANY}"
        case _:
            return f"{host} port {port} cannot be listened at: {error.strerror}."


def _another(port: int) -> str:
    free = port + 1 if 1024 <= port < 65535 else 8000
    return f"Choose another: --port {free} (or PORT={free} make run)"


def greeting(address: str, port: int, token: str, public_url: str) -> str:
    """Return where to point a browser, for this computer and for the phones, and the host link."""
    ip = ipaddress.ip_address(address)
    here = "[::1]" if ip == ipaddress.IPv6Address("::1") else "127.0.0.1"
    lines = []
    nearest = public_url or f"http://{here}:{port}/"
    if public_url:
        lines += [f"On a phone: {public_url}", "", *_qr_code(public_url)]
    elif ip.is_loopback:
        lines.append("Only this computer can open it; --host 0.0.0.0 lets phones in.")
    else:
        reachable = lan_address() if ip.is_unspecified else address
        if reachable is None:
            lines.append("This computer is on no network, so phones cannot open it yet.")
        else:
            nearest = url = local_url(reachable, port)
            lines += [f"On a phone in the same network: {url}", "", *_qr_code(url)]
    if ip.is_unspecified or ip.is_loopback:
        lines.append(f"On this computer: http://{here}:{port}/")
    lines.append(f"Host link: {nearest}host/{token} (makes any browser host; keep it)")
    lines.append("Stop with Ctrl-C.")
    return "\n".join(lines)


def local_url(address: str, port: int) -> str:
    """Return how a browser names an address and a port."""
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


def lan_address() -> str | None:
    """The address by which others in the network reach this computer, if it has one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((_NOWHERE, 9))
            found = [str(probe.getsockname()[0])]
    except OSError:  # no way out of this computer: look at its own names instead
        try:
            infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        except OSError:
            infos = []
        found = [str(info[4][0]) for info in infos]
    for address in found:
        ip = ipaddress.ip_address(address)
        if not (ip.is_loopback or ip.is_unspecified):
            return address
    return None


def _qr_code(url: str) -> list[str]:
    import segno

    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True)
    lines = drawn.getvalue().splitlines()
    try:
        "".join(lines).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:  # a terminal that cannot draw it still has the address in letters
        return []
    return [*lines, ""]
