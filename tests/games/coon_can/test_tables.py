"""Random deals of Coon Can with real cards (docs/rules.md 7).

The table knows every hand, which the engine never sees. The engine must accept every lawful play.
"""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from companion.errors import EntryError
from companion.evening import Evening
from companion.evening.record import Record, dumps, loads
from companion.evening.replay import replay
from companion.rules.actions import (
    Discarded,
    Drew,
    HandsLeft,
    JokerMoved,
    LaidOff,
    Melded,
    Misdealt,
    Settled,
    TurnedUp,
)
from companion.rules.ledger import sums
from companion.web.views import view
from tests.examples import examples
from tests.telling import started

RANKS = "A23456789TJQKA"
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
KINDS = [rank + suit for rank in RANKS[1:] for suit in "SHDC"] + ["JK"]


def pips(card):
    if card == "JK":
        return 15
    if card[0] == "A":
        return 11
    return 10 if card[0] in "TJQK" else int(card[0])


def bare(card):
    return "JK" if card.startswith("JK") else card


class Table:
    """A table with real cards. A meld is its list of cards, and for a sequence the index of the first one."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        number = self.rng.choice((2, 2, 3, 4, 8))
        self.names = NAMES[:number]
        self.going_out = self.rng.choice(("either", "discard", "meld"))
        self.evening = Evening()
        self.said = []
        self.say(started(" ".join(self.names), "coon-can", going_out=self.going_out))
        stock = KINDS * 2
        self.rng.shuffle(stock)
        self.players = [*self.names[1:], self.names[0]]
        self.hands = {player: [stock.pop() for _ in range(10)] for player in self.players}
        self.pile = [stock.pop()]
        self.stock = stock
        self.melds = []
        self.moved = set()
        self.barred = None
        self.say(TurnedUp(self.pile[0]))

    @property
    def deal(self):
        return self.evening.state.session.deal

    def say(self, entry):
        self.evening = self.evening.enter(entry)
        self.said.append(entry)

    # Lawful plays

    def runs(self, hand):
        have, jokers = Counter(hand), hand.count("JK")
        for suit in "SHDC":
            for low in range(len(RANKS)):
                for length in (3, 4, 5):
                    wanted = [rank + suit for rank in RANKS[low : low + length]]
                    lacking = [card for card in wanted if not have[card]]
                    if len(wanted) == length and len(lacking) <= min(jokers, 1):
                        yield ["JK=" + card if card in lacking else card for card in wanted], low
        for rank in RANKS[1:]:
            same = [card for card in hand if card[0] == rank and card != "JK"]
            if len(same) >= 3:
                yield same, None
            elif len(same) == 2 and jokers:
                yield [*same, f"JK={rank}S"], None

    def ends(self, meld):
        """Return the cards that fit a meld, each with -1 (before) or 1 (after)."""
        cards, low = meld
        rank, suit = cards[0].removeprefix("JK=")
        if low is None:
            return [(rank + other, 1) for other in "SHDC"]
        found = []
        if low + len(cards) < len(RANKS):
            found.append((RANKS[low + len(cards)] + suit, 1))
        if low and RANKS[low - 1] + suit not in [card for card, _ in found]:
            found.append((RANKS[low - 1] + suit, -1))
        return found

    def movable(self, number):
        """Yield the cards that can move a joker of a meld, and whether the joker is at the top."""
        cards, low = self.melds[number]
        if low is None:
            return
        if (
            cards[0][:2] == "JK"
            and low + len(cards) < len(RANKS)
            and (number, low) not in self.moved
        ):
            yield cards[0][3:], False
        top = low + len(cards) - 1
        if cards[-1][:2] == "JK" and low > 0 and (number, top) not in self.moved:
            yield cards[-1][3:], True

    def lay_offs(self, hand):
        for number, meld in enumerate(self.melds):
            for card, side in self.ends(meld):
                if card in hand:
                    yield number, card, side
                if "JK" in hand:
                    yield number, "JK=" + card, side

    def moves(self, hand):
        for number in range(len(self.melds)):
            yield from ((number, card, top) for card, top in self.movable(number) if card in hand)

    def may_keep(self, player, number):
        """Return whether the turn can still end after this number of cards is laid down."""
        rest = len(self.hands[player]) - number
        if rest == 0:
            return self.going_out != "discard"
        return rest > 1 or self.going_out != "meld"

    # Plays

    def play(self):
        """Play until a player is out or the hand is dead; return the winner or None."""
        idle = place = 0
        while True:
            player = self.players[place % len(self.players)]
            out = not self.stock
            if out and (idle == len(self.players) or self.rng.random() < 0.03):
                return None
            laid = self.turn(player)
            idle = idle + 1 if out and not laid else 0
            if not self.hands[player]:
                return player
            place += 1

    def turn(self, player):
        hand = self.hands[player]
        self.barred = None
        self.check()
        if self.stock and self.rng.random() < 0.7:
            self.say(Drew(player, "stock"))
            hand.append(self.stock.pop())
        else:
            self.barred = None if self.stock else self.pile[-1]
            hand.append(self.pile.pop())
            self.say(Drew(player, "discards"))
        self.check()
        laid = False
        while self.rng.random() < 0.85 and self.lay_down(player):
            laid = True
            self.check()
        if not hand:
            return laid
        can = [card for card in hand if card != self.barred]
        if not can or (self.going_out == "meld" and len(hand) == 1):
            raise Stuck
        card = self.rng.choice(can)
        hand.remove(card)
        self.pile.append(card)
        self.say(Discarded(player, card))
        return laid

    def lay_down(self, player):
        """Meld, lay off or move a joker; return whether any was possible."""
        hand = self.hands[player]
        runs = [one for one in self.runs(hand) if self.may_keep(player, len(one[0]))]
        lays = list(self.lay_offs(hand)) if self.may_keep(player, 1) else []
        moves = list(self.moves(hand)) if self.may_keep(player, 1) else []
        ways = [way for way in (runs, lays, moves) if way]
        if not ways:
            return False
        way = self.rng.choice(ways)
        if way is runs:
            cards, low = self.rng.choice(runs)
            for card in cards:
                hand.remove(bare(card))
            self.melds.append((list(cards), low))
            said = cards if low is None else self.rng.sample(cards, len(cards))
            self.say(Melded(player, tuple(said)))
        elif way is lays:
            number, card, side = self.rng.choice(lays)
            hand.remove(bare(card))
            cards, low = self.melds[number]
            self.melds[number] = ([*cards, card], low) if side == 1 else ([card, *cards], low - 1)
            self.say(LaidOff(player, number + 1, card))
        else:
            number, card, top = self.rng.choice(moves)
            hand.remove(card)
            cards, low = self.melds[number]
            if top:
                joker = "JK=" + RANKS[low - 1] + card[1]
                self.melds[number] = ([joker, *cards[:-1], card], low - 1)
                self.moved.add((number, low - 1))
            else:
                joker = "JK=" + RANKS[low + len(cards)] + card[1]
                self.melds[number] = ([card, *cards[1:], joker], low)
                self.moved.add((number, low + len(cards)))
            self.say(JokerMoved(player, number + 1, card))
        return True

    # Checks

    def check(self):
        """Check that each card is in one place, and that the engine agrees."""
        table = self.deal.table
        everywhere = Counter(self.stock) + Counter(self.pile)
        for hand in self.hands.values():
            everywhere.update(hand)
        for cards, _ in self.melds:
            everywhere.update(map(bare, cards))
        assert everywhere == Counter(KINDS * 2) and everywhere.total() == 106
        assert table.stock == len(self.stock)
        assert [str(card) for card in table.discards] == self.pile
        assert dict(table.counts) == {player: len(hand) for player, hand in self.hands.items()}
        assert [[str(card) for card in meld.cards] for meld in table.melds] == [
            cards for cards, _ in self.melds
        ]
        for player, known in table.known.items():
            assert not Counter(map(str, known)) - Counter(self.hands[player])
        if self.hands[table.turn]:
            self.check_options(table)

    def check_options(self, table):
        player, hand = table.turn, self.hands[table.turn]
        options = set(self.deal.options())
        if not table.drew:
            draws = {Drew(player, "discards")} | ({Drew(player, "stock")} if self.stock else set())
            assert options - {Misdealt()} == (set() if table.must_end else draws)
            return
        # Every lawful play is among the options.
        discards = {Discarded(player, card) for card in hand if card != self.barred}
        lays = {LaidOff(player, n + 1, card) for n, card, _ in self.lay_offs(hand)}
        moves = {JokerMoved(player, n + 1, card) for n, card, _ in self.moves(hand)}
        if len(hand) > 1 or self.going_out != "meld":
            assert discards <= options
        if len(hand) > 1 or self.going_out != "discard":
            assert lays | moves <= options
        if self.rng.random() < 0.03:
            self.check_what_is_taken(player, options)

    def check_what_is_taken(self, player, options):
        """Check that the engine accepts exactly the options."""
        numbers = range(len(self.melds) + 2)
        named = [*KINDS, *("JK=" + card for card in KINDS[:-1])]
        tried = {Drew(player, "stock"), Drew(player, "discards")}
        tried |= {Discarded(player, card) for card in named}
        tried |= {
            kind(player, number, card)
            for kind in (LaidOff, JokerMoved)
            for number in numbers
            for card in named
            # With an unnamed joker the meld is another spelling of an option.
            if card != "JK" or kind is JokerMoved
        }
        tried |= {Discarded(other, "9S") for other in self.names if other != player}
        for said in tried | options:
            try:
                self.deal.enter(said)
            except EntryError:
                assert said not in options
            else:
                assert said in options


class Stuck(Exception):
    """A player cannot end the turn within the house rules."""


@given(st.integers(0, 2**32))
@examples(30)
def test_random_deals_are_accepted_to_the_last_card(seed):
    table = Table(seed)
    try:
        winner = table.play()
    except Stuck:
        return
    left = {player: hand for player, hand in table.hands.items() if player != winner}
    hands = view(table.deal).hands
    assert set(hands.counts) == set(left)
    assert all(hands.counts[player] == len(hand) for player, hand in left.items())
    assert (hands.winners, hands.dead) == ((winner,), False) if winner else ((), True)
    said = {
        player: sum(map(pips, hand)) if table.rng.random() < 0.3 else tuple(hand)
        for player, hand in left.items()
    }
    table.say(HandsLeft(winner, said))
    settlement = table.deal.settlement()
    paid = sums(settlement.lines)
    assert sum(paid.values()) == 0
    assert [line.source for line in settlement.lines] == [p for p in table.players if p in left]
    assert {line.source: line.amount for line in settlement.lines} == {
        player: sum(map(pips, hand)) for player, hand in left.items()
    }
    assert {line.target for line in settlement.lines} == {winner or "pool"}
    table.say(Settled())
    again, problems = replay(table.said)
    assert problems == () and again == table.evening
    record = Record("Friday", "2026-11-20T19:30:00Z", tuple(table.said))
    assert loads(dumps(record)).entries == record.entries
