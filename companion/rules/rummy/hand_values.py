"""Cards in hand at rummy: reading, pips, and checks of the cards left (docs/rules.md 7)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.errors import MalformedEntry, RuleViolation
from companion.facts import CardCount, Fact, PieceName, PieceNames
from companion.ids import Rule
from companion.pieces import Card, Joker, Pack
from companion.rules.actions import HandsLeft
from companion.rules.reading import read_piece
from companion.rules.rummy.melds import MeldCard, notation

HAND = 10
"""Cards dealt to each player, who holds at most as many between two turns."""
PIPS: Mapping[str, int] = {
    "A": 11,
    **dict.fromkeys("KQJT", 10),
    **{str(number): number for number in range(2, 10)},
}
"""Pips by rank: ace 11, court cards 10, others their number."""
JOKER_PIPS = 15


class JokerInHand(Fact, frozen=True):
    card: str


class HandNotSaid(Fact, frozen=True):
    player: str


class CardsLeft(Fact, frozen=True):
    player: str
    entered: int
    holds: CardCount | None
    """None if any number from 1 to `most` is possible."""
    most: int


class KnownToHold(Fact, frozen=True):
    player: str
    card: PieceName


class SeenTooOften(Fact, frozen=True):
    player: str
    card: PieceName
    copies: int
    seen: int
    """Copies seen, including this card."""


class PipsImpossible(Fact, frozen=True):
    player: str
    pips: int
    cards: CardCount | None
    """None if any number from 1 to `most` is possible."""
    most: int
    known: PieceNames


class Holding(Struct, frozen=True):
    """What is known about a player's hand."""

    player: str
    count: int | None = None
    """Number of cards; None if unknown."""
    known: tuple[MeldCard, ...] = ()


class Left(Struct, frozen=True):
    pips: int
    cards: tuple[MeldCard, ...] | None = None
    """None if only the pips were entered."""


def pips(card: MeldCard) -> int:
    return JOKER_PIPS if isinstance(card, Joker) else PIPS[card.rank]


def read_card(pack: Pack, text: str) -> MeldCard:
    """Return the card that an entry names, on the table or in hand.

    Raises `RuleViolation` (`not-in-pack`) or `MalformedEntry`.
    """
    piece = read_piece(pack, text)
    if not isinstance(piece, Card | Joker):
        raise TypeError(f"{piece} is no card")
    return piece


def read_held(pack: Pack, text: str) -> MeldCard:
    """Return the card in hand that an entry names. Raises as `read_card` does."""
    card = read_card(pack, text)
    if isinstance(card, Joker) and card.stands_for:
        raise MalformedEntry(JokerInHand(str(card)))
    return card


def read_left(
    entry: HandsLeft, holdings: Sequence[Holding], pack: Pack, lying: Counter[MeldCard]
) -> dict[str, Left]:
    """Return the cards or pips left to each loser, in the order of `holdings`.

    `lying` are the cards on the table, jokers unnamed. Hands entered as pips are checked one by one,
    because any of them may hold the unseen cards. Raises `RuleViolation` (`hand-count`, `already-seen`,
    `not-in-pack`) or `MalformedEntry`.
    """
    gone = Counter(lying)
    for holding in holdings:
        gone.update(holding.known)
    hands = {}
    for holding in holdings:
        hand = entry.hands.get(holding.player)
        if hand is None:
            raise RuleViolation(Rule.HAND_COUNT, HandNotSaid(holding.player))
        if isinstance(hand, int):
            hands[holding.player] = Left(hand)
            continue
        cards = tuple(read_held(pack, text) for text in hand)
        _check_count(holding, len(cards))
        _check_known(holding, cards)
        gone.update(Counter(cards) - Counter(holding.known))
        _check_copies(holding, cards, gone, pack)
        hands[holding.player] = Left(sum(map(pips, cards)), cards)
    reach = _reachable(_whole(pack) - gone, HAND)
    for holding in holdings:
        left = hands[holding.player]
        if left.cards is None:
            _check_pips(holding, left.pips, reach)
    return hands


def _whole(pack: Pack) -> Counter[MeldCard]:
    cards = (piece for piece in pack.pieces if isinstance(piece, Card | Joker))
    return Counter(dict.fromkeys(cards, pack.copies))


def _check_count(holding: Holding, number: int) -> None:
    count = holding.count
    fits = 1 <= number <= HAND if count is None else number == count
    if not fits:
        raise RuleViolation(Rule.HAND_COUNT, CardsLeft(holding.player, number, count, HAND))


def _check_known(holding: Holding, cards: Sequence[MeldCard]) -> None:
    missing = Counter(holding.known) - Counter(cards)
    if missing:
        card = str(next(iter(missing)))
        raise RuleViolation(Rule.ALREADY_SEEN, KnownToHold(holding.player, card))


def _check_copies(
    holding: Holding, cards: Sequence[MeldCard], gone: Counter[MeldCard], pack: Pack
) -> None:
    for card in cards:
        if gone[card] > pack.copies:
            raise RuleViolation(
                Rule.ALREADY_SEEN,
                SeenTooOften(holding.player, str(card), pack.copies, gone[card]),
            )


def _check_pips(holding: Holding, total: int, reach: Sequence[int]) -> None:
    """Raise `RuleViolation` if no hand of unseen cards can have these pips."""
    count, known = holding.count, holding.known
    numbers = range(1, HAND + 1) if count is None else (count - len(known),)
    rest = total - sum(map(pips, known))
    if rest < 0 or not any(reach[number] >> rest & 1 for number in numbers):
        raise RuleViolation(
            Rule.HAND_COUNT, PipsImpossible(holding.player, total, count, HAND, notation(known))
        )


def _reachable(supply: Counter[MeldCard], most: int) -> list[int]:
    """Return the possible pips of each number of cards up to `most`, as a bit set."""
    values: Counter[int] = Counter()
    for card, copies in supply.items():
        values[pips(card)] += copies
    reach = [1, *[0] * most]
    for value, copies in values.items():
        for number in range(most, 0, -1):
            for taken in range(1, min(copies, number) + 1):
                reach[number] |= reach[number - taken] << taken * value
    return reach
