"""What it costs to replay a record, beside reading games of chess; and to keep an evening."""

import io
import tracemalloc
from collections.abc import Callable
from itertools import chain
from random import Random
from statistics import median
from time import process_time

import chess
import chess.pgn
from msgspec import Struct

from bench.dealing import START
from companion.evening import AnyEntry
from companion.evening.record import Record, dumps, loads
from companion.evening.replay import replay
from companion.store import Keeper, Log

ROUNDS = 5
GAMES, MOVES = 40, 80
"""Games of chess, and half-moves in each."""


class Paces(Struct, frozen=True):
    """Medians, in seconds of one core for each entry or move."""

    entry: float
    push_san: float
    read_game: float


def paces(deals: list[list[AnyEntry]], seed: int = 1899) -> Paces:
    """Return what it costs to replay a record of `deals` and to read games of chess, in turn."""
    entries = tuple(chain((START,), *deals))
    data = dumps(Record("Friday", "2026-11-20T19:30:00Z", entries))
    games = [_game(Random(seed + number)) for number in range(GAMES)]
    files = [_file(game) for game in games]
    moves = sum(map(len, games))
    rounds = [
        (
            _seconds(lambda: _replay(data)) / len(entries),
            _seconds(lambda: _push(games)) / moves,
            _seconds(lambda: _read(files)) / moves,
        )
        for _ in range(ROUNDS)
    ]
    return Paces(*(median(times) for times in zip(*rounds, strict=True)))


def _seconds(work: Callable[[], None]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _replay(data: bytes) -> None:
    _, problems = replay(loads(data).entries)
    if problems:
        raise RuntimeError(problems[0].message)


def _game(rng: Random) -> list[str]:
    """Return the moves of a game in which any legal move is as likely as another."""
    board = chess.Board()
    moves: list[str] = []
    while len(moves) < MOVES and (legal := list(board.legal_moves)):
        move = rng.choice(legal)
        moves.append(board.san(move))
        board.push(move)
    return moves


def _file(game: list[str]) -> str:
    numbered = (f"{n // 2 + 1}. {san}" if n % 2 == 0 else san for n, san in enumerate(game))
    return f'[Event "Friday"]\n\n{" ".join(numbered)} *\n'


def _push(games: list[list[str]]) -> None:
    for game in games:
        board = chess.Board()
        for san in game:
            board.push_san(san)


def _read(files: list[str]) -> None:
    for file in files:
        game = chess.pgn.read_game(io.StringIO(file))
        if game is None or game.errors:
            raise RuntimeError("a game of chess cannot be read")


def bytes_an_entry(log: Log, deals: list[list[AnyEntry]], number: int) -> float:
    """Return what the keeper holds in memory of an evening of `number` entries, for each entry."""
    entries = list(chain((START,), *deals))[:number]
    info = log.open_evening("Friday", entries, "import", opened_at="2026-11-20T19:30:00Z")
    keeper = Keeper(log)
    tracemalloc.start()
    keeper.evening(info.id)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / len(entries)
