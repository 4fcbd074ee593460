"""Replaying a record: what follows from it, and everything in it that the rules refuse."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct, to_builtins

from companion.errors import EntryError
from companion.evening.entries import AnyEntry
from companion.evening.game_session import DealDone, GameSession
from companion.evening.history import Evening
from companion.evening.seal import Seals
from companion.rules.actions import Entry
from companion.rules.ids import Fact, Rule
from companion.rules.ledger import POOL, Line

VERSION = 1


class Problem(Struct, frozen=True):
    """A refused entry."""

    entry: int
    """Its number, from 1."""
    rule: Rule
    fact: Fact


def replay(
    entries: Iterable[AnyEntry], spend: Callable[[int], None] = lambda number: None
) -> tuple[Evening, tuple[Problem, ...]]:
    """Return the evening that follows from `entries`, going on past those that are refused.

    `spend` is called with the number of each entry before that is folded, and stops it by raising.
    """
    evening = Evening()
    problems = []
    for entry in entries:
        spend(evening.length + 1)
        try:
            evening = evening.enter(entry)
        except EntryError as error:
            problems.append(Problem(evening.length + 1, error.rule, error.fact))
            evening = evening.refused()
    return evening, tuple(problems)


def report(
    evening: Evening,
    problems: tuple[Problem, ...],
    say: Callable[[Fact], str],
    seals: Seals | None = None,
) -> dict[str, Any]:
    """Return what follows from an evening as JSON values, in the replay format, version 1.

    `say` puts the problems into words. What the evening does not have is left out: `left_over`
    (lines that divided what was in the pool when it closed), `payments` and `worth`; and `seal`,
    if `seals` are not given.
    """
    state = evening.state
    found: dict[str, Any] = {
        "format": "companion-replay",
        "version": VERSION,
        **({"seal": to_builtins(seals)} if seals else {}),
        "games": [_game(session) for session in state.sessions],
    }
    if state.left_over:
        found["left_over"] = _lines(state.left_over)
    if state.payments:
        found["payments"] = [_fields(one) for one in state.payments]
    if state.worth:
        found["worth"] = _fields(state.worth)
    refused = [{"entry": p.entry, "code": p.rule, "message": say(p.fact)} for p in problems]
    return {**found, "problems": refused}


def _fields(entry: Entry) -> dict[str, Any]:
    """Return what an entry says, by the names of the record format."""
    fields: dict[str, Any] = to_builtins(entry)
    del fields["kind"]
    return fields


def _lines(lines: Iterable[Line]) -> list[dict[str, Any]]:
    return [
        {"from": line.source, "to": line.target, "amount": line.amount, "reason": line.reason}
        for line in lines
    ]


def _game(session: GameSession) -> dict[str, Any]:
    accounts = session.accounts()
    pool = accounts.pop(POOL)
    scored = session.race is not None
    return {
        "game": session.game.id,
        "seats": list(session.seated()),
        "deals": [_deal(done) for done in session.deals],
        "balances": accounts,
        "pool": None if scored else pool,
        "scores": dict(session.scores) if scored else None,
        "winner": session.winner,
    }


def _deal(done: DealDone) -> dict[str, Any]:
    return {
        "number": done.number,
        "dealer": done.deal.setup.dealer,
        "trump": done.deal.trump,
        "pool": done.settlement.pool,
        "tricks": dict(done.settlement.tricks),
        "looed": list(done.settlement.looed),
        "lines": _lines(done.lines),
        "carried": done.settlement.carried,
        "revokes": [
            {
                "player": revoke.player,
                "trick": revoke.trick,
                "piece": revoke.proof.piece if revoke.proof else None,
                "rule": revoke.proof.rule if revoke.proof else None,
                "proof": revoke.proof.proof if revoke.proof else None,
                "stands": revoke.stands,
            }
            for revoke in done.deal.revokes
        ],
    }
