"""A whole deal of the Loo family entered at once: the players in, with their tricks.

It is checked by entering the declarations that it implies, one by one.
"""

from collections.abc import Mapping

from companion.errors import EntryError, MalformedEntry, RuleViolation
from companion.ids import Rule
from companion.rules.actions import Declared, TricksTaken
from companion.rules.deal import AnyDeal
from companion.rules.deal_facts import NotDealtIn
from companion.rules.facts import Phase
from companion.rules.loo.declaring import CHOICES, GENERAL, GIVES_UP, Declaring
from companion.rules.loo.loo_facts import DeclaredButOut, NoSuchDeclaration
from companion.rules.tricks.trick_facts import TrickFact, WrongTrickCount

PLAIN = "play"
"""The default choice of a player in."""
TAKES_TURN_UP = "takes-turn-up"
"""Stands for `play` of a dealer who took the turn-up, where one answer is chosen for each player.

After another choice it stands for both: `for-the-pool takes-turn-up`.
"""
NAMED = tuple(choice for choice in CHOICES if choice not in (PLAIN, GIVES_UP))


def declared(deal: AnyDeal, entry: TricksTaken, miss_after: bool) -> AnyDeal:
    """Return the deal after the declarations that `entry` implies.

    With `miss_after`, players with a miss have dropped before. Nobody may have declared before. Raises
    `EntryError` for the first declaration refused.
    """
    choices = _choices(deal.setup.players, entry)
    taker = deal.setup.dealer if entry.takes_turn_up else None
    late: list[str] = []
    if miss_after:
        late = [player for player, choice in choices.items() if choice == "miss"]
        choices |= dict.fromkeys(late, GIVES_UP)
    generals = [player for player, choice in choices.items() if choice == GENERAL]
    for player in generals:
        deal = deal.enter(Declared(player, GENERAL, takes_turn_up=player == taker))
    for player, choice in choices.items():
        takes = player == taker
        if generals and (choice == GENERAL or (choice == PLAIN and not takes)):
            continue  # after General, the others are in without declaring
        if generals or takes or deal.phase is Phase.DECLARING or choice != GIVES_UP:
            deal = deal.enter(Declared(player, choice, takes_turn_up=takes))
    for player in late:
        deal = deal.enter(Declared(player, "miss"))
    return deal


def check_without_play(trick_count: int, entry: TricksTaken) -> None:
    """Raise `RuleViolation` if `entry` has tricks for a deal that was not played.

    A player who takes everything without play may be entered with no trick, or with all.
    """
    tricks = entry.tricks or {}
    if sum(tricks.values()) not in (0, trick_count):
        raise RuleViolation(Rule.TRICK_COUNT, WrongTrickCount(trick_count, tuple(tricks.items())))


def choices_beside_play(declaring: Declaring) -> Mapping[str, tuple[str, ...]]:
    """Return the choices, other than `play` and `drop`, that each player can have declared."""
    spare = ("miss",) if _can_miss(declaring) else ()
    return {**dict.fromkeys(declaring.players, spare), declaring.dealer: _of_dealer(declaring)}


def _choices(players: tuple[str, ...], entry: TricksTaken) -> dict[str, str]:
    """Return each player's choice, in turn. Raises `EntryError` if the entry contradicts itself."""
    tricks, named = entry.tricks or {}, entry.declared or {}
    if entry.made is not None:
        raise MalformedEntry(TrickFact.NO_CONTRACT)
    for player, choice in named.items():
        if choice not in NAMED:
            raise MalformedEntry(NoSuchDeclaration(choice[:40], player[:40], NAMED))
    for player in (*tricks, *named):
        if player not in players:
            raise RuleViolation(Rule.NOT_IN, NotDealtIn(player[:40]))
        if player not in tricks:
            raise MalformedEntry(DeclaredButOut(player))
    dealer = players[-1]
    if not named and set(tricks) == {dealer}:
        # A dealer left alone takes everything and declares nothing.
        tricks = {}
    return {
        player: named.get(player, PLAIN if player in tricks else GIVES_UP) for player in players
    }


def _can_miss(declaring: Declaring) -> bool:
    """Return whether a player can have declared a miss, or come in with one after dropping."""
    return declaring.misses > 0 or (declaring.rules.coming_in is not None and not declaring.forced)


def _of_dealer(declaring: Declaring) -> tuple[str, ...]:
    """Return the dealer's possible choices, which depend on the other players in."""
    eldest, *between = declaring.players[:-1]
    named = {"miss"} if _can_miss(declaring) else set()
    for choice in (PLAIN, "miss"):
        try:
            facing = declaring.declared(Declared(eldest, choice))
            for player in between:
                facing = facing.declared(Declared(player, GIVES_UP))
        except EntryError:
            continue
        named |= {option.choice for option in facing.options()}
    return tuple(choice for choice in NAMED if choice in named)
