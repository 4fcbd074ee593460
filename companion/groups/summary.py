"""Summaries of evenings for lists and the figures of groups, small enough to store thousands.

A summary is derived from the log, so a store can keep it with the log's position. Its size depends on the
people and the kinds of games, not on the number of deals.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from operator import add

from msgspec import Struct
from msgspec.structs import astuple, replace

from companion.evening import Evening, figures
from companion.evening.entries import GameStarted, WorthSet
from companion.evening.usual import last_starts, usual_table
from companion.study.deal import Verdict
from companion.study.looed import counted

VERSION = 100 * figures.VERSION + 5
"""Increased whenever the same evening would get another summary."""

IN_CHIPS = ("amount", "won", "lost", "loo_cost", "paid")
"""The fields of a person that count chips."""
REASONS: tuple[Verdict, ...] = ("cards", "play", "open", "unlawful")
"""Why a player was looed."""
MOST_PAIRS = 600
"""Keep at most this many pairs of winner and loser, those with most chips: enough for 25 people."""


class PersonSummary(Struct, frozen=True, gc=False, array_like=True):
    """A player in a game or over an evening: the fields of `PlayerFigures` that can be summed."""

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
    """Over an evening: chips paid minus chips received."""
    cards: int = 0
    """Over an evening: how often looed by the cards, and below for the other reasons (`Verdict`)."""
    play: int = 0
    open: int = 0
    unlawful: int = 0

    @property
    def looed_by(self) -> dict[str, int]:
        """How often looed for each reason, in deals that can be studied."""
        return {reason: getattr(self, reason) for reason in REASONS}


class GameSummary(Struct, frozen=True, gc=False):
    """All games of one kind in an evening."""

    game: str
    for_chips: bool
    deals: int
    people: tuple[PersonSummary, ...]
    wins: dict[str, int]
    """Games won by each winner, in a game for scores."""


class EveningSummary(Struct, frozen=True, gc=False):
    closed: bool
    games: tuple[GameSummary, ...]
    """In order of the first deal."""
    people: tuple[PersonSummary, ...]
    """All players, with their sums over all games."""
    pool: int
    """Chips in the pool: with all balances they sum to zero."""
    won_from: tuple[tuple[int, int, int], ...]
    """Winner and loser, by their places in `people`, and the chips won."""
    usual: GameStarted | None = None
    """The start entry for another game like the last one."""
    starts: tuple[GameStarted, ...] = ()
    """The last start of each game."""
    worth: WorthSet | None = None
    """The value of a chip, if the evening's own entries say it."""

    def valued(self, minor: int) -> "EveningSummary":
        """Return the summary with minor units instead of chips; a chip is worth `minor` of them."""
        return replace(
            self,
            games=tuple(
                replace(game, people=_valued(game.people, minor)) if game.for_chips else game
                for game in self.games
            ),
            people=_valued(self.people, minor),
            pool=self.pool * minor,
            won_from=tuple((one, other, chips * minor) for one, other, chips in self.won_from),
        )

    def without_study(self) -> "EveningSummary":
        """Return the summary without the reasons for loos."""
        none = dict.fromkeys(REASONS, 0)
        return replace(self, people=tuple(replace(one, **none) for one in self.people))

    @property
    def names(self) -> tuple[str, ...]:
        """All players, in order of arrival."""
        return tuple(one.player for one in self.people)

    @property
    def for_chips(self) -> bool:
        return any(game.for_chips for game in self.games)

    @property
    def was_played(self) -> bool:
        """Whether chips have moved, or a deal is settled."""
        has_moved = any(one.amount or one.paid for one in self.people)
        return has_moved or any(game.deals for game in self.games)

    @property
    def has_chips(self) -> bool:
        """Whether it was played, and for chips."""
        return self.for_chips and self.was_played

    @property
    def is_undecided(self) -> bool:
        """Whether chips in the pool can still be won or divided."""
        return bool(self.pool) and not self.closed


def summary(evening: Evening) -> EveningSummary:
    """Return the summary of an evening."""
    evening_figures = figures.figures(evening.state)
    paid: Counter[str] = Counter()
    for one in evening_figures.payments:
        paid[one.source] += one.amount
        paid[one.target] -= one.amount
    looed = counted(evening.state)
    kinds: dict[tuple[str, bool], list[figures.GameFigures]] = {}
    for game in evening_figures.games:
        kinds.setdefault((game.game, game.for_chips), []).append(game)
    return EveningSummary(
        closed=evening_figures.closed,
        games=tuple(_together(games) for games in kinds.values()),
        people=tuple(
            replace(_person(one, paid[one.player]), **looed.get(one.player, Counter()))
            for one in evening_figures.people
        ),
        pool=evening_figures.pool,
        won_from=_won_from(evening_figures),
        usual=usual_table(evening),
        starts=last_starts(evening),
        worth=evening.state.worth,
    )


def _valued(people: Iterable[PersonSummary], minor: int) -> tuple[PersonSummary, ...]:
    return tuple(
        replace(one, **{name: getattr(one, name) * minor for name in IN_CHIPS}) for one in people
    )


def merged(
    people: Iterable[PersonSummary], name: Callable[[str], str] = str
) -> list[PersonSummary]:
    """Return people renamed by `name`; people with the same new name are added up."""
    people_by_name: dict[str, PersonSummary] = {}
    for one in people:
        called = name(one.player)
        before = people_by_name.get(called)
        if before is None:
            people_by_name[called] = one if one.player == called else replace(one, player=called)
        else:
            numbers = map(add, astuple(before)[1:], astuple(one)[1:])
            people_by_name[called] = PersonSummary(called, *numbers)
    return list(people_by_name.values())


def _together(games: list[figures.GameFigures]) -> GameSummary:
    first = games[0]
    return GameSummary(
        game=first.game,
        for_chips=first.for_chips,
        deals=sum(one.deals for one in games),
        people=tuple(
            merged(
                _person(player, divided=one.left_over.get(player.player, 0))
                for one in games
                for player in one.players
            )
        ),
        wins=Counter(winner for one in games for winner in one.winners),
    )


def _won_from(evening_figures: figures.EveningFigures) -> tuple[tuple[int, int, int], ...]:
    """Return (winner, loser, chips) by place, over all games, largest first; at most `MOST_PAIRS`."""
    places = {one.player: place for place, one in enumerate(evening_figures.people)}
    chips: Counter[tuple[int, int]] = Counter()
    for game in evening_figures.games:
        for one in game.won_from:
            chips[places[one.winner], places[one.loser]] += one.chips
    return tuple((*pair, amount) for pair, amount in chips.most_common(MOST_PAIRS))


def _person(one: figures.PlayerFigures, paid: int = 0, divided: int = 0) -> PersonSummary:
    """Return the sums of a player; a game's have to count the chips `divided` at the closing."""
    fields = set(PersonSummary.__struct_fields__) & set(figures.PlayerFigures.__struct_fields__)
    person = PersonSummary(**{name: getattr(one, name) for name in fields}, paid=paid)
    return replace(person, amount=person.amount + divided, won=person.won + divided)
