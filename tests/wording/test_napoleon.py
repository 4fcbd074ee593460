"""Napoleon in words: one sentence for each fact, in the source language."""

import pytest

from companion.rules.napoleon.bidding import (
    Bid,
    Bought,
    Contract,
    ContractNotPlayed,
    GoesOverAlone,
    HandTooSmall,
    MustOutbid,
    NobodyBuys,
    NoSuchContract,
    NoTurnUpToTake,
    PackTooSmall,
)
from companion.rules.napoleon.nap_facts import (
    BidAsked,
    CannotPeep,
    ContractDecided,
    ContractSpoiled,
    NapFact,
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
from companion.wording import say
from companion.wording.languages import using
from companion.wording.napoleon import table as napoleon_table
from companion.wording.napoleon.contracts import contract_name, contract_title


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (NoTurnUpToTake("Bob"), "No card is turned up in this game. Enter only what Bob declares."),
        (
            NoSuchContract("Bob", "play", ("two", "three", "nap")),
            "Bob cannot declare 'play' here. Choose pass, two, three or nap.",
        ),
        (
            ContractNotPlayed("Bob", "misery"),
            "Bob cannot declare misery. It is not played at this table.",
        ),
        (
            GoesOverAlone("Bob", "blucher", "wellington"),
            "Bob cannot declare Blucher: it outbids only Wellington.",
        ),
        (
            MustOutbid("Bob", "three", "nap"),
            "Bob cannot declare three: the highest so far is nap. Declare more, or pass.",
        ),
        (NobodyBuys("Bob"), "Bob cannot buy cards: this table plays without buying."),
        (HandTooSmall("Bob", 6, 5), "Bob has 5 cards, so cannot exchange 6."),
        (PackTooSmall("Bob", 1, 0), "Bob cannot buy 1 card: the pack has only 0 left."),
        (PackTooSmall("Bob", 3, 2), "Bob cannot buy 3 cards: the pack has only 2 left."),
        (
            CannotPeep("Bob", PeepBar.NOT_AT_THIS_TABLE),
            "Bob cannot peep: this table plays without peeping.",
        ),
        (
            CannotPeep("Bob", PeepBar.NOT_NAP),
            "Bob cannot peep: only a player who has declared nap or more can.",
        ),
        (CannotPeep("Bob", PeepBar.PEEPED), "Bob has already peeped."),
        (CannotPeep("Bob", PeepBar.PACK_OUT), "Bob cannot peep: the pack has run out."),
        (
            NapFact.PEEPS_BEFORE_LEAD,
            "Peeping comes after all the declarations and before the first lead.",
        ),
        (
            NapFact.TRICKS_OR_MADE,
            "Enter how many tricks were taken, or whether the contract was made.",
        ),
        (NapFact.CONTRACT_OPEN, "The contract is not decided yet. Play on before you settle."),
        (Bought("Bob", 1), "Bob buys 1 card for a chip."),
        (Bought("Bob", 2), "Bob buys 2 cards for a chip each."),
        (ContractPaid("Bob", "nap", True, 10), "Bob made nap: 10 from each player."),
        (ContractPaid("Bob", "nap", False, 5), "Bob lost nap: 5 to each player."),
        (
            DeclarerRevoked("Bob", "wellington", 10),
            "Bob revoked and lost Wellington: 10 to each player.",
        ),
        (
            PaysForAll("Cat", "three", 3, 4),
            "Cat revoked and pays for everyone, as if three had been made: 3 × 4 = 12.",
        ),
        (PoolWon("Bob", "nap", 7), "Bob won nap and takes the pool: 7."),
        (NapFact.POOL_STAYS, "The pool stays: misery does not win it."),
        (BidAsked("Bob"), "What does Bob declare?"),
        (NapFact.ALL_PASSED, "Everyone passed. Nobody pays."),
        (ResultAsked("Bob", "blucher"), "Bob plays Blucher. How did it go?"),
        (TrumpsOfLead(True), "The suit led is trumps."),
        (TrumpsOfLead(False), "There are no trumps."),
        (ContractDecided("Bob", "nap", True), "Nap: Bob made it."),
        (ContractDecided("Bob", "nap", False), "Nap: Bob lost it."),
        (ContractSpoiled("Bob", "nap", "Cat"), "Bob played nap. Cat revoked."),
    ],
)
def test_each_fact_is_a_sentence(fact, sentence):
    assert say(fact) == sentence
    with using("xx"):
        assert say(fact) != sentence


def test_a_name_stands_first_or_inside_a_sentence():
    assert (contract_name("nap"), contract_title("nap")) == ("nap", "Nap")
    assert contract_name("wellington") == contract_title("wellington") == "Wellington"
    assert contract_name("five") == "five"


def test_a_bid_on_the_table_tells_what_was_bought_while_others_declare():
    assert napoleon_table.bid(Bid("Bob", "nap", 2), with_purchase=True) == "nap, 2 bought"
    assert napoleon_table.bid(Bid("Bob", "nap", 2), with_purchase=False) == "nap"
    assert napoleon_table.bid(Bid("Bob", "pass"), with_purchase=True) == "pass"


@pytest.mark.parametrize(
    ("made", "revoked", "words"),
    [
        (True, False, "Three is made"),
        (False, False, "Three is lost"),
        (True, True, "A revoke is recorded"),
    ],
)
def test_why_the_deal_can_be_settled_at_once(made, revoked, words):
    assert napoleon_table.may_settle(Contract("three", 3, 3, 3), made, revoked) == words
