"""Deals worked out by hand from the rulebook, for phones with and without script."""

from typing import NamedTuple

SEATS = ("Ann", "Bob", "Cat", "Dan")

TURN_UP = "5-3"
PLAYS = (
    # Dan deals, fives are trumps, all are in, nobody revokes. Hands:
    #   Ann 4-2 6-2 4-0 3-3 6-4 · Bob 2-1 3-1 1-1 6-0 6-1
    #   Cat 2-0 5-5 5-2 5-1 4-1 · Dan 2-2 5-4 6-5 3-2 6-3
    # Trick 1: Ann announces twos; Dan has the double. 2: Dan has to lead a trump; Cat has 5-5.
    # 3: a trump again, 5-2, and Dan's 6-5 takes it. 4: Dan has no trump left; Cat trumps threes.
    # 5: Cat announces ones; Bob's 6-1 is the highest of them.
    (("Ann", "4-2", "2"), ("Bob", "2-1"), ("Cat", "2-0"), ("Dan", "2-2")),
    (("Dan", "5-4"), ("Ann", "6-2"), ("Bob", "3-1"), ("Cat", "5-5")),
    (("Cat", "5-2"), ("Dan", "6-5"), ("Ann", "4-0"), ("Bob", "1-1")),
    (("Dan", "3-2", "3"), ("Ann", "3-3"), ("Bob", "6-0"), ("Cat", "5-1")),
    (("Cat", "4-1", "1"), ("Dan", "6-3"), ("Ann", "6-4"), ("Bob", "6-1")),
)
POOL = 25
BALANCES = {"Ann": -30, "Bob": 0, "Cat": 5, "Dan": 0}
"""Ann took no trick and pays what the pool held. The stakes: Dan 10, the others 5."""
CARRIED = 25

# The three deals that the rulebook states (25 → 55 → 115), at depth tricks: trump, who declares
# what in turn, who wins the tricks. A is Bob, who sits on the dealer's left; D is Ann, the dealer.
THREE_DEALS = (
    (25, "6", "Bob play, Cat play, Dan play, Ann play", "Bob Ann Bob Ann Bob"),
    (55, "1", "Cat drop, Dan play, Ann play, Bob play", "Dan Dan Dan Dan Dan"),
    (115, "4", "Dan play, Ann play, Bob play, Cat play", "Cat Dan Ann Bob Cat"),
)


def evening():
    said = [f"up {TURN_UP}", *(f"{player} in" for player in SEATS)]
    for trick in PLAYS:
        for player, piece, *suit in trick:
            said.append(f"{player} {piece}" + (f" as {suit[0]}" if suit else ""))
    return said


# Card deals. Ann deals, Bob is eldest.

FIVE_SEATS = ("Ann", "Bob", "Cat", "Dan", "Eve")
SIXTEEN = (*FIVE_SEATS, "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Leo", "Mia", "Ned", "Oda", "Pip")
"""16 players use the whole pack, with three cards each, the miss and the turn-up."""


class CardDeal(NamedTuple):
    """One deal of a card game and its result."""

    up: str
    said: tuple[tuple[str, str], ...]
    """Declarations in turn, as sent by the form."""
    plays: tuple[tuple[tuple[str, str], ...], ...]
    tricks: dict[str, int]
    pool: int
    balances: dict[str, int]
    """Including the stake."""
    carried: int

    def telling(self, plays=99):
        """Return the deal as phrases of tests.telling, with at most this many plays."""
        choices = {"play": "in", "miss": "miss", "drop": "out"}
        said = [f"up {self.up}"]
        for player, choice in self.said:
            what, _, draws = choice.partition("+")
            said.append(f"{player} {choices[what]}" + (f" draws {draws}" if draws else ""))
        cards = [f"{who} {card.replace('+', ' ')}" for trick in self.plays for who, card in trick]
        return said + cards[:plays]


THREE_CARDS = CardDeal(
    # Three-card Loo as in the classic rules, five at the table. Hearts are trumps. Hands:
    #   Bob KS 9D 4H · Cat (the miss) TS 3D TC · Ann 5S JD 2C
    # Trick 1: nobody can beat the king. 2: Bob has one trump, so he need not lead it; Ann must
    # head. 3: Bob has no club and must trump; Cat follows.
    up="7H",
    said=(("Bob", "play"), ("Cat", "miss"), ("Dan", "drop"), ("Eve", "drop"), ("Ann", "play")),
    plays=(
        (("Bob", "KS"), ("Cat", "TS"), ("Ann", "5S")),
        (("Bob", "9D"), ("Cat", "3D"), ("Ann", "JD")),
        (("Ann", "2C"), ("Bob", "4H"), ("Cat", "TC")),
    ),
    tricks={"Bob": 2, "Cat": 0, "Ann": 1},
    # The stake of 3 gives 1 a trick. Cat took none and pays 3.
    pool=3,
    balances={"Ann": -2, "Bob": 2, "Cat": -3, "Dan": 0, "Eve": 0},
    carried=3,
)

FIVE_CARDS = CardDeal(
    # Five-card Loo as in the classic rules. Spades are trumps. Hands after the draw:
    #   Bob AS QS 9H 7D 4C · Cat JC 8S TH 6D 3D · Ann 5S 3H 5D 9C 8C
    # Trick 1: Bob must lead the ace and calls Pam civil, so Cat keeps him. 2: Cat must head. 3: she
    # has one trump and leads a plain card; Bob must head. 4: Cat has no club but Pam, and must
    # trump. 5: Bob must trump.
    up="7S",
    said=(("Bob", "play+2"), ("Cat", "play+1"), ("Dan", "drop"), ("Ann", "play")),
    plays=(
        (("Bob", "AS+civil"), ("Cat", "8S"), ("Ann", "5S")),
        (("Bob", "9H"), ("Cat", "TH"), ("Ann", "3H")),
        (("Cat", "6D"), ("Ann", "5D"), ("Bob", "7D")),
        (("Bob", "4C"), ("Cat", "JC"), ("Ann", "9C")),
        (("Cat", "3D"), ("Ann", "8C"), ("Bob", "QS")),
    ),
    tricks={"Bob": 3, "Cat": 2, "Ann": 0},
    # The stake of 5 gives 1 a trick. Ann took none and pays 5.
    pool=5,
    balances={"Ann": -10, "Bob": 3, "Cat": 2, "Dan": 0},
    carried=5,
)

FLUSH = ("AS", "KS", "9S", "3S", "2S")
SHOWN = CardDeal(
    # Five-card Loo, classic: Bob shows this flush, Dan shows Pam. Bob takes the pool. Players
    # with neither pay the amount of the pool, including Cat, who dropped.
    up="7H",
    said=(("Bob", "play"), ("Cat", "drop"), ("Dan", "play+3"), ("Ann", "play")),
    plays=(),
    tricks={"Bob": 0, "Dan": 0, "Ann": 0},
    pool=5,
    balances={"Ann": -10, "Bob": 5, "Cat": -5, "Dan": 0},
    carried=10,
)
