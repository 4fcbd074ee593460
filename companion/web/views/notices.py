"""Notices above the question of the table screen."""

from collections.abc import Iterator
from itertools import takewhile

from companion.evening import Evening, State, capacity
from companion.evening.game_session import GameSession
from companion.rules.deal import Deal
from companion.rules.facts import Question
from companion.rules.game import Game
from companion.wording import say, screens, standings
from companion.wording.games import has_antes, pool_waits
from companion.wording.languages import _, _n
from companion.wording.loo import screens as loo_screens
from companion.wording.numbers import joined

LOOS = 3
"""After this many consecutive deals with a loo, the table is told how to limit the pool."""


def with_stakes(pool: int | None, game: Game, deal: Deal) -> str:
    if pool in (None, deal.pool) or deal.begun or not deal.stakes:
        return ""
    if has_antes(game):
        return _("with antes {n}", n=deal.pool)
    return _("with stakes {n}", n=deal.pool)


def notices(
    evening: Evening, session: GameSession, deal: Deal, question: Question
) -> Iterator[str]:
    """Yield notices for the table, most of them before a deal begins; some are ""."""
    if question.notice:
        yield say(question.notice)
    if deal.begun:
        return
    yield screens.nearly_full(capacity.entries_left(evening.length))
    if session.tied:
        yield _("{players} are tied. This deal decides.", players=joined(session.tied))
    elif session.staked:
        yield _("Same deal again: what was put in stays in.")
    else:
        yield from _before_deal(evening.state, session, deal)


def _before_deal(state: State, session: GameSession, deal: Deal) -> Iterator[str]:
    if not session.deals:
        yield from _first_deal(state, session)
    dealt = session.dealt.get(session.dealt_in()[0], 0)
    if dealt and not session.behind():
        yield _n(
            "Everyone has dealt once: a fair moment to stop.",
            "Everyone has dealt {n} times: a fair moment to stop.",
            dealt,
        )
    amounts = {line.source: line.amount for line in deal.stakes}
    if amounts:
        yield screens.staking(amounts, deal.setup.players)
    elif deal.pool:
        yield pool_waits(session.game)
    yield _loos(session)
    if not session.deals:
        yield _advice(session, deal)


def _first_deal(state: State, session: GameSession) -> Iterator[str]:
    if session.opening_pool:
        yield _n(
            "The pool began with {n} chip from an earlier game.",
            "The pool began with {n} chips from an earlier game.",
            session.opening_pool,
        )
    for left_by, chips in state.waiting():
        yield standings.waiting(left_by.game, chips)


def _loos(session: GameSession) -> str:
    if session.race or getattr(session.rules, "loo", "") != "pool":
        return ""
    looed = takewhile(lambda done: done.settlement.looed, reversed(session.deals))
    deals = sum(1 for _ in looed)
    if deals < LOOS:
        return ""
    return loo_screens.three_loos(deals, session.deals[-1].settlement.looed_as)


def _advice(session: GameSession, deal: Deal) -> str:
    number, preset = len(deal.setup.players), session.game.preset(session.preset)
    if preset.players and not preset.players[0] <= number <= preset.players[1]:
        return screens.meant_for(session.game, *preset.players)
    if preset.advised and not preset.advised[0] <= number <= preset.advised[1]:
        return screens.advised(session.game, *preset.advised)
    return ""
