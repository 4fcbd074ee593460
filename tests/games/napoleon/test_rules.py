"""Deals of Napoleon and of Seven-card Napoleon after the bidding (docs/rules.md 1, 2 and 6)."""

import pytest

from companion.errors import RevokeProven, RuleViolation
from companion.evening.starting import read_rules
from companion.games import GAMES
from companion.rules.actions import (
    Declared,
    Misdealt,
    Peeped,
    Played,
    Revoked,
    Settled,
    TricksTaken,
)
from companion.rules.facts import Phase, Question, Setup
from companion.rules.house import declared
from companion.rules.napoleon.nap_facts import BidAsked, ResultAsked
from companion.web.views import view
from companion.wording import say as say_
from tests.telling import accounts, code, entry, refusal, say, session, start, started

NAP, SEVEN = "napoleon", "seven-card-napoleon"
EVERY = {"misery": True, "wellington": True, "blucher": True}


def table(*said, game=NAP, depth="tricks", seats="Ann Bob Cat Dan", **rules):
    """Return an evening after these phrases; Ann deals, Bob declares first."""
    return say(start(seats, game, depth, "Ann", **rules), *said)


def deal(evening):
    return session(evening).deal


def bids(*choices, seats="Bob Cat Dan Ann"):
    """Return the phrases of declarations in turn; the other players pass."""
    players = seats.split()
    said = [*choices, *["pass"] * (len(players) - len(choices))]
    return [f"{player} says {choice}" for player, choice in zip(players, said, strict=True)]


def settled(evening):
    """Return the lines of the last deal: (from, to, chips, reason)."""
    evening = say(evening, "settled")
    done = session(evening).deals[-1]
    return [(line.source, line.target, line.amount, line.reason) for line in done.lines]


def each(source, target, amount, reason="contract"):
    """Return lines between one player and several: "Bob" to "Cat Dan"."""
    return [(a, b, amount, reason) for a in source.split() for b in target.split()]


# The games


@pytest.mark.parametrize(("game", "tricks"), [(NAP, 5), (SEVEN, 7)])
def test_the_games(game, tricks):
    found = GAMES[game]
    assert (found.tricks, found.least, found.pack.name) == (tricks, 2, GAMES["irish-loo"].pack.name)
    assert found.most(found.house_rules()) == 6
    assert found.accounts.presets == {} and not found.pool.takes_carried
    assert found.race(found.house_rules()) is None


@pytest.mark.parametrize("game", [NAP, SEVEN])
def test_every_option_is_off_by_default(game):
    rules = read_rules(GAMES[game], None, {})
    options = ["misery", "misery_trumps", "peep", "purchase"]
    options += ["wellington", "blucher"] if game == NAP else []
    found = {rule.name: getattr(rules, rule.name) for rule in declared(type(rules))}
    pack = {"pack": 52} if game == NAP else {}
    assert found == {**dict.fromkeys(options, False), "revoke": "note", "ending": "divide", **pack}


@pytest.mark.parametrize("game", [NAP, SEVEN])
@pytest.mark.parametrize(("number", "wanted"), [(1, "too-few-players"), (7, "too-many-players")])
def test_two_to_six(game, number, wanted):
    with pytest.raises(Exception) as caught:
        start(" ".join("ABCDEFG"[:number]), game)
    assert caught.value.rule == wanted


def test_a_deal_begins_with_declaring():
    before = deal(table())
    assert before.phase is Phase.DECLARING and not before.begun
    assert before.question() == Question("bid", "declared", BidAsked("Bob"), "Bob")
    assert say_(before.question()) == "What does Bob bid?"
    assert before.stakes == before.bought == () and before.turn_up is before.trump is None
    assert (before.pool, view(before).terms) == (None, "")
    assert (
        before.play is None and view(before).seen == frozenset() and view(before).selections == ()
    )
    assert not any(isinstance(said, Settled | Misdealt | Revoked) for said in before.options())


def test_the_table_shows_the_highest_bid_and_what_it_pays():
    after = table("Bob says two", "Cat says nap")
    assert view(deal(after)).terms == "Highest bid: Cat, nap, +10 or −5 each"
    rows = {row.player: (row.state, row.on_turn) for row in view(deal(after)).rows()}
    assert rows == {
        "Bob": ("two", False), "Cat": ("nap", False), "Dan": ("", True), "Ann": ("", False),
    }  # fmt: skip
    played = table(*bids("two", "nap"))
    assert view(deal(played)).terms == "Cat plays nap, +10 or −5 each"
    # During the play only the contract matters.
    assert [row.state for row in view(deal(played)).rows()] == ["", "nap", "", ""]


def test_purchases_are_shown_while_the_others_declare():
    bidding = deal(table("Bob says pass buys 2", "Cat says misery buys 1", **EVERY, purchase=True))
    assert [row.state for row in view(bidding).rows()][:2] == ["pass, 2 bought", "misery, 1 bought"]
    assert view(bidding).terms == "Highest bid: Cat, misery, ±3 each"
    played = deal(table(*bids("pass buys 2", "misery buys 1"), **EVERY, purchase=True))
    assert [row.state for row in view(played).rows()] == ["", "misery", "", ""]
    assert played.pool == bidding.pool == 3


@pytest.mark.parametrize(
    ("depth", "said", "words"),
    [
        ("plays", (), "No trump yet"), ("plays", bids("two"), "No trump yet"),
        ("plays", bids("misery"), "No trumps"), ("plays", bids(), ""), ("tricks", bids("two"), ""),
        ("tricks", bids("misery"), "No trumps"), ("result", bids("two"), ""),
    ],
)  # fmt: skip
def test_the_trump_is_shown_only_if_the_depth_tells_it(depth, said, words):
    assert view(deal(table(*said, depth=depth, misery=True))).no_trump == words


@pytest.mark.parametrize(
    ("said", "note"),
    [
        (Declared("Bob", "three"), "±3 each"),
        (Declared("Bob", "nap"), "+10 or −5 each"),
        (Declared("Bob", "pass"), ""),
        (Misdealt(), ""),
    ],
)
def test_each_bid_shows_its_payment(said, note):
    assert view(deal(table())).note(said) == note


# Refused declarations


@pytest.mark.parametrize(
    "phrase", ["up 7H", "up S", "Bob flush AS KS 9S 3S 2S", "Bob pam", "Bob draws 2"]
)
def test_declarations_of_other_games_are_refused(phrase):
    assert code(table(), phrase) == "wrong-phase"
    assert code(table(*bids("two")), phrase) == "wrong-phase"


@pytest.mark.parametrize(
    "phrase", ["won Bob", "taken Bob 5", "made", "Bob AS", "settled", "revoked Bob", "Bob peeps"]
)
@pytest.mark.parametrize("depth", ["result", "tricks", "plays"])
def test_nothing_is_played_before_all_have_declared(phrase, depth):
    for said in ((), ("Bob says nap", "Cat says pass", "Dan says pass")):
        assert code(table(*said, depth=depth, peep=True), phrase) == "wrong-phase"


def test_nobody_declares_after_the_last():
    assert code(table(*bids("two")), "Cat says nap") == "wrong-phase"


# All pass


@pytest.mark.parametrize("depth", ["result", "tricks", "plays"])
def test_all_pass(depth):
    after = table(*bids(), depth=depth)
    assert deal(after).phase is Phase.SETTLING and deal(after).trump is None
    assert say_(deal(after).question()) == "Everyone passed. Nobody pays."
    assert {type(said) for said in deal(after).options()} == {Settled, Misdealt}
    settlement = deal(after).settlement()
    assert settlement.lines == () and settlement.tricks == {} and settlement.looed == ()
    assert view(deal(after)).came_out("Bob", settlement) == ("passed", "")
    assert view(deal(after)).idle("Bob", settlement) == (
        "Everyone passed, so nobody pays.",
        "all-pass",
    )
    for phrase in ("won Bob", "made", "taken Bob 5", "Bob AS", "revoked Bob", "Bob peeps"):
        assert refusal(after, phrase).rule in ("wrong-phase", "peep")
    assert deal(say(after, "settled")).setup.dealer == "Bob"


# Peep


PEEP = {"peep": True, "wellington": True, "blucher": True}


@pytest.mark.parametrize(
    ("choices", "game"),
    [
        (("nap",), NAP), (("nap", "wellington"), NAP), (("nap", "wellington", "blucher"), NAP),
        (("nap",), SEVEN), (("six",), SEVEN), (("seven",), SEVEN),
    ],
)  # fmt: skip
def test_the_declarer_of_nap_or_more_may_peep_once(choices, game):
    rules = PEEP if game == NAP else {"peep": True}
    for depth in ("result", "tricks", "plays"):
        before = table(*bids(*choices), game=game, depth=depth, **rules)
        declarer = deal(before).declarer
        assert [one for one in deal(before).options() if isinstance(one, Peeped)] == [
            Peeped(declarer)
        ]
        after = say(before, f"{declarer} peeps")
        assert deal(after).peeped and not any(
            isinstance(one, Peeped) for one in deal(after).options()
        )
        assert say_(refusal(after, f"{declarer} peeps").fact) == f"{declarer} has already peeped."
        assert accounts(after) == accounts(before)  # a peep costs nothing


@pytest.mark.parametrize(
    ("said", "who", "rules", "wanted"),
    [
        (bids("nap"), "Bob", {}, "peep"),
        (bids("four"), "Bob", PEEP, "peep"),
        (bids("misery"), "Bob", {**PEEP, "misery": True}, "peep"),
        (bids("nap"), "Cat", PEEP, "peep"),
        (bids("nap"), "Zed", PEEP, "peep"),
        (bids("nap")[:2], "Bob", PEEP, "wrong-phase"),
        ((), "Bob", PEEP, "wrong-phase"),
        ((*bids("nap"), "won Bob"), "Bob", PEEP, "wrong-phase"),
        ((*bids("nap"), "won Cat"), "Bob", PEEP, "wrong-phase"),
        ((*bids("nap"), *["won Bob"] * 5), "Bob", PEEP, "wrong-phase"),
    ],
)
def test_nobody_else_peeps(said, who, rules, wanted):
    assert code(table(*said, **rules), f"{who} peeps") == wanted


def test_after_the_first_card_it_is_too_late():
    after = table(*bids("nap"), "Bob AS", depth="plays", peep=True)
    assert code(after, "Bob peeps") == "wrong-phase"


def test_nobody_peeps_at_an_empty_pack():
    """Six hands of seven leave ten cards."""
    seats, order = "Ann Bob Cat Dan Eve Fay", "Bob Cat Dan Eve Fay Ann"
    rules = {"game": SEVEN, "seats": seats, "peep": True, "purchase": True}
    short = table(*bids("nap buys 7", "pass buys 3", seats=order), **rules)
    assert code(short, "Bob peeps") == "stock-exhausted"
    assert not any(isinstance(one, Peeped) for one in deal(short).options())
    enough = table(*bids("nap buys 7", "pass buys 2", seats=order), **rules)
    assert deal(say(enough, "Bob peeps")).peeped


# The play: the declarer leads, and the first card makes trumps


def plays(*said, **more):
    return table(*said, depth="plays", **more)


def test_the_highest_bidder_leads_and_the_others_follow_clockwise():
    after = plays(*bids("two", "pass", "three"))
    assert say_(deal(after).question()) == "Trick 1: Dan leads."
    assert say_(deal(after).question().notice) == "The suit led is trumps."
    for player, card in (("Dan", "9S"), ("Ann", "KS"), ("Bob", "2S"), ("Cat", "3S")):
        assert deal(after).play.turn == player
        assert code(after, f"{'Cat' if player != 'Cat' else 'Bob'} AS") == "not-your-turn"
        after = say(after, f"{player} {card}")
    assert deal(after).play.turn == "Ann"


@pytest.mark.parametrize("game", [NAP, SEVEN])
@pytest.mark.parametrize(("trumps", "winner"), [(False, "Bob"), (True, "Ann")])
def test_misery_has_trumps_only_by_house_rule(game, trumps, winner):
    rules = {"misery": True, "misery_trumps": trumps, "game": game, "seats": "Ann Bob"}
    after = plays("Bob says misery", "Ann says pass", **rules)
    notice = "The suit led is trumps." if trumps else "There are no trumps."
    assert say_(deal(after).question().notice) == notice
    after = say(after, "Bob 2S", "Ann 9S", "Ann 8H", "Bob TH")
    assert deal(after).trump == ("S" if trumps else None)
    # Ann throws a spade on Bob's king.
    after = plays("Bob says misery", "Ann says pass", "Bob 9S", "Ann 2S", **rules)
    assert deal(say(after, "Bob KH", "Ann 3S")).play.trick_winners == ("Bob", winner)


def test_at_the_other_depths_the_trump_is_not_known():
    for depth, said in (("tricks", "won Bob"), ("result", "taken Bob 3 Cat 2")):
        assert deal(table(*bids("three"), said, depth=depth)).trump is None


def test_a_card_is_seen_once():
    after = plays(*bids("two"), "Bob TS")
    for card in ("TS", "10S"):
        assert code(after, f"Cat {card}") == "already-seen"
    assert code(after, "Cat JK") == "not-in-pack"
    assert code(after, "Cat 11S") == "unreadable"


# Following suit is the only duty


def test_a_proof_names_the_trick_the_card_and_what_shows_it():
    """Cat plays 4H on the ace of spades, and later 7S on the king of diamonds."""
    after = plays(*bids("two"), "Bob AS", "Cat 4H", "Dan 2S", "Ann 3S", "Bob KD")
    with pytest.raises(RevokeProven) as caught:
        say(after, "Cat 7S")
    (proof,) = caught.value.proofs
    assert caught.value.rule == "follow-suit"
    assert (proof.player, proof.trick, proof.piece, proof.proof) == ("Cat", 1, "4H", "7S")
    for answer in ("revoke", "let-stand"):
        answered = say(after, f"Cat 7S {answer}")
        assert [(r.player, r.trick, r.ruling) for r in deal(answered).revokes] == [
            ("Cat", 1, answer)
        ]


def test_possible_discards_prove_nothing():
    after = plays(*bids("two"), "Bob AS", "Cat 4H", "Dan 2S", "Ann 3S", "Bob KD", "Cat 8H")
    assert code(after, "Dan 9S revoke") == "wrong-phase"
    assert deal(say(after, "Dan 9S")).revokes == ()  # Dan followed suit, and has no other diamond


def test_unchecked_plays_are_counted():
    """Only two tricks were entered, so no hand is known completely."""
    after = plays(*bids("two"), "Bob AS", "Cat 2S", "Dan 3S", "Ann 4S")
    after = say(after, "Bob KS", "Cat 5S", "Dan 6S", "Ann 7S", Settled())
    assert session(after).deals[-1].settlement.unchecked == 8


# Settled as soon as the outcome is certain


@pytest.mark.parametrize(
    ("game", "contract", "won", "decided"),
    [
        (NAP, "two", "Bob Cat", None),
        (NAP, "two", "Bob Cat Bob", "made"),
        (NAP, "two", "Cat Cat Cat Dan", "lost"),
        (NAP, "nap", "Cat", "lost"),
        (NAP, "misery", "Cat Bob", "lost"),
        (SEVEN, "nap", "Bob Bob Bob Bob Bob", "made"),
        (SEVEN, "six", "Bob Bob Bob Bob Bob Bob", "made"),
        (SEVEN, "seven", "Bob Cat", "lost"),
    ],
)
def test_a_deal_is_settled_as_soon_as_its_contract_is_decided(game, contract, won, decided):
    after = table(*bids(contract), f"won {won}", game=game, misery=True)
    assert (Settled() in deal(after).options()) is (decided is not None)
    if decided is None:
        assert code(after, "settled") == "wrong-phase"
        assert deal(after).made is None
        return
    assert deal(after).phase is Phase.PLAYING  # play can also go on
    assert view(deal(after)).note(Settled()) == f"{contract.capitalize()} is {decided}"
    (line, *_) = settled(after)
    assert line[1 if decided == "made" else 0] == "Bob"


def test_nobody_is_on_turn_in_a_deal_that_is_settled_early():
    after = plays(*bids("nap"), "Bob 9S", "Cat AS", "Dan 2S", "Ann 3S")
    assert [row.player for row in view(deal(after)).rows() if row.on_turn] == ["Cat"]
    decided = deal(after).enter(Settled())
    assert decided.phase is Phase.SETTLING
    assert [row.player for row in view(decided).rows() if row.on_turn] == []


# The result


RESULT = {"depth": "result"}


def result(*choices, **more):
    return table(*bids(*choices), **{**RESULT, **more})


def test_at_depth_result_the_result_is_asked():
    before = deal(result("three"))
    asked = ResultAsked("Bob", "three")
    assert before.question() == Question("contract", "tricks-taken", asked)
    assert say_(asked) == "Bob plays three. How did it go?"
    counts = [said for said in before.options() if isinstance(said, TricksTaken)]
    assert counts[:2] == [TricksTaken(made=True), TricksTaken(made=False)]
    assert counts[2:8] == [TricksTaken({"Bob": n}) for n in range(6)]
    assert all(sum(said.tricks.values()) == 5 for said in counts[8:]) and len(counts) == 8 + 56


@pytest.mark.parametrize(
    ("phrase", "made", "tricks"),
    [
        ("made", True, {}),
        ("lost", False, {}),
        ("taken Bob 3", True, {"Bob": 3}),
        ("taken Bob 2", False, {"Bob": 2}),
        ("taken Bob 0", False, {"Bob": 0}),
        ("taken Bob 5", True, {"Bob": 5, "Cat": 0, "Dan": 0, "Ann": 0}),
        ("taken Bob 3 Cat 1 Ann 1", True, {"Bob": 3, "Cat": 1, "Dan": 0, "Ann": 1}),
        ("taken Bob 2 Cat 3 Dan 0 Ann 0", False, {"Bob": 2, "Cat": 3, "Dan": 0, "Ann": 0}),
        ("taken Cat 5", False, {"Bob": 0, "Cat": 5, "Dan": 0, "Ann": 0}),
    ],
)
def test_a_result_is_made_or_lost_or_a_count_of_tricks(phrase, made, tricks):
    after = say(result("three"), phrase)
    assert deal(after).phase is Phase.SETTLING and deal(after).made is made
    assert dict(deal(after).settlement().tricks) == tricks
    assert list(deal(after).settlement().tricks) == list(tricks)
    # There is only one option.
    for again in ("made", "taken Bob 3", "taken Bob 3 Cat 2"):
        assert code(after, again) == "wrong-phase"


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("taken Bob 6", "trick-count"), ("taken Bob -1", "trick-count"),
        ("taken Cat 3", "trick-count"), ("taken Bob 3 Cat 1", "trick-count"),
        ("taken Bob 3 Cat 0", "trick-count"), ("taken Bob 3 Cat 3", "trick-count"),
        ("taken Bob 6 Cat -1", "trick-count"), ("taken Bob 3 Zed 2", "not-in"),
        (TricksTaken({}), "trick-count"), (TricksTaken({"Bob": 3}, made=True), "unreadable"),
        (TricksTaken({"Zed": 3}, made=True), "not-in"), ("won Bob", "wrong-phase"),
        ("Bob AS", "wrong-phase"), ("settled", "wrong-phase"),
    ],
)  # fmt: skip
def test_impossible_counts(said, wanted):
    assert code(result("three"), said) == wanted


def test_seven_cards_have_seven_tricks():
    before = result("six", game=SEVEN)
    assert code(before, "taken Bob 8") == "trick-count"
    assert code(before, "taken Bob 4 Cat 1") == "trick-count"
    assert deal(say(before, "taken Bob 6")).made is True


@pytest.mark.parametrize("phrase", ["made", "taken Bob 3", "taken Bob 3 Cat 2"])
def test_at_other_depths_the_result_is_not_entered(phrase):
    for depth in ("tricks", "plays"):
        assert code(table(*bids("three"), depth=depth), phrase) == "wrong-phase"


def test_made_and_lost_are_refused_in_loo():
    loo = start("Ann Bob Cat", "irish-loo", "result", "Ann")
    loo = say(loo, "up H", "Bob in", "Cat in", "Ann in")
    assert code(loo, "made") == "unreadable"


# Payments


def test_reasons_of_the_payments():
    after = say(result("nap"), "made", "settled")
    lines = session(after).deals[-1].lines
    assert {(line.rule, say_(line.fact)) for line in lines} == {
        ("contract", "Bob made nap: 10 from each player.")
    }
    after = say(result("nap"), "lost", "settled")
    assert {say_(line.fact) for line in session(after).deals[-1].lines} == {
        "Bob lost nap: 5 to each player."
    }


def test_words_for_each_result():
    won = deal(say(result("three"), "taken Bob 3 Cat 1 Ann 1"))
    words = [
        view(won).came_out(player, won.settlement()) for player in ("Bob", "Cat", "Dan", "Ann")
    ]
    assert words == [("three made", ""), ("1 trick", ""), ("no trick", ""), ("1 trick", "")]
    lost = deal(say(result("three"), "lost"))
    assert [view(lost).came_out(player, lost.settlement()) for player in ("Bob", "Cat")] == [
        ("", "three lost"),
        ("", ""),
    ]
    assert say_(won.question()) == "Three: Bob made it."
    assert say_(lost.question()) == "Three: Bob lost it."


# The pool of purchases


BUY = {"purchase": True, "misery": True}


def test_cards_bought_are_booked_at_once():
    after = table("Bob says pass buys 3", **BUY)
    assert accounts(after) == {"Ann": 0, "Bob": -3, "Cat": 0, "Dan": 0, "pool": 3}


def test_a_misdeal_pays_back_what_was_bought():
    after = table("Bob says two buys 3", "Cat says pass buys 2", "misdealt", **BUY)
    assert accounts(after) == dict.fromkeys(("Ann", "Bob", "Cat", "Dan", "pool"), 0)
    assert deal(after).setup.dealer == "Ann" and session(after).number == 1
    assert deal(after).bidding.stock == 32 and deal(after).bidding.turn == "Bob"
    assert not deal(after).begun and deal(after).contract is None
    again = say(after, *bids("pass buys 1"), "settled")
    assert [line.amount for line in session(again).deals[-1].lines] == [1]


@pytest.mark.parametrize("depth", ["result", "tricks", "plays"])
def test_a_misdeal_during_play_takes_everything_back(depth):
    played = {"result": "taken Bob 3", "tricks": "won Bob", "plays": "Bob AS"}[depth]
    after = say(table(*bids("three"), depth=depth), "revoked Bob", played, "misdealt")
    assert deal(after) == deal(table(depth=depth))


def test_a_deal_that_has_not_begun_cannot_be_void():
    assert code(table(), "misdealt") == "wrong-phase"
    assert code(table("Bob says two"), Misdealt("x" * 81)) == "unreadable"


# Revokes


COSTS = {"revoke": "contract"}


@pytest.mark.parametrize("depth", ["result", "tricks", "plays"])
def test_a_declarer_who_revokes_has_lost_it(depth):
    after = table(*bids("nap"), "revoked Bob", depth=depth, **COSTS)
    assert view(deal(after)).note(Settled()) == "A revoke is entered"
    assert settled(after) == each("Bob", "Cat Dan Ann", 5, "revoke")


def test_a_declarer_who_revokes_loses_even_a_contract_made():
    after = table(*bids("three"), "won Bob Bob Bob Cat Cat", "revoked Bob 2", **COSTS)
    assert settled(after) == each("Bob", "Cat Dan Ann", 3, "revoke")
    done = deal(after)
    assert say_(done.question()) == "Bob played three. Bob revoked."
    assert view(done).came_out("Bob", done.settlement()) == ("", "revoked")


@pytest.mark.parametrize(("contract", "amount"), [("two", 6), ("four", 12), ("nap", 30)])
def test_an_opponent_who_revokes_pays_for_all_as_if_it_were_made(contract, amount):
    """The others pay nothing, although the contract would have been lost."""
    after = table(*bids(contract), "won Cat Cat Cat Cat Cat", "revoked Dan 1", **COSTS)
    assert settled(after) == [("Dan", "Bob", amount, "revoke")]
    done, settlement = deal(after), deal(after).settlement()
    (line,) = settlement.lines
    assert say_(line.fact) == (
        f"Dan revoked and pays for everyone, as if {contract} had been made: {amount // 3} × 3 = {amount}."
    )
    assert view(done).idle("Ann", settlement) == ("Dan revoked and pays for Ann too.", "revoke")
    assert view(done).came_out("Bob", settlement) == (f"{contract} made", "")
    assert view(done).came_out("Dan", settlement) == ("", "revoked")


@pytest.mark.parametrize(
    ("said", "phrase", "wanted"),
    [
        (bids("two"), "revoked Zed", "not-in"),
        (bids("two"), "revoked Bob 2", "wrong-phase"),
        ((*bids("two"), "revoked Bob 1"), "revoked Bob 1", "already-recorded"),
        (bids(), "revoked Bob", "wrong-phase"),
    ],
)
def test_impossible_revokes(said, phrase, wanted):
    assert code(table(*said), phrase) == wanted


# The evening


def test_chips_of_a_loo_game_wait_for_the_next_loo_game():
    loo = say(start("Ann Bob Cat", "irish-loo", "result", "Ann", ending="carry"),
              "up H", "Bob in", "Cat out", "Ann in", "taken Bob 3", "settled")  # fmt: skip
    waiting = session(loo).pool
    assert waiting > 0
    nap = loo.enter(started("Ann Bob Cat", NAP, "tricks", "Ann", purchase=True))
    assert session(nap).pool == 0 and nap.state.pool == waiting
    nap = say(nap, *bids("nap buys 2", seats="Bob Cat Ann"), "won Bob Bob Bob Bob Bob", "settled")
    assert session(nap).deals[-1].lines[-1].amount == 2
    nap = say(nap, "ended")
    assert nap.state.pool == waiting


def test_no_settlement_before_the_deal_is_decided():
    game = GAMES[NAP]
    fresh = game.begin(Setup(("Bob", "Ann"), "tricks", game.house_rules(), 0))
    with pytest.raises(ValueError, match="not decided"):
        fresh.settlement()


def test_phrases_for_entries():
    assert entry("Bob says pass buys 2") == Declared("Bob", "pass", draws=2)
    assert entry("Bob peeps") == Peeped("Bob")
    assert entry("made") == TricksTaken(made=True)
    assert entry("Bob AS") == Played("Bob", "AS")


# Short packs


@pytest.mark.parametrize(("pack", "most"), [(52, 6), (32, 6), (28, 5), (24, 4)])
def test_a_short_pack_limits_the_players(pack, most):
    seats = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"]
    assert deal(table(seats=" ".join(seats[:most]), pack=pack))
    with pytest.raises(RuleViolation) as caught:
        table(seats=" ".join(seats[: most + 1]), pack=pack)
    assert caught.value.rule == "too-many-players"
    assert ("With these house rules" in say_(caught.value.fact)) is (most < 6)


def test_a_short_pack_has_only_its_own_cards():
    evening = table(*bids("two"), depth="plays", pack=28)
    assert len(deal(evening).pack.pieces) == 28
    assert len([one for one in deal(evening).options() if isinstance(one, Played)]) == 28
    assert code(evening, "Bob 7S") == "not-in-pack"


@pytest.mark.parametrize(("pack", "left"), [(52, 5), (32, 5), (28, 5), (24, 4)])
def test_purchases_are_limited_by_the_pack(pack, left):
    draws = {
        one.draws
        for one in deal(table(purchase=True, pack=pack)).options()
        if isinstance(one, Declared)
    }
    assert max(draws) == left
