"""Notices before a deal begins."""

from itertools import takewhile

from companion.evening.game_session import GameSession
from companion.evening.state import State
from companion.rules.deal import Deal
from companion.wording import screens, standings
from companion.wording.games import pool_waits
from companion.wording.languages import _, _n
from companion.wording.loo import screens as loo_screens
from companion.wording.numbers import joined

LOOS = 3
"""Loos in a row after which a table with an unlimited pool is told about limits."""


def notice(state: State, session: GameSession, deal: Deal) -> str:
    """Return a notice before the deal begins, such as the stakes or a tie; "" if there is none."""
    if deal.begun:
        return ""
    if session.tied:
        return _("{players} are tied. This deal decides.", players=joined(session.tied))
    if session.staked:
        return _("Same deal again: what was put in stays in.")
    sentences = (
        _brought(state, session),
        _round(session),
        _staking(session, deal),
        _loos(session),
        _advice(session, deal),
    )
    return " ".join(filter(None, sentences))


def _brought(state: State, session: GameSession) -> str:
    """Return what earlier games have left for this one and for others, before its first deal."""
    if session.deals:
        return ""
    waits = [standings.waiting(left_by.game, chips) for left_by, chips in state.waiting()]
    if session.opening_pool:
        began = _n(
            "The pool began with {n} chip from an earlier game.",
            "The pool began with {n} chips from an earlier game.",
            session.opening_pool,
        )
        waits.insert(0, began)
    return " ".join(waits)


def _round(session: GameSession) -> str:
    """Return that everybody has dealt equally often, after a round."""
    times = session.dealt.get(session.dealt_in()[0], 0)
    if not times or session.behind():
        return ""
    return _n(
        "Everyone has dealt once: a fair moment to stop.",
        "Everyone has dealt {n} times: a fair moment to stop.",
        times,
    )


def _loos(session: GameSession) -> str:
    """Return how an unlimited pool can get a limit, from the third loo in a row on."""
    if session.race or getattr(session.rules, "loo", "") != "pool":
        return ""
    deals = len([*takewhile(lambda done: done.settlement.looed, reversed(session.deals))])
    if deals < LOOS:
        return ""
    return loo_screens.three_loos(deals, session.deals[-1].settlement.looed_as)


def _staking(session: GameSession, deal: Deal) -> str:
    amounts = {line.source: line.amount for line in deal.stakes}
    if not amounts:
        return pool_waits(session.game) if deal.pool else ""
    return screens.staking(amounts, deal.setup.players)


def _advice(session: GameSession, deal: Deal) -> str:
    """Return for how many players the preset is meant, before a first deal with other numbers."""
    number, preset = len(deal.setup.players), session.game.preset(session.preset)
    if session.deals:
        return ""
    for limits, words in ((preset.players, screens.meant_for), (preset.advised, screens.advised)):
        if limits and not limits[0] <= number <= limits[1]:
            return words(session.game, *limits)
    return ""
