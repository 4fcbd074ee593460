"""The words of Bourré."""

from functools import partial

from companion.games.bourre import rules
from companion.ids import Rule
from companion.wording.games import GameWords, LooWords, PoolWords, StakeWords
from companion.wording.languages import N_, _
from companion.wording.saying import Plural, messages, words
from companion.wording.worked_deals import FIVE_CARDS, loo_deal

WORDS = GameWords(
    title=N_("Bourré"),
    summary=N_("Five cards and an exchange. Win the most tricks, and the whole pool. For 2 to 8."),
    sources={
        "bourre": N_(
            "Bourré as told today by White Knuckle Playing Cards, Cajun Crate and Wikipedia"
        )
    },
    rules={Rule.STAKE: N_("ante")},
    loo=LooWords(
        term="bourre",
        word=N_("bourré"),
        heading=N_("Bourrés"),
        paid=N_("Paid for bourrés"),
        dearest=N_("Most expensive bourré"),
        one=N_("One bourré: {n}"),
        three_in_a_row=N_(
            "Three deals in a row ended with a bourré, and it has no limit. You can agree on one."
        ),
    ),
    stake=StakeWords(one=N_("One ante: {n}"), in_pool=N_("with antes {n}")),
    parts={rules.Ante: N_("ante"), rules.Bourre: N_("bourré")},
    notes={rules.Ante: N_("antes")},
    pool=PoolWords(
        play_on=N_("Better play on until someone wins the pool and nobody pays a bourré."),
        waits=N_("Nobody pays an ante for this deal."),
    ),
    uses={"head": True, "overtrump": True, "share": False},
    worked_deal=partial(loo_deal, "7H", FIVE_CARDS),
)

messages(
    {
        rules.Ante: Plural("The ante: {n} chip.", "The ante: {n} chips.", by="chips"),
        rules.MostTricks: N_("The most tricks ({tricks}) win the whole pool: {pool}."),
        rules.TiedForMost: N_(
            "Tied for the most tricks ({tricks}): {pool} in the pool ÷ {players} players = {part} "
            "each."
        ),
    }
)


@words(rules.Bourre)
def bourre_paid(fact: rules.Bourre) -> str:
    values = {"player": fact.player, "chips": fact.cost.chips, "pool": fact.cost.pool}
    if fact.revoked and fact.cost.by == "capped":
        return _(
            "{player} revoked, which counts as a bourré. It costs what was in the pool ({pool}), "
            "but at most {chips}.",
            **values,
        )
    if fact.revoked:
        return _(
            "{player} revoked, which counts as a bourré. It costs what was in the pool: {chips}.",
            **values,
        )
    if fact.cost.by == "capped":
        return _(
            "{player} was in and took no trick. A bourré costs what was in the pool ({pool}), "
            "but at most {chips}.",
            **values,
        )
    return _(
        "{player} was in and took no trick. A bourré costs what was in the pool: {chips}.",
        **values,
    )
