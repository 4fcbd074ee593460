"""What was forgotten, put in where it belongs: a deal, a revoke, or who dealt (docs/rules.md 1)."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.evening.entries import (
    DealerSet,
    EveningClosed,
    GameEnded,
    GameStarted,
    Inserted,
    OrdinaryEntry,
)
from companion.evening.game_facts import EveningFact
from companion.evening.game_session import GameSession, read_depth
from companion.evening.state import State
from companion.ids import Rule
from companion.rules.actions import (
    DealEntry,
    Drew,
    Misdealt,
    Played,
    Revoked,
    Settled,
    TrickWon,
)
from companion.rules.facts import Depth

_FOLLOWS_A_DEAL = DealEntry | GameEnded | GameStarted | EveningClosed
"""Entries that begin a deal, or end a game, if none is under way."""


def is_deal(entry: Inserted) -> bool:
    """Return whether a deal is inserted, rather than revokes or a dealer."""
    return not isinstance(entry.entries[0], Revoked | DealerSet)


def check_place(state: State, entry: Inserted, target: OrdinaryEntry) -> None:
    """Raise `RuleViolation` unless an insertion belongs before `target`, which meets `state`.

    A deal or a dealer belongs before the first entry of a deal, or before the end of a game; a revoke
    belongs before a settlement.
    """
    if isinstance(entry.entries[0], Revoked):
        if not isinstance(target, Settled):
            raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NOT_BEFORE_SETTLEMENT)
        return
    session = state.session
    is_open = session is not None and not session.ended and state.between_deals
    has_void_stakes = session is not None and bool(session.staked)
    if not (is_open and isinstance(target, _FOLLOWS_A_DEAL)) or has_void_stakes:
        raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NOT_WHERE_A_DEAL_BEGINS)


def insert(state: State, entry: Inserted) -> State:
    """Return the state after an insertion. Raises `EntryError`.

    The deals that follow an inserted deal keep their dealers; those after an inserted dealer do not.
    """
    first = entry.entries[0]
    if isinstance(first, Revoked):
        return _with_revokes(state, entry.entries)
    if isinstance(first, DealerSet) and len(entry.entries) == 1 and entry.dealer is None:
        return state.settled().with_session(_open(state).dealt_by(first.player))
    return _with_deal(state.settled(), entry)


def _with_revokes(state: State, entries: Iterable[OrdinaryEntry]) -> State:
    for one in entries:
        if not isinstance(one, Revoked):
            raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NOT_A_WHOLE_DEAL)
        state = state.enter(one)
    return state


def _with_deal(state: State, entry: Inserted) -> State:
    session = _open(state)
    depth = _depth_of(session, entry.entries)
    dealing = replace(session, depth=depth)
    dealer = entry.dealer or (session.deal.setup.dealer if session.deal else session.to_deal)
    dealt = state.with_session(dealing.dealt_by(dealer))
    for one in entry.entries:
        is_over = _open(dealt).number != session.number
        if is_over or isinstance(one, DealerSet | Misdealt):
            raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NOT_A_WHOLE_DEAL)
        dealt = dealt.enter(one)
    after = _open(dealt)
    if after.number == session.number:
        raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NOT_A_WHOLE_DEAL)
    kept = replace(after, depth=session.depth, to_deal=session.to_deal).with_next_deal()
    return dealt.settled().with_session(kept)


def _depth_of(session: GameSession, entries: Iterable[OrdinaryEntry]) -> Depth:
    """Return the depth at which a deal is told."""
    told: Depth = "result"
    for one in entries:
        if isinstance(one, TrickWon):
            told = "tricks"
        elif isinstance(one, Played | Drew):
            told = "plays"
    return read_depth(session.game, told)


def _open(state: State) -> GameSession:
    if state.session is None:
        raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NO_GAME_YET)
    return state.session
