"""The app answers every request and stores nothing invalid.

`python -m tests.fuzz --requests 1000000` sends more; the same seed reproduces a finding.
"""

from collections import Counter
from contextlib import closing
from random import Random
from threading import Thread

import pytest

from tests.browser.phone import QUIET, Server, children
from tests.examples import TIMES
from tests.fuzz import wire
from tests.fuzz.fuzzer import Fuzzer, told

# Werkzeug leaves parts of cut uploads in memory until garbage collection.
pytestmark = [
    pytest.mark.server,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def fuzz(folder, seed, number):
    fuzzer = Fuzzer(folder, seed)
    with closing(fuzzer):
        fuzzer.run(number)
        wrong = list(fuzzer.check_store())
    assert not fuzzer.findings, "\n".join(told(one, seed) for one in fuzzer.findings.values())
    assert not wrong
    return fuzzer


def test_some_requests(tmp_path):
    """This many requests reach every page and play at a table."""
    found = fuzz(tmp_path, 1, 1000)
    assert {200, 303, 400, 403, 404, 405, 422} <= found.statuses.keys()


@pytest.mark.slow
def test_many_requests(tmp_path):
    """Memory stays level once the caches are full."""
    found = fuzz(tmp_path, Random().randrange(10**9), 2000 * TIMES)
    middle = found.memory[len(found.memory) // 2]
    assert found.memory[-1] < middle * 1.2 + 20, found.summary()


@pytest.mark.slow
def test_bytes_that_no_browser_sends(tmp_path):
    """The server responds or hangs up; its workers survive and its log has no error."""
    rng = Random()
    seed = rng.randrange(10**9)
    rng.seed(seed)
    server = Server(tmp_path).start()
    logged = []
    # An unread pipe would fill up and block the worker.
    reading = Thread(target=lambda: logged.extend(server.process.stderr))
    reading.start()
    try:
        path = server.evening(depth="tricks")
        workers = children(server.process.pid)
        answered = Counter()
        for number in range(400 * TIMES):
            sent = wire.message(rng, path.encode())
            found = wire.statuses(server.port, sent, is_patient=rng.random() < 0.8)
            assert 500 not in found, f"number {number} of seed {seed}: {sent!r}"
            answered.update(found)
        assert {200, 400, 422} <= answered.keys(), answered
        assert children(server.process.pid) == workers
        with QUIET.open(server.url + "/healthz", timeout=20) as answer:
            assert answer.status == 200
    finally:
        server.process.terminate()
        reading.join()
        server.stop()
    log = "".join(logged)
    assert "Traceback" not in log and path.removeprefix("/e/") not in log, seed
