"""The version of this companion, and the versions of those that made files."""

import re
from contextlib import suppress
from pathlib import Path

RELEASED = "0.2.0"
"""The last release; `make release` sets it."""
_ROOT = Path(__file__).resolve().parents[1]
_VERSION = re.compile(
    r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:\.dev(\d{1,9}))?(?:\+[a-z\d.]+)?", re.ASCII
)


def _version() -> str:
    """Return what git says in a checkout, and elsewhere what the package beside this file says."""
    commits = "0+unknown"
    if (_ROOT / ".git").exists():
        with suppress(ImportError, OSError):  # Python in a browser has no processes
            from subprocess import run

            done = run(["sh", str(_ROOT / "tools" / "describe")], capture_output=True, text=True)
            commits = commits if done.returncode else done.stdout.strip()
    else:
        from importlib.metadata import Distribution

        for package in Distribution.discover(name="loo-companion", path=[str(_ROOT)]):
            return package.version
    major, minor, _patch = RELEASED.split(".")
    return f"{major}.{int(minor) + 1}.0.dev{commits}" if commits else RELEASED


def _order(text: str) -> tuple[float, ...]:
    """Return a key that sorts versions; () if the text is none."""
    found = _VERSION.fullmatch(text)
    return tuple(float("inf" if part is None else part) for part in found.groups()) if found else ()


def newer_version(made_by: str | None) -> str | None:
    """Return the version in a file's `made_by` if it is newer than this one, else None."""
    name, _space, made = (made_by or "").partition(" ")
    # Without the number of commits it is compared as the release to come.
    ours = _order(__version__.partition(".dev0+")[0])
    return made if name == "loo-companion" and ours and _order(made) > ours else None


__version__ = _version()
MADE_BY = f"loo-companion {__version__}"
"""Names this version in the files that it writes."""
