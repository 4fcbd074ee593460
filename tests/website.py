"""`python -m tests.website build/site` tries every link of the documentation as `make site` has written it."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import companion


class Page(HTMLParser):
    """The addresses and the anchors of a page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: set[tuple[str, str]] = set()
        self.anchors: set[str] = set()
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links |= {(tag, value) for name, value in attrs if name in ("href", "src") and value}
        self.anchors |= {value for name, value in attrs if name == "id" and value}


def faults(folder: Path) -> list[str]:
    """Return the links that lead nowhere, what another host sends, and what the reference lacks."""
    folder = folder.resolve()
    pages = {file: Page(file) for file in folder.rglob("*.html")}
    found = []
    for file, page in pages.items():
        for tag, link in page.links:
            url = urlsplit(link)
            if url.scheme or url.netloc:
                right = tag == "a"
            elif right := (target := (file.parent / unquote(url.path))).exists():
                target = target.resolve() if url.path else file
                right = not url.fragment or unquote(url.fragment) in pages[target].anchors
            if not right:
                found.append(f"{file.relative_to(folder)} has a link to {link}")
    listed = pages[folder / "docs" / "reference.html"].anchors
    names = [name for name in companion.__all__ if name[0] != "_"]
    return found + [f"{name} is not listed" for name in names if f"companion.{name}" not in listed]


if __name__ == "__main__":
    if found := faults(Path(sys.argv[1])):
        sys.exit("\n".join(sorted(found)))
    print(f"{sys.argv[1]}: every link leads somewhere")
