"""Names and payments of the contracts of Napoleon."""

from companion.rules.napoleon.bidding import Contract
from companion.wording.languages import N_, _

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
    """Return what a contract wins or loses per opponent: ``+10 or −5 each``."""
    if contract.wins == contract.loses:
        return _("±{chips} each", chips=contract.wins)
    return _("+{wins} or −{loses} each", wins=contract.wins, loses=contract.loses)
