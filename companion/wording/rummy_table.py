"""What the table screen says of a deal of rummy."""

from companion.wording.languages import _, _n
from companion.wording.pieces import card_count, card_name


def card_worth() -> str:
    """Return what cards count."""
    return _("joker 15, ace 11, court cards 10, the rest their number")


def stock_and_discards(stock: int, discards: int, top: str | None) -> str:
    """Return how many cards lie there, and which is the top of the discards."""
    left = _n("{n} in the stock", "{n} in the stock", stock) if stock else _("nothing in the stock")
    if top is None:
        laid = _("discards {number}", number=discards)
    else:
        laid = _("discards {number}, {card} on top", number=discards, card=card_name(top))
    return f"{left} · {laid}"


def stock_left(stock: int) -> str:
    """Return how many cards can still be drawn from the stock."""
    return _n("{n} left", "{n} left", stock)


def laid_to(meld: str) -> str:
    """Return to which meld a card would be laid."""
    return _("to {meld}", meld=meld)


def then_lies(meld: str) -> str:
    """Return how a meld would lie with its joker moved."""
    return _("then {meld}", meld=meld)


def melds_offer(player: str) -> str:
    """Return what the way to laying down a meld is called."""
    return _("{player} melds", player=player)


def melds_asked(player: str) -> str:
    """Return the question for the cards of a meld."""
    return _("Which cards does {player} lay down?", player=player)


def melds_done() -> str:
    """Return what the button says that lays a meld down."""
    return _("Lay them down")


def pips(number: int) -> str:
    """Return what a player is left with."""
    return _n("{n} pip", "{n} pips", number)


def wins() -> str:
    """Return how the winner came out."""
    return _("wins")


def holds(cards: int) -> str:
    """Return how many cards a player holds; that he is out if none."""
    return card_count(cards) if cards else _("out")


def neither_wins_nor_pays(player: str) -> str:
    """Return that a player neither wins nor pays."""
    return _("{player} neither wins nor pays.", player=player)
