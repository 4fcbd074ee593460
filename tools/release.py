"""`make release VERSION=0.2.0`: set the version, build wheel, sdist and the pocket, and ask each for its pages.

Sets the number and the date, and leaves the commit to you. Nothing is published.
"""

import hashlib
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from datetime import date
from pathlib import Path

from tools import pocket

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PORT = "8397"
LEAST_PAGES = 100
"""A crawl that finds fewer pages has missed the example evenings or the rules."""


def replace_once(name: str, pattern: str, text: str) -> None:
    file = ROOT / name
    changed, count = re.subn(pattern, text, file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if count != 1:
        sys.exit(f"{name} should have one line like {pattern}, but has {count}.")
    file.write_text(changed, encoding="utf-8")


def set_version(version: str, repository: str) -> None:
    replace_once(
        "CHANGELOG.md", rf"^## {re.escape(version)} \(.*\)$", f"## {version} ({date.today()})"
    )
    replace_once("companion/version.py", '^RELEASED = ".*"$', f'RELEASED = "{version}"')
    replace_once("CITATION.cff", "^version: .*$", f"version: {version}")
    replace_once("CITATION.cff", "^date-released: .*$", f"date-released: {date.today()}")
    urls = {
        "Source": repository,
        "Documentation": f"{repository}/blob/HEAD/README.md#more",
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
    }
    lines = "".join(f'{name} = "{url}"\n' for name, url in urls.items() if repository)
    replace_once("pyproject.toml", r"^\[project\.urls\]\n(?:\w.*\n)*", f"[project.urls]\n{lines}")


def with_absolute_links(text: str, repository: str) -> str:
    """Return Markdown whose links lead to a repository on GitHub or GitLab; without one, only their text."""
    link, picture = r"\[([^\]]+)\]\((?!\w+:|#)([^)]+)\)", r'<img src="(?!\w+:)([^"]+)"[^>]*>'
    if not repository:
        return re.sub(picture, "", re.sub(link, r"\1", text))
    text = re.sub(link, rf"[\1]({repository}/blob/HEAD/\2)", text)
    return re.sub(r'<img src="(?!\w+:)', f'<img src="{repository}/raw/HEAD/', text)


def build(repository: str) -> list[Path]:
    """Return the wheel and the sdist. Their README, which an index shows, has links that work there."""
    readme = ROOT / "README.md"
    as_it_was = readme.read_bytes()
    readme.write_text(with_absolute_links(readme.read_text("utf-8"), repository), "utf-8")
    try:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            python = Path(folder) / "bin" / "python"
            subprocess.run(
                [python, "-m", "pip", "install", "--quiet", "build", "twine"], check=True
            )
            subprocess.run([python, "-m", "build", "--outdir", DIST, ROOT], check=True)
            built = sorted(DIST.glob("loo_companion-*"))
            subprocess.run([python, "-m", "twine", "check", "--strict", *built], check=True)
    finally:
        readme.write_bytes(as_it_was)
    return built


def check(package: Path, version: str) -> None:
    """Install a package into an empty environment, and ask its server for every page."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        scripts = Path(folder) / "bin"
        subprocess.run([scripts / "pip", "install", "--quiet", package], check=True)
        command = [scripts / "companion", "--instance", f"{folder}/data", "serve"]
        server = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", PORT], stdout=subprocess.DEVNULL, cwd=folder
        )
        try:
            pages = crawl(f"http://127.0.0.1:{PORT}", version)
        finally:
            server.terminate()
            server.wait()
    print(f"{package.name}: {pages} pages")


def build_pocket(version: str) -> None:
    """Build the companion that needs no server, and walk through it as a user gets it."""
    subprocess.run([sys.executable, "-m", "tools.pocket", version], check=True, cwd=ROOT)
    file = DIST / f"loo-companion-pocket-{version}.zip"
    file.write_bytes(pocket.zipped(pocket.OUT))
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(file, folder)
        found = pocket.check(Path(folder))
    if not found.startswith(f"loo-companion {version}:"):
        sys.exit(f"The pocket names itself {found!r}.")
    print(f"{file.name}: {found}")


def build_site(version: str) -> None:
    """Build the documentation, and the man page for the packages; try the links of what is packed."""
    python = ROOT / ".venv-site" / "bin" / "python"
    subprocess.run([python, "-m", "tools.website"], check=True, cwd=ROOT)
    name = str(DIST / f"loo-companion-site-{version}")
    file = shutil.make_archive(name, "zip", ROOT / "build" / "site")
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(file, folder)
        subprocess.run([sys.executable, "-m", "tests.website", folder], check=True, cwd=ROOT)


def crawl(url: str, version: str) -> int:
    """Return the number of pages that links lead to from the home page. Raises `HTTPError`."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    for _ in range(100):
        try:
            health = browser.open(f"{url}/healthz").read().decode()
            break
        except OSError:  # not listening yet
            time.sleep(0.1)
    else:
        sys.exit("The server did not start.")
    if health != f"ok {version}\n":
        sys.exit(f"The server answers {health!r} instead of its version.")
    asked: set[str] = set()
    found = {"/"}
    while new := found - asked:
        path = new.pop()
        asked.add(path)
        with browser.open(url + path) as answer:
            text = answer.read().decode(errors="replace")
        if not path.startswith("/static/"):
            links = re.findall(r'(?:href|src)="(/[^"]*)"', text)
            # The trainer leads from hand to hand, and has no last one.
            found |= {
                html.unescape(link).partition("#")[0] for link in links if "seed=" not in link
            }
    if len(asked) < LEAST_PAGES:
        sys.exit(f"Only {len(asked)} pages were found.")
    return len(asked)


def main(version: str, repository: str) -> None:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        sys.exit("Give the new version, like: make release VERSION=0.2.0")
    # Once set, it stays.
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    repository = repository.rstrip("/") or project["urls"].get("Source", "")
    if not re.fullmatch(r"(https://\S+)?", repository):
        sys.exit("REPOSITORY should be the address of the public repository, like https://…")
    os.environ["COMPANION_RELEASING"] = "1"
    set_version(version, repository)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    build_site(version)
    for package in build(repository):
        check(package, version)
    build_pocket(version)
    for file in sorted(DIST.iterdir()):
        content = file.read_bytes()
        print(f"{hashlib.sha256(content).hexdigest()}  {file.name}  {len(content):,} bytes")
    if not repository:
        print(
            "Without REPOSITORY=https://… the packages have no address and no links of the README."
        )
    print(f"All is well. Commit this as {version}: git commit --all --message 'Release {version}'")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
