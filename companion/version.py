"""The version of this companion, and the versions of those that made files."""

import re
from importlib.metadata import PackageNotFoundError, version

RELEASED = "0.1.0"
"""The last release. `make release` sets it; the build counts the commits since then (tools/describe)."""
_VERSION = re.compile(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:\.dev(\d{1,9}))?(?:\+unknown)?", re.ASCII)


def _installed() -> str:
    try:
        return version("loo-companion")
    except PackageNotFoundError:  # a checkout
        major, minor, _patch = RELEASED.split(".")
        return f"{major}.{int(minor) + 1}.0.dev0+unknown"


def _order(text: str) -> tuple[float, ...]:
    """Return a key that sorts versions; () if the text is none."""
    found = _VERSION.fullmatch(text)
    return tuple(float("inf" if part is None else part) for part in found.groups()) if found else ()


def newer_version(made_by: str | None) -> str | None:
    """Return the version in a file's `made_by` if it is newer than this one, else None."""
    name, _space, made = (made_by or "").partition(" ")
    # The last commit of a checkout is not known, so it is compared as the release to come.
    ours = _order(__version__.partition(".dev0+")[0])
    return made if name == "loo-companion" and ours and _order(made) > ours else None


__version__ = _installed()
MADE_BY = f"loo-companion {__version__}"
"""Names this version in the files that it writes."""
