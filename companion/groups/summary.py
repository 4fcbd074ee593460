"""Summaries of evenings for lists and the figures of groups, small enough to store thousands.

A summary is derived from the log, so a store can keep it with the log's position. Its size depends on the
people and the kinds of games, not on the number of deals.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.evening import Evening, figures
from companion.evening.entries import GameStarted, WorthSet
from companion.evening.figures import LooFree, Won
from companion.evening.names import likeness
from companion.evening.usual import last_starts, usual_table
from companion.games import game_of
from companion.study.looed import Reasons, counted

VERSION = 100 * figures.VERSION + 5
"""Increased whenever the same evening would get another summary."""

IN_CHIPS = ("amount", "won", "lost", "loo_cost")
"""The fields of a person that count chips, except those paid."""
COUNTS = ("deals", "played", "tricks", "tricks_known", "looed", "revokes")
"""The other fields of a person that can be summed."""
MOST_PAIRS = 600
"""In each game, keep at most this many pairs of winner and loser, those with most chips: enough for 25 people."""


class Mark(Struct, frozen=True, gc=False, array_like=True):
    """What a deal or a whole evening brought a person."""

    amount: int
    deal: int = 0
    """Its number over all games of the evening; 0 for the whole evening."""
    evening: int = 0
    """In the figures of a group, the number of the evening."""


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
    """In a game: how often looed for each reason (`Verdict`), in deals that can be studied."""
    best: Mark | None = None
    """The deal that won most chips, the first of equals; None without deals for chips."""
    worst: Mark | None = None
    loo_free: LooFree = LooFree()
    """The runs of deals without a loo."""

    def then(self, later: "PersonSummary") -> "PersonSummary":
        """Return these figures with `later` ones added."""
        best = [one for one in (self.best, later.best) if one]
        worst = [one for one in (self.worst, later.worst) if one]
        return replace(
            self,
            **{
                name: getattr(self, name) + getattr(later, name)
                for name in (*IN_CHIPS, *COUNTS, "paid")
            },
            looed_by=Counter(self.looed_by) + Counter(later.looed_by),
            best=max(best, key=lambda one: one.amount, default=None),
            worst=min(worst, key=lambda one: one.amount, default=None),
            loo_free=self.loo_free.then(later.loo_free),
        )

    def valued(self, minor: int) -> "PersonSummary":
        """Return the figures with `minor` units for each chip."""
        values: dict[str, Any] = {name: getattr(self, name) * minor for name in (*IN_CHIPS, "paid")}
        for name in ("best", "worst"):
            mark = getattr(self, name)
            values[name] = mark and replace(mark, amount=mark.amount * minor)
        return replace(self, **values)


class GameSummary(Struct, frozen=True, gc=False):
    """All games of one kind in an evening."""

    game: str
    for_chips: bool
    deals: int
    people: tuple[PersonSummary, ...]
    wins: dict[str, int]
    """Games won by each winner, in a game for scores."""
    won_from: tuple[Won, ...] = ()
    as_told: bool = False
    """Whether some were kept as another game with the title of this one."""

    def then(self, later: "GameSummary") -> "GameSummary":
        """Return the sums of these games and of later ones of the same kind."""
        return replace(
            self,
            deals=self.deals + later.deals,
            people=tuple(merged((*self.people, *later.people))),
            wins=Counter(self.wins) + Counter(later.wins),
            won_from=_added_up((*self.won_from, *later.won_from)),
            as_told=self.as_told or later.as_told,
        )

    def valued(self, minor: int) -> "GameSummary":
        """Return the summary with `minor` units for each chip."""
        won_from = [replace(one, chips=one.chips * minor) for one in self.won_from]
        people = [one.valued(minor) for one in self.people]
        return replace(self, people=tuple(people), won_from=tuple(won_from))


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

    def with_titles(self, titles: Mapping[str, str]) -> "EveningSummary":
        """Return the summary with other games under the game that has their title.

        `titles` are the ids of games by the likeness of their titles.
        """
        known = (
            replace(one, game=titles[title], as_told=True)
            if (title := likeness(game_of(one.game).title)) in titles
            else one
            for one in self.games
        )
        return replace(self, games=_by_kind(known))

    def without_study(self) -> "EveningSummary":
        """Return the summary without the reasons for loos."""
        people = [[replace(one, looed_by={}) for one in game.people] for game in self.games]
        pairs = zip(self.games, people, strict=True)
        return replace(self, games=tuple(replace(game, people=tuple(p)) for game, p in pairs))

    @property
    def names(self) -> tuple[str, ...]:
        """All players, in order of arrival."""
        return tuple(one.player for one in self.people)

    @property
    def for_chips(self) -> bool:
        """Whether a game was played for chips."""
        return self._has_moved or any(game.for_chips and game.deals for game in self.games)

    @property
    def was_played(self) -> bool:
        """Whether chips have moved, or a deal is settled."""
        return self._has_moved or any(game.deals for game in self.games)

    @property
    def _has_moved(self) -> bool:
        return any(one.amount or one.paid for one in self.people)

    @property
    def is_undecided(self) -> bool:
        """Whether chips in the pool can still be won or divided."""
        return bool(self.pool) and not self.closed


class _Person(Struct, gc=False, array_like=True):
    player: str


class _Game(Struct, gc=False):
    game: str


class SummaryTexts(Struct, gc=False):
    """The parts of a stored summary, of any version, that can be searched."""

    games: tuple[_Game, ...]
    people: tuple[_Person, ...]
    notes: tuple[str, ...] = ()


def summary(evening: Evening) -> EveningSummary:
    """Return the summary of an evening."""
    evening_figures = figures.figures(evening.state)
    paid: Counter[str] = Counter()
    for one in evening_figures.payments:
        paid[one.source] += one.amount
        paid[one.target] -= one.amount
    reasons = counted(evening.state)
    before = tuple(accumulate((game.deals for game in evening_figures.games), initial=0))
    return EveningSummary(
        closed=evening_figures.closed,
        games=_by_kind(
            _of_game(game, why, before)
            for game, why in zip(evening_figures.games, reasons, strict=True)
        ),
        people=tuple(_person(one, before, paid=paid[one.player]) for one in evening_figures.people),
        pool=evening_figures.pool,
        usual=usual_table(evening),
        starts=last_starts(evening),
        worth=evening.state.worth,
        notes=tuple(one.text for one in evening.notes()),
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
            people_by_name[called] = before.then(one)
    return list(people_by_name.values())


def _by_kind(games: Iterable[GameSummary]) -> tuple[GameSummary, ...]:
    """Return one game of each kind, with the sums of all."""
    kinds: dict[tuple[str, bool], GameSummary] = {}
    for one in games:
        kind = one.game, one.for_chips
        kinds[kind] = kinds[kind].then(one) if kind in kinds else one
    return tuple(kinds.values())


def _added_up(won_from: Iterable[Won]) -> tuple[Won, ...]:
    """Return the winnings of each pair in all, largest first; at most `MOST_PAIRS`."""
    chips: Counter[tuple[str, str]] = Counter()
    for one in won_from:
        chips[one.winner, one.loser] += one.chips
    return tuple(Won(*pair, number) for pair, number in chips.most_common(MOST_PAIRS))


def _of_game(game: figures.GameFigures, reasons: Reasons, before: Sequence[int]) -> GameSummary:
    people = []
    for one in game.players:
        person = _person(one, before, looed_by=reasons[one.player])
        if not game.for_chips:
            person = replace(person, best=None, worst=None)
        divided = game.left_over.get(one.player, 0)
        people.append(replace(person, amount=person.amount + divided, won=person.won + divided))
    return GameSummary(
        game=game.game,
        for_chips=game.for_chips,
        deals=game.deals,
        people=tuple(people),
        wins=Counter(game.winners),
        won_from=_added_up(game.won_from),
    )


def _person(one: figures.PlayerFigures, before: Sequence[int], **more: Any) -> PersonSummary:
    """Return the sums of a player. `before` are the deals before each game of the evening."""
    fields = set(PersonSummary.__struct_fields__) & set(figures.PlayerFigures.__struct_fields__)
    values = {name: getattr(one, name) for name in fields}
    for name in ("best", "worst"):
        mark = values[name]
        values[name] = mark and Mark(mark.amount, before[mark.game] + mark.deal)
    return PersonSummary(**values, **more)
