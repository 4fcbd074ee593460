"""Melds: sets, sequences, and the cards that their jokers stand for (docs/rules.md 7).

The order of the cards laid down does not matter. Whether a player can hold them is checked elsewhere.
"""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import AmbiguousMeld, RuleViolation
from companion.facts import AnyFact, Fact, OneOfMelds, OneOfPieces, PieceName, PieceNames
from companion.ids import Rule
from companion.pieces import JOKER, Card, Joker
from companion.pieces.cards import SUITS

MeldCard = Card | Joker
"""A card of the double pack; a joker on the table stands for a card."""
LEAST = 3
LADDER = "A23456789TJQKA"
"""Ranks of the longest sequence: the ace is low or high, without going round the corner."""

Notation = tuple[str, ...]
"""Cards in notation, as in the record."""


class MeldFault(StrEnum):
    ONLY_JOKERS = "only-jokers"
    NO_COMMON = "no-common"
    """Neither one rank nor one suit."""
    TWICE = "twice"
    ROUND_THE_CORNER = "round-the-corner"
    """A sequence that continues from the ace to the two."""
    GAPS = "gaps"


class NoMeld(Fact, frozen=True):
    player: str
    cards: PieceNames
    fault: MeldFault
    evidence: PieceNames = ()
    """The duplicate card, or the missing cards."""


class TooFewCards(Fact, frozen=True):
    player: str
    cards: int
    least: int


class JokerMisnamed(Fact, frozen=True):
    player: str
    cards: PieceNames
    ways: OneOfMelds


class SeveralMelds(Fact, frozen=True):
    player: str
    ways: OneOfMelds


class MeldComplete(Fact, frozen=True):
    meld: PieceNames


class DoesNotFit(Fact, frozen=True):
    player: str
    card: PieceName
    meld: PieceNames
    fits: OneOfPieces
    """Cards that can be laid off; () if any card of the set's rank can."""


class JokerUnnamed(Fact, frozen=True):
    player: str
    meld: PieceNames
    ways: OneOfPieces


class NaturalNeeded(Fact, frozen=True):
    player: str


class NoJokerThere(Fact, frozen=True):
    meld: PieceNames


class JokerIsOther(Fact, frozen=True):
    player: str
    card: PieceName
    meld: PieceNames
    stands_for: OneOfPieces


class Stays(StrEnum):
    IN_SET = "in-set"
    INSIDE = "inside"
    """Not at an end of its sequence."""
    MOVED = "moved"
    BEFORE_ACE = "before-ace"
    """The lower end is an ace."""
    AFTER_ACE = "after-ace"
    """The upper end is an ace."""


class JokerStays(Fact, frozen=True):
    player: str
    meld: PieceNames
    why: Stays


class Meld(Struct, frozen=True):
    """A set or a sequence on the table. Immutable."""

    cards: tuple[MeldCard, ...]
    """In table order, a sequence from its lowest card up; each joker with the card it stands for."""
    low: int | None = None
    """Index of a sequence's lowest card on the ladder; None for a set."""
    moved: frozenset[int] = frozenset()
    """Ladder indexes of jokers that have been moved."""

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    @property
    def notation(self) -> Notation:
        return notation(self.cards)

    @property
    def is_set(self) -> bool:
        return self.low is None

    def takes(self) -> tuple[Card, ...]:
        """Return the cards that can be laid off, or that a laid off joker could stand for.

        For a set every suit of its rank; for a sequence the next card at each end.
        """
        first = _face(self.cards[0])
        if self.low is None:
            return tuple(Card(first.rank, suit) for suit in SUITS)
        ends = (self.low - 1, self.low + len(self.cards))
        beyond = (Card(LADDER[place], first.suit) for place in ends if 0 <= place < len(LADDER))
        return tuple(dict.fromkeys(beyond))

    def laid_off(self, player: str, piece: MeldCard) -> "Meld":
        """Lay off a card.

        An unnamed joker is accepted if only one naming is possible, or in a set. An ace that fits at both
        ends of a sequence goes to the upper one. Raises `RuleViolation` (`not-a-meld`).
        """
        takes = self.takes()
        if not takes:
            raise RuleViolation(Rule.NOT_A_MELD, MeldComplete(self.notation))
        if piece == JOKER and (self.is_set or len(takes) == 1):
            piece = Joker(takes[0])
        face = _stands_for(piece)
        if face is None:
            unnamed = JokerUnnamed(player, self.notation, notation(takes))
            raise RuleViolation(Rule.NOT_A_MELD, unnamed)
        if face not in takes:
            fits = () if self.is_set else notation(takes)
            raise RuleViolation(
                Rule.NOT_A_MELD, DoesNotFit(player, str(piece), self.notation, fits)
            )
        if self.low is None:
            return replace(self, cards=(*self.cards, piece))
        top = self.low + len(self.cards)
        if top < len(LADDER) and LADDER[top] == face.rank:
            return replace(self, cards=(*self.cards, piece))
        return replace(self, cards=(piece, *self.cards), low=self.low - 1)

    def movable(self) -> tuple[Card, ...]:
        """Return the cards that can replace a joker, the lower end first."""
        movable = []
        for place in (0, len(self.cards) - 1):
            card = self.cards[place]
            if isinstance(card, Joker) and not self._stays(place):
                movable.append(_face(card))
        return tuple(movable)

    def is_crosswise(self, place: int) -> bool:
        """Return whether the card at an index is a joker that cannot be moved."""
        return isinstance(self.cards[place], Joker) and bool(self._stays(place))

    def joker_moved(self, player: str, piece: MeldCard) -> "Meld":
        """Replace the joker with `piece` and move it to the other end.

        Raises `RuleViolation` (`joker-move`) if that is not possible.
        """
        if isinstance(piece, Joker):
            raise RuleViolation(Rule.JOKER_MOVE, NaturalNeeded(player))
        jokers = {_face(card): i for i, card in enumerate(self.cards) if isinstance(card, Joker)}
        if not jokers:
            raise RuleViolation(Rule.JOKER_MOVE, NoJokerThere(self.notation))
        if piece not in jokers:
            other = JokerIsOther(player, str(piece), self.notation, notation(tuple(jokers)))
            raise RuleViolation(Rule.JOKER_MOVE, other)
        place = jokers[piece]
        if self.low is None:
            raise RuleViolation(Rule.JOKER_MOVE, JokerStays(player, self.notation, Stays.IN_SET))
        if why := self._stays(place):
            raise RuleViolation(Rule.JOKER_MOVE, JokerStays(player, self.notation, why))
        natural = (*self.cards[:place], piece, *self.cards[place + 1 :])
        if place:
            goes = self.low - 1
            cards: tuple[MeldCard, ...] = (Joker(Card(LADDER[goes], piece.suit)), *natural)
        else:
            goes = self.low + len(self.cards)
            cards = (*natural, Joker(Card(LADDER[goes], piece.suit)))
        return Meld(cards, min(self.low, goes), self.moved | {goes})

    def _stays(self, place: int) -> Stays | None:
        """Return the reason why the joker at an index cannot be moved; None if it can be moved."""
        if self.low is None:
            return Stays.IN_SET
        if 0 < place < len(self.cards) - 1:
            return Stays.INSIDE
        if self.low + place in self.moved:
            return Stays.MOVED
        if place and self.low == 0:
            return Stays.BEFORE_ACE
        if not place and self.low + len(self.cards) == len(LADDER):
            return Stays.AFTER_ACE
        return None


def notation(cards: Sequence[MeldCard]) -> Notation:
    return tuple(map(str, cards))


def readings(pieces: Sequence[MeldCard]) -> tuple[Meld, ...]:
    """Return every meld that these cards form, one for each naming of the jokers.

    A joker in a set gets one naming only, since its suit has no meaning.
    """
    faces = [face for face in map(_stands_for, pieces) if face]
    melds = []
    if len(pieces) >= LEAST and len({face.rank for face in faces}) == 1:
        melds.append(_set(pieces, faces))
    if len(pieces) >= LEAST and len({face.suit for face in faces}) == 1:
        for low in range(len(LADDER) - len(pieces) + 1):
            sequence = _sequence(pieces, low, faces[0].suit)
            if sequence:
                melds.append(sequence)
    return tuple(melds)


def meld(player: str, pieces: Sequence[MeldCard]) -> Meld:
    """Return the meld of these cards.

    Raises `RuleViolation` (`not-a-meld`) if they form no meld, `AmbiguousMeld` if they form several.
    """
    melds = readings(pieces)
    if len(melds) == 1:
        return melds[0]
    if melds:
        ways = tuple(one.notation for one in melds)
        raise AmbiguousMeld(Rule.NOT_A_MELD, SeveralMelds(player, ways), ways)
    raise RuleViolation(Rule.NOT_A_MELD, _fault(player, pieces))


def _set(pieces: Sequence[MeldCard], faces: Sequence[Card]) -> Meld:
    there = {face.suit for face in faces}
    spare = [suit for suit in SUITS if suit not in there]
    cards: list[MeldCard] = []
    for piece in pieces:
        if piece == JOKER:
            piece = Joker(Card(faces[0].rank, spare.pop(0) if spare else "S"))
        cards.append(piece)
    return Meld(tuple(cards))


def _sequence(pieces: Sequence[MeldCard], low: int, suit: str) -> Meld | None:
    """Return the sequence of these cards from an index on the ladder, if they form one."""
    window = [Card(rank, suit) for rank in LADDER[low : low + len(pieces)]]
    slots: list[MeldCard | None] = [None] * len(window)
    for piece in pieces:
        face = _stands_for(piece)
        if face is None:
            continue
        free = (i for i, card in enumerate(window) if card == face and slots[i] is None)
        place = next(free, None)
        if place is None:
            return None
        slots[place] = piece
    return Meld(tuple(slots[i] or Joker(card) for i, card in enumerate(window)), low)


def _fault(player: str, pieces: Sequence[MeldCard]) -> AnyFact:
    if len(pieces) < LEAST:
        return TooFewCards(player, len(pieces), LEAST)
    laid = notation(pieces)
    naturals = [piece for piece in pieces if isinstance(piece, Card)]
    jokers = len(pieces) - len(naturals)
    if not naturals:
        return NoMeld(player, laid, MeldFault.ONLY_JOKERS)
    possible = readings([*naturals, *(JOKER for _ in range(jokers))])
    if possible:
        return JokerMisnamed(player, laid, tuple(one.notation for one in possible))
    if len({card.suit for card in naturals}) > 1:
        return NoMeld(player, laid, MeldFault.NO_COMMON)
    twice = next((card for card in naturals if naturals.count(card) > 1), None)
    if twice:
        return NoMeld(player, laid, MeldFault.TWICE, (str(twice),))
    ranks = {card.rank for card in naturals}
    if _round_the_corner(ranks, len(pieces)):
        return NoMeld(player, laid, MeldFault.ROUND_THE_CORNER)
    missing = tuple(rank + naturals[0].suit for rank in _missing(ranks))
    return NoMeld(player, laid, MeldFault.GAPS, missing)


def _round_the_corner(ranks: set[str], number: int) -> bool:
    """Return whether the ranks fit in a sequence of `number` cards that goes round the corner."""
    ring = LADDER[:-1] * 2
    return any(ranks <= set(ring[first : first + number]) for first in range(len(LADDER) - 1))


def _missing(ranks: set[str]) -> str:
    """Return the missing ranks between lowest and highest, with the ace where fewer are missing."""
    gaps = []
    for ladder in (LADDER[:-1], LADDER[1:]):
        places = [ladder.index(rank) for rank in ranks]
        between = ladder[min(places) : max(places)]
        gaps.append("".join(rank for rank in between if rank not in ranks))
    return min(gaps, key=len)


def _stands_for(piece: MeldCard) -> Card | None:
    """Return the card itself, or the card a joker stands for, if any."""
    return piece.stands_for if isinstance(piece, Joker) else piece


def _face(piece: MeldCard) -> Card:
    """Return the card itself, or the card a joker on the table stands for."""
    face = _stands_for(piece)
    if face is None:
        raise ValueError("a joker on the table stands for a card")
    return face
