"""Templates can be read: short lines, short files."""

from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"


def test_lines_are_short() -> None:
    long = [
        f"{file.relative_to(TEMPLATES)}:{number}"
        for file in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if len(line) > 140
    ]
    assert long == []
