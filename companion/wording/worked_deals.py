"""A deal from beginning to end, as the rules page shows it: played by the rules in force.

The cards are made up once, and so that no duty of following or leading is broken whichever house
rules are chosen. The figures come from the engine, so they are those of the table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import singledispatch
from itertools import groupby

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
    TrickWon,
    TurnedUp,
)
from companion.rules.deal import Deal
from companion.rules.facts import Depth, Setup
from companion.rules.game import Game
from companion.rules.house import HouseRules
from companion.rules.loo.bourre import Ante, BourreRules
from companion.rules.loo.card_loo import CardLooRules
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.domino_loo import DominoLooRules
from companion.rules.loo.domino_rounce import DominoRounceRules
from companion.rules.loo.loo_facts import TurnUpAsked
from companion.rules.loo.rams import RamsRules
from companion.rules.napoleon.deal import NapDeal
from companion.rules.napoleon.variant import NapRules
from companion.rules.rummy.coon_can import CoonCanRules
from companion.wording.evening.entries import entry_words
from companion.wording.languages import _, _n
from companion.wording.ledger import why_points
from companion.wording.pieces import piece_name, suit_name
from companion.wording.saying import say
from companion.wording.screens import staking

RummyEntry = Drew | Melded | LaidOff | Discarded
PLAYERS = ("Bob", "Cat", "Dan", "Ann")
"""Ann deals."""


class Result(Struct, frozen=True):
    """What the deal brought a player."""

    player: str
    figure: int
    """Chips, the stake included; or points."""
    why: str
    """Whole sentences; "" where nothing was won or paid."""


class WorkedDeal(Struct, frozen=True):
    """A deal told in steps."""

    steps: tuple[str, ...]
    """Whole sentences."""
    results: tuple[Result, ...]
    after: str
    """What stays in the pool; "" where there is none."""


def worked_deal(game: Game, rules: HouseRules) -> WorkedDeal | None:
    """Return a deal played by these settled house rules; None of a game that has no example."""
    for depth, entries in _scripts(rules, game):
        begun = game.begin(Setup(PLAYERS, depth, rules, 0, only_remainder=True))
        try:
            deal = _played(begun, entries)
        except EntryError:  # such as that nobody may drop: the next script has no drop
            continue
        return WorkedDeal(
            steps=tuple(_steps(game, begun, deal, entries)),
            results=tuple(_results(deal)),
            after=_after(deal),
        )
    return None


Script = tuple[Depth, tuple[DealEntry, ...]]


def _played(deal: Deal, entries: Iterable[DealEntry]) -> Deal:
    for entry in entries:
        deal = deal.enter(entry)
    deal.settlement()
    return deal


# What is played


@singledispatch
def _scripts(rules: HouseRules, game: Game) -> tuple[Script, ...]:
    """Return the deals that can be told, the one to be preferred first."""
    return ()


@_scripts.register
def _card_loo(rules: CardLooRules, game: Game) -> tuple[Script, ...]:
    return _cards(game, getattr(rules, "draw", "none"))


@_scripts.register
def _bourre(rules: BourreRules, game: Game) -> tuple[Script, ...]:
    return _cards(game, rules.declare)


def _cards(game: Game, draw: str) -> tuple[Script, ...]:
    """Return a deal of a game with cards; `draw` says when they are exchanged."""
    drawn = {"Bob": 1, "Cat": 2, "Dan": 0, "Ann": 1}
    if game.tricks not in _CARDS:
        return ()

    def script(dan: str) -> Script:
        declared = [
            Declared(
                player,
                dan if player == "Dan" else "play",
                draws=drawn[player] if draw == "with-declaration" else 0,
            )
            for player in PLAYERS
        ]
        dropped = "Dan" if dan == "drop" else ""
        exchanged = [Exchanged(one, drawn[one]) for one in PLAYERS if one != dropped]
        plays = [play for play in _plays(_CARDS[game.tricks]) if play.player != dropped]
        entries = (
            TurnedUp("7H"),
            *declared,
            *(exchanged if draw == "after-declarations" else ()),
            *plays,
        )
        return "plays", entries

    return script("drop"), script("play")


_CARDS = {
    3: "Bob AH Cat 8H Dan 6D Ann QH / Bob 9S Cat KS Dan TD Ann JS / Cat 2C Dan JD Ann 3D Bob 4S",
    5: (
        "Bob AH Cat 8H Dan 6D Ann 9H / Bob KH Cat 6C Dan 4D Ann QH / "
        "Bob 9S Cat KS Dan TC Ann TS / Cat QD Dan 8D Ann 5D Bob 3D / Cat 2C Dan 3C Ann 8S Bob 4S"
    ),
}
_TILES = (
    "Bob 6-5 Cat 6-4 Ann 6-2 / Bob 6-1 Cat 3-0 Ann 2-1 / Bob 4-4 Cat 4-2 Ann 1-1 / "
    "Bob 3-2 Cat 5-3 Ann 0-0 / Cat 5-5 Ann 5-0 Bob 1-0"
)
_RAMS = (
    "Bob AH Cat 8H Ann 9H / Bob 9S Cat KS Ann TS / Cat QD Ann 8D Bob JD / Cat 9C Ann 7C Bob 8C / "
    "Cat TC Ann QH Bob KH"
)
_NAP = (
    "Cat AS Dan 9S Ann JS Bob TS / Cat KS Dan TD Ann QC Bob 9H / Cat QH Dan KH Ann TH Bob JH / "
    "Dan AD Ann JD Bob QD Cat 9D / Dan 9C Ann KC Bob TC Cat QS"
)


def _plays(tricks: str) -> Iterator[Played]:
    words = tricks.replace(" /", "").split()
    for player, piece in zip(words[::2], words[1::2], strict=True):
        yield Played(player, piece)


@_scripts.register(DominoLooRules)
@_scripts.register(DominoRounceRules)
def _tiles(rules: HouseRules, game: Game) -> tuple[Script, ...]:
    declared = [Declared(one, "drop" if one == "Dan" else "play") for one in PLAYERS]
    return (("plays", (TurnedUp("6-3"), *declared, *_plays(_TILES))),)


@_scripts.register
def _rams(rules: RamsRules, game: Game) -> tuple[Script, ...]:
    declared = [Declared(one, "drop" if one == "Dan" else "play") for one in PLAYERS]
    return (("plays", (TurnedUp("7H"), *declared, *_plays(_RAMS))),)


@_scripts.register
def _napoleon(rules: NapRules, game: Game) -> tuple[Script, ...]:
    if game.tricks == 5:
        bids = zip(PLAYERS, ("two", "three", "pass", "pass"), strict=True)
        return (("plays", (*(Declared(*bid) for bid in bids), *_plays(_NAP))),)
    bids = zip(PLAYERS, ("three", "four", "pass", "pass"), strict=True)
    won = [TrickWon(player) for player in ("Cat", "Cat", "Dan", "Cat", "Bob", "Cat", "Dan")]
    return (("tricks", (*(Declared(*bid) for bid in bids), *won)),)


@_scripts.register
def _coon_can(rules: CoonCanRules, game: Game) -> tuple[Script, ...]:
    begun = (TurnedUp("QC"), *_turns(_RUMMY), Drew("Bob", "discards"), LaidOff("Bob", 2, "7C"))
    out = (HandsLeft("Bob", _LEFT),)
    # The second way, where the last card may not be discarded.
    by_discard = (Melded("Bob", ("2D", "2S", "2H")), Discarded("Bob", "QS"))
    by_meld = (Melded("Bob", ("2D", "2S", "2H", "2C")),)
    return ("plays", (*begun, *by_discard, *out)), ("plays", (*begun, *by_meld, *out))


_RUMMY = (
    "Bob 9S 9H 9D, 4C 5C 6C, KH / Cat 8S 8H 8D, TH JH QH KH, 3D / "
    "Dan 3S 4S 5S 6S 7S, KC KS KD, JS / Ann AD AC AH, 5D 6D 7D 8D 9D, 7C"
)
_LEFT: dict[str, tuple[str, ...] | int] = {
    "Cat": ("KD", "7C", "JK"),
    "Dan": ("4H", "4D"),
    "Ann": ("AS", "9H"),
}


def _turns(turns: str) -> Iterator[DealEntry]:
    for turn in turns.split(" / "):
        player, cards = turn.split(" ", 1)
        *melds, discard = cards.split(", ")
        yield Drew(player, "stock")
        for meld in melds:
            yield Melded(player, tuple(meld.split()))
        yield Discarded(player, discard)


# How it is told


def _steps(game: Game, begun: Deal, deal: Deal, entries: tuple[DealEntry, ...]) -> Iterator[str]:
    if deal.turn_up is not None:
        yield _turned_up(begun, deal)
    stakes = {line.source: line.amount for line in deal.stakes}
    if stakes:
        yield staking(stakes, deal.setup.players)
    declared = [entry for entry in entries if isinstance(entry, Declared | Exchanged)]
    if declared:
        yield _("{entries}.", entries="; ".join(entry_words(one, game) for one in declared))
    if isinstance(deal, LooDeal | NapDeal) and deal.play:
        yield from _tricks(deal)
    turns = [entry for entry in entries if isinstance(entry, RummyEntry)]
    for _player, turn in groupby(turns, key=lambda entry: entry.player):
        yield _("{entries}.", entries="; ".join(entry_words(one, game) for one in turn))
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
    for player in deal.setup.players:
        figure, why = 0, []
        for line in deal.stakes:
            if line.source == player:
                figure -= line.amount
                why.append(
                    say(line.fact)
                    if isinstance(line.fact, Ante)
                    else _n("The stake: {n} chip.", "The stake: {n} chips.", line.amount)
                )
        for line in settled.lines:
            if player in (line.source, line.target):
                figure += line.amount if line.target == player else -line.amount
                why.append(say(line.fact))
        points = [one for one in settled.points if one.player == player]
        figure += sum(one.points for one in points)
        why += [why_points(fact, n) for fact, n in Counter(one.fact for one in points).items()]
        yield Result(player, figure, " ".join(dict.fromkeys(why)))


def _after(deal: Deal) -> str:
    carried = deal.settlement().carried
    if not carried:
        return ""
    return _n(
        "{n} chip is in the pool for the next deal.",
        "{n} chips are in the pool for the next deal.",
        carried,
    )
