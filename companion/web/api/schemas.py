"""The JSON Schemas of the documents and of the record file, made from their types.

What the types do not say is in openapi.toml. Reading does not go by it: a record with a game that this
version does not know is still answered with the version that it needs.
"""

import tomllib
from collections.abc import Callable, Iterable
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

import msgspec

from companion.evening import AnyEntry
from companion.evening.entries import DealerSet, OrdinaryEntry
from companion.evening.record import RecordFile
from companion.games import GAMES
from companion.rules.actions import DealEntry
from companion.rules.facts import DEPTHS

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
DATA: Schema = tomllib.loads(Path(__file__).with_name("openapi.toml").read_text("utf-8"))
UNIONS = {
    "AnyEntry": AnyEntry,
    "OrdinaryEntry": OrdinaryEntry,
    "InsertedEntry": DealEntry | DealerSet,
}
"""The unions that get a name of their own, so that each is written once."""


def schemas(
    types: Iterable[Any], template: str, lenient: bool = False
) -> tuple[tuple[Schema, ...], Schema]:
    """Return references to the schemas of `types`, and the schemas of all structs and unions by name.

    With `lenient`, they hold for what a later version writes too.
    """
    asked = [*types, *UNIONS.values()]
    references, found = msgspec.json.schema_components(asked, ref_template=template)
    unions = dict(zip(UNIONS, references[-len(UNIONS) :], strict=True))
    for name, union in unions.items():
        found[name] = {"title": name, "description": DATA["unions"][name], **union}

    def linked(one: Schema) -> Schema:
        names = (name for name, union in unions.items() if one == union)
        return next(({"$ref": template.format(name=name)} for name in names), one)

    meanings = DATA["fields"]
    for name, schema in found.items():
        schema["description"] = cleandoc(schema["description"])
        fields = schema.get("properties", {})
        for field, of_field in fields.items():
            meaning = meanings.get(name, {}).get(field) or meanings.get(field, "")
            limited = of_field if lenient else _changed(of_field, _limit(name, field))
            fields[field] = {**_changed(limited, linked), "description": meaning}
    if lenient:
        found = {name: _changed(schema, _opened) for name, schema in found.items()}
    return references[: -len(UNIONS)], dict(sorted(found.items()))


def _changed(node: Any, change: Callable[[Schema], Schema]) -> Any:
    """Return a schema with `change` made to every schema in it, from the inside out."""
    if isinstance(node, dict):
        return change({key: _changed(value, change) for key, value in node.items()})
    if isinstance(node, list):
        return [_changed(one, change) for one in node]
    return node


def sets() -> dict[str, list[str]]:
    """Return the values to choose from, by the name of their set."""
    games = GAMES.values()
    presets = [one for game in games for one in game.accounts.presets]
    known: dict[str, Iterable[str]] = {
        "game": GAMES,
        "depth": DEPTHS,
        "preset": presets,
        "account": [*presets, *(game.accounts.usual.account for game in games)],
        "choice": [one for game in games for one in game.recording.choices],
        "suit": [suit for game in games for suit in game.pack.suits],
        "kind": [kind.__struct_config__.tag for kind in get_args(DealEntry)],
        **DATA["sets"],
    }
    return {name: list(dict.fromkeys(values)) for name, values in known.items()}


def _limit(struct: str, field: str) -> Callable[[Schema], Schema]:
    """Return a change that limits a text to the values that this version writes in a field."""
    values = DATA["values"]
    name = values.get(f"{struct}.{field}") or values.get(field)
    pattern = DATA["patterns"].get(name)
    limit = {"pattern": pattern} if pattern else {"enum": sets().get(name)}
    return lambda one: {**one, **limit} if name and one.get("type") == "string" else one


def _opened(one: Schema) -> Schema:
    """Return a schema that lets unknown fields, kinds and choices pass; what is known keeps its type."""
    if len(one.get("enum", ())) > 1:
        return {**{name: said for name, said in one.items() if name != "enum"}, "type": "string"}
    if one.get("additionalProperties") is False:
        del one["additionalProperties"]
    if known := one.pop("discriminator", None):
        kind = {"type": "string", "not": {"enum": list(known["mapping"])}}
        one["anyOf"].append({"type": "object", "required": ["kind"], "properties": {"kind": kind}})
    return one


def record_schema(lenient: bool = False) -> Schema:
    """Return the JSON Schema of the record file.

    It describes what this version writes; with `lenient`, what any version 1 of the format has. Only a
    replay checks the rules.
    """
    (reference,), found = schemas([RecordFile], "#/$defs/{name}", lenient)
    name = "urn:companion:schema:record:1" + (":lenient" if lenient else "")
    return {"$schema": DIALECT, "$id": name, **reference, "$defs": found}
