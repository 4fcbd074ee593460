"""The words of Double rummy."""

from collections.abc import Iterator, Mapping

from companion.rules.actions import DealEntry, Discarded, Drew, HandsLeft, LaidOff, Melded, TurnedUp
from companion.wording.games import GameWords, Way
from companion.wording.languages import N_

_TURNS = (
    "Bob 9S 9H 9D, 4C 5C 6C, KH / Cat 8S 8H 8D, TH JH QH KH, 3D / "
    "Dan 3S 4S 5S 6S 7S, KC KS KD, JS / Ann AD AC AH, 5D 6D 7D 8D 9D, 7C"
)
_LEFT: Mapping[str, tuple[str, ...] | int] = {
    "Cat": ("KD", "7C", "JK"),
    "Dan": ("4H", "4D"),
    "Ann": ("AS", "9H"),
}


def _worked_deal() -> Iterator[Way]:
    turns = (*_turns(_TURNS), Drew("Bob", "discards"), LaidOff("Bob", 2, "7C"))
    begun, left = (TurnedUp("QC"), *turns), HandsLeft("Bob", dict(_LEFT))
    yield "plays", (*begun, Melded("Bob", ("2D", "2S", "2H")), Discarded("Bob", "QS"), left)
    # For the house rule that forbids discarding the last card.
    yield "plays", (*begun, Melded("Bob", ("2D", "2S", "2H", "2C")), left)


def _turns(turns: str) -> Iterator[DealEntry]:
    for turn in turns.split(" / "):
        player, cards = turn.split(" ", 1)
        *melds, discard = cards.split(", ")
        yield Drew(player, "stock")
        for meld in melds:
            yield Melded(player, tuple(meld.split()))
        yield Discarded(player, discard)


WORDS = GameWords(
    title=N_("Double rummy (Coon Can)"),
    summary=N_("Two packs, two jokers, ten cards each: sets and sequences. For 2 to 8."),
    sources={"coon-can": N_("“Coon Can” in a collection of card games, beside Loo and Napoleon")},
    worked_deal=_worked_deal,
)
