"""Versions: of this companion, of a build from git, and of the program that made a file."""

import json
import re
import runpy
import shutil
import subprocess

import pytest

from companion import RecordError, __version__, dumps, loads, say, version
from companion.version import MADE_BY, newer_version
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
        ({"entries": [{**START, "preset": "new"}]}, ". Rams has no presets."),
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
    ("ours", "made", "is_newer"),
    [
        ("0.2.0", "99.0.0", True),
        ("0.2.0", "99.0.0.dev3", True),
        ("0.2.0", "99.0.0.dev3+g5a489d83", True),
        ("0.2.0", "0.2.0.dev89+g5a489d83", False),
        ("0.2.0", "0.1.0", False),
        ("0.2.0", "0.2.0", False),
        ("0.2.0.dev89+g5a489d83", "0.2.0.dev90+g12345678.dirty", True),
        ("0.2.0.dev89+g5a489d83", "0.2.0.dev88+g12345678", False),
        ("0.2.0.dev89+g5a489d83", "0.2.0", True),
        ("0.2.0.dev89+g5a489d83", "0.2.0.dev0+unknown", False),
        # How many commits these have is not known.
        ("0.2.0.dev0+unknown", "0.2.0", False),
        ("0.2.0.dev0+g5a489d83", "0.2.0.dev90+g12345678", False),
        ("0.2.0.dev0+g5a489d83", "0.3.0.dev1+g12345678", True),
        ("0.2.0", "99", False),
        ("0.2.0", "99.0.0+", False),
        ("0.2.0", "", False),
    ],
)
def test_versions_are_compared(monkeypatch, ours, made, is_newer):
    monkeypatch.setattr(version, "__version__", ours)
    assert newer_version(f"loo-companion {made}") == (made if is_newer else None)
    assert newer_version(None) is None


def git(folder, *words):
    command = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *words]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def version_in(folder):
    return runpy.run_path(str(folder / "companion" / "version.py"))["__version__"]


@pytest.fixture
def checkout(tmp_path):
    """A folder with the files that make the version, without git, of release 0.1.0."""
    folder = tmp_path / "checkout"
    for name in ("companion/version.py", "tools/describe"):
        (folder / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / name, folder / name)
    set_release(folder, "0.1.0")
    return folder


def set_release(folder, number):
    file = folder / "companion" / "version.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub('^RELEASED = ".*"$', f'RELEASED = "{number}"', text, flags=re.M))


def commit(folder, message, **files):
    for name, text in files.items():
        (folder / name).write_text(text)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", message)
    return git(folder, "rev-parse", "HEAD")[:8]


def test_a_checkout_counts_commits_since_the_release_and_has_its_hash(checkout, monkeypatch):
    git(checkout, "init", "--quiet")
    commit(checkout, "Release 0.1.0", one="1")
    assert version_in(checkout) == "0.1.0"
    place = commit(checkout, "Change one", one="2")
    assert version_in(checkout) == f"0.2.0.dev1+g{place}"
    git(checkout, "tag", "a-tag")
    place = commit(checkout, "Change two", two="2")
    assert version_in(checkout) == f"0.2.0.dev2+g{place}"
    # In a hook of another repository.
    monkeypatch.setenv("GIT_DIR", str(ROOT / ".git"))
    assert version_in(checkout) == f"0.2.0.dev2+g{place}"
    monkeypatch.delenv("GIT_DIR")
    (checkout / "new").touch()
    assert version_in(checkout) == f"0.2.0.dev2+g{place}"
    (checkout / "two").write_text("3")
    assert version_in(checkout) == f"0.2.0.dev2+g{place}.dirty"
    set_release(checkout, "0.2.0")
    assert version_in(checkout) == f"0.3.0.dev0+g{place}.dirty"
    monkeypatch.setenv("COMPANION_RELEASING", "1")  # by `make release`
    assert version_in(checkout) == "0.2.0"
    monkeypatch.delenv("COMPANION_RELEASING")
    place = commit(checkout, "Release 0.2.0")
    assert version_in(checkout) == "0.2.0"
    (checkout / "two").write_text("4")
    assert version_in(checkout) == f"0.3.0.dev0+g{place}.dirty"


def test_a_shallow_clone_has_its_hash(checkout, tmp_path):
    git(checkout, "init", "--quiet")
    commit(checkout, "Release 0.1.0")

    def cloned(name, depth):
        clone = tmp_path / name
        git(tmp_path, "clone", "--quiet", "--depth", str(depth), checkout.as_uri(), str(clone))
        return version_in(clone)

    assert cloned("release", 1) == "0.1.0"
    commit(checkout, "Change one", one="1")
    place = commit(checkout, "Change two", two="2")
    assert cloned("two", 2) == f"0.2.0.dev0+g{place}"
    assert cloned("three", 3) == f"0.2.0.dev2+g{place}"


def test_without_git_the_commit_is_unknown(checkout, monkeypatch):
    assert version_in(checkout) == "0.2.0.dev0+unknown"
    git(checkout, "init", "--quiet")
    assert version_in(checkout) == "0.2.0.dev0+unknown"  # without a commit
    place = commit(checkout, "A copy of some files")
    assert version_in(checkout) == f"0.2.0.dev0+g{place}"
    monkeypatch.setenv("PATH", "/nowhere")
    assert version_in(checkout) == "0.2.0.dev0+unknown"


def test_a_package_says_its_version_and_starts_no_git(checkout, monkeypatch):
    (checkout / "loo_companion-0.1.7.dist-info").mkdir()
    metadata = "Metadata-Version: 2.1\nName: loo-companion\nVersion: 0.1.7\n"
    (checkout / "loo_companion-0.1.7.dist-info" / "METADATA").write_text(metadata)
    monkeypatch.setattr(subprocess, "run", None)
    assert version_in(checkout) == "0.1.7"
