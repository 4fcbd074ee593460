"""Measure replaying a record, compared with reading chess games."""

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

import chess

from companion.evening import AnyEntry
from companion.evening.record import Record, dumps, loads
from companion.evening.replay import replay

ROUNDS = 5
GAMES, MOVES = 40, 80
"""Games of chess, and half-moves in each."""


def paces(entries: list[AnyEntry]) -> tuple[float, float]:
    """Return the seconds per record entry and per chess move."""
    record = dumps(Record("Friday", "2026-11-20T19:30:00Z", tuple(entries)))
    games = [_game(Random(number)) for number in range(GAMES)]
    moves = sum(map(len, games))
    rounds = [
        (_seconds(lambda: _replay(record)) / len(entries), _seconds(lambda: _push(games)) / moves)
        for _ in range(ROUNDS)
    ]
    entry, move = (median(column) for column in zip(*rounds, strict=True))
    return entry, move


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _replay(record: bytes) -> None:
    _, problems = replay(loads(record).entries)
    if problems:
        raise RuntimeError(str(problems[0]))


def _game(rng: Random) -> list[str]:
    """Return the moves of a game in which each legal move is equally likely."""
    board = chess.Board()
    moves: list[str] = []
    while len(moves) < MOVES and (legal := list(board.legal_moves)):
        move = rng.choice(legal)
        moves.append(board.san(move))
        board.push(move)
    return moves


def _push(games: list[list[str]]) -> None:
    for game in games:
        board = chess.Board()
        for san in game:
            board.push_san(san)
