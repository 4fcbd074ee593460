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
    BidAsked,
    CannotPeep,
    ContractDecided,
    ContractSpoiled,
    NapFact,
    NotDeclarersTricks,
    PeepBar,
    ResultAsked,
    TrumpsOfLead,
)
from companion.rules.napoleon.settling import (
    ContractPaid,
    DeclarerRevoked,
    PaysForAll,
    PoolWon,
)
from companion.wording.languages import N_, _
from companion.wording.lists import either
from companion.wording.napoleon.contracts import contract_name
from companion.wording.saying import By, If, Plural, messages, words

messages(
    {
        # Questions
        BidAsked: If(
            "highest",
            N_("Nobody can bid higher than {highest}. {player} passes."),
            N_("What does {player} declare?"),
        ),
        NapFact.ALL_PASSED: N_("Everyone passed. Nobody pays."),
        ResultAsked: N_("{declarer} plays {contract}. How did it go?"),
        TrumpsOfLead: If("made", N_("The suit led is trumps."), N_("There are no trumps.")),
        ContractDecided: If(
            "made",
            N_("{contract}: {declarer} made it."),
            N_("{contract}: {declarer} lost it."),
        ),
        ContractSpoiled: N_("{declarer} played {contract}. {offender} revoked."),
        # Refusals
        NoTurnUpToTake: N_("No card is turned up in this game. Enter only what {player} declares."),
        ContractNotPlayed: N_(
            "{player} cannot declare {contract}. It is not played at this table."
        ),
        GoesOverAlone: N_("{player} cannot declare {contract}: it outbids only {over}."),
        MustOutbid: N_(
            "{player} cannot declare {contract}: the highest so far is {highest}. Declare more, or "
            "pass."
        ),
        NobodyBuys: N_("{player} cannot buy cards: this table plays without buying."),
        HandTooSmall: N_("{player} has {hand} cards, so cannot exchange {cards}."),
        PackTooSmall: Plural(
            "{player} cannot buy {n} card: the pack has only {left} left.",
            "{player} cannot buy {n} cards: the pack has only {left} left.",
            by="cards",
        ),
        CannotPeep: By(
            "bar",
            {
                PeepBar.NOT_AT_THIS_TABLE: N_(
                    "{player} cannot peep: this table plays without peeping."
                ),
                PeepBar.NOT_NAP: N_(
                    "{player} cannot peep: only a player who has declared nap or more can."
                ),
                PeepBar.PEEPED: N_("{player} has already peeped."),
                PeepBar.PACK_OUT: N_("{player} cannot peep: the pack has run out."),
            },
        ),
        NapFact.PEEPS_BEFORE_LEAD: N_(
            "Peeping comes after all the declarations and before the first lead."
        ),
        NapFact.BIDS_APART: N_("At Napoleon the bids are entered on their own, before the tricks."),
        NapFact.TRICKS_OR_MADE: N_(
            "Enter how many tricks were taken, or whether the contract was made."
        ),
        NotDeclarersTricks: N_(
            "{declarer} plays the contract, and these are the tricks of {player} alone. Enter "
            "whether the contract was made instead."
        ),
        NapFact.CONTRACT_OPEN: N_("The contract is not decided yet. Play on before you settle."),
        # Payments
        Bought: Plural(
            "{player} buys {n} card for a chip.",
            "{player} buys {n} cards for a chip each.",
            by="cards",
        ),
        ContractPaid: If(
            "made",
            N_("{declarer} made {contract}: {chips} from each player."),
            N_("{declarer} lost {contract}: {chips} to each player."),
        ),
        DeclarerRevoked: N_("{declarer} revoked and lost {contract}: {chips} to each player."),
        PoolWon: N_("{declarer} won {contract} and takes the pool: {pool}."),
        NapFact.POOL_STAYS: N_("The pool stays: misery does not win it."),
    }
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
