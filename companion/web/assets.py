"""Static files under names that carry their hash, compressed once, to be cached for ever."""

import gzip
import hashlib
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import brotli

COMPRESSED = {".css", ".js", ".svg", ".txt", ".json", ".toml", ".webmanifest"}
FOR_READERS = {
    ".css": re.compile(rb"\s*/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE),
    ".js": re.compile(rb"^\s*//.*\n|^\s+|   //.*", re.MULTILINE),
}
"""What is for those who read the source, a quarter of these files: comments, indentation, empty lines. No string
of theirs goes over a line, and a comment stands three spaces behind its code."""


@dataclass(frozen=True)
class Assets:
    """The built static files."""

    folder: Path
    names: Mapping[str, str]
    """Path below static/, and the same with the hash in the name."""

    def url(self, name: str) -> str:
        """Return the address of a static file. Raises `KeyError` for one that is not there."""
        return f"/static/{self.names[name]}"

    def read(self, name: str) -> str:
        """Return what a static file says. Raises `KeyError` for one that is not there."""
        return (self.folder / self.names[name]).read_text()

    def is_immutable(self, _path: str, url: str) -> bool:
        """Return whether what is at `url` can never change."""
        return url.removeprefix("/static/") in self.names.values()


def build(source: Path, target: Path) -> Assets:
    """Copy the files of `source` to `target` under hashed names, with .gz and .br beside them.

    What is for readers is left out, but not of vendored files, which stay as they were published.
    What is there already is left, so that two processes that start together do not disturb each
    other, nor pages that an older version has just sent.
    """
    names = {}
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        content = file.read_bytes()
        name = file.relative_to(source)
        if file.parent == source and (left_out := FOR_READERS.get(name.suffix)):
            content = left_out.sub(b"", content)
        digest = hashlib.sha256(content).hexdigest()[:12]
        hashed = name.with_name(f"{name.stem}.{digest}{name.suffix}")
        names[name.as_posix()] = hashed.as_posix()
        _write(target / hashed, content, bytes)
        if name.suffix in COMPRESSED:
            _write(target / f"{hashed}.gz", content, _gzip)
            _write(target / f"{hashed}.br", content, _brotli)
    return Assets(target, names)


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _brotli(content: bytes) -> bytes:
    compressed: bytes = brotli.compress(content, quality=11)
    return compressed


def _write(file: Path, content: bytes, how: Callable[[bytes], bytes]) -> None:
    """Write a file whole or not at all. What is there is not compressed again, which takes long."""
    if file.exists():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(f".{file.name}.{id(content)}.part")
    partial.write_bytes(how(content))
    shutil.move(partial, file)
