"""The trick law of card Loo (docs/rules.md 2 and 5.2): each duty, and its exceptions.

Each test switches on one duty by its house rule; the others leave only `follow-suit`. Hearts are
trumps and the two is turned up, unless a test says otherwise.
"""

import pytest

from companion.rules.tricks.law import Trick, duties, legal, unlawful_plays
from tests.telling import say, session, start

BARE = {
    "draw": "none", "lead_ace": "none", "lead_trump": "none", "lead_highest": "never",
    "must_trump": False, "must_head": False, "must_overtrump": False, "civil": "none",
}  # fmt: skip
ALL = "Ann Bob Cat Dan"


class Table:
    """A trick law under house rules. Hands and tricks are strings."""

    def __init__(self, up="2H", players=3, seats=ALL, pam="JC", number=1, called=False, **rules):
        self.number, self.called = number, called
        evening = start(seats, "five-card-loo", pam=pam, **{**BARE, **rules})
        names = seats.split()
        said = [f"{name} {'in' if place < players else 'out'}"
                for place, name in enumerate((*names[1:], names[0]))]  # fmt: skip
        self.play = session(say(evening, f"up {up}", *said)).deal.play
        self.law, self.order, self.pack = self.play.law, self.play.order, self.play.pack
        assert len(self.play.players) == players

    def hand(self, text):
        return frozenset(map(self.pack.read, text.split()))

    def trick(self, cards="", number=None, civil=None):
        found = Trick(number or self.number, "Ann")
        civil = self.called if civil is None else civil
        for player, text in zip(ALL.split(), cards.split(), strict=False):
            card = self.pack.read(text)
            found = found.laid(player, card, self.order.led_as[card][0], civil)
        return found

    def may(self, hand, cards=""):
        found = legal(self.hand(hand), self.trick(cards), self.order, self.law)
        return " ".join(word for word in hand.split() if self.pack.read(word) in found)

    def breaks(self, card, hand, cards=""):
        binding = duties(self.hand(hand), self.trick(cards), self.order, self.law)
        played = self.pack.read(card)
        return next((rule for rule, allowed in binding if played not in allowed), None)

    def wins(self, cards):
        return self.trick(cards).winner(self.order, self.law)


OVERTRUMP = {"must_trump": True, "must_overtrump": True}
MAY = [
    ("follow suit binds who holds the suit led", {}, "AS 3S KD 9H JC", "7S", "AS 3S"),
    ("follow suit lapses without the suit", {}, "AC KD 9H JC", "7S", "AC KD 9H JC"),
    ("trumps led must be followed", {}, "AS 9H 3H", "KH", "9H 3H"),
    ("pam does not follow its printed suit", {}, "JC KD 3S", "7C", "JC KD 3S"),
    ("pam does not follow its printed suit", {}, "JC 9C 3S", "7C", "9C"),
    ("pam follows trumps", {}, "JC KD 3S", "7H", "JC"),
    ("pam follows trumps", {}, "JC 9H 3S", "7H", "JC 9H"),
    ("pam follows its printed suit if that is trump", {"up": "2C"}, "JC KD 3S", "7C", "JC"),
    ("pam led asks for trumps", {}, "9C 9H 3H", "JC", "9H 3H"),
    ("pam led asks for trumps", {}, "9C KD 3S", "JC", "9C KD 3S"),
    ("the jack of spades can be pam", {"pam": "JS"}, "JS 9S JC", "7S", "9S"),
    ("the jack of spades can be pam", {"pam": "JS"}, "JS 9S JC", "7H", "JS"),
    ("the jack of spades can be pam", {"pam": "JS"}, "JC 9D", "7C", "JC"),
    ("without pam the jack of clubs is a club", {"pam": "none"}, "JC 9H", "7C", "JC"),
    ("without pam the jack of clubs is a club", {"pam": "none"}, "JC 9H", "7H", "9H"),
    ("must trump binds who cannot follow but has a trump", {"must_trump": True}, "9H 3H KD", "7S", "9H 3H"),
    ("must trump binds even with a trump that cannot win", {"must_trump": True}, "3H KD", "7S AH", "3H"),
    ("pam is a trump to be played", {"must_trump": True}, "JC KD", "7S", "JC"),
    ("pam is a trump to be played", {"must_trump": True}, "JC KD", "7C", "JC"),
    ("must trump does not bind who can follow", {"must_trump": True}, "3S AH JC", "7S", "3S"),
    ("must trump lapses without trumps", {"must_trump": True}, "KD 3C", "7S", "KD 3C"),
    ("must head binds who can beat all cards so far", {"must_head": True}, "AS TS 3S KD", "9S", "AS TS"),
    ("must head binds who can beat all cards so far", {"must_head": True}, "AS TS 3S KD", "9S QS", "AS"),
    ("must head lapses for who cannot beat them", {"must_head": True}, "TS 3S AD", "9S QS", "TS 3S"),
    ("must head lapses if the trick has been trumped", {"must_head": True}, "AS 3S", "9S 2H", "AS 3S"),
    ("must head lapses if the trick has been trumped", {"must_head": True}, "AS 3S", "9S JC", "AS 3S"),
    ("must head binds over a card of another suit", {"must_head": True}, "TS 3S", "9S AD", "TS"),
    ("must head binds in trumps and pam heads the ace", {"must_head": True}, "KH 3H 9S", "QH", "KH"),
    ("must head binds in trumps and pam heads the ace", {"must_head": True}, "JC KH 3H", "QH", "JC KH"),
    ("must head binds in trumps and pam heads the ace", {"must_head": True}, "JC KH 3H", "AH", "JC"),
    ("nothing heads pam", {"must_head": True}, "AH 3H 9S", "JC", "AH 3H"),
    ("nothing heads pam", {"must_head": True}, "AH 3H 9S", "QH JC", "AH 3H"),
    ("must head does not bind who cannot follow", {"must_head": True}, "3H AH KD", "9S 4H", "3H AH KD"),
    ("without must head any card of the suit will do", {}, "AS TS 3S KD", "9S", "AS TS 3S"),
    ("must overtrump binds who trumps a trick already trumped", OVERTRUMP, "9H 3H KD", "7S 4H", "9H"),
    ("must overtrump binds who trumps a trick already trumped", OVERTRUMP, "JC 3H KD", "7S AH", "JC"),
    ("must overtrump does not choose among trumps that all win", OVERTRUMP, "9H 3H KD", "7S AS", "9H 3H"),
    ("must overtrump lapses for who cannot", OVERTRUMP, "9H 3H KD", "7S TH", "9H 3H"),
    ("must overtrump lapses for who cannot", OVERTRUMP, "AH 3H KD", "7S JC", "AH 3H"),
    ("without must overtrump any trump will do", {"must_trump": True, "must_head": True}, "9H 3H KD", "7S 4H", "9H 3H"),
    ("who follows need not trump over", OVERTRUMP, "3S 9H", "7S 4H", "3S"),
    ("lead ace lapses without the ace", {"lead_ace": "any"}, "KH JC AS 9S", "", "KH JC AS 9S"),
    ("lead ace is the king if the ace is the turn up", {"up": "AH", "lead_ace": "any"}, "KH QH JC AS", "", "KH"),
    ("lead ace is the king if the ace is the turn up", {"up": "AH", "lead_ace": "any"}, "QH JC AS", "", "QH JC AS"),
    ("another ace turned up makes its own king count", {"up": "AS", "lead_ace": "any"}, "KS KH AH", "", "KS"),
    ("pam turned up leaves the ace to be led", {"up": "JC", "lead_ace": "any"}, "AC KC 9S", "", "AC"),
    ("pam turned up leaves the ace to be led", {"up": "JC", "lead_ace": "any"}, "KC 9S", "", "KC 9S"),
    ("lead ace does not bind a follower", {"lead_ace": "any"}, "AH 9S", "7S", "9S"),
    ("lead ace does not bind a follower", {"lead_ace": "any"}, "AH 9H", "7H", "AH 9H"),
    ("lead trump one lapses without trumps", {"lead_trump": "one"}, "AS KD", "", "AS KD"),
    ("lead trump two does not bind with one trump", {"lead_trump": "two"}, "3H AS KD", "", "3H AS KD"),
    ("lead trump two does not bind with one trump", {"lead_trump": "two"}, "JC AC KC", "", "JC AC KC"),
    ("lead trump two lapses without trumps", {"lead_trump": "two"}, "AS KD", "", "AS KD"),
    ("lead trump does not bind a follower", {"lead_trump": "one"}, "3H AS KD", "7C", "3H AS KD"),
    ("lead highest binds between two players", {"players": 2, "lead_trump": "two", "lead_highest": "two-players"}, "9H 3H AS", "", "9H"),
    ("lead highest binds between two players", {"players": 2, "lead_trump": "two", "lead_highest": "two-players"}, "JC AH AS", "", "JC"),
    ("lead highest lapses where no trump must be led", {"players": 2, "lead_trump": "two", "lead_highest": "two-players"}, "3H AS KD", "", "3H AS KD"),
    ("lead highest lapses where no trump must be led", {"players": 2, "lead_trump": "two", "lead_highest": "two-players"}, "AS KD", "", "AS KD"),
    ("lead highest lapses where no trump must be led", {"players": 2, "lead_highest": "two-players"}, "9H 3H AS", "", "9H 3H AS"),
    ("lead highest always binds without trumps whatever the suit", {"lead_trump": "one", "lead_highest": "always"}, "QS 9D 3C", "", "QS"),
    ("equal ranks leave a choice", {"lead_trump": "one", "lead_highest": "always"}, "QS QD QC 3C", "", "QS QD QC"),
    ("equal ranks leave a choice", {"lead_trump": "one", "lead_highest": "always"}, "TS TD 9C", "", "TS TD"),
    ("lead highest always leaves a single trump free where two are asked for", {"lead_trump": "two", "lead_highest": "always"}, "3H AS KD", "", "3H AS KD"),
    ("lead highest always leaves a single trump free where two are asked for", {"lead_trump": "two", "lead_highest": "always"}, "3H 4H AS", "", "4H"),
    ("lead highest always leaves a single trump free where two are asked for", {"lead_trump": "two", "lead_highest": "always"}, "AS KD", "", "AS"),
    ("never leaves any trump", {"players": 2, "lead_trump": "one"}, "9H 3H AS", "", "9H 3H"),
    ("never leaves any trump", {"players": 2, "lead_trump": "one"}, "QS 9D", "", "QS 9D"),
    ("lead highest does not bind a follower", {"lead_trump": "one", "lead_highest": "always"}, "9H 3H", "7S", "9H 3H"),
    ("lead after win does not bind eldest at the first lead", {"lead_after_win": True}, "3H AS KD", "", "3H AS KD"),
    ("pam led draws the highest trump", {"pam_led": "highest-trump"}, "AH KH 3H 9S", "JC", "AH"),
    ("pam led draws the highest trump", {"pam_led": "highest-trump"}, "KH 3H 9S", "JC 9H", "KH"),
    ("pam led does not bind where any trump will do", {"pam_led": "any-trump"}, "AH KH 3H 9S", "JC", "AH KH 3H"),
    ("pam led does not bind when another trump is led", {"pam_led": "highest-trump"}, "AH 3H 9S", "QH JC", "AH 3H"),
    ("pam led does not bind when another trump is led", {"pam_led": "highest-trump"}, "AH 3H 9S", "QH", "AH 3H"),
    ("pam led lapses without trumps", {"pam_led": "highest-trump"}, "AC 9S", "JC", "AC 9S"),
    ("lead ace binds at any lead", {"lead_ace": "any"}, "AH KH JC 9S", "", "AH"),
    ("lead ace binds at any lead", {"lead_ace": "any", "number": 2}, "AH KH JC 9S", "", "AH"),
    ("lead ace binds at any lead", {"lead_ace": "any", "number": 5}, "AH KH JC 9S", "", "AH"),
    ("lead ace of scope first binds at the first lead alone", {"lead_ace": "first"}, "AH KH 9S", "", "AH"),
    ("lead ace of scope first binds at the first lead alone", {"lead_ace": "first", "number": 2}, "AH KH 9S", "", "AH KH 9S"),
    ("lead ace comes before the other leads", {"lead_ace": "any", "lead_trump": "one", "lead_highest": "always", "lead_after_win": True, "number": 2}, "JC AH 9S", "", "AH"),
    ("lead trump one binds with any trump", {"lead_trump": "one"}, "3H AS KD", "", "3H"),
    ("lead trump one binds with any trump", {"lead_trump": "one", "number": 4}, "3H AS KD", "", "3H"),
    ("lead trump one binds with any trump", {"lead_trump": "one"}, "JC AS KD", "", "JC"),
    ("lead trump one binds with any trump", {"lead_trump": "one", "number": 4}, "JC AS KD", "", "JC"),
    ("lead trump two binds with two trumps", {"lead_trump": "two"}, "3H 9H AS", "", "3H 9H"),
    ("pam is one of two trumps", {"lead_trump": "two", "number": 3}, "3H JC AS", "", "3H JC"),
    ("two in the deal count not two at the table", {"players": 2, "seats": ALL, "lead_trump": "two", "lead_highest": "two-players"}, "9H 3H AS", "", "9H"),
    ("two in the deal count not two at the table", {"players": 3, "seats": "Ann Bob Cat", "lead_trump": "two", "lead_highest": "two-players"}, "9H 3H AS", "", "9H 3H"),
    ("lead highest always binds with trumps", {"lead_trump": "one", "lead_highest": "always"}, "9H 3H AS", "", "9H"),
    ("lead highest always binds with trumps", {"lead_trump": "one", "lead_highest": "always", "number": 2}, "3H AS KD", "", "3H"),
    ("lead highest has a later twin", {"lead_trump": "one", "lead_highest": "always", "later_lead_highest": "never"}, "9H 3H AS", "", "9H"),
    ("lead highest has a later twin", {"lead_trump": "one", "lead_highest": "always", "later_lead_highest": "never", "number": 2}, "9H 3H AS", "", "9H 3H"),
    ("lead highest has a later twin", {"lead_trump": "one", "lead_highest": "always", "later_lead_highest": "never", "number": 2}, "QS 9D", "", "QS 9D"),
    ("lead highest has a later twin", {"players": 2, "lead_trump": "one", "later_lead_highest": "two-players"}, "9H 3H AS", "", "9H 3H"),
    ("lead highest has a later twin", {"players": 2, "lead_trump": "one", "later_lead_highest": "two-players", "number": 2}, "9H 3H AS", "", "9H"),
    ("lead after win binds with a single trump", {"lead_after_win": True, "number": 2}, "3H AS KD", "", "3H"),
    ("lead after win binds with a single trump", {"lead_after_win": True, "number": 4}, "JC AC", "", "JC"),
    ("lead after win lapses without trumps", {"lead_after_win": True, "number": 2}, "AS KD", "", "AS KD"),
    ("the trump after a win is the highest", {"lead_after_win": True, "lead_highest": "always", "number": 2}, "9H 3H AS", "", "9H"),
    ("the trump after a win is the highest", {"lead_after_win": True, "lead_highest": "always", "number": 2}, "QS 9D", "", "QS"),
    ("the trump after a win is the highest", {"lead_after_win": True, "lead_highest": "always"}, "9H 3H AS", "", "9H 3H AS"),
    ("pam civil binds with any other card", {"civil": "absolute", "called": True}, "JC 3H 9S", "AH", "3H"),
    ("pam civil binds with any other card", {"civil": "absolute", "called": True}, "JC 9S 3D", "AH", "9S 3D"),
    ("pam civil comes before must head", {"civil": "absolute", "must_head": True, "called": True}, "JC KH 3H", "AH", "KH 3H"),
    ("pam civil does not bind where nobody called", {"civil": "absolute"}, "JC 3H 9S", "AH", "JC 3H"),
    ("pam civil does not bind where nobody called", {"civil": "unless-only-trump"}, "JC 3H 9S", "AH", "JC 3H"),
    ("pam civil lapses for the last card", {"civil": "absolute", "number": 5, "called": True}, "JC", "AH", "JC"),
    ("pam civil binds unless pam is the only trump", {"civil": "unless-only-trump", "called": True}, "JC 3H 9S", "AH", "3H"),
    ("pam civil lapses for the only trump", {"civil": "unless-only-trump", "called": True}, "JC 9S KD", "AH", "JC"),
    ("pam civil does not bind other hands", {"civil": "absolute", "called": True}, "KH 3H 9S", "AH", "KH 3H"),
]  # fmt: skip
"""Name, house rules, hand, trick so far, and lawful plays."""
BREAKS = [
    ("follow suit binds who holds the suit led", {}, "KD", "AS 3S KD", "7S", "follow-suit"),
    ("follow suit binds who holds the suit led", {}, "9H", "AS 3S 9H", "7S", "follow-suit"),
    ("follow suit binds who holds the suit led", {}, "3S", "AS 3S KD", "7S", None),
    ("pam does not follow its printed suit", {}, "JC", "JC 9C 3S", "7C", "follow-suit"),
    ("must trump binds who cannot follow but has a trump", {"must_trump": True}, "KD", "9H KD", "7S", "must-trump"),
    ("must head binds who can beat all cards so far", {"must_head": True}, "TS", "AS TS 3S", "9S QS", "must-head"),
    ("must head binds in trumps and pam heads the ace", {"must_head": True}, "KH", "JC KH 3H", "AH", "must-head"),
    ("must overtrump binds who trumps a trick already trumped", OVERTRUMP, "3H", "9H 3H KD", "7S 4H", "must-overtrump"),
    ("must overtrump binds who trumps a trick already trumped", OVERTRUMP, "KD", "9H 3H KD", "7S 4H", "must-trump"),
    ("lead ace is the king if the ace is the turn up", {"up": "AH", "lead_ace": "any"}, "QH", "KH QH JC AS", "", "lead-ace"),
    ("lead highest binds between two players", {"players": 2, "lead_trump": "two", "lead_highest": "two-players"}, "3H", "9H 3H AS", "", "lead-highest"),
    ("lead highest binds between two players", {"players": 2, "lead_trump": "two", "lead_highest": "two-players"}, "AS", "9H 3H AS", "", "lead-trump"),
    ("lead highest always binds without trumps whatever the suit", {"lead_trump": "one", "lead_highest": "always"}, "9D", "QS 9D 3C", "", "lead-highest"),
    ("pam led draws the highest trump", {"pam_led": "highest-trump"}, "3H", "KH 3H 9S", "JC", "pam-led"),
    ("pam led draws the highest trump", {"pam_led": "highest-trump"}, "9S", "KH 3H 9S", "JC", "follow-suit"),
    ("lead ace binds at any lead", {"lead_ace": "any"}, "JC", "AH KH JC 9S", "", "lead-ace"),
    ("lead ace binds at any lead", {"lead_ace": "any", "number": 5}, "JC", "AH KH JC 9S", "", "lead-ace"),
    ("lead trump one binds with any trump", {"lead_trump": "one"}, "AS", "3H AS KD", "", "lead-trump"),
    ("lead trump one binds with any trump", {"lead_trump": "one", "number": 4}, "AS", "3H AS KD", "", "lead-trump"),
    ("lead trump two binds with two trumps", {"lead_trump": "two"}, "AS", "3H JC AS", "", "lead-trump"),
    ("lead highest always binds with trumps", {"lead_trump": "one", "lead_highest": "always"}, "3H", "9H 3H AS", "", "lead-highest"),
    ("lead after win binds with a single trump", {"lead_after_win": True, "number": 2}, "AS", "3H AS KD", "", "lead-after-win"),
    ("pam civil binds with any other card", {"civil": "absolute", "called": True}, "JC", "JC 3H 9S", "AH", "pam-civil"),
    ("pam civil binds with any other card", {"civil": "absolute", "called": True}, "JC", "JC 9S", "AH", "pam-civil"),
    ("pam civil binds unless pam is the only trump", {"civil": "unless-only-trump", "called": True}, "JC", "JC 3H 9S", "AH", "pam-civil"),
    ("pam civil lapses for the only trump", {"civil": "unless-only-trump", "called": True}, "9S", "JC 9S KD", "AH", "follow-suit"),
]  # fmt: skip
"""Name, house rules, card played, hand, trick so far, and broken duty."""


@pytest.mark.parametrize(("_", "rules", "hand", "trick", "may"), MAY)
def test_lawful_plays(_, rules, hand, trick, may):
    assert Table(**rules).may(hand, trick) == may


@pytest.mark.parametrize(("_", "rules", "card", "hand", "trick", "duty"), BREAKS)
def test_the_duty_that_a_card_breaks(_, rules, card, hand, trick, duty):
    assert Table(**rules).breaks(card, hand, trick) == duty


@pytest.mark.parametrize(
    ("first", "later", "at_first", "at_second"),
    [
        ("any", "none", "AH", "AH 9S"), ("first", "any", "AH", "AH"),
        ("none", "any", "AH 9S", "AH"), ("first", "none", "AH", "AH 9S"),
        ("any", None, "AH", "AH"), ("none", None, "AH 9S", "AH 9S"),
    ],
)  # fmt: skip
def test_lead_ace_at_later_leads(first, later, at_first, at_second):
    for number, free in ((1, at_first), (2, at_second)):
        table = Table(lead_ace=first, later_lead_ace=later, number=number)
        assert table.may("AH 9S") == free


@pytest.mark.parametrize(
    ("first", "later", "at_first", "at_second"),
    [
        ("one", "none", "3H", "3H AS"),
        ("none", "one", "3H AS", "3H"),
        ("one", "two", "3H", "3H AS"),
        ("one", None, "3H", "3H"),
    ],
)
def test_lead_trump_at_later_leads(first, later, at_first, at_second):
    for number, free in ((1, at_first), (2, at_second)):
        table = Table(lead_trump=first, later_lead_trump=later, number=number)
        assert table.may("3H AS") == free


@pytest.mark.parametrize(
    ("rules", "trick", "winner"),
    [
        ({}, "9S KS TS", "Bob"),
        ({}, "9S 8S AD KC", "Ann"),
        ({}, "AS 2H KS", "Bob"),
        ({}, "AS 3H TH 9H", "Cat"),
        ({}, "AH KH JC", "Cat"),  # Pam wins over the ace of trumps
        ({}, "JC AH KH", "Ann"),
        ({}, "AC KC JC", "Cat"),
        ({"pam": "JS"}, "AC KC JC", "Ann"),
        ({"pam": "none"}, "AH KH JC", "Ann"),
        # Pam does not beat the ace that called it civil, even as the last card.
        ({"civil": "absolute", "called": True}, "AH 9H JC", "Ann"),
        ({"civil": "absolute"}, "AH 9H JC", "Cat"),
        ({"civil": "unless-only-trump", "called": True}, "AH 9H JC", "Cat"),
    ],
)
def test_who_wins_a_trick(rules, trick, winner):
    assert Table(**rules).wins(trick) == winner


# Proofs about unseen hands, in addition to tests/rules/test_law.py


def proven(table, *plays, civil=False):
    """Return the plays that are proven unlawful, as (place, rule)."""
    told = [(table.trick(cards, number, civil and cards == "AH"), table.pack.read(card))
            for cards, number, card in plays]  # fmt: skip
    found = unlawful_plays(told, (), 5, table.order, table.law)
    return [(one.place, one.rule) for one in found]


def test_a_higher_card_shown_later_proves_that_the_trick_could_be_headed():
    table = Table(must_head=True)
    assert proven(table, ("9S", 1, "3S"), ("", 2, "TS")) == [(0, "must-head")]
    assert proven(table, ("9S", 1, "3S"), ("", 2, "8S")) == []
    assert proven(table, ("9S 2H", 1, "3S"), ("", 2, "TS")) == []


def test_a_higher_trump_shown_later_proves_that_it_could_be_overtrumped():
    table = Table(must_trump=True, must_overtrump=True)
    assert proven(table, ("9S 4H", 1, "3H"), ("", 2, "5H")) == [(0, "must-overtrump")]
    assert proven(table, ("9S 4H", 1, "3H"), ("", 2, "8S")) == [(0, "follow-suit")]


def test_the_ace_shown_later_proves_the_lead():
    assert proven(Table(lead_ace="any"), ("", 2, "9S"), ("7D", 3, "AH")) == [(0, "lead-ace")]
    assert proven(Table(lead_ace="first"), ("", 2, "9S"), ("7D", 3, "AH")) == []


def test_a_plain_lead_is_proven_too_low_only_when_no_trump_can_be_unseen():
    """A player with a trump in hand may lead any plain card."""
    table = Table(lead_trump="two", lead_highest="always")
    lead, rest = ("", 1, "9S"), [("7D", 2, "QS"), ("7D", 3, "4S"), ("7D", 4, "3S")]
    assert proven(table, lead, *rest) == []
    assert proven(table, lead, *rest, ("7D", 5, "2S")) == [(0, "lead-highest")]
    assert proven(table, lead, *rest, ("7D", 5, "3H")) == []


def test_a_plain_lead_is_proven_too_low_at_once_where_one_trump_must_be_led():
    """A player with a trump in hand had to lead it."""
    table = Table(lead_trump="one", lead_highest="always")
    assert proven(table, ("", 1, "9S"), ("7D", 2, "QS")) == [(0, "lead-highest")]
    assert proven(table, ("", 1, "9S"), ("7D", 2, "9C"), ("7D", 3, "8S")) == []


def test_civil_pam_is_proven_at_once_with_any_other_card_in_hand():
    assert proven(Table(civil="absolute"), ("AH", 1, "JC"), civil=True) == [(0, "pam-civil")]


def test_civil_pam_is_proven_by_another_trump_unless_it_is_the_only_one():
    table = Table(civil="unless-only-trump")
    assert proven(table, ("AH", 1, "JC"), civil=True) == []
    assert proven(table, ("AH", 1, "JC"), ("7S", 2, "KD"), civil=True) == []
    assert proven(table, ("AH", 1, "JC"), ("7S", 2, "3H"), civil=True) == [(0, "pam-civil")]


def test_pam_kept_from_a_civil_ace_proves_nothing():
    table = Table(civil="absolute", must_head=True, must_trump=True)
    assert proven(table, ("AH", 1, "9S"), ("7S", 2, "JC"), civil=True) == []
    assert proven(table, ("AH", 1, "9S"), ("7S", 2, "JC")) == [(0, "follow-suit")]
    table = Table(civil="unless-only-trump")
    assert proven(table, ("AH", 1, "9S"), ("7S", 2, "JC"), civil=True) == [(0, "follow-suit")]
