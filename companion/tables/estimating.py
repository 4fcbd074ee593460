"""Estimates of staying in, each in a process of its own and one at a time, so that no tap waits for one."""

import signal
import sys
import threading
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.games import GAMES
from companion.rules.actions import Declared, TurnedUp
from companion.rules.facts import Setup
from companion.rules.loo.deal import LooDeal
from companion.study.odds import Odds, Policy, estimate
from companion.study.search import TooManyPositions

WORLDS = 200
"""How many worlds to look at; four times as many for hands of three cards, which take less time."""
SECONDS = 20.0
"""Maximum seconds that an estimate takes."""
PATIENCE = 5.0
"""Maximum seconds that it waits for others."""
ENDS_WITHIN = 60
"""Seconds after which a process ends that nobody waits for any more."""
_running = threading.Semaphore()


class Question(Struct, frozen=True):
    """A deal in which a player is about to declare, and that player's hand."""

    game: str
    setup: Setup[Any]
    said: tuple[TurnedUp | Declared, ...]
    hand: tuple[str, ...]
    policy: Policy
    seed: str
    worlds: int

    def answer(self) -> tuple[Odds, ...] | None:
        """Return the odds of each choice; None if there was too much to look at."""
        deal = GAMES[self.game].begin(self.setup)
        for entry in self.said:
            deal = deal.enter(entry)
        assert isinstance(deal, LooDeal)
        hand = list(map(deal.pack.read, self.hand))
        try:
            return estimate(deal, hand, self.policy, self.worlds, Random(self.seed))
        except TooManyPositions:
            return None


class Estimate(Struct, frozen=True):
    """The answers to some questions; fewer if there was no time."""

    odds: tuple[tuple[Odds, ...] | None, ...] = ()
    is_busy: bool = False
    """Whether another estimate was running all the time."""


def work_out(questions: Sequence[Question]) -> Estimate:
    """Return the answers, worked out in another process."""
    # Imported here, because Python in a browser has no processes.
    import subprocess

    if not _running.acquire(timeout=PATIENCE):
        return Estimate(is_busy=True)
    command = [sys.executable, "-P", "-m", "companion.tables.estimating"]
    try:
        answers = subprocess.run(
            command,
            input=msgspec.json.encode(questions),
            stdout=subprocess.PIPE,
            timeout=SECONDS,
            check=True,
        ).stdout
    except subprocess.TimeoutExpired as error:
        answers = error.stdout or b""
    finally:
        _running.release()
    lines = answers.splitlines()
    return Estimate(tuple(msgspec.json.decode(one, type=tuple[Odds, ...] | None) for one in lines))


def main() -> None:
    """Read questions from standard input, and write the answer to each on a line of its own.

    It ends by itself, even if the process that asked was killed.
    """
    signal.alarm(ENDS_WITHIN)
    for question in msgspec.json.decode(sys.stdin.buffer.read(), type=list[Question]):
        # Only the game knows the type of its house rules.
        rules = msgspec.convert(question.setup.rules, GAMES[question.game].house_rules)
        setup = replace(question.setup, rules=rules)
        answer = replace(question, setup=setup).answer()
        print(msgspec.json.encode(answer).decode(), flush=True)


if __name__ == "__main__":
    main()
