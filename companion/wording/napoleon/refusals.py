"""Napoleon in words: refusals, questions, payments, notes."""

from companion.rules.napoleon.bidding import (
    Bought,
    ContractNotPlayed,
    GoesOverAlone,
    HandTooSmall,
    MustOutbid,
    NobodyBuys,
    NoSuchContract,
    NoTurnUpToTake,
    PackTooSmall,
)
from companion.rules.napoleon.facts import (
    AllPassed,
    BidAsked,
    BidsApart,
    CannotPeep,
    ContractDecided,
    ContractOpen,
    ContractSpoiled,
    NotDeclarersTricks,
    PeepBar,
    PeepsBeforeLead,
    ResultAsked,
    TricksOrMade,
    TrumpsOfLead,
)
from companion.rules.napoleon.settling import (
    ContractPaid,
    DeclarerRevoked,
    PaysForAll,
    PoolStays,
    PoolWon,
)
from companion.wording.languages import _, _n
from companion.wording.lists import either
from companion.wording.napoleon.contracts import contract_name, contract_title
from companion.wording.saying import words

# Questions


@words(BidAsked)
def bid_asked(fact: BidAsked) -> str:
    """What a player declares."""
    if fact.highest:
        return _(
            "Nobody can bid higher than {contract}. {player} passes.",
            contract=contract_name(fact.highest),
            player=fact.player,
        )
    return _("What does {player} declare?", player=fact.player)


@words(AllPassed)
def all_passed(fact: AllPassed) -> str:
    """The deal comes to nothing."""
    return _("Everyone passed. Nobody pays.")


@words(ResultAsked)
def result_asked(fact: ResultAsked) -> str:
    """How the contract went."""
    return _(
        "{declarer} plays {contract}. How did it go?",
        declarer=fact.declarer,
        contract=contract_name(fact.contract),
    )


@words(TrumpsOfLead)
def trumps_of_lead(fact: TrumpsOfLead) -> str:
    """What the first lead makes."""
    return _("The suit led is trumps.") if fact.made else _("There are no trumps.")


@words(ContractDecided)
def contract_decided(fact: ContractDecided) -> str:
    """How the contract went."""
    values = {"contract": contract_title(fact.contract), "declarer": fact.declarer}
    if fact.made:
        return _("{contract}: {declarer} made it.", **values)
    return _("{contract}: {declarer} lost it.", **values)


@words(ContractSpoiled)
def contract_spoiled(fact: ContractSpoiled) -> str:
    """Who revoked."""
    return _(
        "{declarer} played {contract}. {offender} revoked.",
        declarer=fact.declarer,
        contract=contract_name(fact.contract),
        offender=fact.offender,
    )


# Refusals


@words(NoTurnUpToTake)
def no_turn_up_to_take(fact: NoTurnUpToTake) -> str:
    """There is no turn-up."""
    return _(
        "No card is turned up in this game. Enter only what {player} declares.", player=fact.player
    )


@words(NoSuchContract)
def no_such_contract(fact: NoSuchContract) -> str:
    """What can be declared instead."""
    return _(
        "{player} cannot declare {choice} here. Choose {choices}.",
        choice=repr(fact.choice),
        player=fact.player,
        choices=either((_("pass"), *map(contract_name, fact.contracts))),
    )


@words(ContractNotPlayed)
def contract_not_played(fact: ContractNotPlayed) -> str:
    """The contract is one of other tables."""
    return _(
        "{player} cannot declare {contract}. It is not played at this table.",
        player=fact.player,
        contract=contract_name(fact.contract),
    )


@words(GoesOverAlone)
def goes_over_alone(fact: GoesOverAlone) -> str:
    """Wellington and Blucher have their own place."""
    return _(
        "{player} cannot declare {contract}: it outbids only {over}.",
        player=fact.player,
        contract=contract_name(fact.contract),
        over=contract_name(fact.over),
    )


@words(MustOutbid)
def must_outbid(fact: MustOutbid) -> str:
    """Only more will do."""
    return _(
        "{player} cannot declare {contract}: the highest so far is {highest}. Declare "
        "more, or pass.",
        player=fact.player,
        contract=contract_name(fact.contract),
        highest=contract_name(fact.highest),
    )


@words(NobodyBuys)
def nobody_buys(fact: NobodyBuys) -> str:
    """Cards are not bought."""
    return _("{player} cannot buy cards: this table plays without buying.", player=fact.player)


@words(HandTooSmall)
def hand_too_small(fact: HandTooSmall) -> str:
    """One exchanges no more than one holds."""
    return _(
        "{player} has {hand} cards, so cannot exchange {cards}.",
        player=fact.player,
        hand=fact.hand,
        cards=fact.cards,
    )


@words(PackTooSmall)
def pack_too_small(fact: PackTooSmall) -> str:
    """The pack runs out."""
    return _n(
        "{player} cannot buy {n} card: the pack has only {left} left.",
        "{player} cannot buy {n} cards: the pack has only {left} left.",
        fact.cards,
        player=fact.player,
        left=fact.left,
    )


@words(CannotPeep)
def cannot_peep(fact: CannotPeep) -> str:
    """Why not."""
    match fact.bar:
        case PeepBar.NOT_AT_THIS_TABLE:
            return _("{player} cannot peep: this table plays without peeping.", player=fact.player)
        case PeepBar.NOT_NAP:
            return _(
                "{player} cannot peep: only a player who has declared nap or more can.",
                player=fact.player,
            )
        case PeepBar.PEEPED:
            return _("{player} has already peeped.", player=fact.player)
        case PeepBar.PACK_OUT:
            return _("{player} cannot peep: the pack has run out.", player=fact.player)


@words(PeepsBeforeLead)
def peeps_before_lead(fact: PeepsBeforeLead) -> str:
    """When one peeps."""
    return _("Peeping comes after all the declarations and before the first lead.")


@words(BidsApart)
def bids_apart(fact: BidsApart) -> str:
    """The bids come first."""
    return _("At Napoleon the bids are entered on their own, before the tricks.")


@words(TricksOrMade)
def tricks_or_made(fact: TricksOrMade) -> str:
    """One or the other."""
    return _("Enter how many tricks were taken, or whether the contract was made.")


@words(NotDeclarersTricks)
def not_declarers_tricks(fact: NotDeclarersTricks) -> str:
    """Of another player alone they say nothing of the contract."""
    return _(
        "{declarer} plays the contract, and these are the tricks of {player} alone. Enter whether the "
        "contract was made instead.",
        player=fact.player,
        declarer=fact.declarer,
    )


@words(ContractOpen)
def contract_open(fact: ContractOpen) -> str:
    """Nothing to settle yet."""
    return _("The contract is not decided yet. Play on before you settle.")


# Payments


@words(Bought)
def bought(fact: Bought) -> str:
    """What was paid for cards."""
    return _n(
        "{player} buys {n} card for a chip.",
        "{player} buys {n} cards for a chip each.",
        fact.cards,
        player=fact.player,
    )


@words(ContractPaid)
def contract_paid(fact: ContractPaid) -> str:
    """Level money with each of the others."""
    values = {
        "declarer": fact.declarer,
        "contract": contract_name(fact.contract),
        "chips": fact.chips,
    }
    if fact.made:
        return _("{declarer} made {contract}: {chips} from each player.", **values)
    return _("{declarer} lost {contract}: {chips} to each player.", **values)


@words(DeclarerRevoked)
def declarer_revoked(fact: DeclarerRevoked) -> str:
    """His contract is lost."""
    return _(
        "{declarer} revoked and lost {contract}: {chips} to each player.",
        declarer=fact.declarer,
        contract=contract_name(fact.contract),
        chips=fact.chips,
    )


@words(PaysForAll)
def pays_for_all(fact: PaysForAll) -> str:
    """The contract counts as made, and one pays for it."""
    return _(
        "{player} revoked and pays for everyone, as if {contract} had been made: {chips} "
        "× {others} = {amount}.",
        player=fact.player,
        contract=contract_name(fact.contract),
        chips=fact.chips,
        others=fact.others,
        amount=fact.chips * fact.others,
    )


@words(PoolWon)
def pool_won(fact: PoolWon) -> str:
    """Nap or more takes the pool."""
    return _(
        "{declarer} won {contract} and takes the pool: {pool}.",
        declarer=fact.declarer,
        contract=contract_name(fact.contract),
        pool=fact.pool,
    )


@words(PoolStays)
def pool_stays(fact: PoolStays) -> str:
    """Misery does not take the pool."""
    return _("The pool stays: misery does not win it.")
