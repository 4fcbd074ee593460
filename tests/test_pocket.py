"""The folder of the pocket has all that it needs, nothing of a server, and is made alike each time."""

import gzip
import zipfile
from pathlib import Path

import pytest

from companion.version import MADE_BY, __version__
from companion.wording.languages import offered
from tests.browser.pocket import build
from tools import pocket

pytestmark = pytest.mark.slow

LIBRARIES = {
    *("babel", "blinker", "click", "dateutil", "flask", "itsdangerous", "jinja2", "markdown_it"),
    *("markupsafe", "mdurl", "msgspec", "pluggy", "segno", "sqlite_fts4", "sqlite_utils"),
    *("tzdata", "werkzeug"),
}


@pytest.fixture(scope="module")
def folder():
    return build()


def names(folder, pattern):
    (file,) = folder.glob(pattern)
    with gzip.open(file) as content:
        return zipfile.ZipFile(content).namelist()


def test_it_imports_all_records_and_opens_each_kind_of_page_with_nothing_else(folder):
    version, pages = pocket.check(folder).removesuffix(" pages").split(": ")
    assert version == MADE_BY
    assert int(pages) > 150


def test_it_has_the_code_and_the_languages_and_nothing_of_a_server(folder):
    files = names(folder, "app-*.zip.packed")
    packages = {Path(name).parts[0] for name in files}
    metadata = {name for name in packages if name.endswith(".dist-info")}
    assert packages - metadata == LIBRARIES | {"companion"}
    assert f"loo_companion-{__version__}.dist-info" in metadata
    for language in set(offered("")) - {"en"}:
        assert f"companion/wording/catalogues/{language}.mo" in files
        assert f"companion/guide/{language}/glossary.md" in files
    modules = {name for name in files if name.startswith("companion/")}
    of_servers = ("commands", "serving", "store/postgresql", "web/served", "web/static", "cli")
    assert not {name for name in modules for part in of_servers if f"companion/{part}" in name}
    assert not {name for name in files if name.endswith((".py", ".po"))}


def test_its_standard_library_is_cut(folder):
    modules = names(folder, "runtime-*/stdlib.zip.packed")
    assert all(name.endswith(".pyc") for name in modules)
    unused = {"argparse", "ftplib", "multiprocessing", "pdb", "unittest", "xmlrpc"}
    assert not unused & {Path(name).parts[0].removesuffix(".pyc") for name in modules}


def test_it_has_every_licence(folder):
    text = (folder / "LICENSES.txt").read_text()
    titles = {line.strip("= ").lower() for line in text.splitlines() if line.startswith("=== ")}
    renamed = {"dateutil": "python-dateutil", "markdown_it": "markdown-it-py"}
    ours = {"loo-companion", "htmx", "cpython and pyodide"}
    assert titles == ours | {renamed.get(name, name.replace("_", "-")) for name in LIBRARIES}
    parts = text.split("\n=== ")
    assert all(len(part) > 300 for part in parts)


def test_another_build_makes_the_same_bytes(folder, tmp_path):
    pocket.build(tmp_path, __version__)
    again = tmp_path / "pocket"
    files = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    assert files == {path.relative_to(again) for path in again.rglob("*") if path.is_file()}
    for file in files:
        assert (folder / file).read_bytes() == (again / file).read_bytes(), file
