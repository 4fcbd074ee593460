"""Compiles `companion/wording/catalogues/*.po` to `.mo`, for `tools/setup` and the build of a wheel.

A broken catalogue is refused: its first faults are printed with file and line, and it is not compiled. A
message that is missing or fuzzy is left in English and counted.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import IO, Any, NoReturn

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir, extract_python
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, read_po

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "companion/wording/catalogues"
_CONTEXT = ((1, "c"), 2)
_KEYWORDS = {**DEFAULT_KEYWORDS, "_n": (1, 2), "Plural": (1, 2), "_p": _CONTEXT, "NP_": _CONTEXT}
"""The functions that mark messages. `make messages` names them too."""
_SHOWN = 5
"""The number of faults that are printed."""
Key = tuple[str | None, str | tuple[str, ...]]
"""A message: its context, and its text, or its singular and plural."""
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


def wanted() -> set[Key]:
    """Return every message in the source and the templates."""
    with (FOLDER.parent / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = extract_from_dir(str(ROOT), methods, options, _KEYWORDS)
    return {(context, message) for _, _, message, _, context in found}


def columns(
    file: IO[bytes], keywords: Any, tags: Any, options: Any
) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Yield what `wording/spreadsheets.py` marks, and the headings of all columns, as Babel's extractors do."""
    last = 0
    for found in extract_python(file, keywords, tags, options):
        last = found[0]
        yield found
    names: dict[str, None] = {}
    for part in ("evening", "groups"):
        tree = ast.parse((ROOT / f"companion/{part}/spreadsheets.py").read_text("utf-8"))
        for one in tree.body:
            if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]).endswith("_COLUMNS"):
                texts = (inner for inner in ast.walk(one) if isinstance(inner, ast.Constant))
                names |= dict.fromkeys(str(text.value) for text in texts)
    for line, name in enumerate(names, last + 1):
        yield line, "NP_", ("column", name), []


def translated(file: Path) -> dict[Key, str | tuple[str, ...]]:
    """Return the translations of a catalogue that readers see, by their message."""
    messages = (message for message in _read(file) if message.id and _is_translated(message))
    return {(message.context, message.id): message.string for message in messages}


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


def compile_or_exit(folder: Path = FOLDER) -> None:
    faults = compile_all(folder)
    if faults:
        exit_with(faults, "faults in the catalogues")


def exit_with(lines: list[str], said: str) -> NoReturn:
    """Print the first lines and their number, and exit as failed."""
    sys.exit("\n".join([*lines[:_SHOWN], f"{len(lines):,} {said}."]))


def main(folder: Path = FOLDER) -> None:
    compile_or_exit(folder)
    messages = wanted()
    for file in sorted(folder.glob("*.po")):
        missing = messages - set(translated(file))
        if missing:
            count = f"{len(missing):,} of {len(messages):,} messages in English"
            print(f"{file.stem}: {count}", file=sys.stderr)


if __name__ == "__main__":
    main()
