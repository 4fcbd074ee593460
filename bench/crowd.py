"""Many phones at once, as a program: it takes orders as lines of JSON, and answers each with one.

Each phone loads the page of its table, keeps the stream of it open, and taps. If its stream breaks
it comes back by itself, with the id of the last event, as the page's script does. If a tap is not
answered it is made again, with the same entry_id. It goes to addresses of this machine alone. Of
several servers the phones of a table use one each, as long as there are enough.
"""

import gzip
import json
import random
import re
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import gevent
from gevent import socket
from gevent.event import Event
from gevent.pool import Pool

_SEQ = re.compile(rb'data-seq="(\d+)"')
_STATE = re.compile(rb'<section id="state".*?</section>', re.DOTALL)
_COOKIE = re.compile(rb"\r\nset-cookie: ([^;\r]+)", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_TAKEN = b"has already entered that"
PER_ADDRESS = 50
"""Phones that share an address of the loopback network; the server has a limit for each."""
LONG = 20.0
"""Seconds after which a phone gives up waiting for an answer."""


class Lost(Exception):
    """The connection broke, or was never made."""


class Phone:
    """One phone at one table."""

    def __init__(self, crowd: "Crowd", number: int, table: int) -> None:
        self.crowd = crowd
        self.table = table
        self.number = number
        self.seq = 0
        """The position that it shows."""
        self.taps = 0
        self.pulse = Event()
        """Set once its stream has said something."""
        self.moved = Event()
        self.moved_at = 0.0
        self.server = number // len(crowd.keys) % len(crowd.ports)
        self._port = crowd.ports[self.server]
        self._source = f"127.0.0.{1 + number // PER_ADDRESS}"
        self._cookie = b""
        self._last_id = b""

    @property
    def _path(self) -> str:
        return f"/e/{self.crowd.keys[self.table]}"

    def load(self) -> None:
        """Load the page."""
        head, body = self._ask(b"GET", self._path, b"")
        if b" 200 " not in head[:16]:
            raise Lost(head[:200])
        self._cookie = b"Cookie: " + _COOKIE.search(head)[1] + b"\r\n"  # type: ignore[index]
        self._show(body)

    def tap(self, seq: int, entry_id: str) -> str:
        """Say what comes after position `seq` of the table, and return what became of it."""
        said = self.crowd.scripts[self.table % len(self.crowd.scripts)][seq]
        body = f"{said}&after={seq}&entry_id={entry_id}".encode()
        head, answer = self._ask(b"POST", self._path + "/entries", body)
        status = head[9:12].decode()
        if status == "200" and _TAKEN not in answer:
            self.crowd.note("ack", self.table, seq + 1, entry_id)
            self._show(answer, time.perf_counter())
            return "taken"
        if status in ("200", "409"):
            self._show(answer)
            return "faster"
        if status == "503":
            raise Lost(answer[:300])
        raise RuntimeError(f"{status}: {answer[:300]!r}")

    def listen(self) -> None:
        """Keep the stream open, for good."""
        tries = 0
        after = self.seq
        while True:
            try:
                for event in self._events(after):
                    tries = 0
                    if not self.pulse.is_set():
                        self.crowd.note("back", self.number, self.seq, "")
                        self.pulse.set()
                    if event.startswith(b"id: "):
                        self._last_id = event[4 : event.index(b"\n")]
                        self._show(event, time.perf_counter())
            except (OSError, Lost):
                pass
            self.pulse.clear()
            tries += 1
            gevent.sleep(min(1.0, 0.25 * 2 ** (tries - 1)) * random.uniform(0.7, 1.3))

    def _show(self, html: bytes, at: float = 0.0) -> None:
        seq = self.crowd.see(self.table, html)
        # A message that was on its way while the phone's own entry was answered is no news.
        if seq > self.seq:
            self.moved_at = at or time.perf_counter()
            for one in range(self.seq + 1, seq + 1):
                self.crowd.arrived.setdefault((self.table, one), []).append(self.moved_at)
            self.seq = seq
            self.moved.set()

    # The wire

    def _connect(self) -> Any:
        return socket.create_connection(
            ("127.0.0.1", self._port), timeout=LONG, source_address=(self._source, 0)
        )

    def _common(self) -> bytes:
        return f"Host: 127.0.0.1:{self._port}\r\n".encode() + self._cookie

    def _ask(self, method: bytes, path: str, body: bytes) -> tuple[bytes, bytes]:
        head = method + f" {path} HTTP/1.1\r\n".encode() + self._common()
        head += b"Accept-Encoding: gzip\r\nConnection: close\r\n"
        if body:
            head += (
                b"HX-Request: true\r\nSec-Fetch-Site: same-origin\r\n"
                b"Content-Type: application/x-www-form-urlencoded\r\n"
                b"Content-Length: %d\r\n" % len(body)
            )
        with self._connect() as connection:
            connection.sendall(head + b"\r\n" + body)
            received = b""
            while more := connection.recv(1 << 16):
                received += more
        head, _, answer = received.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if not length or len(answer) != int(length[1]):
            raise Lost("an answer was cut short")
        if b"content-encoding: gzip" in head.lower():
            answer = gzip.decompress(answer)
        return head, answer

    def _events(self, after: int) -> Iterator[bytes]:
        """Yield the events of the stream as they are sent."""
        head = f"GET {self._path}/live?after={after} HTTP/1.1\r\n".encode() + self._common()
        if self._last_id:
            head += b"Last-Event-ID: " + self._last_id + b"\r\n"
        with self._connect() as connection:
            connection.sendall(head + b"Accept: text/event-stream\r\n\r\n")
            received = b""
            while b"\r\n\r\n" not in received:
                received += _some(connection)
            head, _, received = received.partition(b"\r\n\r\n")
            if b" 200 " not in head[:16]:
                raise Lost(head[:200])
            connection.settimeout(40)
            while True:
                # A chunk is an event: its length, a line's end, the event, a line's end.
                while b"\r\n" not in received:
                    received += _some(connection)
                size, _, received = received.partition(b"\r\n")
                length = int(size, 16)
                if not length:
                    raise Lost("the stream has ended")
                while len(received) < length + 2:
                    received += _some(connection)
                event, received = received[:length], received[length + 2 :]
                yield event


def _some(connection: Any) -> bytes:
    received: bytes = connection.recv(1 << 14)
    if not received:
        raise Lost("the connection was closed")
    return received


class Crowd:
    """All phones, and what they have seen."""

    def __init__(
        self, ports: list[int], keys: list[str], scripts: list[list[str]], notes: Path
    ) -> None:
        self.ports = ports
        self.keys = keys
        self.scripts = scripts
        self.phones: list[Phone] = []
        self.arrived: dict[tuple[int, int], list[float]] = {}
        """When each phone of a table first showed a position."""
        self._notes: TextIO = notes.open("w")
        self._last: tuple[int, bytes, int] = (-1, b"", 0)
        self._seen: dict[tuple[int, int], bytes] = {}
        self._differ: list[tuple[int, int]] = []

    def note(self, what: str, one: int, other: int, more: str) -> None:
        """Write down what happened, for whoever looks at it in the meantime."""
        self._notes.write(f"{what} {time.time():.3f} {one} {other} {more}\n")
        self._notes.flush()

    def see(self, table: int, html: bytes) -> int:
        """Keep what a phone is shown at a position of its table, and return that position."""
        # Most phones of a table are sent the same.
        if self._last[0] == table and self._last[1] == html:
            return self._last[2]
        found = _STATE.search(html)
        seq = _SEQ.search(found[0]) if found else None
        if not found or not seq:
            raise RuntimeError(f"no state in {html[:200]!r}")
        lines = (line.removeprefix(b"data: ").strip() for line in found[0].splitlines())
        known = self._seen.setdefault((table, int(seq[1])), state := b"".join(lines))
        if known is state:
            self.note("seen", table, int(seq[1]), "")
        elif known != state:
            self._differ.append((table, int(seq[1])))
        self._last = table, html, int(seq[1])
        return int(seq[1])

    # Orders

    def load(self, number: int) -> dict[str, Any]:
        """Let so many further phones load their pages, an equal number at each table."""
        begun = len(self.phones)
        new = [Phone(self, one, one % len(self.keys)) for one in range(begun, begun + number)]
        self.phones += new
        pool = Pool(20)
        for phone in new:
            pool.spawn(phone.load)
        pool.join(raise_error=True)
        return {}

    def listen(self) -> dict[str, Any]:
        """Let all phones open their streams."""
        for phone in self.phones:
            gevent.spawn(phone.listen)
            if phone.number % 20 == 19:
                phone.pulse.wait()
        for phone in self.phones:
            phone.pulse.wait()
        return {}

    def one_by_one(self, taps: int, pause: float) -> dict[str, Any]:
        """Tap once after the other; return the times from each tap to the last phone's news."""
        took, answered = [], []
        for number in range(taps):
            gevent.sleep(pause)
            tapping = self.phones[number % len(self.phones)]
            after = tapping.seq
            for phone in self.phones:
                phone.moved.clear()
            start = time.perf_counter()
            if tapping.tap(after, f"one-by-one-{after:06}") != "taken":
                raise RuntimeError("somebody else taps")
            answered.append(time.perf_counter() - start)
            for phone in self.phones:
                if not phone.moved.wait(LONG):
                    raise RuntimeError("a phone got no news")
            took.append(max(phone.moved_at for phone in self.phones) - start)
        return {"took": took, "answered": answered}

    def together(self, seconds: float, every: float) -> dict[str, Any]:
        """Let each phone tap at its own pace, `every` so many seconds on average."""
        took: list[float] = []
        starts: dict[tuple[int, int], float] = {}
        fates: dict[str, int] = {}
        errors: list[str] = []
        stop_at = time.monotonic() + seconds

        def tapping(phone: Phone) -> None:
            rng = random.Random(phone.number)
            while True:
                gevent.sleep(rng.expovariate(1 / every))
                if time.monotonic() >= stop_at:
                    return
                phone.taps += 1
                entry_id = f"tap-{phone.number:04}-{phone.taps:04}"
                start = time.perf_counter()
                after = phone.seq
                self.note("tap", phone.table, after + 1, entry_id)
                fate = self._until_answered(phone, after, entry_id, fates)
                took.append(time.perf_counter() - start)
                fates[fate] = fates.get(fate, 0) + 1
                if fate == "taken":
                    starts[phone.table, after + 1] = start

        pool = Pool()
        for phone in self.phones:
            pool.spawn(tapping, phone)
        try:
            pool.join(raise_error=True)
        except RuntimeError as error:
            errors.append(str(error))
        gevent.sleep(1)
        each = len(self.phones) // len(self.keys)
        news = [
            max(shown) - starts[place]
            for place, shown in self.arrived.items()
            if place in starts and len(shown) == each
        ]
        return {"took": took, "news": news, "fates": fates, "errors": errors}

    def _until_answered(
        self, phone: Phone, after: int, entry_id: str, fates: dict[str, int]
    ) -> str:
        while True:
            try:
                return phone.tap(after, entry_id)
            except (OSError, Lost):
                fates["again"] = fates.get("again", 0) + 1
                gevent.sleep(random.uniform(0.3, 0.8))

    def settle(self, ends: list[int]) -> dict[str, Any]:
        """Wait until every phone shows the end of its table's log; return those that do not."""
        give_up = time.monotonic() + LONG
        while time.monotonic() < give_up:
            late = [phone.number for phone in self.phones if phone.seq != ends[phone.table]]
            if not late:
                break
            gevent.sleep(0.05)
        return {"late": late}

    def report(self) -> dict[str, Any]:
        """Return every state that any phone was shown."""
        shown = [(table, seq, state.decode()) for (table, seq), state in self._seen.items()]
        return {"seen": shown, "differ": self._differ}


def main() -> None:
    """Take orders from standard input until it ends."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    crowd: Crowd | None = None
    for line in sys.stdin:
        order = json.loads(line)
        do = order.pop("do")
        if do == "begin":
            order["notes"] = Path(order["notes"])
            crowd, answer = Crowd(**order), {}
        else:
            answer = getattr(crowd, do)(**order)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
