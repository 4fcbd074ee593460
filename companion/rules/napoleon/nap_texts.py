"""The rules of Napoleon and Seven-card Napoleon in words. Account: [001]."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules import texts as shared
from companion.rules.game import RuleText
from companion.rules.ids import Rule
from companion.rules.napoleon.bidding import PASS, Contract

_NUMBER = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def choices(contracts: Sequence[Contract]) -> Mapping[str, str]:
    """Return what can be declared, with the words for it."""
    return {PASS: "passes", **{one.id: f"declares {one.words}" for one in contracts}}


def texts(rules: Any, cards: int, contracts: Sequence[Contract]) -> tuple[RuleText, ...]:
    """Return the rules in force, in reading order. `contracts` are all there are."""
    played = [one for one in contracts if getattr(rules, one.id, True)]
    return (
        RuleText(
            Rule.DECLARING,
            "Declaring",
            f"{_NUMBER[cards].capitalize()} cards each; none is turned up. From the dealer's left "
            "each in turn, once, passes or declares a contract. Who has declared most plays "
            "alone against all the others, and leads to the first trick.",
        ),
        RuleText(
            Rule.MUST_OUTBID,
            "Only more will do",
            f"A contract must stand higher than any declared before it. They are, from the lowest: "
            f"{', '.join(one.words for one in played)}.",
        ),
        RuleText(
            Rule.ALL_PASS,
            "All pass",
            "Nobody pays. The deal is over, and the next dealer deals.",
        ),
        RuleText(
            Rule.TRUMPS,
            "Trumps",
            "The suit of the first card that is led is trumps.",
        ),
        RuleText(
            Rule.FOLLOW_SUIT,
            "Follow suit",
            "If you can, play a card of the suit led. Otherwise trump or discard, as you like.",
        ),
        RuleText(
            Rule.WINNING,
            "Winning a trick",
            "The highest trump wins, or else the highest card of the suit led. Nobody has to beat "
            "the cards played before. The winner leads to the next trick.",
        ),
        RuleText(
            Rule.CONTRACT,
            "What a contract pays",
            "Level money, with each of the other players. "
            + " ".join(_pays(one, cards) for one in played)
            + " Tricks over or under the contract count nothing. The deal can be settled as soon "
            "as the contract is decided.",
        ),
        *_optional(rules, contracts),
        RuleText(
            Rule.PEEP,
            "Peep",
            "Who has declared nap or more, misery apart, may exchange one card with the top of the "
            "pack, once, before he leads."
            if rules.peep
            else "Nobody exchanges a card with the top of the pack.",
            absent=not rules.peep,
        ),
        RuleText(
            Rule.PURCHASE,
            "Purchase",
            "Before declaring a player can exchange any number of his cards with the pack, for a "
            "chip each. The chips lie in a pool from deal to deal. The first to win nap or more "
            "takes it; misery does not count as more. A misdeal pays them back."
            if rules.purchase
            else "Nobody buys cards.",
            absent=not rules.purchase,
        ),
        RuleText(
            Rule.STOCK_EXHAUSTED,
            "The pack runs out",
            f"Cards can be had only while the pack lasts: it has 52 less {cards} a player.",
        ),
        *shared.revoke_law("card", _revoke(rules.revoke)),
        RuleText(
            Rule.ENDING,
            "The end of a game",
            "A game can end after any deal. It is fair to end when all have dealt equally often. "
            + shared.left_over(rules.ending),
        ),
        *shared.table_law(2, 6, "card", turned_up=False),
        RuleText(Rule.PAM_CIVIL, "“Pam be civil”", "There is no Pam.", absent=True),
    )


def _pays(contract: Contract, cards: int) -> str:
    does = (
        "lose every trick"
        if not contract.tricks
        else f"all {_NUMBER[cards]} tricks"
        if contract.tricks == cards
        else f"{_NUMBER[contract.tricks]} tricks"
    )
    wins, loses = contract.wins, contract.loses
    money = f"{wins} either way" if wins == loses else f"wins {wins}, loses {loses}"
    return f"{contract.id.capitalize()} ({does}): {money}."


def _optional(rules: Any, contracts: Sequence[Contract]) -> list[RuleText]:
    """Return a text for each contract that is a house rule, played or not."""
    found = []
    for place, one in enumerate(contracts):
        if not hasattr(rules, one.id):
            continue
        on = bool(getattr(rules, one.id))
        if not one.tricks:
            trumps = "The first card led makes trumps" if one.trumps else "There are no trumps"
            says = f"{trumps}. It stands above {contracts[place - 1].words}."
        else:
            says = f"It can be declared over {one.over} alone."
        says = says if on else "It is not played at this table."
        found.append(RuleText(one.id, one.id.capitalize(), says, absent=not on))
    return found


def _revoke(revoke: str) -> str:
    return {
        "note": "It is noted and costs nothing.",
        "contract": "A declarer who revokes has lost his contract. Another who revokes pays all "
        "that the declarer would have won from everybody, as if the contract were made, and the "
        "pool of purchases goes to the declarer as if it were. If several have revoked, the "
        "declarer pays, or else the one proven first. The table can settle at once.",
    }[revoke]
