"""Estimates of staying in, each in a process of its own and one at a time, so that no tap waits for one."""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from companion.evening.starting import read_rules
from companion.games import GAMES
from companion.rules.actions import Declared, TurnedUp
from companion.rules.deal import can_enter
from companion.rules.facts import Setup
from companion.rules.loo.deal import LooDeal
from companion.study.odds import Odds, Policy, estimate
from companion.study.odds_table import Table
from companion.study.search import TooManyPositions

WORLDS = 200
"""How many worlds to look at; four times as many for hands of three cards, which take less time."""
SECONDS = 20.0
"""Maximum seconds that an estimate takes, and that it waits for others."""
ENDS_WITHIN = 60
"""Seconds after which a process ends that nobody waits for any more."""
STEP = 20
"""Percentage points between two reports of progress."""
_running, _waiting = threading.Semaphore(), threading.Semaphore(5)
"""One estimate at a time; the others wait, but not many."""


class Question(Struct, frozen=True):
    """A deal in which a player is about to declare, and that player's hand."""

    game: str
    setup: Setup[Any]
    said: tuple[TurnedUp | Declared, ...]
    hand: tuple[str, ...]
    policy: Policy
    seed: str
    worlds: int

    @property
    def is_tabled(self) -> bool:
        """Whether a table has the odds of playing; it is of any turn-up, and a high one matters."""
        game, turn_up = GAMES[self.game], self.said[0]
        if not game.has_odds_table or self.policy != "random":
            return False
        usual = game.settle_house_rules(read_rules(game, None, {}), 2)
        return (
            self.setup.rules == usual
            and isinstance(turn_up, TurnedUp)
            and turn_up.piece[0] not in "AKQ"
        )

    @property
    def offers_miss(self) -> bool:
        deal = self.deal()
        return can_enter(deal, Declared(deal.turn or "", "miss"))

    def deal(self) -> LooDeal:
        deal = GAMES[self.game].begin(self.setup)
        for entry in self.said:
            deal = deal.enter(entry)
        assert isinstance(deal, LooDeal)
        return deal

    def answer(self, watch: Callable[[int], None] = lambda done: None) -> tuple[Odds, ...]:
        """Return the odds of each choice. Raises `TooManyPositions`."""
        deal = self.deal()
        hand = list(map(deal.pack.read, self.hand))
        asked = (deal, hand, self.policy, self.worlds, Random(self.seed), watch)
        if self.is_tabled:
            return _table().odds(deal, hand), *estimate(*asked, choices=("miss",))
        return estimate(*asked)


@cache
def _table() -> Table:
    return Table((Path(__file__).parent / "study" / "three-card-classic.odds").read_bytes())


class Estimate:
    """The odds of some questions, worked out while the progress is read."""

    def __init__(self, questions: list[Question]) -> None:
        self._questions = questions
        self.odds: list[tuple[Odds, ...] | None] = []
        """The odds of each question, None if there was too much to look at; fewer if there was no time."""
        self.is_busy = False
        """Whether too many estimates were asked for at once."""

    def progress(self) -> Iterator[int]:
        """Yield the percentage that is done."""
        if all(one.is_tabled and not one.offers_miss for one in self._questions):
            self.odds = [one.answer() for one in self._questions]
            return
        if not _waiting.acquire(blocking=False):
            self.is_busy = True
            return
        try:
            yield from self._in_turn()
        finally:
            _waiting.release()

    def _in_turn(self) -> Iterator[int]:
        if not _running.acquire(timeout=SECONDS):
            self.is_busy = True
            return
        command = [sys.executable, "-P", "-m", "companion.estimating"]
        try:
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            ) as process:
                yield from self._read(process)
        finally:
            _running.release()

    def _read(self, process: "subprocess.Popen[bytes]") -> Iterator[int]:
        timer, shown = threading.Timer(SECONDS, process.kill), 0
        timer.start()
        try:
            assert process.stdin and process.stdout
            process.stdin.write(pickle.dumps(self._questions))
            process.stdin.close()
            for line in process.stdout:
                found = msgspec.json.decode(line, type=int | tuple[Odds, ...] | None)
                if not isinstance(found, int):
                    self.odds.append(found)
                elif found >= shown + STEP:
                    shown = found
                    yield found
        finally:  # also if the browser has gone
            timer.cancel()
            process.kill()


def _tell(found: object) -> None:
    print(msgspec.json.encode(found).decode(), flush=True)


def main() -> None:
    """Read questions from standard input, and write percentages and odds, one to a line.

    It ends by itself, even if the process that asked was killed.
    """
    signal.alarm(ENDS_WITHIN)
    with suppress(BrokenPipeError):
        _answer_all()
        return
    # Python would report the closed pipe once more as it ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer_all() -> None:
    questions: list[Question] = pickle.load(sys.stdin.buffer)
    for place, question in enumerate(questions):
        worlds = question.worlds * (question.offers_miss + (not question.is_tabled))

        def watch(done: int, place: int = place, worlds: int = worlds) -> None:
            if done % 50 == 0:
                _tell(round(100 * (place + done / worlds) / len(questions)))

        try:
            _tell(question.answer(watch))
        except TooManyPositions:
            _tell(None)


if __name__ == "__main__":
    main()
