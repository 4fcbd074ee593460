"""The house rules of Bourré explained."""

from collections.abc import Mapping

from companion.wording.house_rules.words import HouseRuleWords
from companion.wording.languages import N_

BOURRE: Mapping[str, HouseRuleWords] = {
    "ante": HouseRuleWords(
        N_("The ante"),
        N_("Chips that each player dealt in puts into the pool before a deal."),
    ),
    "declare": HouseRuleWords(
        N_("When cards are exchanged"),
        N_("Swapping cards for unseen ones from the stock, once in a deal."),
        {
            "with-declaration": N_("When a player says they play, before the next declares."),
            "after-declarations": N_("In turn, when everyone has declared."),
        },
    ),
    "most_exchanged": HouseRuleWords(
        N_("How many cards can be exchanged"),
        N_("At most, in one deal."),
        {
            "5": N_("The whole hand."),
            "4": N_("All but one."),
            "3": N_("Three of the five."),
        },
    ),
    "cinch": HouseRuleWords(
        N_("Cinch"),
        N_(
            "A player who leads with the ace, king and queen of trumps in hand leads the ace, "
            "then the king, then the queen."
        ),
    ),
    "dealer_ace": HouseRuleWords(
        N_("An ace turned up binds the dealer"),
        N_("A dealer who turns up an ace must play."),
    ),
    "tie": HouseRuleWords(
        N_("A tie for the most tricks"),
        N_("What happens to the pool."),
        {
            "carry": N_("The pool stays for the next deal."),
            "split": N_("The tied players share it equally; odd chips stay."),
        },
    ),
    "tied_ante": HouseRuleWords(
        N_("The ante after a tie"),
        N_("Whether the tied players put in the ante of the next deal."),
        {
            "exempt": N_("The tied players put nothing in."),
            "pays": N_("The tied players put it in like everyone else."),
        },
    ),
    "bourre_pays": HouseRuleWords(
        N_("What a bourré costs"),
        N_("A player who was in and won no trick pays this into the next pool."),
        {
            "pot": N_("As many chips as the pool held. The pool can grow fast."),
            "capped": N_("What the pool held, but never more than a limit."),
        },
    ),
    "loo_chips": HouseRuleWords(
        N_("The limit of a bourré"),
        N_("In chips."),
        unset=N_("20 chips."),
    ),
    "bourre_ante": HouseRuleWords(
        N_("The ante after a bourré"),
        N_("Whether a player who paid a bourré puts in the ante of the next deal."),
        {
            "exempt": N_("Players who paid a bourré put nothing in."),
            "pays": N_("Players who paid a bourré put it in like everyone else."),
        },
    ),
    "revoke": HouseRuleWords(
        N_("A revoke"),
        N_("What it costs to break the rules of following or leading."),
        {
            "bourre": N_(
                "The player who revoked pays a bourré, and their tricks do not count. Everything "
                "else settles as usual."
            ),
            "note": N_("It is noted and costs nothing."),
        },
    ),
}
"""Each house rule, by the name of its field."""
