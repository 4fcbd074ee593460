"""Labels and notes for deals of rummy."""

from collections.abc import Mapping

from companion.rules.actions import Discarded, Drew, JokerMoved, LaidOff, Melded
from companion.rules.rummy.turns import Turn, TurnEntry
from companion.wording.languages import N_, _, _n
from companion.wording.pieces import card_count, card_names, piece_name

_DREW = {
    "stock": N_("draws from the stock"),
    "discards": N_("takes {card} from the discards"),
}
_ON_MELD: Mapping[type, str] = {
    LaidOff: N_("lays off {card} on meld {number}"),
    JokerMoved: N_("moves the joker of meld {number}, playing {card}"),
}


def card_worth() -> str:
    return _("Joker 15, ace 11, king, queen and jack 10, others their number")


def stock_and_discards(stock: int, discards: int, top: str | None) -> str:
    """Return the sizes of stock and discards, and the top discard."""
    left = _n("{n} in the stock", "{n} in the stock", stock) if stock else _("Stock empty")
    if top is None:
        laid = _("discards {number}", number=discards)
    else:
        laid = _("discards {number}, {card} on top", number=discards, card=piece_name(top))
    return f"{left} · {laid}"


def holds(cards: int) -> str:
    """Return a note on the number of cards in a hand, or on the player being out."""
    return card_count(cards) if cards else _("went out")


def turn_words(turn: Turn) -> str:
    """Return a player's actions in a turn: ``draws from the stock``."""
    return ", ".join(_done(entry, str(turn.took)) for entry in turn.entries)


def _done(entry: TurnEntry, took: str) -> str:
    """Return one action of a turn; `took` is the card drawn from the discards."""
    match entry:
        case Drew(source=source):
            return _(_DREW[source], card=piece_name(took))
        case Melded(pieces=pieces):
            return _("melds {cards}", cards=card_names(pieces))
        case Discarded(piece=piece):
            return _("discards {card}", card=piece_name(piece))
        case LaidOff(meld=number, piece=piece) | JokerMoved(meld=number, piece=piece):
            return _(_ON_MELD[type(entry)], card=piece_name(piece), number=number)
