"""Run by tools/pocket.mjs in the runtime of the pocket: compile all, import each game's records, open each
kind of page, and write to used.json which files were imported.
"""

import compileall
import html
import json
import pkgutil
import re
import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path("/folder")
SITE = FOLDER / "site"
MOST_PAGES = 300
BOUNDARY = "warm"
SELDOM = ("encodings.cp1252", "encodings.utf_16", "encodings.utf_8_sig", "jinja2.debug")
"""Modules that only a spreadsheet or a broken template imports."""


def compile_all(folder: Path) -> None:
    """Compile without docstrings and assertions, and keep nothing else."""
    if not compileall.compile_dir(folder, quiet=1, legacy=True, optimize=2, maxlevels=30):
        raise SystemExit("Some files could not be compiled.")
    for source in folder.rglob("*.py"):
        source.unlink()


def open_pages() -> None:
    import companion
    from companion.pocket import Pocket

    pocket = Pocket("/instance", "https://pocket.test/", "UTC")
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        import_module(module.name)
    for name in SELDOM:
        import_module(name)

    compiled = SITE / "companion" / "web" / "compiled"
    pocket.app.jinja_env.compile_templates(compiled, zip=None, ignore_errors=False)
    compile_all(compiled)

    def ask(method: str, path: str, kind: str = "", body: bytes = b"") -> bytes:
        status, _headers, content = pocket.answer(method, path, {"content-type": kind}, body)
        if status >= 500:
            raise SystemExit(f"{path} answers {status}: {content.decode(errors='replace')[-800:]}")
        return content

    ask("GET", "/")
    for record in sorted(Path("/records").glob("*.json")):
        if record.name.endswith(".replay.json"):
            continue
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="record"; filename="{record.name}"\r\n\r\n'
        body = head.encode() + record.read_bytes() + f"\r\n--{BOUNDARY}--\r\n".encode()
        ask("POST", "/records", f"multipart/form-data; boundary={BOUNDARY}", body)
    asked: set[str] = set()
    kinds: dict[str, int] = {}
    found = [
        "/",
        "/?language=de",
        "/?language=es",
        "/?language=fr",
        "/?language=it",
        "/?language=en",
    ]
    while found and len(asked) < MOST_PAGES:
        path = found.pop(0)
        kind = re.sub(r"[\w-]{22}|\d+", "*", path.partition("?")[0])
        kinds[kind] = kinds.get(kind, 0) + 1
        if path in asked or path.startswith("/static/") or kinds[kind] > 30:
            continue
        asked.add(path)
        links = re.findall(r'href="(/[^"]*)"', ask("GET", path).decode(errors="replace"))
        found += [html.unescape(link).partition("#")[0] for link in links]
    print(len(asked), "pages")


def used() -> list[str]:
    """Return the files of all imported modules, below their folder."""
    found = set()
    for module in list(sys.modules.values()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
        for start in ("/folder/site/", "/lib/python314.zip/"):
            if origin.startswith(start):
                found.add(origin.removeprefix(start).removesuffix("c").removesuffix(".py"))
    return sorted(found)


compile_all(FOLDER)
sys.path.insert(0, str(SITE))
open_pages()
(FOLDER / "used.json").write_text(json.dumps(used()))
