"""The trick law of card Loo (docs/rules.md 2 and 5.2): where each duty binds, does not, and lapses.

Each duty is switched on alone, over a law of nothing but `follow-suit`, by the house rule that the
rulebook names. Hearts are trumps, turned up with the two, unless a test says otherwise.
"""

import pytest

from companion.rules.tricks.law import Trick, broken_duty, duties, legal, unlawful_plays
from tests.telling import say, session, start

BARE = {
    "draw": "none",
    "lead_ace": "none",
    "lead_trump": "none",
    "lead_highest": "never",
    "must_trump": False,
    "must_head": False,
    "must_overtrump": False,
    "civil": "none",
}
ALL = "Ann Bob Cat Dan"


class Table:
    """A law by its house rules, with trumps and Pam; hands and tricks are told in letters."""

    def __init__(self, up="2H", players=3, seats=ALL, pam="JC", **rules):
        evening = start(seats, "five-card-loo", pam=pam, **{**BARE, **rules})
        names = seats.split()
        said = [f"{name} {'in' if place < players else 'out'}"
                for place, name in enumerate((*names[1:], names[0]))]  # fmt: skip
        self.play = session(say(evening, f"up {up}", *said)).deal.play
        self.law, self.order, self.pack = self.play.law, self.play.order, self.play.pack
        assert len(self.play.players) == players

    def hand(self, text):
        return frozenset(map(self.pack.read, text.split()))

    def trick(self, cards="", number=1, civil=False):
        """A trick to which these cards were played so far, the first one led."""
        found = Trick(number, "Ann")
        for player, text in zip(ALL.split(), cards.split(), strict=False):
            card = self.pack.read(text)
            found = found.laid(player, card, self.order.led_as[card][0], civil)
        return found

    def may(self, hand, cards="", number=1, civil=False):
        found = legal(self.hand(hand), self.trick(cards, number, civil), self.order, self.law)
        return " ".join(word for word in hand.split() if self.pack.read(word) in found)

    def breaks(self, card, hand, cards="", number=1, civil=False):
        trick = self.trick(cards, number, civil)
        binding = duties(self.hand(hand), trick, self.order, self.law)
        broken = broken_duty(self.pack.read(card), binding)
        return broken and broken[0]

    def wins(self, cards, civil=False):
        return self.trick(cards, civil=civil).winner(self.order, self.law)


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
]  # fmt: skip
"""What it shows, the house rules, the hand, the trick so far, and what may be played."""
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
]  # fmt: skip
"""The same, with the card that is played from the hand and the duty it breaks."""


@pytest.mark.parametrize(("_", "rules", "hand", "trick", "may"), MAY)
def test_what_may_be_played(_, rules, hand, trick, may):
    assert Table(**rules).may(hand, trick) == may


@pytest.mark.parametrize(("_", "rules", "card", "hand", "trick", "duty"), BREAKS)
def test_the_duty_that_a_card_breaks(_, rules, card, hand, trick, duty):
    assert Table(**rules).breaks(card, hand, trick) == duty


# lead-ace


@pytest.mark.parametrize("number", [1, 2, 5])
def test_lead_ace_binds_at_any_lead(number):
    table = Table(lead_ace="any")
    assert table.may("AH KH JC 9S", number=number) == "AH"
    assert table.breaks("JC", "AH KH JC 9S", number=number) == "lead-ace"


def test_lead_ace_of_scope_first_binds_at_the_first_lead_alone():
    table = Table(lead_ace="first")
    assert table.may("AH KH 9S") == "AH"
    assert table.may("AH KH 9S", number=2) == "AH KH 9S"


@pytest.mark.parametrize(
    ("first", "later", "at_first", "at_second"),
    [("any", "none", "AH", "AH 9S"), ("first", "any", "AH", "AH"), ("none", "any", "AH 9S", "AH"),
     ("first", "none", "AH", "AH 9S"), ("any", None, "AH", "AH"), ("none", None, "AH 9S", "AH 9S")],
)  # fmt: skip
def test_the_later_twin_rules_later_leads(first, later, at_first, at_second):
    table = Table(lead_ace=first, later_lead_ace=later)
    assert table.may("AH 9S") == at_first
    assert table.may("AH 9S", number=2) == at_second


def test_lead_ace_comes_before_the_other_leads():
    """docs/rules.md 2: "`lead-ace` first", even where Pam is the highest trump held."""
    table = Table(lead_ace="any", lead_trump="one", lead_highest="always", lead_after_win=True)
    assert table.may("JC AH 9S", number=2) == "AH"


# lead-trump


@pytest.mark.parametrize("number", [1, 4])
def test_lead_trump_one_binds_with_any_trump_in_hand(number):
    table = Table(lead_trump="one")
    assert table.may("3H AS KD", number=number) == "3H"
    assert table.may("JC AS KD", number=number) == "JC"
    assert table.breaks("AS", "3H AS KD", number=number) == "lead-trump"


def test_lead_trump_two_binds_with_two_trumps():
    """`lead-trump`: two; Pam is one of them."""
    table = Table(lead_trump="two")
    assert table.may("3H 9H AS") == "3H 9H"
    assert table.may("3H JC AS", number=3) == "3H JC"
    assert table.breaks("AS", "3H JC AS") == "lead-trump"


@pytest.mark.parametrize(
    ("first", "later", "at_first", "at_second"),
    [("one", "none", "3H", "3H AS"), ("none", "one", "3H AS", "3H"), ("one", "two", "3H", "3H AS"),
     ("one", None, "3H", "3H")],
)  # fmt: skip
def test_lead_trump_has_a_later_twin(first, later, at_first, at_second):
    table = Table(lead_trump=first, later_lead_trump=later)
    assert table.may("3H AS") == at_first
    assert table.may("3H AS", number=2) == at_second


# lead-highest


def test_two_in_the_deal_count_not_two_at_the_table():
    rules = {"lead_trump": "two", "lead_highest": "two-players"}
    assert Table(players=2, seats="Ann Bob Cat Dan", **rules).may("9H 3H AS") == "9H"
    assert Table(players=3, seats="Ann Bob Cat", **rules).may("9H 3H AS") == "9H 3H"


def test_lead_highest_always_binds_with_trumps():
    table = Table(lead_trump="one", lead_highest="always")
    assert table.may("9H 3H AS") == "9H"
    assert table.may("3H AS KD", number=2) == "3H"
    assert table.breaks("3H", "9H 3H AS") == "lead-highest"


def test_lead_highest_has_a_later_twin():
    table = Table(lead_trump="one", lead_highest="always", later_lead_highest="never")
    assert table.may("9H 3H AS") == "9H"
    assert table.may("9H 3H AS", number=2) == "9H 3H"
    assert table.may("QS 9D", number=2) == "QS 9D"
    table = Table(players=2, lead_trump="one", later_lead_highest="two-players")
    assert table.may("9H 3H AS") == "9H 3H"
    assert table.may("9H 3H AS", number=2) == "9H"


# lead-after-win


def test_lead_after_win_binds_with_a_single_trump():
    """`lead-after-win`: who leads to a later trick has won the one before."""
    table = Table(lead_after_win=True)
    assert table.may("3H AS KD", number=2) == "3H"
    assert table.may("JC AC", number=4) == "JC"
    assert table.breaks("AS", "3H AS KD", number=2) == "lead-after-win"


def test_lead_after_win_lapses_without_trumps():
    assert Table(lead_after_win=True).may("AS KD", number=2) == "AS KD"


def test_the_trump_after_a_win_is_the_highest_where_that_is_the_rule():
    """`lead-after-win`, `lead-highest`: always, with and without trumps."""
    table = Table(lead_after_win=True, lead_highest="always")
    assert table.may("9H 3H AS", number=2) == "9H"
    assert table.may("QS 9D", number=2) == "QS"
    assert table.may("9H 3H AS") == "9H 3H AS"


# pam-civil


def test_pam_civil_binds_who_has_any_other_card():
    table = Table(civil="absolute")
    assert table.may("JC 3H 9S", "AH", civil=True) == "3H"
    assert table.may("JC 9S 3D", "AH", civil=True) == "9S 3D"
    assert table.breaks("JC", "JC 3H 9S", "AH", civil=True) == "pam-civil"
    assert table.breaks("JC", "JC 9S", "AH", civil=True) == "pam-civil"


def test_pam_civil_frees_who_must_head_the_ace():
    """docs/rules.md 2, the order when following: first what `pam-civil` takes away."""
    assert Table(civil="absolute", must_head=True).may("JC KH 3H", "AH", civil=True) == "KH 3H"


def test_pam_civil_does_not_bind_where_nobody_called():
    for civil in ("absolute", "unless-only-trump"):
        assert Table(civil=civil).may("JC 3H 9S", "AH") == "JC 3H"


def test_pam_civil_lapses_for_the_last_card():
    assert Table(civil="absolute").may("JC", "AH", number=5, civil=True) == "JC"


def test_pam_civil_binds_unless_pam_is_the_only_trump():
    table = Table(civil="unless-only-trump")
    assert table.may("JC 3H 9S", "AH", civil=True) == "3H"
    assert table.breaks("JC", "JC 3H 9S", "AH", civil=True) == "pam-civil"


def test_pam_civil_lapses_for_the_only_trump():
    """`pam-civil`: unless-only-trump: then Pam follows trumps as ever."""
    table = Table(civil="unless-only-trump")
    assert table.may("JC 9S KD", "AH", civil=True) == "JC"
    assert table.breaks("9S", "JC 9S KD", "AH", civil=True) == "follow-suit"


def test_pam_civil_means_nothing_to_who_has_not_pam():
    assert Table(civil="absolute").may("KH 3H 9S", "AH", civil=True) == "KH 3H"


# Who wins the trick


def test_the_highest_card_of_the_suit_led_wins():
    assert Table().wins("9S KS TS") == "Bob"
    assert Table().wins("9S 8S AD KC") == "Ann"


def test_any_trump_beats_the_suit_led_and_the_highest_trump_wins():
    assert Table().wins("AS 2H KS") == "Bob"
    assert Table().wins("AS 3H TH 9H") == "Cat"


def test_pam_wins_over_the_ace_of_trumps():
    assert Table().wins("AH KH JC") == "Cat"
    assert Table().wins("JC AH KH") == "Ann"
    assert Table().wins("AC KC JC") == "Cat"


def test_a_jack_that_is_not_pam_is_a_jack():
    assert Table(pam="JS").wins("AC KC JC") == "Ann"
    assert Table(pam="none").wins("AH KH JC") == "Ann"


def test_pam_does_not_beat_the_ace_that_called_it_civil_under_absolute():
    """`pam-civil`: absolute, as the last card."""
    assert Table(civil="absolute").wins("AH 9H JC", civil=True) == "Ann"
    assert Table(civil="absolute").wins("AH 9H JC") == "Cat"


def test_pam_wins_over_the_civil_ace_under_unless_only_trump():
    assert Table(civil="unless-only-trump").wins("AH 9H JC", civil=True) == "Cat"


# What is proven of hands unseen, beyond what tests/rules/test_law.py says


def proven(table, *plays, civil=False):
    """The unlawful ones of (trick so far, number, card), five cards in hand at first."""
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
    """`lead-ace`; but under `first` nothing of a later lead."""
    assert proven(Table(lead_ace="any"), ("", 2, "9S"), ("7D", 3, "AH")) == [(0, "lead-ace")]
    assert proven(Table(lead_ace="first"), ("", 2, "9S"), ("7D", 3, "AH")) == []


def test_a_plain_lead_is_proven_too_low_only_when_no_trump_can_be_unseen():
    """`lead-highest`: always with `lead-trump: two`: one trump in hand would free the player."""
    table = Table(lead_trump="two", lead_highest="always")
    lead, rest = ("", 1, "9S"), [("7D", 2, "QS"), ("7D", 3, "4S"), ("7D", 4, "3S")]
    assert proven(table, lead, *rest) == []
    assert proven(table, lead, *rest, ("7D", 5, "2S")) == [(0, "lead-highest")]
    assert proven(table, lead, *rest, ("7D", 5, "3H")) == []


def test_a_plain_lead_is_proven_too_low_at_once_where_one_trump_must_be_led():
    """`lead-highest`: always with `lead-trump: one`: an unseen trump would have been to be led."""
    table = Table(lead_trump="one", lead_highest="always")
    assert proven(table, ("", 1, "9S"), ("7D", 2, "QS")) == [(0, "lead-highest")]
    assert proven(table, ("", 1, "9S"), ("7D", 2, "9C"), ("7D", 3, "8S")) == []


def test_civil_pam_is_proven_at_once_where_any_other_card_was_held():
    """`pam-civil`: absolute: five cards are in hand at the first trick."""
    assert proven(Table(civil="absolute"), ("AH", 1, "JC"), civil=True) == [(0, "pam-civil")]


def test_civil_pam_is_proven_by_another_trump_where_the_only_one_is_free():
    table = Table(civil="unless-only-trump")
    assert proven(table, ("AH", 1, "JC"), civil=True) == []
    assert proven(table, ("AH", 1, "JC"), ("7S", 2, "KD"), civil=True) == []
    assert proven(table, ("AH", 1, "JC"), ("7S", 2, "3H"), civil=True) == [(0, "pam-civil")]


def test_pam_kept_from_a_civil_ace_proves_nothing():
    """`pam-civil`, `must-head`: who held Pam back did as he was told."""
    table = Table(civil="absolute", must_head=True, must_trump=True)
    assert proven(table, ("AH", 1, "9S"), ("7S", 2, "JC"), civil=True) == []
    assert proven(table, ("AH", 1, "9S"), ("7S", 2, "JC")) == [(0, "follow-suit")]
    table = Table(civil="unless-only-trump")
    assert proven(table, ("AH", 1, "9S"), ("7S", 2, "JC"), civil=True) == [(0, "follow-suit")]
