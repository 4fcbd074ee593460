"""`make pocket`: write the companion for a browser, which needs no server, as a folder of static files.

`tools/setup pocket` fetches the runtime and the wheel that was compiled for it; all else comes from the
checkout and from .venv. Each file has its content's hash in its path, but for those that a browser asks
for by name. The runtime and the code are packed (gzip), so that they are as small on the way from any
web space. The same sources make the same bytes.
"""

import gzip
import hashlib
import io
import json
import mimetypes
import pickle
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
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
INSTALLED = Path(sysconfig.get_path("purelib"))
OF_SERVERS = (
    *("__main__.py", "cli.py", "commands", "postgresql", "served.py", "serving", "static"),
    *("hosting.md", "nginx.conf", "Caddyfile"),
)
"""What of the companion only a server uses."""
NOT_READ = {".cfg", ".po", ".pot", ".py", ".pyi", ".typed"}
"""Suffixes of files that are not read, or not once they are compiled."""
UNUSED_DATA = {
    *("unit_patterns", "unit_display_names", "compound_unit_patterns", "territories", "scripts"),
    *("variants", "meta_zones", "time_zones", "date_fields", "interval_formats", "likely_subtags"),
    *("compact_decimal_formats", "compact_currency_formats", "territory_languages"),
    *("windows_zone_mapping", "zone_territories"),
}
"""What of a locale we never write: units, countries, names of time zones."""
LICENCE = re.compile("(dist-info|locale-data)/.*licen[sc]e", re.IGNORECASE)
"""Files with the licence of a package, and with that of Babel's data."""


def main(version: str) -> None:
    OUT.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=OUT.parent) as folder:
        build(Path(folder), version)
        shutil.rmtree(OUT, ignore_errors=True)
        (Path(folder) / "pocket").rename(OUT)
    sizes = [file.stat().st_size for file in OUT.rglob("*") if file.is_file()]
    print(f"{OUT.relative_to(ROOT)}: {len(sizes)} files, {sum(sizes):,} bytes")


def build(folder: Path, version: str) -> None:
    app = create_app(folder / "instance", features=POCKET)
    static = app.extensions["assets"]
    site, library = folder / "site", folder / "library"
    _gather(site, app, version)
    library.mkdir()
    walk(RUNTIME, site=site, library=library, packages=INSTALLED)
    for template in site.rglob("*.html"):  # compiled, and looked for by name
        template.write_text("")

    modules = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
    runtime = {name: (RUNTIME / name).read_bytes() for name in modules}
    runtime["stdlib.zip"] = zipped(library)
    app_code = zipped(site)
    code = {
        "runtime": f"runtime-{_digest(b''.join(runtime.values()))}/",
        "app": f"app-{_digest(app_code)}.zip",
    }
    packed = {code["runtime"] + name: content for name, content in runtime.items()}
    packed[code["app"]] = app_code
    paths = {name: f"static/{path}" for name, path in static.names.items()}
    contents = {path: (static.folder.parent / path).read_bytes() for path in paths.values()}
    for name, content in packed.items():
        contents[f"{name}.packed"] = gzip.compress(content, 9, mtime=0)
    contents["index.html"] = _page(app, paths=paths, code=code)
    contents["manifest.webmanifest"] = _manifest(app)
    contents["LICENSES.txt"] = _licences(site).encode()
    files = json.dumps(dict(_described(*one) for one in contents.items()))
    # The script lists all files, so that it changes with each of them.
    start = f"const VERSION = {json.dumps(f'{version} {_digest(files.encode())}')};\n"
    start += f"const FILES = {files};\n"
    worker = (ROOT / "static" / "pocket" / "service-worker.js").read_text()
    contents["service-worker.js"] = (start + worker).encode()
    for name, content in contents.items():
        _write(folder / "pocket" / name, content)


def _described(path: str, sent: bytes) -> tuple[str, dict[str, object]]:
    """Return a file's name, and how the service worker fetches and checks it."""
    name = path.removesuffix(".packed")
    content = sent if name == path else gzip.decompress(sent)
    digest = "-".join(map(str, hashlib.sha256(content).digest()[:8]))
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return name, {"path": path, "size": len(sent), "type": kind, "digest": digest}


def walk(runtime: Path, **places: Path) -> str:
    """Run pocket_walk.py in the runtime with some folders; return the last line that it prints."""
    mounts = [f"/{name}={path}" for name, path in {**places, "tests": ROOT / "tests"}.items()]
    command = ["node", ROOT / "tools" / "pocket.mjs", runtime, *mounts]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit("The pocket's Python failed; the lines above say why.")
    return done.stdout.splitlines()[-1]


def check(pocket: Path) -> str:
    """Walk with nothing but a folder that was built; return its version and the number of pages."""
    with tempfile.TemporaryDirectory() as folder:
        runtime, site = Path(folder) / "runtime", Path(folder) / "site"
        for file in pocket.glob("runtime-*/*.packed"):
            name = file.stem.replace("stdlib", "python_stdlib")
            _write(runtime / name, gzip.decompress(file.read_bytes()))
        (app,) = pocket.glob("app-*.zip.packed")
        with gzip.open(app) as content:
            zipfile.ZipFile(content).extractall(site)
        return walk(runtime, site=site)


def _gather(site: Path, app: Flask, version: str) -> None:
    """Gather the companion, the compiled wheel, and the data of other packages."""
    ignored = shutil.ignore_patterns("__pycache__", *OF_SERVERS)
    shutil.copytree(ROOT / "companion", site / "companion", ignore=ignored)
    names = json.dumps(dict(app.extensions["assets"].names))
    _write(site / "companion" / "static.json", names.encode())
    metadata = f"Metadata-Version: 2.1\nName: loo-companion\nVersion: {version}\n"
    _write(site / f"loo_companion-{version}.dist-info" / "METADATA", metadata.encode())
    (wheel,) = FETCHED.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(site)
    shutil.copytree(INSTALLED / "tzdata", site / "tzdata", ignore=ignored)
    # English in all its forms, and what stands for the language of the tests.
    locales = ("root", "en_001", "en_GB", "el", *app.config["LANGUAGES"])
    for name in ("global.dat", *(f"locale-data/{locale}.dat" for locale in locales)):
        data = pickle.loads((INSTALLED / "babel" / name).read_bytes())
        kept = {key: value for key, value in data.items() if key not in UNUSED_DATA}
        _write(site / "babel" / name, pickle.dumps(kept))


def zipped(folder: Path) -> bytes:
    """Return a folder as a ZIP file, stored, because the whole is packed better."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix not in NOT_READ:
                # Without the time, so that the same files make the same archive.
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes())
    return content.getvalue()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def _page(app: Flask, **parts: object) -> bytes:
    """Return the page around the app, with its words in all languages."""
    words, noscript = {}, []
    tiles = [Tile(6, 4), Tile(5, 5), Tile(3, 1)]
    with app.test_request_context():
        for language in app.config["LANGUAGES"]:
            with languages.using(language):
                words[language] = render_template("pocket/words.html")
                noscript.append(render_template("pocket/noscript.html"))
        parts |= {"words": words, "noscript": noscript, "tiles": tiles}
        return render_template("pocket/shell.html", **parts).encode()


def _manifest(app: Flask) -> bytes:
    """Return the app's own manifest, for a folder at any path."""
    manifest = app.test_client().get("/manifest.webmanifest").json
    del manifest["id"]  # which all folders of a web space would have
    return json.dumps(manifest).replace('"/', '"./').encode()


def _licences(site: Path) -> str:
    """Return the licences of all that is in the folder."""
    texts = {"loo-companion": (ROOT / "LICENSE").read_text()}
    texts["htmx"] = (ROOT / "static" / "vendor" / "LICENSE-htmx.txt").read_text()
    owners = packages_distributions()
    used = {owners[path.stem][0] for path in site.iterdir() if path.stem in owners}
    for name in sorted(used - {"loo-companion"}, key=str.lower):
        found = [file.read_text() for file in files(name) or () if LICENCE.search(str(file))]
        texts[name] = "\n\n".join(found)
    texts["CPython and Pyodide"] = (ROOT / "tools" / "pocket_licences.txt").read_text()
    return "\n\n".join(f"=== {name} ===\n\n{text}" for name, text in texts.items())


if __name__ == "__main__":
    main(*sys.argv[1:] or [__version__])
