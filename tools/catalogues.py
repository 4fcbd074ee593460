"""Compiles `companion/wording/catalogues/*.po` to `.mo`, for `tools/setup` and the build of a wheel.

A broken catalogue is refused: its first faults are printed with file and line, and it is not compiled. A
message that is missing or fuzzy is left in English and counted; only the wheel refuses it.
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
    """Compile every catalogue of a folder that is newer than its `.mo`; return the faults found.

    Messages without a whole translation are left out, so a reader sees them in English.
    """
    found = []
    for file in sorted(folder.glob("*.po")):
        compiled = file.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime > file.stat().st_mtime:
            continue
        faults = list(faults_of(file))
        found += faults
        if not faults:
            with compiled.open("wb") as out:
                write_mo(out, _translated(_read(file)))
    return found


def untranslated(file: Path) -> list[Message]:
    """Return the messages of a catalogue that a reader would see in English."""
    return [message for message in _read(file) if message.id and not _is_translated(message)]


def _is_translated(message: Message) -> bool:
    return not message.fuzzy and all(_forms(message.string))


def _translated(catalogue: Catalog) -> Catalog:
    for message in list(catalogue):
        if message.id and not _is_translated(message):
            catalogue.delete(message.id, message.context)
    return catalogue


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
        if message.id and _is_translated(message):
            for fault in _faults(message, plural.num_plurals):
                yield f"{file}:{message.lineno}: “{_forms(message.id)[0]}”: {fault}"


def _read(file: Path) -> Catalog:
    with file.open("rb") as opened:
        return read_po(opened, locale=file.stem, abort_invalid=True)


def _faults(message: Message, plurals: int) -> Iterator[str]:
    sources, texts = _forms(message.id), _forms(message.string)
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
    """Compiles the catalogues before a wheel is packed, and refuses one that is not complete."""

    def run(self) -> None:
        main()
        missing = sum(len(untranslated(file)) for file in FOLDER.glob("*.po"))
        if missing:
            sys.exit(f"{missing} messages are not translated.")
        super().run()


_SHOWN_FAULTS = 5


def main() -> None:
    faults = compile_all()
    if faults:
        shown = [*faults[:_SHOWN_FAULTS], f"{len(faults)} faults in the catalogues."]
        sys.exit("\n".join(shown))
    for file in sorted(FOLDER.glob("*.po")):
        missing = len(untranslated(file))
        if missing:
            print(f"{file.stem}: {missing} messages in English", file=sys.stderr)


if __name__ == "__main__":
    main()
