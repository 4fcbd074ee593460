"""Short labels for entries, in English and in the pseudo-language."""

import re

import pytest

from companion.evening import Evening
from companion.evening.entries import (
    Amended,
    DealerSet,
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Inserted,
    Joined,
    Left,
    Noted,
    Paid,
    SatIn,
    SatOut,
    Undone,
    WorthSet,
)
from companion.evening.history import EveningBuilder
from companion.games import GAMES
from companion.rules.actions import (
    Declared,
    Exchanged,
    FlushShown,
    HandsLeft,
    Misdealt,
    PamShown,
    Peeped,
    Played,
    RestDeclared,
    Revoked,
    Settled,
    TricksTaken,
    TrickWon,
    TurnedUp,
)
from companion.wording.evening.entries import (
    entry_news,
    entry_words,
    undoable_words,
    words_in_trick,
)
from companion.wording.languages import PSEUDO, using
from tests.telling import entries, in_signs, started

LOO, CARDS, NAP = (GAMES[name] for name in ("domino-loo", "five-card-loo", "napoleon"))

WORDS = [
    (LOO, TurnedUp("6"), "Trumps: sixes"),
    (LOO, TurnedUp("6-3"), "Turn-up 6-3"),
    (LOO, Declared("Bob", "miss"), "Bob takes the miss"),
    (LOO, Declared("Ann", "play", takes_turn_up=True), "Ann plays and takes the turn-up"),
    (LOO, Declared("Ann", "play", takes_turn_up=True, discards="1-0"),
     "Ann plays, takes the turn-up, puts away 1-0"),
    (LOO, Declared("Ann", "for-the-pool", takes_turn_up=True),
     "Ann plays for the pool and takes the turn-up"),
    (LOO, Declared("Ann", "for-the-pool", takes_turn_up=True, discards="1-0"),
     "Ann plays for the pool, takes the turn-up, puts away 1-0"),
    (CARDS, Declared("Bob", "play", draws=2), "Bob plays, exchanges 2"),
    (CARDS, Declared("Bob", "for-the-pool", draws=1), "Bob plays for the pool, exchanges 1"),
    (NAP, Declared("Bob", "three"), "Bob bids three"),
    (NAP, Declared("Bob", "three", draws=2), "Bob bids three, buys 2"),
    (NAP, Declared("Bob", "pass", draws=2), "Bob passes, buys 2"),
    (CARDS, RestDeclared("drop"), "The rest drop"),
    (CARDS, RestDeclared("drop", {"Cat": "play"}), "The rest drop, but Cat plays"),
    (NAP, RestDeclared("pass"), "The rest pass"),
    (NAP, RestDeclared("pass", {"Cat": "nap"}), "Cat bids nap, the rest pass"),
    (CARDS, Exchanged("Bob", 2), "Bob exchanges 2"),
    (CARDS, FlushShown("Bob", ("2S", "3S")), "Bob shows a flush, 2S 3S"),
    (CARDS, PamShown("Bob"), "Bob shows Pam"),
    (LOO, Played("Cat", "6-1"), "Cat 6-1"),
    (LOO, Played("Cat", "6-1", stands="revoke"), "Cat 6-1, proves a revoke"),
    (LOO, Played("Cat", "6-1", stands="let-stand"), "Cat 6-1, let stand"),
    (LOO, Played("Cat", "6-1", 1), "Cat 6-1 (ones)"),
    (LOO, Played("Cat", "6-1", 1, "revoke"), "Cat 6-1 (ones), proves a revoke"),
    (LOO, Played("Cat", "6-1", "1", "let-stand"), "Cat 6-1 (ones), let stand"),
    (CARDS, Played("Cat", "AS", civil=True), "Cat AS, “Pam be civil”"),
    (CARDS, Played("Cat", "AS", None, "revoke", civil=True), "Cat AS, “Pam be civil”, proves a revoke"),
    (CARDS, Played("Cat", "AS", "S", "let-stand", True), "Cat AS, “Pam be civil”, let stand"),
    (LOO, TrickWon("Bob"), "Trick to Bob"),
    (NAP, Peeped("Bob"), "Bob peeps"),
    (NAP, TricksTaken(made=True), "Contract made"),
    (NAP, TricksTaken(made=False), "Contract lost"),
    (LOO, TricksTaken({"Bob": 3, "Cat": 2}), "Tricks: Bob 3, Cat 2"),
    (LOO, TricksTaken({"Bob": 5, "Cat": 0}, declared={}), "Tricks: Bob 5, Cat 0"),
    (
        LOO,
        TricksTaken({"Bob": 3, "Cat": 2}, declared={"Cat": "miss", "Bob": "for-the-pool"}),
        "Tricks: Bob 3, Cat 2; Cat takes the miss, Bob plays for the pool",
    ),
    (LOO, TricksTaken({}, declared={}), "All drop"),
    (None, HandsLeft("Bob", {"Ann": 1}), "Bob wins, left: Ann 1 pip"),
    (LOO, Revoked("Bob"), "Bob revoked"),
    (LOO, Revoked("Bob", 2), "Bob revoked in trick 2"),
    (LOO, Settled(), "Deal over"),
    (LOO, Settled("confirmed"), "Deal over, confirmed by a second phone"),
    (LOO, Settled("skipped"), "Deal over, check skipped"),
    (LOO, Settled("confirmed by Bob"), "Deal over, confirmed by Bob"),
    (LOO, Settled("skipped by Bob by by"), "Deal over, check skipped by Bob by by"),
    (LOO, Misdealt(), "Misdeal"),
    (LOO, Misdealt("Ann"), "Misdeal: Ann"),
    (None, GameStarted("domino-loo", ("Ann", "Bob"), "Ann", "plays"), "Domino Loo begins"),
    (None, GameStarted("chess", ("Ann", "Bob"), "Ann", "plays"), "Game begins"),
    (LOO, SatOut("Bob"), "Bob sits out"),
    (LOO, Inserted(5, (DealerSet("Bob"),)), "Inserted: Bob dealt"),
    (LOO, Inserted(5, (TurnedUp("6-3"),)), "Inserted: a deal"),
    (LOO, Inserted(5, (TurnedUp("6-3"),), "Ann"), "Inserted: a deal, Ann dealt"),
    (LOO, DealerSet("Bob"), "Bob deals next"),
    (LOO, Noted("Ann, Bob"), "Note: Ann, Bob"),
    (LOO, SatIn("Bob"), "Bob sits in again"),
    (LOO, Joined("Bob"), "Bob joins"),
    (LOO, Joined("Bob", "Ann"), "Bob joins to the left of Ann"),
    (LOO, Left("Bob"), "Bob leaves"),
    (LOO, DepthChanged("tricks"), "Entering who wins each trick"),
    (LOO, GameEnded(), "End of the game"),
    (None, EveningClosed(), "Evening closed"),
    (None, EveningClosed("divide"), "Evening closed, leftover chips divided"),
    (None, EveningClosed("stay"), "Evening closed, leftover chips stay in the pool"),
    (None, Paid("Ann", "Bob", 1), "Ann pays Bob 1 chip"),
    (None, Paid("Ann", "Bob", 10), "Ann pays Bob 10 chips"),
    (None, WorthSet(10, "GBP"), "A chip is worth £0.10"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "entry", "words"), WORDS, ids=lambda value: str(value)[:30])
def test_short_words_of_an_entry(game, entry, words):
    assert entry_words(entry, game) == in_signs(words)
    assert entry_news(entry, game) == in_signs(f"{words}.")
    with using(PSEUDO):
        plain = re.findall(r"[A-Za-z]{3,}", entry_words(entry, game))
    assert set(plain) <= {"Ann", "Bob", "Cat"}


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Undone(3), "Undone."),
        (Amended(3), "Deleted."),
        (Amended(3, Played("Cat", "6-1")), "Corrected: Cat 6-1."),
    ],
)
def test_spoken_words_of_an_entry(entry, words):
    assert entry_news(entry, LOO) == words


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (Played("Cat", "6-1"), "Cat’s 6-1 in trick 2"),
        (Played("Cat", "6-1", suit="1"), "Cat’s 6-1 as ones in trick 2"),
        (Played("Cat", "AS", civil=True), "Cat’s A♠\ufe0e with “Pam be civil” in trick 2"),
        (Played("Cat", "6-1", stands="revoke"), "Cat’s 6-1 in trick 2"),
    ],
)
def test_a_play_with_its_trick(play, words):
    assert words_in_trick(play, 2) == words


@pytest.mark.parametrize(
    ("winner", "label"),
    [
        ("Ann", "Trick to Ann"),
        ("Christopherson-Smith", "Trick to Christo…"),
        ("Christopherson", "Trick to Christo…"),
    ],
)
def test_undo_cuts_long_names_and_nothing_else(winner, label):
    names, builder = ("Ann", "Christopherson-Smith", "Christopherson"), EveningBuilder(Evening())
    builder.enter(started(" ".join(names), game="three-card-loo", depth="tricks", dealer="Ann"))
    for phrase in ("up H", *(f"{name} in" for name in (*names[1:], "Ann")), f"won {winner}"):
        for entry in entries(phrase):
            builder.enter(entry)
    assert undoable_words(builder.evening()) == (6, label)
