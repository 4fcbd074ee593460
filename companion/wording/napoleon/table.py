"""Labels and notes for deals of Napoleon."""

from companion.rules.napoleon.bidding import PASS, Bid, Contract
from companion.wording.languages import _, _n
from companion.wording.napoleon.contracts import contract_name, contract_terms, contract_title


def terms(declarer: str, contract: Contract, plays: bool) -> str:
    """Return who plays a contract, or has bid it, and what it pays."""
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
        return _("A revoke is recorded")
    name = contract_title(contract.id)
    return (
        _("{contract} is made", contract=name) if made else _("{contract} is lost", contract=name)
    )


def revoked() -> str:
    return _("revoked")


def declarer_came_out(contract: Contract, won: bool) -> str:
    name = contract_name(contract.id)
    return _("{contract} made", contract=name) if won else _("{contract} lost", contract=name)
