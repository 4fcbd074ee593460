"""Refusals of an evening."""

from companion.evening import game_facts, notes, payments, seats, starting
from companion.evening.capacity import EveningFull
from companion.evening.game_facts import EveningFact
from companion.evening.names import LONGEST, NameFault, UnusableName, tidy
from companion.evening.state import TooManyGames
from companion.games import GAMES
from companion.rules.deal_facts import DealFact
from companion.rules.facts import OutOfPlace, Question
from companion.rules.house import declared, written
from companion.rules.napoleon.nap_facts import NapFact
from companion.wording.games import game_title
from companion.wording.house_rules import house_rule_words, value_label
from companion.wording.languages import N_, _, _n
from companion.wording.money import money
from companion.wording.saying import If, Plural, messages, say, words

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
        seats.TooManyPeople: Plural(
            "An evening can have at most {n} person. Close it and start a new one.",
            "An evening can have at most {n} people. Close it and start a new one.",
            by="most",
        ),
        EveningFact.NO_GAME_YET: N_("No game has started yet. Start one first."),
        EveningFact.GAME_ENDED_ALREADY: N_("The game has already ended."),
        starting.UnknownGame: N_("There is no game {game!r}. Choose one of: {known}."),
        starting.UnknownEdition: N_(
            "This version of the companion knows editions 1 to {newest} of {game}, not {asked}."
        ),
        starting.UnknownPreset: If(
            "known",
            N_("{game} has no preset {preset!r}. Choose one of: {known}."),
            N_("{game} has no presets. Leave out {preset!r}."),
        ),
        game_facts.UnknownDepth: N_(
            "{game} cannot be entered as {depth!r}. Choose one of: {known}."
        ),
        starting.TooFewToStart: Plural(
            "{game} needs at least {n} player, not {number}.",
            "{game} needs at least {n} players, not {number}.",
            by="least",
        ),
        starting.DealerWithoutSeat: If(
            "dealer",
            N_("The dealer {dealer!r} is not one of the players."),
            N_("The first dealer’s seat has no name. Choose who deals first."),
        ),
        game_facts.GameWon: If(
            "dealing",
            Plural(
                "{winners} has won, so there are no more deals. Start another game.",
                "{winners} have won, so there are no more deals. Start another game.",
                by="number",
            ),
            Plural(
                "{winners} has won. Start another game.",
                "{winners} have won. Start another game.",
                by="number",
            ),
        ),
        EveningFact.GAME_HAS_ENDED: N_("The game has ended. Start another one."),
        game_facts.DealUnderWay: If(
            "ending",
            N_("A deal is in progress. Settle it first, or enter a misdeal."),
            N_("A deal is in progress. Finish it first, or enter a misdeal."),
        ),
        game_facts.CannotDeal: N_("{player} is not dealt in, so they cannot deal."),
        notes.NoteTooLong: N_("A note can have at most {most} characters. This one has {number}."),
        EveningFact.NOTE_EMPTY: N_("Write something first."),
        EveningFact.NOTE_UNTIDY: N_("A note is one line, without control characters."),
        EveningFact.DEPTH_IN_FORCE: N_("Deals are already entered this way."),
        game_facts.PoolFull: N_(
            "The pool holds more than {most} chips, so no further deal can be played. Undo, or "
            "end the game."
        ),
        game_facts.TooFewDealtIn: Plural(
            "{game} needs at least {n} player, but {number} would be left. Bring someone back in, "
            "or add a player first.",
            "{game} needs at least {n} players, but {number} would be left. Bring someone back in, "
            "or add a player first.",
            by="least",
        ),
        # Seats and names
        seats.NotAtTable: N_("{player} is not at the table."),
        seats.LastAtTable: N_("{player} is the last player at the table. End the game instead."),
        seats.SeatUnchanged: If(
            "dealt_in", N_("{player} is already in."), N_("{player} is already sitting out.")
        ),
        seats.AtTableAlready: N_(
            "{player} is already at the table. If this is someone else, add a letter to the name."
        ),
        EveningFact.NOBODY_AT_TABLE: N_("There is nobody at the table. Enter who is playing."),
        seats.SameName: N_(
            "“{player}” and “{other}” are the same name. Add a letter to tell them apart."
        ),
        seats.KnownOtherwise: N_(
            "This evening “{player}” is written “{known}”. Use the same spelling."
        ),
        # Payments
        EveningFact.PAYS_DURING_DEAL: N_(
            "Finish this deal first. Payments are entered between deals."
        ),
        EveningFact.PAID_AT_THIS_WORTH: N_(
            "Someone has paid at this worth of a chip, so it cannot change. Undo the payment first."
        ),
        payments.NotOfTheEvening: N_("{player} has not played this evening."),
        payments.PaysOneself: N_("{player} cannot pay themselves. Choose two people."),
        EveningFact.NOT_FOR_CHIPS: N_(
            "Nobody owes anything: no game this evening was played for chips."
        ),
        payments.OwesNothing: N_("{player} does not owe anything."),
        payments.AwaitsNothing: N_("Nobody owes {player} anything."),
        payments.NoChipsPaid: N_("A payment is at least one chip."),
        payments.PaymentTooLarge: N_("A payment is at most {most} chips."),
        payments.TooManyPayments: Plural(
            "An evening holds {n} payment at most.",
            "An evening holds {n} payments at most.",
            by="most",
        ),
        payments.NoCurrencyCode: N_("A currency is three capital letters, like EUR or USD."),
        payments.NotAnAmount: If(
            "digits",
            Plural(
                "Enter an amount like 0.1, with at most {n} digit after the point.",
                "Enter an amount like 0.10, with at most {n} digits after the point.",
                by="digits",
            ),
            N_("Enter a whole number, like 5."),
        ),
        # Corrections
        EveningFact.NOT_WHERE_A_DEAL_BEGINS: N_(
            "A deal can be inserted only before another deal, or before the end of a game."
        ),
        EveningFact.NOT_BEFORE_SETTLEMENT: N_("A revoke can be inserted only before “Deal over”."),
        EveningFact.NOT_A_WHOLE_DEAL: N_(
            "You can insert one whole deal with its settlement, a revoke, or who dealt."
        ),
        EveningFact.INSERTED_AS_A_WHOLE: N_(
            "What was inserted is corrected as a whole. Delete it, and insert it again."
        ),
        EveningFact.NAMES_ARE_NOT_CORRECTED: N_(
            "A name is not changed in the log. Enter the right one under ⋯, Settings, Names."
        ),
        EveningFact.NOTHING_TO_UNDO: N_("There is nothing to undo."),
        game_facts.NotNewest: N_(
            "Entry {number} cannot be undone: only the latest entry can, number {newest}."
        ),
        game_facts.DoesNotStand: N_("Entry {number} no longer counts, so it cannot be corrected."),
        game_facts.TakenOutAlready: N_("Entry {number} is already deleted."),
        game_facts.AnswersNothing: N_(
            "The correction gives an answer for entry {number}, but proves no revoke there. Leave "
            "that answer out."
        ),
    }
)


def _room(id: str, number: int) -> str:
    """Return which house rule to change so that `number` can play; "" if there is none."""
    game = GAMES[id]
    for rule in declared(game.house_rules):
        most = {value: game.most(game.house_rules(**{rule.name: value})) for value in rule.options}
        roomy = [value for value in most if most[value] >= number]
        if 0 < len(roomy) < len(most):
            says = house_rule_words(game, rule)
            return _(
                "{number} can play with “{title}” set to “{value}”.",
                number=number,
                title=says.title,
                value=value_label(says, rule, written(roomy[0])),
            )
    return ""


@words(starting.TooManyToStart)
def too_many_to_start(fact: starting.TooManyToStart) -> str:
    room = _room(fact.game, fact.number)
    if room:
        return _(
            "With these house rules {game} is for {n} players at most, not {given}. {room}",
            n=fact.most,
            game=game_title(GAMES[fact.game]),
            given=fact.number,
            room=room,
        )
    return _n(
        "{game} is for {n} player at most, not {given}. Start with {n}; when someone "
        "sits out, another can join.",
        "{game} is for {n} players at most, not {given}. Start with {n}; when someone "
        "sits out, another can join.",
        fact.most,
        game=game_title(GAMES[fact.game]),
        given=fact.number,
    )


@words(game_facts.TooManyDealtIn)
def too_many_dealt_in(fact: game_facts.TooManyDealtIn) -> str:
    if _room(fact.game, fact.most + 1):
        return _(
            "With these house rules {game} is for {most} players at most. Someone has to sit out "
            "first.",
            game=game_title(GAMES[fact.game]),
            most=fact.most,
        )
    return _(
        "{game} is for {most} players at most. Someone has to sit out first.",
        game=game_title(GAMES[fact.game]),
        most=fact.most,
    )


@words(UnusableName)
def unusable_name(fact: UnusableName) -> str:
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
        case NameFault.UNSEEN:
            return _("A name cannot hold letters that nobody can see.")
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


@words(payments.MoreThanOpen)
def more_than_open(fact: payments.MoreThanOpen) -> str:
    if fact.currency:
        return _(
            "{source} can pay {target} {amount} at most: no more is owed.",
            source=fact.source,
            target=fact.target,
            amount=money(fact.most, fact.currency),
        )
    return _n(
        "{source} can pay {target} {n} chip at most: no more is owed.",
        "{source} can pay {target} {n} chips at most: no more is owed.",
        fact.most,
        source=fact.source,
        target=fact.target,
    )


@words(payments.WorthOutOfRange)
def worth_out_of_range(fact: payments.WorthOutOfRange) -> str:
    if fact.minor < 1:
        return _("A chip must be worth something. Enter an amount above zero.")
    return _("That is too much for one chip. Enter at most {n} digits.", n=len(str(fact.most)))


def _contract_not_settled(fact: game_facts.WouldNotHold, why: OutOfPlace) -> str:
    """Return what to do if a contract and its result no longer fit; "" if it is something else."""
    match why:
        case OutOfPlace(why=NapFact.CONTRACT_OPEN) if fact.after:
            return _(
                "After this correction the contract would not be decided when entry {number} settles "
                "the deal. Undo back to that entry, make the correction, and enter the tricks that "
                "are missing. Or leave it: while the game is on, what someone still owes can be "
                "entered as a penalty.",
                number=fact.number,
            )
        case OutOfPlace(why=NapFact.CONTRACT_OPEN):
            return _(
                "After this correction the contract would not be decided when entry {number} settles "
                "the deal. Undo that entry, make the correction, and enter the tricks that are "
                "missing.",
                number=fact.number,
            )
        case OutOfPlace(why=DealFact.DEAL_DECIDED, question=Question(fact=NapFact.ALL_PASSED)):
            return _(
                "After this correction everyone has passed, but entry {number} says how the contract "
                "went. If someone else bid, first correct their entry to any bid that fits, then this "
                "one. If nobody did, undo back to entry {number}.",
                number=fact.number,
            )
    return ""


@words(game_facts.WouldNotHold)
def would_not_hold(fact: game_facts.WouldNotHold) -> str:
    why = fact.why
    if isinstance(why, OutOfPlace):
        if text := _contract_not_settled(fact, why):
            return text
        why = why.why  # the phase's question does not help here
    if not fact.after:
        return _(
            "Entry {number} would no longer be possible: {why} If that entry is wrong too, correct "
            "it first. If not, undo it, make this correction, and enter what really happened.",
            number=fact.number,
            why=say(why),
        )
    return _(
        "Entry {number} would no longer be possible: {why} If that entry is wrong too, correct it "
        "first. If not, undo from the latest entry back to that one, make this correction, and "
        "enter what really happened.",
        number=fact.number,
        why=say(why),
    )
