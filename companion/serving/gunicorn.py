"""The server: gunicorn with gevent workers, in which an open stream costs little.

Gunicorn and gevent are imported when the server starts, because a gevent worker changes parts of
the standard library in its process. Other commands must not.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import logging
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

from companion.serving.listening import CannotListen, greeting, listen
from companion.serving.redaction import RedactedStream
from companion.store import keys

if TYPE_CHECKING:
    from flask import Flask

    from companion.tables import Groups
    from companion.tables.checking import Offload
    from companion.web.request_queue import Loop

T = TypeVar("T")

OPEN_FILES = 8192
"""The limit on open files; each listening phone has its own connection."""
STALLED = 20
"""Seconds after which a stalled connection is closed."""
_DRAIN_WITHIN = 2  # seconds
_PIECE = 64 * 1024  # bytes of a body to discard at a time
_TIDY_EVERY = 5  # seconds
_SETTINGS = {
    "worker_class": "gevent",
    # Each worker loads the app after gevent has patched the standard library. A lock made before the
    # patch would block all requests instead of one.
    "preload_app": False,
    # Malformed requests are warnings, and are not logged.
    "loglevel": "error",
    "accesslog": None,
    "errorlog": "-",
    # Gunicorn kills a worker after this many seconds without a sign of life. Workers report every second,
    # even during long requests.
    "timeout": 30,
    "graceful_timeout": 10,
    # An idle connection is closed after this many seconds, and can delay a stop by as much.
    "keepalive": 2,
    "worker_connections": 5000,
    "limit_request_line": 2048,
    "limit_request_fields": 50,
    "limit_request_field_size": 8190,
    # Only `behind_proxy` decides whether headers of a proxy are trusted.
    "forwarded_allow_ips": "",
    "control_socket_disable": True,
}


def serve(
    host: str, port: int, workers: int, instance: Path, public_url: str = "", **options: Any
) -> None:
    """Serve until stopped, with a number of worker processes. `options` are those of `create_app`.

    Raises `SystemExit`: 0 after a stop, 1 if the server cannot start.
    """
    try:
        listener = listen(host, port)
    except CannotListen as error:
        sys.exit(str(error))
    address, port = listener.getsockname()[:2]
    welcome = greeting(address, port, keys.host_token(instance), public_url)
    open_files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(open_files, min(most, OPEN_FILES)), most))
    sys.stderr = cast(TextIO, RedactedStream(sys.stderr))
    # Gunicorn closes the descriptor, so the socket must give it up.
    _run(listener.detach(), workers, welcome, instance, {"public_url": public_url, **options})


def _offload() -> Offload:
    """Return a function that runs long work in a thread, outside the event loop."""
    from gevent.threadpool import ThreadPool

    # Let the event loop have the interpreter back after 0.5 ms instead of the usual 5 ms.
    sys.setswitchinterval(0.0005)
    thread = ThreadPool(1)

    def offload(work: Callable[[], T]) -> T:
        # Return errors and raise them in the caller, because gevent logs errors in its threads.
        def run() -> tuple[T | None, Exception | None]:
            try:
                return work(), None
            except Exception as error:
                return None, error

        result, error = thread.apply(run)
        if error:
            raise error
        return cast(T, result)

    return offload


def _loop() -> Loop:
    from gevent import Timeout, get_hub
    from gevent.hub import Waiter

    loop = get_hub().loop
    # After the requests that have arrived are read: the next turn may be that of one of them.
    later = loop.timer(0, priority=loop.MINPRI).start
    return SimpleNamespace(soon=loop.run_callback, later=later, waiter=Waiter, limit=Timeout)


def _run(
    descriptor: int, workers: int, welcome: str, instance: Path, options: dict[str, Any]
) -> None:
    from gunicorn.app.base import BaseApplication
    from gunicorn.arbiter import Arbiter

    class Server(BaseApplication):  # type: ignore[misc]
        groups: Groups | None = None

        def close(self) -> None:
            if self.groups is not None:
                self.groups.tables.close()

        def load_config(self) -> None:
            hooks = {
                "when_ready": partial(_ready, signal.getsignal(signal.SIGHUP), welcome),
                "post_worker_init": _begin,
                "pre_request": lambda _, asked: asked.unreader.sock.settimeout(STALLED),
                "post_request": _drain,
                "worker_exit": lambda _, worker: worker.app.close(),
            }
            own = {"bind": [f"fd://{descriptor}"], "workers": workers}
            for name, value in {**_SETTINGS, **own, **hooks}.items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            app = _loaded(instance, options)
            self.groups = app.extensions["groups"]
            return app

    Arbiter(Server()).run()


def _loaded(instance: Path, options: dict[str, Any]) -> Flask:
    from companion.web import create_app

    # Start one worker at a time, because the first makes the key and upgrades the database.
    with (instance / "starting.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        app = create_app(instance, offload=_offload(), loop=_loop(), **options)
    # Collect rarely: loaded objects stay, and folded states have no cycles, so collecting would
    # only slow down taps.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    # Frozen objects would otherwise outlive the modules that their clean-up needs.
    atexit.register(gc.unfreeze)
    return app


def _ready(hangup: Any, welcome: str, _arbiter: object) -> None:
    """Treat Ctrl-C and a closed terminal like SIGTERM, and print the greeting."""

    def stop(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGHUP, stop if hangup is not signal.SIG_IGN else hangup)  # nohup
    print(welcome, flush=True)


def _begin(worker: Any) -> None:
    from gevent import spawn

    signal.signal(signal.SIGINT, worker.handle_exit)  # Ctrl-C reaches the workers too
    logging.getLogger("gunicorn.error").addFilter(_is_no_timeout)
    spawn(_look_after, worker)


def _look_after(worker: Any) -> None:
    """Tidy the database now and then, and end the streams when the worker stops."""
    from gevent import get_hub, sleep

    tables = worker.app.groups.tables
    tidied = time.monotonic()
    while worker.alive:
        sleep(1)
        if time.monotonic() > tidied + _TIDY_EVERY:
            tidied = time.monotonic()
            # Use a thread, so that a slow disk does not delay requests.
            get_hub().threadpool.spawn(tables.evenings.log.connection.tidy)
    tables.notifier.close()


def _drain(_worker: object, asked: Any, _environ: object, _answer: object) -> None:
    """Discard the rest of a body, because a phone reads the response only after sending it all."""
    if not getattr(asked.body.reader, "length", 0):
        return
    from gevent import Timeout, sleep

    with suppress(OSError), Timeout(_DRAIN_WITHIN, False):
        while asked.body.read(_PIECE):
            sleep(0)
        return
    asked.force_close()


def _is_no_timeout(record: logging.LogRecord) -> bool:
    return not (record.exc_info and isinstance(record.exc_info[1], TimeoutError))
