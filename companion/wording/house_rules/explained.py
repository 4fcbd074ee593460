"""Each house rule explained: its title, what it is about, and what each of its values means."""

from collections.abc import Mapping

from msgspec import Struct

from companion.rules.house import HouseRules
from companion.rules.loo.domino_loo import DominoLooRules
from companion.rules.loo.domino_rounce import DominoRounceRules
from companion.rules.loo.five_card_loo import FiveCardRules
from companion.rules.napoleon.seven_card_napoleon import SevenCardRules
from companion.rules.napoleon.variant import NapRules
from companion.wording.languages import N_


class HouseRuleWords(Struct, frozen=True):
    """What people need to know of one house rule."""

    title: str
    says: str
    """One or two sentences."""
    values: Mapping[str, str] = {}
    """For a choice: each value with its explanation."""
    unset: str = ""
    """For a field that may be left open: what then holds."""


EXPLAINED: Mapping[str, HouseRuleWords] = {
    "scoring": HouseRuleWords(
        N_("Played for"),
        N_("Chips and a pool, or points."),
        {
            "chips": N_("A pool of chips, shared out by tricks."),
            "points": N_("A point a trick, looed 5 off, first to 15. No stakes and no pool."),
        },
        unset=N_("Points for two players, chips for three or four."),
    ),
    "loo": HouseRuleWords(
        N_("What a loo costs"),
        N_("Whoever was in and took no trick pays this into the next pool."),
        {
            "pool": N_(
                "As many chips as the pool held at the start of the deal. The pool can grow fast."
            ),
            "fixed": N_("Always the same number of chips."),
            "capped": N_("What the pool held, but never more than a limit."),
        },
    ),
    "remainder": HouseRuleWords(
        N_("Chips that do not divide"),
        N_("What the pool holds beyond equal shares."),
        {
            "carry": N_("They stay in the pool for the next deal."),
            "last-trick": N_("They go to the winner of the last trick."),
            "eldest-first": N_("One each to those who took tricks, from the dealer's left."),
        },
    ),
    "revoke": HouseRuleWords(
        N_("A revoke"),
        N_("What it costs to play against the rules of following and leading."),
        {
            "divide": N_(
                "The tricks do not count. The others who were in share the pool, and who "
                "revoked pays."
            ),
            "loo": N_(
                "Who revoked is looed, and his tricks pay him nothing. The rest settles as usual."
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
        N_("What becomes of the pool when the game ends."),
        {
            "divide": N_(
                "All at the table share it; odd chips go one each from the last dealer's left."
            ),
            "carry": N_("It stays, and the next Loo game for chips this evening starts with it."),
        },
    ),
    "stake": HouseRuleWords(
        N_("The stake"),
        N_("Chips the dealer puts in, a multiple of the hand's cards."),
    ),
    "stake_when": HouseRuleWords(
        N_("When the dealer stakes"),
        N_("A paid revoke, or a flush that looes, counts as a loo."),
        {
            "every-deal": N_("In every deal."),
            "nobody-looed": N_(
                "If the deal before looed nobody, or it is the first; also when the pool "
                "holds fewer chips than a deal has tricks."
            ),
        },
    ),
    "loo_chips": HouseRuleWords(
        N_("The fixed penalty, or the limit"),
        N_("Counted in chips."),
        unset=N_("Fixed: as much as the stake. Capped: twice the stake."),
    ),
    "lone": HouseRuleWords(
        N_("The dealer against one other"),
        N_("What the dealer may do when exactly one other player is in."),
        {
            "free": N_("What anybody may do."),
            "enter-or-pool": N_(
                "He must enter, and may play for the pool: the shares for his tricks stay "
                "there, and he cannot be looed."
            ),
            "enter-or-defend": N_(
                "If the other has not taken the miss, he must enter, and may take the miss "
                "for the pool: the shares for his tricks stay there, and he cannot be looed. "
                "In a game without a miss he may play for the pool."
            ),
            "claimer-sweeps": N_(
                "If the other has taken the miss, that one wins the pool at once, with three "
                "or more dealt in."
            ),
        },
    ),
    "forced": HouseRuleWords(
        N_("When nobody may drop"),
        N_("A deal that everybody must play. The miss stays available."),
        {
            "never": N_("Everybody may always drop."),
            "club-law": N_("When clubs are trumps."),
            "single-pool": N_("When the pool holds only this deal's stake and odd chips."),
        },
    ),
    "lead_ace": HouseRuleWords(
        N_("Leading the ace of trumps"),
        N_("Or the king, if the ace is the turn-up."),
        {
            "none": N_("The ace of trumps can be kept back."),
            "first": N_("Who holds it and leads to the first trick must lead it."),
            "any": N_("Who holds it and leads must lead it, to any trick."),
        },
    ),
    "lead_trump": HouseRuleWords(
        N_("Leading trumps"),
        N_("What the hand obliges to."),
        {
            "none": N_("Trumps can be kept back."),
            "one": N_("Who leads with any trump in hand must lead a trump."),
            "two": N_("Who leads with two or more trumps in hand must lead a trump."),
        },
    ),
    "lead_highest": HouseRuleWords(
        N_("Leading the highest"),
        N_("Which trump must be led."),
        {
            "never": N_("Any trump will do."),
            "two-players": N_(
                "When only two play the deal, the trump that must be led is the highest held."
            ),
            "always": N_(
                "The trump that must be led is the highest held. Without trumps, lead the "
                "highest card held, of any suit."
            ),
        },
    ),
    "later_lead_ace": HouseRuleWords(
        N_("Later leads: the ace of trumps"),
        N_("After the first trick."),
        {
            "none": N_("The ace of trumps can be kept back."),
            "any": N_("Who holds it and leads must lead it."),
        },
        unset=N_("As at the first lead."),
    ),
    "later_lead_trump": HouseRuleWords(
        N_("Later leads: trumps"),
        N_("After the first trick."),
        {
            "none": N_("Trumps can be kept back."),
            "one": N_("Who leads with any trump in hand must lead a trump."),
            "two": N_("Who leads with two or more trumps in hand must lead a trump."),
        },
        unset=N_("As at the first lead."),
    ),
    "later_lead_highest": HouseRuleWords(
        N_("Later leads: the highest"),
        N_("After the first trick."),
        {
            "never": N_("Any trump will do."),
            "two-players": N_(
                "When only two play the deal, the trump that must be led is the highest held."
            ),
            "always": N_(
                "The trump that must be led is the highest held. Without trumps, lead the "
                "highest card held, of any suit."
            ),
        },
        unset=N_("As at the first lead."),
    ),
    "lead_after_win": HouseRuleWords(
        N_("A trump after winning"),
        N_("Having won a trick, lead a trump if able."),
    ),
    "must_trump": HouseRuleWords(
        N_("Must trump"),
        N_("Unable to follow, play a trump if able."),
    ),
    "must_head": HouseRuleWords(
        N_("Must head"),
        N_("Following suit, beat the cards so far if able."),
    ),
    "must_overtrump": HouseRuleWords(
        N_("Must overtrump"),
        N_("Trumping, beat the trumps so far if able."),
    ),
    "miss": HouseRuleWords(
        N_("The miss"),
        N_("A spare hand of three cards."),
        {
            "none": N_("There is none."),
            "one": N_("The first to ask takes it unseen for his own, and must play it."),
        },
    ),
    "draw": HouseRuleWords(
        N_("Exchanging cards"),
        N_("Cards of the hand put away for cards of the stock, unseen, once in a deal."),
        {
            "none": N_("Nobody exchanges."),
            "with-declaration": N_("On declaring to play, any number at once."),
            "after-declarations": N_("When all have declared, those in exchange in turn."),
        },
    ),
    "stock_out": HouseRuleWords(
        N_("When the stock runs out"),
        N_("The stock is what is left of the pack after the deal."),
        {
            "reshuffle": N_("Cards put away before by others, and dropped hands, are dealt again."),
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
        N_("Who leads the ace of trumps may say so; then Pam may not be played to that trick."),
        {
            "none": N_("Pam obeys nobody."),
            "absolute": N_(
                "Pam stays back while its holder has any other card; as his last card it does"
                " not beat the ace."
            ),
            "unless-only-trump": N_("Unless its holder has no other trump; then it wins."),
        },
    ),
    "pam_led": HouseRuleWords(
        N_("Pam led"),
        N_("What must be played to it."),
        {
            "any-trump": N_("A trump, if any is held."),
            "highest-trump": N_("The highest trump held."),
        },
    ),
    "flush": HouseRuleWords(
        N_("Flushes"),
        N_(
            "Five cards of one suit, or four and Pam (a mouche), take the pool without play. "
            "The best is …"
        ),
        {
            "none": N_("Flushes count for nothing."),
            "trump-first": N_("… one in trumps; then the highest card tells, and the next."),
            "mouche-first": N_("… a mouche, then one in trumps; then the highest card tells."),
        },
    ),
    "flush_show": HouseRuleWords(
        N_("Showing a flush"),
        N_("Before the first lead."),
        {
            "must": N_("It must be shown; one that comes out card by card is noted."),
            "may": N_("Its holder may keep it to himself."),
        },
    ),
    "flush_loos": HouseRuleWords(
        N_("Whom a flush looes"),
        N_("Each of them pays a loo penalty."),
        {
            "in-play": N_("All who have not dropped."),
            "table": N_("All who were dealt in, dropped or not."),
        },
    ),
    "flush_exempt": HouseRuleWords(
        N_("Spared by a flush"),
        N_("Who pays nothing although somebody else takes the pool."),
        {
            "flush-or-pam": N_("Who shows a flush as well, or Pam."),
            "nobody": N_("Nobody."),
        },
    ),
    "misery": HouseRuleWords(
        N_("Misery"),
        N_("A declaration to lose every trick. It stands between three and four, for 3 chips."),
    ),
    "misery_trumps": HouseRuleWords(
        N_("Misery with trumps"),
        N_(
            "The first card led makes trumps, as in every other contract. Otherwise there are"
            " none in misery."
        ),
    ),
    "peep": HouseRuleWords(
        N_("Peep"),
        N_(
            "Who has declared nap or more, misery apart, may exchange a card with the top of "
            "the pack, before he leads."
        ),
    ),
    "purchase": HouseRuleWords(
        N_("Purchase"),
        N_(
            "Before declaring a player can exchange cards with the pack, for a chip each. The"
            " chips stay in a pool until somebody wins nap or more, misery apart."
        ),
    ),
    "wellington": HouseRuleWords(
        N_("Wellington"),
        N_(
            "All five tricks at double stakes. Wins 20 from each, loses 10 to each. It can be"
            " declared over nap alone."
        ),
    ),
    "blucher": HouseRuleWords(
        N_("Blucher"),
        N_(
            "All five tricks at treble stakes. Wins 30 from each, loses 15 to each. It can be"
            " declared over Wellington alone."
        ),
    ),
    "going_out": HouseRuleWords(
        N_("Going out"),
        N_("How the last card leaves the hand."),
        {
            "either": N_("It is laid down or discarded."),
            "discard": N_("It must be discarded."),
            "meld": N_("It must be laid down."),
        },
    ),
}
"""Each house rule, by the name of its field."""
EXPLAINED_OF: Mapping[type[HouseRules], Mapping[str, HouseRuleWords]] = {
    DominoLooRules: {
        "loo_chips": HouseRuleWords(
            N_("The fixed penalty, or the limit"),
            N_("Counted in chips."),
            unset=N_("Fixed at 5, or capped at 10 chips a player."),
        ),
    },
    DominoRounceRules: {
        "revoke": HouseRuleWords(
            N_("A revoke"),
            N_("What it costs to play against the rules of following and leading."),
            {
                "divide": N_(
                    "Who revoked scores as if he had taken no trick, and nobody else scores."
                ),
                "loo": N_(
                    "Who revoked scores as if he had taken no trick. The others score as usual."
                ),
                "note": N_("It is noted and costs nothing."),
            },
        ),
    },
    FiveCardRules: {
        "stake": HouseRuleWords(
            N_("The stake"),
            N_("Chips the dealer puts in, a multiple of five."),
        ),
    },
    NapRules: {
        "revoke": HouseRuleWords(
            N_("A revoke"),
            N_("What it costs not to follow suit when able."),
            {
                "note": N_("It is noted and costs nothing."),
                "contract": N_(
                    "A declarer who revokes has lost his contract. Another who revokes pays "
                    "for all as if it were made."
                ),
            },
        ),
    },
    SevenCardRules: {
        "misery": HouseRuleWords(
            N_("Misery"),
            N_(
                "A declaration to lose every trick. It stands between nap and six: wins 10 "
                "from each, loses 5 to each."
            ),
        ),
    },
}
"""Where games differ: by the struct that declares the rule, which others may extend."""
