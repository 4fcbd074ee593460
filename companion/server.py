"""The server: gunicorn with gevent workers, so that a phone that only listens costs little.

Importing this module changes nothing. Gunicorn and gevent are imported when the server starts: a
gevent worker replaces parts of the standard library in its process, which no other command wants.
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
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

from companion.listening import CannotListen, greeting, listen
from companion.redaction import RedactedStream
from companion.store import keys
from companion.wording.languages import SOURCE

if TYPE_CHECKING:
    from flask import Flask

    from companion.tables import Groups, Limits
    from companion.tables.checking import Aside
    from companion.web.turns import Loop

T = TypeVar("T")

OPEN_FILES = 8192
STALLED = 20
"""Seconds after which a connection ends on which nothing can be read or sent."""
_DRAIN_WITHIN = 2  # seconds
_PIECE = 64 * 1024  # of a body that nobody reads
_STOP_WITHIN = 10  # seconds that a request under way may still take
_TIDY_EVERY = 5  # seconds


def serve(
    host: str,
    port: int,
    workers: int,
    instance: Path,
    behind_proxy: bool = False,
    language: str = SOURCE,
    public_url: str = "",
    allowed_hosts: Collection[str] = (),
    limits: Limits | None = None,
    database: str = "",
    keeps_shell: bool = True,
) -> None:
    """Serve until told to stop. Leaves by SystemExit: 0 after a stop, 1 if it cannot start.

    :param host: the address to listen at; ``0.0.0.0`` or ``::`` for all of this computer's
    :param port: the port; 0 lets the system choose one
    :param workers: how many processes answer; one is plenty for a house
    :param instance: the folder of the database and the server's key; made if missing
    :param behind_proxy: whether to believe the X-Forwarded headers, which a proxy in front writes
    :param language: for phones that ask for none that is known
    :param public_url: how phones reach the server, ending in a slash; "" if by its address
    :param allowed_hosts: names that may stand in links without being of this network
    :param limits: what one address may ask for
    :param database: the address of a database on a server, in place of the one in the folder
    :param keeps_shell: whether phones may keep the shell of the pages
    """
    try:
        listener = listen(host, port)
    except CannotListen as error:
        sys.exit(str(error))
    address, port = listener.getsockname()[:2]
    # Gunicorn closes the number it is given, so it must be the only one who owns it.
    welcome = greeting(address, port, keys.host_token(instance), public_url)
    # Each phone that listens has a connection of its own.
    open_files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(open_files, min(most, OPEN_FILES)), most))

    def load() -> Flask:
        from companion.web import create_app

        return create_app(
            instance,
            behind_proxy,
            language,
            public_url,
            allowed_hosts,
            _aside(),
            limits,
            database,
            keeps_shell,
            _loop(),
        )

    sys.stderr = cast(TextIO, RedactedStream(sys.stderr))
    _run(listener.detach(), workers, welcome, instance, load)


def _aside() -> Aside:
    """Return what does long work in a thread of its own: beside the loop, not in it."""
    from gevent.threadpool import ThreadPool

    # The tables run in one thread. It gets the interpreter back this soon, not after the usual 5 ms.
    sys.setswitchinterval(0.0005)
    thread = ThreadPool(1)

    def aside(work: Callable[[], T]) -> T:
        # What it raises is for the caller: gevent would log it as a fault.
        def run() -> tuple[T | None, Exception | None]:
            try:
                return work(), None
            except Exception as error:
                return None, error

        found, error = thread.apply(run)
        if error:
            raise error
        return cast(T, found)

    return aside


def _loop() -> Loop:
    """Return gevent's loop, in whose turns requests begin."""
    from gevent import Timeout, get_hub
    from gevent.hub import Waiter

    loop = get_hub().loop
    return cast(
        "Loop",
        SimpleNamespace(
            soon=loop.run_callback, later=loop.timer(0).start, waiter=Waiter, limit=Timeout
        ),
    )


def _run(
    descriptor: int,
    workers: int,
    greeting: str,
    instance: Path,
    create_app: Callable[[], Flask],
) -> None:
    from gevent import Timeout, get_hub, sleep, spawn
    from gunicorn.app.base import BaseApplication
    from gunicorn.arbiter import Arbiter

    hangup = signal.getsignal(signal.SIGHUP)

    def stop(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    def ready(_: Arbiter) -> None:
        # Ctrl-C and a closed terminal stop the server as SIGTERM does: requests are finished.
        signal.signal(signal.SIGINT, stop)
        signal.signal(signal.SIGHUP, stop if hangup is not signal.SIG_IGN else hangup)  # nohup
        print(greeting, flush=True)

    def begin(worker: Any) -> None:
        signal.signal(signal.SIGINT, worker.handle_exit)  # Ctrl-C reaches the workers too
        logging.getLogger("gunicorn.error").addFilter(_is_no_timeout)
        spawn(look_after, worker)

    def drain(_worker: object, asked: Any, _environ: object, _answer: object) -> None:
        """Read what nobody has read of a body, so that its phone reads the answer. Others run meanwhile."""
        if not getattr(asked.body.reader, "length", 0):
            return
        with suppress(OSError), Timeout(_DRAIN_WITHIN, False):
            while asked.body.read(_PIECE):
                sleep(0)
            return
        asked.force_close()

    def look_after(worker: Any) -> None:
        """Tidy the database now and then, and end the streams when the worker stops."""
        tables = worker.app.groups.tables
        tidied = time.monotonic()
        while worker.alive:
            sleep(1)
            if time.monotonic() > tidied + _TIDY_EVERY:
                tidied = time.monotonic()
                # In another thread: a slow disk must not stop the phones.
                get_hub().threadpool.spawn(tables.evenings.log.tidy)
        tables.bell.close()

    class Server(BaseApplication):  # type: ignore[misc]
        groups: Groups | None = None

        def close(self) -> None:
            """Close the database: the last worker to do so leaves it in one file."""
            if self.groups is not None:
                self.groups.tables.close()

        def load_config(self) -> None:
            settings: dict[str, Any] = {
                "bind": [f"fd://{descriptor}"],
                "workers": workers,
                "worker_class": "gevent",
                "when_ready": ready,
                "post_worker_init": begin,
                "post_request": drain,
                "worker_exit": lambda _, worker: worker.app.close(),
                # For the body and the answer: each read or write that waits for longer ends the connection.
                "pre_request": lambda _, asked: asked.unreader.sock.settimeout(STALLED),
                # Each worker loads the app itself, after gevent has changed the standard library in
                # it: a lock made before that would stop every phone instead of one.
                "preload_app": False,
                # Requests that are none are warnings; each would be a line.
                "loglevel": "error",
                "accesslog": None,
                "errorlog": "-",
                # A worker shows every second that it lives; one request may take longer than this.
                "timeout": 30,
                "graceful_timeout": _STOP_WITHIN,
                # An idle connection delays a stop by as much.
                "keepalive": 2,
                "worker_connections": 5000,
                "limit_request_line": 2048,
                "limit_request_fields": 50,
                "limit_request_field_size": 8190,
                # `behind_proxy` alone decides whom to believe.
                "forwarded_allow_ips": "",
                # Nobody steers this server but by signals.
                "control_socket_disable": True,
            }
            for name, value in settings.items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            # One worker at a time: the first makes the key and brings the database up to date, the
            # others find both done.
            with (instance / "starting.lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                app = create_app()
            # What is loaded now stays for good, and folded states hold no cycles: looking through
            # them for garbage after every few hundred objects only costs every tap its time.
            gc.collect()
            gc.freeze()
            gc.set_threshold(50_000, 20, 50)
            # Frozen to the end it would outlive the modules that its own clean-up needs.
            atexit.register(gc.unfreeze)
            self.groups = app.extensions["groups"]
            return app

    Arbiter(Server()).run()


def _is_no_timeout(record: logging.LogRecord) -> bool:
    """Return whether gunicorn logs something else than a connection that has stalled."""
    return not (record.exc_info and isinstance(record.exc_info[1], TimeoutError))
