"""What the server shows of itself: figures for Prometheus, and a log for programs."""

import io
import json
import logging
import os
import secrets
import signal
import time
from contextlib import closing
from http.client import HTTPConnection
from urllib.error import HTTPError
from urllib.request import Request

import pytest
from prometheus_client.parser import text_string_to_metric_families

from companion.logs import JSONLines
from tests.browser.phone import QUIET, Server, children, free_port

ANN = "Ann-Sophie"
"""A name that nothing else in a log could be taken for."""


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "instance")
    yield server
    server.stop()


def started(server, *options):
    """The server, and a function that reads one figure of it."""
    port = free_port()
    server.options = ("--metrics", str(port), *options)
    server.start()

    def figure(name, **labels):
        with QUIET.open(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            families = text_string_to_metric_families(answer.read().decode())
        samples = (sample for family in families for sample in family.samples)
        values = [s.value for s in samples if s.name == name and s.labels == labels]
        return values[0] if values else 0

    return figure


def enter(server, table, after, **entry):
    """Send an entry as a program does, over a connection of its own; return the status."""
    sent = {"entry": entry, "after": after, "entry_id": secrets.token_urlsafe()}
    headers = {"Content-Type": "application/json"}
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        connection.request("POST", f"{table}/entries", json.dumps(sent), headers)
        return connection.getresponse().status


def soon(figure, value, *name, **labels):
    """Wait until a figure that is looked at every second has a value."""
    give_up = time.monotonic() + 20
    while figure(*name, **labels) != value and time.monotonic() < give_up:
        time.sleep(0.1)
    assert figure(*name, **labels) == value


def test_entries_refusals_conflicts_and_streams_of_all_workers_are_counted(server):
    figure = started(server, "--workers", "2")
    table = server.evening(seats=f"{ANN} Bob Cat Dan")
    assert enter(server, table, 1, kind="turned-up", piece="6-3") == 200
    for choice in ("play", "play", "drop"):  # always out of turn
        assert enter(server, table, 2, kind="declared", player="Cat", choice=choice) == 422
    assert enter(server, table, 1, kind="turned-up", piece="5-3") == 409
    assert figure("companion_entries_total", kind="turned-up") == 1
    assert figure("companion_refusals_total", rule="out-of-turn") == 3
    assert figure("companion_conflicts_total") == 1
    assert figure("companion_append_seconds_count") == 1
    assert figure("companion_fold_seconds_count") >= 2
    with QUIET.open(f"{server.url}{table}/live", timeout=20) as stream:
        stream.readline()
        soon(figure, 1, "companion_streams")
    soon(figure, 0, "companion_streams")

    before = children(server.process.pid)
    for worker in before:
        os.kill(worker, signal.SIGKILL)
    give_up = time.monotonic() + 20
    while set(children(server.process.pid)) & set(before) and time.monotonic() < give_up:
        time.sleep(0.1)
    # What was counted stays, and what stood in them is gone.
    server_is_back(server)
    assert figure("companion_refusals_total", rule="out-of-turn") == 3
    soon(figure, 0, "companion_kept_entries", sort="evenings")


def server_is_back(server):
    give_up = time.monotonic() + 20
    while time.monotonic() < give_up:
        try:
            return QUIET.open(server.url + "/healthz", timeout=5).close()
        except OSError:
            time.sleep(0.1)


def test_a_database_that_is_gone_is_counted(server):
    figure = started(server)
    table = server.evening()
    (server.instance / "companion.db").unlink()
    assert enter(server, table, 1, kind="turned-up", piece="6-3") == 503
    assert figure("companion_database_errors_total", reason="replaced") == 1


def test_metrics_are_shown_to_this_machine_alone_at_a_port_that_is_free(server):
    figure = started(server)
    assert figure("companion_streams") == 0
    other = Server(server.instance.with_name("other"), "--metrics", server.options[1])
    with pytest.raises(AssertionError, match=f"Port {server.options[1]} is in use"):
        other.start()
    other.process.communicate()


def test_the_log_as_json_tells_neither_keys_nor_names(server):
    server.options = ("--log", "json")
    server.start()
    table = server.evening(seats=f"{ANN} Bob Cat Dan")
    assert enter(server, table, 1, kind="declared", player=ANN, choice="play") == 422
    assert QUIET.open(Request(server.url + table), timeout=10).status == 200
    with pytest.raises(HTTPError, match="403"):
        elsewhere = {"Origin": "https://example.org"}
        QUIET.open(Request(server.url + table, b"", elsewhere, method="POST"), timeout=10)
    server.stop()
    lines = [json.loads(line) for line in server.err.splitlines()]
    answered = [(one["route"], one["status"]) for one in lines if one["message"] == "request"]
    assert ("table.enter", 422) in answered and ("table.show", 200) in answered
    assert ANN not in server.err and table.split("/")[2] not in server.err


def test_an_exception_in_the_log_names_its_type_and_place_alone():
    log, written = logging.getLogger("tests.json"), io.StringIO()
    log.addHandler(handler := logging.StreamHandler(written))
    handler.setFormatter(JSONLines())
    try:
        raise LookupError(f"{ANN} is not there")
    except LookupError:
        log.exception("Exception on /e/%s", "8YuuXAJp9El2BmRr6Ja7eg")
    finally:
        log.removeHandler(handler)
    said = json.loads(written.getvalue())
    assert said["exception"] == "LookupError" and "test_metrics.py" in said["at"][0]
    assert said["message"] == "Exception on /e/…" and ANN not in written.getvalue()
