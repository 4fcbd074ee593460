"""`make release` sets the version in every file, and makes links of the README that work on an index."""

import re
import shutil
import tomllib
from datetime import date
from pathlib import Path

import pytest

from companion.version import RELEASED
from tools import release

ROOT = Path(__file__).parents[1]
REPOSITORY = "https://forge.example/ann/companion"


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The files that a release changes."""
    (tmp_path / "companion").mkdir()
    for name in ("CITATION.cff", "companion/version.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text("## 9.1.0 (unreleased)\n\n## 9.0.0 (2030-01-01)\n")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    return tmp_path


def test_every_file_gets_the_version_and_the_repository(copy):
    for repository in (REPOSITORY, "", REPOSITORY):
        release.set_version("9.1.0", repository)
        project = tomllib.loads((copy / "pyproject.toml").read_text())["project"]
        assert project["urls"].get("Source", "") == repository
        assert len(project["urls"]) == (4 if repository else 0)
    today = date.today().isoformat()
    assert (copy / "CHANGELOG.md").read_text().startswith(f"## 9.1.0 ({today})\n\n## 9.0.0 (2030")
    citation = (copy / "CITATION.cff").read_text()
    assert "\nversion: 9.1.0\n" in citation and f"\ndate-released: {today}\n" in citation
    assert '\nRELEASED = "9.1.0"\n' in (copy / "companion" / "version.py").read_text()


def test_a_release_that_the_changelog_does_not_tell_is_refused(copy):
    with pytest.raises(SystemExit, match=r"CHANGELOG\.md should have one line"):
        release.set_version("9.2.0", "")


def test_the_readme_leads_to_the_repository():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    text = release.with_absolute_links(readme, REPOSITORY)
    for link in re.findall(r'\]\(([^)]+)\)|<img src="([^"]+)"', text):
        assert "".join(link).startswith("https://")
    assert f"[In the pocket]({REPOSITORY}/blob/HEAD/docs/hosting.md#in-the-pocket)" in text
    assert f'<img src="{REPOSITORY}/raw/HEAD/docs/table.png" width="320"' in text
    without = release.with_absolute_links(readme, "")
    assert "](" not in without and "<img" not in without
    assert "docs/hosting.md shows how" in without
    assert release.with_absolute_links("[a](https://b)", "") == "[a](https://b)"


def test_the_citation_names_the_last_release():
    assert f"\nversion: {RELEASED}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
