"""Why players were looed over an evening: by the cards, by the play, or neither."""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.evening import State
from companion.evening.game_session import DealDone
from companion.rules.loo.deal import LooDeal
from companion.study.deal import NotStudied, Verdict, study

POSITIONS = 200_000
"""Leave a deal out after this many positions: an evening has many deals."""


def counted(state: State) -> dict[str, Counter[Verdict]]:
    """Return how often each player was looed for each reason, in deals that can be studied."""
    found: dict[str, Counter[Verdict]] = {}
    for session in state.booked().sessions:
        for player, why in _looed(session.deals):
            found.setdefault(player, Counter())[why] += 1
    return found


def _looed(deals: Iterable[DealDone]) -> Iterator[tuple[str, Verdict]]:
    for done in deals:
        looed, deal = done.settlement.looed, done.deal
        if not looed or not isinstance(deal, LooDeal) or deal.play is None:
            continue
        offenders = deal.play.offenders()
        try:
            studied = study(deal, POSITIONS)
            if not studied.contract:
                yield from [
                    (one, "unlawful" if one in offenders else studied.verdict(one)) for one in looed
                ]
        except NotStudied:
            continue
