"""The server: gunicorn with gevent workers, so that a phone that only listens costs little.

Importing this module changes nothing. Gunicorn and gevent are imported when the server starts: a
gevent worker replaces parts of the standard library in its process, which no other command wants.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import resource
import signal
import sys
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
    from companion.web.answers import ReadAnswers
    from companion.web.bodies import WholeBodies
    from companion.web.turns import Loop

T = TypeVar("T")

OPEN_FILES = 8192
_ASIDE = 4  # what is checked, readers, evenings opened or corrected, and the shorter ones of these
_STOP_WITHIN = 10  # seconds that a request under way may still take
_TIDY_EVERY = 5  # seconds
_LARGEST_HEAD = 32 * 1024  # beyond what the app refuses in words of its own
_PIECE = 64 * 1024  # of a body that nobody reads


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
    """Return what does long work in threads of its own: beside the loop, not in it."""
    from gevent.threadpool import ThreadPool

    # The tables run in one thread. It gets the interpreter back this soon, not after the usual 5 ms.
    sys.setswitchinterval(0.0005)
    threads = ThreadPool(_ASIDE)

    def aside(work: Callable[[], T]) -> T:
        done: list[T] = []
        failed: list[Exception] = []

        def run() -> None:
            # What it raises is for whoever asked for it: gevent would log it as a fault.
            try:
                done.append(work())
            except Exception as error:
                failed.append(error)

        threads.apply(run)
        if failed:
            raise failed[0]
        return done[0]

    return aside


def _loop() -> Loop:
    """Return gevent's loop, in whose turns requests begin."""
    from gevent import get_hub
    from gevent.hub import Waiter

    loop = get_hub().loop
    return cast(
        "Loop",
        SimpleNamespace(soon=loop.run_callback, later=loop.timer(0).start, waiter=Waiter),
    )


def _run(
    descriptor: int,
    workers: int,
    greeting: str,
    instance: Path,
    create_app: Callable[[], Flask],
) -> None:
    from gevent import get_hub, sleep
    from gunicorn.app.base import BaseApplication
    from gunicorn.arbiter import Arbiter
    from gunicorn.http.errors import (
        InvalidResponseHeader,
        InvalidResponseHeaderName,
        LimitRequestHeaders,
        LimitRequestLine,
        ParseException,
    )
    from gunicorn.http.message import Request
    from gunicorn.http.parser import RequestParser
    from gunicorn.util import write_error
    from gunicorn.workers.ggevent import GeventWorker

    from companion.web.refusals import ENDS

    class BoundedRequest(Request):  # type: ignore[misc]
        def read_into(self, unreader: Any, buf: bytearray, stop: bool = False) -> None:
            """Read on in a head. Gunicorn bounds each header, so that all together may be large."""
            if len(buf) > _LARGEST_HEAD:
                raise LimitRequestHeaders("too large")
            super().read_into(unreader, buf, stop)

    RequestParser.mesg_class = BoundedRequest

    class Server(BaseApplication):  # type: ignore[misc]
        groups: Groups | None = None
        bodies: WholeBodies
        answers: ReadAnswers

        def close(self) -> None:
            """Close the database: the last worker to do so leaves it in one file."""
            if self.groups is not None:
                self.groups.tables.close()

        def load_config(self) -> None:
            settings: dict[str, Any] = {
                "bind": [f"fd://{descriptor}"],
                "workers": workers,
                "worker_class": Worker,
                "when_ready": lambda _: print(greeting, flush=True),
                "worker_exit": lambda _, worker: worker.app.close(),
                "post_request": lambda _worker, asked, environ, _answer: (
                    asked.force_close() if ENDS in environ else None
                ),
                # Each worker loads the app itself, after gevent has changed the standard library in
                # it: a lock made before that would stop every phone instead of one.
                "preload_app": False,
                "loglevel": "warning",
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
            self.bodies = app.extensions["bodies"]
            self.answers = app.extensions["answers"]
            self.groups = app.extensions["groups"]
            return app

    class Worker(GeventWorker):  # type: ignore[misc]
        seconds = 0

        def notify(self) -> None:
            """Once a second, also while the last requests are being finished."""
            super().notify()
            groups = self.app.groups
            if groups is None:
                return
            tables = groups.tables
            self.app.bodies.end_late()
            self.app.answers.end_unread()
            # Streams to the phones never end by themselves, and a stop must not wait for them.
            if not self.alive:
                tables.bell.close()
            self.seconds += 1
            if self.seconds % _TIDY_EVERY == 0:
                # In another thread: a slow disk must not stop the phones.
                get_hub().threadpool.spawn(tables.evenings.log.tidy)

        def handle_request(self, name: object, asked: Any, sock: object, address: object) -> None:
            """Answer a request, and read what nobody has read of its body: not all of it at once."""
            super().handle_request(name, asked, sock, address)
            if asked.must_close or not getattr(asked.body.reader, "length", 0):
                return
            is_read = False
            with self.timeout_ctx():
                while asked.body.read(_PIECE):
                    sleep(0)
                is_read = True
            if not is_read:
                asked.force_close()

        def handle_error(
            self, asked: object, sock: object, address: object, error: BaseException
        ) -> None:
            """Answer what is no request. Gunicorn logs all of it, which costs and fills the disk."""
            ours = isinstance(error, InvalidResponseHeader | InvalidResponseHeaderName)
            if ours or not isinstance(error, ParseException):
                super().handle_error(asked, sock, address, error)
                return
            status, reason = 400, "Bad Request"
            if isinstance(error, LimitRequestLine):
                status, reason = 414, "URI Too Long"
            elif isinstance(error, LimitRequestHeaders):
                status, reason = 431, "Request Header Fields Too Large"
            with suppress(OSError):  # the phone has gone
                write_error(sock, status, reason, "")

        def handle_quit(self, sig: int, frame: object) -> None:
            """Ctrl-C reaches the workers too. They finish what they are at, as after SIGTERM."""
            self.handle_exit(sig, frame)

    class Master(Arbiter):  # type: ignore[misc]
        def handle_int(self) -> None:
            self.handle_term()

        def init_signals(self) -> None:
            ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            super().init_signals()
            if ignored:  # started with nohup
                signal.signal(signal.SIGHUP, signal.SIG_IGN)

        def handle_hup(self) -> None:
            """The terminal was closed. Gunicorn would start its workers anew, seen by nobody."""
            self.handle_term()

    Master(Server()).run()
