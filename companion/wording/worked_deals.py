"""A worked example of a deal for the rules page, played by the rules in force.

The cards are chosen so that no duty is broken under any house rules. The figures come from the engine,
like those of the table.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby, product

from msgspec import Struct

from companion.errors import EntryError
from companion.games.bourre.rules import Ante
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
    TrickWon,
    TurnedUp,
)
from companion.rules.deal import Deal
from companion.rules.facts import Depth, Setup
from companion.rules.game import Game
from companion.rules.house import HouseRules
from companion.rules.ledger import Line, sums
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.loo_facts import TurnUpAsked
from companion.rules.napoleon.deal import NapDeal
from companion.wording.evening.entries import entry_words
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
    for depth, entries in _WAYS.get(game.id, tuple)():
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


# The plays

_THREE = "Bob AH Cat 8H Dan 6D Ann QH / Bob 9S Cat KS Dan TD Ann JS / Cat 2C Dan JD Ann 3D Bob 4S"
_FIVE = (
    "Bob AH Cat 8H Dan 6D Ann 9H / Bob KH Cat 6C Dan 4D Ann QH / "
    "Bob 9S Cat KS Dan TC Ann TS / Cat QD Dan 8D Ann 5D Bob 3D / Cat 2C Dan 3C Ann 8S Bob 4S"
)
_TILES = (
    "Bob 6-5 Cat 6-4 Ann 6-2 / Bob 6-1 Cat 3-0 Ann 2-1 / Bob 4-4 Cat 4-2 Ann 1-1 / "
    "Bob 3-2 Cat 5-3 Ann 0-0 / Cat 5-5 Ann 5-0 Bob 1-0"
)
_RAMS = (
    "Bob AH Cat 8H Ann 9H / Bob 9S Cat KS Ann TS / Cat QD Ann 8D Bob JD / Cat 9C Ann 7C Bob 8C / "
    "Cat TC Ann QH Bob KH"
)
_RAMSET = (
    "Bob AH Cat 8H Dan 9D Ann TH / Bob QH Cat KH Dan 8D Ann JH / Cat QD Dan TD Ann 9C Bob JD / "
    "Cat TC Dan AD Ann 8C Bob QC / Bob AS Cat KS Dan KD Ann 9S"
)
_BESTIA = "Bob AH Cat 6H Dan 4H Ann QH / Bob 7S Cat KS Dan 6D Ann JS / Cat 2C Dan JD Ann 3D Bob 4S"
_JULEPE = (
    "Bob AH Cat 6H Dan 4H Ann 5H / Bob KH Cat 6C Dan 5C Ann QH / Bob 7S Cat KS Dan 2C Ann 6S / "
    "Cat QD Dan 5D Ann 4D Bob 2D / Cat 4C Dan JC Ann JS Bob 5S"
)
_NAP = (
    "Cat AS Dan 9S Ann JS Bob TS / Cat KS Dan TD Ann QC Bob 9H / Cat QH Dan KH Ann TH Bob JH / "
    "Dan AD Ann JD Bob QD Cat 9D / Dan 9C Ann KC Bob TC Cat QS"
)
_RUMMY = (
    "Bob 9S 9H 9D, 4C 5C 6C, KH / Cat 8S 8H 8D, TH JH QH KH, 3D / "
    "Dan 3S 4S 5S 6S 7S, KC KS KD, JS / Ann AD AC AH, 5D 6D 7D 8D 9D, 7C"
)
_LEFT: Mapping[str, tuple[str, ...] | int] = {
    "Cat": ("KD", "7C", "JK"),
    "Dan": ("4H", "4D"),
    "Ann": ("AS", "9H"),
}


Way = tuple[Depth, tuple[DealEntry, ...]]


def _loo(turn_up: str, tricks: str) -> Iterator[Way]:
    for dan, exchange in product(("drop", "play"), ("with-declaration", "after", "never")):
        players = [one for one in PLAYERS if one != "Dan" or dan == "play"]
        draws = DRAWS if exchange == "with-declaration" else {}
        choices = dict.fromkeys(PLAYERS, "play") | {"Dan": dan}
        declared = [Declared(*one, draws=draws.get(one[0], 0)) for one in choices.items()]
        exchanged = [Exchanged(one, DRAWS.get(one, 0)) for one in players]
        plays = [one for one in _plays(tricks) if one.player in players]
        between = exchanged if exchange == "after" else []
        yield "plays", (TurnedUp(turn_up), *declared, *between, *plays)


def _bestia() -> Iterator[Way]:
    choices = dict.fromkeys(PLAYERS, "play") | {"Dan": "drop"}
    declared = [Declared(*one) for one in choices.items()]
    exchanged = [Exchanged(one, DRAWS[one]) for one in PLAYERS if one != "Dan"]
    late = Declared("Dan", "miss")
    yield "plays", (TurnedUp("7H"), *declared, *exchanged, late, *_plays(_BESTIA))
    yield from _loo("7H", _BESTIA)


def _napoleon() -> Iterator[Way]:
    yield "plays", (*_declared("two three pass pass"), *_plays(_NAP))


def _seven_card_napoleon() -> Iterator[Way]:
    winners = ("Cat", "Cat", "Dan", "Cat", "Bob", "Cat", "Dan")
    yield "tricks", (*_declared("three four pass pass"), *map(TrickWon, winners))


def _coon_can() -> Iterator[Way]:
    turns = (*_turns(_RUMMY), Drew("Bob", "discards"), LaidOff("Bob", 2, "7C"))
    begun, left = (TurnedUp("QC"), *turns), HandsLeft("Bob", dict(_LEFT))
    yield "plays", (*begun, Melded("Bob", ("2D", "2S", "2H")), Discarded("Bob", "QS"), left)
    # For the house rule that forbids discarding the last card.
    yield "plays", (*begun, Melded("Bob", ("2D", "2S", "2H", "2C")), left)


def _other() -> Iterator[Way]:
    yield "result", (Scored({"Bob": 3, "Cat": -1, "Dan": -2, "Ann": 0}),)


_WAYS: Mapping[str, Callable[[], Iterator[Way]]] = {
    "three-card-loo": partial(_loo, "7H", _THREE),
    "irish-loo": partial(_loo, "7H", _THREE),
    "five-card-loo": partial(_loo, "7H", _FIVE),
    "bourre": partial(_loo, "7H", _FIVE),
    "domino-loo": partial(_loo, "6-3", _TILES),
    "domino-rounce": partial(_loo, "6-3", _TILES),
    "rams": partial(_loo, "7H", _RAMS),
    "ramset": partial(_loo, "9H", _RAMSET),
    "bestia": _bestia,
    "julepe": partial(_loo, "7H", _JULEPE),
    "napoleon": _napoleon,
    "seven-card-napoleon": _seven_card_napoleon,
    "coon-can": _coon_can,
    "other": _other,
}
"""The ways to play each game's example, the best one first."""


def _declared(choices: str) -> Iterator[Declared]:
    return map(Declared, PLAYERS, choices.split())


def _plays(tricks: str) -> Iterator[Played]:
    words = tricks.replace(" /", "").split()
    return map(Played, words[::2], words[1::2])


def _turns(turns: str) -> Iterator[DealEntry]:
    for turn in turns.split(" / "):
        player, cards = turn.split(" ", 1)
        *melds, discard = cards.split(", ")
        yield Drew(player, "stock")
        for meld in melds:
            yield Melded(player, tuple(meld.split()))
        yield Discarded(player, discard)


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
    if isinstance(line.fact, Ante):
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
