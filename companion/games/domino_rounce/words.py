"""The words of Domino Rounce."""

from functools import partial

from companion.ids import Rule
from companion.wording.games import GameWords, LooWords
from companion.wording.languages import N_
from companion.wording.worked_deals import FIVE_TILES, loo_deal

WORDS = GameWords(
    title=N_("Domino Rounce"),
    summary=N_("From 15 down to zero, a trick at a time. For 2 to 4."),
    sources={
        "domino-rounce": N_("Domino Rounce, from several American books, as told beside Domino Loo")
    },
    choices={"miss": (N_("Takes the dummy"), N_("{player} takes the dummy"))},
    rules={
        Rule.LOOED: N_("rounced"),
        Rule.MISS_BINDS: N_("a dummy must be played"),
        Rule.NO_MISS_LEFT: N_("no dummy left"),
    },
    loo=LooWords(term="rounced", word=N_("rounced"), heading=N_("Rounced")),
    worked_deal=partial(loo_deal, "6-3", FIVE_TILES),
)
