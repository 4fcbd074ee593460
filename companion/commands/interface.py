"""Commands that describe the interface for programs."""

import json
import sys

import click

# The web app takes long to import, and other commands do not need it.


@click.command
@click.option(
    "--lenient", is_flag=True, help="Let unknown kinds and fields pass, as readers should."
)
def schema(lenient: bool) -> int:
    """Print the JSON Schema of the record file."""
    from companion.web.api.schemas import record_schema

    return _print(record_schema(lenient))


@click.command
@click.option("--html", is_flag=True, help="Print a page to read, which needs no other file.")
def openapi(html: bool) -> int:
    """Print the OpenAPI description of the JSON interface, as a server answers to /openapi.json."""
    from companion.web.api.openapi import description, page

    return _print(page() if html else description())


def _print(content: object) -> int:
    text = (
        content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=1)
    )
    sys.stdout.buffer.write(text.encode() + b"\n")
    return 0
