"""Each vendored file is listed and equal to the upstream release."""

import base64
import hashlib
import tomllib
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "static" / "vendor"
FILES = tomllib.loads((FOLDER / "VENDOR.toml").read_text(encoding="utf-8"))["file"]


@pytest.mark.parametrize("entry", FILES, ids=lambda entry: entry["file"])
def test_vendored_file_has_the_noted_hash(entry):
    digest = hashlib.sha384((FOLDER / entry["file"]).read_bytes()).digest()
    assert base64.b64encode(digest).decode() == entry["sha384"]


@pytest.mark.parametrize("entry", FILES, ids=lambda entry: entry["file"])
def test_vendored_file_says_where_it_comes_from(entry):
    assert set(entry) == {"name", "version", "file", "source", "licence", "sha384", "date"}
    assert all(entry.values())
    # The version in the name lets browsers cache a script for ever.
    assert entry["version"] in entry["file"] or not entry["file"].endswith((".js", ".css"))


def test_every_vendored_file_is_listed_once():
    there = sorted(str(p.relative_to(FOLDER)) for p in FOLDER.rglob("*") if p.is_file())
    there.remove("VENDOR.toml")
    assert there == sorted(entry["file"] for entry in FILES)


def test_every_vendored_package_comes_with_its_licence():
    packages = {entry["name"] for entry in FILES}
    assert packages
    for name in packages:
        assert any(
            entry["name"] == name and entry["file"].startswith("LICENSE-") for entry in FILES
        ), f"no licence file for {name}"
