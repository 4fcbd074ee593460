"""What lists and the figures of a group need to know of an evening, small enough to keep a thousand.

It follows from the evening's log, so a store may keep it beside the position it stands for. It grows
with the people and the kinds of games, not with the deals or how often a game was begun.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from operator import add

from msgspec import Struct
from msgspec.structs import astuple, replace

from companion.evening import Evening, figures
from companion.evening.entries import GameStarted
from companion.evening.usual import last_starts, usual_table

VERSION = 100 * figures.VERSION + 3
"""Another one if the same evening has come to be summed up otherwise."""

MOST_PAIRS = 600
"""Of whom one won from the other: all of 25 people, both ways. Of more, those with most chips."""


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
    paid: int = 0
    """Over an evening: chips paid to others, less what others paid."""


class GameSummary(Struct, frozen=True, gc=False):
    """One kind of game, each time that it was played in the evening."""

    game: str
    for_chips: bool
    deals: int
    people: tuple[PersonSummary, ...]
    wins: dict[str, int]
    """How often each has won, of a game for scores; who has not is left out."""


class EveningSummary(Struct, frozen=True, gc=False):
    """A whole evening."""

    closed: bool
    games: tuple[GameSummary, ...]
    """In the order in which they were first played."""
    people: tuple[PersonSummary, ...]
    """Everybody, with the sums over all games."""
    pool: int
    """Chips in the pool: with everybody's they are zero."""
    won_from: tuple[tuple[int, int, int], ...]
    """A winner and a loser, by their places in `people`, and the chips that went directly."""
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
    paid: Counter[str] = Counter()
    for one in found.payments:
        paid[one.source] += one.amount
        paid[one.target] -= one.amount
    kinds: dict[tuple[str, bool], list[figures.GameFigures]] = {}
    for game in found.games:
        kinds.setdefault((game.game, game.for_chips), []).append(game)
    return EveningSummary(
        closed=found.closed,
        games=tuple(_together(games) for games in kinds.values()),
        people=tuple(_person(one, paid[one.player]) for one in found.people),
        pool=found.pool,
        won_from=_won_from(found),
        usual=usual_table(evening),
        starts=last_starts(evening),
    )


def merged(
    people: Iterable[PersonSummary], name: Callable[[str], str] = str
) -> list[PersonSummary]:
    """Return people under the names that `name` gives them; who has the same are added up."""
    found: dict[str, PersonSummary] = {}
    for one in people:
        called = name(one.player)
        before = found.get(called)
        if before is None:
            found[called] = one if one.player == called else replace(one, player=called)
        else:
            numbers = map(add, astuple(before)[1:], astuple(one)[1:])
            found[called] = PersonSummary(called, *numbers)
    return list(found.values())


def _together(games: list[figures.GameFigures]) -> GameSummary:
    """Return games of one kind as one."""
    first = games[0]
    return GameSummary(
        game=first.game,
        for_chips=first.for_chips,
        deals=sum(one.deals for one in games),
        people=tuple(merged(_person(player) for one in games for player in one.players)),
        wins=Counter(one.winner for one in games if one.winner),
    )


def _won_from(found: figures.EveningFigures) -> tuple[tuple[int, int, int], ...]:
    """Return who won from whom in all games, the most first."""
    places = {one.player: place for place, one in enumerate(found.people)}
    chips: Counter[tuple[int, int]] = Counter()
    for game in found.games:
        for one in game.won_from:
            chips[places[one.winner], places[one.loser]] += one.chips
    return tuple((*pair, amount) for pair, amount in chips.most_common(MOST_PAIRS))


def _person(one: figures.PlayerFigures, paid: int = 0) -> PersonSummary:
    fields = PersonSummary.__struct_fields__[:-1]
    return PersonSummary(**{name: getattr(one, name) for name in fields}, paid=paid)
