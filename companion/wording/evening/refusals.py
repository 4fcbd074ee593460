"""What the evening and its table refuse, in words."""

from companion.evening.capacity import EveningFull
from companion.evening.game_facts import (
    DealUnderWay,
    EveningFact,
    GameWon,
    PoolFull,
    TooFewDealtIn,
    TooManyDealtIn,
    UnknownDepth,
)
from companion.evening.names import LONGEST, NameFault, UnusableName, tidy
from companion.evening.seats import (
    AtTableAlready,
    KnownOtherwise,
    LastAtTable,
    NotAtTable,
    SameName,
    SeatUnchanged,
    TooManyPeople,
)
from companion.evening.starting import (
    DealerWithoutSeat,
    TooFewToStart,
    TooManyToStart,
    UnknownEdition,
    UnknownGame,
    UnknownPreset,
)
from companion.evening.state import TooManyGames
from companion.rules.games import GAMES
from companion.wording.games import game_title
from companion.wording.languages import N_, _, _n
from companion.wording.saying import If, Plural, messages, words

_SHOWN = 40
"""Characters of what somebody wrote that a sentence repeats."""


messages(
    {
        # The evening
        EveningFact.CLOSED_EVENING: N_("This evening is closed. Start a new one."),
        EveningFull: If(
            "closing",
            N_("This evening is full. Close it and start a new one."),
            N_("This evening is full. Nothing more can be entered. Start a new one."),
        ),
        TooManyGames: Plural(
            "An evening can have at most {n} game. Close it and start a new one.",
            "An evening can have at most {n} games. Close it and start a new one.",
            by="most",
        ),
        TooManyPeople: Plural(
            "An evening can have at most {n} person. Close it and start a new one.",
            "An evening can have at most {n} people. Close it and start a new one.",
            by="most",
        ),
        EveningFact.NO_GAME_YET: N_("No game has started yet. Start one first."),
        EveningFact.GAME_ENDED_ALREADY: N_("The game has already ended."),
        UnknownGame: N_("There is no game {game!r}. Choose one of: {known}."),
        UnknownEdition: N_(
            "This version of the companion knows editions 1 to {newest} of {game}, not {asked}."
        ),
        UnknownPreset: If(
            "known",
            N_("{game} has no preset {preset!r}. Choose one of: {known}."),
            N_("{game} has no preset {preset!r}, and no other."),
        ),
        UnknownDepth: N_("{game} cannot be recorded as {depth!r}. Choose one of: {known}."),
        TooFewToStart: Plural(
            "{game} needs at least {n} player, not {number}.",
            "{game} needs at least {n} players, not {number}.",
            by="least",
        ),
        DealerWithoutSeat: If(
            "dealer",
            N_("The dealer {dealer!r} is not one of the players."),
            N_("The first dealer’s seat has no name. Choose who deals first."),
        ),
        GameWon: If(
            "dealing",
            N_("{winner} has won, so there are no more deals. Start another game."),
            N_("{winner} has won. Start another game."),
        ),
        EveningFact.GAME_HAS_ENDED: N_("The game has ended. Start another one."),
        DealUnderWay: If(
            "ending",
            N_("A deal is in progress. Settle it first, or enter a misdeal."),
            N_("A deal is in progress. Finish it first, or enter a misdeal."),
        ),
        EveningFact.DEPTH_IN_FORCE: N_("Deals are already recorded this way."),
        PoolFull: N_(
            "The pool holds more than {most:,} chips, so no further deal can be played. Undo, or "
            "end the game."
        ),
        TooFewDealtIn: Plural(
            "{game} needs at least {n} player, but {number} would be left. Bring someone back in, "
            "or add a player first.",
            "{game} needs at least {n} players, but {number} would be left. Bring someone back in, "
            "or add a player first.",
            by="least",
        ),
        # Seats and names
        NotAtTable: N_("{player} is not at the table."),
        LastAtTable: N_("{player} is the last player at the table. End the game instead."),
        SeatUnchanged: If(
            "dealt_in", N_("{player} is already in."), N_("{player} is already sitting out.")
        ),
        AtTableAlready: N_(
            "{player} is already at the table. If this is someone else, add a letter to the name."
        ),
        EveningFact.NOBODY_AT_TABLE: N_("There is nobody at the table. Enter who is playing."),
        SameName: N_(
            "“{player}” and “{other}” are the same name. Add a letter to tell them apart."
        ),
        KnownOtherwise: N_("This evening “{player}” is written “{known}”. Use the same spelling."),
    }
)


# A game, and its beginning


def _title(game: str) -> str:
    return game_title(GAMES[game])


def _cut(text: str) -> str:
    return text[:_SHOWN]


def _has_room_otherwise(id: str, most: int) -> bool:
    """Return whether more than `most` can play a game under its usual house rules."""
    game = GAMES[id]
    return most < game.most(game.house_rules())


@words(TooManyToStart)
def too_many_to_start(fact: TooManyToStart) -> str:
    """More players than the game begins with."""
    if _has_room_otherwise(fact.game, fact.most):
        return _n(
            "With these house rules {game} is for {n} player at most, not {given}.",
            "With these house rules {game} is for {n} players at most, not {given}.",
            fact.most,
            game=_title(fact.game),
            given=fact.number,
        )
    return _n(
        "{game} is for {n} player at most, not {given}. Start with {n}; when someone "
        "sits out, another can join.",
        "{game} is for {n} players at most, not {given}. Start with {n}; when someone "
        "sits out, another can join.",
        fact.most,
        game=_title(fact.game),
        given=fact.number,
    )


@words(TooManyDealtIn)
def too_many_dealt_in(fact: TooManyDealtIn) -> str:
    """More would be dealt in than the game has room for."""
    if _has_room_otherwise(fact.game, fact.most):
        return _(
            "With these house rules {game} is for {most} players at most. Someone has to sit out "
            "first.",
            game=_title(fact.game),
            most=fact.most,
        )
    return _(
        "{game} is for {most} players at most. Someone has to sit out first.",
        game=_title(fact.game),
        most=fact.most,
    )


@words(UnusableName)
def unusable_name(fact: UnusableName) -> str:
    """A name that nobody can bear."""
    name = fact.name
    match fact.fault:
        case NameFault.TOO_LONG:
            return _n(
                "A name can have at most {n} character; {name!r}… has {given}.",
                "A name can have at most {n} characters; {name!r}… has {given}.",
                LONGEST,
                name=name[:20],
                given=len(name),
            )
        case NameFault.EMPTY:
            return _("A name cannot be empty.")
        case NameFault.UNTIDY:
            return _(
                "Write the name {name!r} without extra spaces or marks: {tidy!r}.",
                name=name,
                tidy=tidy(name),
            )
        case NameFault.CONTROL:
            return _("A name cannot contain control characters.")
        case NameFault.POOL:
            return _("Nobody can be called “pool”: that is the name of the pool itself.")
