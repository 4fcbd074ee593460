"""The trick law of card Loo (docs/rules.md 2 and 5.2): where each duty binds, does not, and lapses.

Each duty is switched on alone, over a law of nothing but `follow-suit`, by the house rule that the
rulebook names. Hearts are trumps, turned up with the two, unless a test says otherwise.
"""

import pytest

from companion.rules.tricks.law import Trick, broken_duty, legal, unlawful_plays
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
        broken = broken_duty(self.pack.read(card), self.hand(hand), trick, self.order, self.law)
        return broken and broken[0]

    def wins(self, cards, civil=False):
        return self.trick(cards, civil=civil).winner(self.order, self.law)


# follow-suit


def test_follow_suit_binds_who_holds_the_suit_led():
    """`follow-suit`"""
    table = Table()
    assert table.may("AS 3S KD 9H JC", "7S") == "AS 3S"
    assert table.breaks("KD", "AS 3S KD", "7S") == "follow-suit"
    assert table.breaks("9H", "AS 3S 9H", "7S") == "follow-suit"
    assert table.breaks("3S", "AS 3S KD", "7S") is None


def test_follow_suit_lapses_without_the_suit():
    """`follow-suit`: and where nothing else is asked, anything will do."""
    assert Table().may("AC KD 9H JC", "7S") == "AC KD 9H JC"


def test_trumps_led_must_be_followed():
    """`follow-suit`"""
    assert Table().may("AS 9H 3H", "KH") == "9H 3H"


# Pam and the suits


def test_pam_does_not_follow_its_printed_suit():
    """docs/rules.md 5.2: "a Pam of clubs does not follow a club unless clubs are trumps"."""
    table = Table()
    assert table.may("JC KD 3S", "7C") == "JC KD 3S"
    assert table.may("JC 9C 3S", "7C") == "9C"
    assert table.breaks("JC", "JC 9C 3S", "7C") == "follow-suit"


def test_pam_follows_trumps():
    assert Table().may("JC KD 3S", "7H") == "JC"
    assert Table().may("JC 9H 3S", "7H") == "JC 9H"


def test_pam_follows_its_printed_suit_if_that_is_trump():
    assert Table(up="2C").may("JC KD 3S", "7C") == "JC"


def test_pam_led_asks_for_trumps():
    """docs/rules.md 5.2: "Pam led: trumps are to be played if held"."""
    assert Table().may("9C 9H 3H", "JC") == "9H 3H"
    assert Table().may("9C KD 3S", "JC") == "9C KD 3S"


def test_the_jack_of_spades_can_be_pam():
    table = Table(pam="JS")
    assert table.may("JS 9S JC", "7S") == "9S"
    assert table.may("JS 9S JC", "7H") == "JS"
    assert table.may("JC 9D", "7C") == "JC"


def test_without_pam_the_jack_of_clubs_is_a_club():
    table = Table(pam="none")
    assert table.may("JC 9H", "7C") == "JC"
    assert table.may("JC 9H", "7H") == "9H"


# must-trump


def test_must_trump_binds_who_cannot_follow_but_has_a_trump():
    """`must-trump`"""
    table = Table(must_trump=True)
    assert table.may("9H 3H KD", "7S") == "9H 3H"
    assert table.breaks("KD", "9H KD", "7S") == "must-trump"


def test_must_trump_binds_even_with_a_trump_that_cannot_win():
    """`must-trump`"""
    assert Table(must_trump=True).may("3H KD", "7S AH") == "3H"


def test_pam_is_a_trump_to_be_played():
    """`must-trump`: with clubs led too, for Pam is none."""
    assert Table(must_trump=True).may("JC KD", "7S") == "JC"
    assert Table(must_trump=True).may("JC KD", "7C") == "JC"


def test_must_trump_does_not_bind_who_can_follow():
    """`must-trump`"""
    assert Table(must_trump=True).may("3S AH JC", "7S") == "3S"


def test_must_trump_lapses_without_trumps():
    """`must-trump`"""
    assert Table(must_trump=True).may("KD 3C", "7S") == "KD 3C"


# must-head


def test_must_head_binds_who_can_beat_all_cards_so_far():
    """`must-head`"""
    table = Table(must_head=True)
    assert table.may("AS TS 3S KD", "9S") == "AS TS"
    assert table.may("AS TS 3S KD", "9S QS") == "AS"
    assert table.breaks("TS", "AS TS 3S", "9S QS") == "must-head"


def test_must_head_lapses_for_who_cannot_beat_them():
    """`must-head`: any card of the suit will do, but of the suit."""
    assert Table(must_head=True).may("TS 3S AD", "9S QS") == "TS 3S"


def test_must_head_lapses_if_the_trick_has_been_trumped():
    """`must-head`: "A plain-suit card cannot head a trick already trumped"."""
    assert Table(must_head=True).may("AS 3S", "9S 2H") == "AS 3S"
    assert Table(must_head=True).may("AS 3S", "9S JC") == "AS 3S"


def test_must_head_binds_over_a_card_of_another_suit():
    """`must-head`: an ace of another suit beats nothing."""
    assert Table(must_head=True).may("TS 3S", "9S AD") == "TS"


def test_must_head_binds_in_trumps_and_pam_heads_the_ace():
    """`must-head`: Pam is the highest trump."""
    table = Table(must_head=True)
    assert table.may("KH 3H 9S", "QH") == "KH"
    assert table.may("JC KH 3H", "QH") == "JC KH"
    assert table.may("JC KH 3H", "AH") == "JC"
    assert table.breaks("KH", "JC KH 3H", "AH") == "must-head"


def test_nothing_heads_pam():
    """`must-head` lapses."""
    assert Table(must_head=True).may("AH 3H 9S", "JC") == "AH 3H"
    assert Table(must_head=True).may("AH 3H 9S", "QH JC") == "AH 3H"


def test_must_head_does_not_bind_who_cannot_follow():
    """`must-head` without `must-overtrump` and `must-trump`."""
    assert Table(must_head=True).may("3H AH KD", "9S 4H") == "3H AH KD"


def test_without_must_head_any_card_of_the_suit_will_do():
    assert Table().may("AS TS 3S KD", "9S") == "AS TS 3S"


# must-overtrump


def test_must_overtrump_binds_who_trumps_a_trick_already_trumped():
    """`must-overtrump`"""
    table = Table(must_trump=True, must_overtrump=True)
    assert table.may("9H 3H KD", "7S 4H") == "9H"
    assert table.breaks("3H", "9H 3H KD", "7S 4H") == "must-overtrump"
    assert table.breaks("KD", "9H 3H KD", "7S 4H") == "must-trump"
    assert table.may("JC 3H KD", "7S AH") == "JC"


def test_must_overtrump_does_not_choose_among_trumps_that_all_win():
    """`must-overtrump`: nobody has trumped yet."""
    assert Table(must_trump=True, must_overtrump=True).may("9H 3H KD", "7S AS") == "9H 3H"


def test_must_overtrump_lapses_for_who_cannot():
    """`must-overtrump`: then any trump."""
    table = Table(must_trump=True, must_overtrump=True)
    assert table.may("9H 3H KD", "7S TH") == "9H 3H"
    assert table.may("AH 3H KD", "7S JC") == "AH 3H"


def test_without_must_overtrump_any_trump_will_do():
    """`must-head` is about following; `must-overtrump` is a switch of its own."""
    assert Table(must_trump=True, must_head=True).may("9H 3H KD", "7S 4H") == "9H 3H"


def test_who_follows_need_not_trump_over():
    """`must-overtrump`"""
    assert Table(must_trump=True, must_overtrump=True).may("3S 9H", "7S 4H") == "3S"


# lead-ace


@pytest.mark.parametrize("number", [1, 2, 5])
def test_lead_ace_binds_at_any_lead(number):
    """`lead-ace`: any"""
    table = Table(lead_ace="any")
    assert table.may("AH KH JC 9S", number=number) == "AH"
    assert table.breaks("JC", "AH KH JC 9S", number=number) == "lead-ace"


def test_lead_ace_of_scope_first_binds_at_the_first_lead_alone():
    """`lead-ace`: first"""
    table = Table(lead_ace="first")
    assert table.may("AH KH 9S") == "AH"
    assert table.may("AH KH 9S", number=2) == "AH KH 9S"


@pytest.mark.parametrize(
    ("first", "later", "at_first", "at_second"),
    [("any", "none", "AH", "AH 9S"), ("first", "any", "AH", "AH"), ("none", "any", "AH 9S", "AH"),
     ("first", "none", "AH", "AH 9S"), ("any", None, "AH", "AH"), ("none", None, "AH 9S", "AH 9S")],
)  # fmt: skip
def test_the_later_twin_rules_later_leads(first, later, at_first, at_second):
    """`lead-ace`, `later_lead_ace`"""
    table = Table(lead_ace=first, later_lead_ace=later)
    assert table.may("AH 9S") == at_first
    assert table.may("AH 9S", number=2) == at_second


def test_lead_ace_lapses_without_the_ace():
    """`lead-ace`: the king is free, and so is the ace of another suit."""
    assert Table(lead_ace="any").may("KH JC AS 9S") == "KH JC AS 9S"


def test_lead_ace_is_the_king_if_the_ace_is_the_turn_up():
    """`lead-ace`"""
    table = Table(up="AH", lead_ace="any")
    assert table.may("KH QH JC AS") == "KH"
    assert table.breaks("QH", "KH QH JC AS") == "lead-ace"
    assert table.may("QH JC AS") == "QH JC AS"


def test_another_ace_turned_up_makes_its_own_king_count():
    """`lead-ace`: spades are trumps then."""
    assert Table(up="AS", lead_ace="any").may("KS KH AH") == "KS"


def test_pam_turned_up_leaves_the_ace_to_be_led():
    """`lead-ace`: clubs are trumps; the king counts only for the ace."""
    assert Table(up="JC", lead_ace="any").may("AC KC 9S") == "AC"
    assert Table(up="JC", lead_ace="any").may("KC 9S") == "KC 9S"


def test_lead_ace_does_not_bind_a_follower():
    """`lead-ace`"""
    assert Table(lead_ace="any").may("AH 9S", "7S") == "9S"
    assert Table(lead_ace="any").may("AH 9H", "7H") == "AH 9H"


def test_lead_ace_comes_before_the_other_leads():
    """docs/rules.md 2: "`lead-ace` first", even where Pam is the highest trump held."""
    table = Table(lead_ace="any", lead_trump="one", lead_highest="always", lead_after_win=True)
    assert table.may("JC AH 9S", number=2) == "AH"


# lead-trump


@pytest.mark.parametrize("number", [1, 4])
def test_lead_trump_one_binds_with_any_trump_in_hand(number):
    """`lead-trump`: one"""
    table = Table(lead_trump="one")
    assert table.may("3H AS KD", number=number) == "3H"
    assert table.may("JC AS KD", number=number) == "JC"
    assert table.breaks("AS", "3H AS KD", number=number) == "lead-trump"


def test_lead_trump_one_lapses_without_trumps():
    """`lead-trump`: one"""
    assert Table(lead_trump="one").may("AS KD") == "AS KD"


def test_lead_trump_two_binds_with_two_trumps():
    """`lead-trump`: two; Pam is one of them."""
    table = Table(lead_trump="two")
    assert table.may("3H 9H AS") == "3H 9H"
    assert table.may("3H JC AS", number=3) == "3H JC"
    assert table.breaks("AS", "3H JC AS") == "lead-trump"


def test_lead_trump_two_does_not_bind_with_one_trump():
    """`lead-trump`: two"""
    assert Table(lead_trump="two").may("3H AS KD") == "3H AS KD"
    assert Table(lead_trump="two").may("JC AC KC") == "JC AC KC"


def test_lead_trump_two_lapses_without_trumps():
    """`lead-trump`: two"""
    assert Table(lead_trump="two").may("AS KD") == "AS KD"


def test_lead_trump_does_not_bind_a_follower():
    """`lead-trump`"""
    assert Table(lead_trump="one").may("3H AS KD", "7C") == "3H AS KD"


@pytest.mark.parametrize(
    ("first", "later", "at_first", "at_second"),
    [("one", "none", "3H", "3H AS"), ("none", "one", "3H AS", "3H"), ("one", "two", "3H", "3H AS"),
     ("one", None, "3H", "3H")],
)  # fmt: skip
def test_lead_trump_has_a_later_twin(first, later, at_first, at_second):
    """`lead-trump`, `later_lead_trump`"""
    table = Table(lead_trump=first, later_lead_trump=later)
    assert table.may("3H AS") == at_first
    assert table.may("3H AS", number=2) == at_second


# lead-highest


def test_lead_highest_binds_between_two_players():
    """`lead-highest`: two-players. Pam is the highest trump."""
    table = Table(players=2, lead_trump="two", lead_highest="two-players")
    assert table.may("9H 3H AS") == "9H"
    assert table.may("JC AH AS") == "JC"
    assert table.breaks("3H", "9H 3H AS") == "lead-highest"
    assert table.breaks("AS", "9H 3H AS") == "lead-trump"


def test_two_in_the_deal_count_not_two_at_the_table():
    """`lead-highest`: two-players "in the deal (not at the table)"."""
    rules = {"lead_trump": "two", "lead_highest": "two-players"}
    assert Table(players=2, seats="Ann Bob Cat Dan", **rules).may("9H 3H AS") == "9H"
    assert Table(players=3, seats="Ann Bob Cat", **rules).may("9H 3H AS") == "9H 3H"


def test_lead_highest_lapses_where_no_trump_must_be_led():
    """`lead-highest`: "the trump that must be led"."""
    table = Table(players=2, lead_trump="two", lead_highest="two-players")
    assert table.may("3H AS KD") == "3H AS KD"
    assert table.may("AS KD") == "AS KD"
    assert Table(players=2, lead_highest="two-players").may("9H 3H AS") == "9H 3H AS"


def test_lead_highest_always_binds_with_trumps():
    """`lead-highest`: always"""
    table = Table(lead_trump="one", lead_highest="always")
    assert table.may("9H 3H AS") == "9H"
    assert table.may("3H AS KD", number=2) == "3H"
    assert table.breaks("3H", "9H 3H AS") == "lead-highest"


def test_lead_highest_always_binds_without_trumps_whatever_the_suit():
    """`lead-highest`: always; "the highest card by rank, any suit"."""
    table = Table(lead_trump="one", lead_highest="always")
    assert table.may("QS 9D 3C") == "QS"
    assert table.breaks("9D", "QS 9D 3C") == "lead-highest"


def test_equal_ranks_leave_a_choice():
    """`lead-highest`: always"""
    table = Table(lead_trump="one", lead_highest="always")
    assert table.may("QS QD QC 3C") == "QS QD QC"
    assert table.may("TS TD 9C") == "TS TD"


def test_lead_highest_always_leaves_a_single_trump_free_where_two_are_asked_for():
    """`lead-highest`: always, with `lead-trump: two`: neither must a trump be led, nor is there
    none."""
    table = Table(lead_trump="two", lead_highest="always")
    assert table.may("3H AS KD") == "3H AS KD"
    assert table.may("3H 4H AS") == "4H"
    assert table.may("AS KD") == "AS"


def test_never_leaves_any_trump():
    """`lead-highest`: never"""
    assert Table(players=2, lead_trump="one").may("9H 3H AS") == "9H 3H"
    assert Table(players=2, lead_trump="one").may("QS 9D") == "QS 9D"


def test_lead_highest_has_a_later_twin():
    """`later_lead_highest`"""
    table = Table(lead_trump="one", lead_highest="always", later_lead_highest="never")
    assert table.may("9H 3H AS") == "9H"
    assert table.may("9H 3H AS", number=2) == "9H 3H"
    assert table.may("QS 9D", number=2) == "QS 9D"
    table = Table(players=2, lead_trump="one", later_lead_highest="two-players")
    assert table.may("9H 3H AS") == "9H 3H"
    assert table.may("9H 3H AS", number=2) == "9H"


def test_lead_highest_does_not_bind_a_follower():
    """`lead-highest`"""
    assert Table(lead_trump="one", lead_highest="always").may("9H 3H", "7S") == "9H 3H"


# lead-after-win


def test_lead_after_win_binds_with_a_single_trump():
    """`lead-after-win`: who leads to a later trick has won the one before."""
    table = Table(lead_after_win=True)
    assert table.may("3H AS KD", number=2) == "3H"
    assert table.may("JC AC", number=4) == "JC"
    assert table.breaks("AS", "3H AS KD", number=2) == "lead-after-win"


def test_lead_after_win_does_not_bind_eldest_at_the_first_lead():
    """`lead-after-win`"""
    assert Table(lead_after_win=True).may("3H AS KD") == "3H AS KD"


def test_lead_after_win_lapses_without_trumps():
    """`lead-after-win`: "if able"."""
    assert Table(lead_after_win=True).may("AS KD", number=2) == "AS KD"


def test_the_trump_after_a_win_is_the_highest_where_that_is_the_rule():
    """`lead-after-win`, `lead-highest`: always, with and without trumps."""
    table = Table(lead_after_win=True, lead_highest="always")
    assert table.may("9H 3H AS", number=2) == "9H"
    assert table.may("QS 9D", number=2) == "QS"
    assert table.may("9H 3H AS") == "9H 3H AS"


# pam-led


def test_pam_led_draws_the_highest_trump():
    """`pam-led`"""
    table = Table(pam_led="highest-trump")
    assert table.may("AH KH 3H 9S", "JC") == "AH"
    assert table.may("KH 3H 9S", "JC 9H") == "KH"
    assert table.breaks("3H", "KH 3H 9S", "JC") == "pam-led"
    assert table.breaks("9S", "KH 3H 9S", "JC") == "follow-suit"


def test_pam_led_does_not_bind_where_any_trump_will_do():
    """`pam_led: any-trump`"""
    assert Table(pam_led="any-trump").may("AH KH 3H 9S", "JC") == "AH KH 3H"


def test_pam_led_does_not_bind_when_another_trump_is_led():
    """`pam-led`: Pam thrown in later is not led."""
    assert Table(pam_led="highest-trump").may("AH 3H 9S", "QH JC") == "AH 3H"
    assert Table(pam_led="highest-trump").may("AH 3H 9S", "QH") == "AH 3H"


def test_pam_led_lapses_without_trumps():
    """`pam-led`: the club that Pam looks like is not asked for."""
    assert Table(pam_led="highest-trump").may("AC 9S", "JC") == "AC 9S"


# pam-civil


def test_pam_civil_binds_who_has_any_other_card():
    """`pam-civil`: absolute"""
    table = Table(civil="absolute")
    assert table.may("JC 3H 9S", "AH", civil=True) == "3H"
    assert table.may("JC 9S 3D", "AH", civil=True) == "9S 3D"
    assert table.breaks("JC", "JC 3H 9S", "AH", civil=True) == "pam-civil"
    assert table.breaks("JC", "JC 9S", "AH", civil=True) == "pam-civil"


def test_pam_civil_frees_who_must_head_the_ace():
    """docs/rules.md 2, the order when following: first what `pam-civil` takes away."""
    assert Table(civil="absolute", must_head=True).may("JC KH 3H", "AH", civil=True) == "KH 3H"


def test_pam_civil_does_not_bind_where_nobody_called():
    """`pam-civil`"""
    for civil in ("absolute", "unless-only-trump"):
        assert Table(civil=civil).may("JC 3H 9S", "AH") == "JC 3H"


def test_pam_civil_lapses_for_the_last_card():
    """`pam-civil`: absolute; "with nothing else left, Pam"."""
    assert Table(civil="absolute").may("JC", "AH", number=5, civil=True) == "JC"


def test_pam_civil_binds_unless_pam_is_the_only_trump():
    """`pam-civil`: unless-only-trump"""
    table = Table(civil="unless-only-trump")
    assert table.may("JC 3H 9S", "AH", civil=True) == "3H"
    assert table.breaks("JC", "JC 3H 9S", "AH", civil=True) == "pam-civil"


def test_pam_civil_lapses_for_the_only_trump():
    """`pam-civil`: unless-only-trump: then Pam follows trumps as ever."""
    table = Table(civil="unless-only-trump")
    assert table.may("JC 9S KD", "AH", civil=True) == "JC"
    assert table.breaks("9S", "JC 9S KD", "AH", civil=True) == "follow-suit"


def test_pam_civil_means_nothing_to_who_has_not_pam():
    """`pam-civil`"""
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
    """`pam-civil`: unless-only-trump; "Pam played lawfully to a civil ace wins"."""
    assert Table(civil="unless-only-trump").wins("AH 9H JC", civil=True) == "Cat"


# What is proven of hands unseen, beyond what tests/rules/test_law.py says


def proven(table, *plays, civil=False):
    """The unlawful ones of (trick so far, number, card), five cards in hand at first."""
    told = [(table.trick(cards, number, civil and cards == "AH"), table.pack.read(card))
            for cards, number, card in plays]  # fmt: skip
    found = unlawful_plays(told, (), 5, table.order, table.law)
    return [(one.place, one.rule) for one in found]


def test_a_higher_card_shown_later_proves_that_the_trick_could_be_headed():
    """`must-head`"""
    table = Table(must_head=True)
    assert proven(table, ("9S", 1, "3S"), ("", 2, "TS")) == [(0, "must-head")]
    assert proven(table, ("9S", 1, "3S"), ("", 2, "8S")) == []
    assert proven(table, ("9S 2H", 1, "3S"), ("", 2, "TS")) == []


def test_a_higher_trump_shown_later_proves_that_it_could_be_overtrumped():
    """`must-overtrump`"""
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
    """`pam-civil`: unless-only-trump"""
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
