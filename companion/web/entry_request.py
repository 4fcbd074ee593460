"""An entry to be made, as a form or a program sends it; api/openapi.toml says what each field means."""

from typing import Annotated

from msgspec import Meta, Struct

from companion.evening import AnyEntry

MOST_ENTRIES = 10_000_000
# Tools that read openapi.json do not know `\Z`, and `$` alone would allow a final newline.
EntryId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)")]


class EntryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry to be made."""

    entry: AnyEntry
    after: Annotated[int, Meta(ge=0, le=MOST_ENTRIES)]
    entry_id: EntryId
    sure: bool = False
