"""The addresses of the static files, which have a hash in their names."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct


class Assets(Struct, frozen=True):
    """The built static files."""

    names: Mapping[str, str]
    """Maps each path below `static/` to the path with the hash in its name."""
    root: str = "/"
    """The path that the app's addresses begin with."""
    folder: Path = Path("static")

    def url(self, name: str) -> str:
        """Return the address of a static file. Raises `KeyError`."""
        return f"{self.root}static/{self.names[name]}"

    def version(self, name: str) -> str:
        """Return the hash in the name of a static file. Raises `KeyError`."""
        return self.names[name].split(".")[-2]

    def read(self, name: str) -> str:
        """Return the content of a static file. Raises `KeyError`."""
        return (self.folder / self.names[name]).read_text()
