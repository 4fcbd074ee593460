"""Compiles `companion/wording/catalogues/*.po` to `.mo`, for `tools/setup` and the build of a wheel.

A catalogue that would give a reader broken or English text is refused: every fault is printed with its
file and line, and nothing is compiled.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, read_po
from setuptools.command.build_py import build_py

FOLDER = Path(__file__).parents[1] / "companion/wording/catalogues"
_TAG = re.compile(r"</?\w[^>]*>|&\w+;")


def compile_all(folder: Path = FOLDER) -> list[str]:
    """Compile every catalogue of a folder that is newer than its `.mo`; return the faults found."""
    found = []
    for file in sorted(folder.glob("*.po")):
        compiled = file.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime > file.stat().st_mtime:
            continue
        faults = list(faults_of(file))
        found += faults
        if not faults:
            with compiled.open("wb") as out:
                write_mo(out, _read(file))
    return found


def faults_of(file: Path) -> Iterator[str]:
    """Yield what is wrong with a catalogue, as `file:line: message: fault`."""
    try:
        catalogue = _read(file)
    except (PoFileError, UnicodeDecodeError, ValueError) as error:
        yield f"{file}:{getattr(error, 'lineno', -1) + 1}: cannot be read: {error}"
        return
    plural = get_plural(file.stem)
    if (catalogue.num_plurals, catalogue.plural_expr) != (plural.num_plurals, plural.plural_expr):
        yield f"{file}:1: the header must have Plural-Forms: {plural}"
    for message in catalogue:
        if message.id:
            for fault in _faults(message, plural.num_plurals):
                yield f"{file}:{message.lineno}: “{_forms(message.id)[0]}”: {fault}"


def _read(file: Path) -> Catalog:
    with file.open("rb") as opened:
        return read_po(opened, locale=file.stem, abort_invalid=True)


def _faults(message: Message, plurals: int) -> Iterator[str]:
    sources, texts = _forms(message.id), _forms(message.string)
    if message.fuzzy:
        yield "is marked as fuzzy"
    if not all(texts):
        yield "is not translated"
        return
    if message.pluralizable and len(texts) != plurals:
        yield f"has {len(texts)} plural forms instead of {plurals}"
    for text in texts:
        try:
            said = _fields(text, plural=message.pluralizable)
        except ValueError as error:
            yield f"a placeholder is broken in “{text}”: {error}"
            continue
        if said != _fields(sources[-1], plural=message.pluralizable):
            yield f"the placeholders differ in “{text}”"
        if sorted(_TAG.findall(text)) != sorted(_TAG.findall(sources[-1])):
            yield f"the tags differ in “{text}”"


def _forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _fields(text: str, *, plural: bool) -> set[tuple[str, str | None, str | None]]:
    """Return the placeholders of a text. A plural form may leave out its number."""
    found = {field[1:] for field in Formatter().parse(text) if field[1] is not None}
    return {field for field in found if not (plural and field[0] == "n")}


class BuildPy(build_py):
    """Compiles the catalogues before a wheel is packed."""

    def run(self) -> None:
        main()
        super().run()


def main() -> None:
    faults = compile_all()
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
