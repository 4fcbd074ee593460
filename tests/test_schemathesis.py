"""Schemathesis: requests made from openapi.json to a real server, which answers as described.

It runs for API_SECONDS seconds, 60 by default.
"""

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import jsonschema
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings

from companion.web.api.openapi import description
from tests.browser.phone import COMPANION, Server
from tests.web import played

pytestmark = [pytest.mark.server, pytest.mark.slow]

SECONDS = int(os.environ.get("API_SECONDS", "60"))
OF_STREAMS = min(SECONDS // 6, 30)
LISTENED = 0.3
"""Seconds for which each stream is read."""
CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_schema_conformance", "response_headers_conformance", "allow_header_conformance",
    "unsupported_method",
)  # fmt: skip
GROUP = Path(__file__).parent / "records" / "frozen" / "group-2.json"


@pytest.fixture
def server(tmp_path):
    budgets = [f"--budget={name}=1000000" for name in ("evenings", "uploads", "streams")]
    server = Server(tmp_path / "instance", *budgets).start()
    yield server
    server.stop()


@pytest.fixture
def known(server):
    """The description with keys that the server knows, so that most requests find something.

    An entry follows a state: a link leads from one to the other.
    """
    deal = played.evening()
    tables = [
        server.evening(*deal[:14], dealer="Dan"),
        server.evening(*deal, "settled", "up 6-3", dealer="Dan"),
        server.evening(game="napoleon"),
    ]
    command = [*COMPANION, "--instance", str(server.instance), "import", str(GROUP)]
    imported = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    joins = [path.removeprefix("/e/") for path in tables]
    with closing(server.store()) as store:
        watch = store.access.rules(store.log.find(joins[0]).id).watch_key
    keys = {"e": [*joins, watch, "nothing"], "g": [*re.findall(r"/g/(\S+)", imported), "nothing"]}
    known = json.loads(json.dumps(description()))
    for path, item in known["paths"].items():
        for operation in item.values():
            for parameter in operation.get("parameters", ()):
                if parameter.get("$ref", "").endswith("/key"):
                    schema = {"type": "string", "enum": keys[path[1]]}
                    parameter |= {"name": "key", "in": "path", "required": True, "schema": schema}
                    del parameter["$ref"]
    known["paths"]["/e/{key}/state.json"]["get"]["responses"]["200"]["links"] = {
        "answer": {
            "operationId": "makeEntry",
            "parameters": {"key": "$request.path.key"},
            "requestBody": {
                "entry": "$response.body#/options/0",
                "after": "$response.body#/after",
            },
        }
    }
    return known


def test_requests_are_answered_as_described(server, known, tmp_path):
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(known))
    command = [
        *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", "run"),
        *(str(file), "--url", server.url),
        *("--max-time", str(SECONDS - OF_STREAMS), "--max-examples", "1000000"),
        *("--checks", ",".join(CHECKS), "--exclude-path-regex", "/live$"),
        *("--header", "Accept: application/json", "--continue-on-failure"),
        *("--no-color", "--warnings", "off"),
        *(["--generation-deterministic"] if os.environ.get("CI") else []),
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_streams_are_as_described(server, known):
    operation = schemathesis.openapi.from_dict(known)["/e/{key}/live"]["GET"]
    state = jsonschema.Draft202012Validator({**known, "$ref": "#/components/schemas/TableState"})
    asked = Counter()

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def ask(case):
        request = case.as_transport_kwargs(base_url=server.url)
        request["headers"]["Accept"] = "application/x-ndjson"
        with requests.request(**request, stream=True, timeout=(5, LISTENED)) as answer:
            content, described = b"", operation.definition.raw["responses"]
            assert str(answer.status_code) in described
            with suppress(requests.ConnectionError):  # nothing more has come in time
                for part in answer.iter_content(None):
                    content += part
        asked[answer.status_code] += 1
        if answer.status_code != 200:
            assert answer.headers["Content-Type"] == "application/problem+json"
            return
        assert answer.headers["Content-Type"] == "application/x-ndjson"
        *lines, rest = content.split(b"\n")
        assert not rest
        for line in filter(None, lines):
            state.validate(json.loads(line))

    until = time.monotonic() + OF_STREAMS
    while time.monotonic() < until:
        ask()
    assert asked[200] and asked[404]
