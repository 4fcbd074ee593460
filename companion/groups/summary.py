"""What lists and the figures of a group need to know of an evening, small enough to keep a thousand.

It follows from the evening's log, so a store may keep it beside the position it stands for.
"""

from msgspec import Struct

from companion.evening import Evening, figures
from companion.evening.entries import GameStarted
from companion.evening.figures import Won
from companion.evening.settling_up import Transfer
from companion.evening.usual import last_starts, usual_table

VERSION = 100 * figures.VERSION + 2
"""Another one if the same evening has come to be summed up otherwise."""


class PersonSummary(Struct, frozen=True, gc=False, array_like=True):
    """One player, in a game or over an evening; of what `PlayerFigures` says, what can be added up."""

    player: str
    amount: int
    won: int
    lost: int
    deals: int
    played: int
    tricks: int
    tricks_known: int
    looed: int
    loo_cost: int
    revokes: int


class GameSummary(Struct, frozen=True, gc=False):
    """One game of an evening."""

    game: str
    for_chips: bool
    deals: int
    people: tuple[PersonSummary, ...]
    winner: str
    """Who has won a game for scores; "" if nobody has."""
    won_from: tuple[Won, ...]


class EveningSummary(Struct, frozen=True, gc=False):
    """A whole evening."""

    closed: bool
    games: tuple[GameSummary, ...]
    people: tuple[PersonSummary, ...]
    """Everybody, with the sums over all games."""
    pool: int
    """Chips in the pool: with everybody's they are zero."""
    payments: tuple[Transfer, ...]
    usual: GameStarted | None = None
    """Its last game, as it would be played again."""
    starts: tuple[GameStarted, ...] = ()
    """How each game was last started."""

    @property
    def for_chips(self) -> bool:
        """Whether a game for chips was played."""
        return any(game.for_chips for game in self.games)


def summary(evening: Evening) -> EveningSummary:
    """Return an evening as it stands, summed up."""
    found = figures.figures(evening.state)
    return EveningSummary(
        closed=found.closed,
        games=tuple(
            GameSummary(
                game=one.game,
                for_chips=one.for_chips,
                deals=one.deals,
                people=tuple(map(_person, one.players)),
                winner=one.winner or "",
                won_from=one.won_from,
            )
            for one in found.games
        ),
        people=tuple(map(_person, found.people)),
        pool=found.pool,
        payments=found.payments,
        usual=usual_table(evening),
        starts=last_starts(evening),
    )


def _person(one: figures.PlayerFigures) -> PersonSummary:
    return PersonSummary(**{name: getattr(one, name) for name in PersonSummary.__struct_fields__})
