"""The words of Irish Loo."""

from functools import partial

from companion.wording.games import GameWords
from companion.wording.languages import N_
from companion.wording.worked_deals import loo_deal

_TRICKS = "Bob AH Cat 8H Dan 6D Ann QH / Bob 9S Cat KS Dan TD Ann JS / Cat 2C Dan JD Ann 3D Bob 4S"
WORDS = GameWords(
    title=N_("Irish Loo"),
    summary=N_(
        "Three cards and an exchange. When clubs are trumps, everyone must play. For 2 to 17."
    ),
    worked_deal=partial(loo_deal, "7H", _TRICKS),
)
