"""What players have when they leave, and whether a game has a pool."""

from companion.evening import State
from companion.evening.game_session import GameSession
from companion.rules.ledger import POOL
from companion.wording.languages import _
from companion.wording.numbers import plain, signed
from companion.wording.standings import left_with


def has_pool(session: GameSession) -> bool:
    """Return whether a game has or had chips in a pool."""
    if session.race:
        return False
    settled = (done.settlement for done in session.deals)
    return bool(
        session.opening_pool
        or session.accounts()[POOL]
        or (session.deal and session.deal.pool is not None)
        or any(one.pool or one.carried for one in settled)
    )


def leaving(state: State) -> dict[str, str]:
    """Return what each player at the table would leave with: the score, or the evening's chips."""
    session = state.session
    if session is None:
        return {}
    if session.race:
        return {name: plain(session.scores[name]) for name in session.seated()}
    chips = state.balances()
    return {name: signed(chips[name]) for name in session.seated()}


def farewell(state: State, player: str) -> str:
    """Return what a player left with: the score, the evening's chips, or both."""
    session, chips = state.session, state.balances()[player]
    score = session.scores.get(player) if session else None
    if score is None:
        return left_with(player, chips)
    left = _("{player} left the game at {score}.", player=player, score=plain(score))
    return f"{left} {left_with(player, chips)}" if chips else left
