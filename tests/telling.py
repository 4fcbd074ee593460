"""Short phrases for entries, so that a test reads like the table talk.

    evening = say(start("Ann Bob Cat Dan"), "up 6-3", "Bob in", "Cat miss", "Dan out", "Ann in")
    evening = say(evening, "Bob 6-4", "Cat 6-1", "Ann 3-1")

``Ann in +`` takes the turn-up, ``Ann in + 1-0`` puts the 1-0 away for it, ``Ann in + 8C 9C`` two
cards; ``Cat miss with Dan`` shares a hand; ``Bob 6-3 as 3``
announces threes; ``Bob 6-3 revoke`` and ``Bob 6-3 let-stand`` answer a proof; ``won Bob Bob Cat``
are three tricks; ``taken Bob 3 Cat 2`` are totals, ``told Bob 3 Cat 2 miss`` is a whole deal;
``revoked Bob`` and ``revoked Bob 2`` are revokes that others noticed.
With cards ``Ann in draws 2`` exchanges with the declaration and ``Ann draws 2`` after it;
``Ann flush AS KS 9S 3S 2S`` and ``Ann pam`` show cards; ``Ann AS civil`` calls “Pam be civil”.
At Napoleon ``Bob says three`` and ``Bob says pass buys 2`` declare, ``Bob peeps`` peeps, and
``made`` and ``lost`` tell the result of the contract.
At Coon Can ``Bob from stock`` draws, ``Bob melds 9S 9H JK=9D``, ``Bob lays 9C on 1`` and
``Bob moves 9D in 1`` name a meld, ``Bob discards 2C``; ``left Bob Ann=9S+JK Cat=20`` is won by Bob,
``left nobody …`` is a dead hand.
``scored Ann=12 Bob=-4`` is a deal of another game. ``Ann pays Bob 10`` is a payment.
Entries without a phrase are passed as they are.
"""

import re

import pytest

from companion.errors import EntryError
from companion.evening import Evening
from companion.evening.entries import (
    Amended,
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Joined,
    Left,
    Paid,
    SatIn,
    SatOut,
    Undone,
)
from companion.facts import PlainFact
from companion.rules.actions import (
    Declared,
    Discarded,
    Drew,
    Exchanged,
    FlushShown,
    HandsLeft,
    JokerMoved,
    LaidOff,
    Melded,
    Misdealt,
    PamShown,
    Peeped,
    Played,
    RestDeclared,
    Revoked,
    Scored,
    Settled,
    TricksTaken,
    TrickWon,
    TurnedUp,
)
from companion.web.views import view

CHOICES = {
    "in": "play", "miss": "miss", "out": "drop", "pool": "for-the-pool", "defend": "defend",
    "general": "general",
}  # fmt: skip
TABLE = {"sits-out": SatOut, "sits-in": SatIn, "leaves": Left, "joins": Joined}
PLAIN = {"settled": Settled, "misdealt": Misdealt, "ended": GameEnded, "closed": EveningClosed}


TURNS = {
    "from": Drew,
    "discards": Discarded,
    "melds": lambda player, *pieces: Melded(player, pieces),
    "lays": lambda player, piece, _on, meld: LaidOff(player, int(meld), piece),
    "moves": lambda player, piece, _in, meld: JokerMoved(player, int(meld), piece),
}


SUITS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e"}


def append(log, evening, after, entry, entry_id, device):
    """Append an entry to a log, and return its position."""
    if log.add(evening, after, entry, entry_id, device):
        return after + 1
    return log.seq_of(evening, entry_id, entry)


def in_signs(sentence):
    """Return a sentence with its cards in signs: Q♥ for QH."""
    return re.sub(
        r"(?<![\w=])([2-9TJQKA])([SHDC])\b",
        lambda card: card[1].replace("T", "10") + SUITS[card[2]],
        sentence,
    )


def in_letters(sentence):
    """Return a sentence with its cards in letters: QH for Q♥."""
    for letter, sign in SUITS.items():
        sentence = sentence.replace(sign, letter)
    return re.sub(r"\b10([SHDC])\b", r"T\1", sentence)


def hand_left(text):
    return int(text) if text.lstrip("-").isdigit() else tuple(filter(None, text.split("+")))


def told(words):
    """Return the entry of a whole deal, from each player's tricks and declaration."""
    tricks, declared, player = {}, {}, ""
    for word in words:
        if word.lstrip("-").isdigit():
            tricks[player] = int(word)
        elif word in CHOICES:
            declared[player] = CHOICES[word]
        else:
            player = word
    return TricksTaken(tricks, declared=declared)


def entries(phrase):
    words = phrase.split()
    first, rest = words[0], words[1:]
    if first in PLAIN:
        return [PLAIN[first]()]
    if first == "rest":
        others = dict(zip(rest[2::2], rest[3::2], strict=True))
        return [RestDeclared(rest[0], {p: CHOICES.get(w, w) for p, w in others.items()})]
    if first == "up":
        return [TurnedUp(rest[0])]
    if first == "won":
        return [TrickWon(player) for player in rest]
    if first == "taken":
        return [TricksTaken(dict(zip(rest[::2], map(int, rest[1::2]), strict=True)))]
    if first == "told":
        return [told(rest)]
    if first == "scored":
        return [Scored({name: int(n) for name, n in (one.split("=") for one in rest)})]
    if first in ("made", "lost"):
        return [TricksTaken(made=first == "made")]
    if first == "revoked":
        return [Revoked(rest[0], *map(int, rest[1:]))]
    if first == "left":
        hands = dict(hand.split("=", 1) for hand in rest[1:])
        winner = None if rest[0] == "nobody" else rest[0]
        return [HandsLeft(winner, {player: hand_left(text) for player, text in hands.items()})]
    if rest and rest[0] in TURNS:
        return [TURNS[rest[0]](first, *rest[1:])]
    if first == "depth":
        return [DepthChanged(rest[0])]
    if first == "undo":
        return [Undone(int(rest[0]))]
    if rest[0] == "pays":
        return [Paid(first, rest[1], int(rest[2]))]
    if rest[0] in TABLE:
        return [TABLE[rest[0]](first, *rest[1:])]
    if rest[0] == "says":
        return [Declared(first, rest[1], draws=int(rest[3]) if rest[2:3] == ["buys"] else 0)]
    if rest[0] == "peeps":
        return [Peeped(first)]
    if rest[0] == "draws":
        return [Exchanged(first, int(rest[1]))]
    if rest[0] == "flush":
        return [FlushShown(first, tuple(rest[1:]))]
    if rest[0] == "pam":
        return [PamShown(first, tuple(rest[1:]))]
    if rest[0] in CHOICES and rest[1:2] == ["draws"]:
        return [Declared(first, CHOICES[rest[0]], draws=int(rest[2]))]
    if rest[0] in CHOICES and rest[1:2] == ["with"]:
        return [Declared(first, CHOICES[rest[0]], with_=tuple(rest[2:]))]
    if rest[0] in CHOICES:
        takes, discards = rest[1:2] == ["+"], (*rest[2:4], None, None)
        return [Declared(first, CHOICES[rest[0]], takes, *discards[:2])]
    suit = rest[2] if rest[1:2] == ["as"] else None
    stands = rest[-1] if rest[-1] in ("revoke", "let-stand") else None
    return [Played(first, rest[0], suit, stands, "civil" in rest)]


def entry(phrase):
    """Return the entry of a phrase, or the entry itself."""
    (found,) = entries(phrase) if isinstance(phrase, str) else [phrase]
    return found


def say(evening, *phrases):
    """Return the evening after these phrases or entries."""
    for phrase in phrases:
        for said in entries(phrase) if isinstance(phrase, str) else [phrase]:
            evening = evening.enter(said)
    return evening


def start(seats="Ann Bob Cat Dan", game="domino-loo", depth="plays", dealer=None, **chosen):
    """Return an evening in which a game has begun; the first seat deals."""
    return Evening().enter(started(seats, game, depth, dealer, **chosen))


def started(
    seats, game="domino-loo", depth="plays", dealer=None, preset=None, edition=None, **house_rules
):
    names = tuple(seats.split())
    return GameStarted(game, names, dealer or names[0], depth, preset, house_rules, edition)


def refusal(evening, phrase):
    said = entry(phrase)
    with pytest.raises(EntryError) as caught:
        evening.enter(said)
    return caught.value


def code(evening, phrase):
    """Return the rule that refuses an entry."""
    return refusal(evening, phrase).rule


def rule_of(evening, *phrases):
    """Return the rule that refuses the last of these phrases or entries; None if it is allowed."""
    evening = say(evening, *phrases[:-1])
    try:
        say(evening, phrases[-1])
    except EntryError as refused:
        return refused.rule
    return None


def amend(evening, number, phrase):
    return evening.enter(Amended(number, entry(phrase)))


def session(evening):
    return evening.state.session


def taken(evening):
    """Return the tricks so far of the players who are in."""
    return {row.player: row.tricks for row in view(session(evening).deal).rows() if row.is_in}


def accounts(evening):
    """Return the balances of the players and the pool in the current game."""
    return session(evening).accounts()


def kind_of(fact):
    """Return the class of a fact, or the fact if it has no fields."""
    return fact if isinstance(fact, PlainFact) else type(fact)
