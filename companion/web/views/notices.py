"""Notices above the table screen's question, and what a game or an evening leaves open."""

from collections.abc import Iterator
from itertools import takewhile

from companion.evening import Evening, State, capacity
from companion.evening.capacity import closable
from companion.evening.entries import EveningClosed
from companion.evening.game_session import GameSession
from companion.rules.deal import Deal
from companion.rules.facts import Phase, Question
from companion.rules.game import Game
from companion.rules.ledger import POOL
from companion.wording import say, screens
from companion.wording.evening import results
from companion.wording.games import game_title, loo_words, play_on, pool_waits, words_of
from companion.wording.languages import _, _n
from companion.wording.numbers import joined, signed


def with_stakes(pool: int | None, game: Game, deal: Deal) -> str:
    if deal.begun or pool in (None, deal.pool) or not deal.stakes:
        return ""
    return _(words_of(game).stake.in_pool, n=deal.pool)


def notices(
    evening: Evening, session: GameSession, deal: Deal, question: Question
) -> Iterator[str]:
    """Yield notices for the table, mostly before a deal begins. Some may be empty."""
    if question.notice:
        yield say(question.notice)
    if deal.begun:
        return
    yield screens.nearly_full(capacity.entries_left(evening.size))
    if evening.state.scored:
        done = session.deals[-1]
        gains = done.gains()
        figures = [(player, signed(gains[player])) for player in session.ranked(gains)]
        yield _("Deal {n}: {standings}.", n=done.number, standings=results.standings(figures))
    if session.tied:
        yield _("{players} are tied. This deal decides.", players=joined(session.tied))
    elif session.staked:
        yield _("Same deal again: what was put in stays in.")
    else:
        yield from _before_deal(evening.state, session, deal)


def _before_deal(state: State, session: GameSession, deal: Deal) -> Iterator[str]:
    if not session.deals and session.opening_pool:
        yield _n(
            "The pool began with {n} chip from an earlier game.",
            "The pool began with {n} chips from an earlier game.",
            session.opening_pool,
        )
    for left_by, chips in state.waiting() if not session.deals else ():
        yield screens.waiting(left_by.game, chips)
    amounts = {line.source: line.amount for line in deal.stakes}
    if amounts:
        yield screens.staking(amounts, deal.setup.players)
    elif deal.pool:
        yield pool_waits(session.game)
    if is_growing(session):
        yield _(loo_words(session.deals[-1].settlement.looed_as).three_in_a_row)


def is_growing(session: GameSession) -> bool:
    """Return whether three deals in a row, and no more, ended with a loo that fed a pool without a limit."""
    if session.race or getattr(session.rules, "loo", "") != "pool":
        return False
    settled = (done.settlement for done in reversed(session.deals))
    return sum(1 for _ in takewhile(lambda one: one.looed and one.paid_in, settled)) == 3


def closing(evening: Evening) -> dict[str, object]:
    """Return what is still open in an evening, and the ways to close it.

    A way is an entry, its button, and in a game for chips what it does to the pool and the standings.
    """
    state = closable(evening.size, evening.state)
    open_things = list(left_open(state, closing=True))
    entries = [one for one in state.options() if isinstance(one, EveningClosed)]
    if state.pool:
        open_things.append(
            _n(
                "{n} chip of an earlier game is still in the pool.",
                "{n} chips of an earlier game are still in the pool.",
                state.pool,
            )
        )
    ways = []
    has_pool = bool(state.accounts()[POOL])
    for entry in entries:
        closed = state.enter(entry)
        chips, held = closed.balances(), closed.accounts()[POOL]
        shares = results.shares(closed.left_over) if closed.left_over else results.kept(held)
        standings = results.standings([(name, signed(chips[name])) for name in chips])
        effects = (shares, standings) if has_pool else ()
        ways.append((entry, results.close_button(entry), tuple(filter(None, effects))))
    return {
        "left_open": open_things,
        "is_dealing": not state.between_deals,
        "is_settling": _is_settling(state),
        "ways": ways,
    }


def left_open(state: State, closing: bool = False) -> Iterator[str]:
    """Yield a sentence for each thing that the current game leaves open if it ends now.

    A decided deal counts as settled. `closing` means that the evening closes too; then the pool's
    chips are left out, because the page asks about them separately.
    """
    if not state.between_deals:
        yield results.deal_open(state.next_deal[1], _is_settling(state))
    session = state.booked().session
    if session is None or session.ended or not session.between_deals:
        return
    if session.race and session.deals and not session.end().winners:
        yield _(
            "Nobody has won {game} yet. If the game ends now, the scores stay as they are.",
            game=game_title(session.game),
        )
    pool = 0 if session.race else session.accounts()[POOL]
    if pool:
        divided = session.rules.ending == "divide"
        open_pool = results.pool_open(pool, divided, None if closing else session.game)
        yield f"{open_pool} {results.shares(session.end().ending)}".strip()
        yield play_on(session.game)
    if session.winner is None and (behind := session.behind()):
        yield _n(
            "{players} has dealt less often than others. It would be fair to finish the round.",
            "{players} have dealt less often than others. It would be fair to finish the round.",
            len(behind),
            players=joined(behind),
        )


def _is_settling(state: State) -> bool:
    deal = state.session.deal if state.session else None
    return deal is not None and deal.phase is Phase.SETTLING
