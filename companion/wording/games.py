"""The games in words: titles, accounts, declarations and depths.

Everything is looked up by id. An id without words here is written out: `four-card-loo` is "Four-card
loo".
"""

from collections.abc import Mapping

from companion.rules.facts import Depth
from companion.rules.game import Family, Game, PoolFamily
from companion.rules.scores import LooTerm
from companion.wording.languages import N_, NP_, _
from companion.wording.napoleon.contracts import contract_name

_FAMILIES: Mapping[PoolFamily, str] = {
    "bestia": N_("Bestia"),
    "bourre": N_("Bourré"),
    "julepe": N_("Julepe"),
    "loo": N_("Loo"),
    "napoleon": N_("Napoleon"),
    "other": N_("other games"),
    "rummy": N_("double rummy"),
}
_TITLES: Mapping[str, str] = {
    "domino-loo": N_("Domino Loo"),
    "domino-rounce": N_("Domino Rounce"),
    "three-card-loo": N_("Three-card Loo"),
    "five-card-loo": N_("Five-card Loo"),
    "irish-loo": N_("Irish Loo"),
    "bourre": N_("Bourré"),
    "rams": N_("Rams"),
    "ramset": N_("Ramset"),
    "bestia": N_("Bestia"),
    "julepe": N_("Julepe"),
    "napoleon": N_("Napoleon"),
    "seven-card-napoleon": N_("Seven-card Napoleon"),
    "coon-can": N_("Double rummy (Coon Can)"),
    "other": N_("Another game"),
}
_SUMMARIES: Mapping[str, str] = {
    "domino-loo": N_("Five tiles, five tricks, and a pool that can grow. For 2 to 4."),
    "domino-rounce": N_("From 15 down to zero, a trick at a time. For 2 to 4."),
    "three-card-loo": N_("Three cards, a miss, and a pool. For 2 to 17."),
    "five-card-loo": N_("Five cards, an exchange, flushes, and Pam above the ace. For 2 to 10."),
    "irish-loo": N_(
        "Three cards and an exchange. When clubs are trumps, everyone must play. For 2 to 17."
    ),
    "bourre": N_(
        "Five cards and an exchange. Win the most tricks, and the whole pool. For 2 to 8."
    ),
    "rams": N_("A short pack, and a race from five counters down to zero. For 3 to 5."),
    "ramset": N_("Swiss, for sausages: a stroke a trick, and the Bälli. First to 17. For 2 to 6."),
    "bestia": N_("Italian: three cards, and those who dropped can still come in. For 3 to 10."),
    "julepe": N_("Spanish: take two tricks, or pay those who did. For 3 to 7."),
    "napoleon": N_("Five cards. One player against the rest, for the tricks they bid. For 2 to 6."),
    "seven-card-napoleon": N_(
        "Napoleon with seven cards: from three tricks up to seven. For 2 to 6."
    ),
    "other": N_(
        "Any game: type its name, and enter the points or chips of each deal. For 2 to 16."
    ),
    "coon-can": N_("Two packs, two jokers, ten cards each: sets and sequences. For 2 to 8."),
}
_CHITS_SOURCE = N_("“Call me … Pam”, 8 September 2010, after David Parlett")
_PRESETS: Mapping[str, str] = {
    "classic": N_("Classic"),
    "defence": N_("Defence"),
    "chits": N_("Chits"),
    "unlimited": N_("Unlimited"),
    "modern": N_("Modern"),
}
_PRESET_WORDS: Mapping[tuple[str, str], str] = {
    ("three-card-loo", "classic"): N_(
        "The dealer puts in 3 when nobody was looed. A loo costs as much as the pool."
    ),
    ("three-card-loo", "defence"): N_(
        "The dealer puts in 3 every deal, and can defend the miss. A loo costs 3."
    ),
    ("three-card-loo", "chits"): N_(
        "The dealer puts in 3 every deal. A loo costs 3. The miss wins the pool if nobody else plays."
    ),
    ("three-card-loo", "unlimited"): N_(
        "Like Chits, but a loo costs as much as the pool, and nobody may drop from a single pool."
    ),
    ("five-card-loo", "classic"): N_(
        "The dealer puts in 5 when nobody was looed. A loo costs as much as the pool."
    ),
    ("five-card-loo", "modern"): N_(
        "The dealer puts in 5 every deal. A loo costs 5. Any card can be led."
    ),
    ("five-card-loo", "chits"): N_(
        "The dealer puts in 5 every deal. A loo costs 5. Trumps must be led, highest first."
    ),
}
"""What distinguishes a preset from the game's others."""
_SOURCES: Mapping[str, str] = {
    "classic": N_("“Loo” in a collection of card games, beside Napoleon"),
    "defence": N_("“3-Card Loo”, on a page of games of the Rams group"),
    "chits": _CHITS_SOURCE,
    "unlimited": _CHITS_SOURCE,
    "modern": N_("“Loo”, by the makers of Denexa playing cards"),
    "domino-loo": N_(
        "Domino Loo by Joe Celko, revised by John McLeod after Berkeley, Dominoes and Solitaire "
        "(London 1899)"
    ),
    "domino-rounce": N_("Domino Rounce, from several American books, as told beside Domino Loo"),
    "bourre": N_("Bourré as told today by White Knuckle Playing Cards, Cajun Crate and Wikipedia"),
    "rams": N_(
        "Gambiter for the counters, and the makers of Denexa playing cards for the widow and the "
        "rules of play"
    ),
    "ramset": N_(
        "Ramset as played in Swiss inns, from the rule book “Puur Näll Ass” and several inns and "
        "newspapers"
    ),
    "bestia": N_("Bestia as told today by Italian sites, players and scorekeepers"),
    "julepe": N_("Julepe as told by Fournier, a Catalan club, and sites in Spanish and English"),
    "napoleon": N_("“Napoleon” in a collection of card games, beside Loo"),
    "other": N_("The table’s own rules"),
    "coon-can": N_("“Coon Can” in a collection of card games, beside Loo and Napoleon"),
}
"""Where each account was published."""
_CHOICES: Mapping[str, tuple[str, str]] = {
    "play": (NP_("declaration", "Plays"), N_("{player} plays")),
    "miss": (N_("Takes the miss"), N_("{player} takes the miss")),
    "for-the-pool": (N_("Plays for the pool"), N_("{player} plays for the pool")),
    "defend": (N_("Defends the miss"), N_("{player} defends the miss")),
    "general": (N_("Declares General Rams"), N_("{player} declares General Rams")),
    "drop": (NP_("declaration", "Drops"), N_("{player} drops")),
    "pass": (NP_("declaration", "Passes"), N_("{player} passes")),
}
"""Button label, and sentence with the player."""
_CHOICES_OF: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "domino-rounce": {"miss": (N_("Takes the dummy"), N_("{player} takes the dummy"))},
    "rams": {"miss": (N_("Takes the widow"), N_("{player} takes the widow"))},
    "ramset": {"miss": (N_("Takes the Blinde"), N_("{player} takes the Blinde"))},
    "bestia": {"miss": (N_("Takes a buco"), N_("{player} takes a buco"))},
}
"""Choices with another name in one game."""
_DEPTH_NAMES: Mapping[Depth, str] = {
    "plays": N_("Every play"),
    "tricks": N_("Who wins each trick"),
    "result": N_("Only the result"),
}
_DEPTHS: Mapping[Depth, str] = {
    "plays": N_("Catches a player who failed to follow suit. One tap for each play."),
    "tricks": N_("Counts the tricks for you as they are won. One tap for each trick."),
    "result": N_("Works out who pays what. You count the tricks yourselves."),
}
_DEPTHS_OF: Mapping[Family, Mapping[Depth, str]] = {
    "rummy": {
        "plays": N_("Checks every meld. You enter each draw, meld and discard."),
        "result": N_("Works out who pays what, from the winner and the cards left in hand."),
    },
    "other": {
        "result": N_("Adds up what you enter: a number for each player."),
    },
}
_PLAY_ON: Mapping[PoolFamily, str] = {
    "other": N_("Better play on until everyone has dealt equally often."),
    "bestia": N_("Better play on until nobody is in bestia."),
    "julepe": N_("Better play on until someone wins the pool."),
    "bourre": N_("Better play on until someone wins the pool and nobody pays a bourré."),
    "loo": N_("Better play on until nobody is looed."),
    "napoleon": N_("Better play on until someone wins nap."),
    "rummy": N_("Better play on until someone wins a deal."),
}
_POOL_WAITS: Mapping[PoolFamily, str] = {
    "other": N_("It stays in the pool."),
    "bestia": N_("The stake is added to it."),
    "julepe": N_("The stake is added to it."),
    "bourre": N_("Nobody pays an ante for this deal."),
    "loo": N_("Nobody puts anything in: the pool already holds chips."),
    "napoleon": N_("The first to win nap or more, but not misery, takes the pool."),
    "rummy": N_("The winner also takes the pool."),
}


_TERMS: Mapping[LooTerm, str] = {
    "looed": N_("looed"),
    "rounced": N_("rounced"),
    "bourre": N_("bourré"),
    "rammed": N_("rammed"),
    "potato": N_("potato"),
    "bestia": N_("in bestia"),
    "julepe": N_("julepe"),
}


def readable(id: str) -> str:
    """Return an id as words: `four-card-loo` is "Four-card loo"."""
    *before, last = id.replace("_", "-").split("-")
    return " ".join(filter(None, ("-".join(before), last))).capitalize()


def game_title(game: Game) -> str:
    if game.title:
        return game.title
    return _(_TITLES[game.id]) if game.id in _TITLES else readable(game.id)


def family_title(family: PoolFamily) -> str:
    return _(_FAMILIES[family])


def loo_term(game: Game) -> LooTerm:
    """Return the game's term for being looed, under its usual house rules."""
    race = game.race(game.house_rules())
    if race:
        return race.term
    return game.own_pool or "looed"


def looed_word(term: LooTerm) -> str:
    """Return the game's word for being in without a trick."""
    return _(_TERMS[term])


def has_antes(game: Game) -> bool:
    """Return whether the game speaks of antes and bourrés instead of stakes and loos."""
    return game.pool_family == "bourre"


def game_summary(game: Game) -> str:
    if game.id in _SUMMARIES:
        return _(_SUMMARIES[game.id])
    return _(
        "For {least} to {most}.",
        least=game.least,
        most=game.most(game.settle_house_rules(game.house_rules(), game.least)),
    )


def preset_title(name: str) -> str:
    return _(_PRESETS[name]) if name in _PRESETS else readable(name)


def preset_words(game: Game, name: str) -> str:
    """Return what distinguishes a preset from the game's others; "" if it has no words."""
    return _(_PRESET_WORDS[game.id, name]) if (game.id, name) in _PRESET_WORDS else ""


def source_of(account: str) -> str:
    """Return where an account was published."""
    return _(_SOURCES[account]) if account in _SOURCES else readable(account)


def choice_label(game: Game, choice: str) -> str:
    """Return a declaration as a button label: "Takes the miss"."""
    found = _choice(game, choice)
    if found:
        return _(found[0])
    return _("Bids {contract}", contract=contract_name(choice))


def choice_words(game: Game, player: str, choice: str) -> str:
    """Return a declaration with its player: "Bob takes the miss"."""
    found = _choice(game, choice)
    if found:
        return _(found[1], player=player)
    return _("{player} bids {contract}", player=player, contract=contract_name(choice))


def _choice(game: Game, choice: str) -> tuple[str, str] | None:
    return _CHOICES_OF.get(game.id, {}).get(choice) or _CHOICES.get(choice)


def depth_title(depth: Depth) -> str:
    """Return the name of a depth as a label: "Every play"."""
    return _(_DEPTH_NAMES[depth])


def depth_words(game: Game, depth: Depth) -> str:
    """Return a description of the use and effort of recording at a depth."""
    return _(_DEPTHS_OF.get(game.family, _DEPTHS)[depth])


def play_on(game: Game) -> str:
    """Return how long it is best to play on while the pool holds chips."""
    return _(_PLAY_ON[game.pool_family])


def pool_waits(game: Game) -> str:
    return _(_POOL_WAITS[game.pool_family])
