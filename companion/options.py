"""Options of the command line: those of `serve`, and how one is read."""

import argparse
import re
import sys

from msgspec.structs import asdict

from companion.tables import Limits
from companion.tables.budgets import RANGES
from companion.wording.languages import SOURCE, TRANSLATIONS


def of_serve(parser: argparse.ArgumentParser) -> None:
    """Add the options of `serve`, beside that of the database."""
    parser.add_argument(
        "--host",
        default="0.0.0.0",
        metavar="H",
        help="address to listen on: 0.0.0.0 for every phone on the network (default), "
        "127.0.0.1 for this machine only",
    )
    parser.add_argument(
        "--port",
        type=port,
        default=8000,
        metavar="P",
        help="port to listen on (default: 8000)",
    )
    parser.add_argument(
        "--workers",
        type=workers,
        default=1,
        metavar="N",
        help="number of processes (default: 1, enough for a thousand phones)",
    )
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        help="trust the headers X-Forwarded-For, -Proto and -Host: only behind a proxy that sets "
        "all three, and with --host 127.0.0.1, so that nobody can bypass it "
        "(docs/hosting.md has configurations for Caddy and nginx)",
    )
    parser.add_argument(
        "--public-url",
        type=public_url,
        metavar="URL",
        help="how phones reach this server, like https://loo.example.org: links and QR codes "
        "begin with it",
    )
    parser.add_argument(
        "--allow-host",
        type=str.lower,
        action="append",
        default=[],
        metavar="NAME",
        help="a name of this server that may stand in links and QR codes, beside its addresses and "
        "names like loo or loo.local; can be repeated",
    )
    parser.add_argument(
        "--language",
        type=language,
        default=SOURCE,
        metavar="L",
        help="language for phones whose own is not available (default: en); xx is a "
        "pseudo-language that shows what cannot be translated yet",
    )
    defaults = ", ".join(f"{name}={most}" for name, most in asdict(Limits()).items())
    parser.add_argument(
        "--budget",
        type=budget,
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="how much one address may ask for: evenings, uploads, groups and visits in an hour, "
        "wrong join codes in a minute, at once streams (pages kept up to date), arriving (forms and "
        "files still on their way), leaving (answers that wait to be read) and requests (not "
        "answered yet); and how much there may be of one file (megabytes, and "
        "seconds of checking); can be repeated "
        f"(default: {defaults}; SECURITY.md explains them)",
    )
    parser.add_argument(
        "--no-service-worker",
        dest="keeps_shell",
        action="store_false",
        help="let phones keep no style, scripts and offline page, and forget what they have",
    )


# Each of these reads what is given to one. What it raises says what it may be.


def port(text: str) -> int:
    """Return a port."""
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: give a number from 1 to 65535")
    return int(text)


def workers(text: str) -> int:
    """Return a number of processes."""
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of workers: give 1 to 64")
    return int(text)


def number_of_backups(text: str) -> int:
    """Return a number of backups."""
    if not text.isdecimal() or not 1 <= int(text) <= 9999:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of backups: give 1 to 9999")
    return int(text)


def user(text: str) -> str:
    """Return the name of a user of this machine."""
    if not re.fullmatch(r"[a-z_][a-z0-9_-]{0,31}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not the name of a user, like pi")
    return text


def public_url(text: str) -> str:
    """Return the address of a server, with a slash at its end."""
    if not re.fullmatch(r"https?://([\w.-]+|\[[0-9a-fA-F:]+\])(:\d{1,5})?/?", text, re.ASCII):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a server's address: give one like https://loo.example.org"
        )
    return text.rstrip("/") + "/"


def budget(text: str) -> tuple[str, int]:
    """Return a budget and its number: `evenings=60`."""
    name, _, number = text.partition("=")
    if name not in Limits.__struct_fields__ or not (number.isdecimal() and len(number) < 10):
        known = ", ".join(Limits.__struct_fields__)
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a budget: give a name and a number, like evenings=60. "
            f"The names are {known}"
        )
    least, most = RANGES.get(name, (0, sys.maxsize))
    if not least <= int(number) <= most:
        raise argparse.ArgumentTypeError(f"{name} can be from {least:,} to {most:,}")
    return name, int(number)


def language(name: str) -> str:
    """Return a language that is there; English, with a line that says so, for others."""
    if name in TRANSLATIONS:
        return name
    print(
        f"The language {name!r} is not available yet. The companion will use English.",
        file=sys.stderr,
    )
    return SOURCE
