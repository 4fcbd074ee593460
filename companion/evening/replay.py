"""Replay a record: its evening, and the entries that the rules refuse."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from msgspec import Struct, json, to_builtins

from companion.errors import EntryError
from companion.evening.entries import AnyEntry
from companion.evening.game_session import DealDone, GameSession
from companion.evening.history import Evening, EveningBuilder
from companion.evening.penalties import reason_of
from companion.evening.seal import Seals
from companion.facts import AnyFact
from companion.ids import Rule
from companion.rules.actions import Entry
from companion.rules.game import Authority
from companion.rules.ledger import POOL, Line
from companion.rules.scores import Points

VERSION = 1


class Problem(Struct, frozen=True):
    """An entry that the rules refuse, with the rule and a fact for `say`."""

    entry: int
    """Entry number, from 1."""
    rule: Rule
    fact: AnyFact


def replay(
    entries: Iterable[AnyEntry], check_time: Callable[[int], None] = lambda number: None
) -> tuple[Evening, tuple[Problem, ...]]:
    """Return the evening of the accepted `entries`, and the refused ones.

    `check_time` is called with each entry's number before it is folded, and can raise to stop the
    replay.
    """
    builder, problems = EveningBuilder(Evening()), []
    for number, entry in enumerate(entries, 1):
        check_time(number)
        try:
            builder.enter(entry)
        except EntryError as error:
            builder.skip()
            problems.append(Problem(number, error.rule, error.fact))
    return builder.evening(), tuple(problems)


def report(
    evening: Evening,
    problems: tuple[Problem, ...],
    say: Callable[[AnyFact], str],
    seals: Seals | None = None,
) -> dict[str, Any]:
    """Return the results of an evening as JSON values, in the replay format, version 1.

    `say` puts the problems into words. Empty parts are left out: `left_over` (the lines that divided
    the pool at closing), `payments`, `worth`, `notes`, and `seal` without `seals`.
    """
    state = evening.state
    report: dict[str, Any] = {
        "format": "companion-replay",
        "version": VERSION,
        **({"seal": to_builtins(seals)} if seals else {}),
        "games": [_game(session) for session in state.sessions],
    }
    if state.left_over:
        report["left_over"] = [_line(line) for line in state.left_over]
    if state.payments:
        report["payments"] = [_fields(one) for one in state.payments]
    if state.worth:
        report["worth"] = _fields(state.worth)
    for one in evening.notes():
        deal = {"game": one.deal[0] + 1, "deal": one.deal[1]} if one.deal else {}
        report.setdefault("notes", []).append({"text": one.text, **deal})
    refused = [{"entry": p.entry, "code": p.rule, "message": say(p.fact)} for p in problems]
    return {**report, "problems": refused}


def results_file(report: dict[str, Any]) -> bytes:
    """Return a report as a file for people and programs."""
    return json.format(json.encode(report), indent=1) + b"\n"


def _fields(entry: Entry) -> dict[str, Any]:
    """Return an entry's fields by their names in the record format, without `kind`."""
    fields: dict[str, Any] = to_builtins(entry)
    del fields["kind"]
    return fields


def _line(line: Line) -> dict[str, Any]:
    return {"from": line.source, "to": line.target, "amount": line.amount, "reason": line.reason}


def _booked(one: Line | Points, authority: Callable[[Rule], Authority | None]) -> dict[str, Any]:
    """Return moved chips or points with their rule, its authority, and the table's note."""
    fields = _line(one) if isinstance(one, Line) else {"player": one.player, "points": one.points}
    fields["rule"] = one.rule
    if whose := authority(one.rule):
        fields["authority"] = to_builtins(whose)
    if note := reason_of(one.fact):
        fields["note"] = note
    return fields


def _game(session: GameSession) -> dict[str, Any]:
    accounts = session.accounts()
    pool = accounts.pop(POOL)
    scored = session.race is not None
    # A rule has the same authority in all deals of a game.
    authority = cache(session.authority)
    fields: dict[str, Any] = {
        "game": session.game.id,
        "edition": session.edition,
        "seats": list(session.seated()),
        "deals": [_deal(done, authority, scored) for done in session.deals],
        "balances": accounts,
        "pool": None if scored else pool,
        "scores": dict(session.scores) if scored else None,
        "winner": session.winner,
    }
    if session.winners:
        fields["winners"] = list(session.winners)
    if session.finished:
        fields["order"] = list(session.finished)
    if session.race and session.race.tallies:
        fields["potatoes"] = session.tally()
    if session.open_lines():
        fields["open_lines"] = [_booked(one, authority) for one in session.open_lines()]
    if session.ending:
        fields["ending"] = [_booked(one, authority) for one in session.ending]
    if session.penalty_points:
        fields["open_points"] = [_booked(one, authority) for one in session.penalty_points]
    return fields


def deal_report(session: GameSession, done: DealDone) -> dict[str, Any]:
    """Return a settled deal as JSON values, as in the replay format."""
    return _deal(done, session.authority, session.race is not None)


def _deal(
    done: DealDone, authority: Callable[[Rule], Authority | None], scored: bool
) -> dict[str, Any]:
    points = [_booked(one, authority) for one in done.settlement.points]
    return {
        "number": done.number,
        "dealer": done.deal.setup.dealer,
        "trump": done.deal.trump,
        "pool": done.settlement.pool,
        "tricks": dict(done.settlement.tricks),
        "looed": list(done.settlement.looed),
        "lines": [_booked(one, authority) for one in done.lines],
        **({"points": points} if scored else {}),
        "carried": done.settlement.carried,
        "revokes": [
            {
                "player": revoke.player,
                "trick": revoke.trick,
                "piece": revoke.proof.piece if revoke.proof else None,
                "rule": revoke.proof.rule if revoke.proof else None,
                "proof": revoke.proof.proof if revoke.proof else None,
                "stands": revoke.ruling,
            }
            for revoke in done.deal.revokes
        ],
    }
