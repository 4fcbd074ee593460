"""A deal of rummy: turn-up, turns, cards left, and settlement (docs/rules.md 7).

At depth `result` only the cards left are entered, and hands are unknown until then.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.facts import Fact
from companion.ids import Rule
from companion.pieces import DOUBLE_PACK, Pack, Piece
from companion.rules.actions import (
    DealEntry,
    Discarded,
    Drew,
    HandsLeft,
    JokerMoved,
    LaidOff,
    Melded,
    Misdealt,
    Settled,
    TurnedUp,
    check_reason,
)
from companion.rules.deal import handler, wrong_phase
from companion.rules.deal_facts import DealFact, NotDealtIn, RecordedOtherwise
from companion.rules.facts import Phase, Question, Revoke, Settlement, Setup
from companion.rules.ledger import POOL, Line, sums
from companion.rules.rummy.hand_values import Holding, Left, pips, read_held, read_left
from companion.rules.rummy.melds import Meld, Notation, notation
from companion.rules.rummy.rummy_facts import (
    DealOver,
    DrawAsked,
    HasNotWon,
    HasWon,
    LastCard,
    NotDeadYet,
    OthersAsked,
    RummyFact,
    TurnAsked,
    TurnUpAsked,
    WinnerHoldsNone,
)
from companion.rules.rummy.turns import RummyTable, TurnEntry, begin


class PipsLeft(Fact, frozen=True):
    player: str
    pips: int
    cards: Notation | None
    """None if only the pips were entered."""
    counts: tuple[int, ...]


class DeadHandsWon(Fact, frozen=True):
    winner: str
    pool: int


class RummyDeal(Struct, frozen=True):
    """A deal of rummy. Immutable; `enter` returns a new one."""

    pack: ClassVar[Pack] = DOUBLE_PACK
    stakes: ClassVar[tuple[Line, ...]] = ()
    bought: ClassVar[tuple[Line, ...]] = ()
    revokes: ClassVar[tuple[Revoke, ...]] = ()
    trump: ClassVar[None] = None

    setup: Setup
    phase: Phase
    turn_up: Piece | None = None
    table: RummyTable | None = None
    """The turns, from the turn-up on; None at depth `result`."""
    left: Mapping[str, Left] = {}
    """Cards or pips left to each loser, clockwise from the dealer's left, once entered."""
    winner: str | None = None
    """The winner, once the cards left are entered; None for a dead hand."""

    # Queries

    def __repr__(self) -> str:
        return f"<RummyDeal: {self.setup.dealer} deals, {self.phase}>"

    @property
    def begun(self) -> bool:
        return self.table is not None or self.phase is Phase.SETTLING

    @property
    def pool(self) -> int | None:
        """Chips in the pool from earlier dead hands; None if there were none."""
        return self.setup.carried or None

    @property
    def melds(self) -> tuple[Meld, ...]:
        return self.table.melds if self.table else ()

    @property
    def played_out(self) -> bool:
        """Whether the play is over and the cards left must be entered."""
        table = self.table
        return self.phase is Phase.PLAYING and (
            table is None or table.out is not None or table.must_end
        )

    @property
    def turn(self) -> str | None:
        on_turn = self.table and self.phase is Phase.PLAYING and not self.played_out
        return self.table.turn if self.table and on_turn else None

    @property
    def losers(self) -> tuple[Holding, ...]:
        """What is known about each hand with cards."""
        if self.table:
            return self.table.holdings()
        return tuple(Holding(player) for player in self.setup.players)

    def question(self) -> Question:
        table = self.table
        if self.phase is Phase.TURN_UP:
            return Question("turn-up", "turned-up", TurnUpAsked(self.setup.dealer))
        if self.phase is Phase.SETTLING:
            return Question("settled", "settled", DealOver(self.winner))
        if table is None:
            return Question("hands", "hands-left", RummyFact.WINNER_ASKED)
        if table.out:
            return Question("hands", "hands-left", OthersAsked(table.out))
        if table.must_end:
            return Question("hands", "hands-left", RummyFact.DEAD_HAND_ASKED)
        if not table.drew:
            draws = DrawAsked(table.turn, str(table.discards[-1]), bool(table.stock))
            notice = None if table.stock else RummyFact.MAY_CALL_DEAD
            return Question("draw", "drew", draws, table.turn, notice=notice)
        last = table.counts[table.turn] == 1 and table.going_out != "either"
        return Question(
            "turn",
            "discarded",
            TurnAsked(table.turn, len(table.melds)),
            table.turn,
            notice=LastCard(laid_down=table.going_out == "meld") if last else None,
            held=frozenset(table.known[table.turn]),
        )

    # Entries

    def options(self) -> tuple[DealEntry, ...]:
        """Return every possible next entry, in table order.

        Melds and `HandsLeft` are too many to list. Cards appear in their own notation.
        """
        return tuple(self._options())

    def _options(self) -> Iterable[DealEntry]:
        if self.phase is Phase.TURN_UP:
            yield from (TurnedUp(str(piece)) for piece in self.pack.pieces)
        elif self.phase is Phase.PLAYING and self.table:
            yield from self.table.options()
        elif self.phase is Phase.SETTLING:
            yield Settled()
        if self.begun:
            yield Misdealt()

    def enter(self, entry: DealEntry) -> "RummyDeal":
        """Return the deal after `entry`.

        `Settled` returns the decided deal (the evening books it), `Misdealt` a new one.
        Raises `RuleViolation` or `MalformedEntry`.
        """
        return handler(self, entry, _ENTER)(self, entry)

    def _turned_up(self, entry: TurnedUp) -> "RummyDeal":
        if self.phase is not Phase.TURN_UP:
            raise wrong_phase(self.question(), RummyFact.NO_TURN_UP_NOW)
        card = read_held(self.pack, entry.piece)
        table = begin(self.setup.players, self.pack, self.setup.rules.going_out, card)
        return replace(self, phase=Phase.PLAYING, turn_up=card, table=table)

    def _in_turn(self, entry: TurnEntry) -> "RummyDeal":
        self._check_dealt_in(entry.player)
        if self.table is None:
            by_result = self.setup.depth == "result"
            why = RecordedOtherwise("result") if by_result else RummyFact.NO_TURN_UP_YET
            raise wrong_phase(self.question(), why)
        if self.phase is Phase.SETTLING or self.played_out:
            raise wrong_phase(self.question(), RummyFact.NOBODY_PLAYS)
        return replace(self, table=self.table.entered(entry))

    def _hands_left(self, entry: HandsLeft) -> "RummyDeal":
        if self.phase is not Phase.PLAYING:
            raise wrong_phase(self.question(), RummyFact.NOTHING_LEFT)
        for player in (*entry.hands, *([entry.winner] if entry.winner is not None else [])):
            self._check_dealt_in(player)
        if self.table:
            self._check_winner(self.table, entry.winner)
        if entry.winner is not None and entry.hands.get(entry.winner):
            raise RuleViolation(Rule.HAND_COUNT, WinnerHoldsNone(entry.winner))
        losers = [holding for holding in self.losers if holding.player != entry.winner]
        lying = self.table.lying() if self.table else Counter()
        left = read_left(entry, losers, self.pack, lying)
        return replace(self, phase=Phase.SETTLING, left=left, winner=entry.winner)

    def _check_winner(self, table: RummyTable, winner: str | None) -> None:
        """Raise `RuleViolation` unless `winner` has won; None stands for a dead hand."""
        if table.out and winner != table.out:
            raise RuleViolation(Rule.HAND_COUNT, HasWon(table.out))
        if winner and winner != table.out:
            raise RuleViolation(Rule.HAND_COUNT, HasNotWon(winner, table.counts[winner]))
        if not table.out and not table.can_end:
            raise wrong_phase(self.question(), NotDeadYet(None if table.stock else table.turn))

    def _check_dealt_in(self, player: str) -> None:
        if player not in self.setup.players:
            raise RuleViolation(Rule.NOT_IN, NotDealtIn(player[:40]))

    # Settlement

    def _settled(self, _entry: Settled) -> "RummyDeal":
        if self.phase is not Phase.SETTLING:
            raise wrong_phase(self.question(), DealFact.DEAL_OPEN)
        return self

    def _misdealt(self, entry: Misdealt) -> "RummyDeal":
        if not self.begun:
            raise wrong_phase(self.question(), DealFact.DEAL_NOT_BEGUN)
        check_reason(entry.reason)
        return deal(self.setup)

    def settlement(self) -> Settlement:
        """Return the settlement. Raises `ValueError` before the deal is decided.

        Each loser pays the winner, who takes the pool; in a dead hand all pay into the pool.
        """
        if self.phase is not Phase.SETTLING:
            raise ValueError("the deal is not decided")
        pool: int = self.setup.carried
        target = self.winner or POOL
        rule = Rule.PIPS if self.winner else Rule.DEAD_HAND
        lines = [
            Line(player, target, left.pips, "pips", rule, _pips_left(player, left))
            for player, left in self.left.items()
        ]
        if self.winner and pool:
            won = DeadHandsWon(self.winner, pool)
            lines.append(Line(POOL, self.winner, pool, "pool-taken", Rule.DEAD_HAND, won))
        return Settlement(lines=tuple(lines), pool=pool, carried=pool + sums(lines).get(POOL, 0))


def deal(setup: Setup) -> RummyDeal:
    return RummyDeal(setup, Phase.TURN_UP if setup.depth == "plays" else Phase.PLAYING)


def _pips_left(player: str, left: Left) -> PipsLeft:
    if left.cards is None:
        return PipsLeft(player, left.pips, None, ())
    return PipsLeft(player, left.pips, notation(left.cards), tuple(map(pips, left.cards)))


_ENTER: Mapping[type, Callable[[RummyDeal, Any], RummyDeal]] = {
    TurnedUp: RummyDeal._turned_up,
    Drew: RummyDeal._in_turn,
    Melded: RummyDeal._in_turn,
    LaidOff: RummyDeal._in_turn,
    JokerMoved: RummyDeal._in_turn,
    Discarded: RummyDeal._in_turn,
    HandsLeft: RummyDeal._hands_left,
    Settled: RummyDeal._settled,
    Misdealt: RummyDeal._misdealt,
}
