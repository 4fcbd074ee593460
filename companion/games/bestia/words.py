"""The words of Bestia."""

from collections.abc import Iterator

from companion.games.bestia import rules
from companion.rules.actions import Declared, Exchanged, TurnedUp
from companion.wording.games import GameWords, LooWords, PoolWords, Way
from companion.wording.languages import N_, _
from companion.wording.saying import messages, words
from companion.wording.worked_deals import DRAWS, PLAYERS, loo_deal, plays

_TRICKS = "Bob AH Cat 6H Dan 4H Ann QH / Bob 7S Cat KS Dan 6D Ann JS / Cat 2C Dan JD Ann 3D Bob 4S"


def _worked_deal() -> Iterator[Way]:
    choices = dict.fromkeys(PLAYERS, "play") | {"Dan": "drop"}
    declared = [Declared(*one) for one in choices.items()]
    exchanged = [Exchanged(one, DRAWS[one]) for one in PLAYERS if one != "Dan"]
    late = Declared("Dan", "miss")
    yield "plays", (TurnedUp("7H"), *declared, *exchanged, late, *plays(_TRICKS))
    yield from loo_deal("7H", _TRICKS)


WORDS = GameWords(
    title=N_("Bestia"),
    summary=N_("Italian: three cards, and those who dropped can still come in. For 3 to 10."),
    sources={"bestia": N_("Bestia as told today by Italian sites, players and scorekeepers")},
    choices={"miss": (N_("Takes a buco"), N_("{player} takes a buco"))},
    loo=LooWords(
        term="bestia",
        word=N_("in bestia"),
        paid=N_("Paid for bestias"),
        dearest=N_("Most expensive bestia"),
        one=N_("One bestia: {n}"),
        three_in_a_row=N_(
            "Three deals in a row ended with a bestia, and the pool has no limit. You can agree on "
            "one."
        ),
    ),
    parts={rules.InBestia: N_("bestia"), rules.PartnersPay: N_("bestia")},
    pool=PoolWords(
        play_on=N_("Better play on until nobody is in bestia."),
        waits=N_("The stake is added to it."),
    ),
    worked_deal=_worked_deal,
)

_SHARED = N_("{player}’s hand is shared: {amount} ÷ {sharing} players.")
messages({rules.PartnersShare: _SHARED, rules.PartnersPay: _SHARED})


@words(rules.InBestia)
def in_bestia(fact: rules.InBestia) -> str:
    values = {"player": fact.player, "chips": fact.cost.chips, "pool": fact.cost.pool}
    said = (
        _("{player} revoked.", **values)
        if fact.revoked
        else _("{player} was in and took no trick.", **values)
    )
    return f"{said} {_(_COSTS[fact.cost.by], **values)}"


_COSTS = {
    "pool": N_("A bestia costs what was in the pool: {chips}."),
    "fixed": N_("A bestia always costs {chips}."),
    "capped": N_("A bestia costs what was in the pool ({pool}), but at most {chips}."),
}
