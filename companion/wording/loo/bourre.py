"""What a deal of Bourré pays and notes, in words."""

from companion.rules.loo.bourre import Ante, Bourre, MostTricks, TiedForMost
from companion.rules.loo.settling import NoNextStake
from companion.wording.languages import _, _n
from companion.wording.numbers import joined
from companion.wording.saying import words


@words(Ante)
def ante(fact: Ante) -> str:
    """What each puts in."""
    return _n("The ante: {n} chip.", "The ante: {n} chips.", fact.chips)


@words(MostTricks)
def most_tricks(fact: MostTricks) -> str:
    """Why a player takes the whole pool."""
    return _("The most tricks ({n}) win the whole pool: {pool}.", n=fact.tricks, pool=fact.pool)


@words(TiedForMost)
def tied_for_most(fact: TiedForMost) -> str:
    """How a tie shares the pool."""
    return _(
        "Tied for the most tricks ({n}): {pool} in the pool ÷ {players} players = {part} each.",
        n=fact.tricks,
        pool=fact.pool,
        players=fact.players,
        part=fact.part,
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
