"""Static files, compressed and with a hash in their names, so that browsers can cache them forever."""

import gzip
import hashlib
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import brotli
import rcssmin
import rjsmin

COMPRESSED = {".css", ".js", ".svg", ".txt", ".json", ".toml", ".webmanifest"}
MINIFY: Mapping[str, Callable[[bytes], bytes]] = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
BUNDLE = "table.js"
"""The scripts of a table in one file, which compresses better than each alone."""
BUNDLED = ("vendor/htmx-4.0.1.min.js", "vendor/hx-sse-4.0.1.min.js", "page.js", "app.js")


@dataclass(frozen=True)
class Assets:
    """The built static files."""

    folder: Path
    names: Mapping[str, str]
    """Maps each path below `static/` to the path with the hash in its name."""

    def url(self, name: str) -> str:
        """Return the address of a static file. Raises `KeyError`."""
        return f"/static/{self.names[name]}"

    def read(self, name: str) -> str:
        """Return the content of a static file. Raises `KeyError`."""
        return (self.folder / self.names[name]).read_text()

    def is_immutable(self, _path: str, url: str) -> bool:
        return url.removeprefix("/static/") in self.names.values()


def build(source: Path, target: Path) -> Assets:
    """Copy the files of `source` to `target` under hashed names, with .gz and .br beside them.

    Our own scripts and style sheets are minified; vendored files stay as they were published.
    Existing files are kept, so that two processes can start together, and pages that an older
    version has just sent still find their files.
    """
    contents = {}
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        content = file.read_bytes()
        if file.parent == source and file.suffix in MINIFY:
            content = MINIFY[file.suffix](content)
        contents[file.relative_to(source).as_posix()] = content
    contents[BUNDLE] = b";\n".join(contents[name] for name in BUNDLED)
    names = {}
    for name, content in contents.items():
        digest = hashlib.sha256(content).hexdigest()[:12]
        path = Path(name)
        hashed = path.with_name(f"{path.stem}.{digest}{path.suffix}")
        names[name] = hashed.as_posix()
        _write(target / hashed, content, bytes)
        if path.suffix in COMPRESSED:
            _write(target / f"{hashed}.gz", content, partial(gzip.compress, mtime=0))
            _write(target / f"{hashed}.br", content, brotli.compress)
    return Assets(target, names)


def _write(file: Path, content: bytes, how: Callable[[bytes], bytes]) -> None:
    """Write a file atomically. Skip an existing file, because compressing takes long."""
    if file.exists():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.{id(content)}.part")
    part.write_bytes(how(content))
    shutil.move(part, file)
