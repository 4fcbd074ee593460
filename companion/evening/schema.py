"""The JSON Schema of the record file, made from the types by which it is read."""

from inspect import cleandoc
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from companion.evening.entries import MOST_ENTRIES, AnyEntry
from companion.evening.record import LONGEST_NAME, Moment, Seal

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class RecordFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """An evening as a file: its entries, in order."""

    format: Literal["companion-evening"]
    version: Literal[1]
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    opened_at: Moment
    seal: Seal | None = None
    entries: Annotated[tuple[AnyEntry, ...], Meta(max_length=MOST_ENTRIES)]


def record_schema() -> dict[str, Any]:
    """Return the schema of the record file, version 1, as JSON values.

    It says what `loads` asks of the entries' shape. What the rules ask, only a replay can tell.
    """
    (reference,), definitions = msgspec.json.schema_components(
        [RecordFile], ref_template="#/$defs/{name}"
    )
    for definition in definitions.values():
        definition["description"] = cleandoc(definition["description"])
    return {"$schema": DIALECT, **reference, "$defs": dict(sorted(definitions.items()))}
