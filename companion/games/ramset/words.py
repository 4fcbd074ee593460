"""The words of Ramset."""

from functools import partial

from companion.wording.games import GameWords, LooWords
from companion.wording.languages import N_
from companion.wording.worked_deals import loo_deal

_TRICKS = (
    "Bob AH Cat 8H Dan 9D Ann TH / Bob QH Cat KH Dan 8D Ann JH / Cat QD Dan TD Ann 9C Bob JD / "
    "Cat TC Dan AD Ann 8C Bob QC / Bob AS Cat KS Dan KD Ann 9S"
)
WORDS = GameWords(
    title=N_("Ramset"),
    summary=N_("Swiss, for sausages: a stroke a trick, and the Bälli. First to 17. For 2 to 6."),
    sources={
        "ramset": N_(
            "Ramset as played in Swiss inns, from the rule book “Puur Näll Ass” and several inns and "
            "newspapers"
        )
    },
    choices={"miss": (N_("Takes the Blinde"), N_("{player} takes the Blinde"))},
    loo=LooWords(term="potato", word=N_("potato")),
    uses={"overtrump": True},
    worked_deal=partial(loo_deal, "9H", _TRICKS),
)
