"""The words of any other game."""

from collections.abc import Iterator

from companion.rules.actions import Scored
from companion.wording.games import GameWords, Way
from companion.wording.languages import N_


def _worked_deal() -> Iterator[Way]:
    yield "result", (Scored({"Bob": 3, "Cat": -1, "Dan": -2, "Ann": 0}),)


WORDS = GameWords(
    title=N_("Another game"),
    summary=N_("Any game: type its name, and enter the points or chips of each deal. For 2 to 16."),
    sources={"other": N_("The table’s own rules")},
    worked_deal=_worked_deal,
)
