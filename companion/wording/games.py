"""The games in words: titles, accounts, declarations and depths.

What one game alone says is in the `words.py` of its folder, a `GameWords`; what several share is here.
An id without words is written out: `four-card-loo` is "Four-card loo".
"""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from companion.evening.names import likeness
from companion.facts import AnyFact
from companion.ids import Rule
from companion.rules.actions import DealEntry
from companion.rules.facts import Depth
from companion.rules.game import Family, Game, PoolFamily
from companion.rules.scores import LooTerm
from companion.wording.languages import N_, NP_, TRANSLATIONS, _
from companion.wording.napoleon.contracts import contract_name

Way = tuple[Depth, tuple[DealEntry, ...]]
"""A way to play the example of the rules page: how much is entered, and the entries."""


class PresetWords(Struct, frozen=True):
    title: str
    says: str
    """What distinguishes the preset from the game's others."""


class LooWords(Struct, frozen=True):
    """How a game speaks of being in without a trick, and of what it costs."""

    term: LooTerm = "looed"
    word: str = N_("looed")
    heading: str = ""
    """The heading of a list; if empty, the word."""
    paid: str = N_("Paid for loos")
    dearest: str = N_("Most expensive loo")
    one: str = N_("One loo: {n}")
    three_in_a_row: str = N_(
        "Three deals in a row ended with a loo, and the pool has no limit. You can agree on one."
    )
    """A pool without a limit keeps growing."""


class StakeWords(Struct, frozen=True):
    one: str = N_("One stake: {n}")
    in_pool: str = N_("with the stakes {n}")


class PoolWords(Struct, frozen=True):
    """The words for chips that wait in the pool."""

    play_on: str
    """How long it is best to play on."""
    waits: str
    """What they change in the next game."""


class GameWords(Struct, frozen=True):
    """What a game says of itself. Every text is marked for translation."""

    title: str
    summary: str
    worked_deal: Callable[[], Iterator[Way]]
    """Yield the ways to play the example of the rules page, the best one first."""
    sources: Mapping[str, str] = {}
    """Where each account was published, if no other game has it."""
    presets: Mapping[str, PresetWords] = {}
    choices: Mapping[str, tuple[str, str]] = {}
    """Declarations with a name of their own: button label, and sentence with the player."""
    rules: Mapping[Rule, str] = {}
    """Rules with a name of their own."""
    loo: LooWords = LooWords(heading=N_("Looed"))
    stake: StakeWords = StakeWords()
    pool: PoolWords | None = None
    """In a game whose pool no other game can win."""
    parts: Mapping[type[AnyFact], str] = {}
    """What payments are called as part of a figure, by their fact."""
    notes: Mapping[type[AnyFact], str] = {}
    """What payments are called in the list of a deal, if not as in `parts`."""
    uses: Mapping[str, bool] = {}
    """Which of the words `head`, `overtrump` and `share` the game uses whatever its house rules."""
    practice: Mapping[int, str] = {}
    """What to tap in the practice deal (`practice.json`), after how many entries."""


_FAMILIES: Mapping[PoolFamily, str] = {
    "loo": N_("Loo"),
    "napoleon": N_("Napoleon"),
    "other": N_("other games"),
    "rummy": N_("double rummy"),
}
_CHITS_SOURCE = N_("“Call me … Pam”, 8 September 2010, after David Parlett")
_SOURCES = {
    "classic": N_("“Loo” in a collection of card games, beside Napoleon"),
    "chits": _CHITS_SOURCE,
    "unlimited": _CHITS_SOURCE,
    "napoleon": N_("“Napoleon” in a collection of card games, beside Loo"),
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
_POOLS: Mapping[Family, PoolWords] = {
    "loo": PoolWords(
        N_("Better play on until nobody is looed."),
        N_("Nobody puts anything in: the pool already holds chips."),
    ),
    "napoleon": PoolWords(
        N_("Better play on until someone wins nap."),
        N_("The first to win nap or more, but not misery, takes the pool."),
    ),
    "rummy": PoolWords(
        N_("Better play on until someone wins a deal."),
        N_("The winner also takes the pool."),
    ),
    "other": PoolWords(
        N_("Better play on until everyone has dealt equally often."),
        N_("It stays in the pool."),
    ),
}
_GAMES: dict[str, GameWords] = {}
_LOOS: dict[LooTerm, LooWords] = {}
_PRESETS: dict[str, str] = {}
_PARTS: dict[type[AnyFact], str] = {}
_NOTES: dict[type[AnyFact], str] = {}


def register(id: str, words: GameWords) -> None:
    """Add the words of the game with this id."""
    _GAMES[id] = words
    _LOOS[words.loo.term] = words.loo
    _SOURCES.update(words.sources)
    _PRESETS.update({name: preset.title for name, preset in words.presets.items()})
    _PARTS.update(words.parts)
    _NOTES.update(words.notes)


def words_of(game: Game) -> GameWords:
    """Return the words of a game; a game without any has its id as title."""
    return _GAMES.get(game.id) or GameWords(readable(game.id), "", lambda: iter(()))


def readable(id: str) -> str:
    """Return an id as words: `four-card-loo` is "Four-card loo"."""
    *before, last = id.replace("_", "-").split("-")
    return " ".join(filter(None, ("-".join(before), last))).capitalize()


def game_title(game: Game) -> str:
    return game.title or _(words_of(game).title)


def known_titles() -> dict[str, str]:
    """Return the id of each game that the companion knows, by the likeness of its titles in all languages."""
    return {
        likeness(in_language.gettext(words.title)): id
        for in_language in TRANSLATIONS.values()
        for id, words in _GAMES.items()
        if id != "other"
    }


def family_title(family: PoolFamily) -> str:
    """Return the name of the games that can win the same pool: that of the family, or of the game."""
    return _(_FAMILIES[family] if family in _FAMILIES else _GAMES[family].title)


def loo_term(game: Game) -> LooTerm:
    """Return the game's term for being looed."""
    return words_of(game).loo.term


def loo_words(term: LooTerm) -> LooWords:
    """Return how the games with this term speak of being in without a trick."""
    return _LOOS[term]


def looed_word(term: LooTerm) -> str:
    """Return the game's word for being in without a trick."""
    return _(_LOOS[term].word)


def own_part(fact: AnyFact) -> str:
    """Return what a payment is called as part of a figure; "" if its game has no word of its own."""
    return _(_PARTS[type(fact)]) if type(fact) in _PARTS else ""


def own_note(fact: AnyFact) -> str:
    """Return what a payment is called in the list of a deal; "" if it is called as in a figure."""
    return _(_NOTES[type(fact)]) if type(fact) in _NOTES else ""


def game_summary(game: Game) -> str:
    words = words_of(game)
    if words.summary:
        return _(words.summary)
    return _(
        "For {least} to {most}.",
        least=game.least,
        most=game.most(game.settle_house_rules(game.house_rules(), game.least)),
    )


def preset_title(name: str) -> str:
    return _(_PRESETS[name]) if name in _PRESETS else readable(name)


def preset_words(game: Game, name: str) -> str:
    """Return what distinguishes a preset from the game's others; "" if it has no words."""
    presets = words_of(game).presets
    return _(presets[name].says) if name in presets else ""


def source_of(account: str) -> str:
    """Return where an account was published."""
    return _(_SOURCES[account]) if account in _SOURCES else readable(account)


def practised() -> tuple[str, ...]:
    """Return the ids of the games with a practice deal."""
    return tuple(id for id, words in _GAMES.items() if words.practice)


def choice_label(game: Game, choice: str) -> str:
    """Return a declaration as a button label: "Takes the miss"."""
    texts = _choice(game, choice)
    if texts:
        return _(texts[0])
    return _("Bids {contract}", contract=contract_name(choice))


def choice_words(game: Game, player: str, choice: str) -> str:
    """Return a declaration with its player: "Bob takes the miss"."""
    texts = _choice(game, choice)
    if texts:
        return _(texts[1], player=player)
    return _("{player} bids {contract}", player=player, contract=contract_name(choice))


def _choice(game: Game, choice: str) -> tuple[str, str] | None:
    return words_of(game).choices.get(choice) or _CHOICES.get(choice)


def depth_title(depth: Depth) -> str:
    """Return the name of a depth as a label: "Every play"."""
    return _(_DEPTH_NAMES[depth])


def depth_words(game: Game, depth: Depth) -> str:
    """Return a description of the use and effort of recording at a depth."""
    return _(_DEPTHS_OF.get(game.family, _DEPTHS)[depth])


def play_on(game: Game) -> str:
    """Return how long it is best to play on while the pool holds chips."""
    return _(_pool(game).play_on)


def pool_waits(game: Game) -> str:
    return _(_pool(game).waits)


def _pool(game: Game) -> PoolWords:
    return words_of(game).pool or _POOLS[game.family]
