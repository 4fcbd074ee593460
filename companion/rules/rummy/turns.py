"""The turns of a rummy deal: stock, discards, melds, and known cards.

The engine sees no hands. It knows their sizes, and the cards that players took from the discards.
Rules: docs/rules.md 7.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.ids import Rule
from companion.pieces import JOKER, Card, Joker, Pack
from companion.rules.actions import DealEntry, Discarded, Drew, JokerMoved, LaidOff, Melded
from companion.rules.deal_facts import NotOnTurn
from companion.rules.rummy.hand_values import HAND, Holding, read_card, read_held
from companion.rules.rummy.melds import Meld, MeldCard, meld, notation
from companion.rules.rummy.rummy_facts import (
    DiscardsFirst,
    DrawsFirst,
    HandIsKnown,
    HasDrawn,
    LastIsDiscarded,
    LastIsLaidDown,
    NoSuchMeld,
    SameCard,
    SeenElsewhere,
    StockOut,
    TooManyLaid,
)

GoingOut = Literal["either", "discard", "meld"]
TurnEntry = Drew | Melded | LaidOff | JokerMoved | Discarded
"""An action in a turn."""


class Turn(Struct, frozen=True):
    player: str
    entries: tuple[TurnEntry, ...] = ()
    took: MeldCard | None = None
    """The card drawn, if from the discards."""

    @property
    def drew(self) -> bool:
        return bool(self.entries)

    @property
    def is_idle(self) -> bool:
        """Whether the player has neither melded, nor laid off, nor moved a joker."""
        return all(isinstance(entry, Drew | Discarded) for entry in self.entries)


class RummyTable(Struct, frozen=True):
    """The table from the first turn on. Immutable; each entry returns a new one."""

    players: tuple[str, ...]
    """Clockwise from the dealer's left."""
    pack: Pack
    going_out: GoingOut
    stock: int
    discards: tuple[MeldCard, ...]
    """From the lowest to the top."""
    counts: Mapping[str, int]
    known: Mapping[str, tuple[MeldCard, ...]]
    """Cards that each player took from the discards and still holds."""
    turns: tuple[Turn, ...]
    """The turns so far; the last one is in progress or about to begin."""
    melds: tuple[Meld, ...] = ()
    laid_by: tuple[str, ...] = ()
    idle_turns: int = 0
    """Consecutive idle turns since the stock ran out."""

    # Queries

    @property
    def turn(self) -> str:
        """The player to act."""
        return self.turns[-1].player

    @property
    def drew(self) -> bool:
        return self.turns[-1].drew

    @property
    def out(self) -> str | None:
        """The player who has no cards left, if any."""
        return next((player for player, count in self.counts.items() if not count), None)

    @property
    def must_end(self) -> bool:
        """Whether the hand is dead: a full round since the stock ran out changed nothing."""
        return self.idle_turns >= len(self.players)

    @property
    def can_end(self) -> bool:
        """Whether the table may declare the hand dead: between two turns, once the stock is out."""
        return not self.stock and not self.drew and self.out is None

    def holdings(self) -> tuple[Holding, ...]:
        """Return what is known about each hand with cards, clockwise from the dealer's left."""
        return tuple(
            Holding(player, self.counts[player], self.known[player])
            for player in self.players
            if self.counts[player]
        )

    def lying(self) -> Counter[MeldCard]:
        """Return the cards in melds and discards, jokers unnamed."""
        return Counter(
            _bare(card)
            for cards in (self.discards, *(m.cards for m in self.melds))
            for card in cards
        )

    def most_held(self, player: str) -> Counter[MeldCard]:
        """Return how many copies of each card a player can hold at most, in the order of the pack."""
        known, located = Counter(self.known[player]), self._located()
        hidden = self.counts[player] - known.total()
        most = Counter[MeldCard]()
        for card in self.pack.pieces:
            if isinstance(card, Card | Joker):
                copies = known[card] + min(hidden, self.pack.copies - located[card])
                if copies:
                    most[card] = copies
        return most

    def options(self) -> Iterable[DealEntry]:
        """Yield the possible actions of the player to act, except melds, which are too many.

        Cards appear in their own notation, a joker laid off as the card it stands for.
        """
        player = self.turn
        if self.out or self.must_end:
            return
        if not self.drew:
            if self.stock:
                yield Drew(player, "stock")
            yield Drew(player, "discards")
            return
        can_hold = self.most_held(player)
        if not self._bars_laying(player, 1):
            for number, lying in enumerate(self.melds, 1):
                jokers = [Joker(card) for card in lying.takes()] if JOKER in can_hold else []
                fitting = [card for card in lying.takes() if card in can_hold]
                yield from (LaidOff(player, number, str(card)) for card in (*fitting, *jokers))
                yield from (
                    JokerMoved(player, number, str(card))
                    for card in lying.movable()
                    if card in can_hold
                )
        if not self._bars_discard(player):
            yield from (
                Discarded(player, str(card)) for card in can_hold if card != self._same_discard()
            )

    # Entries

    def entered(self, entry: TurnEntry) -> "RummyTable":
        """Return the table after an action. Raises `RuleViolation` or `MalformedEntry`."""
        self._check_turn(entry)
        after = _ENTER[type(entry)](self, entry)
        now = after.turns[-1]
        after = replace(
            after, turns=(*after.turns[:-1], replace(now, entries=(*now.entries, entry)))
        )
        return after._passed_on() if isinstance(entry, Discarded) else after

    def _drew(self, entry: Drew) -> "RummyTable":
        player = entry.player
        counts = {**self.counts, player: self.counts[player] + 1}
        if entry.source == "stock":
            if not self.stock:
                raise RuleViolation(Rule.STOCK_OUT, StockOut(player, str(self.discards[-1])))
            return replace(self, stock=self.stock - 1, counts=counts)
        card = self.discards[-1]
        return replace(
            self,
            discards=self.discards[:-1],
            counts=counts,
            known={**self.known, player: (*self.known[player], card)},
            turns=(*self.turns[:-1], replace(self.turns[-1], took=card)),
        )

    def _melded(self, entry: Melded) -> "RummyTable":
        player = entry.player
        cards = [read_card(self.pack, text) for text in entry.pieces]
        if len(cards) > self.counts[player]:
            too_many = TooManyLaid(player, len(cards), self.counts[player])
            raise RuleViolation(Rule.HAND_COUNT, too_many)
        laid = meld(player, cards)
        after = self._without(player, cards)
        return replace(after, melds=(*self.melds, laid), laid_by=(*self.laid_by, player))

    def _laid_off(self, entry: LaidOff) -> "RummyTable":
        lying = self._meld(entry)
        piece = read_card(self.pack, entry.piece)
        longer = lying.laid_off(entry.player, piece)
        return self._without(entry.player, [piece])._with_meld(entry.meld, longer)

    def _joker_moved(self, entry: JokerMoved) -> "RummyTable":
        lying = self._meld(entry)
        piece = read_card(self.pack, entry.piece)
        moved = lying.joker_moved(entry.player, piece)
        return self._without(entry.player, [piece])._with_meld(entry.meld, moved)

    def _discarded(self, entry: Discarded) -> "RummyTable":
        player, card = entry.player, read_held(self.pack, entry.piece)
        if card == self._same_discard():
            raise RuleViolation(Rule.SAME_DISCARD, SameCard(player, str(card)))
        if self._bars_discard(player):
            raise RuleViolation(Rule.GOING_OUT, LastIsLaidDown(player))
        after = self._without(player, [card], laying=False)
        return replace(after, discards=(*self.discards, card))

    def _passed_on(self) -> "RummyTable":
        """End the turn and begin the next player's, unless somebody is out."""
        if self.out:
            return self
        done = self.turns[-1]
        # A turn that drew the last card of the stock does not count.
        counts = done.took is not None and not self.stock and done.is_idle
        place = self.players.index(done.player) + 1
        following = Turn(self.players[place % len(self.players)])
        return replace(
            self, turns=(*self.turns, following), idle_turns=self.idle_turns + 1 if counts else 0
        )

    # Checks

    def _check_turn(self, entry: TurnEntry) -> None:
        player, turn = entry.player, self.turn
        if player != turn:
            place = self.players.index(turn) + 1
            if self.drew and player == self.players[place % len(self.players)]:
                raise RuleViolation(Rule.MUST_DISCARD, DiscardsFirst(turn, player))
            raise RuleViolation(Rule.NOT_YOUR_TURN, NotOnTurn(turn, player))
        if isinstance(entry, Drew) and self.drew:
            raise RuleViolation(Rule.MUST_DISCARD, HasDrawn(player))
        if not isinstance(entry, Drew) and not self.drew:
            raise RuleViolation(Rule.MUST_DRAW, DrawsFirst(player))

    def _meld(self, entry: LaidOff | JokerMoved) -> Meld:
        if not 1 <= entry.meld <= len(self.melds):
            raise RuleViolation(Rule.NO_SUCH_MELD, NoSuchMeld(entry.meld, len(self.melds)))
        return self.melds[entry.meld - 1]

    def _same_discard(self) -> MeldCard | None:
        """Return the card that cannot be discarded in this turn, if any."""
        return None if self.stock else self.turns[-1].took

    def _bars_laying(self, player: str, number: int) -> bool:
        """Return whether the house rule forbids laying down `number` cards."""
        return self.going_out == "discard" and self.counts[player] == number

    def _bars_discard(self, player: str) -> bool:
        return self.going_out == "meld" and self.counts[player] == 1

    def _without(self, player: str, cards: Iterable[MeldCard], laying: bool = True) -> "RummyTable":
        """Return the table without cards of a hand.

        Raises `RuleViolation` if the player cannot have them all, or may not lay them down.
        """
        wanted = Counter(map(_bare, cards))
        number = wanted.total()
        known = Counter(self.known[player])
        hidden = wanted - known
        located = self._located()
        for card, copies in hidden.items():
            if located[card] + copies > self.pack.copies:
                raise RuleViolation(
                    Rule.ALREADY_SEEN, self._seen_elsewhere(player, card, wanted[card])
                )
        if hidden.total() > self.counts[player] - known.total():
            held, others = notation(self.known[player]), notation(tuple(hidden))
            known_hand = HandIsKnown(player, self.counts[player], held, others)
            raise RuleViolation(Rule.HAND_COUNT, known_hand)
        if laying and self._bars_laying(player, number):
            raise RuleViolation(Rule.GOING_OUT, LastIsDiscarded(player))
        return replace(
            self,
            counts={**self.counts, player: self.counts[player] - number},
            known={**self.known, player: tuple((known - wanted).elements())},
        )

    def _located(self) -> Counter[MeldCard]:
        """Return the copies of each card on the table or known to be in a hand."""
        located = self.lying()
        for cards in self.known.values():
            located.update(cards)
        return located

    def _seen_elsewhere(self, player: str, card: MeldCard, copies: int) -> SeenElsewhere:
        numbered = enumerate(self.melds, 1)
        hands = [(other, held) for other, held in self.known.items() if other != player]
        return SeenElsewhere(
            player=player,
            card=str(card),
            copies=copies,
            in_pack=self.pack.copies,
            melds=tuple(n for n, lying in numbered for one in lying.cards if _bare(one) == card),
            discards=self.discards.count(card),
            hands=tuple(other for other, held in hands for one in held if one == card),
        )

    def _with_meld(self, number: int, meld: Meld) -> "RummyTable":
        return replace(self, melds=(*self.melds[: number - 1], meld, *self.melds[number:]))


_ENTER: Mapping[type, Callable[[RummyTable, Any], RummyTable]] = {
    Drew: RummyTable._drew,
    Melded: RummyTable._melded,
    LaidOff: RummyTable._laid_off,
    JokerMoved: RummyTable._joker_moved,
    Discarded: RummyTable._discarded,
}


def begin(
    players: tuple[str, ...], pack: Pack, going_out: GoingOut, turned_up: MeldCard
) -> RummyTable:
    """Return the table after the deal, with one card turned up."""
    cards = len(pack.pieces) * pack.copies
    return RummyTable(
        players=players,
        pack=pack,
        going_out=going_out,
        stock=cards - HAND * len(players) - 1,
        discards=(turned_up,),
        counts=dict.fromkeys(players, HAND),
        known=dict.fromkeys(players, ()),
        turns=(Turn(players[0]),),
    )


def _bare(card: MeldCard) -> MeldCard:
    """Return the card as held in a hand: a joker without the card it stood for."""
    return JOKER if isinstance(card, Joker) else card
