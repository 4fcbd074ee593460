"""The wording of Napoleon."""

import pytest

from companion.rules.napoleon.bidding import Bid, Contract, NoSuchContract
from companion.rules.napoleon.settling import PaysForAll
from companion.wording import say
from companion.wording.napoleon import contracts
from companion.wording.napoleon.contracts import contract_name, contract_title


def test_facts_with_their_own_function():
    wrong = NoSuchContract("Bob", "play", ("two", "three", "nap"))
    assert say(wrong) == "Bob cannot bid 'play' here. Choose pass, two, three or nap."
    all_pay = PaysForAll("Cat", "three", 3, 4)
    assert (
        say(all_pay) == "Cat revoked and pays for everyone, as if three had been made: 3 × 4 = 12."
    )


def test_a_name_first_and_inside_a_sentence():
    assert (contract_name("nap"), contract_title("nap")) == ("nap", "Nap")
    assert contract_name("wellington") == contract_title("wellington") == "Wellington"
    assert contract_name("five") == "five"


def test_a_bid_shows_the_cards_bought_while_others_declare():
    assert contracts.bid(Bid("Bob", "nap", 2), with_purchase=True) == "nap, 2 bought"
    assert contracts.bid(Bid("Bob", "nap", 2), with_purchase=False) == "nap"
    assert contracts.bid(Bid("Bob", "pass"), with_purchase=True) == "pass"


@pytest.mark.parametrize(
    ("made", "revoked", "words"),
    [
        (True, False, "Three is made"),
        (False, False, "Three is lost"),
        (True, True, "A revoke is entered"),
    ],
)
def test_why_the_deal_can_be_settled_at_once(made, revoked, words):
    assert contracts.may_settle(Contract("three", 3, 3, 3), made, revoked) == words
