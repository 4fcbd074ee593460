"""What a deal of Bourré pays and notes, in words."""

from companion.rules.loo.bourre import Ante, Bourre, MostTricks, TiedForMost
from companion.rules.loo.settling import NoNextStake
from companion.wording.languages import N_, _, _n
from companion.wording.numbers import joined
from companion.wording.saying import Plural, messages, words

messages(
    {
        Ante: Plural("The ante: {n} chip.", "The ante: {n} chips.", by="chips"),
        MostTricks: N_("The most tricks ({tricks}) win the whole pool: {pool}."),
        TiedForMost: N_(
            "Tied for the most tricks ({tricks}): {pool} in the pool ÷ {players} players = {part} "
            "each."
        ),
    }
)


@words(Bourre)
def bourre(fact: Bourre) -> str:
    """Why a player pays a bourré, and what it costs."""
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


@words(NoNextStake)
def no_next_stake(fact: NoNextStake) -> str:
    """Who is let off the next ante."""
    return _n(
        "{players} pays no ante for the next deal.",
        "{players} pay no ante for the next deal.",
        len(fact.players),
        players=joined(fact.players),
    )
