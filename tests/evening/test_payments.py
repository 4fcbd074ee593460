"""Payments, the value of a chip, and chips left over at closing (docs/rules.md 1, Ending; 8)."""

import pytest
from babel.numbers import get_currency_precision

from companion.errors import MalformedEntry
from companion.evening import Evening
from companion.evening.entries import Amended, EveningClosed, Paid, Penalized, WorthSet
from companion.evening.payments import MOST_PAYMENTS, minor_digits, minor_units
from companion.evening.penalties import MOST_IN_A_DEAL
from companion.evening.replay import replay, report
from companion.evening.settling_up import Transfer
from companion.wording import say as say_
from tests.telling import amend, code, refusal, say, session, start, started

DEAL = ("told Bob 3 Cat 2 Dan 0", "settled")
"""Four at domino Loo, Ann deals: she stakes 10, the others 5. P is 25, a share 5: Bob takes 15, Cat
10, Dan is looed 25. Ann -10, Bob +10, Cat +5, Dan -30, and 25 in the pool."""
CLOSED = (*DEAL, "closed")
"""The end divides 25: 6 each, and the odd chip to Bob, on the left of Ann, the last dealer. Ann -4, Bob +17, Cat +11, Dan -24."""


def evening(*phrases, **chosen):
    return say(start(depth="result", **chosen), *phrases)


def still_open(found):
    return found.state.still_open()


def transfers(found):
    return [(one.source, one.target, one.amount) for one in found.state.plan().transfers]


# Payments


def test_a_payment_settles_and_moves_no_balance():
    found = evening(*CLOSED)
    assert found.state.balances() == {"Ann": -4, "Bob": 17, "Cat": 11, "Dan": -24}
    # 24 = 17 + 7, and 11 - 7 = 4: three transfers, because no smaller group sums to zero.
    assert transfers(found) == [("Dan", "Bob", 17), ("Dan", "Cat", 7), ("Ann", "Cat", 4)]
    paid = say(found, "Dan pays Bob 17", "Dan pays Cat 3")
    assert paid.state.balances() == found.state.balances()
    assert still_open(paid) == {"Ann": -4, "Bob": 0, "Cat": 8, "Dan": -4}
    assert transfers(paid) == [("Dan", "Cat", 4), ("Ann", "Cat", 4)]
    done = say(paid, "Ann pays Cat 4", "Dan pays Cat 4")
    assert transfers(done) == [] and set(still_open(done).values()) == {0}


def test_a_payment_may_differ_from_the_plan():
    found = say(evening(*CLOSED), "Ann pays Bob 4")
    assert sum(one.amount for one in found.state.plan().transfers) == 24
    assert {one.source for one in found.state.plan().transfers} == {"Dan"}


def test_between_deals_chips_in_the_pool_belong_to_nobody():
    found = evening(*DEAL)
    assert found.state.accounts() == {"Ann": -10, "Bob": 10, "Cat": 5, "Dan": -30, "pool": 25}
    plan = found.state.plan()
    # Ann pays Bob in full. Dan owes 30, of which 25 are in the pool.
    assert plan.transfers == (Transfer("Ann", "Bob", 10), Transfer("Dan", "Cat", 5))
    assert plan.left_in_pool == (Transfer("Dan", "pool", 25),)
    paid = say(found, "Ann pays Bob 10", "told Bob 5", "settled")
    # Bob stakes 5, plays alone and takes the pool of 30. Ann owes nothing, and he is 25 up.
    assert still_open(paid) == {"Ann": 0, "Bob": 25, "Cat": 5, "Dan": -30}


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("Dan pays Dan 5", "payment"),
        ("Eve pays Bob 5", "payment"),
        ("Dan pays Eve 5", "payment"),
        ("Dan pays pool 5", "payment"),
        ("Dan pays Bob 0", "payment"),
        ("Dan pays Bob -5", "payment"),
        ("Bob pays Cat 5", "nothing-open"),
        ("Dan pays Ann 1", "nothing-open"),
        ("Dan pays Bob 18", "more-than-open"),  # Bob is 17 up
        ("Ann pays Bob 5", "more-than-open"),  # Ann is 4 down
    ],
)
def test_a_payment_that_settles_nothing_is_refused(phrase, rule):
    assert code(evening(*CLOSED), phrase) == rule


def test_a_debt_is_not_paid_twice():
    found = say(evening(*CLOSED), "Ann pays Cat 4")
    assert code(found, "Ann pays Cat 4") == "nothing-open"
    assert say_(refusal(found, "Ann pays Cat 4").fact) == "Ann does not owe anything."


def test_nothing_is_paid_during_a_deal():
    found = evening(*DEAL)
    assert code(say(found, "up 6"), "Dan pays Bob 10") == "wrong-phase"
    assert code(say(found, "told Bob 5"), "Dan pays Bob 10") == "wrong-phase"  # not settled yet


def test_games_for_points_leave_nothing_to_pay():
    found = evening("told Bob 3 Cat 2 Dan 0", "settled", game="domino-rounce")
    assert code(found, "Dan pays Bob 1") == "nothing-open"
    assert "chips" in say_(refusal(found, "Dan pays Bob 1").fact)


def test_nobody_pays_before_the_first_game():
    assert code(Evening(), "Dan pays Bob 1") == "payment"


def test_the_payments_of_an_evening_are_limited():
    # Dan is looed 4,000, and Bob gets a quarter of it at the end.
    found = evening(*CLOSED, loo="fixed", loo_chips=4000)
    found = say(found, *["Dan pays Bob 1"] * MOST_PAYMENTS)
    assert code(found, "Dan pays Bob 1") == "payment"
    assert transfers(found) and not found.state.options()


# Undone and corrected


def test_a_payment_can_be_undone_after_the_closing():
    for before in (evening(*DEAL), evening(*CLOSED)):
        paid = say(before, "Dan pays Bob 5")
        assert say(paid, f"undo {paid.length}").state == before.state
    # The closing after it can be undone too.
    paid = say(evening(*CLOSED), "Dan pays Bob 5")
    reopened = say(paid, f"undo {paid.length}", f"undo {paid.length - 1}")
    assert reopened.state == evening(*DEAL).state


def test_a_correction_deletes_or_changes_a_payment():
    found = say(evening(*CLOSED), "Dan pays Bob 5", "Ann pays Cat 4")
    first = found.length - 1
    assert still_open(found.enter(Amended(first)))["Bob"] == 17
    assert still_open(amend(found, first, "Dan pays Bob 17"))["Bob"] == 0
    with pytest.raises(Exception, match="more-than-open"):
        amend(found, first, "Dan pays Bob 18")


def test_payments_do_not_prevent_a_correction():
    """Dan and Ann have paid all their debts; then Cat's trick is corrected to Dan."""
    found = say(evening(*CLOSED), *("Dan pays Bob 17", "Dan pays Cat 7", "Ann pays Cat 4"))
    mended = amend(found, 2, "told Bob 3 Dan 2 Cat 0")
    assert mended.state.closed and len(mended.state.payments) == 3
    # Cat and Dan have swapped balances, but not their earlier payments.
    assert mended.state.balances() == {"Ann": -4, "Bob": 17, "Cat": -24, "Dan": 11}
    assert still_open(mended) == {"Ann": 0, "Bob": 0, "Cat": -35, "Dan": 35}
    assert transfers(mended) == [("Cat", "Dan", 35)]
    assert say(mended, f"undo {mended.length}").state == found.state
    # The state before Ann's payment keeps the first two payments, although Dan has now paid too much.
    assert mended.before(found.length).payments == mended.state.payments[:2]
    # New payments are checked against the current balances.
    assert code(mended, "Cat pays Dan 36") == "more-than-open"
    assert transfers(say(mended, "Cat pays Dan 35")) == []


def test_a_correction_cannot_remove_a_player_who_has_paid():
    found = say(evening(*CLOSED), "Dan pays Bob 5")
    stranger = started("Ann Bob Cat Eve", depth="result")
    assert refusal(found, Amended(1, stranger)).rule == "no-longer-holds"


def test_a_correction_of_a_payment_can_always_be_undone():
    found = say(evening(*CLOSED), "Dan pays Bob 17")
    mended = amend(found, 2, "told Bob 3 Dan 2 Cat 0")  # now Cat is the one who owed Bob
    smaller = mended.enter(Amended(found.length))
    assert say(smaller, f"undo {smaller.length}").state == mended.state


# Options


def test_the_transfers_of_the_plan_are_offered_once_the_pool_is_decided():
    won = ("Bob says three", "Cat says pass", "Dan says pass", "Ann says pass", "made", "settled")
    nap = evening(*won, game="napoleon")  # a game without a pool, between deals
    for found in (nap, evening(*CLOSED)):
        offered = [option for option in found.state.options() if isinstance(option, Paid)]
        assert [(one.source, one.target, one.amount) for one in offered] == transfers(found) != []
        for option in offered:
            found.enter(option)
    for found in (evening(*DEAL), evening(*DEAL, "up 6"), say(nap, "Cat says two")):
        assert not any(isinstance(one, Paid) for one in found.state.options())


# The value of a chip


def test_a_chip_has_a_worth_before_during_and_after():
    found = say(Evening(), WorthSet(10, "EUR"))
    assert found.state.worth == WorthSet(10, "EUR")
    found = say(found, started("Ann Bob Cat Dan", depth="result"), "up 6", WorthSet(5, "JPY"))
    assert found.state.worth == WorthSet(5, "JPY")
    assert say(found, f"undo {found.length}").state.worth == WorthSet(10, "EUR")
    closed = say(evening(*CLOSED), WorthSet(25, "USD"))
    assert closed.state.worth == WorthSet(25, "USD")
    assert say(closed, f"undo {closed.length}").state == evening(*CLOSED).state


@pytest.mark.parametrize(
    ("minor", "currency"),
    [(0, "EUR"), (-1, "EUR"), (10**9, "EUR"), (1, "eur"), (1, "€"), (1, "EURO"), (1, "")],
)
def test_invalid_worths(minor, currency):
    assert code(Evening(), WorthSet(minor, currency)) == "worth"


def test_the_digits_of_currencies_are_those_of_the_standard():
    # Where Unicode's data differ from ISO 4217, ours follow ISO 4217.
    for currency in ("EUR", "USD", "CHF", "JPY", "KRW", "CLP", "BHD", "KWD", "TND", "CLF"):
        assert minor_digits(currency) == get_currency_precision(currency)


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [("0.10", "EUR", 10), ("0,1", "EUR", 10), (" 2 ", "EUR", 200), ("5", "JPY", 5),
     ("0.005", "KWD", 5), (".05", "EUR", 5), (",5", "EUR", 50), ("0.05 €", "EUR", 5),
     ("0,05€", "EUR", 5), ("5 ct", "EUR", 5), ("20 Rp", "CHF", 20), ("50 p", "GBP", 50),
     ("0.10 chf", "CHF", 10), ("1 $", "CAD", 100), ("5 ¥", "JPY", 5), ("0.05 Fr.", "CHF", 5),
     ("Fr.5", "CHF", 500), ("Fr. .05", "CHF", 5), ("EUR 0.10", "EUR", 10)],
)  # fmt: skip
def test_an_amount_is_read_in_minor_units(text, currency, minor):
    assert minor_units(text, currency) == minor


@pytest.mark.parametrize(
    ("text", "currency"),
    [("", "EUR"), ("-1", "EUR"), ("0.001", "EUR"), ("1.5", "JPY"), ("1e3", "EUR"), ("١", "EUR"),
     ("1.", "EUR"), (".", "EUR"), ("€", "EUR"), ("ct", "EUR"), ("5 $", "EUR"), ("0.5 ct", "EUR"),
     ("5 ct", "JPY"), ("5 ct", "KWD"), ("5 USD", "EUR"), ("5 € 5", "EUR"), ("9" * 10, "EUR"),
     ("€5 €", "EUR"), ("A$5", "CAD"), ("A5", "AUD"), ("$5", "EUR"), ("$€5", "EUR"), ("¥1,000", "JPY")],
)  # fmt: skip
def test_invalid_amounts(text, currency):
    with pytest.raises(MalformedEntry):
        minor_units(text, currency)


# Chips left over


CARRY = {"ending": "carry"}


def test_waiting_chips_are_divided_at_the_closing_or_stay():
    """`ending`: divided among the players seated in the last game that added to the pool."""
    found = evening(*DEAL, **CARRY)
    # 25: 6 each, and the odd chip to Bob, on the left of Ann, the last dealer.
    divided = say(found, EveningClosed("divide"))
    assert divided.state.balances() == {"Ann": -4, "Bob": 17, "Cat": 11, "Dan": -24}
    assert divided.state.pool == 0 and divided.state.accounts()["pool"] == 0
    assert session(divided).accounts()["pool"] == 25  # left over from this game
    for stay in (EveningClosed("stay"), EveningClosed()):
        kept = say(found, stay)
        assert kept.state.pool == 25 and not kept.state.left_over
        assert kept.state.balances() == {"Ann": -10, "Bob": 10, "Cat": 5, "Dan": -30}
        # After these payments, the only open balance is with the pool.
        settled = say(kept, "Ann pays Bob 10", "Dan pays Cat 5")
        assert settled.state.plan().transfers == ()
        assert settled.state.plan().left_in_pool == (Transfer("Dan", "pool", 25),)


def test_the_last_game_that_added_to_the_pool_divides_it():
    found = evening(*DEAL, **CARRY)
    # Rounce has no pool, so the players of the Loo game divide the chips.
    after = say(found, started("Ann Bob", "domino-rounce"), EveningClosed("divide"))
    assert [line.target for line in after.state.left_over] == ["Bob", "Cat", "Dan", "Ann"]
    # Another Loo game plays for these chips; Dan has left. Ann stakes 5, as the pool has 25: P is 30, a
    # share 6. Bob and Cat play, Cat is looed 30: 30 wait. 10 each.
    later = say(found, started("Ann Bob Cat", depth="result", **CARRY), "told Bob 5 Cat 0",
                "settled", EveningClosed("divide"))  # fmt: skip
    assert [(one.target, one.amount) for one in later.state.left_over] == [
        ("Bob", 10), ("Cat", 10), ("Ann", 10),
    ]  # fmt: skip
    assert sum(later.state.balances().values()) == 0


def test_each_pool_is_divided_by_its_own_table():
    """The carried chips of Napoleon and Loo are kept apart."""
    nap = started("Cat Dan Eve", "napoleon", "result", purchase=True, ending="carry")
    # Dan buys 2 and passes, Eve makes two: the 2 stay.
    found = say(evening(*DEAL, **CARRY), nap, "Dan says pass buys 2", "Eve says two",
                "Cat says pass", "made", "settled", EveningClosed("divide"))  # fmt: skip
    lines = [(line.target, line.amount) for line in found.state.left_over]
    assert lines == [("Bob", 7), ("Cat", 6), ("Dan", 6), ("Ann", 6), ("Dan", 1), ("Eve", 1)]


def test_the_closing_offers_to_divide_only_waiting_chips():
    closings = [o for o in evening(*DEAL).state.options() if isinstance(o, EveningClosed)]
    assert closings == [EveningClosed()]
    closings = [o for o in evening(*DEAL, **CARRY).state.options() if isinstance(o, EveningClosed)]
    assert closings == [EveningClosed("divide"), EveningClosed("stay")]
    # Without carried chips there is nothing to divide.
    assert evening(*DEAL, EveningClosed("divide")).state == evening(*CLOSED).state


def test_the_closing_can_be_changed_afterwards():
    found = say(evening(*DEAL, **CARRY), "closed", "Dan pays Bob 10")
    divided = found.enter(Amended(found.length - 1, EveningClosed("divide")))
    assert divided.state.balances()["Bob"] == 17
    assert still_open(divided) == {"Ann": -4, "Bob": 7, "Cat": 11, "Dan": -14}


# The replay


def test_a_replay_lists_payments_and_leftover_chips():
    found = say(evening(*DEAL, **CARRY), EveningClosed("divide"), "Dan pays Bob 10",
                WorthSet(10, "EUR"))  # fmt: skip
    told = report(found, (), say_)
    assert told["payments"] == [{"from": "Dan", "to": "Bob", "amount": 10}]
    assert told["worth"] == {"minor": 10, "currency": "EUR"}
    assert told["left_over"][0] == {"from": "pool", "to": "Bob", "amount": 7, "reason": "ending"}
    assert not {"payments", "worth", "left_over"} & report(evening(*DEAL), (), say_).keys()


def test_a_refused_payment_is_a_problem_of_the_replay():
    told = [one.entry for one in evening(*CLOSED).entries]
    _, problems = replay([*told, Paid("Dan", "Bob", 18), Paid("Dan", "Bob", 17)])
    assert [(p.entry, p.rule) for p in problems] == [(5, "more-than-open")]


def test_the_penalties_of_a_deal_are_limited():
    """Every state contains all penalties, so without a limit memory would grow quadratically."""
    found = evening()
    one = Penalized("Ann", 1, "Bob")
    for _ in range(MOST_IN_A_DEAL):
        found = found.enter(one)
    assert refusal(found, one).rule == "penalty"
    assert code(say(found, *DEAL), "undo 1") == "stale"
    assert say(found, *DEAL).enter(one).state.balances()["Ann"] == -10 - MOST_IN_A_DEAL - 1
