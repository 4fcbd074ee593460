"""The socket of the server, and the addresses at which phones reach it."""

import errno
import io
import ipaddress
import os
import socket
import sys

# An address reserved for documentation. Nothing is sent to it; the system only picks the local address
# for that route.
_NOWHERE = "192.0.2.1"


class CannotListen(Exception):
    """The address or port cannot be used. The message says why, and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises `CannotListen`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    another = port + 1 if 1024 <= port < 65535 else 8000
    choose = f"Choose another: --port {another} (or PORT={another} make run)"
    try:
        return socket.create_server(
            (host, port), family=family, backlog=256, dualstack_ipv6=host == "::"
        )
    except (OSError, UnicodeError) as error:
        number = getattr(error, "errno", None)
        if number == errno.EADDRINUSE:
            why = f"Port {port} is in use. {choose}"
        elif number == errno.EACCES:
            why = f"Port {port} is only for the system administrator. {choose}"
        else:
            why = f"{host} is not an address of this computer. To listen at all it has: --host 0.0.0.0"
        raise CannotListen(why) from error


def greeting(address: str, port: int, token: str, public_url: str) -> str:
    """Return the start-up message: the addresses for phones and this computer, and the host link."""
    ip = ipaddress.ip_address(address)
    here = local_url("::1" if ip == ipaddress.IPv6Address("::1") else "127.0.0.1", port)
    reachable = lan_address() if ip.is_unspecified else address
    around = outside()
    lines = []
    nearest = public_url or here
    if public_url:
        lines += [f"On a phone: {public_url}", "", *_qr_code(public_url)]
    elif around:
        nearest = "that address, then "
        lines.append(f"On a phone: {around}")
    elif ip.is_loopback:
        lines.append("Only this computer can open it; --host 0.0.0.0 lets phones in.")
    elif reachable is None:
        lines.append("This computer is on no network, so phones cannot open it yet.")
    else:
        nearest = local_url(reachable, port)
        lines += [f"On a phone in the same network: {nearest}", "", *_qr_code(nearest)]
    if not around and (ip.is_unspecified or ip.is_loopback):
        lines.append(f"On this computer: {here}")
    lines.append(f"Host link: {nearest}host/{token} (makes any browser host; keep it)")
    lines.append("Stop with Ctrl-C.")
    return "\n".join(lines)


def outside() -> str:
    """Return what to say of the address of the machine around this container; "" without one.

    Nobody in a container knows that address. The image, or compose.yaml, says which port it is.
    """
    port = os.environ.get("COMPANION_PUBLISHED")
    return f"http://ADDRESS OF THIS MACHINE:{port}/" if port else ""


def local_url(address: str, port: int) -> str:
    """Return the URL of an address and a port."""
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


def lan_address() -> str | None:
    """Return the address of this computer in the local network, if it has one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((_NOWHERE, 9))
            addresses = [str(probe.getsockname()[0])]
    except OSError:  # no route: try the names of this computer
        try:
            addresses = socket.gethostbyname_ex(socket.gethostname())[2]
        except OSError:
            addresses = []
    for address in addresses:
        ip = ipaddress.ip_address(address)
        if not (ip.is_loopback or ip.is_unspecified):
            return address
    return None


def _qr_code(url: str) -> list[str]:
    import segno

    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True)
    code = drawn.getvalue()
    try:
        code.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:  # the terminal cannot show the QR code
        return []
    return [*code.splitlines(), ""]
