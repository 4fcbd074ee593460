"""Whole deals of Loo, entered at once and entry by entry, to compare the two."""

from companion.errors import EntryError
from companion.rules.actions import Declared, Exchanged, TricksTaken, TurnedUp
from companion.rules.facts import Phase
from companion.rules.loo.deal import LooDeal

SPECIAL = ("miss", "for-the-pool", "defend", "general")


def random_whole_deal(rng, deal):
    """Draw a whole deal, mostly lawful."""
    players, count = deal.setup.players, deal.loo.tricks
    fewest = len(players) if rng.random() < 0.2 else 0
    ins = [p for p in players if rng.random() < 0.5][: count + 2]
    ins = sorted({*ins, *players[:fewest]}, key=players.index)
    tricks = dict.fromkeys(ins, 0)
    if ins and (len(ins) > 1 or rng.random() < 0.5):
        for _ in range(count if rng.random() < 0.95 else count - 1):
            tricks[rng.choice(ins)] += 1
    declared = {}
    if ins and rng.random() < 0.5:
        declared[rng.choice(ins)] = "miss"
    if ins and ins[-1] == players[-1] and rng.random() < 0.4:
        declared[ins[-1]] = rng.choice(SPECIAL)
    takes = bool(ins) and ins[-1] == players[-1] and rng.random() < 0.3
    return TricksTaken(tricks, declared=declared, takes_turn_up=takes)


def one_by_one(deal, entry):
    """Enter a whole deal as single entries; return the deal, or None if that is impossible.

    The trump is any suit if it is unknown.
    """
    if not isinstance(deal, LooDeal) or deal.setup.depth != "result" or deal.declarations:
        return None
    if deal.phase is Phase.SETTLING:
        return None  # a flush has decided the deal before anyone declared
    tricks, special = entry.tricks, entry.declared
    taker = deal.setup.dealer if entry.takes_turn_up else None
    if taker and taker not in tricks:
        return None
    if entry.made is not None or not set(special) <= set(tricks) <= set(deal.setup.players):
        return None
    if not set(special.values()) <= set(SPECIAL):
        return None
    try:
        if deal.trump is None:
            if getattr(deal.setup.rules, "forced", "never") == "club-law":
                return None
            deal = deal.enter(TurnedUp(deal.pack.suits[0]))
        generals = [player for player, choice in special.items() if choice == "general"]
        for player in generals:
            deal = deal.enter(Declared(player, "general", player == taker))
        if generals and taker and taker not in generals:
            deal = deal.enter(Declared(taker, "play", takes_turn_up=True))
        late = []
        for player in deal.setup.players if not generals else ():
            is_in = "play" if player in tricks else "drop"
            choice = special.get(player, is_in)
            if choice == "miss" and deal.loo.declarations.coming_in:
                choice = "drop"  # and takes the miss when everybody has declared
                late.append(player)
            if deal.phase is Phase.DECLARING:
                deal = deal.enter(Declared(player, choice, player == taker))
            elif player == taker:
                return None  # a dealer who declares nothing takes nothing
            elif choice != "drop" and not (choice == "play" and len(tricks) == 1):
                return None  # decided before the dealer's turn, so the dealer declares nothing
        for player in late:
            deal = deal.enter(Declared(player, "miss"))
        if generals and (set(tricks), len(special)) != (set(deal.setup.players), 1):
            return None  # with General everybody is in, and nobody else declares
        while deal.phase is Phase.EXCHANGING:
            deal = deal.enter(Exchanged(deal.turn, 0))
        if deal.phase is Phase.PLAYING:
            return deal.enter(TricksTaken(tricks))
    except EntryError:
        return None
    return deal if sum(tricks.values()) in (0, deal.loo.tricks) else None
