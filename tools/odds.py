"""Work out the table of three-card Loo (companion/study/odds_table.py): `make odds` takes half an hour.

For each hand up to the names of the plain suits, for 2 to 5 players in and each seat from the leader:
in how many worlds 1, 2 or 3 tricks are sure. The turn-up and the other hands are drawn at random, the
law is that of the preset `classic`. This search is several times as fast as `companion.study.search`;
the tests compare the two.
"""

import random
import zlib
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path

import msgspec

from companion.pieces.cards import RANKS
from companion.study.odds_table import COLUMNS, LARGEST, canonical_hands

FILE = Path(__file__).parents[1] / "companion" / "study" / "three-card-classic.odds"
SEED = 1
WORLDS = 700
CARDS = 3
TRUMP = 3
"""A card is a number: 16 times its suit, and its rank. The last suit is trumps."""
TRUMPS = 16 * TRUMP
ACE, KING = TRUMPS + 12, TRUMPS + 11
DECK = [16 * suit + rank for suit in range(4) for rank in range(13)]

Sure = Callable[[int, int, int], bool]
"""Tell whether the first player takes so many tricks: the cards in hand as bits, the leader, the tricks."""


def searches(cards: Sequence[int], must_lead: int) -> Callable[[int], Sure]:
    """Return a function that prepares the search with the first so many players.

    `cards` are three for each player, the first player's first. A place in `cards` is a bit.
    """
    suits = [card >> 4 for card in cards]
    all_follows: dict[int, list[tuple[int, int]]] = {}
    all_leads: dict[int, list[int]] = {}

    def find_follows(seat: int, mask: int, suit: int, best: int) -> list[tuple[int, int]]:
        """Return the lawful cards of a hand: their bits, and the card that is best after each."""
        hand = [3 * seat + place for place in range(3) if mask >> place & 1]
        beating = [
            place
            for place in hand
            if cards[place] > cards[best] and suits[place] in (suits[best], TRUMP)
        ]
        allowed = [place for place in hand if suits[place] == suit]
        if not allowed:
            allowed = [place for place in hand if suits[place] == TRUMP] or hand
        allowed = [place for place in allowed if place in beating] or allowed
        return [(1 << place, place if place in beating else best) for place in allowed]

    def find_leads(seat: int, mask: int, two: bool) -> list[int]:
        hand = [3 * seat + place for place in range(3) if mask >> place & 1]
        trumps = [place for place in hand if suits[place] == TRUMP]
        ace = [place for place in trumps if cards[place] == must_lead]
        if ace or len(trumps) < 2:
            return ace or hand
        return [max(trumps, key=cards.__getitem__)] if two else trumps

    def search(players: int) -> Sure:
        known: dict[int, bool] = {}
        after = [*range(1, players), 0]
        places = range(3 * players)
        trumps = sorted((p for p in places if suits[p] == TRUMP), key=lambda p: -cards[p])

        def trick(live: int, leader: int, need: int) -> bool:
            left = (live & 7).bit_count()
            if need > left:
                return False
            key = (live << 3 | leader) << 2 | need
            found = known.get(key)
            if found is None:
                found = known[key] = begin(live, leader, need, left)
            return found

        def begin(live: int, leader: int, need: int, left: int) -> bool:
            # The highest trumps win a trick each.
            owner, run = -1, 0
            for place in trumps:
                if live >> place & 1:
                    if run and place // 3 != owner:
                        break
                    owner = place // 3
                    run += 1
            if not owner and run >= need:
                return True
            if owner > 0 and left - run < need:
                return False
            mask = live >> 3 * leader & 7
            key = (leader << 3 | mask) << 1 | (players == 2)
            leads = all_leads.get(key)
            if leads is None:
                leads = all_leads[key] = find_leads(leader, mask, players == 2)
            wish = not leader
            for lead in leads:
                if follow(live ^ 1 << lead, after[leader], leader, suits[lead], lead, need) == wish:
                    return wish
            return not wish

        def follow(live: int, seat: int, leader: int, suit: int, best: int, need: int) -> bool:
            while seat != leader:
                mask = live >> 3 * seat & 7
                key = ((seat << 3 | mask) << 4 | best) << 2 | suit
                moves = all_follows.get(key)
                if moves is None:
                    moves = all_follows[key] = find_follows(seat, mask, suit, best)
                if len(moves) > 1:
                    wish = not seat
                    for bit, then in moves:
                        if follow(live ^ bit, after[seat], leader, suit, then, need) == wish:
                            return wish
                    return not wish
                bit, best = moves[0]
                live ^= bit
                seat = after[seat]
            if best < 3:
                if need == 1:
                    return True
                need -= 1
            return trick(live, best // 3, need)

        return trick

    return search


def sure_tricks(cards: Sequence[int], must_lead: int) -> list[int]:
    """Return the first player's sure tricks with 2 players in, leading or not, with 3, and so on."""
    found, prepare = [], searches(cards, must_lead)
    for players in range(2, LARGEST + 1):
        sure, full = prepare(players), (1 << CARDS * players) - 1
        for seat in range(players):
            tricks = 0
            while tricks < CARDS and sure(full, -seat % players, tricks + 1):
                tricks += 1
            found.append(tricks)
    return found


def counts(hand: Sequence[int], chance: random.Random, worlds: int) -> list[list[int]]:
    """Return for 1, 2 and 3 tricks in how many worlds they are sure, by players in and seat."""
    others = [card for card in DECK if card not in hand]
    trumps = [card for card in others if card >= TRUMPS]
    drawn = CARDS * (LARGEST - 1)
    found = [[0] * COLUMNS for _ in range(CARDS)]
    for _ in range(worlds):
        turn_up = chance.choice(trumps)
        hands = [card for card in chance.sample(others, drawn + 1) if card != turn_up][:drawn]
        must_lead = KING if turn_up == ACE else ACE
        for column, tricks in enumerate(sure_tricks([*hand, *hands], must_lead)):
            for number in range(tricks):
                found[number][column] += 1
    return found


def numbers(ranks: tuple[str, ...]) -> list[int]:
    """Return the cards of a hand as `canonical` writes it."""
    trumps, *plain = ranks
    suits = (*plain, trumps)
    return [16 * suit + RANKS.index(rank) for suit in range(4) for rank in suits[suit]]


def packed(found: Iterable[list[list[int]]]) -> bytes:
    """Return the table: a line with its origin, then each chance in per cent, compressed."""
    found = list(found)
    head = {"script": "tools/odds.py", "seed": SEED, "worlds": WORLDS, "made": date.today()}
    body = bytes(
        round(100 * count / WORLDS)
        for number in range(CARDS)
        for hand in found
        for count in hand[number]
    )
    return msgspec.json.encode(head) + b"\n" + zlib.compress(body, 9)


def main() -> None:
    chance = random.Random(SEED)
    FILE.write_bytes(packed(counts(numbers(hand), chance, WORLDS) for hand in canonical_hands()))


if __name__ == "__main__":
    main()
