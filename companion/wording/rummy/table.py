"""What the table screen says of a deal of rummy."""

from companion.rules.actions import Discarded, Drew, JokerMoved, LaidOff, Melded
from companion.rules.rummy.turns import Turn, TurnEntry
from companion.wording.languages import _, _n
from companion.wording.pieces import card_count, card_names, piece_name


def card_worth() -> str:
    """Return what cards count."""
    return _("Joker 15, ace 11, face cards 10, others their number")


def stock_and_discards(stock: int, discards: int, top: str | None) -> str:
    """Return how many cards lie there, and which is the top of the discards."""
    left = _n("{n} in the stock", "{n} in the stock", stock) if stock else _("Stock empty")
    if top is None:
        laid = _("discards {number}", number=discards)
    else:
        laid = _("discards {number}, {card} on top", number=discards, card=piece_name(top))
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
    return _("Which cards does {player} meld?", player=player)


def melds_done() -> str:
    """Return what the button says that lays a meld down."""
    return _("Meld these cards")


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


def turn_words(turn: Turn) -> str:
    """Return what a player did in his turn, to stand after his name: ``draws from the stock``."""
    return ", ".join(_done(entry, str(turn.took)) for entry in turn.entries)


def _done(entry: TurnEntry, took: str) -> str:
    """Return one thing done in a turn; `took` is the card that was drawn from the discards."""
    match entry:
        case Drew(source="stock"):
            return _("draws from the stock")
        case Drew():
            return _("takes {card} from the discards", card=piece_name(took))
        case Melded(pieces=pieces):
            return _("melds {cards}", cards=card_names(pieces))
        case LaidOff(meld=number, piece=piece):
            return _("lays off {card} on meld {number}", card=piece_name(piece), number=number)
        case JokerMoved(meld=number, piece=piece):
            return _(
                "moves the joker of meld {number}, playing {card}",
                number=number,
                card=piece_name(piece),
            )
        case Discarded(piece=piece):
            return _("discards {card}", card=piece_name(piece))
