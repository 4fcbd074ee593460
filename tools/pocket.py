"""`make pocket`: write the companion for a browser, which needs no server, as a folder of static files.

`tools/setup pocket` fetches the runtime and the wheel that was compiled for it; all else comes from the
checkout and from .venv. Each file but the first few has its content's hash in its path, and is
packed (gzip), so that it is as small on the way from any web space.
"""

import gzip
import hashlib
import json
import pickle
import re
import shutil
import subprocess
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from importlib.metadata import files, packages_distributions
from pathlib import Path

from flask import Flask, render_template

from companion.pieces import Tile
from companion.tables.features import POCKET
from companion.version import __version__
from companion.web import create_app
from companion.wording import languages

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "pocket"
FETCHED = ROOT / ".venv" / "pocket"
RUNTIME = FETCHED / "package"
LOADED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
SOURCES = ROOT / "static" / "pocket"
INSTALLED = Path(sysconfig.get_path("purelib"))
PACKAGES = (
    "babel", "blinker", "click", "click_default_group.py", "dateutil", "flask", "itsdangerous",
    "jinja2", "markdown_it", "markupsafe", "mdurl", "pluggy", "segno", "sqlite_fts4",
    "sqlite_utils", "tabulate", "tzdata", "werkzeug",
)  # fmt: skip
LOCALES = {"root", "en", "en_001", "en_GB", "de", "es", "fr", "it", "el"}
"""What Babel needs for our languages, and for the one of the tests."""
UNUSED_DATA = {
    "unit_patterns", "unit_display_names", "compound_unit_patterns",
    "territories", "scripts", "variants", "meta_zones", "time_zones", "date_fields",
    "interval_formats", "compact_decimal_formats", "compact_currency_formats", "likely_subtags",
    "territory_languages", "windows_zone_mapping", "zone_territories",
}  # fmt: skip
"""What of a locale we never write: units, countries, names of time zones."""
SPARE = ("__pycache__", "*.so", "*.pyi", "*.c", "*.po", "*.pot", "py.typed")
"""Files of packages that do not run."""
OF_SERVERS = (
    "__main__.py", "cli.py", "commands", "serving", "store/postgresql", "web/served.py", "web/static", "hosting.md",
    "nginx.conf", "Caddyfile",
)  # fmt: skip
"""Files of the companion that only a server uses."""
KEPT = ("companion", "pyodide", "_pyodide")
"""Packages that are kept whole."""
FIRST = (
    "app.css", "page.css", "icon.svg", "icons/apple-touch-icon.png", "pocket/shell.css",
    "pocket/shell.js",
)  # fmt: skip
"""Static files of the page that starts the app; they are not packed, since nothing unpacks them yet."""
OF_RUNTIME = {
    "Pyodide": "Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/\n"
    "Its source: https://github.com/pyodide/pyodide\n",
    "CPython": "Python Software Foundation License 2, https://docs.python.org/3/license.html\n"
    "Its source: https://www.python.org/downloads/source/\n",
    "SQLite": "In the public domain, https://www.sqlite.org/copyright.html\n",
}
"""Licences of what is in the runtime, which brings no texts of them."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
    files = [file for file in OUT.rglob("*") if file.is_file()]
    print(
        f"{OUT.relative_to(ROOT)}: {len(files)} files, {sum(f.stat().st_size for f in files):,} bytes"
    )


def build(folder: Path) -> None:
    shutil.rmtree(OUT, ignore_errors=True)
    app = create_app(folder / "instance", features=POCKET)
    static = app.extensions["assets"]
    library, site = folder / "code" / "library", folder / "code" / "site"
    zipfile.ZipFile(RUNTIME / "python_stdlib.zip").extractall(library)
    _copy_packages(site)
    (site / "companion" / "static.json").write_text(json.dumps(dict(static.names)))
    records = ROOT / "tests" / "records"
    subprocess.run(["node", ROOT / "tools" / "pocket.mjs", folder / "code", records], check=True)
    _remove_unused(folder / "code")

    paths = {name: f"static/{path}" for name, path in static.names.items()}
    contents = {path: (static.folder.parent / path).read_bytes() for path in paths.values()}
    runtime = {name: (RUNTIME / name).read_bytes() for name in LOADED}
    runtime["stdlib.zip"] = _zip(library)
    place = f"runtime-{_digest(b''.join(runtime.values()))}/"
    contents |= {place + name: content for name, content in runtime.items()}
    app_code = _zip(site)
    code = {"runtime": place, "app": f"app-{_digest(app_code)}.zip"}
    contents[code["app"]] = app_code

    first = {paths[name] for name in FIRST}
    listed = {name: name if name in first else f"{name}.packed" for name in contents}
    for name, content in contents.items():
        _write(listed[name], content if name in first else gzip.compress(content, 9, mtime=0))
    size = sum((OUT / path).stat().st_size for path in listed.values())
    _write("index.html", _page(app, paths, code, size))
    _write("manifest.webmanifest", _manifest(paths))
    listed |= {name: name for name in ("index.html", "manifest.webmanifest")}
    _write("service-worker.js", _service_worker(listed))
    _write("LICENSES.txt", _licences().encode())


def _remove(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def _remove_unused(code: Path) -> None:
    """Keep of the libraries what an evening of each game has imported, and all of the companion but
    templates, which are compiled.
    """
    for template in (code / "site" / "companion" / "web" / "templates").rglob("*.html"):
        template.write_text("")
    used = set(json.loads((code / "used.json").read_text()))
    for folder in (code / "library", code / "site"):
        for file in folder.rglob("*.pyc"):
            module = file.relative_to(folder).with_suffix("")
            if module.as_posix() not in used and module.parts[0] not in KEPT:
                file.unlink()


def _copy_packages(site: Path) -> None:
    spare = shutil.ignore_patterns(*SPARE)
    for name in PACKAGES:
        source = INSTALLED / name
        if source.is_dir():
            shutil.copytree(source, site / name, ignore=spare)
        else:
            shutil.copy(source, site / name)
    shutil.copytree(ROOT / "companion", site / "companion", ignore=spare)
    _remove(site / "companion", OF_SERVERS)
    for file in (site / "babel").rglob("*.dat"):
        if file.parent.name == "locale-data" and file.stem not in LOCALES:
            file.unlink()
        else:
            data = pickle.loads(file.read_bytes())
            file.write_bytes(
                pickle.dumps({key: data[key] for key in data if key not in UNUSED_DATA})
            )
    for wheel in FETCHED.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(site)


def _zip(folder: Path) -> bytes:
    """Return the files of a folder as a ZIP file, stored, because the whole is packed better."""
    file = folder.with_suffix(".zip")
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            # Without the time, so that the same files make the same archive.
            archive.writestr(
                zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes()
            )
    return file.read_bytes()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _write(name: str, content: bytes) -> None:
    file = OUT / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def _page(app: Flask, paths: Mapping[str, str], code: Mapping[str, str], size: int) -> bytes:
    """Return the page around the app, with its words in all languages."""
    words, noscript = {}, []
    with app.test_request_context():
        for language in app.config["LANGUAGES"]:
            with languages.using(language):
                words[language] = render_template("pocket/words.html")
                noscript.append(render_template("pocket/noscript.html"))
        page = render_template(
            "pocket/shell.html",
            words=words,
            noscript=noscript,
            paths=paths,
            code=code,
            tiles=[Tile(6, 4), Tile(5, 5), Tile(3, 1)],
            bytes=size,
        )
    return page.encode()


def _manifest(paths: Mapping[str, str]) -> bytes:
    icons = [
        {"src": path, "type": "image/png", "sizes": "any"}
        for name, path in paths.items()
        if name.startswith("icons/")
    ]
    return json.dumps(
        {
            "name": "companion",
            "short_name": "companion",
            "start_url": ".",
            "scope": ".",
            "display": "standalone",
            "theme_color": "#1c4e3b",
            "background_color": "#1c4e3b",
            "icons": icons,
        }
    ).encode()


def _service_worker(listed: Mapping[str, str]) -> bytes:
    """Return the script with the list of all files, so that it changes with each of them."""
    page = (OUT / "index.html").read_bytes()
    version = f"pocket {__version__} {_digest(json.dumps(listed).encode() + page)}"
    script = (SOURCES / "service-worker.js").read_text()
    start = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(listed)};\n"
    return (start + script).encode()


def _licences() -> str:
    """Return the licences of all that is in the folder."""
    texts = {"loo-companion": (ROOT / "LICENSE").read_text()}
    owners = packages_distributions()
    for package in PACKAGES:
        name = owners[package.removesuffix(".py")][0]
        for file in files(name) or ():
            if re.search("licen[sc]e|copying", file.name, re.I):
                texts[name] = file.read_text()
    for file in sorted(FETCHED.glob("*.whl")):
        wheel = zipfile.ZipFile(file)
        for path in wheel.namelist():
            if "/licenses/" in path:
                texts[file.name.partition("-")[0]] = wheel.read(path).decode()
    texts |= OF_RUNTIME
    return "\n\n".join(f"=== {name} ===\n\n{text}" for name, text in texts.items())


if __name__ == "__main__":
    main()
