"""An evening as spreadsheet rows: deals and ledger lines. docs/formats.md describes the columns."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from companion.evening.entries import WorthSet
from companion.evening.game_session import DealDone, GameSession
from companion.evening.payments import minor_digits
from companion.evening.penalties import reason_of
from companion.evening.state import State
from companion.rules.game import Game
from companion.rules.ledger import POOL, Line, sums

Cell = str | int | Decimal | None
Cells = tuple[Cell, ...]

DEAL_COLUMNS = (
    *("game", "game_id", "deal", "dealer", "trump", "pool", "carried", "player", "in", "tricks"),
    *("looed", "revokes", "chips", "balance", "points", "score", "penalty"),
    *("potatoes", "place"),
    *("evening", "money", "currency"),
    *("evening_id", "day", "game_name", "trump_name", "person", "dealt_in"),
    *("note", "evening_note", "evening_place"),
)
LEDGER_COLUMNS = (
    *("game", "game_id", "deal", "from", "to", "amount", "reason", "rule", "note"),
    *("evening", "money", "currency"),
    *("evening_id", "day", "game_name", "from_name", "to_name", "reason_name", "rule_name"),
)
"""Those after `currency` need words, or more than the evening knows."""
_CHIPS = DEAL_COLUMNS.index("chips")
_STEERING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Starts of text that a spreadsheet reads as a formula."""


def csv_file(columns: Sequence[str], rows: Iterable[Cells], point: str = ".") -> Iterator[bytes]:
    """Yield the parts of a CSV file of rows under headings (RFC 4180, UTF-8 with a byte order mark).

    A part has 500 rows. Where the decimal point is a comma, semicolons separate the columns.
    Every text is quoted, whatever separates the columns where it is read. Control and bidirectional
    characters are removed; text that looks like a formula gets a leading apostrophe.
    """
    lines = _Lines("\ufeff")
    separator = ";" if point == "," else ","
    writer = csv.writer(lines, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(columns)
    for number, row in enumerate(rows, 1):
        writer.writerow([_written(cell, point) for cell in row])
        if number % 500 == 0:
            yield "".join(lines).encode()
            lines.clear()
    yield "".join(lines).encode()


def size(state: State) -> int:
    """Return an upper bound on the spreadsheet rows and result lines of an evening."""
    total = len(state.left_over)
    for session in state.sessions:
        open_lines = len(session.open_lines()) + len(session.penalty_points)
        total += open_lines + len(session.ending)
        for done in session.deals:
            booked = len(done.lines) + len(done.settlement.points)
            total += max(booked, len(done.deal.setup.players))
    return total


def deal_rows(state: State, evening: str) -> Iterator[tuple[Cells, GameSession, DealDone]]:
    """Yield a row for each player of each settled deal, and what it is of; `evening` is a name.

    Players who sat out are included if they paid or got a penalty.
    """
    balances: dict[str, int] = {}
    for number, session in enumerate(state.sessions, 1):
        for done in session.deals:
            for row in _rows_of_deal(number, session, done, balances):
                yield (*row, evening, *_money(row[_CHIPS], state.worth)), session, done
        balances.update(sums((*session.open_lines(), *session.ending), balances))


def ledger_rows(state: State, evening: str) -> Iterator[tuple[Cells, Game | None, Line]]:
    """Yield a row for each booked line, and what it is of; `evening` is a name.

    The deal is None for a game's ending, and for lines still open when the game ended. For chips divided
    at closing, the game is None too.
    """
    for number, game, deal, line in _lines(state):
        about = (line.source, line.target, line.amount, line.reason, line.rule)
        note, money = reason_of(line.fact) or None, _money(line.amount, state.worth)
        key = game.key if game else None
        yield (number, key, deal, *about, note, evening, *money), game, line


def _lines(state: State) -> Iterator[tuple[int | None, Game | None, int | None, Line]]:
    for number, session in enumerate(state.sessions, 1):
        for done in session.deals:
            yield from ((number, session.game, done.number, line) for line in done.lines)
        deal = None if session.ended else session.number
        yield from ((number, session.game, deal, line) for line in session.open_lines())
        yield from ((number, session.game, None, line) for line in session.ending)
    yield from ((None, None, None, line) for line in state.left_over)


def _rows_of_deal(
    number: int, session: GameSession, done: DealDone, balances: dict[str, int]
) -> Iterator[Cells]:
    settlement, setup = done.settlement, done.deal.setup
    balances.update(sums(done.lines, balances))
    penalties, potatoes = done.penalties(), session.tally_of(done)
    scored = session.race is not None
    brought = done.points() if scored else done.chips()
    parties = [name for one in penalties for name in (one.player, one.to) if name not in (POOL, "")]
    for player in dict.fromkeys((*setup.players, *parties)):
        revokes = [one for one in done.deal.revokes if one.player == player]
        yield (
            *(number, session.game.key, done.number, setup.dealer, done.deal.trump),
            *(settlement.pool, settlement.carried, player),
            int(player in settlement.tricks) if session.game.family == "loo" else None,
            settlement.tricks.get(player),
            int(player in settlement.looed),
            sum(one.ruling == "revoke" for one in revokes),
            None if scored else brought.get(player, 0),
            None if scored else balances.get(player, 0),
            brought.get(player, 0) if scored else None,
            done.scores.get(player) if scored else None,
            sum(one.amount for one in penalties if one.player == player),
            potatoes[player] if session.race and session.race.tallies else None,
            _place(session, done, player),
        )


def _place(session: GameSession, done: DealDone, player: str) -> int | None:
    """Return a player's place in the order of finish, if they finished in this deal; else None."""
    if session.race is None or player not in session.finished:
        return None
    reached = done.scores[player] >= session.race.goal
    return session.finished.index(player) + 1 if reached else None


def _money(chips: Cell, worth: WorthSet | None) -> Cells:
    """Return what chips are worth, like 1.35, and the currency; None if a chip has no worth."""
    if worth is None or not isinstance(chips, int):
        return None, None
    return in_unit(chips * worth.minor, worth.currency), worth.currency


def in_unit(amount: int | None, currency: str) -> Cell:
    """Return an amount in minor units as money, like 1.35; one in chips, without a currency, as it is."""
    if amount is None or not currency:
        return amount
    return Decimal(amount).scaleb(-minor_digits(currency))


def _written(cell: Cell, decimal_sign: str) -> Cell:
    if isinstance(cell, Decimal) and decimal_sign != ".":
        return str(cell).replace(".", decimal_sign)
    return _defused(cell) if isinstance(cell, str) else cell


def _defused(text: str) -> str:
    plain = _STEERING.sub("", text)
    return f"'{plain}" if plain.startswith(_FORMULA) else plain


class _Lines(list[str]):
    """A list of lines that `csv` can write to as to a file."""

    write = list.append
