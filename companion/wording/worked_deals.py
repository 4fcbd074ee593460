"""A worked example of a deal for the rules page, played by the rules in force.

The cards are chosen so that no duty is broken under any house rules. The figures come from the engine,
like those of the table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, product

from msgspec import Struct

from companion.errors import EntryError
from companion.rules.actions import (
    DealEntry,
    Declared,
    Discarded,
    Drew,
    Exchanged,
    HandsLeft,
    LaidOff,
    Melded,
    Played,
    Scored,
    TurnedUp,
)
from companion.rules.deal import Deal
from companion.rules.facts import Setup
from companion.rules.game import Game
from companion.rules.house import HouseRules
from companion.rules.ledger import Line, sums
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.loo_facts import TurnUpAsked
from companion.rules.napoleon.deal import NapDeal
from companion.wording.evening.entries import entry_words
from companion.wording.games import Way, own_part, words_of
from companion.wording.languages import _, _n
from companion.wording.ledger import why_points
from companion.wording.pieces import piece_name, suit_name
from companion.wording.saying import say
from companion.wording.screens import staking

PLAYERS = ("Bob", "Cat", "Dan", "Ann")
DRAWS = {"Bob": 1, "Cat": 2, "Ann": 1}
"""Cards exchanged, in games with exchanges."""


class Result(Struct, frozen=True):
    player: str
    figure: int
    """Chips, including the stake; or points."""
    why: str
    """Whole sentences; "" if nothing was won or paid."""


class WorkedDeal(Struct, frozen=True):
    steps: tuple[str, ...]
    results: tuple[Result, ...]
    after: str
    """Chips that stay in the pool, in words; "" without a pool."""


def worked_deal(game: Game, rules: HouseRules) -> WorkedDeal | None:
    """Return an example played by these settled house rules; None if the game has none."""
    for depth, entries in words_of(game).worked_deal():
        begun = game.begin(Setup(PLAYERS, depth, rules, 0, only_remainder=True))
        try:
            deal = _played(begun, entries)
        except EntryError:  # for example, nobody may drop here
            continue
        return WorkedDeal(
            steps=tuple(_steps(game, begun, deal, entries)),
            results=tuple(_results(deal)),
            after=_after(deal),
        )
    return None


def _played(deal: Deal, entries: Iterable[DealEntry]) -> Deal:
    for entry in entries:
        deal = deal.enter(entry)
    deal.settlement()
    return deal


# The plays, for the games whose `words.py` names them

FIVE_CARDS = (
    "Bob AH Cat 8H Dan 6D Ann 9H / Bob KH Cat 6C Dan 4D Ann QH / "
    "Bob 9S Cat KS Dan TC Ann TS / Cat QD Dan 8D Ann 5D Bob 3D / Cat 2C Dan 3C Ann 8S Bob 4S"
)
FIVE_TILES = (
    "Bob 6-5 Cat 6-4 Ann 6-2 / Bob 6-1 Cat 3-0 Ann 2-1 / Bob 4-4 Cat 4-2 Ann 1-1 / "
    "Bob 3-2 Cat 5-3 Ann 0-0 / Cat 5-5 Ann 5-0 Bob 1-0"
)


def loo_deal(turn_up: str, tricks: str) -> Iterator[Way]:
    """Yield the ways to play these tricks: ``Bob AH Cat 8H Dan 6D Ann QH / Bob 9S …``.

    Dan drops or plays; cards are exchanged with the declaration, after all declarations, or never.
    """
    for dan, exchange in product(("drop", "play"), ("with-declaration", "after", "never")):
        players = [one for one in PLAYERS if one != "Dan" or dan == "play"]
        draws = DRAWS if exchange == "with-declaration" else {}
        choices = dict.fromkeys(PLAYERS, "play") | {"Dan": dan}
        declared = [Declared(*one, draws=draws.get(one[0], 0)) for one in choices.items()]
        exchanged = [Exchanged(one, DRAWS.get(one, 0)) for one in players]
        played = [one for one in plays(tricks) if one.player in players]
        between = exchanged if exchange == "after" else []
        yield "plays", (TurnedUp(turn_up), *declared, *between, *played)


def bids(choices: str) -> Iterator[Declared]:
    """Return what each player bids in turn: ``two three pass pass``."""
    return map(Declared, PLAYERS, choices.split())


def plays(tricks: str) -> Iterator[Played]:
    """Return the plays of tricks: ``Bob AH Cat 8H / Cat KS …``."""
    words = tricks.replace(" /", "").split()
    return map(Played, words[::2], words[1::2])


# The description


def _steps(game: Game, begun: Deal, deal: Deal, entries: tuple[DealEntry, ...]) -> Iterator[str]:
    if deal.turn_up is not None:
        yield _turned_up(begun, deal)
    stakes = {line.source: line.amount for line in deal.stakes + deal.bought}
    if stakes:
        yield staking(stakes, deal.setup.players)
    declared = [entry for entry in entries if isinstance(entry, Declared | Exchanged | Scored)]
    if declared:
        yield _("{entries}.", entries=", ".join(entry_words(one, game) for one in declared))
    if isinstance(deal, LooDeal | NapDeal) and deal.play:
        yield from _tricks(deal)
    turns = [entry for entry in entries if isinstance(entry, Drew | Melded | LaidOff | Discarded)]
    for _player, turn in groupby(turns, key=lambda entry: entry.player):
        yield _("{entries}.", entries=", ".join(entry_words(one, game) for one in turn))
    if isinstance(entries[-1], HandsLeft):
        yield _("{winner} is the first to get rid of all cards.", winner=str(entries[-1].winner))


def _turned_up(begun: Deal, deal: Deal) -> str:
    asked = begun.question().fact
    values = {
        "dealer": deal.setup.dealer,
        "player": asked.player if isinstance(asked, TurnUpAsked) else deal.setup.dealer,
        "piece": piece_name(str(deal.turn_up)),
    }
    if deal.trump is None:
        return _("{dealer} deals and turns up {piece}, the first discard.", **values)
    values["suit"] = suit_name(deal.trump)
    if values["player"] == values["dealer"]:
        return _("{dealer} deals and turns up {piece}, so {suit} are trumps.", **values)
    return _("{dealer} deals; {player} turns up {piece}, so {suit} are trumps.", **values)


def _tricks(deal: LooDeal | NapDeal) -> Iterator[str]:
    if deal.play is None:
        return
    winners = deal.play.trick_winners
    laid = [trick.plays for trick in deal.play.tricks if trick.plays]
    for number, winner in enumerate(winners, 1):
        if number > len(laid):
            yield _("Trick {n}: {winner} takes it.", n=number, winner=winner)
            continue
        plays = [f"{play.player} {piece_name(str(play.piece))}" for play in laid[number - 1]]
        yield _(
            "Trick {n}: {plays}. {winner} takes it.",
            n=number,
            plays=", ".join(plays),
            winner=winner,
        )


def _results(deal: Deal) -> Iterator[Result]:
    settled = deal.settlement()
    stakes = deal.stakes + deal.bought
    chips = sums(stakes + settled.lines)
    for player in deal.setup.players:
        points = [one for one in settled.points if one.player == player]
        why = [_staked(line) for line in stakes if line.source == player]
        why += [say(line.fact) for line in settled.lines if player in (line.source, line.target)]
        why += [why_points(fact, n) for fact, n in Counter(one.fact for one in points).items()]
        figure = chips.get(player, 0) + sum(one.points for one in points)
        yield Result(player, figure, " ".join(dict.fromkeys(why)))


def _staked(line: Line) -> str:
    if own_part(line.fact):
        return say(line.fact)
    return _n("The stake: {n} chip.", "The stake: {n} chips.", line.amount)


def _after(deal: Deal) -> str:
    carried = deal.settlement().carried
    if not carried:
        return ""
    return _n(
        "{n} chip is in the pool for the next deal.",
        "{n} chips are in the pool for the next deal.",
        carried,
    )
