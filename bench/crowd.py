"""A program that simulates many phones. It reads commands as lines of JSON, and replies in one line each.

Each phone loads the page of its table, keeps its stream open, and taps. If the stream breaks, the
phone opens it again. If a tap is not answered, the phone sends it again with the same entry_id. The
phones of a table are spread over all servers.
"""

from gevent import monkey

if __name__ == "__main__":  # before the sockets are imported
    monkey.patch_all()

import json
import random
import re
import resource
import sys
import time
from collections import Counter
from contextlib import closing
from typing import Any

import gevent
from gevent.event import Event
from gevent.pool import Pool

from bench.phone import Phone

_SEQ = re.compile(r'<section id="state"[^>]*? data-seq="(\d+)"')
_TAKEN = "has already entered that"
PER_ADDRESS = 50
"""Phones per loopback address; the server limits streams per address."""
LONG = 20.0
"""Maximum time that a phone waits for news, in seconds."""


class Member:
    """One phone of the crowd."""

    def __init__(self, crowd: "Crowd", number: int) -> None:
        self.number = number
        self.table = number % len(crowd.keys)
        self.seq = 0
        """Log position shown on the phone."""
        self.taps = 0
        self.is_listening = Event()
        self.moved = Event()
        self.moved_at = 0.0
        self._path = f"/e/{crowd.keys[self.table]}"
        self._script = crowd.scripts[self.table % len(crowd.scripts)]
        self._port = crowd.ports[number // len(crowd.keys) % len(crowd.ports)]
        self._cookie = ""

    def _connect(self) -> Phone:
        source = f"127.0.0.{1 + self.number // PER_ADDRESS}"
        return Phone(self._port, "gzip", source, self._cookie)

    def load(self) -> None:
        with closing(self._connect()) as phone:
            answer = phone.get(self._path)
            self._cookie = phone.cookie
        self._show(answer.text())

    def tap(self, seq: int, entry_id: str) -> str:
        """Enter the next entry after position `seq`; return "taken", or "late" if not the first."""
        fields = self._script[seq] | {"after": str(seq), "entry_id": entry_id}
        with closing(self._connect()) as phone:
            answer = phone.ask("POST", f"{self._path}/entries", fields)
        if answer.status == 503:
            raise ConnectionError("the server is busy")
        text = answer.text()
        if answer.status not in (200, 409):
            raise RuntimeError(f"{answer.status}: {text[:300]}")
        self._show(text)
        return "taken" if answer.status == 200 and _TAKEN not in text else "late"

    def listen(self) -> None:
        """Keep the stream open, reconnecting when it breaks."""
        while True:
            try:
                with closing(self._connect()) as phone:
                    self._follow(phone)
            except OSError:
                gevent.sleep(random.uniform(0.2, 1.0))

    def _follow(self, phone: Phone) -> None:
        phone.send("GET", f"{self._path}/live?after={self.seq}")
        phone.socket.settimeout(2 * LONG)
        received = b""
        while True:
            received += phone.more()
            self.is_listening.set()
            *events, received = received.split(b"\n\n")
            for event in events:
                if b"data-seq" in event:
                    self._show(event.decode())

    def _show(self, html: str) -> None:
        found = _SEQ.search(html)
        if not found:
            raise RuntimeError(f"no state in {html[:200]!r}")
        if int(found[1]) > self.seq:
            self.moved_at = time.perf_counter()
            self.seq = int(found[1])
            self.moved.set()


class Crowd:
    def __init__(
        self, ports: list[int], keys: list[str], scripts: list[list[dict[str, str]]]
    ) -> None:
        self.ports = ports
        self.keys = keys
        self.scripts = scripts
        self.phones: list[Member] = []

    def gather(self, number: int) -> None:
        """Load the pages and open the streams of new phones, an equal number at each table."""
        self.phones = [Member(self, one) for one in range(number)]
        pool = Pool(20)
        for phone in self.phones:
            pool.spawn(phone.load)
        pool.join(raise_error=True)
        for phone in self.phones:
            gevent.spawn(phone.listen)
            if phone.number % 20 == 19:
                phone.is_listening.wait()
        for phone in self.phones:
            phone.is_listening.wait()

    def one_by_one(self, taps: int, pause: float) -> list[float]:
        """Tap one after another; return the time from each tap until the last phone shows it."""
        took = []
        for tapping in self.phones[:taps]:
            gevent.sleep(pause)
            for phone in self.phones:
                phone.moved.clear()
            start = time.perf_counter()
            if tapping.tap(tapping.seq, f"one-by-one-{tapping.number:06}") != "taken":
                raise RuntimeError("another phone taps too")
            for phone in self.phones:
                if not phone.moved.wait(LONG):
                    raise RuntimeError("a phone got no news")
            took.append(max(phone.moved_at for phone in self.phones) - start)
        return took

    def together(self, seconds: float, pause: float) -> dict[str, Any]:
        """Let each phone tap after random pauses, `pause` seconds on average.

        Return the number of taps by outcome, and the table, position and entry_id of each one taken.
        """
        fates: Counter[str] = Counter()
        taken: list[tuple[int, int, str]] = []
        stop_at = time.monotonic() + seconds

        def tap(phone: Member) -> None:
            rng = random.Random(phone.number)
            while True:
                gevent.sleep(rng.expovariate(1 / pause))
                if time.monotonic() >= stop_at:
                    return
                phone.taps += 1
                entry_id = f"tap-{phone.number:04}-{phone.taps:04}"
                after = phone.seq
                fate = until_answered(phone, after, entry_id)
                fates[fate] += 1
                if fate == "taken":
                    taken.append((phone.table, after + 1, entry_id))

        def until_answered(phone: Member, after: int, entry_id: str) -> str:
            while True:
                try:
                    return phone.tap(after, entry_id)
                except OSError:
                    fates["again"] += 1
                    gevent.sleep(random.uniform(0.3, 0.8))

        pool = Pool()
        for phone in self.phones:
            pool.spawn(tap, phone)
        pool.join(raise_error=True)
        return {"fates": fates, "taken": taken}

    def out_of_step(self, ends: list[int]) -> int:
        """Return the number of phones that do not reach the end of the log of their table."""
        give_up = time.monotonic() + LONG
        while time.monotonic() < give_up:
            behind = sum(phone.seq != ends[phone.table] for phone in self.phones)
            if not behind:
                break
            gevent.sleep(0.05)
        return behind


def main() -> None:
    """Execute commands until the input ends. The first one describes the crowd."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    crowd = Crowd(**json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(getattr(crowd, name)(**arguments)), flush=True)


if __name__ == "__main__":
    main()
