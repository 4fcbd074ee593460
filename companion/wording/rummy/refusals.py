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
    return _("{dealer} deals ten cards each and turns one up. Which?", dealer=fact.dealer)


@words(DrawAsked)
def draw_asked(fact: DrawAsked) -> str:
    """Where a card can be drawn from."""
    values = {"player": fact.player, "card": piece_name(fact.top)}
    if fact.stock:
        return _("{player} draws, from the stock or the {card}.", **values)
    return _("The stock is out: {player} draws the {card}.", **values)


@words(MayCallDead)
def may_call_dead(fact: MayCallDead) -> str:
    """The other way on."""
    return _("The table can also call the hand dead.")


@words(TurnAsked)
def turn_asked(fact: TurnAsked) -> str:
    """What ends a turn."""
    return _("{player} lays down, or discards.", player=fact.player)


@words(LastCard)
def last_card(fact: LastCard) -> str:
    """The house rule on going out."""
    if fact.laid_down:
        return _("At this table the last card is laid down. If it cannot be, undo the last meld.")
    return _("At this table the last card is discarded.")


@words(WinnerAsked)
def winner_asked(fact: WinnerAsked) -> str:
    """All that is recorded of the deal."""
    return _("Who has won, and what are the others left with?")


@words(OthersAsked)
def others_asked(fact: OthersAsked) -> str:
    """Somebody is out."""
    return _("{player} is out. What are the others left with?", player=fact.out)


@words(DeadHandAsked)
def dead_hand_asked(fact: DeadHandAsked) -> str:
    """Nobody can win any more."""
    return _("A full round has brought nothing: the hand is dead. What is each left with?")


@words(DealOver)
def deal_over(fact: DealOver) -> str:
    """How the deal ended."""
    if fact.winner is None:
        return _("The hand is dead. See what it comes to.")
    return _("{winner} wins. See what it comes to.", winner=fact.winner)


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
    return _("Nobody plays any more.")


@words(DiscardsFirst)
def discards_first(fact: DiscardsFirst) -> str:
    """A discard ends a turn."""
    return _(
        "{turn} discards a card before {player}'s turn begins.",
        turn=fact.turn,
        player=fact.player,
    )


@words(HasDrawn)
def has_drawn(fact: HasDrawn) -> str:
    """One draws once."""
    return _("{player} has drawn already, and lays cards down or discards one.", player=fact.player)


@words(DrawsFirst)
def draws_first(fact: DrawsFirst) -> str:
    """One draws before anything else."""
    return _("{player} draws first, from the stock or from the discards.", player=fact.player)


@words(StockOut)
def stock_out(fact: StockOut) -> str:
    """What is left to draw."""
    return _(
        "The stock is out: {player} takes {card} from the discards, or the table calls the hand "
        "dead.",
        player=fact.player,
        card=piece_name(fact.top),
    )


@words(NoSuchMeld)
def no_such_meld(fact: NoSuchMeld) -> str:
    """Which melds there are."""
    if not fact.melds:
        return _("There is no meld {number}. None has been laid yet.", number=fact.meld)
    return _(
        "There is no meld {number}. They are numbered from 1 to {last}.",
        number=fact.meld,
        last=fact.melds,
    )


@words(TooManyLaid)
def too_many_laid(fact: TooManyLaid) -> str:
    """One lays down no more than one holds."""
    return _(
        "{player} holds {cards} and cannot lay down {laid}.",
        player=fact.player,
        cards=card_count(fact.holds),
        laid=fact.cards,
    )


@words(SameCard)
def same_card(fact: SameCard) -> str:
    """The stock is out, and the card would go round for ever."""
    return _(
        "{player} took {card} from the discards and discards another card: the stock is out.",
        player=fact.player,
        card=piece_name(fact.card),
    )


@words(LastIsLaidDown)
def last_is_laid_down(fact: LastIsLaidDown) -> str:
    """The house rule on going out."""
    return _(
        "{player} cannot discard the last card: at this table it is laid down. Take the last meld "
        "back if it cannot be.",
        player=fact.player,
    )


@words(LastIsDiscarded)
def last_is_discarded(fact: LastIsDiscarded) -> str:
    """The house rule on going out."""
    return _(
        "{player} keeps one card back: at this table the last card is discarded.",
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
    places += [_("{player}'s hand", player=player) for player in fact.hands]
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
        "{player} holds {count}, among them {known} from the discards, and so cannot have {cards}.",
        player=fact.player,
        count=card_count(fact.holds),
        known=card_names(fact.known),
        cards=card_names(fact.cards),
    )


# The hands that are left


@words(NothingLeft)
def nothing_left(fact: NothingLeft) -> str:
    """Too early, or too late."""
    return _("Nobody is left with anything now.")


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
    return _("{player} has won, and so is left with no card at all.", player=fact.player)


@words(HasWon)
def has_won(fact: HasWon) -> str:
    """Who has no card left has won."""
    return _("{player} has no card left, and so has won.", player=fact.player)


@words(HasNotWon)
def has_not_won(fact: HasNotWon) -> str:
    """Who holds cards has not won."""
    return _(
        "{player} still holds {cards}, and so has not won.", player=fact.player, cards=fact.cards
    )


@words(NotDeadYet)
def not_dead_yet(fact: NotDeadYet) -> str:
    """When a hand can be dead."""
    if fact.turn is None:
        return _("The hand cannot be dead before the stock is out.")
    return _("The hand cannot be dead before {player}'s turn is over.", player=fact.turn)


# Payments


@words(PipsLeft)
def pips_left(fact: PipsLeft) -> str:
    """What a loser is left with, and what it counts."""
    if fact.cards is None:
        return _n(
            "{player} is left with {n} pip.",
            "{player} is left with {n} pips.",
            fact.pips,
            player=fact.player,
        )
    cards, counted = card_names(fact.cards), " + ".join(map(str, fact.counts))
    if len(fact.cards) == 1:
        return _(
            "{player} is left with {cards}: {pips}.",
            player=fact.player,
            cards=cards,
            pips=fact.pips,
        )
    return _(
        "{player} is left with {cards}: {counted} = {pips}.",
        player=fact.player,
        cards=cards,
        counted=counted,
        pips=fact.pips,
    )


@words(DeadHandsWon)
def dead_hands_won(fact: DeadHandsWon) -> str:
    """The winner takes the pool."""
    return _(
        "{winner} wins and takes what dead hands have left in the pool: {pool}.",
        winner=fact.winner,
        pool=fact.pool,
    )
