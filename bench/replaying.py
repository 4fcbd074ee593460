"""What it costs to replay a record, beside reading games of chess; and to keep an evening."""

import io
from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from statistics import median
from time import process_time

import chess
import chess.pgn
from msgspec import Struct

from bench.dealing import CARDS, DOMINOES, Dealer
from companion.evening import AnyEntry, Evening
from companion.evening.record import Record, dumps, loads
from companion.evening.replay import replay
from companion.rules.actions import Played
from companion.rules.deal import Deal

ROUNDS = 5
GAMES, MOVES = 40, 80
"""Games of chess, and half-moves in each."""


class Paces(Struct, frozen=True):
    """Medians, in seconds of one core for each entry or move."""

    entry: float
    """Of domino Loo, in the replay of a record."""
    card_entry: float
    """Of the games of card Loo, and Rams."""
    check: float
    """Of a play at card Loo, with the proof of every revoke it brings to light."""
    push_san: float
    read_game: float
    parse_san: float


def paces(deals: list[list[AnyEntry]], seed: int = 1899) -> Paces:
    """Return what it costs to replay records and check plays, and to read games of chess, in turn.

    `deals` are of domino Loo; as many of card Loo are dealt.
    """
    entries = tuple(chain((DOMINOES,), *deals))
    data = _record(entries)
    cards = [
        tuple(chain((start,), *Dealer(start, seed).deals(len(deals) // len(CARDS))))
        for start in CARDS
    ]
    files_of_cards = [_record(one) for one in cards]
    plays = [play for one in cards for play in _plays(one)]
    games = [_game(Random(seed + number)) for number in range(GAMES)]
    files = [_file(game) for game in games]
    moves = sum(map(len, games))
    positions = [position for game in games for position in _positions(game)]
    rounds = [
        (
            _seconds(lambda: _replay(data)) / len(entries),
            _seconds(lambda: _each(_replay, files_of_cards)) / sum(map(len, cards)),
            _seconds(lambda: _check(plays)) / len(plays),
            _seconds(lambda: _push(games)) / moves,
            _seconds(lambda: _read(files)) / moves,
            _seconds(lambda: [board.parse_san(san) for board, san in positions]) / len(positions),
        )
        for _ in range(ROUNDS)
    ]
    return Paces(*(median(times) for times in zip(*rounds, strict=True)))


def _each(work: Callable[[bytes], None], files: list[bytes]) -> None:
    for file in files:
        work(file)


def _check(plays: list[tuple[Deal, Played]]) -> None:
    for deal, said in plays:
        deal.check(said)


def _record(entries: tuple[AnyEntry, ...]) -> bytes:
    return dumps(Record("Friday", "2026-11-20T19:30:00Z", entries))


def _plays(entries: tuple[AnyEntry, ...]) -> Iterator[tuple[Deal, Played]]:
    """Yield every play, each with the deal before it."""
    evening = Evening()
    for said in entries:
        session = evening.state.session
        if isinstance(said, Played) and session and session.deal:
            yield session.deal, said
        evening = evening.enter(said)


def _positions(game: list[str]) -> Iterator[tuple[chess.Board, str]]:
    """Yield every move of a game, each with the position before it."""
    board = chess.Board()
    for san in game:
        yield board.copy(stack=False), san
        board.push_san(san)


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _replay(data: bytes) -> None:
    _, problems = replay(loads(data).entries)
    if problems:
        raise RuntimeError(str(problems[0]))


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
