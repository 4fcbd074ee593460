"""The command line: run the server, and export, import, check and back up evenings."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from companion.commands import databases, doctor, evenings, interface, service, serving
from companion.commands.common import show
from companion.evening.record import RecordError
from companion.store import StoreError
from companion.store.errors import StoreTrouble
from companion.version import __version__
from companion.wording import say

CHECKOUT = Path(__file__).resolve().parent.parent
"""The folder of the checkout; in an installation, the folder with all packages."""


def default_instance() -> Path:
    """Return the checkout's data folder, or the user's if there is no checkout."""
    if (CHECKOUT / "pyproject.toml").exists():
        return CHECKOUT / "instance"
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not data.is_absolute():  # the XDG specification says to ignore relative paths
        data = Path("~/.local/share").expanduser()
    return data / "loo-companion"


SETTINGS = {
    "help_option_names": ["-h", "--help"],
    "max_content_width": 100,
    "show_default": True,
}


@click.group(context_settings=SETTINGS)
@click.option(
    "--instance",
    type=click.Path(readable=False, path_type=Path),
    envvar="COMPANION_INSTANCE",
    show_envvar=True,
    default=default_instance,
    show_default=str(default_instance()),
    metavar="DIR",
    help="Data folder, with the database and the keys.",
)
@click.version_option(__version__, message="loo-companion %(version)s")
@click.pass_context
def companion(context: click.Context, instance: Path) -> None:
    """Run the server, and export, import, check and back up evenings."""
    context.obj = instance


for module in (serving, doctor, service, evenings, databases, interface):
    for command in vars(module).values():
        if isinstance(command, click.Command):
            companion.add_command(command)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 (refused), or 2 (cannot be read)."""
    try:
        code: int = companion.main(argv, "companion", standalone_mode=False)
        sys.stdout.flush()
        return code
    except click.Abort:
        show("Stopped.", error=True)
        return 130
    except click.UsageError as error:
        error.show()
    except click.ClickException as error:
        show(error.message, error=True)
    except RecordError as error:
        for fault in error.faults:
            show(say(fault), error=True)
    except StoreError as error:
        show(say(error.fact), error=True)
        if isinstance(error.fact, StoreTrouble) and error.fact.kind == "folder":
            show("To use another folder: companion --instance DIR, or COMPANION_INSTANCE=DIR", True)
    except OSError as error:
        # Discard the rest of the output, so that Python reports no error at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 1
        show(f"Cannot write the output: {error.strerror}.", error=True)
    return 2
