"""What a deal of the Loo family asks, pays and notes, in words."""

from companion.rules.loo.facts import (
    DealPlayed,
    DeclarationAsked,
    ExchangeAsked,
    FlushesAsked,
    SoleTakesAll,
    TurnUpAsked,
    WholeDealAsked,
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
from companion.wording.languages import _
from companion.wording.numbers import joined, signed
from companion.wording.saying import words

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


@words(WholeDealAsked)
def whole_deal_asked(fact: WholeDealAsked) -> str:
    """All that counts of a deal."""
    return _("Who was in, with how many tricks?")


@words(DeclarationAsked)
def declaration_asked(fact: DeclarationAsked) -> str:
    """Who declares."""
    return _("What does {player} do?", player=fact.player)


@words(ExchangeAsked)
def exchange_asked(fact: ExchangeAsked) -> str:
    """Who exchanges."""
    return _("How many cards does {player} exchange?", player=fact.player)


@words(FlushesAsked)
def flushes_asked(fact: FlushesAsked) -> str:
    """Whose flush is to be beaten."""
    players = joined(fact.best)
    if fact.pam:
        return _(
            "{players} showed a flush. Does anyone else have a flush, or Pam?", players=players
        )
    return _("{players} showed a flush. Does anyone else have a flush?", players=players)


@words(SoleTakesAll)
def sole_takes_all(fact: SoleTakesAll) -> str:
    """Nobody plays."""
    if fact.points is not None:
        points = signed(fact.points)
        return _("Everyone else dropped: {points} for {player}.", player=fact.player, points=points)
    return _("{player} takes everything without playing.", player=fact.player)


@words(DealPlayed)
def deal_played(fact: DealPlayed) -> str:
    """The settlement follows."""
    return _("Deal over: here is the settlement.")


# Payments and notes


@words(StakeAdded)
def stake_added(fact: StakeAdded) -> str:
    """The dealer's stake into a pool that holds something."""
    return _("The dealer adds {chips} to the {pool} in the pool.", chips=fact.chips, pool=fact.pool)


@words(EmptyPoolStake)
def empty_pool_stake(fact: EmptyPoolStake) -> str:
    """The stakes into an empty pool."""
    if fact.is_dealers:
        return _(
            "The pool is empty: each player puts in {chips}, and the dealer {chips} more.",
            chips=fact.chips,
        )
    return _("The pool is empty: each player puts in {chips}.", chips=fact.chips)


@words(DealersStake)
def dealers_stake(fact: DealersStake) -> str:
    """Why the dealer stakes."""
    match fact.cause:
        case StakeCause.EVERY_DEAL:
            return _("The dealer puts in {chips} every deal.", chips=fact.chips)
        case StakeCause.EMPTY_POOL:
            return _("The pool is empty: the dealer puts in {chips}.", chips=fact.chips)
        case StakeCause.NOBODY_LOOED:
            return _(
                "Nobody was looed in the last deal, so the dealer puts in {chips}.",
                chips=fact.chips,
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


@words(FlushKeptBack)
def flush_kept_back(fact: FlushKeptBack) -> str:
    """A flush that came out card by card."""
    return _(
        "{player} held a flush and did not show it. This is noted and costs nothing.",
        player=fact.player,
    )
