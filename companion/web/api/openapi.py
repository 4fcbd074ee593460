"""The OpenAPI description: the routes in openapi.toml, with the types of the documents."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from companion.evening.record import RecordFile
from companion.games import GAMES
from companion.groups.record import FileRow
from companion.version import __version__
from companion.web.api.documents import NewEvening, NewGroup, Opened, Problem, TableState
from companion.web.api.schemas import DATA, Schema, schemas
from companion.web.entry_request import EntryRequest
from companion.web.folding import Folding

TYPES = (TableState, EntryRequest, NewEvening, NewGroup, Opened, Problem, RecordFile, FileRow)
ALWAYS = (405, 411, 414, 503)
"""Statuses with which every request can be answered."""
WEB = Path(__file__).parents[1]
STYLES = ("app.css", "page.css", "api.css")


@cache
def description() -> Schema:
    """Return the description, the same as long as the server runs."""
    references, found = schemas(TYPES, "#/components/schemas/{name}")
    found["GroupRow"] = {"description": DATA["unions"]["GroupRow"], **references[-1]}
    # It is told as it was sent, with values that no entry has.
    found["Problem"]["properties"]["entry"]["anyOf"][0] = {"type": "object", "required": ["kind"]}
    bad = _content({"application/problem+json": "Problem"})
    paths: Schema = {}
    for one in DATA["operations"]:
        method, path = one["call"].split()
        paths.setdefault(path, {})[method.lower()] = _operation(one, path)
    return {
        "openapi": "3.1.0",
        "info": {**DATA["info"], "version": __version__},
        "servers": [{"url": ".", "description": "The server that has this description."}],
        "security": [{}, {"device": []}],
        "paths": paths,
        "x-editions": {game.id: game.edition for game in GAMES.values()},
        "components": {
            "schemas": dict(sorted({**found, **DATA["schemas"]}.items())),
            "parameters": {name: {"name": name, **one} for name, one in DATA["parameters"].items()},
            "responses": {code: {"content": bad, **one} for code, one in DATA["problems"].items()},
            "securitySchemes": {"device": DATA["cookie"]},
        },
    }


def _operation(one: Schema, path: str) -> Schema:
    names = [*(["key"] if "{key}" in path else []), *one.get("parameters", ())]
    good = {"description": one["returns"], "content": _content(one["answer"])}
    bad = sorted({*ALWAYS, *one.get("problems", ())})
    operation = {
        "operationId": one["id"],
        "tags": [one["tag"]],
        "summary": one["summary"],
        "description": one.get("description"),
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in names],
        "requestBody": "body" in one and {"required": True, "content": _content(one["body"])},
        "responses": {
            str(one.get("status", 200)): {**good, "headers": one.get("headers", {})},
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in bad},
        },
    }
    return {name: value for name, value in operation.items() if value}


def _content(types: dict[str, str]) -> Schema:
    """Return contents by media type, each with the schema of this name, if it has one."""
    refs = {
        media: {"$ref": f"#/components/schemas/{name}"} for media, name in types.items() if name
    }
    return {media: {"schema": refs[media]} if media in refs else {} for media in types}


@cache
def page(stylesheets: tuple[str, ...] = (), home: str = "") -> str:
    """Return the description as a page to read. Without stylesheets it contains its style."""
    loader = FileSystemLoader(WEB / "templates")
    template = Environment(loader=loader, autoescape=True, extensions=[Folding]).get_template(
        "api.html"
    )
    style = "" if stylesheets else "".join((WEB / "static" / one).read_text() for one in STYLES)
    return template.render(
        api=description(), stylesheets=stylesheets, home=home, style=Markup(style)
    )
