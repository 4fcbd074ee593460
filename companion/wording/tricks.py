"""The play of tricks in words: refusals, questions, proofs of revokes."""

from companion.errors import Proof, RevokesProven
from companion.rules.ids import Rule
from companion.rules.tricks.facts import (
    CannotCallCivil,
    DoesNotLead,
    InDealersHand,
    LastIsTurnUp,
    LeadAsked,
    NoContract,
    NoSuchAnswer,
    NothingProven,
    NotInPlay,
    NotOfSuit,
    NotPlayedTo,
    PlayAsked,
    RevokeRecorded,
    SeenAlready,
    TricksAsked,
    TrumpAnnounced,
    WinnerAsked,
    WrongTrickCount,
)
from companion.rules.tricks.review import HandUnknown, NoDuty, Obligation, OnePieceLeft
from companion.wording.languages import _
from companion.wording.lists import either
from companion.wording.pieces import piece_name, suit_name
from companion.wording.saying import words


@words(Proof)
def proof(fact: Proof) -> str:
    """What was played, what proves it, and the duty."""
    values = {
        "player": fact.player,
        "piece": piece_name(fact.piece),
        "n": fact.trick,
        "duty": duty(fact),
    }
    if fact.proof is None:
        return _("{player} played {piece} to trick {n} but held other cards. {duty}", **values)
    return _(
        "{player} played {piece} to trick {n} but held {held}. {duty}",
        held=piece_name(fact.proof),
        **values,
    )


@words(RevokesProven)
def revokes_proven(fact: RevokesProven) -> str:
    """All the proofs that a play brings about."""
    return " ".join(map(proof, fact.proofs))


def duty(fact: Proof | Obligation) -> str:
    """Return what a rule obliged the player to do, as a sentence."""
    player = fact.player
    match fact.rule:
        case Rule.FOLLOW_SUIT if fact.led == "pam":
            return _("Pam was led, so {player} had to play a trump.", player=player)
        case Rule.FOLLOW_SUIT if fact.led == "trump":
            return _("A trump was led, so {player} had to play a trump.", player=player)
        case Rule.FOLLOW_SUIT:
            return _("{player} had to follow suit.", player=player)
        case Rule.MUST_HEAD:
            return _("{player} had to head the trick.", player=player)
        case Rule.MUST_TRUMP:
            return _("{player} had to trump.", player=player)
        case Rule.MUST_OVERTRUMP:
            return _("{player} had to overtrump.", player=player)
        case Rule.PAM_LED:
            return _("Pam was led, so {player} had to play their highest trump.", player=player)
        case Rule.PAM_CIVIL:
            return _("“Pam be civil” was called, so {player} had to keep Pam back.", player=player)
        case Rule.LEAD_ACE:
            return _(
                "{player} had to lead {piece}.", player=player, piece=piece_name(fact.must or "")
            )
        case Rule.CINCH:
            return _(
                "{player} had the ace, king and queen of trumps and had to lead {piece}.",
                player=player,
                piece=piece_name(fact.must or ""),
            )
        case Rule.LEAD_TRUMP if fact.trumps == 2:
            return _("{player} had two trumps and had to lead one.", player=player)
        case Rule.LEAD_TRUMP:
            return _("{player} had to lead a trump.", player=player)
        case Rule.LEAD_HIGHEST:
            return _("{player} had to lead the highest.", player=player)
        case Rule.LEAD_AFTER_WIN:
            return _("{player} had won a trick and had to lead a trump.", player=player)
    raise ValueError(f"{fact.rule} obliges nobody to play anything")


@words(Obligation)
def obligation(fact: Obligation) -> str:
    """The duty that bound the player."""
    return duty(fact)


@words(NoDuty)
def no_duty(fact: NoDuty) -> str:
    """Nothing bound the player."""
    if fact.leads:
        return _("{player} was free to lead anything.", player=fact.player)
    return _("{player} was free to play anything.", player=fact.player)


@words(OnePieceLeft)
def one_piece_left(fact: OnePieceLeft) -> str:
    """There was no choice."""
    if fact.kind == "tile":
        return _("{player} had one tile left.", player=fact.player)
    return _("{player} had one card left.", player=fact.player)


@words(HandUnknown)
def hand_unknown(fact: HandUnknown) -> str:
    """Nothing can be said of the duties."""
    return _("It is not known what else {player} held.", player=fact.player)


# Questions


@words(TricksAsked)
def tricks_asked(fact: TricksAsked) -> str:
    """The result of a deal."""
    return _("How many tricks did each player take?")


@words(WinnerAsked)
def winner_asked(fact: WinnerAsked) -> str:
    """The winner of a trick."""
    return _("Who won trick {n}?", n=fact.trick)


@words(LeadAsked)
def lead_asked(fact: LeadAsked) -> str:
    """Who leads."""
    return _("Trick {n}: {player} leads.", n=fact.trick, player=fact.player)


@words(PlayAsked)
def play_asked(fact: PlayAsked) -> str:
    """Who plays, and to what."""
    values = {"n": fact.trick, "suit": suit_name(fact.suit), "player": fact.player}
    if fact.civil:
        return _("Trick {n}, {suit} led, “Pam be civil”: {player} plays.", **values)
    return _("Trick {n}, {suit} led: {player} plays.", **values)


# Refusals


@words(NoSuchAnswer)
def no_such_answer(fact: NoSuchAnswer) -> str:
    """What can be answered to a proof."""
    return _("{answer} is not an answer here. Enter revoke or let-stand.", answer=repr(fact.answer))


@words(NothingProven)
def nothing_proven(fact: NothingProven) -> str:
    """There is no proof to answer."""
    return _(
        "{piece} proves no revoke, so there is nothing to answer.", piece=piece_name(fact.piece)
    )


@words(CannotCallCivil)
def cannot_call_civil(fact: CannotCallCivil) -> str:
    """Who can tell Pam to be civil."""
    return _(
        "{player} cannot call “Pam be civil”: only the player who leads the ace of "
        "trumps can, in games with that rule.",
        player=fact.player,
    )


@words(NoContract)
def no_contract(fact: NoContract) -> str:
    """What to enter instead."""
    return _("There is no contract in this game. Enter how many tricks each player took.")


@words(WrongTrickCount)
def wrong_trick_count(fact: WrongTrickCount) -> str:
    """How many there are, and what was entered."""
    entered = ", ".join(f"{player} {number}" for player, number in fact.entered)
    return _(
        "The tricks must add up to {n}. Entered: {entered}.",
        n=fact.trick_count,
        entered=entered or _("nobody"),
    )


@words(NotPlayedTo)
def not_played_to(fact: NotPlayedTo) -> str:
    """That trick is still to come."""
    return _("{player} has not played to trick {n} yet.", player=fact.player, n=fact.trick)


@words(RevokeRecorded)
def revoke_recorded(fact: RevokeRecorded) -> str:
    """It is known already."""
    return _("{player}’s revoke is already recorded.", player=fact.player)


@words(NotInPlay)
def not_in_play(fact: NotInPlay) -> str:
    """He takes no part."""
    return _("{player} is not in, so does not play.", player=fact.player)


@words(DoesNotLead)
def does_not_lead(fact: DoesNotLead) -> str:
    """Only who leads announces."""
    return _(
        "{player} does not lead, so {piece} needs no suit.",
        player=fact.player,
        piece=piece_name(fact.piece),
    )


@words(TrumpAnnounced)
def trump_announced(fact: TrumpAnnounced) -> str:
    """A trump is a trump."""
    return _(
        "{piece} is a trump: {player} can lead it only as {suit}.",
        piece=piece_name(fact.piece),
        player=fact.player,
        suit=suit_name(fact.trump),
    )


@words(NotOfSuit)
def not_of_suit(fact: NotOfSuit) -> str:
    """What it can be led as."""
    return _(
        "{piece} cannot be led as {announced}, only as {suits}.",
        piece=piece_name(fact.piece),
        announced=repr(fact.announced),
        suits=either(map(suit_name, fact.suits)),
    )


@words(SeenAlready)
def seen_already(fact: SeenAlready) -> str:
    """It lies open."""
    return _("{piece} has already been seen in this deal.", piece=piece_name(fact.piece))


@words(InDealersHand)
def in_dealers_hand(fact: InDealersHand) -> str:
    """Who has it."""
    values = {"player": fact.player, "piece": piece_name(fact.piece), "dealer": fact.dealer}
    if fact.was_dealt:
        return _(
            "{player} cannot have {piece}: it is the turn-up, and was dealt to {dealer}.", **values
        )
    return _("{player} cannot have {piece}: {dealer} took it as the turn-up.", **values)


@words(LastIsTurnUp)
def last_is_turn_up(fact: LastIsTurnUp) -> str:
    """What the last piece must be."""
    values = {"player": fact.player, "turn_up": piece_name(fact.turn_up)}
    if fact.was_dealt:
        return _(
            "{player} exchanged no cards and has not played the turn-up, so their last card must "
            "be {turn_up}.",
            **values,
        )
    if fact.kind == "tile":
        return _(
            "{player} took the turn-up and has not played it, so their last tile must be "
            "{turn_up}.",
            **values,
        )
    return _(
        "{player} took the turn-up and has not played it, so their last card must be {turn_up}.",
        **values,
    )
