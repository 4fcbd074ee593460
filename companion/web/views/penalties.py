"""The form for a penalty: payers, suggested amounts, payees and the usual reasons."""

from msgspec import Struct

from companion.evening.game_session import GameSession
from companion.evening.penalties import EACH
from companion.rules.ledger import POOL, loo_cost
from companion.wording.evening import penalties as words
from companion.wording.languages import _

Choice = tuple[str, str]
"""A value and its words."""


class PenaltyForm(Struct, frozen=True):
    players: tuple[Choice, ...]
    amounts: tuple[Choice, ...]
    targets: tuple[Choice, ...]
    reasons: tuple[Choice, ...]


def penalty_form(session: GameSession) -> PenaltyForm:
    players = tuple((name, name) for name in session.seated())
    reasons = tuple((reason, reason) for reason in words.reasons(session.game, session.rules))
    if session.race:
        return PenaltyForm(players, (("1", words.one_point(session.rules)),), (), reasons)
    pool = [(POOL, _("The pool"))] if session.game.has_pool(session.rules) else []
    targets = (*pool, (EACH, _("Each of the others")), *players)
    amounts = tuple((str(n), says) for n, says in sorted(_amounts(session).items()))
    return PenaltyForm(players, amounts, targets, reasons)


def _amounts(session: GameSession) -> dict[int, str]:
    """Return suggested amounts in words: one loo, one stake, one chip."""
    found, deal = {1: _("One chip")}, session.deal
    if deal and deal.stakes:
        chips = min(line.amount for line in deal.stakes)
        found[chips] = words.one_stake(session.game, chips)
    if deal and deal.pool and hasattr(session.rules, "loo"):
        chips = loo_cost(session.rules, deal.pool).chips
        found[chips] = words.one_loo(session.game, chips)
    return found
