"""The words of the games, each explained in a line."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct

from companion.rules.game import Game
from companion.rules.house import HouseRules
from companion.rules.loo.bourre import BourreRules
from companion.wording.languages import N_, _, language

Has = Callable[[Game, HouseRules], bool]
"""Whether a word means something in a game under these house rules."""


class Word(Struct, frozen=True):
    """A word of the games."""

    id: str
    title: str
    forms: tuple[str, ...]
    """The word as sentences have it."""
    text: str
    """One line."""


class _Entry(Struct, frozen=True):
    title: str
    forms: str
    """The word as sentences have it: `revoke|revokes|revoked`. A language has forms of its own."""
    text: str
    has: Has


def _rule(name: str, *but: object) -> Has:
    """Return whether a house rule is there and has none of these values."""
    return lambda game, rules: (
        getattr(rules, name, but[0] if but else False) not in (but or (False,))
    )


def _tricks(game: Game, rules: HouseRules) -> bool:
    return bool(game.tricks)


def _loo(game: Game, rules: HouseRules) -> bool:
    return game.family == "loo"


def _nap(game: Game, rules: HouseRules) -> bool:
    return game.family == "napoleon"


def _rummy(game: Game, rules: HouseRules) -> bool:
    return game.family == "rummy"


def _tiles(game: Game, rules: HouseRules) -> bool:
    return game.pack.piece == "tile"


def _pool(game: Game, rules: HouseRules) -> bool:
    return _loo(game, rules) and game.race(rules) is None


def _bourre(game: Game, rules: HouseRules) -> bool:
    return isinstance(rules, BourreRules)


def _shares(game: Game, rules: HouseRules) -> bool:
    return _pool(game, rules) and not _bourre(game, rules)


def _rounced(game: Game, rules: HouseRules) -> bool:
    race = game.race(rules)
    return race is not None and race.term == "rounced"


def _rammed(game: Game, rules: HouseRules) -> bool:
    race = game.race(rules)
    return race is not None and race.term == "rammed"


def _dummies(game: Game, rules: HouseRules) -> bool:
    return _tiles(game, rules) and _rounced(game, rules)


def _misses(game: Game, rules: HouseRules) -> bool:
    return getattr(rules, "miss", "none") == "one" or (
        _tiles(game, rules) and not _dummies(game, rules)
    )


def _defends(game: Game, rules: HouseRules) -> bool:
    return getattr(rules, "lone", "") == "enter-or-defend" and _misses(game, rules)


def _draw(game: Game, rules: HouseRules) -> bool:
    return getattr(rules, "draw", "none") != "none" or _bourre(game, rules)


_pam, _flush = _rule("pam", "none"), _rule("flush", "none")
_purchase = _rule("purchase")
_WORDS: Mapping[str, _Entry] = {
    "dealer": _Entry(
        N_("Dealer"),
        N_("dealer|dealers"),
        N_("Deals this hand. After each deal the next player on the left deals."),
        lambda game, rules: True,
    ),
    "eldest": _Entry(
        N_("Eldest"),
        N_("eldest"),
        N_("The first player on the dealer's left who is in. Eldest leads to the first trick."),
        _loo,
    ),
    "turn-up": _Entry(
        N_("Turn-up"),
        N_("turn-up|turned up|turns up"),
        N_("The card or tile turned face up after the deal. It decides trumps."),
        _loo,
    ),
    "trump": _Entry(
        N_("Trump"),
        N_("trump|trumps"),
        N_("A suit that beats all others. A trump wins against any card or tile that is not one."),
        _tricks,
    ),
    "trick": _Entry(
        N_("Trick"),
        N_("trick|tricks"),
        N_("One card or tile from each player who is in. The best one wins the trick."),
        _tricks,
    ),
    "lead": _Entry(
        N_("Lead"),
        N_("lead|leads|led"),
        N_("To play first to a trick. The winner of a trick leads to the next."),
        _tricks,
    ),
    "follow-suit": _Entry(
        N_("Follow suit"),
        N_("follow suit|follows suit|followed suit"),
        N_("To play the suit that was led. If you can, you must."),
        _tricks,
    ),
    "revoke": _Entry(
        N_("Revoke"),
        N_("revoke|revokes|revoked"),
        N_(
            "To fail to follow suit, or to break another rule of play, when you could have kept it."
        ),
        _tricks,
    ),
    "head": _Entry(
        N_("Head"),
        N_("head|heads"),
        N_("To beat everything played to the trick so far."),
        lambda game, rules: getattr(rules, "must_head", False) or _bourre(game, rules),
    ),
    "overtrump": _Entry(
        N_("Overtrump"),
        N_("overtrump|overtrumps"),
        N_("To play a higher trump than those in the trick."),
        lambda game, rules: (
            getattr(rules, "must_overtrump", False) or _bourre(game, rules) or _rammed(game, rules)
        ),
    ),
    "pool": _Entry(
        N_("Pool"),
        N_("pool|pools"),
        N_("The chips in the middle, which players put in and win."),
        lambda game, rules: _pool(game, rules) or _rummy(game, rules) or _purchase(game, rules),
    ),
    "stake": _Entry(
        N_("Stake"), N_("stake|stakes"), N_("Chips put into the pool before a deal."), _pool
    ),
    "share": _Entry(
        N_("Share"),
        N_("share|shares"),
        N_("What one trick wins: the pool divided by the number of tricks."),
        _shares,
    ),
    "pot": _Entry(N_("Pot"), N_("pot|pots"), N_("The pool, as Bourré players call it."), _bourre),
    "ante": _Entry(
        N_("Ante"),
        N_("ante|antes"),
        N_("The stake at Bourré: what each player puts into the pool before a deal."),
        _bourre,
    ),
    "bourre": _Entry(
        N_("Bourré"),
        N_("bourré|bourrés"),
        N_("To be in and win no trick, and what you then pay into the next pool."),
        _bourre,
    ),
    "cinch": _Entry(
        N_("Cinch"),
        N_("cinch"),
        N_("To be sure of the deal: the sure trumps are then led from the top."),
        lambda game, rules: getattr(rules, "cinch", False),
    ),
    "looed": _Entry(
        N_("Looed"),
        N_("looed|a loo|loos"),
        N_("In, but without a trick. It costs you: you pay into the next pool, or lose points."),
        lambda game, rules: (
            _loo(game, rules)
            and not _rounced(game, rules)
            and not _bourre(game, rules)
            and not _rammed(game, rules)
        ),
    ),
    "rounced": _Entry(
        N_("Rounced"), N_("rounced"), N_("In, but without a trick: 5 more."), _rounced
    ),
    "rammed": _Entry(N_("Rammed"), N_("rammed"), N_("In, but without a trick: 5 more."), _rammed),
    "counters": _Entry(
        N_("Counters"),
        N_("counter|counters"),
        N_("What you start with and want to get rid of: each trick takes one off."),
        _rule("counters"),
    ),
    "general": _Entry(
        N_("General Rams"),
        N_("General Rams"),
        N_("Said before anyone declares: “I will take all the tricks.” Then everyone plays."),
        _rule("general"),
    ),
    "miss": _Entry(
        N_("Miss"),
        N_("miss|misses"),
        N_("A spare hand. A player may swap their own hand for it, unseen, and must then play."),
        _misses,
    ),
    "own-hand": _Entry(
        N_("Own hand"),
        N_("own hand"),
        N_("The hand you were dealt, kept instead of a spare one."),
        lambda game, rules: (
            _misses(game, rules) or _dummies(game, rules) or _rule("widow")(game, rules)
        ),
    ),
    "dummy": _Entry(
        N_("Dummy"),
        N_("dummy|dummies"),
        N_("A spare hand. A player may swap their own hand for it, unseen, and must then play."),
        _dummies,
    ),
    "widow": _Entry(
        N_("Widow"),
        N_("widow"),
        N_("A spare hand. A player may swap their own hand for it, unseen, and must then play."),
        _rule("widow"),
    ),
    "drop": _Entry(
        N_("Drop"),
        N_("drop|drops|dropped"),
        N_("To stay out of the play of this deal. You win no tricks, and pay nothing for that."),
        _loo,
    ),
    "for-the-pool": _Entry(
        N_("Play for the pool"),
        N_("for the pool"),
        N_("The shares for the dealer's tricks stay in the pool, and the dealer cannot be looed."),
        lambda game, rules: (
            (
                getattr(rules, "lone", "") in ("enter-or-pool", "enter-or-defend")
                and not _defends(game, rules)
            )
            or (_tiles(game, rules) and _pool(game, rules))
        ),
    ),
    "defend": _Entry(
        N_("Defend the miss"),
        N_("defend|defends"),
        N_(
            "The dealer plays the miss. The shares for its tricks stay in the pool, and the dealer "
            "cannot be looed."
        ),
        _defends,
    ),
    "club-law": _Entry(
        N_("Club Law"),
        N_("Club Law"),
        N_("If clubs are trumps, no one may drop."),
        lambda game, rules: getattr(rules, "forced", "") == "club-law",
    ),
    "single-pool": _Entry(
        N_("Single pool"),
        N_("single pool"),
        N_("A pool that holds only the stakes of this deal and odd chips."),
        lambda game, rules: getattr(rules, "forced", "") == "single-pool",
    ),
    "exchange": _Entry(
        N_("Exchange"),
        N_("exchange|exchanges|exchanged"),
        N_("To put cards away and take as many new ones from the stock."),
        _draw,
    ),
    "pam": _Entry(
        N_("Pam"),
        N_("Pam"),
        N_("A jack that beats every other card, even the ace of trumps."),
        _pam,
    ),
    "civil": _Entry(
        N_("“Pam be civil”"),
        N_("Pam be civil"),
        N_("Said when leading the ace of trumps: Pam may not be played to that trick."),
        lambda game, rules: _pam(game, rules) and getattr(rules, "civil", "none") != "none",
    ),
    "flush": _Entry(
        N_("Flush"),
        N_("flush|flushes"),
        N_("Five cards of one suit. Shown before play, the best one takes the whole pool."),
        _flush,
    ),
    "mouche": _Entry(
        N_("Mouche"),
        N_("mouche|mouches"),
        N_("Four cards of one suit and Pam. It counts as a flush."),
        lambda game, rules: _flush(game, rules) and _pam(game, rules),
    ),
    "bid": _Entry(
        N_("Bid"),
        N_("bid|bids"),
        N_("To say how many tricks you will win on your own. The highest bid plays."),
        _nap,
    ),
    "contract": _Entry(
        N_("Contract"),
        N_("contract|contracts"),
        N_("The highest bid: so many tricks must be won."),
        _nap,
    ),
    "nap": _Entry(
        N_("Nap"), N_("nap"), N_("A bid of five tricks. It wins more than it loses."), _nap
    ),
    "misery": _Entry(N_("Misery"), N_("misery"), N_("A bid to lose every trick."), _rule("misery")),
    "wellington": _Entry(
        N_("Wellington"),
        N_("Wellington"),
        N_("All five tricks for double, bid only over nap."),
        _rule("wellington"),
    ),
    "blucher": _Entry(
        N_("Blucher"),
        N_("Blucher"),
        N_("All five tricks for treble, bid only over Wellington."),
        _rule("blucher"),
    ),
    "peep": _Entry(
        N_("Peep"),
        N_("peep|peeps"),
        N_("To swap one card for the top card of the pack, after a bid of nap or more."),
        _rule("peep"),
    ),
    "purchase": _Entry(
        N_("Purchase"),
        N_("purchase|buys|bought"),
        N_("To swap cards with the pack before bidding, for a chip each."),
        _purchase,
    ),
    "stock": _Entry(
        N_("Stock"),
        N_("stock"),
        N_("The cards left after the deal, face down."),
        lambda game, rules: _rummy(game, rules) or _draw(game, rules),
    ),
    "discards": _Entry(
        N_("Discards"),
        N_("discards"),
        N_("The pile of cards that players have put down, face up."),
        _rummy,
    ),
    "meld": _Entry(
        N_("Meld"),
        N_("meld|melds|melded"),
        N_("Three or more cards laid down together: a set or a sequence."),
        _rummy,
    ),
    "set": _Entry(
        N_("Set"),
        N_("set|sets"),
        N_("Three or more cards of one rank, such as three kings."),
        _rummy,
    ),
    "sequence": _Entry(
        N_("Sequence"),
        N_("sequence|sequences"),
        N_("Three or more cards of one suit in order."),
        _rummy,
    ),
    "lay-off": _Entry(
        N_("Lay off"),
        N_("lay off|lays off|laid off"),
        N_("To add a card to a meld that lies on the table."),
        _rummy,
    ),
    "pips": _Entry(
        N_("Pips"),
        N_("pip|pips"),
        N_(
            "What cards left in hand cost: joker 15, ace 11, king, queen and jack 10, others their number."
        ),
        _rummy,
    ),
    "go-out": _Entry(
        N_("Go out"),
        N_("go out|goes out"),
        N_("To get rid of your last card. The others pay you for what they still hold."),
        _rummy,
    ),
    "dead-hand": _Entry(
        N_("Dead hand"), N_("dead hand"), N_("A deal in which no one can go out."), _rummy
    ),
}


def words_of(game: Game, rules: HouseRules) -> tuple[Word, ...]:
    """Return the words that a game needs under these house rules, in the order one meets them."""
    return _words_of(language(), game, rules)


@lru_cache(maxsize=256)
def _words_of(_language: str, game: Game, rules: HouseRules) -> tuple[Word, ...]:
    return tuple(_word(id, entry) for id, entry in _WORDS.items() if entry.has(game, rules))


def all_words() -> tuple[Word, ...]:
    """Return all words, in alphabetical order."""
    found = (_word(id, entry) for id, entry in _WORDS.items())
    return tuple(sorted(found, key=lambda word: word.title.strip("“").casefold()))


def _word(id: str, entry: _Entry) -> Word:
    return Word(id, _(entry.title), tuple(_(entry.forms).split("|")), _(entry.text))
