"""Why players were looed over an evening: by the cards, by the play, or neither."""

from collections import Counter, defaultdict
from contextlib import suppress

from companion.evening import State
from companion.rules.loo.deal import LooDeal
from companion.study.deal import DealStudy, NotStudied, Verdict, study

A_DEAL, AN_EVENING = 50_000, 500_000
"""Leave a deal out after this many positions, and all others after this many in an evening."""

Reasons = defaultdict[str, Counter[str]]
"""How often each player was looed for each reason."""


def counted(state: State) -> list[Reasons]:
    """Return the reasons in each game, in deals that can be studied."""
    games: list[Reasons] = []
    left = AN_EVENING
    for session in state.booked().sessions:
        reasons: Reasons = defaultdict(Counter)
        games.append(reasons)
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
                    reasons[player][reason] += 1
            left -= given - studied.left
    return games


def _why(studied: DealStudy, player: str, quota: int) -> Verdict:
    is_guilty = player in studied.play.offenders()
    return Verdict.UNLAWFUL if is_guilty else studied.verdict(player, quota)
