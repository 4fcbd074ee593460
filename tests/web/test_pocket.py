"""The app without a server: what cannot work there is refused."""

from pathlib import Path

import pytest
from flask import Flask

from companion.tables.features import POCKET, Features
from companion.web import create_app

OFF = (
    *("/j", "/join", "/host", "/host/token", "/worker.js", "/offline", "/trainer"),
    *("/trainer/irish-loo", "/e/key/people", "/e/key/display", "/e/key/live"),
    *("/e/key/people/remove", "/e/key/people/host", "/e/key/people/replace"),
    *("/e/key/deals/1/odds", "/g/key/replace", "/g/key/leave"),
)
OFF_TO_SEND = (
    *("/j", "/host", "/host/token", "/e/key/code", "/e/key/me", "/e/key/people/claim"),
    *("/e/key/people/host", "/e/key/people/remove", "/e/key/people/replace"),
    *("/e/key/people/rules", "/g/key/claim", "/g/key/replace", "/g/key/leave"),
)


@pytest.fixture(scope="module")
def pocket(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(tmp_path_factory.mktemp("pocket"), features=POCKET)


@pytest.mark.parametrize(
    ("method", "path"),
    [*(("GET", path) for path in OFF), *(("POST", path) for path in OFF_TO_SEND)],
)
def test_what_needs_a_server_is_refused(pocket: Flask, method: str, path: str) -> None:
    answer = pocket.test_client().open(path, method=method)
    assert answer.status_code == 403
    assert "with a server" in answer.text


def test_everything_else_is_there(pocket: Flask, instance: Path) -> None:
    everything = create_app(instance).view_functions
    off = {name for name, view in pocket.view_functions.items() if view is not everything[name]}
    urls = pocket.url_map.bind("")
    refused = {urls.match(path)[0] for path in OFF}
    refused |= {urls.match(path, "POST")[0] for path in OFF_TO_SEND}
    assert off == refused


def test_a_server_keeps_what_the_pocket_lacks(instance: Path) -> None:
    app = create_app(instance, features=Features(copies=True))
    assert app.test_client().get("/j").status_code == 200
