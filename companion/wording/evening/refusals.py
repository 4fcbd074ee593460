"""What the evening and its table refuse, in words."""

from companion.evening.game_session import (
    DealUnderWay,
    DepthInForce,
    GameHasEnded,
    GameWon,
    TooFewDealtIn,
    TooManyDealtIn,
    UnknownDepth,
)
from companion.evening.history import (
    DoesNotStand,
    NothingToUndo,
    NotNewest,
    TakenOutAlready,
    WouldNotHold,
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
)
from companion.evening.starting import (
    DealerWithoutSeat,
    TooFewToStart,
    TooManyToStart,
    UnknownEdition,
    UnknownGame,
    UnknownPreset,
)
from companion.evening.state import ClosedEvening, GameEndedAlready, NoGameYet
from companion.rules.games import GAMES
from companion.wording.games import game_title
from companion.wording.languages import _, _n
from companion.wording.saying import say, words

_SHOWN = 40
"""Characters of what somebody wrote that a sentence repeats."""


# The evening


@words(ClosedEvening)
def closed_evening(fact: ClosedEvening) -> str:
    """The evening is closed."""
    if fact.amending:
        return _("The evening is closed. Undo the closing first.")
    return _("The evening is closed. Open a new one.")


@words(NoGameYet)
def no_game_yet(fact: NoGameYet) -> str:
    """No game has been started."""
    return _("No game has been started yet. Start one first.")


@words(GameEndedAlready)
def game_ended_already(fact: GameEndedAlready) -> str:
    """The game that is to end has ended."""
    return _("The game has ended already.")


@words(NothingToUndo)
def nothing_to_undo(fact: NothingToUndo) -> str:
    """No entry stands."""
    return _("There is nothing to undo.")


@words(NotNewest)
def not_newest(fact: NotNewest) -> str:
    """Only the newest entry is undone."""
    return _(
        "Entry {number} cannot be undone: the newest that stands is entry {newest}.",
        number=fact.number,
        newest=fact.newest,
    )


@words(DoesNotStand)
def does_not_stand(fact: DoesNotStand) -> str:
    """The entry to be amended is not in force."""
    return _("Entry {number} does not stand, so it cannot be amended.", number=fact.number)


@words(TakenOutAlready)
def taken_out_already(fact: TakenOutAlready) -> str:
    """The entry to be taken out is out."""
    return _("Entry {number} has been taken out already.", number=fact.number)


@words(WouldNotHold)
def would_not_hold(fact: WouldNotHold) -> str:
    """A later entry would not hold any more."""
    return _(
        "Entry {number} would no longer hold: {why} Undo or correct it first.",
        number=fact.number,
        why=say(fact.why),
    )


# A game, and its beginning


def _title(game: str) -> str:
    return game_title(GAMES[game])


def _cut(text: str) -> str:
    return text[:_SHOWN]


@words(UnknownGame)
def unknown_game(fact: UnknownGame) -> str:
    """No game has that name."""
    return _(
        "No game is called {game!r}. There are: {known}.",
        game=_cut(fact.game),
        known=", ".join(fact.known),
    )


@words(UnknownEdition)
def unknown_edition(fact: UnknownEdition) -> str:
    """The game is known in another edition."""
    return _(
        "This companion knows edition {known} of {game}, not {asked}.",
        known=fact.known,
        game=_title(fact.game),
        asked=fact.asked,
    )


@words(UnknownPreset)
def unknown_preset(fact: UnknownPreset) -> str:
    """The game has no such preset."""
    values = {"game": _title(fact.game), "preset": _cut(fact.preset)}
    if not fact.known:
        return _("{game} has no preset {preset!r}; there are: none.", **values)
    return _(
        "{game} has no preset {preset!r}; there are: {known}.",
        known=", ".join(fact.known),
        **values,
    )


@words(UnknownDepth)
def unknown_depth(fact: UnknownDepth) -> str:
    """The game cannot be recorded so."""
    return _(
        "{game} has no depth {depth!r}. There are: {known}.",
        game=_title(fact.game),
        depth=_cut(fact.depth),
        known=", ".join(fact.known),
    )


@words(TooManyToStart)
def too_many_to_start(fact: TooManyToStart) -> str:
    """More players than the game begins with."""
    return _n(
        "{game} is for {n} player at most, not {given}. Begin with {n}; when somebody sits out, "
        "another can join.",
        "{game} is for {n} players at most, not {given}. Begin with {n}; when somebody sits out, "
        "another can join.",
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
        return _("The first dealer's row is empty. Choose who deals first.")
    return _("The dealer {dealer!r} has no seat.", dealer=_cut(fact.dealer))


@words(GameWon)
def game_won(fact: GameWon) -> str:
    """The game has a winner."""
    if fact.dealing:
        return _("{winner} has won; no further deal is played.", winner=fact.winner)
    return _("{winner} has won; start another game.", winner=fact.winner)


@words(GameHasEnded)
def game_has_ended(fact: GameHasEnded) -> str:
    """The game has ended."""
    return _("The game has ended. Start another one.")


@words(DealUnderWay)
def deal_under_way(fact: DealUnderWay) -> str:
    """A deal has begun."""
    if fact.ending:
        return _("A deal is under way. Settle it first, or declare a misdeal.")
    return _("A deal is under way. Finish it first, or declare a misdeal.")


@words(DepthInForce)
def depth_in_force(fact: DepthInForce) -> str:
    """The deals are recorded so."""
    return _("The deals are recorded so already.")


@words(TooFewDealtIn)
def too_few_dealt_in(fact: TooFewDealtIn) -> str:
    """Fewer would be dealt in than the game needs."""
    return _n(
        "{game} needs at least {n} player and {given} would be dealt in. "
        "Somebody sits in or joins first.",
        "{game} needs at least {n} players and {given} would be dealt in. "
        "Somebody sits in or joins first.",
        fact.least,
        game=_title(fact.game),
        given=fact.number,
    )


@words(TooManyDealtIn)
def too_many_dealt_in(fact: TooManyDealtIn) -> str:
    """More would be dealt in than the game has room for."""
    return _(
        "{game} is for {most} at most. Somebody sits out first.",
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
    return _("{player} is the last at the table. End the game.", player=fact.player)


@words(SeatUnchanged)
def seat_unchanged(fact: SeatUnchanged) -> str:
    """The player is dealt in, or sits out, already."""
    if fact.dealt_in:
        return _("{player} is dealt in already.", player=fact.player)
    return _("{player} sits out already.", player=fact.player)


@words(AtTableAlready)
def at_table_already(fact: AtTableAlready) -> str:
    """The one who joins has a seat."""
    return _("{player} is at the table already.", player=fact.player)


@words(NobodyAtTable)
def nobody_at_table(fact: NobodyAtTable) -> str:
    """A game is to start without players."""
    return _("Nobody is at the table. Enter who plays.")


@words(SameName)
def same_name(fact: SameName) -> str:
    """Two names are the same."""
    return _(
        "{player!r} and {other!r} are the same name. Tell them apart, say by a letter.",
        player=fact.player,
        other=fact.other,
    )


@words(KnownOtherwise)
def known_otherwise(fact: KnownOtherwise) -> str:
    """The name was written otherwise before."""
    return _(
        "{player!r} is known this evening as {known!r}. Write the name the same way.",
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
                "A name has at most {n} character; {name!r}… has {given}.",
                "A name has at most {n} characters; {name!r}… has {given}.",
                LONGEST,
                name=name[:20],
                given=len(name),
            )
        case NameFault.EMPTY:
            return _("A name cannot be empty.")
        case NameFault.UNTIDY:
            return _(
                "Write the name {name!r} plainly, without needless spaces or marks: {tidy!r}.",
                name=name,
                tidy=tidy(name),
            )
        case NameFault.CONTROL:
            return _("A name cannot hold control characters.")
        case NameFault.POOL:
            return _("Nobody can be called 'pool': that is the name of the pool's account.")
