"""Deals worked out by hand from the rulebook, for phones with and without script."""

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
WINNERS = ("Dan", "Cat", "Dan", "Cat", "Bob")
POOL = 25
SETTLEMENT = {"Ann": -25, "Bob": 5, "Cat": 10, "Dan": 10}
"""Without the stakes. Ann took no trick and pays what the pool held."""
BALANCES = {"Ann": -30, "Bob": 0, "Cat": 5, "Dan": 0}
"""With the stakes: Dan 10, the others 5."""
CARRIED = 25

# The three deals that the rulebook states (25 → 55 → 115), at depth tricks: trump, who declares
# what in turn, who wins the tricks. A is Bob, who sits on the dealer's left; D is Ann, the dealer.
THREE_DEALS = (
    (25, "6", "Bob play, Cat play, Dan play, Ann play", "Bob Ann Bob Ann Bob"),
    (55, "1", "Cat drop, Dan play, Ann play, Bob play", "Dan Dan Dan Dan Dan"),
    (115, "4", "Dan play, Ann play, Bob play, Cat play", "Cat Dan Ann Bob Cat"),
)
THREE_SETTLED = (
    {"Ann": 10, "Bob": 15, "Cat": -25, "Dan": -25},
    {"Ann": -55, "Bob": -55, "Cat": 0, "Dan": 55},
    {"Ann": 23, "Bob": 23, "Cat": 46, "Dan": 23},
)
"""Without the stakes."""
THREE_BALANCES = {"Ann": -32, "Bob": -27, "Cat": 11, "Dan": 48}


def evening():
    """The deal above as phrases of tests.telling, from the turn-up to the last play."""
    said = [f"up {TURN_UP}", *(f"{player} in" for player in SEATS)]
    for trick in PLAYS:
        for player, piece, *suit in trick:
            said.append(f"{player} {piece}" + (f" as {suit[0]}" if suit else ""))
    return said
