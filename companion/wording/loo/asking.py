"""What a deal of the Loo family asks, pays and notes, in words."""

from companion.rules.loo.facts import (
    DeclarationAsked,
    ExchangeAsked,
    FlushesAsked,
    LooFact,
    SoleTakesAll,
    TurnUpAsked,
)
from companion.rules.loo.flush import FlushShare
from companion.rules.loo.settling import FlushKeptBack
from companion.rules.loo.variant import (
    DealersStake,
    EmptyPoolStake,
    StakeAdded,
    StakeCause,
    StakeIndivisible,
)
from companion.wording.languages import N_, _
from companion.wording.saying import By, If, messages, words

# Questions


@words(TurnUpAsked)
def turn_up_asked(fact: TurnUpAsked) -> str:
    """Who turns up, and what of it is to be entered."""
    if fact.kind == "tile":
        who = (
            _("{player} turns up a tile.", player=fact.player)
            if fact.is_dealer
            else _("{player}, on the dealer’s right, turns up a tile.", player=fact.player)
        )
        return f"{who} {_('Which one?') if fact.whole else _('What is its higher end?')}"
    who = (
        _("{player} turns up a card.", player=fact.player)
        if fact.is_dealer
        else _("{player}, on the dealer’s right, turns up a card.", player=fact.player)
    )
    return f"{who} {_('Which one?') if fact.whole else _('Which suit?')}"


messages(
    {
        LooFact.WHOLE_DEAL_ASKED: N_("Who was in, with how many tricks?"),
        DeclarationAsked: N_("What does {player} do?"),
        ExchangeAsked: N_("How many cards does {player} exchange?"),
        FlushesAsked: If(
            "pam",
            N_("{best} showed a flush. Does anyone else have a flush, or Pam?"),
            N_("{best} showed a flush. Does anyone else have a flush?"),
        ),
        SoleTakesAll: If(
            "points",
            N_("Everyone else dropped: {points} for {player}."),
            N_("{player} takes everything without playing."),
        ),
        LooFact.DEAL_PLAYED: N_("Deal over: here is the settlement."),
        # Payments and notes
        StakeAdded: N_("The dealer adds {chips} to the {pool} in the pool."),
        EmptyPoolStake: If(
            "is_dealers",
            N_("The pool is empty: each player puts in {chips}, and the dealer {chips} more."),
            N_("The pool is empty: each player puts in {chips}."),
        ),
        DealersStake: By(
            "cause",
            {
                StakeCause.EVERY_DEAL: N_("The dealer puts in {chips} every deal."),
                StakeCause.EMPTY_POOL: N_("The pool is empty: the dealer puts in {chips}."),
                StakeCause.NOBODY_LOOED: N_(
                    "Nobody was looed in the last deal, so the dealer puts in {chips}."
                ),
            },
        ),
        FlushKeptBack: N_(
            "{player} held a flush and did not show it. This is noted and costs nothing."
        ),
    }
)


@words(StakeIndivisible)
def stake_indivisible(fact: StakeIndivisible) -> str:
    """What stakes will do."""
    return _(
        "The stake is divided among {tricks} tricks, so it must be a multiple of "
        "{tricks}, like {tricks} or {twice}, not {stake}.",
        tricks=fact.tricks,
        twice=2 * fact.tricks,
        stake=fact.stake,
    )


@words(FlushShare)
def flush_share(fact: FlushShare) -> str:
    """What the best flush takes."""
    if len(fact.winners) == 1:
        return _(
            "{player} shows the best flush and takes the whole pool: {pool}.",
            player=fact.winners[0],
            pool=fact.pool,
        )
    return _(
        "{number} flushes are equal: {pool} in the pool ÷ {number} = {part} each.",
        number=len(fact.winners),
        pool=fact.pool,
        part=fact.part,
    )
