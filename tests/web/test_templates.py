"""Templates can be read: short lines, short files, not too many of them."""

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


def test_files_are_short() -> None:
    lengths = {
        f"{file.relative_to(TEMPLATES)}": len(file.read_text().splitlines())
        for file in TEMPLATES.rglob("*.html")
    }
    assert {name: lines for name, lines in lengths.items() if lines > 150} == {}
    assert sum(lengths.values()) <= 5_890
