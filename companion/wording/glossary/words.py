"""The words themselves."""

from collections.abc import Mapping

from msgspec import Struct

from companion.wording.glossary import occurs
from companion.wording.languages import N_


class Entry(Struct, frozen=True):
    """A word before it is translated."""

    title: str
    forms: str
    """The word as sentences have it: `revoke|revokes|revoked`. A language has forms of its own."""
    text: str
    has: occurs.Has
    """Whether it means something in a game under its house rules."""


WORDS: Mapping[str, Entry] = {
    "dealer": Entry(
        N_("Dealer"),
        N_("dealer|dealers"),
        N_("Deals this hand. After each deal the next player on the left deals."),
        lambda game, rules: True,
    ),
    "eldest": Entry(
        N_("Eldest"),
        N_("eldest"),
        N_("The first player on the dealer’s left who is in. Eldest leads to the first trick."),
        occurs.loo,
    ),
    "turn-up": Entry(
        N_("Turn-up"),
        N_("turn-up|turned up|turns up"),
        N_("The card or tile turned face up after the deal. It decides trumps."),
        occurs.loo,
    ),
    "trump": Entry(
        N_("Trump"),
        N_("trump|trumps"),
        N_("A suit that beats all others. A trump wins against any card or tile that is not one."),
        occurs.tricks,
    ),
    "trick": Entry(
        N_("Trick"),
        N_("trick|tricks"),
        N_("One card or tile from each player who is in. The best one wins the trick."),
        occurs.tricks,
    ),
    "lead": Entry(
        N_("Lead"),
        N_("lead|leads|led"),
        N_("To play first to a trick. The winner of a trick leads to the next."),
        occurs.tricks,
    ),
    "follow-suit": Entry(
        N_("Follow suit"),
        N_("follow suit|follows suit|followed suit"),
        N_("To play the suit that was led. If you can, you must."),
        occurs.tricks,
    ),
    "revoke": Entry(
        N_("Revoke"),
        N_("revoke|revokes|revoked"),
        N_(
            "To fail to follow suit, or to break another rule of play, when you could have kept it."
        ),
        occurs.tricks,
    ),
    "head": Entry(
        N_("Head"),
        N_("head|heads"),
        N_("To beat everything played to the trick so far."),
        lambda game, rules: getattr(rules, "must_head", False) or occurs.bourre(game, rules),
    ),
    "overtrump": Entry(
        N_("Overtrump"),
        N_("overtrump|overtrumps"),
        N_("To play a higher trump than those in the trick."),
        lambda game, rules: (
            getattr(rules, "must_overtrump", False)
            or occurs.bourre(game, rules)
            or occurs.rammed(game, rules)
        ),
    ),
    "pool": Entry(
        N_("Pool"),
        N_("pool|pools"),
        N_("The chips in the middle, which players put in and win."),
        lambda game, rules: (
            occurs.pool(game, rules) or occurs.rummy(game, rules) or occurs.purchase(game, rules)
        ),
    ),
    "stake": Entry(
        N_("Stake"), N_("stake|stakes"), N_("Chips put into the pool before a deal."), occurs.pool
    ),
    "share": Entry(
        N_("Share"),
        N_("share|shares"),
        N_("What one trick wins: the pool divided by the number of tricks."),
        occurs.shares,
    ),
    "pot": Entry(
        N_("Pot"), N_("pot|pots"), N_("The pool, as Bourré players call it."), occurs.bourre
    ),
    "ante": Entry(
        N_("Ante"),
        N_("ante|antes"),
        N_("The stake at Bourré: what each player puts into the pool before a deal."),
        occurs.bourre,
    ),
    "bourre": Entry(
        N_("Bourré"),
        N_("bourré|bourrés"),
        N_("To be in and win no trick, and what you then pay into the next pool."),
        occurs.bourre,
    ),
    "cinch": Entry(
        N_("Cinch"),
        N_("cinch"),
        N_("To be sure of the deal: the sure trumps are then led from the top."),
        lambda game, rules: getattr(rules, "cinch", False),
    ),
    "looed": Entry(
        N_("Looed"),
        N_("looed|a loo|loos"),
        N_("In, but without a trick. It costs you: you pay into the next pool, or lose points."),
        lambda game, rules: (
            occurs.loo(game, rules)
            and not occurs.rounced(game, rules)
            and not occurs.bourre(game, rules)
            and not occurs.rammed(game, rules)
        ),
    ),
    "rounced": Entry(
        N_("Rounced"), N_("rounced"), N_("In, but without a trick: 5 more."), occurs.rounced
    ),
    "rammed": Entry(
        N_("Rammed"), N_("rammed"), N_("In, but without a trick: 5 more."), occurs.rammed
    ),
    "counters": Entry(
        N_("Counters"),
        N_("counter|counters"),
        N_("What you start with and want to get rid of: each trick takes one off."),
        occurs.rule("counters"),
    ),
    "general": Entry(
        N_("General Rams"),
        N_("General Rams"),
        N_("Said before anyone declares: “I will take all the tricks.” Then everyone plays."),
        occurs.rule("general"),
    ),
    "miss": Entry(
        N_("Miss"),
        N_("miss|misses"),
        N_("A spare hand. A player may swap their own hand for it, unseen, and must then play."),
        occurs.misses,
    ),
    "own-hand": Entry(
        N_("Own hand"),
        N_("own hand"),
        N_("The hand you were dealt, kept instead of a spare one."),
        lambda game, rules: (
            occurs.misses(game, rules)
            or occurs.dummies(game, rules)
            or occurs.rule("widow")(game, rules)
        ),
    ),
    "dummy": Entry(
        N_("Dummy"),
        N_("dummy|dummies"),
        N_("A spare hand. A player may swap their own hand for it, unseen, and must then play."),
        occurs.dummies,
    ),
    "widow": Entry(
        N_("Widow"),
        N_("widow"),
        N_("A spare hand. A player may swap their own hand for it, unseen, and must then play."),
        occurs.rule("widow"),
    ),
    "drop": Entry(
        N_("Drop"),
        N_("drop|drops|dropped"),
        N_("To stay out of the play of this deal. You win no tricks, and pay nothing for that."),
        occurs.loo,
    ),
    "for-the-pool": Entry(
        N_("Play for the pool"),
        N_("for the pool"),
        N_("The shares for the dealer’s tricks stay in the pool, and the dealer cannot be looed."),
        lambda game, rules: (
            (
                getattr(rules, "lone", "") in ("enter-or-pool", "enter-or-defend")
                and not occurs.defends(game, rules)
            )
            or (occurs.tiles(game, rules) and occurs.pool(game, rules))
        ),
    ),
    "defend": Entry(
        N_("Defend the miss"),
        N_("defend|defends"),
        N_(
            "The dealer plays the miss. The shares for its tricks stay in the pool, and the dealer "
            "cannot be looed."
        ),
        occurs.defends,
    ),
    "club-law": Entry(
        N_("Club Law"),
        N_("Club Law"),
        N_("If clubs are trumps, nobody may drop."),
        lambda game, rules: getattr(rules, "forced", "") == "club-law",
    ),
    "single-pool": Entry(
        N_("Single pool"),
        N_("single pool"),
        N_("A pool that holds only the stakes of this deal and odd chips."),
        lambda game, rules: getattr(rules, "forced", "") == "single-pool",
    ),
    "exchange": Entry(
        N_("Exchange"),
        N_("exchange|exchanges|exchanged"),
        N_("To put cards away and take as many new ones from the stock."),
        occurs.draw,
    ),
    "pam": Entry(
        N_("Pam"),
        N_("Pam"),
        N_("A jack that beats every other card, even the ace of trumps."),
        occurs.pam,
    ),
    "civil": Entry(
        N_("“Pam be civil”"),
        N_("Pam be civil"),
        N_("Said when leading the ace of trumps: Pam may not be played to that trick."),
        lambda game, rules: occurs.pam(game, rules) and getattr(rules, "civil", "none") != "none",
    ),
    "flush": Entry(
        N_("Flush"),
        N_("flush|flushes"),
        N_("Five cards of one suit. Shown before play, the best one takes the whole pool."),
        occurs.flush,
    ),
    "mouche": Entry(
        N_("Mouche"),
        N_("mouche|mouches"),
        N_("Four cards of one suit and Pam. It counts as a flush."),
        lambda game, rules: occurs.flush(game, rules) and occurs.pam(game, rules),
    ),
    "bid": Entry(
        N_("Bid"),
        N_("bid|bids"),
        N_("To say how many tricks you will win on your own. The highest bid plays."),
        occurs.nap,
    ),
    "contract": Entry(
        N_("Contract"),
        N_("contract|contracts"),
        N_("The highest bid: so many tricks must be won."),
        occurs.nap,
    ),
    "nap": Entry(
        N_("Nap"), N_("nap"), N_("A bid of five tricks. It wins more than it loses."), occurs.nap
    ),
    "misery": Entry(
        N_("Misery"), N_("misery"), N_("A bid to lose every trick."), occurs.rule("misery")
    ),
    "wellington": Entry(
        N_("Wellington"),
        N_("Wellington"),
        N_("All five tricks for double, bid only over nap."),
        occurs.rule("wellington"),
    ),
    "blucher": Entry(
        N_("Blucher"),
        N_("Blucher"),
        N_("All five tricks for treble, bid only over Wellington."),
        occurs.rule("blucher"),
    ),
    "peep": Entry(
        N_("Peep"),
        N_("peep|peeps"),
        N_("To swap one card for the top card of the pack, after a bid of nap or more."),
        occurs.rule("peep"),
    ),
    "purchase": Entry(
        N_("Purchase"),
        N_("purchase|buys|bought"),
        N_("To swap cards with the pack before bidding, for a chip each."),
        occurs.purchase,
    ),
    "boneyard": Entry(
        N_("Boneyard"),
        N_("boneyard"),
        N_("The tiles left after the deal, face down."),
        occurs.tiles,
    ),
    "stock": Entry(
        N_("Stock"),
        N_("stock"),
        N_("The cards left after the deal, face down."),
        lambda game, rules: occurs.rummy(game, rules) or occurs.draw(game, rules),
    ),
    "discards": Entry(
        N_("Discards"),
        N_("discards"),
        N_("The pile of cards that players have put down, face up."),
        occurs.rummy,
    ),
    "meld": Entry(
        N_("Meld"),
        N_("meld|melds|melded"),
        N_("Three or more cards laid down together: a set or a sequence."),
        occurs.rummy,
    ),
    "set": Entry(
        N_("Set"),
        N_("set|sets"),
        N_("Three or more cards of one rank, such as three kings."),
        occurs.rummy,
    ),
    "sequence": Entry(
        N_("Sequence"),
        N_("sequence|sequences"),
        N_("Three or more cards of one suit in order."),
        occurs.rummy,
    ),
    "lay-off": Entry(
        N_("Lay off"),
        N_("lay off|lays off|laid off"),
        N_("To add a card to a meld that lies on the table."),
        occurs.rummy,
    ),
    "pips": Entry(
        N_("Pips"),
        N_("pip|pips"),
        N_(
            "What cards left in hand cost: joker 15, ace 11, king, queen and jack 10, others their number."
        ),
        occurs.rummy,
    ),
    "go-out": Entry(
        N_("Go out"),
        N_("go out|goes out"),
        N_("To get rid of your last card. The others pay you for what they still hold."),
        occurs.rummy,
    ),
    "dead-hand": Entry(
        N_("Dead hand"), N_("dead hand"), N_("A deal in which nobody can go out."), occurs.rummy
    ),
}
