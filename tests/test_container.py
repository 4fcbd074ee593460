"""The container: what it says, how it is asked, and that nothing in it has to be compiled."""

import os
import re
import subprocess
import sys
from pathlib import Path
from threading import Thread
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

from companion.serving import listening
from companion.serving.listening import greeting

ROOT = Path(__file__).parents[1]
OF_POSTGRESQL = ("psycopg[binary]", "psycopg-binary", "psycopg-pool")


@pytest.mark.slow
@pytest.mark.parametrize("architecture", ["x86_64", "aarch64"])
def test_every_dependency_has_a_wheel(tmp_path, architecture):
    platforms = [f"manylinux{end}_{architecture}" for end in ("2014", "_2_17", "_2_28")]
    options = ["--quiet", "--only-binary", ":all:", "--python-version", "3.11", "--no-deps"]
    options += [word for one in platforms for word in ("--platform", one)]
    options += ["--dest", str(tmp_path)]
    pip = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", *options]
    server = ["--require-hashes", "--requirement", ROOT / "requirements.txt"]
    driver = ["--constraint", ROOT / "requirements-test.txt", *OF_POSTGRESQL]
    for asked in (server, driver):
        subprocess.run([*pip, *asked], check=True, timeout=300)
    found = {file.name.partition("-")[0] for file in tmp_path.glob("*.whl")}
    assert {"gevent", "msgspec", "psycopg_binary"} <= found


@pytest.fixture
def container(monkeypatch):
    """Set what compose.yaml sets with LOO_PORT=80."""
    monkeypatch.setenv("COMPANION_PUBLISHED", "80")
    monkeypatch.setattr(listening, "lan_address", lambda: "172.18.0.2")


def test_a_container_shows_no_address_of_its_own(container):
    said = greeting("0.0.0.0", 8000, "TOKEN", "")
    assert "http://ADDRESS OF THIS MACHINE:80/\n" in said and "then host/TOKEN (" in said
    assert not any(wrong in said for wrong in ("172.18.0.2", "8000", "127.0.0.1", "█"))


def test_a_container_with_a_public_address_shows_that(container):
    said = greeting("0.0.0.0", 8000, "TOKEN", "http://192.168.1.20/")
    assert "On a phone: http://192.168.1.20/\n" in said and "█" in said
    assert "Host link: http://192.168.1.20/host/TOKEN (" in said
    assert not any(wrong in said for wrong in ("172.18.0.2", "8000", "127.0.0.1"))


def test_elsewhere_the_address_in_the_network_is_shown(container, monkeypatch):
    monkeypatch.delenv("COMPANION_PUBLISHED")
    assert "http://172.18.0.2:8000/host/TOKEN" in greeting("0.0.0.0", 8000, "TOKEN", "")


def test_the_image_and_compose_name_the_same_port_and_check():
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert "COMPANION_PUBLISHED=PORT" in image
    assert "COMPANION_PUBLISHED: ${LOO_PORT:-8000}" in compose
    healthcheck = re.findall(
        "HEALTHCHECK --start-period=(.*) --interval=(.*) --timeout=(.*) CMD", image
    )
    asked = r'"healthy"]\n    start_period: (.*)\n    interval: (.*)\n    timeout: (.*)\n'
    assert len(healthcheck) == 1 and re.findall(asked, compose) == healthcheck


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        """Say nothing."""


@pytest.mark.parametrize(("status", "code"), [("200 OK", 0), ("503 Service Unavailable", 1)])
def test_the_health_of_the_server_is_asked_past_any_proxy(status, code):
    asked = []

    def app(environ, start_response):
        asked.append(environ["PATH_INFO"])
        start_response(status, [("Content-Type", "text/plain")])
        return [b"ok"]

    proxies = {"http_proxy": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"}
    with make_server("127.0.0.1", 0, app, handler_class=Quiet) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        command = [ROOT / "tools" / "healthy", str(server.server_port)]
        done = subprocess.run(command, env={**os.environ, **proxies}, timeout=20)
        server.shutdown()
    assert done.returncode == code and asked == ["/healthz"]
    assert subprocess.run(command, capture_output=True, timeout=20).returncode
