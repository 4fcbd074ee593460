"""Stay or drop: what a hand can expect at its turn to declare, in the games of the Loo family.

The unseen pieces are dealt to the others at random, world after world. In a world the player takes the
tricks that are sure with all cards open and all others as one side; the engine says what they are worth.
A player who took a miss has any hand. One who declared to play, or has yet to declare, goes by a
`Policy`, and plays where the rules bar that. None of the others takes a miss, plays for the pool,
declares General or shows a flush. Exchanges keep trumps and aces. A dealer who plays takes the turn-up
for the lowest piece. Our reading: a player who takes a miss with more tiles than a hand keeps the best.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, inf, sqrt
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError
from companion.pieces import Piece
from companion.rules.actions import Declared, Exchanged, TricksTaken
from companion.rules.facts import Phase
from companion.rules.loo.deal import LooDeal
from companion.rules.tricks.law import Hand
from companion.study.hands import read_hand
from companion.study.position import first_position
from companion.study.search import Search

Policy = Literal["random", "advised"]
"""When the others stay in. `random`: with an even chance; `advised`: with a hand that is called good.

With three cards those are any two trumps, the ace or the king; with Pam, Pam and `GOOD`. Our reading:
where accounts name none, any two trumps, the highest or the second highest."""
GOOD = ("A", "KQ", "QJ9", "JT")
"""Trumps that [001] says can win a trick, by their ranks."""
TRIES, SWEEPS = 200, 2
"""Draws until the policy plays a hand; and rounds of that, since each hand depends on the others."""
POSITIONS = 50_000
"""Give up in a world after this many positions: a hundred times what most worlds take."""
World = tuple[Sequence[Piece], tuple[bool, ...]]
"""The unseen pieces in the order in which they are dealt, and who stays in if that is left to chance."""
Outcome = tuple[int | None, int]
"""The player's sure tricks, None without play, and what they are worth."""


class Chance(Protocol):
    """What is needed of `random.Random`."""

    def random(self) -> float: ...
    def sample(self, population: Sequence[Piece], k: int) -> list[Piece]: ...


class Odds(Struct, frozen=True):
    choice: str
    worlds: int
    tricks: tuple[float, ...]
    """The shares of worlds with 0, 1, 2 tricks and so on; the rest is `alone`."""
    alone: float
    """The share of worlds in which the player takes everything without play."""
    amount: float
    """Mean chips, without the stake, or points."""
    error: float
    """The standard error of `amount`."""
    counted: bool
    """Whether these are all worlds."""


DROP = Odds("drop", worlds=0, tricks=(), alone=0, amount=0, error=0, counted=True)


def estimate(
    deal: LooDeal,
    hand: Collection[Piece],
    policy: Policy,
    worlds: int,
    chance: Chance,
) -> tuple[Odds, ...]:
    """Return the odds of each choice of the player about to declare.

    All worlds are counted if there are no more than `worlds`. Raises `ImpossibleHand` and `TooManyPositions`.
    """
    study = _Study(deal, check_hand(deal, hand), policy)
    can = {entry.choice for entry in study.deal.options() if isinstance(entry, Declared)}
    drawn: list[World] = []
    choices = []
    for choice in [choice for choice in ("play", "miss") if choice in can]:
        counted = study.number(choice) <= worlds
        if not counted:
            drawn = drawn or [study.draw(chance) for _ in range(worlds)]
        outcomes: Counter[Outcome] = Counter()
        for world in study.every(choice) if counted else drawn:
            outcomes[study.outcome(choice, world)] += 1
        choices.append(odds(choice, outcomes, outcomes.total(), deal.loo.tricks, counted))
    return (*choices, DROP) if "drop" in can else tuple(choices)


def check_hand(deal: LooDeal, hand: Collection[Piece]) -> Hand:
    """Return the hand of the player about to declare. Raises `ImpossibleHand`."""
    holds_turn_up = deal.loo.turn_up.is_dealt and deal.turn == deal.setup.dealer
    gone = Hand() if holds_turn_up else deal.turned
    return read_hand(deal.pack, deal.loo.tricks, map(str, hand), gone)


def is_good(deal: LooDeal, hand: Hand) -> bool:
    """Return whether a player is advised to play this hand."""
    order = deal.pack.orders[deal.trump or ""]
    trumps = hand & order.trumps
    if order.pam is None:
        highest = sorted(order.trumps, key=order.rank)[-2:]
        return len(trumps) > 1 or not trumps.isdisjoint(highest)
    ranks = {str(piece)[0] for piece in trumps - {order.pam}}
    return order.pam in hand or any(ranks.issuperset(good) for good in GOOD)


class _Study:
    """The worlds of a player about to declare, and the outcome of each."""

    def __init__(self, deal: LooDeal, hand: Hand, policy: Policy) -> None:
        self.deal = replace(deal, setup=replace(deal.setup, depth="result"))
        self.me, self.hand = deal.turn or "", hand
        order, loo, pieces = deal.pack.orders[deal.trump or ""], deal.loo, deal.pack.pieces
        aces = {max(ranks, key=ranks.__getitem__) for ranks in order.ranks.values() if ranks}
        self.keeps = order.trumps | aces
        ranked = sorted(pieces, key=lambda p: (p in self.keeps, p in order.trumps, order.rank(p)))
        self.value = {piece: place for place, piece in enumerate(ranked)}
        self.turn_up = deal.turned
        self.unseen = [piece for piece in pieces if piece not in hand | self.turn_up]
        dealer, players = deal.setup.dealer, deal.setup.players
        self.turn_up_taker = dealer if loo.declarations.turn_up_taken and self.turn_up else None
        self.dealt = {dealer: self.turn_up} if loo.turn_up.is_dealt and self.me != dealer else {}
        # Among tiles a single miss has seven, each of two has six.
        self.spare = loo.tricks + (
            3 - loo.declarations.misses(len(players)) if deal.pack.piece == "tile" else 0
        )
        said = {one.player: one.choice for one in deal.declarations}
        self.later = [player for player in players if player not in said and player != self.me]
        in_hand = [player for player, choice in said.items() if choice == "play"]
        self.bound = in_hand if policy == "advised" else []
        self.flips = list(product((True, False), repeat=len(self.later) * (policy == "random")))
        self.sizes = {p: loo.tricks - len(self.dealt.get(p, ())) for p in (*in_hand, *self.later)}
        self.sizes |= {player: self.spare for player, choice in said.items() if choice == "miss"}

    # The worlds

    def number(self, choice: str) -> float:
        """Return how many worlds there are: no end of them with a stock, whose order counts."""
        left, worlds = len(self.unseen), len(self.flips)
        for size in self._sizes(choice):
            left, worlds = left - size, worlds * comb(left, size)
        return inf if self.deal.loo.exchange else worlds

    def every(self, choice: str) -> list[World]:
        """Return all worlds that the policy allows; if it allows none, all."""
        orders, size = list(_orders(self.unseen, self._sizes(choice))), self.deal.loo.tricks
        bound = range(0, size * len(self.bound), size)
        fit = [o for o in orders if all(is_good(self.deal, Hand(o[n : n + size])) for n in bound)]
        return list(product(fit or orders, self.flips))

    def draw(self, chance: Chance) -> World:
        left, hands = self.unseen, dict[str, list[Piece]]()
        for player in self.bound * SWEEPS:
            left = [*left, *hands.pop(player, ())]
            for _ in range(TRIES):
                hands[player] = chance.sample(left, self.deal.loo.tricks)
                if is_good(self.deal, Hand(hands[player])):
                    break
            left = [piece for piece in left if piece not in hands[player]]
        first = [piece for hand in hands.values() for piece in hand]
        stays = tuple(chance.random() < 0.5 for _ in self.flips[0])
        return [*first, *chance.sample(left, len(left))], stays

    def _sizes(self, choice: str) -> list[int]:
        return [*self.sizes.values(), *([self.spare] if choice == "miss" else [])]

    # The outcome of one

    def outcome(self, choice: str, world: World) -> Outcome:
        deal, self.hands, self.pile = self.deal, {self.me: self.hand}, list(world[0])
        for player, size in self.sizes.items():
            self.hands[player] = self._drawn(size) | self.dealt.get(player, Hand())
        for one in deal.declarations:
            if one.draws:
                self._exchange(one.player, one.draws)
        stays = dict(zip(self.later, world[1], strict=False))
        while deal.phase is Phase.DECLARING and (turn := deal.turn):
            seen = self.hands[turn] | (self.turn_up if turn == self.turn_up_taker else Hand())
            wish = "play" if stays.get(turn, is_good(deal, seen)) else "drop"
            deal = self._declared(deal, turn, choice if turn == self.me else wish)
        while deal.exchanging and (turn := deal.exchanging.turn):
            count = self._exchange(turn, deal.exchanging.most(turn))
            deal = deal.enter(Exchanged(turn, count))
        if deal.play is None:
            return None, gain_of(deal, self.me, 0)
        hands = {player: self.hands[player] for player in deal.players}
        position, tricks = replace(first_position(deal.play), hands=hands), 0
        search = Search(position, POSITIONS)
        while tricks < deal.loo.tricks and search.reaches(position, self.me, tricks + 1):
            tricks += 1
        return tricks, gain_of(deal, self.me, tricks)

    def _declared(self, deal: LooDeal, player: str, choice: str) -> LooDeal:
        hand = self._sorted(self.hands[player])
        if choice == "play" and player == self.turn_up_taker:
            away = [str(piece) for piece in hand[: len(self.turn_up)]]
            self.hands[player] = Hand(hand[len(away) :]) | self.turn_up
            put_away, also = (*away, None)[:2]
            return deal.enter(Declared(player, choice, True, put_away, also))
        if choice == "play":
            stock = deal.declaring.stock if deal.declaring and deal.loo.declarations.draws else None
            draws = self._exchange(player, stock.most) if stock else 0
            return deal.enter(Declared(player, choice, draws=draws))
        try:
            deal = deal.enter(Declared(player, choice))
        except EntryError:
            return self._declared(deal, player, "play")
        self.pile += hand
        if choice == "miss":
            self.hands[player] = self._drawn(self.spare)
        return deal

    def _exchange(self, player: str, most: int) -> int:
        """Exchange at most `most` cards that are not worth keeping; return their number."""
        hand = self._sorted(self.hands[player])
        count = min(most, len(hand) - len(self.keeps.intersection(hand)))
        self.hands[player] = Hand(hand[count:]) | self._drawn(count)
        self.pile += hand[:count]
        return count

    def _drawn(self, count: int) -> Hand:
        """Draw pieces; of more than a hand, keep the best."""
        drawn = self._sorted(self.pile[:count])
        del self.pile[:count]
        return Hand(drawn[-self.deal.loo.tricks :])

    def _sorted(self, pieces: Collection[Piece]) -> list[Piece]:
        return sorted(pieces, key=self.value.__getitem__)


def _orders(pieces: Sequence[Piece], sizes: Sequence[int]) -> Iterator[list[Piece]]:
    """Yield an order of the pieces for every way to deal hands of these sizes."""
    if not sizes:
        yield list(pieces)
        return
    for hand in combinations(pieces, sizes[0]):
        rest = [piece for piece in pieces if piece not in hand]
        yield from ([*hand, *order] for order in _orders(rest, sizes[1:]))


def gain_of(deal: LooDeal, player: str, tricks: int) -> int:
    """Return what a player gains with a number of tricks, if one of the others takes the rest."""
    if deal.play:
        other = next(one for one in deal.players if one != player)
        deal = deal.enter(TricksTaken({player: tricks, other: deal.loo.tricks - tricks}))
    return deal.settlement().gain(player)


def odds(
    choice: str, outcomes: Mapping[Outcome, float], worlds: int, most: int, counted: bool
) -> Odds:
    """Return the odds; `outcomes` are weights, and nobody takes more than `most` tricks."""
    total, weights = sum(outcomes.values()), dict.fromkeys((None, *range(most + 1)), 0.0)
    mean = sum(weight * amount for (_, amount), weight in outcomes.items()) / total
    spread = sum(weight * (one - mean) ** 2 for (_, one), weight in outcomes.items()) / total
    for (tricks, _), weight in outcomes.items():
        weights[tricks] += weight
    alone, *shares = (weight / total for weight in weights.values())
    error = 0 if counted else sqrt(spread / max(1, worlds - 1))
    return Odds(choice, worlds, tuple(shares), alone, mean, error, counted)
