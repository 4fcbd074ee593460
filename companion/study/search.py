"""The tricks that a player can force, and those that are possible, with all cards open.

An alpha-beta search for a number of tricks, which remembers the positions between tricks.
Pieces are bits: in a position every subset of the hands is one number. Moves and strengths come from
the trick law, asked once for each hand and state of a trick.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Literal

from msgspec import Struct

from companion.pieces import Piece
from companion.rules.tricks.law import (
    Hand,
    Play,
    Trick,
    honours_owed,
    led_before,
    legal,
    strength,
    ways_to_lead,
)
from companion.study.position import Position

Goal = Literal["sure", "most", "fewest", "forced"]
"""Who wants the player to take tricks: `sure`, only the player; `most`, everybody; `fewest`, nobody;
`forced`, everybody else."""
MOST_POSITIONS = 3_000_000
"""Give up after this many positions: a few seconds."""


class TooManyPositions(Exception):
    """There are too many positions to look at."""


class TrickState(Struct, frozen=True, eq=False):
    """What the law asks about a trick, besides the best piece in it. Each is made only once."""

    number: int
    """1 for the first trick, 2 for a later one."""
    owes: bool
    """Whether the honours are owed by `cinch`."""
    suit: str = ""
    """"" before the lead."""
    civil: bool = False
    pam_led: bool = False


def _wants(goal: Goal, is_target: bool) -> bool:
    """Return whether a player tries to give the target its tricks, not to deny them."""
    return goal == "most" or (goal != "fewest" and is_target == (goal == "sure"))


class Search:
    """The tricks of players from one position, and from those that can follow from it."""

    def __init__(self, position: Position, limit: int = MOST_POSITIONS) -> None:
        """`limit` is the number of positions after which the search gives up."""
        self._law, self._order = position.law, position.order
        self._seats = {player: seat for seat, player in enumerate(position.players)}
        hands = [position.hands[player] for player in position.players]
        for play in position.trick.plays:
            hands[self._seats[play.player]] |= {play.piece}
        trumps, led_as, rank = self._order.trumps, self._order.led_as, self._order.rank
        # The trumps come last, and within a suit the highest.
        self._pieces = sorted(
            (piece for hand in hands for piece in hand),
            key=lambda piece: (piece in trumps, led_as[piece], rank(piece)),
        )
        self._places = {piece: place for place, piece in enumerate(self._pieces)}
        self._hands = [self._mask(hand) for hand in hands]
        self._owner = [
            next(seat for seat, hand in enumerate(hands) if piece in hand) for piece in self._pieces
        ]
        # A tame Pam wins nothing.
        has_tame = self._law.civil == "absolute" and self._order.pam in self._pieces
        trump_count = 0 if has_tame else sum(piece in trumps for piece in self._pieces)
        self._lowest_trump = 1 << len(self._pieces) - trump_count
        self._full = len(self._pieces) + (position.trick.number - 1) * len(hands)
        self._left = [limit]
        self._state = cache(TrickState)
        self._moves = cache(self._find_moves)
        self._asker = cache(self._make_asker)

    def reaches(self, position: Position, player: str, tricks: int, goal: Goal = "sure") -> bool:
        """Return whether a player takes at least `tricks` tricks of the deal from a position.

        Raises `TooManyPositions`.
        """
        return self._asker(self._seats[player], goal)(position, tricks - position.taken[player])

    @property
    def left(self) -> int:
        """How many positions may still be looked at."""
        return max(self._left[0], 0)

    def _mask(self, pieces: Iterable[Piece]) -> int:
        return sum(1 << self._places[piece] for piece in pieces)

    # The law, by bits

    def _find_moves(
        self, mask: int, state: TrickState, best: int
    ) -> list[tuple[int, int, TrickState, int]]:
        """Return the moves of a hand, the highest first.

        Each is a place, the bits of others that part it from the move below (if none of them is left,
        the two are equal), the state after it, and the best piece in the trick; -1 for none before.
        """
        order, law, pieces = self._order, self._law, self._pieces
        hand = Hand(piece for place, piece in enumerate(pieces) if mask >> place & 1)
        trick = Trick(state.number, "")
        before = led_before(order.honours if state.owes else (), hand)
        if state.suit:
            # Of the trick, the law asks for the best piece, and whether Pam was led.
            led = [pieces[best]]
            if led[0] == order.pam and not state.pam_led:
                led = [next(iter(order.suits[state.suit] - {order.pam})), *led]
            plays = tuple(Play("", piece) for piece in led)
            trick = Trick(state.number, "", state.suit, plays, state.civil)
        places = sorted(self._places[piece] for piece in legal(hand, trick, order, law, before))
        moves = []
        for place, gap in zip(places, self._gaps(places, mask), strict=True):
            piece = pieces[place]
            if state.suit:
                moves.append((place, gap, state, self._better(place, best, state)))
                continue
            owes = state.owes or bool(honours_owed(hand, piece, trick, order, law))
            for suit, civil in ways_to_lead(piece, order, law):
                led_state = self._state(state.number, owes, suit, civil, piece == order.pam)
                moves.append((place, gap, led_state, place))
        return moves[::-1]

    def _gaps(self, places: list[int], mask: int) -> Iterator[int]:
        order, law = self._order, self._law
        special = {order.pam, law.unbound_piece, law.first.ace, law.later.ace}
        if law.cinch or law.civil != "none":
            special |= {*order.honours}
        merges = not (order.is_announced or law.first.highest_plain or law.later.highest_plain)
        for below, place in zip([-1, *places], places, strict=False):
            two = {self._pieces[below], self._pieces[place]}
            alike = below >= 0 and len({order.led_as[piece] for piece in two}) == 1
            closes = merges and alike and not two & special
            yield ((1 << place) - (2 << below)) & ~mask if closes else -1

    def _better(self, place: int, best: int, state: TrickState) -> int:
        """Return the piece that is better in a trick."""
        ask = state.suit, state.civil, self._order, self._law
        return max(best, place, key=lambda one: strength(self._pieces[one], *ask))

    # The search

    def _make_asker(self, target: int, goal: Goal) -> Callable[[Position, int], bool]:
        """Return a function that tells whether `target` takes at least a number of further tricks."""
        hands, owner, moves, left = self._hands, self._owner, self._moves, self._left
        new = self._state
        seats = len(hands)
        last = 3 if self._law.second_lead else 2  # the later tricks are alike
        wants = [_wants(goal, seat == target) for seat in range(seats)]
        memory: dict[tuple[int, int, bool], tuple[int, int]] = {}

        def begin(live: int, leader: int, owes: bool, need: int) -> bool:
            """Begin a trick; `live` are all pieces in hand."""
            key = live, leader, owes
            tricks = (live & hands[leader]).bit_count()
            least, most = memory.get(key) or self._bounds(target, live, tricks)
            if need <= least:
                return True
            if need > most:
                return False
            number = min((self._full - live.bit_count()) // seats + 1, last)
            is_reached = play(live, live, leader, leader, new(number, owes), -1, need)
            memory[key] = (need, most) if is_reached else (least, need - 1)
            return is_reached

        def play(
            live: int, rest: int, seat: int, leader: int, state: TrickState, best: int, need: int
        ) -> bool:
            """Play to a trick; `live` are the pieces at its start, `rest` those still in hand."""
            left[0] -= 1
            if left[0] < 0:
                raise TooManyPositions
            wish, following = wants[seat], (seat + 1) % seats
            for place, gap, then, top in moves(rest & hands[seat], state, best):
                if not live & gap:
                    continue
                after = rest ^ 1 << place
                if following != leader:
                    is_reached = play(live, after, following, leader, then, top, need)
                else:
                    winner = owner[top]
                    is_reached = begin(after, winner, then.owes, need - (winner == target))
                if is_reached == wish:
                    return wish
            return not wish

        def ask(position: Position, need: int) -> bool:
            return self._ask(position, need, last, begin, play)

        return ask

    def _ask(
        self,
        position: Position,
        need: int,
        last: int,
        begin: Callable[[int, int, bool, int], bool],
        play: Callable[[int, int, int, int, TrickState, int, int], bool],
    ) -> bool:
        rest = self._mask(piece for hand in position.hands.values() for piece in hand)
        trick, leader = position.trick, self._seats[position.trick.leader]
        if not trick.plays:
            return begin(rest, leader, bool(position.cinch), need)
        on_table = self._mask(play.piece for play in trick.plays)
        state, best = self._on_table(position, min(trick.number, last))
        seat = (leader + len(trick.plays)) % len(self._hands)
        return play(rest | on_table, rest, seat, leader, state, best, need)

    def _bounds(self, target: int, live: int, tricks: int) -> tuple[int, int]:
        """Return the fewest and most tricks: the highest trumps win a trick each."""
        owner = self._owner
        top, run = owner[live.bit_length() - 1] if live else -1, 0
        while live >= self._lowest_trump and owner[live.bit_length() - 1] == top:
            live ^= 1 << live.bit_length() - 1
            run += 1
        return (run, tricks) if top == target else (0, tricks - run)

    def _on_table(self, position: Position, number: int) -> tuple[TrickState, int]:
        """Return the state of a trick that has begun, and the piece that is best in it."""
        trick, first = position.trick, position.trick.plays[0].piece
        owes, suit = bool(position.cinch), trick.suit or ""
        state = self._state(number, owes, suit, trick.civil, first == self._order.pam)
        best = self._places[first]
        for play in trick.plays[1:]:
            best = self._better(self._places[play.piece], best, state)
        return state, best
