"""Why players were looed over an evening: by the cards, by the play, or neither."""

from collections import Counter
from contextlib import suppress

from companion.evening import State
from companion.rules.loo.deal import LooDeal
from companion.study.deal import DealStudy, NotStudied, Verdict, study

A_DEAL, AN_EVENING = 50_000, 500_000
"""Leave a deal out after this many positions, and all others after this many in an evening."""


def counted(state: State) -> dict[str, Counter[str]]:
    """Return how often each player was looed for each reason, in deals that can be studied."""
    reasons: dict[str, Counter[str]] = {}
    left = AN_EVENING
    for session in state.booked().sessions:
        for done in session.deals:
            deal, looed = done.deal, done.settlement.looed
            if not looed or not isinstance(deal, LooDeal) or deal.play is None:
                continue
            given = min(A_DEAL, left)
            try:
                studied = study(deal, given)
            except NotStudied:
                continue
            with suppress(NotStudied):
                quotas = deal.outcome().quotas
                players = () if studied.contract else looed
                why = [(one, _why(studied, one, quotas.get(one, 1))) for one in players]
                for player, reason in why:
                    reasons.setdefault(player, Counter())[reason] += 1
            left -= given - studied.left
    return reasons


def _why(studied: DealStudy, player: str, quota: int) -> Verdict:
    return "unlawful" if player in studied.play.offenders() else studied.verdict(player, quota)
