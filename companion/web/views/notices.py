"""The notice below the question."""

from collections.abc import Iterator
from itertools import takewhile

from companion.evening import Evening, capacity
from companion.evening.game_session import GameSession
from companion.evening.state import State
from companion.rules.deal import Deal
from companion.rules.facts import Question
from companion.wording import say, screens, standings
from companion.wording.games import pool_waits
from companion.wording.languages import _, _n
from companion.wording.loo import screens as loo_screens
from companion.wording.numbers import joined

LOOS = 3
"""Deals in a row with a loo after which the table is shown how to limit the pool."""


def notice(evening: Evening, session: GameSession, deal: Deal, question: Question) -> str:
    """Return what the table should know now, most of it before a deal begins."""
    sentences = [say(question.notice) if question.notice else ""]
    if not deal.begun:
        sentences.append(screens.nearly_full(capacity.entries_left(evening.length)))
        if session.tied:
            players = joined(session.tied)
            sentences.append(_("{players} are tied. This deal decides.", players=players))
        elif session.staked:
            sentences.append(_("Same deal again: what was put in stays in."))
        else:
            sentences += _before_deal(evening.state, session, deal)
    return " ".join(filter(None, sentences))


def _before_deal(state: State, session: GameSession, deal: Deal) -> list[str]:
    found = [*_first_deal(state, session)] if not session.deals else []
    dealt = session.dealt.get(session.dealt_in()[0], 0)
    if dealt and not session.behind():
        found.append(
            _n(
                "Everyone has dealt once: a fair moment to stop.",
                "Everyone has dealt {n} times: a fair moment to stop.",
                dealt,
            )
        )
    amounts = {line.source: line.amount for line in deal.stakes}
    if amounts:
        found.append(screens.staking(amounts, deal.setup.players))
    elif deal.pool:
        found.append(pool_waits(session.game))
    found.append(_loos(session))
    return found if session.deals else [*found, _advice(session, deal)]


def _first_deal(state: State, session: GameSession) -> Iterator[str]:
    """Yield what earlier games left for this one and for others."""
    if session.opening_pool:
        yield _n(
            "The pool began with {n} chip from an earlier game.",
            "The pool began with {n} chips from an earlier game.",
            session.opening_pool,
        )
    for left_by, chips in state.waiting():
        yield standings.waiting(left_by.game, chips)


def _loos(session: GameSession) -> str:
    """Return, from the third loo in a row on, how to limit the pool."""
    if session.race or getattr(session.rules, "loo", "") != "pool":
        return ""
    looed = takewhile(lambda done: done.settlement.looed, reversed(session.deals))
    deals = sum(1 for _ in looed)
    if deals < LOOS:
        return ""
    return loo_screens.three_loos(deals, session.deals[-1].settlement.looed_as)


def _advice(session: GameSession, deal: Deal) -> str:
    """Return the recommended number of players, if another number is dealt in."""
    number, preset = len(deal.setup.players), session.game.preset(session.preset)
    if preset.players and not preset.players[0] <= number <= preset.players[1]:
        return screens.meant_for(session.game, *preset.players)
    if preset.advised and not preset.advised[0] <= number <= preset.advised[1]:
        return screens.advised(session.game, *preset.advised)
    return ""
