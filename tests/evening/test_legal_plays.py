"""Which pieces of a hand may be played: against a law written a second time, and against proofs."""

from dataclasses import replace
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import (
    GAMES,
    Declared,
    EntryError,
    Evening,
    EveningClosed,
    Exchanged,
    GameEnded,
    GameStarted,
    MalformedEntry,
    Played,
    RevokeProven,
    RuleViolation,
    Settled,
    TrickWon,
    TurnedUp,
    say,
)
from companion.evening.history import open_log
from companion.rules.tricks.law import unlawful_plays
from tests.dealing import random_game, text
from tests.examples import examples
from tests.games.shared import of_game

TABLES = {id: of_game(id).TABLE for id, game in GAMES.items() if game.tricks}
"""For each game with tricks, the class that deals hands and implements the law."""


def broken(told, table):
    """Return, for each piece of the real hand, the duty that it would break; None if it is lawful."""
    if hasattr(told, "tile"):
        hand = {text(tile): replace(told, tile=tile) for tile in told.hand}
        must_trump = table.must_trump
        return {name: one.unlawful(table.trump, must_trump) for name, one in hand.items()}
    hand = {card: replace(told, card=card) for card in told.hand}
    if hasattr(told, "objection"):
        return {name: one.objection(table.law) for name, one in hand.items()}
    return {name: one.unlawful() for name, one in hand.items()}


def check(table, evening):
    """Ask what the player on turn may play from their real hand, before they play."""
    told, play = table.told[-1], evening.state.session.deal.play
    duty = broken(told, table)
    legal = evening.legal_plays(table.rng.sample(sorted(duty), len(duty)))
    assert legal.player == told.player
    assert {one.piece for one in legal.entries} == {name for name, rule in duty.items() if not rule}
    assert set(legal.forbidden) == {name for name, rule in duty.items() if rule}
    offered = [one for one in evening.state.options() if isinstance(one, Played)]
    for entry in legal.entries:
        assert [one for one in offered if msgspec.structs.replace(one, stands=None) == entry]
        try:
            evening.enter(entry)
        except RevokeProven as proven:
            assert all(proof.trick < told.trick for proof in proven.proofs)
    pieces = {name: play.pack.read(name) for name in duty}
    plays = play.plays_by_player[told.player]
    for name, fact in legal.forbidden.items():
        assert duty[name] in (True, fact.rule)
        assert fact.player == told.player and say(fact)
        rest = {*pieces.values()} - {pieces[name]}
        played = (*plays, (play.tricks[-1], pieces[name]))
        proven = unlawful_plays(played, rest, play.trick_count, play.order, play.law)
        assert (len(plays), fact.rule) in [(one.place, one.rule) for one in proven]
    return len(legal.forbidden)


def asked(kind):
    """Return a table that asks before each play."""

    class Asking(kind):
        forbidden = 0

        def say(self, entry):
            if isinstance(entry, Played) and entry.stands is None:
                self.forbidden += check(self, self.evening)
            super().say(entry)

    return Asking


@pytest.mark.parametrize("game", TABLES)
@given(seed=st.integers(0, 2**32), cheat=st.sampled_from((0.0, 0.3)))
@examples(15)
def test_what_is_allowed_is_what_the_law_of_the_game_says(game, seed, cheat):
    rng = Random(seed)
    evening = Evening().enter(random_game(rng, (game,), depth="plays"))
    for _ in range(2):
        table = asked(TABLES[game])(rng, evening, cheat)
        table.play_deal()
        evening = table.evening.enter(Settled())
        if evening.state.session.winner is not None:
            break


@pytest.mark.parametrize("game", TABLES)
def test_duties_are_met(game):
    """The deals above are worth something only if the law forbids plays."""
    forbidden, rng = 0, Random(game)
    while not forbidden:
        table = asked(TABLES[game])(rng, Evening().enter(random_game(rng, (game,), "plays")))
        table.play_deal()
        forbidden += table.forbidden


def evening_of(*entries, game="three-card-loo", **rules):
    players = ("Ann", "Bob", "Cat")
    return open_log((GameStarted(game, players, "Cat", "plays", house_rules=rules), *entries))


IN = tuple(Declared(player, "play") for player in ("Ann", "Bob", "Cat"))


def test_a_leader_of_a_tile_chooses_its_suit():
    legal = evening_of(TurnedUp("6-6"), *IN, game="domino-loo").legal_plays(
        ["5-4", "1-3", "2-2", "6-0", "5-3"]
    )
    assert legal.entries[:2] == (Played("Ann", "6-0", "6"), Played("Ann", "5-4", "5"))
    assert {(one.piece, one.suit) for one in legal.entries} == {
        *(("5-4", "5"), ("5-4", "4"), ("3-1", "3"), ("3-1", "1"), ("2-2", "2"), ("6-0", "6")),
        *(("5-3", "5"), ("5-3", "3")),
    }
    assert not legal.forbidden


def test_the_ace_of_trumps_can_be_led_with_a_call():
    evening = evening_of(TurnedUp("2S"), *IN, game="five-card-loo")
    legal = evening.legal_plays(["AS", "KS", "7H", "8H", "9D"])
    assert [(one.piece, one.civil) for one in legal.entries] == [("AS", False), ("AS", True)]
    assert {fact.rule for fact in legal.forbidden.values()} == {"lead-ace"}
    assert say(legal.forbidden["KS"]) == "Ann had to lead A♠︎."


def test_pieces_that_were_read_will_do():
    evening = evening_of(TurnedUp("2S"), *IN)
    read = evening.state.session.deal.pack.read
    assert evening.legal_plays([read("KH"), read("QH"), "9D"]).entries[0] == Played(
        "Ann", "KH", "H"
    )


def test_a_lead_closes_exchanges_that_may_be_skipped():
    turn_to_the_right = (Declared(player, "play") for player in ("Bob", "Ann", "Cat"))
    evening = evening_of(TurnedUp("2S"), *turn_to_the_right, game="bestia")
    assert evening.state.session.deal.phase == "exchanging"
    for entry in evening.legal_plays(["4S", "5H", "6H"]).entries:
        evening.enter(entry)


HANDS = {
    "none of the pack": (["KH", "QH", "1-0"], MalformedEntry, "unreadable"),
    "played": (["KH", "QH", "AD"], RuleViolation, "already-seen"),
    "turned up": (["KH", "2S"], RuleViolation, "already-seen"),
    "too many": (["KH", "QH", "9C"], RuleViolation, "not-in-hand"),
    "too few": (["KH"], RuleViolation, "not-in-hand"),
    "twice": (["KH", "KH"], RuleViolation, "not-in-hand"),
    "none": ([], RuleViolation, "not-in-hand"),
}


@pytest.mark.parametrize(("hand", "error", "rule"), HANDS.values(), ids=HANDS)
def test_hands_that_cannot_be(hand, error, rule):
    plays = Played("Ann", "AD"), Played("Bob", "KD"), Played("Cat", "QD")
    evening = evening_of(TurnedUp("2S"), *IN, *plays)
    with pytest.raises(error) as refused:
        evening.legal_plays(hand)
    assert refused.value.rule == rule
    if rule == "not-in-hand":
        assert say(refused.value.fact) == "Ann has 2 in hand."


def test_the_turn_up_is_in_the_hand_of_who_took_it():
    said = (*IN[:2], Declared("Cat", "play", takes_turn_up=True), Played("Ann", "5-4"))
    evening = evening_of(TurnedUp("6-3"), *said, Played("Bob", "5-1"), game="domino-loo")
    with pytest.raises(RuleViolation) as refused:
        evening.legal_plays(["1-1", "2-2", "3-3", "4-4", "0-0"])
    assert say(refused.value.fact) == "Cat has 5 in hand, the turn-up 6-3 included."
    (entry,) = evening.legal_plays(["1-1", "2-2", "3-3", "4-4", "6-3"]).entries
    assert entry == Played("Cat", "6-3")


def without_a_play():
    start = GameStarted("three-card-loo", ("Ann", "Bob"), "Bob", "plays")
    said = (TurnedUp("2S"), *IN[:2])
    cards = [
        ("Ann", "AS"),
        ("Bob", "3S"),
        ("Ann", "KS"),
        ("Bob", "4S"),
        ("Ann", "QS"),
        ("Bob", "5S"),
    ]
    played = (start, *said, *(Played(*one) for one in cards))
    yield "no game", (), "wrong-phase"
    yield "turn-up", (start,), "wrong-phase"
    yield "declaring", (start, *said[:2]), "wrong-phase"
    yield "settling", played, "wrong-phase"
    yield "ended", (*played, Settled(), GameEnded()), "wrong-phase"
    yield "closed", (*played, Settled(), EveningClosed()), "evening-closed"
    tricks = msgspec.structs.replace(start, depth="tricks")
    yield "depth", (tricks, *said, TrickWon("Ann")), "wrong-phase"
    for game in ("coon-can", "other"):
        yield game, (GameStarted(game, ("Ann", "Bob"), "Bob", "result"),), "wrong-phase"
    draw = GameStarted(
        "five-card-loo", ("Ann", "Bob"), "Bob", "plays", house_rules={"draw": "after-declarations"}
    )
    yield "exchanging", (draw, *said, Exchanged("Ann", 1)), "wrong-phase"


@pytest.mark.parametrize(
    ("entries", "rule"),
    [pytest.param(*case, id=name) for name, *case in without_a_play()],
)
def test_when_nobody_is_to_play(entries, rule):
    evening = open_log(entries)
    with pytest.raises(EntryError) as refused:
        evening.legal_plays(["KH", "QH", "9D"])
    assert refused.value.rule == rule
    assert say(refused.value.fact)
