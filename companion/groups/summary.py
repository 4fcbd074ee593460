"""Summaries of evenings for lists and the figures of groups, small enough to store thousands.

A summary is derived from the log, so a store can keep it with the log's position. Its size depends on the
people and the kinds of games, not on the number of deals.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from companion.evening import Evening, figures
from companion.evening.entries import GameStarted, WorthSet
from companion.evening.figures import LooFree
from companion.evening.usual import last_starts, usual_table
from companion.study.looed import Reasons, counted

VERSION = 100 * figures.VERSION + 5
"""Increased whenever the same evening would get another summary."""

IN_CHIPS = ("amount", "won", "lost", "loo_cost", "paid")
"""The fields of a person that count chips."""
SUMS = (*IN_CHIPS, "deals", "played", "tricks", "tricks_known", "looed", "revokes")
"""The fields of a person that can be summed."""
MOST_PAIRS = 600
"""In each game, keep at most this many pairs of winner and loser, those with most chips: enough for 25 people."""


class DealResult(Struct, frozen=True, gc=False, array_like=True):
    """What a deal brought a person."""

    amount: int
    deal: int
    """Its number over all games of the evening."""


class PersonSummary(Struct, frozen=True, gc=False, array_like=True):
    """A player in a game or over an evening."""

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
    looed_by: Mapping[str, int] = {}
    """How often looed for each reason (`Verdict`), in deals that can be studied."""
    best: DealResult | None = None
    """The deal that won most chips, the first of equals; None without deals for chips."""
    worst: DealResult | None = None
    loo_free: LooFree = LooFree()
    """The runs of deals without a loo."""

    def then(self, later: "PersonSummary") -> "PersonSummary":
        """Return these figures with `later` ones added."""
        best = [one for one in (self.best, later.best) if one]
        worst = [one for one in (self.worst, later.worst) if one]
        return replace(
            self,
            **{name: getattr(self, name) + getattr(later, name) for name in SUMS},
            looed_by=Counter(self.looed_by) + Counter(later.looed_by),
            best=max(best, key=lambda one: one.amount, default=None),
            worst=min(worst, key=lambda one: one.amount, default=None),
            loo_free=self.loo_free.then(later.loo_free),
        )

    def valued(self, minor: int) -> "PersonSummary":
        """Return the figures with `minor` units for each chip."""
        marks = {
            name: mark and replace(mark, amount=mark.amount * minor)
            for name, mark in (("best", self.best), ("worst", self.worst))
        }
        amounts = {name: getattr(self, name) * minor for name in IN_CHIPS}
        return replace(self, **amounts, **marks)


class GameSummary(Struct, frozen=True, gc=False):
    """All games of one kind in an evening."""

    game: str
    for_chips: bool
    deals: int
    people: tuple[PersonSummary, ...]
    wins: dict[str, int]
    """Games won by each winner, in a game for scores."""
    won_from: tuple[tuple[int, int, int], ...] = ()
    """Winner and loser, by their places in `people`, and the chips won."""

    def valued(self, minor: int) -> "GameSummary":
        """Return the summary with `minor` units for each chip."""
        return replace(
            self,
            people=tuple(one.valued(minor) for one in self.people),
            won_from=tuple((one, other, chips * minor) for one, other, chips in self.won_from),
        )


class EveningSummary(Struct, frozen=True, gc=False):
    closed: bool
    games: tuple[GameSummary, ...]
    """In order of the first deal."""
    people: tuple[PersonSummary, ...]
    """All players, with their sums over all games."""
    pool: int
    """Chips in the pool: with all balances they sum to zero."""
    usual: GameStarted | None = None
    """The start entry for another game like the last one."""
    starts: tuple[GameStarted, ...] = ()
    """The last start of each game."""
    worth: WorthSet | None = None
    """The value of a chip, if the evening's own entries say it."""
    notes: tuple[str, ...] = ()
    """What was noted, in order."""

    def valued(self, minor: int) -> "EveningSummary":
        """Return the summary with minor units instead of chips; a chip is worth `minor` of them."""
        return replace(
            self,
            games=tuple(game.valued(minor) if game.for_chips else game for game in self.games),
            people=tuple(one.valued(minor) for one in self.people),
            pool=self.pool * minor,
        )

    def without_study(self) -> "EveningSummary":
        """Return the summary without the reasons for loos."""
        return replace(
            self,
            games=tuple(replace(game, people=_unstudied(game.people)) for game in self.games),
            people=_unstudied(self.people),
        )

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
    reasons = counted(evening.state)
    before = tuple(accumulate((game.deals for game in evening_figures.games), initial=0))
    kinds: dict[tuple[str, bool], list[int]] = {}
    for place, game in enumerate(evening_figures.games):
        kinds.setdefault((game.game, game.for_chips), []).append(place)
    return EveningSummary(
        closed=evening_figures.closed,
        games=tuple(
            _together([(evening_figures.games[place], reasons[place]) for place in places], before)
            for places in kinds.values()
        ),
        people=tuple(
            _person(one, sum((its[one.player] for its in reasons), Counter()), before, paid)
            for one in evening_figures.people
        ),
        pool=evening_figures.pool,
        usual=usual_table(evening),
        starts=last_starts(evening),
        worth=evening.state.worth,
    )


def _unstudied(people: Iterable[PersonSummary]) -> tuple[PersonSummary, ...]:
    return tuple(replace(one, looed_by={}) for one in people)


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
            people_by_name[called] = before.then(one)
    return list(people_by_name.values())


def _together(
    games: Sequence[tuple[figures.GameFigures, Reasons]], before: Sequence[int]
) -> GameSummary:
    """Return the sums of games of one kind, each with the reasons for its loos."""
    first, _ = games[0]
    people: list[PersonSummary] = []
    chips: Counter[tuple[str, str]] = Counter()
    for game, reasons in games:
        for one in game.players:
            person = _person(one, reasons[one.player], before)
            divided = game.left_over.get(one.player, 0)
            people.append(replace(person, amount=person.amount + divided, won=person.won + divided))
        for pair in game.won_from:
            chips[pair.winner, pair.loser] += pair.chips
    people = merged(people)
    if not first.for_chips:
        people = [replace(one, best=None, worst=None) for one in people]
    places = {one.player: place for place, one in enumerate(people)}
    return GameSummary(
        game=first.game,
        for_chips=first.for_chips,
        deals=sum(one.deals for one, _ in games),
        people=tuple(people),
        wins=Counter(winner for one, _ in games for winner in one.winners),
        won_from=tuple(
            (places[winner], places[loser], amount)
            for (winner, loser), amount in chips.most_common(MOST_PAIRS)
        ),
    )


def _person(
    one: figures.PlayerFigures,
    looed_by: Counter[str],
    before: Sequence[int],
    paid: Mapping[str, int] = {},
) -> PersonSummary:
    """Return the sums of a player. `before` are the deals before each game of the evening."""

    def result(mark: figures.DealMark | None) -> DealResult | None:
        return DealResult(mark.amount, before[mark.game] + mark.deal) if mark else None

    fields = set(PersonSummary.__struct_fields__) & set(figures.PlayerFigures.__struct_fields__)
    values = {name: getattr(one, name) for name in fields}
    values |= {"best": result(one.best), "worst": result(one.worst)}
    return PersonSummary(**values, paid=paid.get(one.player, 0), looed_by=looed_by)
