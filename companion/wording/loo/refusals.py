"""What a deal of the Loo family refuses, in words."""

from companion.ids import Rule
from companion.rules.loo.facts import (
    AceTurnedUp,
    CannotDefend,
    CannotPlayForPool,
    CannotTakeTurnUp,
    DealerDeclaresNothing,
    DealerMustEnter,
    DealerVsOne,
    DeclaredButOut,
    ExchangeOverHand,
    ExchangeOverLimit,
    ExchangeOverStock,
    ExchangesNothing,
    GeneralDeclared,
    GeneralTooLate,
    LooFact,
    MissBinds,
    NegativeExchange,
    NobodyDrops,
    NoExchangeWith,
    NoMissLeft,
    NoSuchDeclaration,
    NotOnTurnToExchange,
    PieceWanted,
    PutAwayForNothing,
    PutAwayIsTurnUp,
    SpareHand,
)
from companion.wording.languages import N_, _
from companion.wording.saying import By, If, messages, words

messages(
    {
        LooFact.TURN_UP_NAMED: N_("The turn-up has already been entered."),
        LooFact.DECLARING_BEGUN: N_(
            "Declarations have already been entered. Go on with them, or undo them first."
        ),
        LooFact.NO_TURN_UP: N_("The turn-up comes before the declarations."),
        LooFact.FLUSH_DECIDED: N_("A flush has already decided the deal."),
        LooFact.NO_EXCHANGE: N_("Cards cannot be exchanged now."),
        LooFact.EXCHANGES_OVER: N_("The exchanges are over."),
        LooFact.NO_FLUSHES: N_("This game has no flushes and no Pam."),
        LooFact.FLUSH_WITHOUT_TURN_UP: N_("The turn-up comes before any flush."),
        LooFact.FLUSH_TOO_EARLY: N_(
            "It is too early for a flush: first everyone declares, since dropping costs nothing."
        ),
        LooFact.FLUSH_TOO_LATE: N_(
            "It is too late for a flush: it must be shown before the first lead."
        ),
        PieceWanted: By(
            "kind",
            {
                "tile": N_(
                    "This deal records every tile: enter the tile turned up, not only the trump suit."
                ),
                "card": N_(
                    "This deal records every card: enter the card turned up, not only the trump suit."
                ),
            },
        ),
        NoSuchDeclaration: N_("{player} cannot declare {choice!r} here. Choose {choices}."),
        DeclaredButOut: N_("{player} cannot be both in and out. Enter how many tricks they took."),
        DealerMustEnter: N_("{player} is the dealer and must play: only one other player is in."),
        AceTurnedUp: N_("{player} turned up an ace and must play."),
        GeneralTooLate: N_(
            "{player} cannot declare General Rams now: it comes before any other declaration."
        ),
        GeneralDeclared: N_(
            "{player} has declared General Rams: everyone plays, and nobody else declares."
        ),
        NoExchangeWith: By(
            "kind",
            {
                "tile": N_("{player} cannot exchange tiles with this declaration."),
                "card": N_("{player} cannot exchange cards with this declaration."),
            },
        ),
        LooFact.NOBODY_TAKES_TURN_UP: N_("Nobody takes the turn-up in this game."),
        CannotTakeTurnUp: N_(
            "{player} cannot take the turn-up. Only a dealer who plays their own hand can."
        ),
        PutAwayForNothing: By(
            "kind",
            {
                "tile": N_("{player} did not take the turn-up, so there is no tile to put away."),
                "card": N_("{player} did not take the turn-up, so there is no card to put away."),
            },
        ),
        PutAwayIsTurnUp: By(
            "kind",
            {
                "tile": N_("{piece} is the turn-up itself. Enter the tile put away for it."),
                "card": N_("{piece} is the turn-up itself. Enter the card put away for it."),
            },
        ),
        NegativeExchange: N_("{player} cannot exchange {count} cards. Enter 0 or more."),
        ExchangeOverHand: N_("{player} has {hand} cards, so cannot exchange {count}."),
        ExchangeOverLimit: N_(
            "{player} cannot exchange {count} cards: the house rules allow {limit}."
        ),
        ExchangeOverStock: If(
            "reshuffles",
            N_(
                "{player} cannot exchange {count} cards: the stock and the cards put away have only "
                "{left}."
            ),
            N_("{player} cannot exchange {count} cards: the stock has only {left}."),
        ),
        ExchangesNothing: N_("{player} is not in, so cannot exchange cards."),
        NotOnTurnToExchange: N_("It is {turn}’s turn to exchange, not {player}’s."),
    }
)


_MISS_BINDS: dict[SpareHand, str] = {
    "miss": N_("{player} took the miss and must play it."),
    "dummy": N_("{player} took the dummy and must play it."),
    "widow": N_("{player} took the widow and must play it."),
}


@words(MissBinds)
def miss_binds(fact: MissBinds) -> str:
    """A spare hand is played."""
    return _(_MISS_BINDS[fact.spare_hand], player=fact.player)


@words(DealerDeclaresNothing)
def dealer_declares_nothing(fact: DealerDeclaresNothing) -> str:
    """All is decided before the dealer."""
    if fact.rule is Rule.ALL_DROPPED:
        return _(
            "Everyone else dropped, so {player} takes everything without declaring.",
            player=fact.player,
        )
    return _(
        "The miss takes the pool, so {player} wins nothing and does not declare.",
        player=fact.player,
    )


_MUST_PLAY = {
    Rule.CLUB_LAW: N_("{player} cannot drop: clubs are trumps, and under Club Law everyone plays."),
    Rule.SINGLE_POOL: N_(
        "{player} cannot drop: the pool holds only this deal’s stake, so everyone plays."
    ),
}
_TWO_MUST_PLAY = N_("{player} cannot drop: with two players, both must play or take a spare hand.")


@words(NobodyDrops)
def nobody_drops(fact: NobodyDrops) -> str:
    """Why all must play, and who would not."""
    if fact.player:
        return _(_MUST_PLAY.get(fact.rule, _TWO_MUST_PLAY), player=fact.player)
    match fact.rule:
        case Rule.CLUB_LAW:
            return _("Clubs are trumps: under Club Law nobody may drop.")
        case Rule.SINGLE_POOL:
            return _("The pool holds only this deal’s stake: nobody may drop.")
    return _("Nobody can drop: with two players, both must play or take a spare hand.")


_NONE_LEFT: dict[SpareHand, str] = {
    "miss": N_("{player} cannot take a miss: none is left."),
    "dummy": N_("{player} cannot take a dummy: none is left."),
    "widow": N_("{player} cannot take the widow: someone has it already."),
}
_NONE_AT_ALL: dict[SpareHand, str] = {
    "miss": N_("{player} cannot take a miss: this game has none."),
    "dummy": N_("{player} cannot take a dummy: this game has none."),
    "widow": N_("{player} cannot take the widow: there is none at this table."),
}


@words(NoMissLeft)
def no_miss_left(fact: NoMissLeft) -> str:
    """Why no spare hand can be taken."""
    found = _NONE_LEFT if fact.has_any else _NONE_AT_ALL
    return _(found[fact.spare_hand], player=fact.player)


_FOR_THE_POOL: dict[DealerVsOne, str] = {
    "free": N_("{player} cannot play for the pool. Nobody can in this game."),
    "claimer-sweeps": N_("{player} cannot play for the pool. Nobody can in this game."),
    "enter-or-defend": N_(
        "{player} cannot play for the pool. The dealer can only defend the miss."
    ),
    "enter-or-pool": N_(
        "{player} cannot play for the pool. Only the dealer can, when one other player "
        "is in and the game is for chips."
    ),
    "pool-against-miss": N_(
        "{player} cannot play for the pool. Only the dealer can, with four players and a "
        "game for chips, when the only other player in has taken the miss."
    ),
}


@words(CannotPlayForPool)
def cannot_play_for_pool(fact: CannotPlayForPool) -> str:
    """When a dealer can."""
    return _(_FOR_THE_POOL[fact.dealer_vs_one], player=fact.player)


@words(CannotDefend)
def cannot_defend(fact: CannotDefend) -> str:
    """When a dealer can."""
    if fact.spare_hand == "dummy":
        return _(
            "{player} cannot defend the dummy. Only the dealer can, in games that allow "
            "it, when one other player is in and the dummy is not taken.",
            player=fact.player,
        )
    if fact.spare_hand == "widow":
        return _("{player} cannot defend the widow. Nobody can in this game.", player=fact.player)
    return _(
        "{player} cannot defend the miss. Only the dealer can, in games that allow it, "
        "when one other player is in and the miss is not taken.",
        player=fact.player,
    )
