"""The words of Napoleon."""

from collections.abc import Iterator

from companion.ids import Rule
from companion.wording.games import GameWords, Way
from companion.wording.languages import N_
from companion.wording.worked_deals import bids, plays

_TRICKS = (
    "Cat AS Dan 9S Ann JS Bob TS / Cat KS Dan TD Ann QC Bob 9H / Cat QH Dan KH Ann TH Bob JH / "
    "Dan AD Ann JD Bob QD Cat 9D / Dan 9C Ann KC Bob TC Cat QS"
)


def _worked_deal() -> Iterator[Way]:
    yield "plays", (*bids("two three pass pass"), *plays(_TRICKS))


WORDS = GameWords(
    title=N_("Napoleon"),
    summary=N_("Five cards. One player against the rest, for the tricks they bid. For 2 to 6."),
    rules={Rule.DECLARING: N_("bidding")},
    worked_deal=_worked_deal,
)
