"""What a deal of the Loo family refuses, in words."""

from companion.rules.ids import Rule
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
    MissBinds,
    Moment,
    NegativeExchange,
    NobodyDrops,
    NobodyTakesTurnUp,
    NoExchangeWith,
    NoMissLeft,
    NoSuchDeclaration,
    NotNow,
    NotOnTurnToExchange,
    PieceWanted,
    PutAwayForNothing,
    PutAwayIsTurnUp,
    SpareHand,
)
from companion.wording.languages import N_, _
from companion.wording.lists import either
from companion.wording.pieces import piece_name
from companion.wording.saying import words

_MOMENTS = {
    Moment.TURN_UP_NAMED: N_("The turn-up has already been entered."),
    Moment.DECLARING_BEGUN: N_(
        "Declarations have already been entered. Go on with them, or undo them first."
    ),
    Moment.NO_TURN_UP: N_("The turn-up comes before the declarations."),
    Moment.FLUSH_DECIDED: N_("A flush has already decided the deal."),
    Moment.NO_EXCHANGE: N_("Cards cannot be exchanged now."),
    Moment.EXCHANGES_OVER: N_("The exchanges are over."),
    Moment.NO_FLUSHES: N_("This game has no flushes and no Pam."),
    Moment.FLUSH_WITHOUT_TURN_UP: N_("The turn-up comes before any flush."),
    Moment.FLUSH_TOO_EARLY: N_(
        "It is too early for a flush: first everyone declares, since dropping costs nothing."
    ),
    Moment.FLUSH_TOO_LATE: N_(
        "It is too late for a flush: it must be shown before the first lead."
    ),
}


@words(NotNow)
def not_now(fact: NotNow) -> str:
    """Why it is too early or too late."""
    return _(_MOMENTS[fact.moment])


@words(PieceWanted)
def piece_wanted(fact: PieceWanted) -> str:
    """The trump alone will not do."""
    if fact.kind == "tile":
        return _("This deal records every tile: enter the tile turned up, not only the trump suit.")
    return _("This deal records every card: enter the card turned up, not only the trump suit.")


@words(NoSuchDeclaration)
def no_such_declaration(fact: NoSuchDeclaration) -> str:
    """What can be declared instead."""
    return _(
        "{player} cannot declare {choice} here. Choose {choices}.",
        choice=repr(fact.choice),
        player=fact.player,
        choices=either(fact.choices),
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


@words(DeclaredButOut)
def declared_but_out(fact: DeclaredButOut) -> str:
    """In and out at once."""
    return _(
        "{player} cannot be both in and out. Enter how many tricks they took.", player=fact.player
    )


@words(DealerMustEnter)
def dealer_must_enter(fact: DealerMustEnter) -> str:
    """The dealer against one other."""
    return _(
        "{player} is the dealer and must play: only one other player is in.", player=fact.player
    )


@words(AceTurnedUp)
def ace_turned_up(fact: AceTurnedUp) -> str:
    """A dealer with the ace of trumps."""
    return _("{player} turned up an ace and must play.", player=fact.player)


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


@words(GeneralTooLate)
def general_too_late(fact: GeneralTooLate) -> str:
    """General Rams comes first."""
    return _(
        "{player} cannot declare General Rams now: it comes before any other declaration.",
        player=fact.player,
    )


@words(GeneralDeclared)
def general_declared(fact: GeneralDeclared) -> str:
    """What General Rams does to all others."""
    return _(
        "{player} has declared General Rams: everyone plays, and nobody else declares.",
        player=fact.player,
    )


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


@words(NoExchangeWith)
def no_exchange_with(fact: NoExchangeWith) -> str:
    """Nothing is exchanged with it."""
    if fact.kind == "tile":
        return _("{player} cannot exchange tiles with this declaration.", player=fact.player)
    return _("{player} cannot exchange cards with this declaration.", player=fact.player)


@words(NobodyTakesTurnUp)
def nobody_takes_turn_up(fact: NobodyTakesTurnUp) -> str:
    """The turn-up stays."""
    return _("Nobody takes the turn-up in this game.")


@words(CannotTakeTurnUp)
def cannot_take_turn_up(fact: CannotTakeTurnUp) -> str:
    """Who can."""
    return _(
        "{player} cannot take the turn-up. Only a dealer who plays their own hand can.",
        player=fact.player,
    )


@words(PutAwayForNothing)
def put_away_for_nothing(fact: PutAwayForNothing) -> str:
    """One puts away only for the turn-up."""
    if fact.kind == "tile":
        return _(
            "{player} did not take the turn-up, so there is no tile to put away.",
            player=fact.player,
        )
    return _(
        "{player} did not take the turn-up, so there is no card to put away.",
        player=fact.player,
    )


@words(PutAwayIsTurnUp)
def put_away_is_turn_up(fact: PutAwayIsTurnUp) -> str:
    """Another piece is meant."""
    if fact.kind == "tile":
        return _(
            "{piece} is the turn-up itself. Enter the tile put away for it.",
            piece=piece_name(fact.piece),
        )
    return _(
        "{piece} is the turn-up itself. Enter the card put away for it.",
        piece=piece_name(fact.piece),
    )


@words(NegativeExchange)
def negative_exchange(fact: NegativeExchange) -> str:
    """Nobody exchanges less than nothing."""
    return _(
        "{player} cannot exchange {count} cards. Enter 0 or more.",
        player=fact.player,
        count=fact.count,
    )


@words(ExchangeOverHand)
def exchange_over_hand(fact: ExchangeOverHand) -> str:
    """One exchanges no more than one holds."""
    return _(
        "{player} has {hand} cards, so cannot exchange {count}.",
        player=fact.player,
        hand=fact.hand,
        count=fact.count,
    )


@words(ExchangeOverLimit)
def exchange_over_limit(fact: ExchangeOverLimit) -> str:
    """What the house rules allow."""
    return _(
        "{player} cannot exchange {count} cards: the house rules allow {limit}.",
        player=fact.player,
        count=fact.count,
        limit=fact.limit,
    )


@words(ExchangeOverStock)
def exchange_over_stock(fact: ExchangeOverStock) -> str:
    """How many cards there are."""
    values = {"player": fact.player, "count": fact.count, "left": fact.left}
    if fact.reshuffles:
        return _(
            "{player} cannot exchange {count} cards: the stock and the cards put away "
            "have only {left}.",
            **values,
        )
    return _("{player} cannot exchange {count} cards: the stock has only {left}.", **values)


@words(ExchangesNothing)
def exchanges_nothing(fact: ExchangesNothing) -> str:
    """He is not in."""
    return _("{player} is not in, so cannot exchange cards.", player=fact.player)


@words(NotOnTurnToExchange)
def not_on_turn_to_exchange(fact: NotOnTurnToExchange) -> str:
    """Whose turn it is."""
    return _("It is {turn}’s turn to exchange, not {player}’s.", turn=fact.turn, player=fact.player)
