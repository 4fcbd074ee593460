"""What the page of a studied deal shows: the players, and one choice with all cards open."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from companion.pieces import Piece
from companion.rules.loo.deal import LooDeal
from companion.study.deal import DealStudy, Lost
from companion.study.position import Move, Position
from companion.wording import study as words


class Option(Struct, frozen=True):
    """A lawful move at a choice."""

    number: int
    """Its place among the lawful moves, from 0."""
    move: Move
    sure: int
    """What is sure for the player after it."""
    most: int
    """What is possible for the player after it."""
    was_played: bool
    is_best: bool
    """Whether more is sure than after another."""


class Choice(Struct, frozen=True):
    """One play of the deal, with all cards open."""

    place: int
    position: Position
    heading: str
    options: tuple[Option, ...]
    barred: list[Piece]
    """The pieces in the player's hand that were not allowed."""
    after: str
    """What is sure for everybody after the chosen move."""
    chosen: int
    """The place of the chosen move among the options; -1 for an unlawful play."""


class Step(Struct, frozen=True):
    """A play in the table of the tricks."""

    place: int
    player: str
    piece: Piece
    better: tuple[Piece, ...]
    """The pieces that would have kept what this play gave away."""
    is_unlawful: bool
    led: bool
    won: bool


def lines(studied: DealStudy, deal: object) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each player, what they took and could have taken, and sentences about it."""
    for player in studied.players:
        said = [words.verdict(studied, player)]
        for one in studied.lost(player):
            said.append(words.lost(studied, one, _cost(studied, deal, player, one)))
        yield player, words.line(studied, player), list(filter(None, said))


def _cost(studied: DealStudy, deal: object, player: str, lost: Lost) -> str:
    """Return what a play cost in the end: the others may have given tricks back."""
    if not isinstance(deal, LooDeal):
        return ""
    left = max(studied.sure[player][lost.place + 1 :])
    if left >= lost.sure:
        return words.given_back()
    before, after = deal.gain_of(player, lost.sure), deal.gain_of(player, left)
    if before is None or after is None:
        return ""
    return words.cost(after - before, in_points=deal.pool is None)


def neighbours(studied: DealStudy, place: int) -> tuple[int | None, int | None]:
    """Return the numbers of the choices before and after a play."""
    choices = list(_choices(studied))
    before = [one for one in choices if one < place]
    return before[-1] if before else None, next((one for one in choices if one > place), None)


def _choices(studied: DealStudy) -> Iterator[int]:
    return (place for place, moves in enumerate(studied.choices) if len(moves) > 1)


def has_choice(studied: DealStudy, place: int | None, move: int | None) -> bool:
    """Return whether there is a play with this number, and a lawful move there; None is any."""
    if place is None:
        return move is None
    is_play = 0 <= place < len(studied.moves)
    return is_play and (move is None or 0 <= move < len(studied.choices[place]))


def choice(studied: DealStudy, place: int, chosen: int | None) -> Choice:
    """Return a play; `chosen` is a move to try, by its place among the lawful ones.

    Raises `NotStudied`.
    """
    position, moves, played = studied.positions[place], studied.choices[place], studied.moves[place]
    turn = position.turn or ""
    owner = turn if turn in studied.players else studied.players[0]
    at = moves.index(played) if played in moves else -1
    chosen = at if chosen is None else chosen
    move = moves[chosen] if chosen >= 0 else played
    after = {player: studied.value(position.after(move), player) for player in studied.players}
    sure = [studied.value(position.after(one), owner) for one in moves]
    return Choice(
        place=place,
        position=position,
        heading=words.heading(position, played),
        options=tuple(
            Option(
                n,
                one,
                sure[n],
                studied.value(position.after(one), owner, "most"),
                was_played=n == at,
                is_best=turn == owner and min(sure) < sure[n] == max(sure),
            )
            for n, one in enumerate(moves)
        ),
        barred=_sorted(position, position.hands[turn] - {one.piece for one in moves}),
        after=words.would_be_sure(studied, move, after, was_played=move == played),
        chosen=chosen,
    )


def held(position: Position) -> dict[str, list[Piece]]:
    """Return the hands of the players who do not move, clockwise from the next."""
    at = position.players.index(position.turn or "")
    others = position.players[at + 1 :] + position.players[:at]
    return {player: _sorted(position, position.hands[player]) for player in others}


def _sorted(position: Position, pieces: Iterable[Piece]) -> list[Piece]:
    return sorted(pieces, key=position.pack.pieces.index)


def tricks(studied: DealStudy, seats: Sequence[str]) -> Iterator[tuple[int, list[Step]]]:
    """Yield each trick with its plays, in the order of the seats. Raises `NotStudied`."""
    better = {
        one.place: tuple(dict.fromkeys(move.piece for move in studied.better(one)))
        for player in studied.players
        for one in studied.lost(player)
    }
    size = len(studied.play.players)
    for trick, winner in enumerate(studied.play.trick_winners):
        steps = [
            Step(
                place,
                studied.positions[place].turn or "",
                studied.moves[place].piece,
                better.get(place, ()),
                is_unlawful=place in studied.unlawful,
                led=place % size == 0,
                won=studied.positions[place].turn == winner,
            )
            for place in range(trick * size, (trick + 1) * size)
        ]
        yield trick + 1, sorted(steps, key=lambda one: seats.index(one.player))
