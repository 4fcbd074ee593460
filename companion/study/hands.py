"""Hands that are laid down for a study: of a player who dropped, against those who played."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.errors import FactError
from companion.facts import Fact, PieceKind, PieceName
from companion.pieces import Pack, Piece
from companion.rules.deal import Deal
from companion.rules.loo.deal import LooDeal
from companion.rules.tricks.law import Hand
from companion.study.deal import DealStudy, NotStudied, study
from companion.study.position import first_position


class WrongSize(Fact, frozen=True):
    size: int
    """Pieces in a hand."""
    entered: int
    kind: PieceKind


class Elsewhere(Fact, frozen=True):
    """A piece that others held, that lies open, or that is no piece of this pack."""

    piece: PieceName


class ImpossibleHand(FactError):
    """No player can have held these pieces."""


def read_hand(pack: Pack, size: int, names: Iterable[str], gone: Hand) -> Hand:
    """Return the hand of these pieces. Raises `ImpossibleHand`; `gone` are pieces held elsewhere."""
    hand = set[Piece]()
    for name in names:
        piece = pack.spellings.get(name)
        if piece is None or piece in gone:
            raise ImpossibleHand(Elsewhere(name[:10]))
        hand.add(piece)
    if len(hand) != size:
        raise ImpossibleHand(WrongSize(size, len(hand), pack.piece))
    return Hand(hand)


def who_dropped(deal: Deal) -> tuple[str, ...]:
    """Return the players whose dropped hand can be laid down: nobody exchanged after they dropped."""
    if not isinstance(deal, LooDeal) or deal.play is None:
        return ()
    exchanged: Mapping[str, int] = deal.exchanges
    if deal.exchanging and any(exchanged.values()):
        return ()
    last = max((n for n, one in enumerate(deal.declarations) if one.draws), default=-1)
    return tuple(one.player for one in deal.declarations[last + 1 :] if one.choice == "drop")


def gone(deal: Any, player: str) -> Hand:
    """Return the pieces that a player who dropped cannot have held."""
    played = {piece for plays in deal.play.plays_by_player.values() for _, piece in plays}
    return Hand(played | deal.declaring.seen | deal.turned) - _dealt(deal, player)


def _dealt(deal: Any, player: str) -> Hand:
    """Return the turn-up, if it was dealt to this player."""
    is_dealers = deal.loo.turn_up.is_dealt and player == deal.setup.dealer
    return Hand({deal.turn_up} - {None}) if is_dealers else Hand()


def laid_down(deal: Deal, player: str, names: Iterable[str]) -> tuple[int, int]:
    """Return the tricks that were sure and possible for a player who dropped, had they played.

    `names` are the pieces of the hand in their notation. Raises `ImpossibleHand`, and `NotStudied` for a
    deal that cannot be studied, or a player whose hand cannot be laid down.
    """
    play = study(deal).play
    if not isinstance(deal, LooDeal) or player not in who_dropped(deal):
        raise NotStudied("no-play")
    names = {*names, *map(str, _dealt(deal, player))}
    hand = read_hand(deal.pack, play.trick_count, names, gone(deal, player))
    players = tuple(one for one in deal.setup.players if one in (*play.players, player))
    held = {player: tuple((play.tricks[0], piece) for piece in hand)}
    joined = replace(
        play,
        players=players,
        law=deal.loo.law(
            play.order, len(players), deal.declaring.untaken_turn_up if deal.declaring else None
        ),
        plays_by_player={**play.plays_by_player, **held},
        tricks=(),  # nobody has played yet
    )
    studied, first = DealStudy(joined), first_position(joined)
    return studied.value(first, player), studied.value(first, player, "most")
