"""Coon Can, double rummy (docs/rules.md 7 and account [001])."""

import pytest

from companion.errors import EntryError
from companion.evening.entries import Amended, encode
from companion.games import GAMES
from companion.rules import house
from companion.rules.actions import (
    Declared,
    Discarded,
    Drew,
    LaidOff,
    Misdealt,
    Played,
)
from companion.rules.facts import Phase
from companion.web.views import view
from companion.wording import say as say_
from companion.wording.evening.entries import entry_words
from companion.wording.guide import page as rules_page
from tests.telling import (
    accounts,
    amend,
    code,
    entry,
    in_signs,
    refusal,
    say,
    session,
    start,
    started,
)

THREE = "Ann Bob Cat"


def begin(*phrases, seats=THREE, depth="plays", **chosen):
    return say(start(seats, "coon-can", depth, **chosen), *phrases)


def deal(evening):
    return session(evening).deal


def melds(evening):
    return [str(meld) for meld in deal(evening).table.melds]


def counts(evening):
    return dict(deal(evening).table.counts)


def lines(evening):
    return [
        (line.source, line.target, line.amount, line.reason)
        for line in deal(evening).settlement().lines
    ]


# The turn


def test_the_deal():
    evening = begin("up 9S")
    table = deal(evening).table
    assert counts(evening) == {"Bob": 10, "Cat": 10, "Ann": 10}
    assert table.stock == 106 - 30 - 1
    assert [str(card) for card in table.discards] == ["9S"]
    assert say_(deal(evening).question()) == in_signs("Bob draws from the stock or takes the 9S.")
    assert begin("up 9S", seats="Ann Bob Cat Dan Eve Fay Gus Hal") is not None
    assert code(begin(), started("Ann", "coon-can")) == "too-few-players"
    nine = started("A B C D E F G H I", "coon-can")
    assert code(begin(), nine) == "too-many-players"


def test_a_turn():
    evening = begin("up 9S", "Bob from discards", "Bob melds 9S 9H 9D", "Bob lays 9C on 1")
    assert counts(evening) == {"Bob": 7, "Cat": 10, "Ann": 10}
    evening = say(evening, "Bob discards 2C", "Cat from stock", "Cat lays JK=9S on 1")
    assert melds(evening) == ["9S 9H 9D 9C JK=9S"]
    evening = say(evening, "Cat discards 3C")
    assert counts(evening) == {"Bob": 6, "Cat": 9, "Ann": 10}
    assert deal(evening).table.turn == "Ann"
    assert deal(evening).table.stock == 74
    assert [turn.player for turn in deal(evening).table.turns] == ["Bob", "Cat", "Ann"]
    assert deal(evening).table.laid_by == ("Bob",)
    row = view(deal(evening)).rows()[0]
    assert (row.player, row.state, row.on_turn) == ("Bob", "6 cards", False)


@pytest.mark.parametrize(
    ("told", "phrase", "refused", "sentence"),
    [
        ("", "Bob melds 9S 9H 9D", "must-draw", "Bob must draw first, from the stock or"),
        ("", "Bob discards 9S", "must-draw", "Bob must draw first"),
        ("", "Cat from stock", "not-your-turn", "It is Bob’s turn, not Cat’s."),
        ("", "Dan from stock", "not-in", "Dan is not in this deal."),
        ("draw", "Bob from stock", "must-discard", "Bob has already drawn"),
        ("draw", "Cat from stock", "must-discard", "Bob must discard before Cat’s turn begins."),
        ("draw", "Ann from stock", "not-your-turn", "It is Bob’s turn, not Ann’s."),
        ("draw", "Bob melds 9S 9H", "not-a-meld", "Bob needs at least 3 cards for a meld, not 2"),
        ("draw", "Bob melds 9S TS JK", "not-a-meld", "Choose what Bob’s joker"),
        ("draw", "Bob melds KS AS 2S", "not-a-meld", "round the corner"),
        ("draw", "Bob melds 2S 3S 4S 5S 6S 7S 8S TS JS QS KS AH", "hand-count", "cannot meld 12"),
        ("draw", "Bob melds 9S 9S 9S", "already-seen", "Bob cannot have 9S 3 times: there are 2"),
        ("draw", "Bob melds 9S 9H JK=9D JK=9C JK=9S", "already-seen", "cannot have joker 3 times"),
        ("draw", "Bob melds 9S 9H 11D", "not-in-pack", "There is no 11D in two packs"),
        ("draw", "Bob melds 9S 9H joker", "unreadable", "'joker' is not a card"),
        ("draw", "Bob discards JK=9S", "unreadable", "Write JK, not JK=9S."),
        (
            "draw",
            "Bob lays 9S on 1",
            "no-such-meld",
            "There is no meld 1. Nothing has been melded yet.",
        ),
        ("meld", "Bob lays 9S on 0", "no-such-meld", "numbered from 1 to 1"),
        ("meld", "Bob lays 9S on 2", "no-such-meld", "There is no meld 2."),
        (
            "meld",
            "Bob lays TS on 1",
            "not-a-meld",
            "cannot lay off TS on 6S 7S joker (8S): only 5S or",
        ),
        ("meld", "Bob moves 9S in 1", "joker-move", "the joker stands for 8S"),
        ("meld", "Bob moves 8S in 3", "no-such-meld", "There is no meld 3."),
        ("meld", "left nobody Ann=9 Bob=9 Cat=9", "wrong-phase", "the stock is not used up"),
        ("meld", "left Bob Ann=9 Cat=9", "hand-count", "Bob still has 8 cards, so has not won."),
        ("meld", "settled", "wrong-phase", "The deal is not decided yet"),
        ("meld", "up 9S", "wrong-phase", "No card is turned up now."),
        ("meld", "Bob in", "wrong-phase", "This game has no such entry."),
    ],
)
def test_refused_actions_of_a_turn(told, phrase, refused, sentence):
    before = {"": [], "draw": ["Bob from stock"]}
    before["meld"] = ["Bob from stock", "Bob melds 6S 7S JK=8S"]
    error = refusal(begin("up 2D", *before[told]), phrase)
    assert (error.rule, in_signs(sentence) in say_(error.fact)) == (refused, True), say_(error.fact)


@pytest.mark.parametrize(
    "said", [Declared("Bob", "play"), Played("Bob", "9S")], ids=["declared", "played"]
)
def test_entries_of_other_games_are_refused(said):
    assert code(begin(), said) == "wrong-phase"
    assert code(start("Ann Bob Cat"), Drew("Bob", "stock")) == "wrong-phase"


def test_nothing_is_entered_before_the_turn_up_or_after_the_end():
    assert code(begin(), "Bob from stock") == "wrong-phase"
    assert code(begin(), "left Bob Ann=9 Cat=9") == "wrong-phase"
    assert code(begin(), "misdealt") == "wrong-phase"
    assert code(begin(), "up S") == "unreadable"
    assert code(begin(), "up JK=9S") == "unreadable"
    over = begin("left Bob Ann=9 Cat=9", depth="result")
    for phrase in ("left Bob Ann=9 Cat=9", "Bob from stock", "up 9S"):
        assert code(over, phrase) == "wrong-phase"
    assert code(begin(depth="result"), "Bob from stock") == "wrong-phase"
    assert code(begin(depth="result"), "up 9S") == "wrong-phase"


def test_a_deal_can_be_void():
    evening = begin("up 9S", "Bob from stock")
    assert code(evening, Misdealt("x" * 81)) == "unreadable"
    evening = say(evening, "misdealt")
    assert not deal(evening).begun
    assert deal(evening).setup.dealer == "Ann"
    assert deal(say(begin("left Bob Ann=9 Cat=9", depth="result"), "misdealt")).left == {}


def test_there_is_no_depth_of_tricks():
    assert code(begin(), started(THREE, "coon-can", "tricks")) == "unreadable"
    assert code(begin(), "depth tricks") == "unreadable"
    assert deal(say(begin(), "depth result")).question().asks == "hands"


# Cards already seen


def test_a_card_taken_from_the_discards_is_only_in_that_hand():
    """Both 9S are known: one in Bob's hand, one in Cat's meld."""
    evening = begin("up 9S", "Bob from discards", "Bob discards 2C")
    evening = say(evening, "Cat from stock", "Cat melds 9S 9H 9D", "Cat discards 3C")
    evening = say(evening, "Ann from stock")
    error = refusal(evening, "Ann discards 9S")
    assert error.rule == "already-seen"
    assert "one is in meld 1 and one in Bob’s hand" in say_(error.fact)
    assert Discarded("Ann", "9S") not in deal(evening).options()
    evening = say(evening, "Ann discards 4C", "Bob from stock")
    assert Discarded("Bob", "9S") in deal(evening).options()
    evening = say(evening, "Bob lays 9S on 1", "Bob discards 5C", "Cat from stock")
    assert code(evening, "Cat discards 9S") == "already-seen"


def test_a_joker_in_a_meld_is_not_the_card_it_stands_for():
    evening = begin("up JK", "Bob from stock", "Bob melds 6S 7S JK=8S")
    assert code(evening, "Bob lays JK=9S on 1") == "already-seen"
    assert code(evening, "Bob discards JK") == "already-seen"
    # The card for which the joker stands has not been seen.
    assert melds(say(evening, "Bob melds 8S 8S 8H")) == ["6S 7S JK=8S", "8S 8S 8H"]


def test_a_completely_known_hand_limits_the_plays():
    """Both of Bob's cards are known."""
    evening = begin("up 2D", "Bob from stock", "Bob melds 3S 4S 5S", "Bob melds 3H 4H 5H")
    evening = say(evening, "Bob melds 3D 4D 5D", "Bob discards KD")
    evening = say(evening, "Cat from stock", "Cat discards QD", "Ann from stock", "Ann discards JD")
    assert counts(evening)["Bob"] == 1
    evening = say(evening, "Bob from discards", "Bob discards KC")
    evening = say(evening, "Cat from stock", "Cat discards QC", "Ann from stock", "Ann discards JC")
    evening = say(evening, "Bob from discards")
    error = refusal(evening, "Bob discards 9S")
    assert error.rule == "hand-count"
    among = in_signs("Bob has 2 cards, including JD JC from the discards, so cannot")
    assert among in say_(error.fact)
    assert {said.piece for said in deal(evening).options() if isinstance(said, Discarded)} == {
        "JD",
        "JC",
    }


def test_a_joker_is_moved_and_stays():
    evening = begin("up 2D", "Bob from stock", "Bob melds 6S 7S 8S JK=9S", "Bob discards 2C")
    evening = say(evening, "Cat from stock", "Cat moves 9S in 1")
    assert melds(evening) == ["JK=5S 6S 7S 8S 9S"]
    assert counts(evening)["Cat"] == 10
    assert code(evening, "Cat moves 5S in 1") == "joker-move"
    assert melds(say(evening, "Cat lays 4S on 1")) == ["4S JK=5S 6S 7S 8S 9S"]


# Going out

NEARLY = ["Bob from stock", "Bob melds 3S 4S 5S", "Bob melds 3H 4H 5H", "Bob melds 3D 4D 5D"]
"""Bob has two cards left."""


def test_going_out_with_the_last_discard():
    evening = begin("up 2D", *NEARLY, "Bob lays 6D on 3", "Bob discards KD")
    assert deal(evening).table.out == "Bob"
    assert say_(deal(evening).question()) == "Bob has gone out. What do the others have left?"
    assert deal(evening).options() == (Misdealt(),)
    assert code(evening, "Cat from stock") == "wrong-phase"


@pytest.mark.parametrize("last", ["Bob lays 6H on 2", "Bob moves 6H in 2"])
def test_going_out_without_a_discard(last):
    nearly = [*NEARLY, "Bob lays 6D on 3"]
    if "moves" in last:
        nearly = [*NEARLY[:2], "Bob melds 4H 5H JK=6H", *NEARLY[3:], "Bob lays 6D on 3"]
    evening = begin("up 2D", *nearly, last)
    assert deal(evening).table.out == "Bob"
    assert code(evening, "Bob discards KD") == "wrong-phase"
    done = say(evening, "left Bob Cat=50 Ann=60", "settled")
    assert accounts(done) == {"Ann": -60, "Bob": 110, "Cat": -50, "pool": 0}


def test_the_house_rule_to_go_out_with_a_discard():
    evening = begin("up 2D", *NEARLY, "Bob lays 6D on 3", going_out="discard")
    error = refusal(evening, "Bob lays 6H on 2")
    assert error.rule == "going-out"
    assert say_(error.fact) == "Bob must keep one card: at this table the last card is discarded."
    assert not any(isinstance(said, LaidOff) for said in deal(evening).options())
    assert deal(say(evening, "Bob discards KD")).table.out == "Bob"
    two = begin("up 2D", *NEARLY[:3], "Bob lays 6H on 2", "Bob lays 7H on 2", going_out="discard")
    assert code(two, "Bob melds 9S 9H 9D") == "going-out"
    joker = begin("up 2D", *NEARLY[:2], "Bob melds 4H 5H JK=6H", going_out="discard")
    joker = say(joker, "Bob melds 3D 4D 5D", "Bob lays 6D on 3")
    assert code(joker, "Bob moves 6H in 2") == "going-out"


def test_the_house_rule_to_go_out_without_a_discard():
    evening = begin("up 2D", *NEARLY, going_out="meld")
    assert counts(say(evening, "Bob discards KD"))["Bob"] == 1
    evening = say(evening, "Bob lays 6D on 3")
    error = refusal(evening, "Bob discards KD")
    assert error.rule == "going-out"
    assert "Bob cannot discard the last card: at this table it must be melded or laid off." in say_(
        error.fact
    )
    assert not any(isinstance(said, Discarded) for said in deal(evening).options())
    assert deal(say(evening, "Bob lays 7D on 3")).table.out == "Bob"


# The remaining hands

OUT = ["up 2D", *NEARLY, "Bob lays 6D on 3", "Bob discards KD"]
CAT = "Cat=9S+9S+9H+9D+9C+TS+JS+QS+KS+JK"


def test_each_loser_pays_for_the_cards_in_hand():
    """Joker 15, ace 11, court cards 10, the rest their number: 9 × 5 + 10 × 4 + 15 = 100."""
    evening = begin(*OUT, f"left Bob {CAT} Ann=AS+AS+AH+AD+AC+2S+3S+4S+5S+6S")
    assert lines(evening) == [("Cat", "Bob", 100, "pips"), ("Ann", "Bob", 75, "pips")]
    settlement = deal(evening).settlement()
    assert (settlement.pool, settlement.carried, settlement.tricks) == (0, 0, {})
    assert say_(settlement.lines[0].fact).endswith(
        ": 9 + 9 + 9 + 9 + 9 + 10 + 10 + 10 + 10 + 15 = 100."
    )
    assert view(deal(evening)).came_out("Bob", settlement) == ("wins", "")
    assert view(deal(evening)).came_out("Ann", settlement) == ("75 pips", "")
    done = say(evening, "settled")
    assert session(done).deals[0].deal.setup.dealer == "Ann"
    assert deal(done).setup.dealer == "Bob"


@pytest.mark.parametrize(
    ("phrase", "refused", "sentence"),
    [
        (f"left Bob {CAT}", "hand-count", "Enter what Ann has left"),
        (f"left Bob {CAT} Ann=9H", "hand-count", "Ann has 10 cards left, but 1 is entered"),
        (f"left Bob {CAT} Ann=", "hand-count", "Ann has 10 cards left, but 0 are entered"),
        (f"left Bob {CAT} Ann=70 Dan=9", "not-in", "Dan is not in this deal."),
        (f"left Bob {CAT} Ann=70 Bob=9", "hand-count", "Bob won, so has no cards left"),
        (f"left Cat {CAT} Ann=70", "hand-count", "Bob has no cards left, so has won."),
        (f"left nobody {CAT} Ann=70 Bob=9", "hand-count", "Bob has no cards left, so has won"),
        (f"left Dan {CAT} Ann=70", "not-in", "Dan is not in this deal."),
        (f"left Bob {CAT} Ann=9S+2S+3S+4S+5S+6S+7S+8S+TS+JS", "already-seen", "Ann cannot have 9S"),
        (f"left Bob {CAT} Ann=KD+KD+3S+4S+5S+6S+7S+8S+TS+JS", "already-seen", "Ann cannot have KD"),
        (
            f"left Bob {CAT} Ann=JK+JK+3S+4S+5S+6S+7S+8S+TS+JS",
            "already-seen",
            "Ann cannot have joker",
        ),
        (f"left Bob {CAT} Ann=JK=9S+2S+3S+4S+5S+6S+7S+8S+TS+JS", "unreadable", "Write JK"),
        (f"left Bob {CAT} Ann=11S+2S+3S+4S+5S+6S+7S+8S+TS+JS", "not-in-pack", "no 11S"),
        (f"left Bob {CAT} Ann=0", "hand-count", "which cannot make 0 pips"),
        (f"left Bob {CAT} Ann=-5", "hand-count", "which cannot make -5 pips"),
        (f"left Bob {CAT} Ann=20", "hand-count", "10 cards left, which cannot make 20 pips"),
        # One joker is in Cat's hand, so the maximum is 15 + 8 × 11 + 10.
        (f"left Bob {CAT} Ann=114", "hand-count", "which cannot make 114 pips"),
    ],
)
def test_impossible_hands(phrase, refused, sentence):
    error = refusal(begin(*OUT), phrase)
    assert (error.rule, in_signs(sentence) in say_(error.fact)) == (refused, True), say_(error.fact)


def test_the_largest_and_smallest_values_of_a_hand():
    assert lines(begin(*OUT, f"left Bob {CAT} Ann=113"))[1][2] == 113
    # 2D is in the discards and three threes in melds, so 7 twos and 3 threes are unseen.
    assert code(begin(*OUT), f"left Bob {CAT} Ann=22") == "hand-count"
    assert lines(begin(*OUT, f"left Bob {CAT} Ann=23"))[1][2] == 23


def test_a_card_taken_from_the_discards_is_among_those_left():
    evening = begin("up AD", *NEARLY, "Bob discards KD", "Cat from discards", "Cat discards QD")
    evening = say(evening, "Ann from stock", "Ann discards JD", "Bob from stock")
    evening = say(evening, "Bob lays 6D on 3", "Bob discards 2D")
    assert code(evening, f"left Bob {CAT} Ann=70") == "already-seen"
    right = CAT.replace("JK", "KD")
    assert lines(say(evening, f"left Bob {right} Ann=70"))[0][2] == 95
    # A king and nine cards of two pips or more.
    assert code(evening, "left Bob Cat=24 Ann=70") == "hand-count"


# The stock is out


def to_the_end_of_the_stock(seats="Ann Bob", **chosen):
    """Let two players draw from the stock and discard until it is out: 85 cards."""
    evening = begin("up 2D", seats=seats, **chosen)
    cards = [f"{rank}{suit}" for rank in "AKQJT987654" for suit in "SHDC"] * 2
    for place in range(85):
        player = ("Bob", "Ann")[place % 2]
        evening = say(evening, f"{player} from stock", f"{player} discards {cards[place]}")
    return evening


def test_when_the_stock_is_out_a_different_card_is_discarded():
    evening = to_the_end_of_the_stock()
    top = str(deal(evening).table.discards[-1])
    assert deal(evening).table.stock == 0
    assert deal(evening).table.turn == "Ann"
    error = refusal(evening, "Ann from stock")
    assert error.rule == "stock-out"
    assert in_signs(f"Ann takes {top} from the discards") in say_(error.fact)
    assert deal(evening).options() == (Drew("Ann", "discards"), Misdealt())
    evening = say(evening, "Ann from discards")
    error = refusal(evening, f"Ann discards {top}")
    assert error.rule == "same-discard"
    assert Discarded("Ann", top) not in deal(evening).options()
    assert code(evening, "left nobody Ann=70 Bob=70") == "wrong-phase"
    say(evening, "Ann discards 3S")


def test_the_table_can_call_the_hand_dead():
    evening = to_the_end_of_the_stock()
    assert view(deal(evening)).hands.dead and not view(deal(evening)).hands.winners
    assert not deal(evening).played_out
    # The two hands have 3 fours, 8 threes, 7 twos and the jokers: 80 pips.
    dead = say(evening, "left nobody Ann=30 Bob=2C+2C+2S+2S+3S+3S+3H+3H+JK+JK")
    assert lines(dead) == [("Bob", "pool", 50, "pips"), ("Ann", "pool", 30, "pips")]
    assert deal(dead).settlement().carried == 80
    nxt = say(dead, "settled")
    assert accounts(nxt) == {"Ann": -30, "Bob": -50, "pool": 80}
    assert deal(nxt).pool == 80
    assert code(evening, "left nobody Ann=58 Bob=22") == "hand-count"


def test_a_full_round_without_anything_laid_down_is_a_dead_hand():
    evening = to_the_end_of_the_stock()
    evening = say(evening, "Ann from discards", "Ann discards 3S")
    assert not deal(evening).played_out
    melded = say(evening, "Bob from discards", "Bob melds 2S 2H 2C", "Bob discards 3H")
    assert not deal(melded).played_out
    again = say(melded, "Ann from discards", "Ann discards 3D")
    again = say(again, "Bob from discards", "Bob discards 3C")
    assert deal(again).played_out
    evening = say(evening, "Bob from discards", "Bob discards 3H")
    assert deal(evening).played_out
    assert "nobody can go out" in say_(deal(evening).question())
    assert code(evening, "Ann from discards") == "wrong-phase"
    assert deal(evening).options() == (Misdealt(),)
    assert deal(say(evening, "left nobody Ann=40 Bob=40")).winner is None


# At depth `result`


@pytest.mark.parametrize(
    ("phrase", "refused"),
    [
        ("left Cat Ann=9S+JK", "hand-count"),
        ("left Cat Ann= Bob=27", "hand-count"),
        ("left Cat Ann=2S+3S+4S+5S+6S+7S+8S+9S+TS+JS+QS Bob=27", "hand-count"),
        ("left Cat Ann=0 Bob=27", "hand-count"),
        ("left Cat Ann=1 Bob=27", "hand-count"),
        ("left Cat Ann=119 Bob=27", "hand-count"),
        ("left Cat Ann=27 Bob=27 Cat=9S", "hand-count"),
        ("left nobody Ann=27 Bob=27", "hand-count"),
        ("left Cat Ann=9S+9S Bob=9S", "already-seen"),
        ("left Cat Ann=JK+JK Bob=JK", "already-seen"),
        ("left Dan Ann=9S Bob=27 Cat=3", "not-in"),
        ("left Cat Ann=9S Bob=27 Dan=3", "not-in"),
        ("left Cat Ann=9X Bob=27", "unreadable"),
    ],
)
def test_impossible_results(phrase, refused):
    assert code(begin(depth="result"), phrase) == refused


@pytest.mark.parametrize("phrase", ["left Cat Ann=118 Bob=2", "left Cat Ann=2S Bob=27 Cat="])
def test_extreme_results(phrase):
    assert deal(begin(phrase, depth="result")).winner == "Cat"


def test_chips_left_in_the_pool_are_divided_or_carried():
    told = ("left nobody Ann=10 Bob=20 Cat=31", "settled", "ended")
    assert accounts(begin(*told, depth="result")) == {"Ann": 10, "Bob": 1, "Cat": -11, "pool": 0}
    carried = begin(*told, depth="result", ending="carry")
    assert accounts(carried)["pool"] == 61
    again = say(carried, started(THREE, "coon-can", "result"))
    assert deal(again).pool is None  # this game does not play for the chips
    loo = say(carried, started("Ann Bob Cat", "domino-loo"))
    assert session(loo).pool == 61


# Questions and options


def test_a_question_for_every_step():
    evening = begin()
    asked = [deal(evening).question()]
    for phrase in ("up 2D", "Bob from stock"):
        evening = say(evening, phrase)
        asked.append(deal(evening).question())
    evening = begin(*OUT)
    asked.append(deal(evening).question())
    evening = say(evening, "left Bob Cat=70 Ann=70")
    asked.append(deal(evening).question())
    assert [(q.asks, q.kind, q.player) for q in asked] == [
        ("turn-up", "turned-up", None),
        ("draw", "drew", "Bob"),
        ("turn", "discarded", "Bob"),
        ("hands", "hands-left", None),
        ("settled", "settled", None),
    ]
    assert deal(evening).phase is Phase.SETTLING


def test_a_meld_is_offered_by_picking_its_cards():
    evening = begin("up 9S")
    assert view(deal(evening)).selections == ()
    (pick,) = view(deal(say(evening, "Bob from stock", "Bob melds 9S 9H 9D"))).selections
    assert (pick.kind, pick.players, pick.least, pick.most) == ("melded", ("Bob",), 3, 8)
    assert {str(card) for card in pick.barred} == {"9S"}


def test_notes_on_the_options():
    evening = begin("up 2D")
    bob = deal(evening)
    assert [view(bob).note(said) for said in bob.options()] == ["75 left", in_signs("2D"), ""]
    evening = say(evening, "Bob from stock", "Bob melds 6S 7S 8S JK=9S")
    bob = deal(evening)
    notes = {encode(said): view(bob).note(said) for said in bob.options() if view(bob).note(said)}
    assert set(notes.values()) == {
        in_signs("to 6S 7S 8S joker (9S)"),
        in_signs("then joker (5S) 6S 7S 8S 9S"),
    }


def test_each_rule_has_one_text():
    game = GAMES["coon-can"]
    for going_out in ("either", "discard", "meld"):
        for ending in ("divide", "carry"):
            rules = house.read(game.house_rules, {"going_out": going_out, "ending": ending})
            ids = [text.id for text in rules_page(game, rules, "").rules]
            assert len(ids) == len(set(ids))
    with pytest.raises(EntryError):
        house.read(game.house_rules, {"going_out": "never"})


# The record


def test_a_correction_must_agree_with_later_cards():
    """If Bob had discarded the other 9S, Cat could not have melded one."""
    evening = begin("up 9S", "Bob from stock", "Bob discards 2C", "Cat from stock")
    evening = say(evening, "Cat melds 9H 9D 9S", "Cat discards 3C")
    error = refusal(evening, Amended(4, entry("Bob discards 9S")))
    assert error.rule == "no-longer-holds"
    assert in_signs("Cat cannot have 9S") in say_(error.fact)
    assert melds(amend(evening, 6, "Cat melds 9H 9D 9C")) == ["9H 9D 9C"]


@pytest.mark.parametrize(
    ("phrase", "words"),
    [
        ("Bob from discards", "Bob takes the top discard"),
        ("Bob melds 9S 9H JK=9D", "Bob melds 9S 9H joker (9D)"),
        ("Bob lays 9C on 1", "Bob lays off 9C on meld 1"),
        ("Bob moves 9D in 1", "Bob moves the joker of meld 1, playing 9D"),
        ("Bob discards 2C", "Bob discards 2C"),
        ("left Bob Ann=9S+JK Cat=20", "Bob wins, left: Ann 9S joker, Cat 20 pips"),
        ("left nobody Ann=9S", "Nobody can go out, left: Ann 9S"),
    ],
)
def test_entries_in_words(phrase, words):
    assert entry_words(entry(phrase), GAMES["coon-can"]) == in_signs(words)
