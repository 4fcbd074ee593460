"""The app without a server: what cannot work there is not offered, and refused."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from companion import web
from companion.store.sqlite import schema
from companion.store.sqlite.connection import Connection
from companion.tables.features import POCKET, Features
from companion.web import FOLDER, create_app, routes, served
from tests.web.played import evening
from tests.web.table import opened

OFF = (
    "/docs",
    *("/j", "/join", "/host", "/host/token", "/worker.js", "/offline", "/trainer"),
    *("/trainer/irish-loo", "/e/key/people", "/e/key/display", "/e/key/live"),
    *("/e/key/people/remove", "/e/key/people/host", "/e/key/people/replace"),
    *("/e/key/deals/1/odds", "/g/key/replace", "/g/key/leave"),
)
OFF_TO_SEND = (
    *("/j", "/host", "/host/token", "/e/key/code", "/e/key/me", "/e/key/people/claim"),
    *("/e/key/people/host", "/e/key/people/remove", "/e/key/people/replace"),
    *("/e/key/people/rules", "/g/key/replace", "/g/key/leave"),
)


@contextmanager
def running(folder: Path, **options: Any) -> Iterator[Flask]:
    app = create_app(folder, **options)
    yield app
    app.extensions["tables"].close()


@pytest.fixture(scope="module")
def pocket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with running(tmp_path_factory.mktemp("pocket"), features=POCKET) as app:
        yield app


@pytest.mark.parametrize(
    ("method", "path"),
    [*(("GET", path) for path in OFF), *(("POST", path) for path in OFF_TO_SEND)],
)
def test_what_needs_a_server_is_refused(pocket: Flask, method: str, path: str) -> None:
    answer = pocket.test_client().open(path, method=method)
    assert answer.status_code == 403
    assert "with a server" in answer.text


def test_everything_else_is_there(pocket: Flask, instance: Path) -> None:
    with running(instance) as app:
        everything = app.view_functions
    off = {name for name, view in everything.items() if pocket.view_functions[name] is not view}
    urls = pocket.url_map.bind("")
    refused = {urls.match(path)[0] for path in OFF}
    refused |= {urls.match(path, "POST")[0] for path in OFF_TO_SEND}
    assert off == refused


def test_a_server_keeps_what_the_pocket_lacks(instance: Path) -> None:
    with running(instance, features=Features(copies=True)) as app:
        assert app.test_client().get("/j").status_code == 200


# An evening in it, below another path than /

ROOT = "/some/sub/path/"
DEVICE = "the-only-phone-there-is"
A_FEW = 4
"""Pages of one kind that are looked at."""
_ADDRESS = re.compile(
    r"""\b(?:href|src|action|formaction|hx-post|hx-get|data-[a-z]+|content)=["'](/[^"'#]*)"""
)
_LINK = re.compile(r'\bhref="([^"#]*)')
_FORM = re.compile(r'<form method="post" action="([^"#]*)')


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Flask]:
    """Yield a pocket with evenings in play, settled and closed, two of them in a group."""
    names = served.build(FOLDER / "static", built)
    folder = tmp_path_factory.mktemp("below")
    with running(folder, features=POCKET, assets=names, root=ROOT) as app:
        _play(app)
        yield app


def _play(app: Flask) -> None:
    groups = app.extensions["groups"]
    log, visits = groups.tables.evenings.log, groups.tables.access_store
    group = groups.open_group(groups.start("Regulars", DEVICE, "a-group").key, DEVICE)
    for name, ends in (("Now", ()), ("Settled", ("settled",)), ("Over", ("settled", "closed"))):
        said = evening() if ends else evening()[:9]
        info = log.find(opened(app, *said, *ends, name=name, dealer="Dan"))
        visits.visit(DEVICE, info, host=True)
        if ends:
            groups.add(group, groups.tables.open_table(info.key, DEVICE))


@pytest.fixture(scope="module")
def pages(below: Flask) -> list[tuple[str, TestResponse]]:
    """Return a few pages of each kind that links lead to from the home page, and their addresses."""
    client = below.test_client()
    with client.session_transaction() as session:
        session["device"] = DEVICE
    return list(_crawled(below, client))


def _crawled(app: Flask, client: FlaskClient) -> Iterator[tuple[str, TestResponse]]:
    urls, left, known = app.url_map.bind(""), [ROOT], {ROOT}
    seen: Counter[str] = Counter()
    while left:
        address = left.pop()
        endpoint = urls.match(urlsplit(address).path.removeprefix(ROOT[:-1]))[0]
        seen[endpoint] += 1
        if seen[endpoint] > A_FEW:
            continue
        answer = client.get("/" + address.removeprefix(ROOT).replace("&amp;", "&"))
        yield address, answer
        if answer.mimetype == "text/html":
            led = [answer.headers.get("Location", ""), *_LINK.findall(answer.text)]
            new = {one for one in led if one.startswith(ROOT) and f"{ROOT}static/" not in one}
            left += sorted(new - known)
            known |= new


def test_every_address_is_below_the_path_of_the_app(
    pages: list[tuple[str, TestResponse]],
) -> None:
    assert len(pages) > 60
    for page, answer in pages:
        assert answer.status_code in (200, 302, 303), page
        addresses = _ADDRESS.findall(answer.text)
        if answer.mimetype == "application/manifest+json":
            addresses = re.findall(r'"(/[^"]*)"', answer.text)
            assert len(addresses) > 3
        assert [one for one in addresses if not one.startswith(ROOT)] == [], page
        for name, value in answer.headers:
            if name == "Set-Cookie":
                assert f"Path={ROOT}" in value
            if name == "Location":
                assert value.startswith(ROOT)


def test_no_page_offers_what_is_refused(
    below: Flask, pages: list[tuple[str, TestResponse]]
) -> None:
    off = {one for name in ("live", "invite", "estimates") for one in routes.NEEDS[name]}
    urls = below.url_map.bind("")
    for page, answer in pages:
        addresses = [(one, "GET") for one in _ADDRESS.findall(answer.text)]
        addresses += [(one, "POST") for one in _FORM.findall(answer.text)]
        for address, method in addresses:
            path = urlsplit(address).path.removeprefix(ROOT[:-1])
            try:
                endpoint = urls.match(path, method)[0]
            except HTTPException:
                continue
            assert endpoint not in off, (page, address)


def test_no_page_speaks_of_other_phones(pages: list[tuple[str, TestResponse]]) -> None:
    for page, answer in pages:
        assert not re.search(
            "other phones|who joined|from the server|server is back", answer.text
        ), page


def test_a_script_saves_the_file_of_each_link(pages: list[tuple[str, TestResponse]]) -> None:
    saving = [
        answer.text for _page, answer in pages if re.search(r"<a [^>]*\bdownload\b", answer.text)
    ]
    assert len(saving) > 5
    assert all("/pocket/copies." in text for text in saving)
    sent = {page for page, answer in pages if "attachment" in str(answer.headers)}
    linked = set(re.findall(r'href="([^"]+)"[^>]* download\b', "".join(saving)))
    assert sent <= linked


# Without what Python in a browser lacks

PLAYED = """
import json, sys, threading
for name in sys.argv[2:]:
    sys.modules[name] = None

def start(thread):
    raise RuntimeError("no threads")

threading.Thread.start = start
from pathlib import Path
from companion.tables.features import POCKET
from companion.web import create_app

root = "/some/sub/path/"
app = create_app(Path(sys.argv[1]), features=POCKET, assets=json.load(sys.stdin), root=root)
client = app.test_client()
for page in ("/", "/evenings/new", "/rules/domino-loo", "/example"):
    assert client.get(page).status_code in (200, 303), page
form = {"do": "open", "seat": ["Ann", "Bob", "Cat"], "game": "domino-loo", "dealer": "1"}
made = client.post("/evenings/new", data={**form, "name": "Friday", "depth": "plays"})
assert made.status_code == 303 and made.location.startswith(f"{root}e/"), made.text
table = "/" + made.location.removeprefix(root)
assert "data-stream" not in client.get(table).text
said = {"kind": "turned-up", "piece": "6-3", "after": "1", "entry_id": "a-first-tap"}
heard = client.post(f"{table}/entries", data=said, headers={"HX-Request": "true"})
assert heard.status_code == 200 and f'action="{root}e/' in heard.text, heard.text
policy = heard.headers["Content-Security-Policy"]
assert "frame-ancestors 'self'" in policy and "Content-Encoding" not in heard.headers
"""
LACKING = (
    *("brotli", "flask_compress", "whitenoise", "rcssmin", "rjsmin", "gevent", "gunicorn"),
    *("psycopg", "multiprocessing", "subprocess"),
)


def test_it_plays_without_threads_processes_and_compression(tmp_path: Path, built: Path) -> None:
    names = json.dumps(served.build(FOLDER / "static", built))
    command = [sys.executable, "-c", PLAYED, str(tmp_path), *LACKING]
    ended = subprocess.run(command, input=names, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


def test_a_database_keeps_a_rollback_journal_without_shared_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "NO_SHARED_MEMORY", sys.platform)
    with closing(Connection(tmp_path)) as connection:
        assert connection.rows("pragma journal_mode", ()) == [("delete",)]
        connection.check()
        assert not list(tmp_path.glob("*-wal"))


def test_templates_that_were_compiled_before_show_the_same(
    pocket: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = tmp_path / "compiled"
    pocket.jinja_env.compile_templates(
        compiled, zip=None, filter_func=lambda name: name in ("base.html", "rules/index.html")
    )
    monkeypatch.setattr(web, "COMPILED", compiled)
    names = pocket.extensions["assets"].names
    with running(tmp_path / "instance", features=POCKET, assets=names) as app:
        assert app.test_client().get("/rules").text == pocket.test_client().get("/rules").text
        find = app.jinja_env.get_template
        loaded = {name: find(name).filename for name in ("base.html", "_ui.html")}
    assert str(loaded["base.html"]).startswith(str(compiled))
    assert loaded["_ui.html"] == str(FOLDER / "templates" / "_ui.html")
