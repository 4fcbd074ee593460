"""Entries in words, as the undo button and the log name them."""

from companion.evening.entries import (
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Joined,
    Left,
    OrdinaryEntry,
    SatIn,
    SatOut,
)
from companion.evening.history import Evening
from companion.pieces.jokers import told
from companion.rules.actions import (
    Declared,
    Discarded,
    Drew,
    Exchanged,
    FlushShown,
    HandsLeft,
    JokerMoved,
    LaidOff,
    Melded,
    Misdealt,
    PamShown,
    Peeped,
    Played,
    RestDeclared,
    Revoked,
    Settled,
    TricksTaken,
    TrickWon,
    TurnedUp,
)
from companion.rules.game import Game
from companion.rules.games import GAMES

DEPTH_WORDS = {
    "plays": "every play",
    "tricks": "who wins each trick",
    "result": "only the result",
}


STANDS = {"revoke": ", a revoke", "let-stand": ", let stand"}


def describe(entry: OrdinaryEntry, game: Game | None) -> str:
    """Return a few words for an entry of `game`, such as "Cat 6-1"."""
    suits = game.pack.suits if game else {}
    match entry:
        case TurnedUp(piece=piece):
            return f"{suits[piece]} trump" if piece in suits else f"turn-up {piece}"
        case Declared(player=player, choice=choice):
            words = (game.choices if game else {}).get(choice, choice)
            with_it = " and takes the turn-up" if entry.takes_turn_up else ""
            with_it += f", puts {entry.discards} away" if entry.discards else ""
            exchanges = game.exchanges if game else "exchanges"
            with_it += f", {exchanges} {entry.draws}" if entry.draws else ""
            return f"{player} {words}{with_it}"
        case RestDeclared(choice=choice, except_=others):
            verbs = game.choices if game else {}
            singly = " and ".join(
                f"{player} {verbs.get(one, one)}" for player, one in others.items()
            )
            return f"the rest {choice}, but {singly}" if singly else f"the rest {choice}"
        case Exchanged(player=player, count=count):
            return f"{player} exchanges {count}"
        case FlushShown(player=player, pieces=pieces):
            return f"{player} shows a flush, {' '.join(pieces)}"
        case PamShown(player=player):
            return f"{player} shows Pam"
        case Played(player=player, piece=piece, suit=suit):
            led = f" as {suits.get(str(suit), suit)}" if suit is not None else ""
            call = ", “Pam be civil”" if entry.civil else ""
            return f"{player} {piece}{led}{call}{STANDS.get(entry.stands or '', '')}"
        case TrickWon(player=player):
            return f"trick to {player}"
        case Peeped(player=player):
            return f"{player} peeps"
        case TricksTaken(made=made) if made is not None:
            return f"contract {'made' if made else 'lost'}"
        case TricksTaken(tricks=tricks):
            return "tricks " + ", ".join(f"{player} {n}" for player, n in (tricks or {}).items())
        case Drew(player=player, source=source):
            return f"{player} draws from the {source}"
        case Melded(player=player, pieces=pieces):
            return f"{player} melds {told(*pieces)}"
        case LaidOff(player=player, meld=meld, piece=piece):
            return f"{player} lays {told(piece)} to meld {meld}"
        case JokerMoved(player=player, meld=meld, piece=piece):
            return f"{player} moves the joker of meld {meld} with {piece}"
        case Discarded(player=player, piece=piece):
            return f"{player} discards {told(piece)}"
        case HandsLeft(winner=winner, hands=hands):
            left = ", ".join(f"{name} {_left(hand)}" for name, hand in hands.items())
            return f"{winner} wins, left: {left}" if winner else f"dead hand, left: {left}"
        case Revoked(player=player, trick=trick):
            return f"{player} revoked" + (f" in trick {trick}" if trick else "")
        case Settled(looked=looked):
            return f"deal settled, second look {looked}" if looked else "deal settled"
        case Misdealt(reason=reason):
            return f"misdeal: {reason}" if reason else "misdeal"
        case GameStarted(game=name):
            return f"{GAMES[name].title} begins" if name in GAMES else "game begins"
        case SatOut(player=player):
            return f"{player} sits out"
        case SatIn(player=player):
            return f"{player} sits in"
        case Joined(player=player, after=after):
            return f"{player} joins" + (f" at the left of {after}" if after else "")
        case Left(player=player):
            return f"{player} leaves"
        case DepthChanged(depth=depth):
            return f"recording {DEPTH_WORDS.get(depth, depth)}"
        case GameEnded():
            return "end of the game"
        case EveningClosed():
            return "evening closed"


def _left(hand: tuple[str, ...] | int) -> str:
    """Return the cards of a hand, or its pips, in words."""
    return f"{hand} pips" if isinstance(hand, int) else told(*hand)


def describe_undoable(evening: Evening) -> tuple[int, str] | None:
    """Return the number of the entry that can be undone, and what it says."""
    number = evening.undoable
    if number is None:
        return None
    newest = evening.newest
    if newest and newest.number == number:
        return number, describe(newest.entry, evening.game_of(number))
    target = evening.amendments[-1].target
    said, game = evening.find(target), evening.game_of(target)
    if said:
        return number, f"correction to {describe(said.entry, game)}"
    was = evening.out[target][-1]
    return number, f"taking out of {describe(was, game) if was else ''}"
