"""The OpenAPI 3.1 description of the JSON interface, made from its types."""

from functools import cache
from inspect import cleandoc
from typing import Any

import msgspec

from companion import __version__
from companion.web.api.documents import EntryRequest, Problem, TableState

KEY = {
    "name": "key",
    "in": "path",
    "required": True,
    "description": "The key of a table's link: what follows /e/ in it.",
    "schema": {"type": "string"},
}
AFTER = {
    "name": "after",
    "in": "query",
    "description": "The position that is known: its state is not sent again.",
    "schema": {"type": "integer", "minimum": 0},
}


@cache
def description() -> dict[str, Any]:
    types = (TableState, EntryRequest, Problem)
    references, schemas = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    state, entry_request, problem = references
    for schema in schemas.values():
        if "description" in schema:
            schema["description"] = cleandoc(schema["description"])

    def answers(good: dict[str, Any], *problems: int) -> dict[str, Any]:
        bad = {
            "description": "Why not. Nothing was written.",
            "content": {"application/problem+json": {"schema": problem}},
        }
        return {"200": good, **{str(status): bad for status in problems}}

    the_state = {
        "description": "The table as it stands.",
        "content": {"application/json": {"schema": state}},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Companion", "version": __version__},
        "paths": {
            "/e/{key}/state.json": {
                "parameters": [KEY],
                "get": {
                    "summary": "The table as it stands.",
                    "responses": answers(the_state, 404, 503),
                },
            },
            "/e/{key}/entries": {
                "parameters": [KEY],
                "post": {
                    "summary": "Make an entry.",
                    "requestBody": {
                        "required": True,
                        "content": {"application/json": {"schema": entry_request}},
                    },
                    "responses": answers(
                        the_state, 400, 403, 404, 408, 409, 413, 415, 422, 429, 503
                    ),
                },
            },
            "/e/{key}/live": {
                "parameters": [KEY, AFTER],
                "get": {
                    "summary": "The states, one a line, whenever the table moves.",
                    "description": "Asked with `Accept: application/json`. Empty lines tell that "
                    "the stream still lives.",
                    "responses": answers(
                        {
                            "description": "A state a line.",
                            "content": {"application/x-ndjson": {"schema": state}},
                        },
                        404,
                        429,
                        503,
                    ),
                },
            },
        },
        "components": {"schemas": dict(sorted(schemas.items()))},
    }
