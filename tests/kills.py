"""Kill the server repeatedly while phones enter: `python -m tests.kills --workers 3`.

Prints the number of answered, lost and doubled entries, and exits 1 if any is lost or doubled.
"""

import argparse
import http.client
import itertools
import os
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from urllib.request import urlopen

from companion.evening.entries import Penalized
from companion.groups.entries import EveningAdded
from tests.browser.phone import Server, children
from tests.telling import started
from tests.test_nothing_lost import Hands, ask, log_of

WRITERS = "abcdefgh"
TABLES = 2
DEBT = 10**4


class Members(Hands):
    """Phones that pay and merge in a group as fast as possible, and retry after errors."""

    def __init__(self, server):
        self.server = server
        self.answered = set()
        """The answered forms."""
        self.failures = []
        owed = [started("Ann Bob Cat", game="napoleon"), Penalized("Ann", DEBT, "Bob")]
        with closing(server.store()) as store:
            evening = store.log.open_evening("Friday", owed, "tests")
            info = store.groups.start("Regulars", "tests", "group", [EveningAdded(evening.id)])
        self.number, self.path = info.id, f"/g/{info.key}"
        answer = urlopen(f"{server.url}{self.path}")
        self._cookie = answer.headers["Set-Cookie"].partition(";")[0]
        self._send(f"{self.path}/claim", {})
        self._stopping = threading.Event()
        said = (
            lambda count: {"kind": "paid", "from": "Ann", "to": "Bob", "amount": "1"},
            lambda count: {"kind": "person-merged", "from": f"Spelling {count}", "into": "Eve"},
        )
        self._threads = [
            threading.Thread(target=self._enter, args=(f"{place}-form", entry))
            for place, entry in enumerate((said[0], *said))
        ]

    def _send(self, path, fields):
        return ask(self.server, path, fields, Cookie=self._cookie)

    def _enter(self, name, entry):
        for count in itertools.count():
            fields = {**entry(count), "entry_id": f"{name}-{count:06}"}
            while True:
                if self._stopping.is_set():
                    return
                try:
                    status, text = self._send(f"{self.path}/entries", fields)
                    break
                except (OSError, http.client.HTTPException):
                    time.sleep(0.02)  # send the same form until it is answered
            # The response to an accepted form redirects by a header.
            if (status, text) != (200, ""):
                self.failures.append((status, text))
                return
            self.answered.add(fields["entry_id"])

    def faults(self):
        """Compare the answered forms with the rows of the group."""
        answered = set(self.answered)
        with closing(self.server.store()) as store:
            rows = store.log.connection.rows(
                'select form_id, kind from group_row where "group" = :group', {"group": self.number}
            )
            paid = len(store.groups.group(self.number).payments)
        forms = {form for form, _ in rows}
        return Counter(
            lost=len(answered - forms),
            twice=len(rows) - len(forms) + paid - sum(kind == "paid" for _, kind in rows),
            refused=len(self.failures),
        )


def kill(folder, kills, workers, seed, database=None):
    """Return the counts of a run, by name.

    `workers` and `servers` were killed; entries were `answered`, `lost`, `twice` in a log, or
    `refused`. `rows` counts answered payments and merges of a group.
    """
    rng = Random(seed)
    found = Counter()
    server = Server(folder / "instance", "--workers", str(workers), database=database).start()
    try:
        paths = [server.evening(depth="tricks") for _ in range(TABLES)]
        with ExitStack() as stack:
            hands = [
                stack.enter_context(Hands(server, path, WRITERS[place::TABLES]))
                for place, path in enumerate(paths)
            ]
            members = stack.enter_context(Members(server))
            for _ in range(kills):
                for one in hands:
                    one.until(len(one.answered) + rng.randrange(1, 8))
                if rng.random() < 0.25:
                    found["servers"] += 1
                    server.stop(signal.SIGKILL)
                    found += _faults(server, paths, hands) + members.faults()
                    server.start()
                else:
                    found["workers"] += 1
                    os.kill(rng.choice(children(server.process.pid)), signal.SIGKILL)
            for one in hands:
                one.until(len(one.answered) + 1)
        found += _faults(server, paths, hands) + members.faults()
        found["answered"] = sum(len(one.answered) for one in hands)
        found["rows"] = len(members.answered)
    finally:
        server.stop(signal.SIGKILL)
    return found


def _faults(server, paths, hands):
    """Compare the answered entries with the logs."""
    found = Counter()
    for path, one in zip(paths, hands, strict=True):
        answered = dict(one.answered)
        log = log_of(server, path)
        at = {entry_id: seq for seq, entry_id in enumerate(log, 1)}
        found["lost"] += sum(at.get(entry_id) != seq for entry_id, seq in answered.items())
        found["twice"] += len(log) - len(at)
        found["refused"] += len(one.failures)
    return found


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", help="an address, in place of a file of its own")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = kill(Path(folder), wanted.kills, wanted.workers, wanted.seed, wanted.database)
    print(
        f"{wanted.workers} processes, {len(WRITERS)} writers: {found['workers']} workers and {found['servers']} "
        f"servers killed, {found['answered']} entries answered, {found['lost']} lost, {found['twice']} twice, "
        f"{found['refused']} refused"
    )
    return 1 if found["lost"] + found["twice"] + found["refused"] else 0


if __name__ == "__main__":
    sys.exit(main())
