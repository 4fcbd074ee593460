"""Run by tools/pocket.mjs in the pocket's Python: import all records, and open each kind of page.

If the libraries are in /packages, put all that this has imported into /site and /library, compiled.
Otherwise the pocket shows that it has all that it needs.
"""

import gzip
import html
import marshal
import pkgutil
import re
import sys
from collections import Counter
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from pathlib import Path

SITE, LIBRARY, PACKAGES, TESTS = map(Path, ("/site", "/library", "/packages", "/tests"))
WHOLE = ("companion", "pyodide", "_pyodide")
"""Packages that are kept whole; the last two do more in a browser than here."""
LATE = (
    *("encodings.cp437", "encodings.cp1252", "encodings.utf_16", "encodings.utf_8_sig"),
    *("jinja2.debug", "zipfile"),
)
"""What reads ZIP files, spreadsheets and records of any kind, and faults in a template."""
LANGUAGES = ("de", "es", "fr", "it", "en")
ZONE = "Europe/Zurich"
MOST_OF_A_KIND = 5
EDGE = "edge-of-a-part"


def walk() -> None:
    from companion.pocket import Pocket
    from companion.tables.days import known_zone
    from companion.version import MADE_BY

    for name in WHOLE:
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            import_module(module.name)
    for name in LATE:
        import_module(name)

    if not known_zone(ZONE):
        raise SystemExit("There are no time zones.")
    # The database of the first release is migrated, after a copy was made of it.
    old = gzip.decompress((TESTS / "records" / "frozen" / "database-0.1.0.db.gz").read_bytes())
    folder = Path("/instance")
    folder.mkdir()
    (folder / "companion.db").write_bytes(old)
    pocket = Pocket(str(folder), "https://pocket.test/", ZONE)
    if PACKAGES.exists():
        compiled = SITE / "companion" / "web" / "compiled"
        pocket.app.jinja_env.compile_templates(compiled, zip=None, ignore_errors=False)

    def ask(method: str, path: str, kind: str = "", body: bytes = b"") -> str:
        status, _headers, content = pocket.answer(method, path, {"content-type": kind}, body)
        text = content.decode(errors="replace")
        # Some records are refused, with a sentence.
        if status >= (400 if method == "GET" else 500):
            raise SystemExit(f"{path} answers {status}: {text[-800:]}")
        return text

    for record in sorted(TESTS.rglob("records/*.json")):
        head = f'--{EDGE}\r\nContent-Disposition: form-data; name="record"; filename="r"\r\n\r\n'
        body = head.encode() + record.read_bytes() + f"\r\n--{EDGE}--\r\n".encode()
        ask("POST", "/records", f"multipart/form-data; boundary={EDGE}", body)
    found = [f"/?language={language}" for language in LANGUAGES]
    asked: set[str] = set()
    kinds: Counter[str] = Counter()
    while found:
        path = found.pop(0)
        kind = re.sub(r"[\w-]{22}|\d+", "*", path.partition("?")[0])
        if path in asked or path.startswith("/static/") or kinds[kind] == MOST_OF_A_KIND:
            continue
        asked.add(path)
        kinds[kind] += 1
        links = re.findall(r'href="(/[^"]*)"', ask("GET", path))
        found += [html.unescape(link).partition("#")[0] for link in links]
    print(f"{MADE_BY}: {len(asked)} pages")


def compile_used() -> None:
    """Compile all imported modules and the templates, without docstrings and assertions."""
    sources = {file: file.read_text() for file in SITE.glob("companion/web/compiled/*.py")}
    for module in sys.modules.values():
        spec = getattr(module, "__spec__", None)
        if spec and spec.origin and spec.origin.endswith(".py"):
            folder = LIBRARY if spec.origin.startswith("/lib/") else SITE
            path = spec.name.replace(".", "/") + (
                "/__init__" if spec.submodule_search_locations is not None else ""
            )
            sources[folder / f"{path}.py"] = spec.loader.get_source(spec.name)
    # Not to be compared with a source and its time (PEP 552), so that the same sources make the same bytes.
    header = MAGIC_NUMBER + b"\1" + bytes(11)
    for file, source in sources.items():
        code = compile(source, str(file), "exec", dont_inherit=True, optimize=2)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.with_suffix(".pyc").write_bytes(header + marshal.dumps(code))


sys.path[:0] = [str(SITE), str(PACKAGES)]
# msgspec uses it where the tools of the tests have installed it.
sys.modules["typing_extensions"] = None
walk()
if PACKAGES.exists():
    compile_used()
