"""Cards in hand at rummy: how they are read, what they count, what is left of them (rulebook 7)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.errors import MalformedEntry, RuleViolation
from companion.pieces import Card, Joker, Pack
from companion.pieces.jokers import told
from companion.rules.actions import HandsLeft
from companion.rules.ids import Rule
from companion.rules.reading import read_piece
from companion.rules.rummy.melds import MeldCard

HAND = 10
"""Cards dealt to each, and the most anybody holds between two turns."""
PIPS: Mapping[str, int] = {
    "A": 11,
    **dict.fromkeys("KQJT", 10),
    **{str(number): number for number in range(2, 10)},
}
"""What a card counts by its rank: ace 11, court cards 10, the rest their number."""
JOKER_PIPS = 15
WORTH = "joker 15, ace 11, court cards 10, the rest their number"


class Holding(Struct, frozen=True):
    """What is known of a hand."""

    player: str
    count: int | None = None
    """How many cards; None where that is not known."""
    known: tuple[MeldCard, ...] = ()
    """Cards that are known to be among them."""


class Left(Struct, frozen=True):
    """What a player is left with."""

    pips: int
    cards: tuple[MeldCard, ...] | None = None
    """None if only the pips were said."""


def pips(card: MeldCard) -> int:
    """Return what a card in hand counts."""
    return JOKER_PIPS if isinstance(card, Joker) else PIPS[card.rank]


def read_card(pack: Pack, text: str) -> MeldCard:
    """Return the card of the double pack that an entry names, be it on the table or in hand.

    Raises `RuleViolation` (`not-in-pack`) or `MalformedEntry`.
    """
    piece = read_piece(pack, text)
    if not isinstance(piece, Card | Joker):
        raise TypeError(f"{piece} is no card")
    return piece


def read_held(pack: Pack, text: str) -> MeldCard:
    """Return the card that an entry names while it is in a hand, as `read_card` does."""
    card = read_card(pack, text)
    if isinstance(card, Joker) and card.stands_for:
        raise MalformedEntry(f"A joker off the table stands for nothing. Write JK, not {card}.")
    return card


def read_left(
    said: HandsLeft, holdings: Sequence[Holding], pack: Pack, lying: Counter[MeldCard]
) -> dict[str, Left]:
    """Return what each of the losers is left with, in the order of `holdings`.

    `lying` are the cards that lie on the table, jokers unnamed. Hands for which only the pips are
    said are checked one by one, for how they share the rest of the pack nobody knows.
    Raises `RuleViolation` (`hand-count`, `already-seen`, `not-in-pack`) or `MalformedEntry`.
    """
    gone = Counter(lying)
    for holding in holdings:
        gone.update(holding.known)
    found = {}
    for holding in holdings:
        hand = said.hands.get(holding.player)
        if hand is None:
            raise RuleViolation(
                Rule.HAND_COUNT,
                f"Say what {holding.player} is left with: the cards, or only their pips.",
            )
        if isinstance(hand, int):
            found[holding.player] = Left(hand)
            continue
        cards = tuple(read_held(pack, text) for text in hand)
        _check_count(holding, len(cards))
        _check_known(holding, cards)
        gone.update(Counter(cards) - Counter(holding.known))
        _check_copies(holding, cards, gone, pack)
        found[holding.player] = Left(sum(map(pips, cards)), cards)
    reach = _reachable(_whole(pack) - gone, HAND)
    for holding in holdings:
        left = found[holding.player]
        if left.cards is None:
            _check_pips(holding, left.pips, reach)
    return found


def _whole(pack: Pack) -> Counter[MeldCard]:
    cards = (piece for piece in pack.pieces if isinstance(piece, Card | Joker))
    return Counter(dict.fromkeys(cards, pack.copies))


def _check_count(holding: Holding, number: int) -> None:
    player, count = holding.player, holding.count
    if count is None and not 1 <= number <= HAND:
        raise RuleViolation(
            Rule.HAND_COUNT, f"{player} is left with 1 to {HAND} cards; {number} are entered."
        )
    if count not in (None, number):
        raise RuleViolation(Rule.HAND_COUNT, f"{player} holds {count} cards; {number} are entered.")


def _check_known(holding: Holding, cards: Sequence[MeldCard]) -> None:
    missing = Counter(holding.known) - Counter(cards)
    if missing:
        raise RuleViolation(
            Rule.ALREADY_SEEN,
            f"{holding.player} took {next(iter(missing))} from the discards and has not laid it "
            "down since, so it is in that hand.",
        )


def _check_copies(
    holding: Holding, cards: Sequence[MeldCard], gone: Counter[MeldCard], pack: Pack
) -> None:
    for card in cards:
        if gone[card] > pack.copies:
            raise RuleViolation(
                Rule.ALREADY_SEEN,
                f"{holding.player} cannot hold {told(card)}: the pack has {pack.copies}, and with "
                f"this one {gone[card]} would have been seen.",
            )


def _check_pips(holding: Holding, said: int, reach: Sequence[set[int]]) -> None:
    """Raise `RuleViolation` if no hand with these pips can be made of the cards not seen yet."""
    count, known = holding.count, holding.known
    numbers = range(1, HAND + 1) if count is None else (count - len(known),)
    rest = said - sum(map(pips, known))
    if not any(rest in reach[number] for number in numbers):
        holds = f"1 to {HAND} cards" if count is None else f"{count} cards"
        with_it = f", {told(*known)} among them," if known else ""
        raise RuleViolation(
            Rule.HAND_COUNT,
            f"{holding.player} is left with {holds}{with_it} and they cannot count {said} pips.",
        )


def _reachable(supply: Counter[MeldCard], most: int) -> list[set[int]]:
    """Return for each number of cards, up to `most`, the pips that so many can count together."""
    values: Counter[int] = Counter()
    for card, copies in supply.items():
        values[pips(card)] += copies
    reach: list[set[int]] = [{0}, *(set() for _ in range(most))]
    for value, copies in values.items():
        for number in range(most, 0, -1):
            for taken in range(1, min(copies, number) + 1):
                reach[number] |= {rest + taken * value for rest in reach[number - taken]}
    return reach
