"""What a server adds to the app: static files, compressed responses, requests in turn.

Static files are compressed and have a hash in their names, so that browsers can cache them forever.
"""

import gzip
import hashlib
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import brotli
import rcssmin
import rjsmin
from flask import Flask
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix
from whitenoise import WhiteNoise

from companion.web.assets import Assets
from companion.web.request_queue import Loop, RequestQueue
from companion.web.security import protect_file

SETTINGS: Mapping[str, object] = {
    "COMPRESS_ALGORITHM": ["br", "gzip"],
    # Level 5 makes a table's page a fifth smaller than level 1, and takes about 50 µs longer. A
    # window up to 16 would do, but makes brotli clear and search larger tables.
    "COMPRESS_BR_LEVEL": 5,
    "COMPRESS_BR_WINDOW": 18,
    "COMPRESS_LEVEL": 1,
    "COMPRESS_STREAMS": False,
}
COMPRESSED = {".css", ".js", ".svg", ".txt", ".json", ".toml", ".webmanifest"}
MINIFY: Mapping[str, Callable[[bytes], bytes]] = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
BUNDLE = "table.js"
"""The scripts of a table in one file, which compresses better than each alone."""
BUNDLED = ("vendor/htmx-4.0.1.min.js", "vendor/hx-sse-4.0.1.min.js", "page.js", "app.js")


def init_app(
    app: Flask, source: Path, target: Path, loop: Loop | None, behind_proxy: bool
) -> Assets:
    """Serve the files of `source` from `target`, and put layers around the app; return the files.

    Call this first, so that responses are compressed last.
    """
    app.config.update(SETTINGS)
    Compress(app)
    names = build(source, target)
    hashed = frozenset(f"/static/{name}" for name in names.values())
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app,
        root=target,
        prefix="static/",
        immutable_file_test=lambda _path, url: url in hashed,
        allow_all_origins=False,
        add_headers_function=protect_file,
    )
    app.wsgi_app = RequestQueue(app.wsgi_app, loop)  # type: ignore[method-assign]
    if behind_proxy:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=1, x_proto=1, x_host=1
        )
    return Assets(names, app.config["APPLICATION_ROOT"], target)


def build(source: Path, target: Path) -> dict[str, str]:
    """Copy the files of `source` to `target` under hashed names, with .gz and .br beside them.

    Return the path with the hash for each path.
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
    return names


def _write(file: Path, content: bytes, how: Callable[[bytes], bytes]) -> None:
    """Write a file atomically. Skip an existing file, because compressing takes long."""
    if file.exists():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.{id(content)}.part")
    part.write_bytes(how(content))
    shutil.move(part, file)
