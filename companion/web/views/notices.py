"""What the table should know before a deal begins."""

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
"""Loos in a row in which a pool without a limit grows, after which the table hears of limits."""


def notice(state: State, session: GameSession, deal: Deal) -> str:
    """Return what the table should know before the deal begins: the stakes, or a tie."""
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
    """Return, before a game's first deal, what earlier ones have left for it and for others."""
    if session.deals:
        return ""
    brought = (
        [
            _n(
                "The pool began with {n} chip from an earlier game.",
                "The pool began with {n} chips from an earlier game.",
                session.opening_pool,
            )
        ]
        if session.opening_pool
        else []
    )
    waits = [standings.waiting(left_by.game, chips) for left_by, chips in state.waiting()]
    return " ".join(brought + waits)


def _round(session: GameSession) -> str:
    """Return, after a round of deals, that all have dealt equally often."""
    times = session.dealt.get(session.dealt_in()[0], 0)
    return (
        _n(
            "Everyone has dealt once: a fair moment to stop.",
            "Everyone has dealt {n} times: a fair moment to stop.",
            times,
        )
        if times and not session.behind()
        else ""
    )


def _loos(session: GameSession) -> str:
    """Return, from the third loo in a row on, how a pool without a limit can get one."""
    if session.race or getattr(session.rules, "loo", "") != "pool":
        return ""
    looed = takewhile(lambda done: done.settlement.looed, reversed(session.deals))
    deals = sum(1 for _ in looed)
    if deals < LOOS:
        return ""
    return loo_screens.three_loos(deals, session.deals[-1].settlement.looed_as)


def _staking(session: GameSession, deal: Deal) -> str:
    """Return who puts what into the pool."""
    amounts = {line.source: line.amount for line in deal.stakes}
    if not amounts:
        return pool_waits(session.game) if deal.pool else ""
    return screens.staking(amounts, deal.setup.players)


def _advice(session: GameSession, deal: Deal) -> str:
    """Return for how many players the account has the game, or advises, if others are dealt in."""
    number, preset = len(deal.setup.players), session.game.preset(session.preset)
    if session.deals:
        return ""
    if preset.players and not preset.players[0] <= number <= preset.players[1]:
        return screens.meant_for(session.game, *preset.players)
    if preset.advised and not preset.advised[0] <= number <= preset.advised[1]:
        return screens.advised(session.game, *preset.advised)
    return ""
