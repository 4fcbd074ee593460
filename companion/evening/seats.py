"""The seats at the table and the names of their players (docs/rules.md 1: seats, sitting out)."""

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation
from companion.evening import names
from companion.evening.entries import Joined, Left, PlayerRenamed, SatIn, SatOut
from companion.evening.game_facts import EveningFact
from companion.facts import Fact, Typed
from companion.ids import Rule

MOST_PEOPLE = 100
"""Maximum number of people in an evening, including those who left."""


class NotAtTable(Fact, frozen=True):
    player: Typed


class LastAtTable(Fact, frozen=True):
    player: str


class SeatUnchanged(Fact, frozen=True):
    player: str
    dealt_in: bool


class AtTableAlready(Fact, frozen=True):
    player: str


class SameName(Fact, frozen=True):
    player: str
    other: str


class KnownOtherwise(Fact, frozen=True):
    player: str
    known: str


class TooManyPeople(Fact, frozen=True):
    most: int


class Seat(Struct, frozen=True, gc=False):
    """A seat in the ring. Players who leave keep their seats, so that "left of" stays defined."""

    player: str
    dealt_in: bool = True
    gone: bool = False


Seats = tuple[Seat, ...]
"""All seats clockwise, including those of players who left."""


def seated(seats: Seats) -> tuple[str, ...]:
    """Return the players at the table, clockwise, including those who sit out."""
    return tuple(seat.player for seat in seats if not seat.gone)


def dealt_in(seats: Seats) -> tuple[str, ...]:
    """Return the players in the next deal, clockwise."""
    return tuple(seat.player for seat in seats if seat.dealt_in)


def ring(seats: Seats, player: str, to_right: bool = False) -> Seats:
    """Return all seats from that of `player`, clockwise or to the right."""
    seats = seats[::-1] if to_right else seats
    place = next(i for i, seat in enumerate(seats) if seat.player == player)
    return seats[place:] + seats[:place]


def next_to(seats: Seats, player: str, to_right: bool) -> str:
    """Return the player in the next seat, gone or not."""
    return ring(seats, player, to_right)[1 % len(seats)].player


def changed(seats: Seats, entry: SatOut | SatIn | Left) -> Seats:
    """Return the seats after a player sits out or in, or leaves. Raises `RuleViolation`."""
    seat = next((s for s in seats if s.player == entry.player and not s.gone), None)
    if seat is None:
        raise RuleViolation(Rule.NOT_IN, NotAtTable(entry.player))
    if isinstance(entry, Left):
        if len(seated(seats)) == 1:
            raise RuleViolation(Rule.TOO_FEW_PLAYERS, LastAtTable(entry.player))
        new = replace(seat, dealt_in=False, gone=True)
    elif seat.dealt_in is isinstance(entry, SatIn):
        raise RuleViolation(Rule.ALREADY_RECORDED, SeatUnchanged(entry.player, seat.dealt_in))
    else:
        new = replace(seat, dealt_in=isinstance(entry, SatIn))
    return tuple(new if s is seat else s for s in seats)


def joined(seats: Seats, entry: Joined) -> Seats:
    """Return the seats with one more player. Raises `RuleViolation`.

    A player who comes back loses the old seat.
    """
    at_table = seated(seats)
    alike = names.logged_likeness(entry.player)
    here = next((player for player in at_table if names.logged_likeness(player) == alike), None)
    if here:
        raise RuleViolation(Rule.ALREADY_RECORDED, AtTableAlready(here))
    if entry.after is not None and entry.after not in at_table:
        raise RuleViolation(Rule.NOT_IN, NotAtTable(entry.after))
    others = [seat for seat in seats if seat.player != entry.player]
    place = next((i for i, s in enumerate(others, 1) if s.player == entry.after), len(others))
    return (*others[:place], Seat(entry.player), *others[place:])


def check_names(players: tuple[str, ...], known: tuple[str, ...]) -> None:
    """Raise `MalformedEntry` or `RuleViolation` unless these players can sit at one table.

    `known` are the people of the evening, whose names must be spelled as before.
    """
    if not players:
        raise RuleViolation(Rule.TOO_FEW_PLAYERS, EveningFact.NOBODY_AT_TABLE)
    people = {names.logged_likeness(name): name for name in known}
    by_likeness: dict[str, str] = {}
    for player in players:
        wrong = names.fault(player)
        if wrong:
            raise MalformedEntry(wrong)
        likeness = names.logged_likeness(player)
        if likeness in by_likeness:
            raise RuleViolation(Rule.ALREADY_RECORDED, SameName(player, by_likeness[likeness]))
        before = people.get(likeness, player)
        if before != player:
            raise RuleViolation(Rule.ALREADY_RECORDED, KnownOtherwise(player, before))
        by_likeness[likeness] = player
    if len({*known, *players}) > MOST_PEOPLE:
        raise RuleViolation(Rule.TOO_MANY_PLAYERS, TooManyPeople(MOST_PEOPLE))


def check_renaming(entry: PlayerRenamed, people: tuple[str, ...]) -> None:
    """Raise `MalformedEntry` or `RuleViolation` unless one of these people can get another name."""
    if entry.player not in people:
        raise RuleViolation(Rule.NOT_IN, NotAtTable(entry.player))
    if entry.to == entry.player:
        raise RuleViolation(Rule.ALREADY_RECORDED, AtTableAlready(entry.to))
    check_names((*(name for name in people if name != entry.player), entry.to), ())
