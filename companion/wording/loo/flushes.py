"""Why a flush or Pam cannot be shown, in words."""

from companion.rules.loo.facts import (
    CardLiesOpen,
    CardNamedTwice,
    HandShown,
    NoHandToShow,
    NoPam,
    NotAFlush,
    NotPam,
    PamNotAmongThem,
    PamSeen,
    PamWithoutFlush,
)
from companion.wording.languages import _
from companion.wording.pieces import piece_name
from companion.wording.saying import words


@words(NoHandToShow)
def no_hand_to_show(fact: NoHandToShow) -> str:
    """He holds no cards."""
    return _(
        "{player} has no hand to show: they dropped, or are not in this deal.", player=fact.player
    )


@words(HandShown)
def hand_shown(fact: HandShown) -> str:
    """One shows one's hand once."""
    return _("{player} has already shown their hand.", player=fact.player)


@words(CardNamedTwice)
def card_named_twice(fact: CardNamedTwice) -> str:
    """The pack holds it once."""
    return _("One card is entered twice for {player}. Change one of them.", player=fact.player)


@words(NotAFlush)
def not_a_flush(fact: NotAFlush) -> str:
    """What a flush is."""
    values = {"player": fact.player, "cards": fact.cards, "fewer": fact.cards - 1}
    if fact.with_pam:
        return _(
            "{player}’s cards are not a flush. A flush is {cards} cards of one suit, or "
            "{fewer} and Pam.",
            **values,
        )
    return _("{player}’s cards are not a flush. A flush is {cards} cards of one suit.", **values)


@words(CardLiesOpen)
def card_lies_open(fact: CardLiesOpen) -> str:
    """Where the card is."""
    return _(
        "{player} cannot have {card}: it is on the table.",
        player=fact.player,
        card=piece_name(fact.card),
    )


@words(PamNotAmongThem)
def pam_not_among_them(fact: PamNotAmongThem) -> str:
    """Pam must be one of his cards."""
    return _(
        "{player} has shown {pam}, so it must be one of these cards.",
        player=fact.player,
        pam=piece_name(fact.pam),
    )


@words(NoPam)
def no_pam(fact: NoPam) -> str:
    """There is no Pam."""
    return _("There is no Pam in this game.")


@words(NotPam)
def not_pam(fact: NotPam) -> str:
    """Which card it is."""
    return _("Only {pam} is Pam.", pam=piece_name(fact.pam))


@words(PamWithoutFlush)
def pam_without_flush(fact: PamWithoutFlush) -> str:
    """When it is shown."""
    return _("Pam is shown only after someone has shown a flush.")


@words(PamSeen)
def pam_seen(fact: PamSeen) -> str:
    """Nobody holds it any more."""
    return _(
        "{player} cannot have {pam}: it has already been seen.",
        player=fact.player,
        pam=piece_name(fact.pam),
    )
