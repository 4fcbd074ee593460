"""`make site`: write the documentation to build/site, and the man page to man/.

Runs in .venv-site. Each page keeps its place below the top of the checkout, and so its links.
"""

import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx

from companion.web.api.openapi import page

ROOT = Path(__file__).parents[1]
SOURCE, OUT, MAN = ROOT / "build" / "site-source", ROOT / "build" / "site", ROOT / "man"
PAGES = (
    *("docs/hosting", "docs/rules", "docs/commands", "docs/formats", "docs/api", "docs/library"),
    *("docs/reference", "SECURITY", "CONTRIBUTING", "docs/languages", "CHANGELOG"),
)


def main() -> None:
    for folder in (SOURCE, OUT, MAN):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SOURCE / "docs")
    for file in (*ROOT.glob("*.md"), ROOT / "LICENSE"):
        shutil.copy(file, SOURCE)
    (SOURCE / "extra").mkdir()
    (SOURCE / "extra" / "interface.html").write_text(page(), "utf-8")
    api = SOURCE / "docs" / "api.md"
    link = '\n\n<a href="../interface.html">Every route and field</a> has a page of its own.\n\n'
    api.write_text(api.read_text("utf-8").replace("\n\n", link, 1), "utf-8")
    contents = "\n".join(("```{toctree}", ":hidden:", *PAGES, "```"))
    readme = (SOURCE / "README.md").rename(SOURCE / "index.md")
    readme.write_text(f"{readme.read_text('utf-8')}\n{contents}\n", "utf-8")
    for builder, folder in (("html", OUT), ("man", MAN)):
        options = ("-q", "-W", "--keep-going", "-c", SOURCE / "docs", "-d", SOURCE / "trees")
        if sphinx([*map(str, ("-b", builder, *options, SOURCE, folder))]):
            sys.exit("The site was not built; the lines above say why.")


if __name__ == "__main__":
    main()
