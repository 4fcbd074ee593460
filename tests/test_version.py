"""Versions: of this companion, of a build from git, and of the program that made a file."""

import json
import re
import shutil
import subprocess
import tomllib

import pytest

from companion import RecordError, __version__, dumps, loads, say
from companion.version import MADE_BY, RELEASED, newer_version
from tests.test_wheel import ROOT

START = {"kind": "game-started", "game": "rams", "seats": ["Ann", "Bob"], "dealer": "Ann", "depth": "plays"}  # fmt: skip
FILE = {
    "format": "companion-evening",
    "version": 1,
    "name": "Friday",
    "opened_at": "2026-11-20T19:30:00Z",
    "made_by": "loo-companion 99.1.0",
    "entries": [START],
}


def read(**fields):
    return loads(json.dumps({**FILE, **fields}).encode())


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"entries": [{**START, "game": "briscola"}]}, " (game Briscola)."),
        ({"entries": [{"kind": "vied"}]}, " (entry vied)."),
        ({"entries": [{"kind": "settled", "vied": 1}]}, " (field vied)."),
        ({"table": 1}, " (field table)."),
        ({"version": 2}, " (version 2 of the format)."),
        ({"entries": [{**START, "preset": "new"}]}, ". Rams has no preset 'new'"),
    ],
)
def test_a_newer_companions_file_names_the_version_that_it_needs(fields, what):
    with pytest.raises(RecordError) as refused:
        read(**fields)
    (fault,) = refused.value.faults
    assert say(fault).startswith(f"This file needs companion 99.1.0 or newer{what}")
    # The same file of this version, or of unknown origin, has an ordinary fault.
    for made_by in (MADE_BY, None, "another program 99.0"):
        try:
            read(**fields, made_by=made_by)
        except RecordError as error:
            assert all("needs companion" not in say(fault) for fault in error.faults)


def test_a_newer_companions_file_is_read_if_everything_in_it_is_known():
    record = read()
    assert json.loads(dumps(record))["made_by"] == MADE_BY == f"loo-companion {__version__}"
    assert loads(dumps(record)).entries == record.entries


@pytest.mark.parametrize(
    ("made", "is_newer"),
    [("99.0.0", True), ("99.0.0.dev3", True), ("0.0.1", False), ("99", False), ("", False)],
)
def test_versions_are_compared(made, is_newer):
    assert newer_version(f"loo-companion {made}") == (made if is_newer else None)
    assert newer_version(None) is None


def git(folder, *words):
    command = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *words]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def test_a_build_counts_commits_since_the_release(tmp_path):
    (tmp_path / "companion").mkdir()
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "describe", tmp_path / "tools")
    version = tmp_path / "companion" / "version.py"
    git(tmp_path, "init", "--quiet")

    def described():
        found = subprocess.run(
            [tmp_path / "tools" / "describe"], capture_output=True, check=True, text=True
        )
        return re.sub("-g[0-9a-f]+", "", found.stdout.strip())

    def committed(text):
        version.write_text(text, encoding="utf-8")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "--quiet", "--message", "One")
        return described()

    assert committed('RELEASED = "0.1.0"\n') == "0.1.0-0"
    assert committed('RELEASED = "0.1.0"\nONE = 1\n') == "0.1.0-1"
    assert committed('RELEASED = "0.1.0"\nONE = 2\n') == "0.1.0-2"
    version.write_text("", encoding="utf-8")
    version.write_text('RELEASED = "0.1.0"\n', encoding="utf-8")
    assert described() == "0.1.0-2-dirty"
    assert committed('RELEASED = "0.2.0"\n') == "0.2.0-0"


def test_a_build_without_git_is_the_next_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    major, minor, _patch = RELEASED.split(".")
    following = f"{major}.{int(minor) + 1}.0.dev0+unknown"
    assert project["tool"]["setuptools_scm"]["fallback_version"] == following
