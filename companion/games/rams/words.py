"""The words of Rams."""

from functools import partial

from companion.ids import Rule
from companion.wording.games import GameWords, LooWords
from companion.wording.languages import N_
from companion.wording.worked_deals import loo_deal

_TRICKS = (
    "Bob AH Cat 8H Ann 9H / Bob 9S Cat KS Ann TS / Cat QD Ann 8D Bob JD / Cat 9C Ann 7C Bob 8C / "
    "Cat TC Ann QH Bob KH"
)
WORDS = GameWords(
    title=N_("Rams"),
    summary=N_("A short pack, and a race from five counters down to zero. For 3 to 5."),
    sources={
        "rams": N_(
            "Gambiter for the counters, and the makers of Denexa playing cards for the widow and the "
            "rules of play"
        )
    },
    choices={"miss": (N_("Takes the widow"), N_("{player} takes the widow"))},
    rules={
        Rule.LOOED: N_("rammed"),
        Rule.MISS_BINDS: N_("the widow must be played"),
        Rule.NO_MISS_LEFT: N_("no widow left"),
    },
    loo=LooWords(term="rammed", word=N_("rammed"), heading=N_("Rammed")),
    uses={"overtrump": True},
    worked_deal=partial(loo_deal, "7H", _TRICKS),
)
