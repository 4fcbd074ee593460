"""Messages of Napoleon: questions, refusals, payments, notes."""

from companion.rules.napoleon import bidding, nap_facts, settling
from companion.rules.napoleon.nap_facts import NapFact
from companion.wording.languages import N_, _
from companion.wording.napoleon.contracts import contract_name
from companion.wording.numbers import either
from companion.wording.saying import By, If, Plural, messages, words

messages(
    {
        # Questions
        nap_facts.BidAsked: If(
            "highest",
            N_("Nobody can bid higher than {highest}. {player} passes."),
            N_("What does {player} bid?"),
        ),
        NapFact.ALL_PASSED: N_("Everyone passed. Nobody pays."),
        nap_facts.ResultAsked: N_("{declarer} plays {contract}. How did it go?"),
        nap_facts.TrumpsOfLead: If(
            "made", N_("The suit led is trumps."), N_("There are no trumps.")
        ),
        nap_facts.ContractDecided: If(
            "made",
            N_("{contract}: {declarer} made it."),
            N_("{contract}: {declarer} lost it."),
        ),
        nap_facts.ContractSpoiled: N_("{declarer} played {contract}. {offender} revoked."),
        # Refusals
        bidding.NoTurnUpToTake: N_(
            "No card is turned up in this game. Enter only what {player} bids."
        ),
        bidding.ContractNotPlayed: N_(
            "{player} cannot bid {contract}. It is not played at this table."
        ),
        bidding.GoesOverAlone: N_("{player} cannot bid {contract}: it outbids only {over}."),
        bidding.MustOutbid: N_(
            "{player} cannot bid {contract}: the highest so far is {highest}. Bid more, or pass."
        ),
        bidding.NobodyBuys: N_("{player} cannot buy cards: this table plays without buying."),
        bidding.HandTooSmall: N_("{player} has {hand} cards, so cannot exchange {cards}."),
        bidding.PackTooSmall: Plural(
            "{player} cannot buy {n} card: the pack has only {left} left.",
            "{player} cannot buy {n} cards: the pack has only {left} left.",
            by="cards",
        ),
        nap_facts.CannotPeep: By(
            "bar",
            {
                nap_facts.PeepBar.NOT_AT_THIS_TABLE: N_(
                    "{player} cannot peep: this table plays without peeping."
                ),
                nap_facts.PeepBar.NOT_NAP: N_(
                    "{player} cannot peep: only a player who has bid nap or more can."
                ),
                nap_facts.PeepBar.PEEPED: N_("{player} has already peeped."),
                nap_facts.PeepBar.PACK_OUT: N_("{player} cannot peep: the pack has run out."),
            },
        ),
        NapFact.PEEPS_BEFORE_LEAD: N_(
            "Peeping comes after all the bids and before the first lead."
        ),
        NapFact.BIDS_APART: N_("At Napoleon the bids are entered on their own, before the tricks."),
        NapFact.TRICKS_OR_MADE: N_(
            "Enter how many tricks were taken, or whether the contract was made."
        ),
        nap_facts.NotDeclarersTricks: N_(
            "{declarer} plays the contract, and these are the tricks of {player} alone. Enter "
            "whether the contract was made instead."
        ),
        NapFact.CONTRACT_OPEN: N_("The contract is not decided yet. Play on before you settle."),
        # Payments
        bidding.Bought: Plural(
            "{player} buys {n} card for a chip.",
            "{player} buys {n} cards for a chip each.",
            by="cards",
        ),
        settling.ContractPaid: If(
            "made",
            N_("{declarer} made {contract}: {chips} from each player."),
            N_("{declarer} lost {contract}: {chips} to each player."),
        ),
        settling.DeclarerRevoked: N_(
            "{declarer} revoked and lost {contract}: {chips} to each player."
        ),
        settling.PoolWon: N_("{declarer} won {contract} and takes the pool: {pool}."),
        NapFact.POOL_STAYS: N_("The pool stays: misery does not win it."),
    }
)


@words(bidding.NoSuchContract)
def no_such_contract(fact: bidding.NoSuchContract) -> str:
    return _(
        "{player} cannot bid {choice} here. Choose {choices}.",
        choice=repr(fact.choice),
        player=fact.player,
        choices=either((_("pass"), *map(contract_name, fact.contracts))),
    )


@words(settling.PaysForAll)
def pays_for_all(fact: settling.PaysForAll) -> str:
    return _(
        "{player} revoked and pays for everyone, as if {contract} had been made: {chips} "
        "× {others} = {amount}.",
        player=fact.player,
        contract=contract_name(fact.contract),
        chips=fact.chips,
        others=fact.others,
        amount=fact.chips * fact.others,
    )
