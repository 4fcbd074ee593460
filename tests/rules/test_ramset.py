"""Ramset: evenings worked out by hand from docs/rules.md 10."""

import pytest

from tests.telling import code, say, session, start


def ramset(seats="Ann Bob Cat Dan", **chosen):
    return start(seats, "ramset", **chosen)


def scores(evening):
    return evening.state.session.scores


ROBBED = (
    "up 7D", "up KS", "Dan out", "Cat out", "Bob in", "Ann in + 8C 9C",
    "Bob 9S", "Ann KS", "Ann 7D", "Bob TS", "Ann AH", "Bob QH", "Ann KH", "Bob 8H", "Ann QC", "Bob 7C",
)  # fmt: skip


@pytest.mark.parametrize(("chosen", "bob"), [({}, 0), ({"nuller": "minus"}, -5)])
def test_the_dealer_robs_both_cards(chosen, bob):
    evening = say(ramset(**chosen), *ROBBED)
    settlement = evening.state.session.deal.settlement()
    assert (settlement.tricks, settlement.looed) == ({"Bob": 0, "Ann": 5}, ("Bob",))
    evening = say(evening, "settled")
    assert scores(evening) == {"Ann": 5, "Bob": bob, "Cat": 0, "Dan": 0}
    assert evening.state.session.deal.setup.dealer == "Dan"


def test_no_one_declares_before_the_second_turn_up():
    evening = say(ramset(), "up 7D")
    assert code(evening, "Dan in") == "wrong-phase"
    assert code(evening, "up 7D") == "already-seen"
    assert evening.state.session.deal.question().asks == "turn-up"


def test_the_second_lead_is_a_trump():
    evening = say(ramset(), *ROBBED[:8])
    assert code(evening, "Ann 9C") == "already-seen"  # put away
    assert code(evening, "Ann AH") == "lead-trump"  # she robbed the Bälli
    assert session(say(evening, "Ann AH revoke")).deal.revokes[0].trick == 2
