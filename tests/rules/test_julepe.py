"""Julepe: evenings worked out by hand from docs/rules.md 12."""

from tests.telling import accounts, code, say, session, start


def julepe(seats="Ann Bob Cat Dan", depth="result", **chosen):
    return start(seats, "julepe", depth, **chosen)


def settled(evening, *phrases):
    return accounts(say(evening, *phrases, "settled"))


DECLARED = ("up H", "Dan in", "Cat in", "Bob out")


def test_the_winners_are_paid_by_the_losers():
    evening = julepe()
    found = settled(evening, "told Dan 3 Cat 2 Ann 0")
    assert found == {"Ann": -20, "Bob": 0, "Cat": 10, "Dan": 10, "pool": 0}
    robbed = settled(evening, *DECLARED, "Ann in +", "taken Dan 3 Cat 2")
    assert robbed == {"Ann": -30, "Bob": 0, "Cat": 15, "Dan": 15, "pool": 0}
    one = settled(evening, "told Dan 5 Cat 0 Ann 0")
    assert one == {"Ann": -20, "Bob": 0, "Cat": -10, "Dan": 30, "pool": 0}


def test_without_a_winner_the_plate_stays():
    evening = julepe("Ann Bob Cat Dan Eve")
    found = settled(evening, "told Eve 1 Dan 1 Cat 1 Bob 1 Ann 1")
    assert found == {"Ann": -20, "Bob": -10, "Cat": -10, "Dan": -10, "Eve": -10, "pool": 60}


def test_a_dealer_who_took_the_turn_up_owes_three_tricks():
    found = settled(julepe(dealer_turn_up="three"), *DECLARED, "Ann in +", "taken Dan 3 Ann 2")
    assert found == {"Ann": -20, "Bob": 0, "Cat": -10, "Dan": 30, "pool": 0}


def test_only_the_players_in_put_in():
    evening = julepe(stake_by="who-plays", depth="tricks")
    evening = say(evening, *DECLARED)
    assert session(evening).deal.pool == 20
    assert accounts(say(evening, "misdealt")) == {"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 0, "pool": 0}
    evening = say(evening, "Ann out", "won Dan Dan Dan Cat Cat", "settled")
    assert accounts(evening) == {"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 0, "pool": 0}


def test_the_joker_turned_up():
    evening = say(julepe(joker=True, depth="plays"), "up JK")
    assert session(evening).deal.question().asks == "turn-up"
    evening = say(evening, "up AH", "Dan in", "Cat out", "Bob in", "Ann in + 2C 4C")
    assert code(evening, "Ann draws 4") == "draw"
    evening = say(evening, "Dan draws 0", "Bob draws 0", "Ann draws 3")
    assert session(evening).deal.question().asks == "piece"
