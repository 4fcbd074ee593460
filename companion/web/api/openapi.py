"""The OpenAPI description, made from the types of the documents."""

from collections.abc import Callable
from functools import cache
from inspect import cleandoc
from typing import Any

import msgspec

from companion.version import __version__
from companion.web.api.documents import Problem, TableState
from companion.web.entry_request import EntryRequest

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


Schema = dict[str, Any]


@cache
def description() -> Schema:
    types = (TableState, EntryRequest, Problem)
    references, schemas = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    state, entry_request, problem = references
    for schema in schemas.values():
        if "description" in schema:
            schema["description"] = cleandoc(schema["description"])

    def answers(good: Schema, *problems: int) -> Schema:
        bad = {
            "description": "Why not. Nothing was written.",
            "content": {"application/problem+json": {"schema": problem}},
        }
        return {"200": good, **{str(status): bad for status in problems}}

    return {
        "openapi": "3.1.0",
        "info": {"title": "Companion", "version": __version__},
        "paths": _paths(state, entry_request, answers),
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _paths(
    state: Schema, entry_request: Schema, answers: Callable[..., Schema]
) -> dict[str, Schema]:
    """Return the paths with their answers; `answers` adds those to faulty requests."""
    the_state = {
        "description": "The table as it stands.",
        "content": {"application/json": {"schema": state}},
    }
    states = {
        "description": "A state a line.",
        "content": {"application/x-ndjson": {"schema": state}},
    }
    request = {"required": True, "content": {"application/json": {"schema": entry_request}}}
    return {
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
                "requestBody": request,
                "responses": answers(the_state, 400, 403, 404, 408, 409, 413, 415, 422, 429, 503),
            },
        },
        "/e/{key}/live": {
            "parameters": [KEY, AFTER],
            "get": {
                "summary": "The states, one a line, whenever the table moves.",
                "description": "Asked with `Accept: application/json`. Empty lines tell that "
                "the stream still lives.",
                "responses": answers(states, 404, 429, 503),
            },
        },
    }
