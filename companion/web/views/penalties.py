"""What the page for a penalty offers: who pays, ready amounts, to whom, and the usual reasons."""

from msgspec import Struct

from companion.evening.game_session import GameSession
from companion.evening.penalties import EACH
from companion.rules.ledger import POOL, loo_cost
from companion.wording.evening import penalties as words
from companion.wording.languages import _

Choice = tuple[str, str]
"""A value, and the words for it."""


class PenaltyForm(Struct, frozen=True):
    """The form for a penalty in one game."""

    players: tuple[Choice, ...]
    amounts: tuple[Choice, ...]
    """The smallest first."""
    targets: tuple[Choice, ...]
    """None in a game for scores."""
    reasons: tuple[Choice, ...]


def penalty_form(session: GameSession) -> PenaltyForm:
    """Return what can be chosen for a penalty now."""
    players = tuple((name, name) for name in session.seated())
    reasons = tuple((reason, reason) for reason in words.reasons(session.game, session.rules))
    if session.race:
        return PenaltyForm(players, (("1", words.one_point(session.rules)),), (), reasons)
    pool = [(POOL, _("The pool"))] if session.game.has_pool(session.rules) else []
    each = [(EACH, _("Each of the others"))]
    return PenaltyForm(
        players,
        tuple((str(n), says) for n, says in sorted(_amounts(session).items())),
        (*pool, *each, *players),
        reasons,
    )


def _amounts(session: GameSession) -> dict[int, str]:
    """Return the ready amounts in words: one loo, one stake, one chip."""
    found: dict[int, str] = {}
    deal = session.deal
    if deal and deal.pool and hasattr(session.rules, "loo"):
        chips = loo_cost(session.rules, deal.pool).chips
        found[chips] = words.one_loo(session.game, chips)
    if deal and deal.stakes:
        chips = min(line.amount for line in deal.stakes)
        found.setdefault(chips, words.one_stake(session.game, chips))
    found.setdefault(1, _("One chip"))
    return found
