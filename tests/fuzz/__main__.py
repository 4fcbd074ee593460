"""Fuzz the app: `python -m tests.fuzz --requests 1000000 --seed 1`. Exits 1 if it finds a fault."""

import argparse
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.fuzz.fuzzer import Fuzzer, resident, told


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(Path(folder), wanted.seed)
        with closing(fuzzer):

            def show(done):
                if sys.stderr.isatty():
                    print(
                        f"\r{done} requests, {resident():.0f} MB",
                        end="",
                        file=sys.stderr,
                        flush=True,
                    )

            fuzzer.run(wanted.requests, show)
            wrong = list(fuzzer.check_store())
    for finding in fuzzer.findings.values():
        print(told(finding, wanted.seed))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(fuzzer.summary())
    return 1 if fuzzer.findings or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
