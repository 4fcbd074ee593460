"""How everybody stands in the evening: its chips, and whether a game has a pool."""

from companion.evening import State
from companion.evening.game_session import GameSession
from companion.rules.ledger import POOL
from companion.wording.languages import _
from companion.wording.numbers import plain, signed
from companion.wording.standings import left_with


def has_pool(session: GameSession) -> bool:
    """Return whether a game has, or had, anything in a pool."""
    if session.race:
        return False
    if session.opening_pool or session.accounts()[POOL]:
        return True
    if session.deal and session.deal.pool is not None:
        return True
    return any(done.settlement.pool or done.settlement.carried for done in session.deals)


def leaving(state: State) -> dict[str, str]:
    """Return what each at the table would leave with: the score, or the chips of the evening."""
    session = state.session
    if session is None:
        return {}
    if session.race:
        return {name: plain(session.scores[name]) for name in session.seated()}
    chips = state.balances()
    return {name: signed(chips[name]) for name in session.seated()}


def farewell(state: State, player: str) -> str:
    """Return what one who has just left goes with: the score, the chips of the evening, or both."""
    session, chips = state.session, state.balances()[player]
    score = session.scores.get(player) if session else None
    if score is None:
        return left_with(player, chips)
    sentences = [_("{player} left the game at {score}.", player=player, score=plain(score))]
    if chips:
        sentences.append(left_with(player, chips))
    return " ".join(sentences)
