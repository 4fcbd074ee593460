"""Melds and hands of rummy in words: what is none, what goes where, what can be left."""

from collections.abc import Iterable

from companion.rules.rummy.hand_values import (
    CardsLeft,
    HandNotSaid,
    JokerInHand,
    KnownToHold,
    PipsImpossible,
    SeenTooOften,
)
from companion.rules.rummy.melds import (
    DoesNotFit,
    JokerIsOther,
    JokerMisnamed,
    JokerStays,
    JokerUnnamed,
    MeldComplete,
    MeldFault,
    NaturalNeeded,
    NoJokerThere,
    NoMeld,
    Notation,
    SeveralMelds,
    Stays,
    TooFewCards,
)
from companion.wording.languages import _, _n
from companion.wording.lists import either, either_of_long
from companion.wording.pieces import card_count, card_names, piece_name
from companion.wording.saying import words


def _melds(ways: Iterable[Notation]) -> str:
    return either_of_long(map(card_names, ways))


# Laying down


@words(TooFewCards)
def too_few_cards(fact: TooFewCards) -> str:
    """A meld has three cards at least."""
    return _(
        "{player} needs at least {least} cards for a meld, not {cards}.",
        player=fact.player,
        cards=fact.cards,
        least=fact.least,
    )


@words(NoMeld)
def no_meld(fact: NoMeld) -> str:
    """Why cards are no meld."""
    player, cards = fact.player, card_names(fact.cards)
    match fact.fault:
        case MeldFault.ONLY_JOKERS:
            return _("{player} cannot meld jokers alone: {cards}.", player=player, cards=cards)
        case MeldFault.NO_COMMON:
            return _(
                "{player} cannot meld {cards}: a meld is cards of one rank, or a "
                "sequence in one suit.",
                player=player,
                cards=cards,
            )
        case MeldFault.TWICE:
            return _(
                "{player} cannot meld {cards}: {card} is there twice, and a sequence has "
                "each card once.",
                player=player,
                card=card_names(fact.evidence),
                cards=cards,
            )
        case MeldFault.ROUND_THE_CORNER:
            return _(
                "{player} cannot meld {cards}: a sequence does not go round the corner. "
                "The ace is its lowest or its highest card.",
                player=player,
                cards=cards,
            )
        case MeldFault.GAPS:
            return _(
                "{player} cannot meld {cards}: the sequence has a gap ({missing}).",
                player=player,
                cards=cards,
                missing=card_names(fact.evidence),
            )


@words(JokerMisnamed)
def joker_misnamed(fact: JokerMisnamed) -> str:
    """What the cards can be."""
    return _(
        "In {player}’s {cards} the joker cannot stand for that card. Choose {ways}.",
        player=fact.player,
        cards=card_names(fact.cards),
        ways=_melds(fact.ways),
    )


@words(SeveralMelds)
def several_melds(fact: SeveralMelds) -> str:
    """What the cards can be."""
    return _(
        "Choose what {player}’s joker stands for: {ways}.",
        player=fact.player,
        ways=_melds(fact.ways),
    )


# Laying off


@words(MeldComplete)
def meld_complete(fact: MeldComplete) -> str:
    """A sequence from ace to ace."""
    return _("{meld} is complete: nothing can be added to it.", meld=card_names(fact.meld))


@words(JokerUnnamed)
def joker_unnamed(fact: JokerUnnamed) -> str:
    """What a joker laid to a sequence can be."""
    return _(
        "Choose what {player}’s joker on {meld} stands for: {ways}.",
        player=fact.player,
        meld=card_names(fact.meld),
        ways=either(map(piece_name, fact.ways)),
    )


@words(DoesNotFit)
def does_not_fit(fact: DoesNotFit) -> str:
    """What would fit."""
    player, card, meld = fact.player, piece_name(fact.card), card_names(fact.meld)
    if not fact.fits:
        return _(
            "{player} cannot lay off {card} on {meld}: only a card of the same rank fits.",
            player=player,
            card=card,
            meld=meld,
        )
    return _(
        "{player} cannot lay off {card} on {meld}: only {fits} fits.",
        player=player,
        card=card,
        meld=meld,
        fits=either(map(piece_name, fact.fits)),
    )


# Moving a joker


@words(NaturalNeeded)
def natural_needed(fact: NaturalNeeded) -> str:
    """What moves a joker."""
    return _(
        "{player} can move a joker only with a natural card, not with another joker.",
        player=fact.player,
    )


@words(NoJokerThere)
def no_joker_there(fact: NoJokerThere) -> str:
    """Nothing to move."""
    return _("There is no joker in {meld} to move.", meld=card_names(fact.meld))


@words(JokerIsOther)
def joker_is_other(fact: JokerIsOther) -> str:
    """What the joker stands for."""
    return _(
        "{player} cannot move a joker of {meld} with {card}: the joker stands for {faces}.",
        player=fact.player,
        meld=card_names(fact.meld),
        card=piece_name(fact.card),
        faces=either(map(piece_name, fact.stands_for)),
    )


@words(JokerStays)
def joker_stays(fact: JokerStays) -> str:
    """Why it stays."""
    player, meld = fact.player, card_names(fact.meld)
    match fact.why:
        case Stays.IN_SET:
            return _(
                "{player} cannot move the joker of {meld}: in a set a joker stays.",
                player=player,
                meld=meld,
            )
        case Stays.INSIDE:
            return _(
                "{player} cannot move the joker of {meld}: only a joker at an end of a "
                "sequence can be moved.",
                player=player,
                meld=meld,
            )
        case Stays.MOVED:
            return _(
                "{player} cannot move the joker of {meld}: it has already been moved once.",
                player=player,
                meld=meld,
            )
        case Stays.BEFORE_ACE:
            return _(
                "{player} cannot move the joker of {meld}: nothing comes before the ace "
                "at the other end.",
                player=player,
                meld=meld,
            )
        case Stays.AFTER_ACE:
            return _(
                "{player} cannot move the joker of {meld}: nothing comes after the ace "
                "at the other end.",
                player=player,
                meld=meld,
            )


# Hands


@words(JokerInHand)
def joker_in_hand(fact: JokerInHand) -> str:
    """A joker is named on the table alone."""
    return _("A joker in hand stands for no card. Write JK, not {card}.", card=fact.card)


@words(HandNotSaid)
def hand_not_said(fact: HandNotSaid) -> str:
    """Every hand has to be entered."""
    return _("Enter what {player} has left: the cards, or only the pips.", player=fact.player)


@words(CardsLeft)
def cards_left(fact: CardsLeft) -> str:
    """How many cards there must be."""
    if fact.holds is None:
        return _n(
            "{player} has 1 to {most} cards left, but {n} is entered.",
            "{player} has 1 to {most} cards left, but {n} are entered.",
            fact.entered,
            player=fact.player,
            most=fact.most,
        )
    return _n(
        "{player} has {cards} left, but {n} is entered.",
        "{player} has {cards} left, but {n} are entered.",
        fact.entered,
        player=fact.player,
        cards=card_count(fact.holds),
    )


@words(KnownToHold)
def known_to_hold(fact: KnownToHold) -> str:
    """A card taken from the discards is in that hand."""
    return _(
        "{player} took {card} from the discards and has not played it since, so it must "
        "be among the cards left.",
        player=fact.player,
        card=piece_name(fact.card),
    )


@words(SeenTooOften)
def seen_too_often(fact: SeenTooOften) -> str:
    """The pack has no more."""
    return _(
        "{player} cannot have {card}: the pack has {copies}, and this would be number {seen}.",
        player=fact.player,
        card=piece_name(fact.card),
        copies=fact.copies,
        seen=fact.seen,
    )


@words(PipsImpossible)
def pips_impossible(fact: PipsImpossible) -> str:
    """No such hand can be left."""
    player, pips = fact.player, fact.pips
    if fact.cards is None:
        return _(
            "{player} has 1 to {most} cards left, which cannot make {pips} pips.",
            player=player,
            most=fact.most,
            pips=pips,
        )
    cards = card_count(fact.cards)
    if fact.known:
        return _(
            "{player} has {cards} left, including {known}, which cannot make {pips} pips.",
            player=player,
            cards=cards,
            known=card_names(fact.known),
            pips=pips,
        )
    return _(
        "{player} has {cards} left, which cannot make {pips} pips.",
        player=player,
        cards=cards,
        pips=pips,
    )
