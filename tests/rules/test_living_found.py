"""Ramset, Bestia and Julepe: what `test_living_oracle` has found, worked out by hand."""

from tests.telling import code, rule_of, say, session, start

CLOSED = {"stake_by": "closed", "loo": "fixed", "loo_chips": 1}
PLAY = ("up H", "Cat in", "Bob in", "Ann in")
AGAIN = ("up H", "Bob in", "Ann in", "Cat in")


def test_a_closed_round_with_chips_of_a_bestia_is_no_blind_one():
    """Bob and Ann have paid 1 each: under 3, so all put in and nobody may drop, but not all are stakes."""
    evening = start("Ann Bob Cat", "bestia", "tricks", forced="single-pool", **CLOSED)
    assert rule_of(evening, *PLAY, "Cat draws 1") == "wrong-phase"  # nothing but stakes
    evening = say(evening, *PLAY, "won Cat Cat Cat", "settled", "up H")
    assert session(evening).deal.pool == 2 + 9
    assert code(evening, "Bob out") == "single-pool"
    assert rule_of(evening, *AGAIN[1:], "Bob draws 1") is None
