"""Refuses what is not translated yet, or no longer needed, for `make test-all` and `make release`.

Messages are compared by their texts; guides by what a translation keeps: pages, ids of headings and words,
conditions and fields. A language without a guide needs none.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from companion.wording import guide
from companion.wording.languages import SOURCE
from tools.catalogues import FOLDER, Key, exit_with, translated, wanted

_KEPT = re.compile(
    r"^(#+) .*?(\{#[\w -]+\})?$|^- .*?(\{#[\w-]+\}) \(|(\{%(?! *set).*?%\})|(\{%.*?%\}|\{\{.*?\}\})",
    re.MULTILINE,
)


def left_in_catalogues(folder: Path = FOLDER) -> Iterator[str]:
    messages = wanted()
    for file in sorted(folder.glob("*.po")):
        seen = set(translated(file))
        for text in _texts(messages - seen):
            yield f"{file.stem}: “{text}” is not translated"
        for text in _texts(seen - messages):
            yield f"{file.stem}: “{text}” is used no more"


def _texts(messages: set[Key]) -> list[str]:
    return sorted(text if isinstance(text, str) else text[0] for _context, text in messages)


def left_in_guide(language: str) -> Iterator[str]:
    english, own = guide.files(SOURCE), guide.files(language)
    for name in sorted({*english, *own} if own else ()):
        if name not in own:
            yield f"{language}: {name} of the guide is not translated"
        elif name not in english:
            yield f"{language}: {name} of the guide is used no more"
        elif skeleton(own[name].read_text("utf-8")) != skeleton(english[name].read_text("utf-8")):
            yield f"{own[name]}: has other headings, words, conditions or fields than the English"


def skeleton(text: str) -> list[tuple[str, ...]]:
    """Return what a translation keeps. Texts in quotes within fields are translated, but not in conditions."""
    return [(*kept, re.sub('".*?"', '""', field)) for *kept, field in _KEPT.findall(text)]


def main(folder: Path = FOLDER) -> None:
    left = list(left_in_catalogues(folder))
    for file in sorted(folder.glob("*.po")):
        left += left_in_guide(file.stem)
    if left:
        exit_with(
            left,
            "translations are missing or old; `make messages` puts messages into the catalogues",
        )


if __name__ == "__main__":
    main()
