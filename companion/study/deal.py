"""The study of one closed deal: what each player could force, and what was possible.

`sure` is the number of tricks of the deal that a player can force against all others as one side, with
all cards open; `most` the number if all others help. Both count the tricks taken before, and suppose
that everybody plays lawfully from here on. For a contract they are 1 or 0: whether it was sure, and
whether it could be made at all.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.deal import Deal
from companion.rules.facts import Phase
from companion.rules.loo.deal import LooDeal
from companion.rules.napoleon.deal import NapDeal
from companion.rules.tricks.play import TrickPlay
from companion.study.position import Move, Position, first_position
from companion.study.search import MOST_POSITIONS, Goal, Search, TooManyPositions

WhyNot = Literal["depth", "game", "open", "no-play", "unseen", "too-many"]


class Verdict(StrEnum):
    """Why a player took enough tricks or too few, or why a contract was made or lost."""

    CARDS = "cards"
    """No play could have won them."""
    PLAY = "play"
    """They were sure, and the player gave one away."""
    OPEN = "open"
    """It depended on the others."""
    SAFE = "safe"
    """The others could not have prevented it."""
    UNLAWFUL = "unlawful"
    """Somebody played unlawfully, so it cannot be said."""


class NotStudied(Exception):
    """There is nothing to study, or not enough is known. `why` is a word of docs/formats.md (`why_not`)."""

    def __init__(self, why: WhyNot) -> None:
        super().__init__(why)
        self.why = why


class Contract(Struct, frozen=True):
    declarer: str
    bid: str
    tricks: int
    """Tricks to take; 0 to take none."""
    made: bool


class Lost(Struct, frozen=True):
    """A lawful play after which fewer tricks were sure."""

    place: int
    """The number of the play in the deal, from 0."""
    sure: int
    """Tricks that were sure before."""
    left: int
    """Tricks that were sure after it."""


class DealStudy:
    """What every position of a closed deal was worth, worked out when it is asked for. `study_deal` makes it."""

    def __init__(
        self, play: TrickPlay, contract: Contract | None = None, positions: int = MOST_POSITIONS
    ) -> None:
        """`positions` is the number of positions after which a search gives up."""
        self.play = play
        self.left = positions
        """How many positions may still be looked at."""
        self.contract = contract
        self.players = (contract.declarer,) if contract else play.players
        """The players who are studied: with a contract, only the declarer."""
        self._searches: dict[str, Search] = {}

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The plays of the deal, as they were made."""
        led_as = self.play.order.led_as
        return tuple(
            Move(
                play.piece,
                trick.suit if not place and len(led_as[play.piece]) > 1 else None,
                trick.civil and not place,
            )
            for trick in self.play.tricks
            for place, play in enumerate(trick.plays)
        )

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position before each play, and the one at the end."""
        positions = [first_position(self.play)]
        for move in self.moves:
            positions.append(positions[-1].after(move))
        return tuple(positions)

    @cached_property
    def choices(self) -> tuple[tuple[Move, ...], ...]:
        """The lawful moves at each play."""
        return tuple(tuple(position.moves()) for position in self.positions[:-1])

    @cached_property
    def unlawful(self) -> tuple[int, ...]:
        """The numbers of the plays that were not lawful."""
        return tuple(
            place
            for place, (move, choices) in enumerate(zip(self.moves, self.choices, strict=True))
            if move.piece not in {one.piece for one in choices}
        )

    @cached_property
    def sure(self) -> Mapping[str, tuple[int, ...]]:
        """What was sure for each player at each position. Raises `NotStudied`."""
        return {player: self._along(player, "sure") for player in self.players}

    @cached_property
    def most(self) -> Mapping[str, tuple[int, ...]]:
        """What was possible for each player at each position. Raises `NotStudied`."""
        return {player: self._along(player, "most") for player in self.players}

    def taken(self, player: str) -> int:
        """Return the tricks that a player took; with a contract, whether it was made, as 1 or 0."""
        if self.contract:
            return int(self.contract.made)
        return self.positions[-1].taken[player]

    def lost(self, player: str) -> tuple[Lost, ...]:
        """Return the lawful plays of a player after which fewer tricks were sure."""
        sure = self.sure[player]
        return tuple(
            Lost(place, sure[place], sure[place + 1])
            for place in range(len(self.moves))
            if self.positions[place].turn == player
            and place not in self.unlawful
            and sure[place + 1] < sure[place]
        )

    def verdict(self, player: str, wanted: int = 1) -> Verdict:
        """Return why a player took `wanted` tricks, or fewer. Raises `NotStudied`."""
        if self.unlawful:
            return Verdict.UNLAWFUL
        first = self.positions[0]
        if not self._reaches(first, player, wanted, "most"):
            return Verdict.CARDS
        if self.taken(player) >= wanted:
            return Verdict.SAFE if self._reaches(first, player, wanted, "sure") else Verdict.OPEN
        # Only the player's own choice can have given away what was sure.
        choices = (
            position
            for position, moves in zip(self.positions, self.choices, strict=False)
            if position.turn == player and len(moves) > 1
        )
        had_it = any(self._reaches(one, player, wanted, "sure") for one in choices)
        return Verdict.PLAY if had_it else Verdict.OPEN

    def value(self, position: Position, player: str, goal: Goal = "sure") -> int:
        """Return what is sure, or possible, for a player from a position. Raises `NotStudied`."""
        tricks, top = 0, 1 if self.contract else self.play.trick_count
        while tricks < top and self._reaches(position, player, tricks + 1, goal):
            tricks += 1
        return tricks

    def better(self, lost: Lost) -> tuple[Move, ...]:
        """Return the moves that would have kept what was sure. Raises `NotStudied`."""
        position, choices = self.positions[lost.place], self.choices[lost.place]
        player = position.turn or ""
        return tuple(
            move for move in choices if self.value(position.after(move), player) == lost.sure
        )

    def refutation(self, lost: Lost) -> tuple[str, Move] | None:
        """Return the next player's move that takes away what was sure; None if it makes no difference.

        Raises `NotStudied`.
        """
        player, position = self.positions[lost.place].turn or "", self.positions[lost.place + 1]
        if position.turn in (None, player):
            return None
        moves = tuple(position.moves())
        good = [m for m in moves if self.value(position.after(m), player) == lost.left]
        return (position.turn or "", good[0]) if 0 < len(good) < len(moves) else None

    # The values

    def _along(self, player: str, goal: Goal) -> tuple[int, ...]:
        """Return a player's values at all positions, worked out from the end."""
        values = [self.value(position, player, goal) for position in reversed(self.positions)]
        return tuple(reversed(values))

    def _reaches(self, position: Position, player: str, number: int, goal: Goal) -> bool:
        if self.contract and not self.contract.tricks:
            avoids: Goal = "forced" if goal == "sure" else "fewest"
            return not self._takes(position, player, 1, avoids)
        return self._takes(
            position, player, self.contract.tricks if self.contract else number, goal
        )

    def _takes(self, position: Position, player: str, tricks: int, goal: Goal) -> bool:
        if position.lead_makes_trump and position.trick.number == 1 and not position.trick.plays:
            # Each lead makes another trump. It is the declarer's own.
            wants = any if goal in ("sure", "most") else all
            leads = position.moves()
            return wants(self._takes(position.after(m), player, tricks, goal) for m in leads)
        search = self._searches.get(position.trump)
        if search is None:
            first = replace(self.positions[0], trump=position.trump)
            search = self._searches[position.trump] = Search(first, self.left)
        before = search.left
        try:
            return search.reaches(position, player, tricks, goal)
        except TooManyPositions:
            raise NotStudied("too-many") from None
        finally:
            self.left -= before - search.left


def study(deal: Deal, positions: int = MOST_POSITIONS) -> DealStudy:
    """Return the study of a closed deal. It gives up after looking at `positions`.

    Raises `NotStudied`: if the deal is open, had no play, was not recorded play by play to the last
    piece, or is of a game without tricks; asking for values, if there are too many positions.
    """
    if not isinstance(deal, LooDeal | NapDeal):
        raise NotStudied("game")
    if deal.phase is not Phase.SETTLING:
        raise NotStudied("open")
    play = deal.play
    if play is None:
        raise NotStudied("no-play")
    if play.depth != "plays":
        raise NotStudied("depth")
    if any(len(plays) < play.trick_count for plays in play.plays_by_player.values()):
        raise NotStudied("unseen")
    return DealStudy(play, _contract(deal, play), positions)


def has_study(deal: Deal) -> bool:
    """Return whether a closed deal can be studied, unless it has too many positions."""
    try:
        study(deal)
    except NotStudied:
        return False
    return True


def _contract(deal: LooDeal | NapDeal, play: TrickPlay) -> Contract | None:
    if isinstance(deal, NapDeal):
        bid = deal.contract
        return Contract(deal.declarer, bid.id, bid.tricks, bool(deal.made)) if bid else None
    general = deal.declaring.general if deal.declaring else None
    if general is None:
        return None
    made = play.taken()[general] == play.trick_count
    return Contract(general, "general", play.trick_count, made)
