"""What the evening and its table refuse, in words."""

from companion.evening.capacity import EveningFull
from companion.evening.game_facts import (
    DealUnderWay,
    DepthInForce,
    GameHasEnded,
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
    NobodyAtTable,
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
from companion.evening.state import ClosedEvening, GameEndedAlready, NoGameYet, TooManyGames
from companion.rules.games import GAMES
from companion.wording.games import game_title
from companion.wording.languages import _, _n
from companion.wording.saying import words

_SHOWN = 40
"""Characters of what somebody wrote that a sentence repeats."""


# The evening


@words(ClosedEvening)
def closed_evening(fact: ClosedEvening) -> str:
    """The evening is closed."""
    return _("This evening is closed. Start a new one.")


@words(EveningFull)
def evening_full(fact: EveningFull) -> str:
    """The log is as long as it can be."""
    if fact.closing:
        return _("This evening is full. Close it and start a new one.")
    return _("This evening is full. Nothing more can be entered. Start a new one.")


@words(TooManyGames)
def too_many_games(fact: TooManyGames) -> str:
    """The evening holds as many games as it can."""
    return _n(
        "An evening can have at most {n} game. Close it and start a new one.",
        "An evening can have at most {n} games. Close it and start a new one.",
        fact.most,
    )


@words(TooManyPeople)
def too_many_people(fact: TooManyPeople) -> str:
    """The evening holds as many people as it can."""
    return _n(
        "An evening can have at most {n} person. Close it and start a new one.",
        "An evening can have at most {n} people. Close it and start a new one.",
        fact.most,
    )


@words(NoGameYet)
def no_game_yet(fact: NoGameYet) -> str:
    """No game has been started."""
    return _("No game has started yet. Start one first.")


@words(GameEndedAlready)
def game_ended_already(fact: GameEndedAlready) -> str:
    """The game that is to end has ended."""
    return _("The game has already ended.")


# A game, and its beginning


def _title(game: str) -> str:
    return game_title(GAMES[game])


def _cut(text: str) -> str:
    return text[:_SHOWN]


@words(UnknownGame)
def unknown_game(fact: UnknownGame) -> str:
    """No game has that name."""
    return _(
        "There is no game {game!r}. Choose one of: {known}.",
        game=_cut(fact.game),
        known=", ".join(fact.known),
    )


@words(UnknownEdition)
def unknown_edition(fact: UnknownEdition) -> str:
    """The game is not known in that edition."""
    return _(
        "This version of the companion knows editions 1 to {newest} of {game}, not {asked}.",
        newest=fact.newest,
        game=_title(fact.game),
        asked=fact.asked,
    )


@words(UnknownPreset)
def unknown_preset(fact: UnknownPreset) -> str:
    """The game has no such preset."""
    values = {"game": _title(fact.game), "preset": _cut(fact.preset)}
    if not fact.known:
        return _("{game} has no preset {preset!r}, and no other.", **values)
    return _(
        "{game} has no preset {preset!r}. Choose one of: {known}.",
        known=", ".join(fact.known),
        **values,
    )


@words(UnknownDepth)
def unknown_depth(fact: UnknownDepth) -> str:
    """The game cannot be recorded so."""
    return _(
        "{game} cannot be recorded as {depth!r}. Choose one of: {known}.",
        game=_title(fact.game),
        depth=_cut(fact.depth),
        known=", ".join(fact.known),
    )


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


@words(TooFewToStart)
def too_few_to_start(fact: TooFewToStart) -> str:
    """Fewer players than the game needs."""
    return _n(
        "{game} needs at least {n} player, not {given}.",
        "{game} needs at least {n} players, not {given}.",
        fact.least,
        game=_title(fact.game),
        given=fact.number,
    )


@words(DealerWithoutSeat)
def dealer_without_seat(fact: DealerWithoutSeat) -> str:
    """The first dealer is none of the players."""
    if not fact.dealer:
        return _("The first dealer’s seat has no name. Choose who deals first.")
    return _("The dealer {dealer!r} is not one of the players.", dealer=_cut(fact.dealer))


@words(GameWon)
def game_won(fact: GameWon) -> str:
    """The game has a winner."""
    if fact.dealing:
        return _(
            "{winner} has won, so there are no more deals. Start another game.", winner=fact.winner
        )
    return _("{winner} has won. Start another game.", winner=fact.winner)


@words(GameHasEnded)
def game_has_ended(fact: GameHasEnded) -> str:
    """The game has ended."""
    return _("The game has ended. Start another one.")


@words(DealUnderWay)
def deal_under_way(fact: DealUnderWay) -> str:
    """A deal has begun."""
    if fact.ending:
        return _("A deal is in progress. Settle it first, or enter a misdeal.")
    return _("A deal is in progress. Finish it first, or enter a misdeal.")


@words(DepthInForce)
def depth_in_force(fact: DepthInForce) -> str:
    """The deals are recorded so."""
    return _("Deals are already recorded this way.")


@words(PoolFull)
def pool_full(fact: PoolFull) -> str:
    """Looing by the pool has multiplied it again and again."""
    return _(
        "The pool holds more than {most:,} chips, so no further deal can be played. Undo, or "
        "end the game.",
        most=fact.most,
    )


@words(TooFewDealtIn)
def too_few_dealt_in(fact: TooFewDealtIn) -> str:
    """Fewer would be dealt in than the game needs."""
    return _n(
        "{game} needs at least {n} player, but {given} would be left. Bring someone back "
        "in, or add a player first.",
        "{game} needs at least {n} players, but {given} would be left. Bring someone "
        "back in, or add a player first.",
        fact.least,
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


# Seats and names


@words(NotAtTable)
def not_at_table(fact: NotAtTable) -> str:
    """Nobody of that name is at the table."""
    return _("{player} is not at the table.", player=_cut(fact.player))


@words(LastAtTable)
def last_at_table(fact: LastAtTable) -> str:
    """The last one cannot leave."""
    return _("{player} is the last player at the table. End the game instead.", player=fact.player)


@words(SeatUnchanged)
def seat_unchanged(fact: SeatUnchanged) -> str:
    """The player is dealt in, or sits out, already."""
    if fact.dealt_in:
        return _("{player} is already in.", player=fact.player)
    return _("{player} is already sitting out.", player=fact.player)


@words(AtTableAlready)
def at_table_already(fact: AtTableAlready) -> str:
    """The one who joins has a seat."""
    return _(
        "{player} is already at the table. If this is someone else, add a letter to the name.",
        player=fact.player,
    )


@words(NobodyAtTable)
def nobody_at_table(fact: NobodyAtTable) -> str:
    """A game is to start without players."""
    return _("There is nobody at the table. Enter who is playing.")


@words(SameName)
def same_name(fact: SameName) -> str:
    """Two names are the same."""
    return _(
        "“{player}” and “{other}” are the same name. Add a letter to tell them apart.",
        player=fact.player,
        other=fact.other,
    )


@words(KnownOtherwise)
def known_otherwise(fact: KnownOtherwise) -> str:
    """The name was written otherwise before."""
    return _(
        "This evening “{player}” is written “{known}”. Use the same spelling.",
        player=fact.player,
        known=fact.known,
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
