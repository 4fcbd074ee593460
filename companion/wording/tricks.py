"""Messages of the play of tricks: questions, refusals, proofs of revokes."""

from companion.errors import Proof, RevokesProven
from companion.ids import Rule
from companion.rules.tricks import review, trick_facts
from companion.rules.tricks.trick_facts import TrickFact
from companion.wording.languages import N_, _
from companion.wording.pieces import piece_name
from companion.wording.saying import By, If, messages, words

_FOLLOWS = {
    "pam": N_("Pam was led, so {player} had to play a trump."),
    "trump": N_("A trump was led, so {player} had to play a trump."),
    "plain": N_("{player} had to follow suit."),
}
_TWO_TRUMPS = N_("{player} had two trumps and had to lead one.")
_DUTIES = {
    Rule.FOLLOW_SUIT: _FOLLOWS["plain"],
    Rule.MUST_HEAD: N_("{player} had to head the trick."),
    Rule.MUST_TRUMP: N_("{player} had to trump."),
    Rule.MUST_OVERTRUMP: N_("{player} had to overtrump."),
    Rule.PAM_LED: N_("Pam was led, so {player} had to play their highest trump."),
    Rule.PAM_CIVIL: N_("“Pam be civil” was called, so {player} had to keep Pam back."),
    Rule.LEAD_ACE: N_("{player} had to lead {piece}."),
    Rule.CINCH: N_("{player} had the ace, king and queen of trumps and had to lead {piece}."),
    Rule.LEAD_TRUMP: N_("{player} had to lead a trump."),
    Rule.LEAD_HIGHEST: N_("{player} had to lead the highest."),
    Rule.LEAD_AFTER_WIN: N_("{player} had won a trick and had to lead a trump."),
}


@words(Proof)
def proof(fact: Proof) -> str:
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
    return " ".join(map(proof, fact.proofs))


def duty(fact: Proof | review.Obligation) -> str:
    """Return the duty of a player as a sentence."""
    text = _DUTIES[fact.rule]
    if fact.rule is Rule.FOLLOW_SUIT:
        text = _FOLLOWS[fact.led]
    elif fact.rule is Rule.LEAD_TRUMP and fact.trumps == 2:
        text = _TWO_TRUMPS
    return _(text, player=fact.player, piece=piece_name(fact.must or ""))


words(review.Obligation)(duty)


messages(
    {
        review.NoDuty: If(
            "leads",
            N_("{player} was free to lead anything."),
            N_("{player} was free to play anything."),
        ),
        review.OnePieceLeft: By(
            "kind",
            {"tile": N_("{player} had one tile left."), "card": N_("{player} had one card left.")},
        ),
        review.HandUnknown: N_("It is not known what else {player} held."),
        review.InHand: If(
            "turn_up",
            N_("{player} has {left} in hand, the turn-up {turn_up} included."),
            N_("{player} has {left} in hand."),
        ),
        # Questions
        TrickFact.TRICKS_ASKED: N_("How many tricks did each player take?"),
        trick_facts.WinnerAsked: N_("Who won trick {trick}?"),
        trick_facts.LeadAsked: N_("Trick {trick}: {player} leads."),
        trick_facts.PlayAsked: If(
            "civil",
            N_("Trick {trick}, {suit} led, “Pam be civil”: {player} plays."),
            N_("Trick {trick}, {suit} led: {player} plays."),
        ),
        # Refusals
        trick_facts.NoSuchAnswer: N_(
            "{answer!r} is not an answer here. Enter revoke or let-stand."
        ),
        trick_facts.NothingProven: N_("{piece} proves no revoke, so there is nothing to answer."),
        trick_facts.CannotCallCivil: N_(
            "{player} cannot call “Pam be civil”: only the player who leads the ace of trumps can, "
            "in games with that rule."
        ),
        TrickFact.NO_CONTRACT: N_(
            "There is no contract in this game. Enter how many tricks each player took."
        ),
        trick_facts.NotPlayedTo: N_("{player} has not played to trick {trick} yet."),
        trick_facts.RevokeRecorded: N_("{player}’s revoke is already entered."),
        trick_facts.NotInPlay: N_("{player} is not in, so does not play."),
        trick_facts.DoesNotLead: N_("{player} does not lead, so {piece} needs no suit."),
        trick_facts.TrumpAnnounced: N_("{piece} is a trump: {player} can lead it only as {trump}."),
        trick_facts.NotOfSuit: N_("{piece} cannot be led as {announced!r}, only as {suits}."),
        trick_facts.SeenAlready: N_("{piece} has already been seen in this deal."),
        trick_facts.InDealersHand: If(
            "was_dealt",
            N_("{player} cannot have {piece}: it is the turn-up, and was dealt to {dealer}."),
            N_("{player} cannot have {piece}: {dealer} took it as the turn-up."),
        ),
        trick_facts.LastIsTurnUp: If(
            "was_dealt",
            N_(
                "{player} exchanged no cards and has not played the turn-up, so their last card must "
                "be {turn_up}."
            ),
            By(
                "kind",
                {
                    "tile": N_(
                        "{player} took the turn-up and has not played it, so their last tile must be {turn_up}."
                    ),
                    "card": N_(
                        "{player} took the turn-up and has not played it, so their last card must be {turn_up}."
                    ),
                },
            ),
        ),
    }
)


@words(trick_facts.WrongTrickCount)
def wrong_trick_count(fact: trick_facts.WrongTrickCount) -> str:
    entered = ", ".join(f"{player} {number}" for player, number in fact.entered)
    return _(
        "The tricks must add up to {n}. Entered: {entered}.",
        n=fact.trick_count,
        entered=entered or _("nobody"),
    )
