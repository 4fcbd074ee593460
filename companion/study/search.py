"""The tricks that a player can force, and those that are possible, with all cards open.

An alpha-beta search for "at least so many tricks", with a memory of the positions between tricks.
Pieces are bits: in a position every subset of the hands is one number. Moves and strengths come from
the trick law, asked once for each hand and state of a trick.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from companion.pieces import Piece
from companion.rules.tricks.law import Hand, Play, Trick, legal, strength
from companion.study.position import Position, honours_owed, owed

Goal = Literal["sure", "most", "fewest", "forced"]
"""Who wants the player to take tricks: `sure`, only the player; `most`, everybody; `fewest`, nobody;
`forced`, everybody else."""
MOST_POSITIONS = 3_000_000
"""Give up after this many positions: a few seconds."""
ALL = -1
"""A gap that cannot be closed: all bits."""

Follow = tuple[int, int, int, bool]
"""A move: its bit, its place, the bits between it and the move before, and whether it leads the trick."""
Lead = tuple[int, int, int, int, bool]
"""A lead: its bit, its place, the bits between, the state of the trick, and whether honours are owed."""


class TooManyPositions(Exception):
    """There are too many positions to look at."""


class Search:
    """The tricks of players from one position, and from those that can follow from it."""

    def __init__(self, position: Position, most: int = MOST_POSITIONS) -> None:
        """`most` is the number of positions after which the search gives up."""
        self._law = position.law
        self._order = order = position.order
        self._players = position.players
        self._places = {player: place for place, player in enumerate(position.players)}
        hands = {**position.hands}
        for play in position.trick.plays:
            hands[play.player] = hands[play.player] | {play.piece}
        self._pieces = sorted(
            (piece for hand in hands.values() for piece in hand),
            key=lambda piece: (piece in order.trumps, order.led_as[piece], order.rank(piece)),
        )
        self._bits = {piece: place for place, piece in enumerate(self._pieces)}
        self._hands = [self._mask(hands[player]) for player in position.players]
        trumps = [place for place, piece in enumerate(self._pieces) if piece in order.trumps]
        has_tame = self._law.civil == "absolute" and order.pam in self._bits
        self._trumps = 1 << (trumps[0] if trumps and not has_tame else len(self._pieces))
        self._owner = [
            next(seat for seat, hand in enumerate(self._hands) if hand >> place & 1)
            for place in range(len(self._pieces))
        ]
        self._tricks: list[tuple[str, bool, bool]] = []
        self._strengths: list[list[int]] = []
        self._leads: dict[tuple[int, bool, bool], tuple[Lead, ...]] = {}
        self._follows: dict[tuple[int, int, int], tuple[Follow, ...]] = {}
        self._asks: dict[tuple[int, Goal], Callable[[Position, int], bool]] = {}
        self._full = len(self._pieces) + (position.trick.number - 1) * len(self._players)
        self._count = [most]
        """How many positions are left to look at."""

    def reaches(self, position: Position, player: str, tricks: int, goal: Goal = "sure") -> bool:
        """Return whether a player takes at least `tricks` tricks of the deal from a position.

        Raises `TooManyPositions`.
        """
        place = self._places[player]
        ask = self._asks.get((place, goal))
        if ask is None:
            ask = self._asks[place, goal] = self._asker(place, goal)
        return ask(position, tricks - position.taken[player])

    def _mask(self, pieces: Iterable[Piece]) -> int:
        return sum(1 << self._bits[piece] for piece in pieces)

    def _hand(self, mask: int) -> Hand:
        return Hand(piece for piece, place in self._bits.items() if mask >> place & 1)

    # The law, by bits

    def _state(self, suit: str, civil: bool, pam_led: bool) -> int:
        """Return the number of a state of a trick."""
        key = suit, civil, pam_led
        if key not in self._tricks:
            self._tricks.append(key)
            order, law = self._order, self._law
            self._strengths.append([strength(p, suit, civil, order, law) for p in self._pieces])
        return self._tricks.index(key)

    def _gaps(self, places: list[int], mask: int) -> Iterable[tuple[int, int]]:
        """Yield each place with the bits of others between it and the one before.

        If none of these is left, the two pieces are equal.
        """
        order, law = self._order, self._law
        special = {order.pam, law.first.ace, law.later.ace}
        if law.cinch or law.civil != "none":
            special |= {*order.honours}
        merges = not (order.is_announced or law.first.highest_plain or law.later.highest_plain)
        before: int | None = None
        for place in places:
            gap = ALL
            piece = self._pieces[place]
            if merges and before is not None:
                last = self._pieces[before]
                if order.led_as[last] == order.led_as[piece] and not {piece, last} & special:
                    gap = ((1 << place) - (2 << before)) & ~mask
            before = place
            yield place, gap

    def _find_leads(self, mask: int, is_first: bool, owes: bool) -> tuple[Lead, ...]:
        order, law, hand = self._order, self._law, self._hand(mask)
        trick = Trick(1 if is_first else 2, "")
        allowed = legal(hand, trick, order, law, owed(order.honours if owes else (), hand))
        found: list[Lead] = []
        for place, gap in self._gaps(sorted(self._bits[piece] for piece in allowed), mask):
            piece = self._pieces[place]
            then = bool(owes or honours_owed(hand, piece, trick, order, law))
            calls = law.civil != "none" and piece in order.honours[:1]
            for suit in order.led_as[piece]:
                for civil in (False, True) if calls else (False,):
                    state = self._state(suit, civil, piece == order.pam)
                    found.append((1 << place, place, gap, state, then))
        return tuple(reversed(found))

    def _find_follows(self, mask: int, state: int, best: int) -> tuple[Follow, ...]:
        suit, civil, pam_led = self._tricks[state]
        order, strengths = self._order, self._strengths[state]
        winning = self._pieces[best]
        # Only the lead of Pam and the strength to beat count, so the lead can be any other piece.
        led = (
            ()
            if pam_led or winning != order.pam
            else (Play("", next(iter(order.suits[suit] - {winning}))),)
        )
        trick = Trick(1, "", suit, (*led, Play("", winning)), civil)
        allowed = legal(self._hand(mask), trick, order, self._law)
        return tuple(
            (1 << place, place, gap, strengths[place] > strengths[best])
            for place, gap in self._gaps(sorted(self._bits[piece] for piece in allowed), mask)
        )[::-1]

    # The search

    def _asker(self, target: int, goal: Goal) -> Callable[[Position, int], bool]:
        """Return a function that tells whether `target` takes at least so many more tricks."""
        hands, owner, seats = self._hands, self._owner, len(self._hands)
        wants = [
            goal == "most" or (goal != "fewest" and (seat == target) == (goal == "sure"))
            for seat in range(seats)
        ]
        leads, follows, trumps = self._leads, self._follows, self._trumps
        memory: dict[int, tuple[int, int]] = {}
        full, count = self._full, self._count

        def trick(live: int, leader: int, owes: bool, need: int) -> bool:
            """The start of a trick; `live` are all pieces in hand."""
            if need <= 0:
                return True
            mask = live & hands[leader]
            left = mask.bit_count()
            if need > left:
                return False
            key = ((live << 5 | leader) << 1) | owes
            known = memory.get(key)
            if known is None:
                low, high = 0, left
                # The highest trumps win a trick each.
                if live >= trumps:
                    rest, top, run = live, owner[live.bit_length() - 1], 0
                    while rest >= trumps and owner[rest.bit_length() - 1] == top:
                        rest ^= 1 << rest.bit_length() - 1
                        run += 1
                    if top == target:
                        low = run
                    else:
                        high = left - run
            else:
                low, high = known
            if need <= low:
                return True
            if need > high:
                return False
            is_first = live.bit_count() == full
            lead_key = mask, is_first, owes
            moves = leads.get(lead_key)
            if moves is None:
                moves = leads[lead_key] = self._find_leads(*lead_key)
            wish = wants[leader]
            following = leader + 1 if leader + 1 < seats else 0
            found = not wish
            for bit, place, gap, state, then in moves:
                if (
                    live & gap
                    and follow(
                        live, live ^ bit, following, leader, state, place, leader, then, need
                    )
                    == wish
                ):
                    found = wish
                    break
            memory[key] = (need, high) if found else (low, need - 1)
            return found

        def follow(
            live: int,
            rest: int,
            seat: int,
            leader: int,
            state: int,
            best: int,
            winner: int,
            owes: bool,
            need: int,
        ) -> bool:
            """The move of `seat` in a trick; `live` are the pieces at its start, `rest` those in hand."""
            count[0] -= 1
            if count[0] < 0:
                raise TooManyPositions
            mask = rest & hands[seat]
            key = mask, state, best
            moves = follows.get(key)
            if moves is None:
                moves = follows[key] = self._find_follows(*key)
            wish = wants[seat]
            following = seat + 1 if seat + 1 < seats else 0
            for bit, place, gap, beats in moves:
                if not live & gap:
                    continue
                if following != leader:
                    found = follow(
                        live,
                        rest ^ bit,
                        following,
                        leader,
                        state,
                        place if beats else best,
                        seat if beats else winner,
                        owes,
                        need,
                    )
                else:
                    won = seat if beats else winner
                    found = trick(rest ^ bit, won, owes, need - 1 if won == target else need)
                if found == wish:
                    return wish
            return not wish

        def ask(position: Position, need: int) -> bool:
            rest = self._mask(piece for hand in position.hands.values() for piece in hand)
            leader, owes = self._places[position.trick.leader], bool(position.cinch)
            plays = position.trick.plays
            if not plays:
                return trick(rest, leader, owes, need)
            pieces = [self._bits[play.piece] for play in plays]
            state = self._state(
                position.trick.suit or "", position.trick.civil, plays[0].piece == self._order.pam
            )
            strengths = self._strengths[state]
            best = max(pieces, key=lambda place: strengths[place])
            return follow(
                rest | sum(1 << place for place in pieces),
                rest,
                (leader + len(plays)) % seats,
                leader,
                state,
                best,
                owner[best],
                owes,
                need,
            )

        return ask
