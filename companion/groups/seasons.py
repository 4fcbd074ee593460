"""Seasons of a group: which evenings count, and who is first."""

from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from companion.groups.figures import GroupFigures
from companion.groups.group import Group
from companion.groups.summary import EveningSummary, merged


class Filter(Struct, frozen=True):
    """Which evenings count. What is not said leaves none out."""

    since: date = date.min
    until: date = date.max
    game: str = ""
    players: int = 0
    """How many were dealt in that evening."""

    def counted(self, day: date, evening: EveningSummary) -> EveningSummary | None:
        """Return an evening, or what was played of the game in it, if it counts."""
        games = tuple(one for one in evening.games if self.game in ("", one.game))
        is_as_large = self.players in (0, dealt_in(evening))
        if not (games and is_as_large and self.since <= day <= self.until):
            return None
        people = merged(
            one if its.for_chips else replace(one, amount=0, won=0, lost=0, loo_cost=0)
            for its in games
            for one in its.people
        )
        its_game = replace(evening, games=games, people=tuple(people), pool=0)
        return its_game if self.game else evening


def dealt_in(evening: EveningSummary) -> int:
    """Return how many were dealt in at least once."""
    return sum(one.deals > 0 for one in evening.people)


def standings(group: Group, figures: GroupFigures) -> list[tuple[int, str, int, int]]:
    """Return everyone's place, name, result and number of evenings; equal results share a place.

    A result is place points or chips, as the group has chosen, or games won if none was for chips.
    """
    for_chips = any(game.for_chips for game in figures.games)
    found = [
        (one.marks.points, one.marks.ranked, one.name)
        if group.scoring == "places"
        else (one.amount if for_chips else one.games_won, one.evenings, one.name)
        for one in figures.people
    ]
    there = (one for one in found if one[1])
    ranked = sorted(there, key=lambda one: (-one[0], -one[1], one[2]))
    results = [result for result, _evenings, _name in ranked]
    return [(results.index(result) + 1, name, result, times) for result, times, name in ranked]
