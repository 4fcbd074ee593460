"""Kill the server again and again while phones enter: `python -m tests.kills --workers 3`.

Prints what became of what was answered, and exits 1 if any of it is lost or there twice.
"""

import argparse
import os
import signal
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random

from tests.browser.phone import Server, children
from tests.test_nothing_lost import Hands, log_of

WRITERS = "abcdefgh"
TABLES = 2


def kill(folder, kills, workers, seed, database=None):
    """Return how many `workers` and `servers` were killed, and what became of the entries.

    Those that were `answered`, of them those `lost`, those that are in a log `twice`, and `refused`.
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
            for _ in range(kills):
                for one in hands:
                    one.until(len(one.answered) + rng.randrange(1, 8))
                if rng.random() < 0.25:
                    found["servers"] += 1
                    server.stop(signal.SIGKILL)
                    found += _faults(server, paths, hands)
                    server.start()
                else:
                    found["workers"] += 1
                    os.kill(rng.choice(children(server.process.pid)), signal.SIGKILL)
            for one in hands:
                one.until(len(one.answered) + 1)
        found += _faults(server, paths, hands)
        found["answered"] = sum(len(one.answered) for one in hands)
    finally:
        server.stop(signal.SIGKILL)
    return found


def _faults(server, paths, hands):
    """Compare what was answered with what is in the logs."""
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
