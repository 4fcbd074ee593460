"""The rules of Napoleon and Seven-card Napoleon in words. Account: [001]."""

from collections.abc import Iterator, Mapping, Sequence

from companion.pieces import PackName
from companion.rules.ids import Rule
from companion.rules.napoleon.bidding import Contract
from companion.rules.napoleon.variant import OPTIONAL, NapRules
from companion.wording.languages import N_, _, _n
from companion.wording.napoleon.contracts import contract_name, contract_title
from companion.wording.rule_texts import shared
from companion.wording.rule_texts.shared import RuleText, Table, numeral, rule_text

_PACKS: Mapping[PackName, str] = {
    "thirty-two": N_("A pack of 32, from the sevens up."),
    "twenty-eight": N_("A pack of 28, from the eights up."),
    "twenty-four": N_("A pack of 24, from the nines up."),
}
_HANDS: Mapping[int, str] = {
    5: N_("Five cards each; none is turned up."),
    7: N_("Seven cards each; none is turned up."),
}


def texts(rules: NapRules, cards: int, most: int) -> tuple[RuleText, ...]:
    """Return the rules in force with so many cards in a hand, in reading order, for at most so many."""
    contracts, pack = rules.contracts(), rules.deck()
    played = [one for one in contracts if rules.plays(one)]
    return (
        rule_text(
            Rule.DECLARING,
            _("Declaring"),
            _(_PACKS[pack.name]) if pack.name in _PACKS else "",
            _(_HANDS[cards])
            if cards in _HANDS
            else _n(
                "{n} card each; none is turned up.", "{n} cards each; none is turned up.", cards
            ),
            _(
                "Starting at the dealer’s left, each player once passes or bids a contract."
                " The highest bidder plays alone against everyone else, and leads to the "
                "first trick."
            ),
        ),
        rule_text(
            Rule.MUST_OUTBID,
            _("Bid higher, or pass"),
            _("A bid must be higher than any before it."),
            _(
                "From the lowest: {contracts}.",
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
            _("The suit of the first card led is trumps."),
        ),
        rule_text(
            Rule.FOLLOW_SUIT,
            _("Follow suit"),
            _("If you can, play a card of the suit led. Otherwise play any card, a trump or not."),
        ),
        rule_text(
            Rule.WINNING,
            _("Winning a trick"),
            _(
                "The highest trump wins; if there is none, the highest card of the suit "
                "led. Nobody has to beat the cards played before. The winner leads to the "
                "next trick."
            ),
        ),
        rule_text(
            Rule.CONTRACT,
            _("What a contract pays"),
            _("The bidder wins from, or loses to, each of the other players."),
            *(_pays(one, cards) for one in played),
            _(
                "Tricks above or below the contract change nothing. Our choice: the deal can be "
                "settled as soon as the contract is won or lost."
            ),
        ),
        *_optional(rules, contracts),
        *_extras(rules, cards),
        *shared.revoke_law("card", _revoke(rules)),
        rule_text(
            Rule.ENDING,
            _("The end of a game"),
            _(
                "A game can end after any deal. It is fairest when everyone has dealt "
                "equally often."
            ),
            shared.left_over(rules.ending, "napoleon") if rules.purchase else "",
        ),
        *shared.table_law(
            Table(
                2, most, pool=rules.purchase, divides=rules.purchase and rules.ending == "divide"
            ),
            "card",
        ),
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
            return _("{contract} (lose every trick): wins or loses {wins}.", **values)
        return _("{contract} (lose every trick): wins {wins}, loses {loses}.", **values)
    if contract.tricks == cards:
        if level:
            return _("{contract} (all {number} tricks): wins or loses {wins}.", **values)
        return _("{contract} (all {number} tricks): wins {wins}, loses {loses}.", **values)
    if level:
        return _("{contract} ({number} tricks): wins or loses {wins}.", **values)
    return _("{contract} ({number} tricks): wins {wins}, loses {loses}.", **values)


def _extras(rules: NapRules, cards: int) -> Iterator[RuleText]:
    """Yield what else the table has agreed on."""
    if rules.peep:
        yield rule_text(
            Rule.PEEP,
            _("Peep"),
            _(
                "If the highest bid is nap or more (not misery), its bidder may swap one card for the "
                "top card of the pack, once, before leading."
            )
            if rules.misery
            else _(
                "If the highest bid is nap or more, its bidder may swap one card for the top card of "
                "the pack, once, before leading."
            ),
        )
    if rules.purchase:
        yield rule_text(
            Rule.PURCHASE,
            _("Purchase"),
            _(
                "Before bidding, a player can swap any number of cards for cards from the pack, for "
                "a chip each. The chips stay in a pool from deal to deal. The first to win nap or "
                "more takes it."
            ),
            _("Misery does not count as more.") if rules.misery else "",
            _("Our choice: a misdeal pays them back."),
        )
    if rules.peep or rules.purchase:
        yield rule_text(
            Rule.STOCK_EXHAUSTED,
            _("When the pack runs out"),
            _(
                "Cards can be swapped only while the pack lasts: it has {pack} less {cards} for each "
                "player.",
                pack=len(rules.deck().pieces),
                cards=cards,
            ),
        )


def _optional(rules: NapRules, contracts: Sequence[Contract]) -> Iterator[RuleText]:
    """Yield a text for each contract that the table plays by a house rule."""
    for place, one in enumerate(contracts):
        if one.id not in OPTIONAL or not rules.plays(one):
            continue
        if one.tricks:
            says = _(
                "Our reading: it can be bid only over {contract}.", contract=contract_name(one.over)
            )
        else:
            below = contract_name(contracts[place - 1].id)
            says = (
                _("The first card led makes trumps. It ranks above {contract}.", contract=below)
                if one.trumps
                else _("There are no trumps. It ranks above {contract}.", contract=below)
            )
        yield rule_text(Rule(one.id), contract_title(one.id), says)


def _revoke(rules: NapRules) -> str:
    if rules.revoke == "note":
        return _("It is noted and costs nothing.")
    sentences = (
        _("A declarer who revokes loses the contract."),
        _(
            "If anyone else revokes, the contract counts as made, and they pay for everyone; the "
            "declarer also wins the pool of purchases."
        )
        if rules.purchase
        else _("If anyone else revokes, the contract counts as made, and they pay for everyone."),
        _("If several have revoked, the declarer pays, or else the one proven first."),
        _("The table can settle at once."),
    )
    return " ".join(sentences)
