"""What was forgotten, put in where it belongs: a deal, a revoke, or who dealt (docs/rules.md 1)."""

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
from companion.evening.game_session import read_depth
from companion.evening.state import State
from companion.ids import Rule
from companion.rules.actions import DealEntry, Misdealt, Revoked, Settled, TrickWon

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
    are_revokes = all(isinstance(one, Revoked) for one in entry.entries)
    if not is_deal(entry) and (entry.dealer or (len(entry.entries) > 1 and not are_revokes)):
        raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NOT_A_WHOLE_DEAL)
    if are_revokes:
        if not isinstance(target, Settled):
            raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NOT_BEFORE_SETTLEMENT)
        return
    if not takes_deal(state, target):
        raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NOT_WHERE_A_DEAL_BEGINS)


def takes_deal(state: State, target: OrdinaryEntry) -> bool:
    """Return whether a deal or a dealer can be inserted before `target`, which meets `state`.

    It begins a deal or ends a game. The stakes of a void deal stay with the deal dealt again.
    """
    met = state.met_by(target)
    is_open = met.session and met.between_deals and not (met.session.ended or met.session.staked)
    return bool(is_open) and isinstance(target, _FOLLOWS_A_DEAL)


def insert(state: State, entry: Inserted) -> State:
    """Return the state after an insertion. Raises `EntryError`.

    The deals that follow an inserted deal keep their dealers; those after an inserted dealer do not.
    """
    if is_deal(entry):
        return _with_deal(state.settled(), entry)
    for one in entry.entries:
        state = state.enter(one)
    return state


def _with_deal(state: State, entry: Inserted) -> State:
    session = state.open_session()
    told = "tricks" if any(isinstance(one, TrickWon) for one in entry.entries) else "result"
    dealing = replace(session, depth=read_depth(session.game, told))
    dealer = entry.dealer or (session.deal.setup.dealer if session.deal else session.to_deal)
    dealt = state.with_session(dealing).enter(DealerSet(dealer))
    for one in entry.entries:
        is_over = dealt.next_deal != state.next_deal
        if is_over or isinstance(one, DealerSet | Misdealt):
            raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NOT_A_WHOLE_DEAL)
        dealt = dealt.enter(one)
    if dealt.next_deal == state.next_deal:
        raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NOT_A_WHOLE_DEAL)
    kept = replace(dealt.open_session(), depth=session.depth, to_deal=session.to_deal)
    return dealt.settled().with_session(kept.with_next_deal())
