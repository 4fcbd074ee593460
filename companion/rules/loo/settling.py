"""What a deal of the Loo family is worth, and what it comes to (rulebook 1 to 5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.rules.deal import Settlement
from companion.rules.ids import Rule
from companion.rules.ledger import POOL, Line, Outcome, settle_pool, sums
from companion.rules.loo.flush import is_flush

if TYPE_CHECKING:
    from companion.rules.loo.deal import LooDeal


def settlement(deal: LooDeal) -> Settlement:
    """Return what a decided deal comes to."""
    outcome = _outcome(deal)
    pool, play, showing = deal.pool, deal.play, deal.showing
    lines: tuple[Line, ...] = ()
    if pool is not None and showing:
        lines = showing.settle(pool, deal.setup.rules, outcome.for_the_pool)
    elif pool is not None:
        lines = settle_pool(outcome, pool, deal.setup.rules)
    takers = showing.winners() if showing else tuple(outcome.scoring_tricks())
    return Settlement(
        tricks=outcome.tricks,
        looed=showing.payers(outcome.for_the_pool) if showing else outcome.looed(),
        lines=lines,
        points=deal.loo.race.score_deal(outcome) if deal.loo.race else (),
        points_in_order=bool(deal.trick_winners),
        pool=pool,
        carried=None if pool is None else pool + sums(lines).get(POOL, 0),
        divided=outcome.divided,
        unchecked=play.unchecked() if play else 0,
        left_in=outcome.for_the_pool in takers,
        notes=tuple(_notes(deal)),
    )


def _outcome(deal: LooDeal) -> Outcome:
    declaring, play = deal.declaring, deal.play
    return Outcome(
        players=deal.players,
        tricks=play.taken() if play else dict.fromkeys(deal.players, 0),
        of=deal.loo.tricks,
        trick_winners=deal.trick_winners,
        sole=deal.sole,
        sole_by=(declaring.without_dealer if declaring else None) or Rule.SOLE_PLAYER,
        for_the_pool=declaring.for_the_pool if declaring else None,
        offenders=play.offenders() if play else (),
        revoke=deal.setup.rules.revoke,
    )


def _notes(deal: LooDeal) -> Iterable[str]:
    """Yield what came out card by card and had to be shown: it is noted, and no revoke."""
    flushes, play = deal.loo.flushes, deal.play
    if not (play and flushes and flushes.must_show):
        return
    for player, plays in play.found.items():
        hand = frozenset(piece for _, piece in plays)
        if is_flush(hand, play.order, deal.loo.tricks):
            yield f"{player} held a flush and did not show it. It is noted and costs nothing."
