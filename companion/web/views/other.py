"""The table screen of a game that the companion does not know (docs/rules.md 15)."""

from companion.ids import Rule
from companion.rules.facts import Settlement
from companion.rules.other.deal import ScoreDeal
from companion.web.views.deal_view import DealView, Row
from companion.wording.languages import _


class OtherView(DealView, frozen=True):
    """The parts of a screen about a deal that is entered as numbers."""

    deal: ScoreDeal

    @property
    def terms(self) -> str:
        rules = self.deal.setup.rules
        if rules.counts == "chips":
            return _("Each deal adds up to 0.")
        says = _("Most points win.") if rules.wins == "most" else _("Fewest points win.")
        return _("{says} To {goal}.", says=says, goal=rules.target) if rules.target else says

    def rows(self) -> tuple[Row, ...]:
        return tuple([Row(player) for player in self.deal.setup.players])

    def came_out(self, player: str, settlement: Settlement) -> tuple[str, str]:
        return "", ""

    def idle(self, player: str, settlement: Settlement) -> tuple[str, Rule]:
        return _("{player} neither wins nor pays.", player=player), Rule.SCORE
