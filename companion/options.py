"""Options of the command line: each function reads one. What it raises says what it may be."""

import argparse
import re
import sys

from companion.tables import Limits
from companion.wording.languages import SOURCE, TRANSLATIONS


def port(text: str) -> int:
    """Return a port."""
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: give a number from 1 to 65535")
    return int(text)


def metrics(text: str) -> tuple[str, int]:
    """Return an address and a port: `9100`, or `192.168.1.20:9100`."""
    host, _, number = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", port(number)


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
