"""Rummy in words: refusals, questions, payments."""

from companion.rules.rummy.deal import DeadHandsWon, PipsLeft
from companion.rules.rummy.questions import (
    DeadHandAsked,
    DealOver,
    DrawAsked,
    LastCard,
    MayCallDead,
    OthersAsked,
    TurnAsked,
    TurnUpAsked,
    WinnerAsked,
)
from companion.rules.rummy.refusals import (
    DiscardsFirst,
    DrawsFirst,
    HandIsKnown,
    HasDrawn,
    HasNotWon,
    HasWon,
    LastIsDiscarded,
    LastIsLaidDown,
    NeitherPipsNorCards,
    NobodyPlays,
    NoSuchMeld,
    NotDeadYet,
    NothingLeft,
    NoTurnUpNow,
    NoTurnUpYet,
    SameCard,
    SeenElsewhere,
    StockOut,
    TooManyLaid,
    WinnerHoldsNone,
)
from companion.wording.languages import _, _n
from companion.wording.pieces import card_count, card_names, piece_name
from companion.wording.saying import words

# Questions


@words(TurnUpAsked)
def turn_up_asked(fact: TurnUpAsked) -> str:
    """Which card is turned up."""
    return _("{dealer} deals ten cards each and turns one up. Which one?", dealer=fact.dealer)


@words(DrawAsked)
def draw_asked(fact: DrawAsked) -> str:
    """Where a card can be drawn from."""
    values = {"player": fact.player, "card": piece_name(fact.top)}
    if fact.stock:
        return _("{player} draws from the stock or takes the {card}.", **values)
    return _("The stock is used up: {player} takes the {card}.", **values)


@words(MayCallDead)
def may_call_dead(fact: MayCallDead) -> str:
    """The other way on."""
    return _("If nobody can go out, end the deal.")


@words(TurnAsked)
def turn_asked(fact: TurnAsked) -> str:
    """What ends a turn."""
    return _("{player} melds, lays off or discards.", player=fact.player)


@words(LastCard)
def last_card(fact: LastCard) -> str:
    """The house rule on going out."""
    if fact.laid_down:
        return _(
            "At this table the last card must be melded or laid off. If it cannot "
            "be, undo the last meld."
        )
    return _("At this table the last card must be discarded.")


@words(WinnerAsked)
def winner_asked(fact: WinnerAsked) -> str:
    """All that is recorded of the deal."""
    return _("Who won, and what do the others have left?")


@words(OthersAsked)
def others_asked(fact: OthersAsked) -> str:
    """Somebody is out."""
    return _("{player} has gone out. What do the others have left?", player=fact.out)


@words(DeadHandAsked)
def dead_hand_asked(fact: DeadHandAsked) -> str:
    """Nobody can win any more."""
    return _("A full round changed nothing, so nobody can go out. What does each player have left?")


@words(DealOver)
def deal_over(fact: DealOver) -> str:
    """How the deal ended."""
    if fact.winner is None:
        return _("Nobody can go out: here is the settlement.")
    return _("{winner} wins: here is the settlement.", winner=fact.winner)


# Turns


@words(NoTurnUpNow)
def no_turn_up_now(fact: NoTurnUpNow) -> str:
    """It is too late."""
    return _("No card is turned up now.")


@words(NoTurnUpYet)
def no_turn_up_yet(fact: NoTurnUpYet) -> str:
    """It is too early."""
    return _("There is no turn-up yet.")


@words(NobodyPlays)
def nobody_plays(fact: NobodyPlays) -> str:
    """The turns are over."""
    return _("The turns are over.")


@words(DiscardsFirst)
def discards_first(fact: DiscardsFirst) -> str:
    """A discard ends a turn."""
    return _(
        "{turn} must discard before {player}’s turn begins.",
        turn=fact.turn,
        player=fact.player,
    )


@words(HasDrawn)
def has_drawn(fact: HasDrawn) -> str:
    """One draws once."""
    return _("{player} has already drawn, and now melds, lays off or discards.", player=fact.player)


@words(DrawsFirst)
def draws_first(fact: DrawsFirst) -> str:
    """One draws before anything else."""
    return _("{player} must draw first, from the stock or the discards.", player=fact.player)


@words(StockOut)
def stock_out(fact: StockOut) -> str:
    """What is left to draw."""
    return _(
        "The stock is used up: {player} takes {card} from the discards, or nobody can go out.",
        player=fact.player,
        card=piece_name(fact.top),
    )


@words(NoSuchMeld)
def no_such_meld(fact: NoSuchMeld) -> str:
    """Which melds there are."""
    if not fact.melds:
        return _("There is no meld {number}. Nothing has been melded yet.", number=fact.meld)
    return _(
        "There is no meld {number}. They are numbered from 1 to {last}.",
        number=fact.meld,
        last=fact.melds,
    )


@words(TooManyLaid)
def too_many_laid(fact: TooManyLaid) -> str:
    """One lays down no more than one holds."""
    return _(
        "{player} has {cards}, so cannot meld {laid}.",
        player=fact.player,
        cards=card_count(fact.holds),
        laid=fact.cards,
    )


@words(SameCard)
def same_card(fact: SameCard) -> str:
    """The stock is out, and the card would go round for ever."""
    return _(
        "{player} took {card} from the discards, so must discard another card: the stock "
        "is used up.",
        player=fact.player,
        card=piece_name(fact.card),
    )


@words(LastIsLaidDown)
def last_is_laid_down(fact: LastIsLaidDown) -> str:
    """The house rule on going out."""
    return _(
        "{player} cannot discard the last card: at this table it must be melded or laid "
        "off. If it cannot be, undo the last meld.",
        player=fact.player,
    )


@words(LastIsDiscarded)
def last_is_discarded(fact: LastIsDiscarded) -> str:
    """The house rule on going out."""
    return _(
        "{player} must keep one card: at this table the last card is discarded.",
        player=fact.player,
    )


@words(SeenElsewhere)
def seen_elsewhere(fact: SeenElsewhere) -> str:
    """Where the copies of a card are; no more than the pack has."""
    card = piece_name(fact.card)
    if fact.copies > 1:
        card = _n("{card} {n} time", "{card} {n} times", fact.copies, card=card)
    places = [_("meld {number}", number=number) for number in fact.melds]
    places += [_("the discards")] * fact.discards
    places += [_("{player}’s hand", player=player) for player in fact.hands]
    values = {"player": fact.player, "card": card, "copies": fact.in_pack}
    match places:
        case []:
            return _("{player} cannot have {card}: there are {copies} in the pack.", **values)
        case [place]:
            return _(
                "{player} cannot have {card}: there are {copies} in the pack, and one is in "
                "{place}.",
                place=place,
                **values,
            )
    return _(
        "{player} cannot have {card}: there are {copies} in the pack, and one is in {place} and "
        "one in {other}.",
        place=places[0],
        other=places[1],
        **values,
    )


@words(HandIsKnown)
def hand_is_known(fact: HandIsKnown) -> str:
    """Too little of the hand is unknown."""
    return _(
        "{player} has {count}, including {known} from the discards, so cannot have {cards}.",
        player=fact.player,
        count=card_count(fact.holds),
        known=card_names(fact.known),
        cards=card_names(fact.cards),
    )


# The hands that are left


@words(NothingLeft)
def nothing_left(fact: NothingLeft) -> str:
    """Too early, or too late."""
    return _("It is not time yet to enter the cards left, or too late.")


@words(NeitherPipsNorCards)
def neither_pips_nor_cards(fact: NeitherPipsNorCards) -> str:
    """Whose hand it is, and what can be typed."""
    return _(
        "{player}: {given} is neither pips nor cards. Enter a number like 27, or tap the cards.",
        player=fact.player,
        given=repr(fact.given),
    )


@words(WinnerHoldsNone)
def winner_holds_none(fact: WinnerHoldsNone) -> str:
    """Who has won holds nothing."""
    return _("{player} won, so has no cards left.", player=fact.player)


@words(HasWon)
def has_won(fact: HasWon) -> str:
    """Who has no card left has won."""
    return _("{player} has no cards left, so has won.", player=fact.player)


@words(HasNotWon)
def has_not_won(fact: HasNotWon) -> str:
    """Who holds cards has not won."""
    return _(
        "{player} still has {cards}, so has not won.",
        player=fact.player,
        cards=card_count(fact.cards),
    )


@words(NotDeadYet)
def not_dead_yet(fact: NotDeadYet) -> str:
    """When a hand can be dead."""
    if fact.turn is None:
        return _("Someone may still go out: the stock is not used up.")
    return _("Finish {player}’s turn before you enter that nobody can go out.", player=fact.turn)


# Payments


@words(PipsLeft)
def pips_left(fact: PipsLeft) -> str:
    """What a loser is left with, and what it counts."""
    if fact.cards is None:
        return _n(
            "{player} has {n} pip left.",
            "{player} has {n} pips left.",
            fact.pips,
            player=fact.player,
        )
    cards, counted = card_names(fact.cards), " + ".join(map(str, fact.counts))
    if len(fact.cards) == 1:
        return _(
            "{player} has {cards} left: {pips}.",
            player=fact.player,
            cards=cards,
            pips=fact.pips,
        )
    return _(
        "{player} has {cards} left: {counted} = {pips}.",
        player=fact.player,
        cards=cards,
        counted=counted,
        pips=fact.pips,
    )


@words(DeadHandsWon)
def dead_hands_won(fact: DeadHandsWon) -> str:
    """The winner takes the pool."""
    return _(
        "{winner} wins and takes what earlier deals left in the pool: {pool}.",
        winner=fact.winner,
        pool=fact.pool,
    )
