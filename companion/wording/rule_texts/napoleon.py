"""The rules of Napoleon and Seven-card Napoleon in words. Account: [001]."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from companion.rules.ids import Rule
from companion.rules.napoleon.bidding import Contract
from companion.rules.napoleon.variant import OPTIONAL, NapRules
from companion.wording.languages import N_, _, _n
from companion.wording.napoleon.contracts import contract_name, contract_title
from companion.wording.rule_texts import shared
from companion.wording.rule_texts.shared import RuleText, numeral, rule_text

_HANDS: Mapping[int, str] = {
    5: N_("Five cards each; none is turned up."),
    7: N_("Seven cards each; none is turned up."),
}


def texts(rules: NapRules, cards: int) -> tuple[RuleText, ...]:
    """Return the rules in force with so many cards in a hand, in reading order."""
    contracts = rules.contracts()
    played = [one for one in contracts if rules.plays(one)]
    return (
        rule_text(
            Rule.DECLARING,
            _("Declaring"),
            _(_HANDS[cards])
            if cards in _HANDS
            else _n(
                "{n} card each; none is turned up.", "{n} cards each; none is turned up.", cards
            ),
            _(
                "From the dealer's left each in turn, once, passes or declares a contract. Who has "
                "declared most plays alone against all the others, and leads to the first trick."
            ),
        ),
        rule_text(
            Rule.MUST_OUTBID,
            _("Only more will do"),
            _("A contract must stand higher than any declared before it."),
            _(
                "They are, from the lowest: {contracts}.",
                contracts=", ".join(contract_name(one.id) for one in played),
            ),
        ),
        rule_text(
            Rule.ALL_PASS,
            _("All pass"),
            _("Nobody pays. The deal is over, and the next dealer deals."),
        ),
        rule_text(
            Rule.TRUMPS,
            _("Trumps"),
            _("The suit of the first card that is led is trumps."),
        ),
        rule_text(
            Rule.FOLLOW_SUIT,
            _("Follow suit"),
            _("If you can, play a card of the suit led. Otherwise trump or discard, as you like."),
        ),
        rule_text(
            Rule.WINNING,
            _("Winning a trick"),
            _(
                "The highest trump wins, or else the highest card of the suit led. Nobody has to "
                "beat the cards played before. The winner leads to the next trick."
            ),
        ),
        rule_text(
            Rule.CONTRACT,
            _("What a contract pays"),
            _("Level money, with each of the other players."),
            *(_pays(one, cards) for one in played),
            _(
                "Tricks over or under the contract count nothing. The deal can be settled as soon "
                "as the contract is decided."
            ),
        ),
        *_optional(rules, contracts),
        RuleText(
            Rule.PEEP,
            _("Peep"),
            _(
                "Who has declared nap or more, misery apart, may exchange one card with the top of "
                "the pack, once, before he leads."
            )
            if rules.peep
            else _("Nobody exchanges a card with the top of the pack."),
            absent=not rules.peep,
        ),
        RuleText(
            Rule.PURCHASE,
            _("Purchase"),
            _(
                "Before declaring a player can exchange any number of his cards with the pack, for "
                "a chip each. The chips lie in a pool from deal to deal. The first to win nap or "
                "more takes it; misery does not count as more. A misdeal pays them back."
            )
            if rules.purchase
            else _("Nobody buys cards."),
            absent=not rules.purchase,
        ),
        rule_text(
            Rule.STOCK_EXHAUSTED,
            _("The pack runs out"),
            _(
                "Cards can be had only while the pack lasts: it has 52 less {cards} a player.",
                cards=cards,
            ),
        ),
        *shared.revoke_law("card", _revoke(rules.revoke)),
        rule_text(
            Rule.ENDING,
            _("The end of a game"),
            _(
                "A game can end after any deal. It is fair to end when all have dealt equally "
                "often."
            ),
            shared.left_over(rules.ending),
        ),
        *shared.table_law(2, 6, "card", turned_up=False),
        RuleText(Rule.PAM_CIVIL, _("“Pam be civil”"), _("There is no Pam."), absent=True),
    )


def _pays(contract: Contract, cards: int) -> str:
    """Return what a contract asks for, and what it wins and loses."""
    values = {
        "contract": contract_title(contract.id),
        "number": numeral(contract.tricks),
        "wins": contract.wins,
        "loses": contract.loses,
    }
    level = contract.wins == contract.loses
    if not contract.tricks:
        if level:
            return _("{contract} (lose every trick): {wins} either way.", **values)
        return _("{contract} (lose every trick): wins {wins}, loses {loses}.", **values)
    if contract.tricks == cards:
        if level:
            return _("{contract} (all {number} tricks): {wins} either way.", **values)
        return _("{contract} (all {number} tricks): wins {wins}, loses {loses}.", **values)
    if level:
        return _("{contract} ({number} tricks): {wins} either way.", **values)
    return _("{contract} ({number} tricks): wins {wins}, loses {loses}.", **values)


def _optional(rules: NapRules, contracts: Sequence[Contract]) -> Iterator[RuleText]:
    """Yield a text for each contract that is a house rule, played or not."""
    for place, one in enumerate(contracts):
        if one.id not in OPTIONAL:
            continue
        if not rules.plays(one):
            says = _("It is not played at this table.")
        elif one.tricks:
            says = _("It can be declared over {contract} alone.", contract=contract_name(one.over))
        else:
            below = contract_name(contracts[place - 1].id)
            says = (
                _("The first card led makes trumps. It stands above {contract}.", contract=below)
                if one.trumps
                else _("There are no trumps. It stands above {contract}.", contract=below)
            )
        yield RuleText(Rule(one.id), contract_title(one.id), says, absent=not rules.plays(one))


def _revoke(revoke: Literal["note", "contract"]) -> str:
    if revoke == "note":
        return _("It is noted and costs nothing.")
    return _(
        "A declarer who revokes has lost his contract. Another who revokes pays all that the "
        "declarer would have won from everybody, as if the contract were made, and the pool of "
        "purchases goes to the declarer as if it were. If several have revoked, the declarer pays, "
        "or else the one proven first. The table can settle at once."
    )
