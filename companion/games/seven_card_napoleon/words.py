"""The words of Seven-card Napoleon."""

from collections.abc import Iterator

from companion.ids import Rule
from companion.rules.actions import TrickWon
from companion.wording.games import GameWords, Way
from companion.wording.languages import N_
from companion.wording.worked_deals import bids


def _worked_deal() -> Iterator[Way]:
    winners = ("Cat", "Cat", "Dan", "Cat", "Bob", "Cat", "Dan")
    yield "tricks", (*bids("three four pass pass"), *map(TrickWon, winners))


WORDS = GameWords(
    title=N_("Seven-card Napoleon"),
    summary=N_("Napoleon with seven cards: from three tricks up to seven. For 2 to 6."),
    rules={Rule.DECLARING: N_("bidding")},
    worked_deal=_worked_deal,
)
