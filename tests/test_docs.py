"""Paths, names and commands in the documentation exist."""

import io
import re
import shlex
from pathlib import Path

import pytest

from companion import cli
from companion.cli import main
from companion.store import open_store

ROOT = Path(__file__).parents[1]
PAGES = ["CONTRIBUTING.md", "README.md", "SECURITY.md"]
PAGES += ["docs/api.md", "docs/hosting.md", "docs/library.md", "docs/rules.md"]
MADE = {"companion/rules/loo/your_game.py"}
"""Files that a page tells the reader to create."""


@pytest.mark.parametrize("page", PAGES)
def test_paths_exist(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    shown = re.findall(r"`((?:companion|templates|static|tests|docs|bench)/[\w./-]*)`", text)
    assert not {path for path in set(shown) - MADE if not (ROOT / path).exists()}


def anchors(file):
    """The anchors of a page: of its headings, as forges and `make site` make them, and its own."""
    text = file.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    made = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize(
    "page", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")], ids=lambda p: p.name
)
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([\w./-]*)(?:#([^)]+))?\)", text)
    for path, anchor in links:
        target = page.parent / path if path else page
        assert target.is_file(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"
    for name in re.findall(r'<img src="([^"]+)"', text):
        assert (page.parent / name).is_file(), name
    assert links or page.name == "languages.md"


def test_the_layout_shows_every_folder():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folders = {
        f"companion/{file.parent.relative_to(ROOT / 'companion')}/"
        for file in (ROOT / "companion").glob("*/__init__.py")
    } | {f"companion/rules/{file.parent.name}/" for file in ROOT.glob("companion/rules/*/*.py")}
    assert len(folders) > 10
    assert not {folder for folder in folders if f"`{folder}`" not in text}


def test_named_classes_and_methods_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    code = "\n".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "companion").rglob("*.py")
    )
    named = set(re.findall(r"`(?!VENDOR)([A-Z]\w+)(?:\.\w+)?`", text))
    assert len(named) > 8
    for name in named:
        assert re.search(rf"^(class )?{name}\b", code, re.MULTILINE), name
    for method in re.findall(r"`(?!VENDOR)[A-Z]\w+\.([a-z]\w+)`", text):
        assert f"def {method}(" in code, method


def test_the_commands_in_hosting_are_valid(monkeypatch, tmp_path):
    open_store(tmp_path).close()
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    found = re.findall(
        r"^    .*?\bcompanion((?: --instance \S+)? [a-z]+(?: [^<>&|\n]*)?)", text, re.M
    )
    assert len(found) > 10
    for command in cli.companion.commands.values():
        monkeypatch.setattr(command, "callback", lambda **options: 0)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    for command in found:
        here = command.replace("/var/lib/loo-companion", str(tmp_path))
        assert main(["--instance", str(tmp_path), *shlex.split(here)]) == 0, command


def test_the_readme_names_every_command():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert not {
        command for command in cli.companion.commands if f"companion {command} " not in text
    }
