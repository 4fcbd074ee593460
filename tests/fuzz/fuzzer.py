"""Send requests to the app and check every response for faults."""

import base64
import io
import logging
import re
import secrets
import signal
import sys
import time
import traceback
from collections import Counter, deque
from contextlib import contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch
from urllib.parse import unquote_to_bytes, urlsplit

import msgspec

from companion.errors import EntryError
from companion.evening import Evening
from companion.store import UnknownEvening, keys, open_store
from companion.web import create_app
from tests.fuzz.requests import Requests
from tests.postgres import database_of

HANG = 30
"""Seconds until a request counts as hanging: ten times the longest seen."""
MOST_FINDINGS = 20


class Hangs(BaseException):
    """A request did not end."""


class Answer(msgspec.Struct):
    """The app's response."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name):
        return next((value for its, value in self.headers if its.lower() == name), "")

    @property
    def is_page(self):
        return self.header("content-type").startswith("text/html")


class Fuzzer:
    """An app under test."""

    def __init__(self, folder, seed):
        self.seed = seed
        self._secrets = Random(f"secrets {seed}")
        if database := database_of(folder):
            open_store(folder, database).close()
        with _same_secrets(self._secrets):
            self.app = create_app(folder, database=database)
        self.tables = self.app.extensions["tables"]
        self.groups = self.app.extensions["groups"]
        token = keys.host_token(folder)
        self.requests = Requests(Random(seed), self.app.url_map.iter_rules(), token)
        self.findings = {}
        """Faults by kind: their number, the number of the first request, the fault and its request."""
        self.statuses = Counter()
        self.slowest = deque(maxlen=1)
        self.memory = []
        """Resident megabytes, measured at regular intervals."""
        self.seconds = 0.0
        self._logged = []

    def run(self, number, on_progress=lambda done: None):
        """Send `number` requests, or stop after too many findings."""
        started = time.monotonic()
        with _same_secrets(self._secrets), _listening(self._logged), _alarm():
            for place in range(number):
                self._one(place)
                if len(self.findings) >= MOST_FINDINGS:
                    break
                if place % max(1, number // 40) == 0:
                    self.memory.append(resident())
                    on_progress(place)
        self.memory.append(resident())
        self.seconds = time.monotonic() - started

    def _one(self, place):
        request = self.requests.next()
        self._logged.clear()
        began = time.monotonic()
        try:
            signal.setitimer(signal.ITIMER_REAL, HANG)
            answer = self.send(request)
        except (Exception, Hangs):
            answer = None
            self._found(place, request, traceback.format_exc())
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        took = time.monotonic() - began
        if not self.slowest or took > self.slowest[0][0]:
            self.slowest.append((took, place, request.method, request.target[:200]))
        for record in self._logged:
            self._found(place, request, record)
        if answer is None:
            return
        self.statuses[answer.status] += 1
        for fault in self.faults(request, answer):
            if not self._logged:  # otherwise it was already reported with more detail
                self._found(place, request, fault)
        text = answer.body.decode(errors="replace") if answer.is_page else ""
        self.requests.learn(request, answer.status, answer.headers, text)

    def send(self, request):
        """Send a request as a server does; return the response, or the beginning of a stream."""
        environ = self._environ(request)
        begun = []

        def start_response(status, headers, exc_info=None):
            begun[:] = status, headers
            return None

        chunks = self.app.wsgi_app(environ, start_response)
        try:
            is_stream = not any(name.lower() == "content-length" for name, _ in begun[1])
            body = b"".join(chunks) if not is_stream else next(iter(chunks), b"")
        finally:
            close = getattr(chunks, "close", None)
            if close:
                close()
        return Answer(int(begun[0].split()[0]), begun[1], body)

    def _environ(self, request):
        path, _, query = request.target.partition("?")
        headers = dict(request.headers)
        if request.phone >= 0:
            cookies = self.requests.phones[request.phone].cookies
            if cookies:
                headers.setdefault("Cookie", "; ".join(f"{n}={v}" for n, v in cookies.items()))
        environ = {
            "REQUEST_METHOD": request.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "RAW_URI": request.target,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": request.address,
            "HTTP_HOST": "localhost",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(request.body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in headers.items():
            name = name.upper().replace("-", "_")
            environ[name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"] = value
        return environ

    def faults(self, request, answer):
        """Yield the faults in a response."""
        if answer.status >= 500:
            yield f"status {answer.status}"
        if b"Traceback (most recent call last)" in answer.body:
            yield "a traceback is shown"
        if answer.is_page and b"<fuzz>" in answer.body:
            yield "what was entered stands on the page as markup"
        if any("\n" in value or "\r" in value for _, value in answer.headers):
            yield "a header was split"
        location = urlsplit(answer.header("location"))
        if location.netloc not in ("", "localhost", request.headers.get("Host", "")):
            yield f"leads away to {location.netloc}"
        if request.phone < 0 and "Cookie" not in request.headers:
            yield from self._leaks(request, answer)

    def _leaks(self, request, answer):
        """Yield a fault if a viewer's page contains the key to record."""
        sort, _, rest = request.target.lstrip("/").partition("/")
        stores = {"e": self.tables.access_store, "g": self.groups.access_store}
        if sort not in stores:
            return
        try:
            access = stores[sort].open(rest[:22], "")
        except UnknownEvening:
            return
        if access.watches:
            key = stores[sort].rules(access.info.id).record_key
            if key.encode() in answer.body or key in answer.header("location"):
                yield "who may watch is shown the key to record"

    def _found(self, place, request, what):
        where = re.findall(r'File "(.*/companion/.*)", line (\d+)', what)
        alike = (where[-1] if where else "", what.strip().splitlines()[-1].partition(":")[0])
        times, *first = self.findings.get(alike, (0, place, what, request))
        self.findings[alike] = times + 1, *first

    def check_store(self):
        """Yield the faults of the stored data (gaps, broken folds), and leftover listeners."""
        db = self.tables.evenings.log.connection.rows
        for (evening,) in db(
            "select evening from entry group by evening having min(seq) <> 1 or max(seq) <> count(*)", {}
        ):  # fmt: skip
            yield f"the log of {evening} has gaps"
        log = self.tables.evenings.log
        for info in log.evenings():
            state = Evening()
            try:
                for entry in log.read(info.id):
                    state = state.enter(entry)
            except EntryError as error:
                yield f"{info.name!r} stops at entry {state.length + 1}: {error!r}"
        for info in self.groups.store.evenings():
            if self.groups.store.group(info.id).name != info.name:
                yield f"the group {info.name!r} has another name"
        if self.tables.notifier._addresses:
            yield f"still listening: {self.tables.notifier._addresses}"

    def close(self):
        self.tables.close()

    def summary(self):
        done = sum(self.statuses.values())
        by_status = ", ".join(f"{status}: {n}" for status, n in sorted(self.statuses.items()))
        took, place, method, target = self.slowest[0]
        middle, end = self.memory[len(self.memory) // 2], self.memory[-1]
        return (
            f"{done} requests with seed {self.seed} in {self.seconds:.0f} s, {done / self.seconds:.0f} a second\n"
            f"by status: {by_status}\n"
            f"the slowest: {took * 1000:.0f} ms, number {place}, {method} {target}\n"
            f"memory: {self.memory[0]:.0f} MB at first, {middle:.0f} MB in the middle, {end:.0f} MB at the end\n"
            f"found: {len(self.findings)}"
        )


def told(finding, seed):
    """Return a finding as text, with the request that reproduces it."""
    times, place, what, request = finding
    lines = [f"== {times} times, first number {place} of seed {seed}: {what.strip()}"]
    lines.append(f"{request.method} {request.target}")
    lines += [f"{name}: {value}" for name, value in request.headers.items()]
    return "\n".join([*lines, f"phone {request.phone}, body {request.body[:3000]!r}"])


def resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


@contextmanager
def _same_secrets(rng):
    def token_urlsafe(number=32):
        return base64.urlsafe_b64encode(rng.randbytes(number)).rstrip(b"=").decode()

    with patch.multiple(
        secrets, token_bytes=rng.randbytes, token_urlsafe=token_urlsafe, choice=rng.choice
    ):
        yield


@contextmanager
def _listening(logged):
    """Collect logged errors and tracebacks."""

    class Handler(logging.Handler):
        def emit(self, record):
            if record.levelno >= logging.ERROR or record.exc_info:
                logged.append(f"logged: {self.format(record)}")

    handler = Handler(logging.WARNING)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)


@contextmanager
def _alarm():
    """Raise `Hangs` in a request that takes too long."""

    def ring(_signal, _frame):
        raise Hangs

    was = signal.signal(signal.SIGALRM, ring)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, was)
