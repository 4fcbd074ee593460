"""Flushes (docs/rules.md 5.2): their cards, their ranks, and the players who show and pay."""

import pytest

from companion.pieces import WITH_PAM
from companion.rules.actions import FlushShown, PamShown
from companion.rules.loo.flush import is_flush, value
from tests.telling import accounts, code, say, session, start

SPADES = "AS KS 9S 3S 2S"
HEARTS = "KH QH JH TH 9H"
MOUCHE = "JC 5D 4D 3D 2D"


def hand(text, pam="JC"):
    return frozenset(WITH_PAM[pam].read(word) for word in text.split())


# The hands that are flushes


@pytest.mark.parametrize("trump", ["S", "C"])
@pytest.mark.parametrize(
    ("cards", "flush"),
    [
        (SPADES, True),
        (HEARTS, True),
        (MOUCHE, True),
        ("JC AC KC 3C 2C", True),  # a mouche, because Pam is a trump and not a club
        ("AC KC QC TC 9C", True),
        ("AS KS 9S 3S 2H", False),
        ("JC AS KS 9S 2H", False),
        ("AS KS 9S 3S", False),
        ("JC AS KS 9S", False),
        ("AS KS 9S 3S 2S 4S", False),
        ("", False),
    ],
)
def test_a_flush_is_five_of_a_suit_or_four_and_pam(cards, flush, trump):
    assert is_flush(hand(cards), WITH_PAM["JC"].orders[trump], 5) is flush


@pytest.mark.parametrize(("pam", "flush"), [("JC", True), ("JS", False), ("none", False)])
def test_only_pam_completes_a_flush_of_another_suit(pam, flush):
    assert is_flush(hand("JC 5D 4D 3D 2D", pam), WITH_PAM[pam].orders["H"], 5) is flush


# Ranks. In each row the first hand beats the second under this trump.

TRUMP_FIRST = [
    ("H", "6H 5H 4H 3H 2H", "AS KS QS JS TS"),  # trump beats plain, however high
    ("H", "6H 5H 4H 3H 2H", "JC AS KS QS TS"),  # even a mouche in a plain suit
    ("H", "AS 5S 4S 3S 2S", "KD QD JD TD 9D"),  # the highest card decides
    ("H", "AS KS 4S 3S 2S", "AD QD JD TD 9D"),  # then the next
    ("H", "AS KS QS 4S 2S", "AD KD JD TD 9D"),
    ("H", "AS KS QS 4S 2S", "AD KD QD 3D 2D"),
    ("H", "AS KS QS JS 3S", "AD KD QD JD 2D"),  # down to the last card
    ("H", "JC 5S 4S 3S 2S", "AD KD QD JD TD"),  # Pam is the highest of its suit, above the ace
    ("C", "JC 6C 4C 3C 2C", "AC KC QC TC 9C"),  # of trumps as well
]
MOUCHE_FIRST = [
    ("H", "JC 5S 4S 3S 2S", "AH KH QH JH TH"),  # any mouche beats trumps
    ("H", "JC 5S 4S 3S 2S", "AD KD QD JD TD"),
    ("H", "6H 5H 4H 3H 2H", "AS KS QS JS TS"),  # then trump beats plain
    ("H", "AS KS QS JS 3S", "AD KD QD JD 2D"),  # compared down to the last card
    ("C", "JC 5C 4C 3C 2C", "AC KC QC TC 9C"),
]


@pytest.mark.parametrize(
    ("best", "trump", "better", "worse"),
    [("trump-first", *row) for row in TRUMP_FIRST]
    + [("mouche-first", *row) for row in MOUCHE_FIRST],
)
def test_which_of_two_flushes_is_better(best, trump, better, worse):
    order = WITH_PAM["JC"].orders[trump]
    assert value(hand(better), order, best) > value(hand(worse), order, best)


@pytest.mark.parametrize("best", ["trump-first", "mouche-first"])
def test_flushes_alike_but_for_their_plain_suits_are_equal(best):
    order = WITH_PAM["JC"].orders["H"]
    spades, clubs = hand("AS KS 9S 3S 2S"), hand("AC KC 9C 3C 2C")
    assert value(spades, order, best) == value(clubs, order, best)


# In a deal


def dealt(*said, seats="Ann Bob Cat Dan", up="9C", **rules):
    rules = {"draw": "none", "loo": "fixed", "loo_chips": 2, "lone": "free", **rules}
    evening = start(seats, "five-card-loo", **rules)
    return say(evening, f"up {up}", *(said or ("Bob in", "Cat in", "Dan in", "Ann in")))


def paid(evening):
    lines = session(evening).deal.settlement().lines
    assert {line.rule for line in lines} <= {"flush"}
    assert {line.reason for line in lines} <= {"pool-taken", "loo"}
    return [(line.source, line.target, line.amount) for line in lines]


def test_the_best_flush_takes_the_pool_without_play_and_the_others_pay():
    evening = say(dealt(), f"Cat flush {SPADES}")
    assert paid(evening) == [
        ("pool", "Cat", 5), ("Bob", "pool", 2), ("Dan", "pool", 2), ("Ann", "pool", 2)
    ]  # fmt: skip
    settlement = session(evening).deal.settlement()
    assert settlement.looed == ("Bob", "Dan", "Ann")
    assert settlement.carried == 6 and settlement.paid_in and not settlement.only_remainder
    assert accounts(say(evening, "settled")) == {"Ann": -7, "Bob": -2, "Cat": 5, "Dan": -2,
                                                 "pool": 6}  # fmt: skip


IN = ("Bob in", "Cat in", "Dan in", "Ann in")
FOR_THE_POOL = ("Bob in", "Cat out", "Dan out", "Ann pool")
LOW = "flush AD KD 9D 3D 2D"  # ranks like SPADES


def takes(player, amount=5):
    return ("pool", player, amount)


def pay(players):
    return [(player, "pool", 2) for player in players.split()]


@pytest.mark.parametrize(
    ("before", "rules", "shown", "lines"),
    [
        # A player who shows a flush or Pam does not pay,
        (IN, {}, [f"Cat flush {SPADES}", f"Ann flush {HEARTS}"], [takes("Cat"), *pay("Bob Dan")]),
        (IN, {}, [f"Cat flush {SPADES}", "Dan pam"], [takes("Cat"), *pay("Bob Ann")]),
        # but not under `nobody`.
        (
            IN,
            {"flush_exempt": "nobody"},
            [f"Cat flush {SPADES}", f"Ann flush {HEARTS}", "Dan pam"],
            [takes("Cat"), *pay("Bob Dan Ann")],
        ),
        # Players who dropped pay only if the whole table does.
        (
            ("Bob out", "Cat in", "Dan out", "Ann in"),
            {"flush_loos": "table"},
            [f"Cat flush {SPADES}"],
            [takes("Cat"), *pay("Bob Dan Ann")],
        ),
        (
            ("Bob out", "Cat in", "Dan out", "Ann in"),
            {"flush_loos": "in-play"},
            [f"Cat flush {SPADES}"],
            [takes("Cat"), *pay("Ann")],
        ),
        # A player who has not declared yet has not dropped.
        (
            ("Bob out",),
            {"flush_loos": "in-play"},
            [f"Cat flush {SPADES}"],
            [takes("Cat"), *pay("Dan Ann")],
        ),
        # Equal flushes divide the pool of 5, and the odd chip stays.
        (
            IN,
            {"flush_loos": "in-play"},
            [f"Bob flush {SPADES}", "Ann pam", f"Cat {LOW}"],
            [takes("Bob", 2), takes("Cat", 2), *pay("Dan")],
        ),
        # If a dealer playing for the pool has the flush, the pool stays and the others pay.
        (FOR_THE_POOL, {}, [f"Ann flush {SPADES}"], pay("Bob Cat Dan")),
        # That dealer is not looed, even if nobody is exempt.
        (
            FOR_THE_POOL,
            {"flush_exempt": "nobody"},
            [f"Bob flush {SPADES}"],
            [takes("Bob"), *pay("Cat Dan")],
        ),
        (
            FOR_THE_POOL,
            {"flush_loos": "in-play"},
            [f"Bob flush {SPADES}", f"Ann {LOW}"],
            [takes("Bob", 2)],
        ),
    ],
)
def test_who_takes_the_pool_and_who_pays(before, rules, shown, lines):
    lone = {"lone": "enter-or-pool"} if before == FOR_THE_POOL else {}
    evening = say(dealt(*before, **lone, **rules), *shown)
    assert paid(evening) == lines
    left = 5 + sum(-amount if source == "pool" else amount for source, _, amount in lines)
    settlement = session(evening).deal.settlement()
    assert settlement.carried == left
    assert not settlement.only_remainder


def test_a_player_who_sits_out_pays_nothing():
    evening = start("Ann Bob Cat Dan", "five-card-loo", draw="none", lone="free")
    evening = say(evening, "Dan sits-out", "up 9C", f"Cat flush {SPADES}")
    assert [line[:2] for line in paid(evening)] == [
        ("pool", "Cat"), ("Bob", "pool"), ("Ann", "pool")
    ]  # fmt: skip


def test_a_flush_that_looes_nobody_leaves_a_single_pool():
    evening = say(dealt("Bob in", "Cat in", seats="Ann Bob Cat"), "Bob flush AS KS 9S 3S 2S",
                  "Cat flush AD KD 9D 3D 2D", "Ann pam")  # fmt: skip
    settlement = session(evening).deal.settlement()
    assert settlement.carried == 1 and settlement.only_remainder and not settlement.paid_in


@pytest.mark.parametrize(("loo", "chips"), [("pool", 5), ("fixed", 9), ("capped", 3)])
def test_a_flush_costs_one_loo_penalty(loo, chips):
    limit = {"fixed": 9, "capped": 3}.get(loo)
    evening = dealt("Bob in", "Ann in", seats="Ann Bob", loo=loo, loo_chips=limit)
    assert paid(say(evening, f"Bob flush {SPADES}"))[1] == ("Ann", "pool", chips)


# When a flush can be shown, by whom, and with which cards


@pytest.mark.parametrize(
    "said",
    [
        (),
        ("Bob in",),
        ("Bob in", "Cat in", "Dan in", "Ann in"),
        ("Bob in", "Cat in", "Dan in", "Ann in", "Bob draws 2"),
        ("Bob in", "Cat in", "Dan in", "Ann in", "Bob draws 2", "Cat draws 0", "Dan draws 5",
         "Ann draws 1"),
    ],
    ids=len,
)  # fmt: skip
def test_a_flush_is_shown_after_the_deal_or_the_draw(said):
    evening = say(start(game="five-card-loo", draw="after-declarations"), "up 9C")
    evening = say(evening, *said)
    assert session(evening).deal.may_show_flush == ("Bob", "Cat", "Dan", "Ann")
    shown = say(evening, f"Dan flush {SPADES}")
    assert session(shown).deal.question().asks == "flushes"
    assert session(shown).deal.may_show_flush == ("Bob", "Cat", "Ann")
    assert code(shown, "Bob in") == code(shown, "Bob draws 0") == "wrong-phase"
    assert code(shown, "Bob 2H") == "wrong-phase"


@pytest.mark.parametrize("depth", ["plays", "tricks", "result"])
def test_if_players_in_pay_all_declare_before_a_flush(depth):
    evening = start("Ann Bob Cat", "five-card-loo", depth, preset="modern", edition=2)
    for phrase in ("up 9C", "Bob in", "Cat out"):
        evening = say(evening, phrase)
        assert code(evening, f"Bob flush {SPADES}") == code(evening, "Bob pam") == "flush-too-early"
        assert session(evening).deal.may_show_flush == ()
    evening = say(evening, "Ann in")
    assert session(evening).deal.may_show_flush == ("Bob", "Ann")
    shown = say(evening, f"Bob flush {SPADES}")
    assert [line.source for line in session(shown).deal.settlement().lines] == ["pool", "Ann"]


@pytest.mark.parametrize(("edition", "loos"), [(1, "in-play"), (2, "table"), (1, "table")])
def test_otherwise_a_flush_is_shown_at_once(edition, loos):
    evening = start("Ann Bob Cat", "five-card-loo", edition=edition, flush_loos=loos)
    evening = say(evening, "up 9C")
    assert session(evening).deal.may_show_flush == ("Bob", "Cat", "Ann")


@pytest.mark.parametrize("depth", ["plays", "tricks", "result"])
def test_after_the_first_lead_it_is_too_late(depth):
    led = {"plays": "Bob AC", "tricks": "won Bob", "result": "taken Bob 5"}[depth]
    evening = start("Ann Bob Cat", "five-card-loo", depth, draw="none")
    evening = say(evening, "up 9C", "Bob in", "Cat in", "Ann in", led)
    assert code(evening, f"Bob flush {SPADES}") == "flush-too-late"
    assert code(evening, "Bob pam") == "flush-too-late"
    assert session(evening).deal.may_show_flush == ()


def test_after_a_revoke_it_is_too_late():
    evening = start("Ann Bob Cat", "five-card-loo", "result", draw="none")
    evening = say(evening, "up 9C", "Bob in", "Cat in", "Ann in", "revoked Bob")
    assert code(evening, f"Cat flush {SPADES}") == "flush-too-late"
    assert session(evening).deal.may_show_flush == ()


def test_nothing_is_shown_before_the_turn_up():
    evening = start(game="five-card-loo")
    assert code(evening, f"Bob flush {SPADES}") == "wrong-phase"
    assert code(evening, "Bob pam") == "wrong-phase"
    assert session(evening).deal.may_show_flush == ()


BOBS, CATS = f"Bob flush {SPADES}", f"Cat flush {MOUCHE}"


@pytest.mark.parametrize(
    ("said", "rules", "phrase", "rule"),
    [
        (("Bob out", "Cat in"), {}, BOBS, "not-in"),
        (("Bob out", "Cat in"), {}, f"Zed flush {SPADES}", "not-in"),
        (("Bob out", "Cat in", f"Cat flush {SPADES}"), {}, f"Bob flush {HEARTS}", "not-in"),
        (("Bob out", "Cat in", f"Cat flush {SPADES}"), {}, "Bob pam", "not-in"),
        (IN, {}, "Bob flush AS KS 9S 3S 2H", "not-a-flush"),
        (IN, {}, "Bob flush AS KS 9S 3S", "not-a-flush"),
        (IN, {}, "Bob flush AS KS 9S 3S 2S 4S", "not-a-flush"),
        (IN, {}, "Bob flush AC KC QC TC 9C", "already-seen"),  # the turn-up
        (IN, {}, "Bob flush AS AS KS 3S 2S", "already-seen"),
        (IN, {}, "Bob flush AS KS 9S 3S JK", "not-in-pack"),
        (IN, {}, "Bob flush AS KS 9S 3S 6-3", "unreadable"),
        # A card can be in one flush only,
        ((*IN, BOBS), {}, "Cat flush 2S 4S 5S 6S 7S", "already-seen"),
        ((*IN, BOBS), {}, "Bob flush TS 4S 5S 6S 7S", "already-recorded"),
        ((*IN, BOBS), {}, "Bob pam", "already-recorded"),
        # and Pam in one hand only.
        ((*IN, f"Bob flush {MOUCHE}"), {}, "Cat pam", "already-seen"),
        ((*IN, f"Bob flush {MOUCHE}"), {}, "Cat flush JC 5S 4S 3S 2S", "already-seen"),
        ((*IN, BOBS, "Cat pam JC"), {}, "Dan pam", "already-seen"),
        ((*IN, BOBS, "Cat pam JC"), {}, "Dan flush JC 5D 4D 3D 2D", "already-seen"),
        ((*IN, BOBS), {"up": "JC"}, "Cat pam", "already-seen"),
        # Pam is shown only together with a flush.
        (IN, {}, "Cat pam", "wrong-phase"),
        ((*IN, BOBS), {}, "Cat pam JH", "pam"),
        ((*IN, BOBS), {}, "Cat pam JC JC", "pam"),
        (IN, {"pam": "none"}, "Cat pam", "pam"),
        ((*IN, BOBS), {"pam": "none"}, "Cat pam", "pam"),
        ((*IN, BOBS), {"pam": "none"}, CATS, "not-a-flush"),
    ],
)
def test_refused_flushes(said, rules, phrase, rule):
    assert code(dealt(*said, **rules), phrase) == rule


@pytest.mark.parametrize("cards", ["10S KS 9S 3S 2S", "JC AD 10D 3D 2D"])
def test_a_ten_is_written_in_two_ways(cards):
    say(dealt(), f"Bob flush {cards}")


@pytest.mark.parametrize(
    ("said", "rules", "asked"),
    [
        ((*IN, BOBS), {}, ["Cat", "Dan", "Ann"]),
        (("Bob out", "Cat in", f"Cat flush {SPADES}"), {}, ["Dan", "Ann"]),
        ((*IN, f"Bob flush {MOUCHE}"), {}, []),
        ((*IN, BOBS), {"up": "JC"}, []),
        ((*IN, BOBS), {"pam": "none"}, []),
    ],
)
def test_every_possible_holder_is_asked_for_pam(said, rules, asked):
    evening = dealt(*said, **rules)
    offered = [said.player for said in evening.state.options() if isinstance(said, PamShown)]
    assert offered == asked


def test_a_player_who_showed_pam_may_show_a_flush_with_it():
    """A hand has five cards, so Cat's flush must include the Pam that Cat showed."""
    evening = say(dealt(), f"Bob flush {SPADES}", "Cat pam")
    assert code(evening, f"Cat flush {HEARTS}") == "already-recorded"
    evening = say(evening, f"Cat flush {MOUCHE}")
    assert paid(evening)[0] == ("pool", "Cat", 5)
    assert [line[0] for line in paid(evening)[1:]] == ["Dan", "Ann"]


@pytest.mark.parametrize(
    ("game", "rules", "refused"),
    [("three-card-loo", {}, "flush"), ("irish-loo", {}, "flush"),
     ("five-card-loo", {"flush": "none"}, "flush"), ("domino-loo", {}, "flush")],
)  # fmt: skip
def test_without_flushes_none_can_be_shown(game, rules, refused):
    evening = say(start(game=game, **rules), "up 6-3" if game == "domino-loo" else "up 9C")
    assert code(evening, FlushShown("Bob", tuple(SPADES.split()))) == refused
    assert code(evening, PamShown("Bob")) == "pam"
    assert session(evening).deal.may_show_flush == ()


# A flush that is not shown

UNSHOWN = (
    "Bob AC", "Cat 2H", "Bob KC", "Cat 3H", "Bob QC", "Cat 4H", "Bob TC", "Cat 5H",
    "Bob 7C", "Cat 6S",
)  # fmt: skip


@pytest.mark.parametrize(("show", "notes"), [("must", 1), ("may", 0)])
def test_a_flush_played_card_by_card_is_noted_but_no_revoke(show, notes):
    """Bob plays five clubs; Cat's five cards are of two suits."""
    evening = dealt("Bob in", "Cat in", "Ann out", seats="Ann Bob Cat", flush_show=show)
    evening = say(evening, *UNSHOWN)
    settlement = session(evening).deal.settlement()
    assert len(settlement.notes) == notes
    assert [note.player for note in settlement.notes] == ["Bob"] * notes
    assert session(evening).deal.revokes == ()
    assert [(line.source, line.target, line.amount) for line in settlement.lines] == [
        ("pool", "Bob", 5), ("Cat", "pool", 2)
    ]  # fmt: skip
