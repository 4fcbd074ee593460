"""The words of Julepe."""

from functools import partial

from companion.games.julepe import rules
from companion.wording.games import GameWords, LooWords, PoolWords
from companion.wording.languages import N_, _
from companion.wording.saying import words
from companion.wording.worked_deals import loo_deal

_TRICKS = (
    "Bob AH Cat 6H Dan 4H Ann 5H / Bob KH Cat 6C Dan 5C Ann QH / Bob 7S Cat KS Dan 2C Ann 6S / "
    "Cat QD Dan 5D Ann 4D Bob 2D / Cat 4C Dan JC Ann JS Bob 5S"
)
WORDS = GameWords(
    title=N_("Julepe"),
    summary=N_("Spanish: take two tricks, or pay those who did. For 3 to 7."),
    sources={
        "julepe": N_("Julepe as told by Fournier, a Catalan club, and sites in Spanish and English")
    },
    loo=LooWords(
        term="julepe",
        word=N_("julepe"),
        paid=N_("Paid for julepes"),
        dearest=N_("Most expensive julepe"),
        one=N_("One julepe: {n}"),
        three_in_a_row=N_(
            "Three deals in a row ended with a julepe, and the pool has no limit. You can agree on "
            "one."
        ),
    ),
    parts={rules.Julepe: N_("julepe")},
    pool=PoolWords(
        play_on=N_("Better play on until someone wins the pool."),
        waits=N_("The stake is added to it."),
    ),
    uses={"head": True, "overtrump": True, "share": False},
    worked_deal=partial(loo_deal, "7H", _TRICKS),
)


@words(rules.PlateShare)
def plate_share(fact: rules.PlateShare) -> str:
    if fact.winners == 1:
        return _("The only winner takes the whole pool: {pool}.", pool=fact.pool)
    return _(
        "{pool} in the pool ÷ {winners} winners = {part} each.",
        pool=fact.pool,
        winners=fact.winners,
        part=fact.part,
    )


@words(rules.Julepe)
def julepe_paid(fact: rules.Julepe) -> str:
    values = {"player": fact.player, "quota": fact.quota}
    said = (
        _("{player} revoked.", **values)
        if fact.revoked
        else _("{player} took fewer than {quota} tricks.", **values)
    )
    chips = fact.cost.chips
    if fact.doubled:
        pays = _("The dealer took the turn-up, so a julepe costs 2 × {chips}.", chips=chips)
    else:
        pays = _("A julepe costs {chips}.", chips=chips)
    if fact.winners < 2:
        return f"{said} {pays}"
    divided = _("It is divided among {n} winners.", n=fact.winners)
    return f"{said} {pays} {divided}"
