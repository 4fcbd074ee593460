"""Flushes: shown before the first lead, compared, and paid (docs/rules.md 5.2).

A flush is a hand of one suit, or all of its cards but one and Pam (a *mouche*). The best one takes the
pool without play, and others pay the price of a loo.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.facts import Fact
from companion.ids import Rule
from companion.pieces import Order, Pack, Piece
from companion.rules.actions import FlushShown, PamShown
from companion.rules.facts import Question
from companion.rules.ledger import POOL, Line, LooCause, Looed, PoolRules, loo_cost
from companion.rules.loo.loo_facts import (
    CardLiesOpen,
    CardNamedTwice,
    FlushesAsked,
    HandShown,
    LooFact,
    NoHandToShow,
    NotAFlush,
    NotPam,
    PamNotAmongThem,
    PamSeen,
)
from companion.rules.reading import read_piece
from companion.rules.tricks.law import Hand


class FlushShare(Fact, frozen=True):
    winners: tuple[str, ...]
    pool: int
    part: int
    """Chips for each winner."""


class Flushes(Struct, frozen=True):
    """The rules of a game on flushes."""

    best: Literal["trump-first", "mouche-first"]
    must_show: bool
    """Whether a flush must be shown; a flush kept back is noted."""
    loos: Literal["in-play", "table"]
    """Who pays: players who have not dropped, or all dealt in."""
    exempt: Literal["flush-or-pam", "nobody"]
    """Who need not pay."""
    after_declarations: bool = False
    """Whether flushes are shown only after all declarations."""


def is_flush(hand: Hand, order: Order, cards: int) -> bool:
    """Return whether a hand is a flush of `cards` cards."""
    suits = {order.led_as[card] for card in hand if card != order.pam}
    return len(hand) == cards and len(suits) == 1


def value(flush: Hand, order: Order, best: str) -> tuple[int, ...]:
    """Return the value of a flush; the greatest wins, equal ones tie."""
    mouche = order.pam in flush and best == "mouche-first"
    # Pam ranks above the ace.
    heights = sorted((order.rank(card) for card in flush), reverse=True)
    return (mouche, flush <= order.trumps, *heights)


class Showing(Struct, frozen=True):
    """The flushes of one deal, and who has shown Pam. Immutable."""

    flushes: Flushes
    order: Order
    pack: Pack
    cards: int
    players: tuple[str, ...]
    """Players dealt in, clockwise from the dealer's left."""
    may_show: tuple[str, ...]
    seen: Hand
    """Cards on the table: the turn-up."""
    shown: tuple[tuple[str, Hand], ...] = ()
    pam: str | None = None
    """The player who has shown Pam without a flush."""

    @property
    def to_show(self) -> tuple[str, ...]:
        done = {player for player, _ in self.shown}
        return tuple(player for player in self.may_show if player not in done)

    def question(self) -> Question:
        pam = any(True for _ in self.pam_options)
        return Question("flushes", "settled", FlushesAsked(self.winners(), pam))

    @property
    def pam_options(self) -> Iterable[PamShown]:
        """Yield every way of showing Pam without a flush."""
        pam = self.order.pam
        if pam and self.shown and self.pam is None and self._unseen(pam):
            yield from (PamShown(player) for player in self.to_show)

    def flush_shown(self, entry: FlushShown) -> "Showing":
        """Add a flush. Raises `RuleViolation` or `MalformedEntry`."""
        self._check(entry.player)
        cards = [read_piece(self.pack, text) for text in entry.pieces]
        hand = frozenset(cards)
        if len(hand) < len(cards):
            raise RuleViolation(Rule.ALREADY_SEEN, CardNamedTwice(entry.player))
        if not is_flush(hand, self.order, self.cards):
            no_flush = NotAFlush(entry.player, self.cards, with_pam=self.order.pam is not None)
            raise RuleViolation(Rule.NOT_A_FLUSH, no_flush)
        pam_elsewhere = self.pam not in (None, entry.player)
        for card in cards:
            if not self._unseen(card) or (card == self.order.pam and pam_elsewhere):
                raise RuleViolation(Rule.ALREADY_SEEN, CardLiesOpen(entry.player, str(card)))
        if self.pam == entry.player and self.order.pam not in hand:
            without = PamNotAmongThem(entry.player, str(self.order.pam))
            raise RuleViolation(Rule.ALREADY_RECORDED, without)
        return replace(self, shown=(*self.shown, (entry.player, hand)))

    def pam_shown(self, entry: PamShown) -> "Showing":
        """Add Pam without a flush. Raises `RuleViolation`."""
        pam = self.order.pam
        if pam is None:
            raise RuleViolation(Rule.PAM, LooFact.NO_PAM)
        self._check(entry.player)
        if len(entry.pieces) > 1 or any(
            read_piece(self.pack, text) != pam for text in entry.pieces
        ):
            raise RuleViolation(Rule.PAM, NotPam(str(pam)))
        if not self.shown:
            raise RuleViolation(Rule.WRONG_PHASE, LooFact.PAM_WITHOUT_FLUSH)
        if self.pam or not self._unseen(pam):
            raise RuleViolation(Rule.ALREADY_SEEN, PamSeen(entry.player, str(pam)))
        return replace(self, pam=entry.player)

    def _check(self, player: str) -> None:
        if player not in self.may_show:
            raise RuleViolation(Rule.NOT_IN, NoHandToShow(player[:40]))
        if player not in self.to_show:
            raise RuleViolation(Rule.ALREADY_RECORDED, HandShown(player))

    def _unseen(self, card: Piece) -> bool:
        return card not in self.seen and all(card not in hand for _, hand in self.shown)

    def laid_open(self) -> dict[str, tuple[Piece, ...]]:
        """Return the cards of each flush, from the highest down."""
        return {
            player: tuple(sorted(hand, key=self.order.rank, reverse=True))
            for player, hand in self.shown
        }

    def winners(self) -> tuple[str, ...]:
        """Return the players with the best flush; several if they tie."""
        values = {p: value(hand, self.order, self.flushes.best) for p, hand in self.shown}
        best = max(values.values())
        return tuple(player for player in self.players if values.get(player) == best)

    def payers(self, for_the_pool: str | None) -> tuple[str, ...]:
        """Return the players who pay for the flush, clockwise from the dealer's left."""
        spared = {*self.winners(), for_the_pool}
        if self.flushes.exempt == "flush-or-pam":
            spared |= {self.pam, *(player for player, _ in self.shown)}
        pays = self.players if self.flushes.loos == "table" else self.may_show
        return tuple(player for player in pays if player not in spared)

    def settle(self, pool: int, rules: PoolRules, for_the_pool: str | None) -> tuple[Line, ...]:
        """Return the payments: the pool to the best flush, then penalties into it."""
        winners = self.winners()
        part = pool // len(winners)
        share = FlushShare(winners, pool, part)
        takes = [
            Line(POOL, player, part, "pool-taken", Rule.FLUSH, share)
            for player in winners
            if player != for_the_pool
        ]
        cost = loo_cost(rules, pool)
        pays = [
            Line(player, POOL, cost.chips, "loo", Rule.FLUSH, Looed(player, cause, cost))
            for player in self.payers(for_the_pool)
            for cause in (LooCause.FLUSH if player in self.may_show else LooCause.TABLE_FLUSH,)
        ]
        return tuple(line for line in (*takes, *pays) if line.amount)
