"""Names of the contracts of Napoleon, and labels and notes for its deals."""

from companion.rules.napoleon.bidding import PASS, Bid, Contract
from companion.wording.languages import N_, _, _n


def terms(declarer: str, contract: Contract, plays: bool) -> str:
    """Return a line with a contract, its player or bidder, and its payment."""
    values = {
        "declarer": declarer,
        "contract": contract_name(contract.id),
        "terms": contract_terms(contract),
    }
    if plays:
        return _("{declarer} plays {contract}, {terms}", **values)
    return _("Highest bid: {declarer}, {contract}, {terms}", **values)


def bid(made: Bid, with_purchase: bool) -> str:
    choice = _("pass") if made.choice == PASS else contract_name(made.choice)
    if made.buys and with_purchase:
        return _n("{choice}, {n} bought", "{choice}, {n} bought", made.buys, choice=choice)
    return choice


def may_settle(contract: Contract, made: bool, revoked: bool) -> str:
    if revoked:
        return _("A revoke is entered")
    name = contract_title(contract.id)
    return (
        _("{contract} is made", contract=name) if made else _("{contract} is lost", contract=name)
    )


def declarer_came_out(contract: Contract, won: bool) -> str:
    name = contract_name(contract.id)
    return _("{contract} made", contract=name) if won else _("{contract} lost", contract=name)


_NAMES = {
    "two": N_("two"),
    "three": N_("three"),
    "four": N_("four"),
    "misery": N_("misery"),
    "nap": N_("nap"),
    "six": N_("six"),
    "seven": N_("seven"),
    "wellington": N_("Wellington"),
    "blucher": N_("Blucher"),
}
_TITLES = {
    "pass": N_("Pass"),
    "two": N_("Two"),
    "three": N_("Three"),
    "four": N_("Four"),
    "misery": N_("Misery"),
    "nap": N_("Nap"),
    "six": N_("Six"),
    "seven": N_("Seven"),
    "wellington": N_("Wellington"),
    "blucher": N_("Blucher"),
}


def contract_name(contract: str) -> str:
    """Return the name of a contract inside a sentence; its id if it has no name."""
    return _(_NAMES[contract]) if contract in _NAMES else contract


def contract_title(contract: str) -> str:
    """Return the name of a contract, or of passing, as a label."""
    return _(_TITLES[contract]) if contract in _TITLES else contract.capitalize()


def contract_terms(contract: Contract) -> str:
    """Return the chips won or lost per opponent: ``+10 or −5 each``."""
    if contract.wins == contract.loses:
        return _("±{chips} each", chips=contract.wins)
    return _("+{wins} or −{loses} each", wins=contract.wins, loses=contract.loses)
