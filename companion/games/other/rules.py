"""Another game (docs/rules.md 15): the table types its name, and keeps points or chips."""

from functools import lru_cache
from typing import Annotated, Literal

from msgspec.structs import replace

from companion.ids import Rule
from companion.rules import house
from companion.rules.game import Accounts, Game, PoolTraits, Preset, Recording
from companion.rules.other.deal import ScoreDeal
from companion.rules.scores import Race

LEAST, MOST = 2, 16
_FOR_POINTS = house.About(only_with={"counts": ("points",)})
_TARGET = house.About(only_with={"counts": ("points",)}, least=0, in_points=True)


class OtherRules(house.HouseRules, frozen=True):
    """What counts in a game that the companion does not know."""

    name: Annotated[str, house.About(is_title=True)] = ""
    """As the table calls the game."""
    counts: Literal["points", "chips"] = "points"
    wins: Annotated[Literal["most", "fewest"], _FOR_POINTS] = "most"
    target: Annotated[int, _TARGET] = 0
    """The game ends after a deal in which a player reaches it; 0 for a game without a target."""

    @property
    def ending(self) -> Literal["divide"]:
        """There is no pool to divide."""
        return "divide"


def _race(rules: OtherRules) -> Race | None:
    if rules.counts == "chips":
        return None
    trick = 1 if rules.wins == "most" else -1
    return Race(start=0, goal=rules.target, trick=trick, looed=0, sole=0, after_deal=True)


OTHER = Game(
    id="other",
    family="other",
    accounts=Accounts(
        usual=Preset(account="other", players=(LEAST, MOST)),
        governs={Rule.SCORE: ("counts", "wins", "target")},
    ),
    editions=(house.OWN_FAMILY,),
    least=LEAST,
    most=lambda rules: MOST,
    pack=ScoreDeal.pack,
    house_rules=OtherRules,
    tricks=0,
    recording=Recording(depths=("result",), asks_dealer=False),
    pool=PoolTraits(takes_carried=False, exists=lambda rules: False),
    race=_race,
    begin=lambda setup: ScoreDeal(setup=setup),
)


@lru_cache(maxsize=1024)
def titled(title: str) -> Game:
    """Return the game with a title that a table typed."""
    return replace(OTHER, title=title)
