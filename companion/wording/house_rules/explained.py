"""Each house rule explained: its title, what it is about, and what each of its values means."""

from collections.abc import Mapping

from companion.rules.house import HouseRules
from companion.rules.loo.bourre import BourreRules
from companion.rules.loo.domino_loo import DominoLooRules
from companion.rules.loo.five_card_loo import FiveCardRules
from companion.rules.loo.rams import RamsRules
from companion.rules.napoleon.seven_card_napoleon import SevenCardRules
from companion.rules.napoleon.variant import NapRules
from companion.wording.house_rules.bourre import BOURRE
from companion.wording.house_rules.contracts_and_melds import CONTRACTS_AND_MELDS
from companion.wording.house_rules.words import HouseRuleWords
from companion.wording.languages import N_

EXPLAINED: Mapping[str, HouseRuleWords] = {
    "scoring": HouseRuleWords(
        N_("Play for"),
        N_("Chips and a pool, or points."),
        {
            "chips": N_("A pool of chips, shared out by tricks."),
            "points": N_(
                "A point for each trick, 5 off if looed, first to 15. No stakes and no pool."
            ),
        },
        unset=N_("Points for two players, chips for three or four."),
    ),
    "loo": HouseRuleWords(
        N_("What a loo costs"),
        N_("A player who was in and won no trick pays this into the next pool."),
        {
            "pool": N_(
                "As many chips as the pool held at the start of the deal. The pool can grow fast."
            ),
            "fixed": N_("Always the same number of chips."),
            "capped": N_("What the pool held, but never more than a limit."),
        },
    ),
    "remainder": HouseRuleWords(
        N_("Chips left over"),
        N_("What the pool holds beyond equal shares."),
        {
            "carry": N_("They stay in the pool for the next deal."),
            "last-trick": N_("They go to the winner of the last trick."),
            "eldest-first": N_("One each to the players who won tricks, from the dealer’s left."),
        },
    ),
    "revoke": HouseRuleWords(
        N_("A revoke"),
        N_("What it costs to break the rules of following or leading."),
        {
            "divide": N_(
                "The tricks do not count. The others who were in share the pool, and the "
                "player who revoked pays."
            ),
            "loo": N_(
                "The player who revoked is looed and gets nothing for tricks. Everything "
                "else settles as usual."
            ),
            "note": N_("It is noted and costs nothing."),
        },
    ),
    "revoke_pays": HouseRuleWords(
        N_("What a revoke pays"),
        N_("What the player who revoked pays into the pool."),
        {
            "pool": N_("As many chips as the pool held."),
            "loo": N_("As much as a loo costs."),
        },
    ),
    "ending": HouseRuleWords(
        N_("Chips left at the end"),
        N_("What happens to the pool when the game ends."),
        {
            "divide": N_(
                "Everyone at the table shares them; odd chips go one each from the last "
                "dealer’s left."
            ),
            "carry": N_("They wait for the next game of {family} this evening."),
        },
    ),
    "stake": HouseRuleWords(
        N_("The stake"),
        N_("Chips the dealer puts in: a multiple of the number of cards in a hand."),
    ),
    "stake_when": HouseRuleWords(
        N_("When the dealer stakes"),
        N_("A revoke that was paid for counts as a loo."),
        {
            "every-deal": N_("Before every deal."),
            "nobody-looed": N_(
                "Before the first deal, after a deal in which nobody was looed, and whenever the "
                "pool holds fewer chips than a deal has tricks."
            ),
        },
    ),
    "loo_chips": HouseRuleWords(
        N_("The fixed penalty, or the limit"),
        N_("In chips."),
        unset=N_("Fixed: as much as the stake. Capped: twice the stake."),
    ),
    "lone": HouseRuleWords(
        N_("The dealer against one other"),
        N_("What the dealer may do when exactly one other player is in."),
        {
            "free": N_("The dealer may do what any player may."),
            "enter-or-pool": N_(
                "The dealer must enter, and may play for the pool: the shares for the "
                "dealer’s tricks stay there, and the dealer cannot be looed."
            ),
            "enter-or-defend": N_(
                "If the other has not taken the miss, the dealer must enter, and may defend "
                "the miss: play it, leave the shares for its tricks in the pool, and not be "
                "looed. Without a miss in the game, the dealer may play for the pool."
            ),
            "claimer-sweeps": N_(
                "If the other has taken the miss, they win the pool at once. This needs "
                "three players or more."
            ),
        },
    ),
    "forced": HouseRuleWords(
        N_("When nobody may drop"),
        N_("A deal that everyone must play. The miss can still be taken."),
        {
            "never": N_("Everyone may always drop."),
            "club-law": N_("When clubs are trumps."),
            "single-pool": N_("When the pool holds only this deal’s stake and odd chips."),
        },
    ),
    "lead_ace": HouseRuleWords(
        N_("Leading the ace of trumps"),
        N_("Or the king, if the ace is the turn-up."),
        {
            "none": N_("The ace of trumps can be kept back."),
            "first": N_("A player who leads to the first trick and holds it must lead it."),
            "any": N_("A player who leads to any trick and holds it must lead it."),
        },
    ),
    "lead_trump": HouseRuleWords(
        N_("Leading trumps"),
        N_("When a trump must be led."),
        {
            "none": N_("Trumps can be kept back."),
            "one": N_("A player who leads and has a trump must lead a trump."),
            "two": N_("A player who leads and has two or more trumps must lead a trump."),
        },
    ),
    "lead_highest": HouseRuleWords(
        N_("Leading the highest"),
        N_("Which trump must be led."),
        {
            "never": N_("Any trump will do."),
            "two-players": N_(
                "When only two are in, the trump that must be led is the highest one held."
            ),
            "always": N_(
                "The trump that must be led is the highest one held. Without trumps, lead "
                "the highest card held, of any suit."
            ),
        },
    ),
    "later_lead_ace": HouseRuleWords(
        N_("Later leads: the ace of trumps"),
        N_("After the first trick."),
        {
            "none": N_("The ace of trumps can be kept back."),
            "any": N_("A player who leads and holds it must lead it."),
        },
        unset=N_("As at the first lead."),
    ),
    "later_lead_trump": HouseRuleWords(
        N_("Later leads: trumps"),
        N_("After the first trick."),
        {
            "none": N_("Trumps can be kept back."),
            "one": N_("A player who leads and has a trump must lead a trump."),
            "two": N_("A player who leads and has two or more trumps must lead a trump."),
        },
        unset=N_("As at the first lead."),
    ),
    "later_lead_highest": HouseRuleWords(
        N_("Later leads: the highest"),
        N_("After the first trick."),
        {
            "never": N_("Any trump will do."),
            "two-players": N_(
                "When only two are in, the trump that must be led is the highest one held."
            ),
            "always": N_(
                "The trump that must be led is the highest one held. Without trumps, lead "
                "the highest card held, of any suit."
            ),
        },
        unset=N_("As at the first lead."),
    ),
    "lead_after_win": HouseRuleWords(
        N_("A trump after winning"),
        N_("After winning a trick, lead a trump if you can."),
    ),
    "must_trump": HouseRuleWords(
        N_("Must trump"),
        N_("If you cannot follow suit, play a trump if you can."),
    ),
    "must_head": HouseRuleWords(
        N_("Must head"),
        N_("When you follow suit, beat the cards played so far if you can."),
    ),
    "must_overtrump": HouseRuleWords(
        N_("Must overtrump"),
        N_("When you trump, beat the trumps played so far if you can."),
    ),
    "miss": HouseRuleWords(
        N_("The miss"),
        N_("A spare hand of three cards."),
        {
            "none": N_("There is none."),
            "one": N_("The first player to ask swaps their hand for it, unseen, and must play."),
        },
    ),
    "draw": HouseRuleWords(
        N_("Exchanging cards"),
        N_("Swapping cards for unseen ones from the stock, once in a deal."),
        {
            "none": N_("Nobody exchanges cards."),
            "with-declaration": N_(
                "Any number, when a player says they play, before the next declares."
            ),
            "after-declarations": N_("In turn, when everyone has declared."),
        },
    ),
    "stock_out": HouseRuleWords(
        N_("When the stock runs out"),
        N_("The stock is what is left of the pack after the deal."),
        {
            "reshuffle": N_(
                "Dropped hands, and cards that others put away earlier, are dealt again."
            ),
            "limit": N_("Nobody can exchange more cards than the stock still has."),
        },
    ),
    "pam": HouseRuleWords(
        N_("Pam"),
        N_("A jack that is the highest trump, above the ace, and belongs to no other suit."),
        {
            "none": N_("There is no Pam."),
            "JC": N_("The jack of clubs."),
            "JS": N_("The jack of spades."),
        },
    ),
    "civil": HouseRuleWords(
        N_("“Pam be civil”"),
        N_("Said when leading the ace of trumps: Pam may not be played to that trick."),
        {
            "none": N_("Pam can always be played."),
            "absolute": N_(
                "Pam stays back while its holder has any other card; as a last card it does"
                " not beat the ace."
            ),
            "unless-only-trump": N_(
                "Pam stays back unless its holder has no other trump; then Pam wins."
            ),
        },
    ),
    "pam_led": HouseRuleWords(
        N_("Pam led"),
        N_("What must be played when Pam is led."),
        {
            "any-trump": N_("A trump, if you have one."),
            "highest-trump": N_("The highest trump you have."),
        },
    ),
    "flush": HouseRuleWords(
        N_("Flushes"),
        N_("Five cards of one suit, or four and Pam (a mouche), take the pool without play."),
        {
            "none": N_("Flushes count for nothing."),
            "trump-first": N_(
                "A flush in trumps is best; otherwise the highest card decides, then the next."
            ),
            "mouche-first": N_(
                "A mouche is best, then a flush in trumps; otherwise the highest card decides, then "
                "the next."
            ),
        },
    ),
    "flush_show": HouseRuleWords(
        N_("Showing a flush"),
        N_("Before the first lead."),
        {
            "must": N_("It must be shown; one that comes out card by card is noted."),
            "may": N_("It need not be shown."),
        },
    ),
    "flush_loos": HouseRuleWords(
        N_("Who is looed by a flush"),
        N_("Each of them pays a loo."),
        {
            "in-play": N_("Everyone who has not dropped."),
            "table": N_("Everyone who was dealt in, dropped or not."),
        },
    ),
    "flush_exempt": HouseRuleWords(
        N_("Spared by a flush"),
        N_("Who pays nothing when someone else takes the pool."),
        {
            "flush-or-pam": N_("Players who show a flush as well, or Pam."),
            "nobody": N_("Nobody."),
        },
    ),
    **CONTRACTS_AND_MELDS,
}
"""Each house rule, by the name of its field."""
FOR_POINTS: Mapping[str, HouseRuleWords] = {
    "revoke": HouseRuleWords(
        N_("A revoke"),
        N_("What it costs to break the rules of following or leading."),
        {
            "divide": N_(
                "The player who revoked scores as if they had won no trick, and nobody else scores."
            ),
            "loo": N_(
                "The player who revoked scores as if they had won no trick. Everyone else "
                "scores as usual."
            ),
            "note": N_("It is noted and costs nothing."),
        },
        {"divide": N_("Nobody else scores"), "loo": N_("Everyone else scores")},
    ),
}
"""Where a game for points has no pool to speak of."""

EXPLAINED_OF: Mapping[type[HouseRules], Mapping[str, HouseRuleWords]] = {
    BourreRules: BOURRE,
    DominoLooRules: {
        "loo_chips": HouseRuleWords(
            N_("The fixed penalty, or the limit"),
            N_("In chips."),
            unset=N_("Fixed: 5 chips for each player. Capped: 10 for each player."),
        ),
    },
    RamsRules: {
        "counters": HouseRuleWords(
            N_("Counters"),
            N_("How many each player starts with. The first to get rid of them wins."),
            {
                "5": N_("Five: a short game."),
                "7": N_("Seven: a medium game."),
                "10": N_("Ten: a longer game."),
            },
        ),
        "widow": HouseRuleWords(
            N_("The widow"),
            N_(
                "A spare hand. The first player to ask swaps their hand for it, unseen. Without it, "
                "six can play."
            ),
        ),
        "general": HouseRuleWords(
            N_("General Rams"),
            N_(
                "Before anyone declares, a player may say that they will take all the tricks. If they "
                "do, they win the game; if not, they get 5 more."
            ),
        ),
    },
    FiveCardRules: {
        "stake": HouseRuleWords(
            N_("The stake"),
            N_("Chips the dealer puts in: a multiple of five."),
        ),
    },
    NapRules: {
        "revoke": HouseRuleWords(
            N_("A revoke"),
            N_("What it costs not to follow suit when you can."),
            {
                "note": N_("It is noted and costs nothing."),
                "contract": N_(
                    "A declarer who revokes loses the contract. If anyone else revokes, the"
                    " contract counts as made, and they pay for everyone."
                ),
            },
        ),
    },
    SevenCardRules: {
        "misery": HouseRuleWords(
            N_("Misery"),
            N_(
                "A bid to lose every trick. It ranks between nap and six: wins 10 from "
                "each, loses 5 to each."
            ),
        ),
    },
}
"""Where games differ: by the struct that declares the rule, which others may extend."""
