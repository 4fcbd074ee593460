"""The play of tricks in words: refusals, questions, proofs of revokes."""

from companion.errors import Proof, RevokesProven
from companion.rules.ids import Rule
from companion.wording.languages import _
from companion.wording.saying import words


@words(Proof)
def proof(fact: Proof) -> str:
    """What was played, what proves it, and the duty."""
    values = {"player": fact.player, "piece": fact.piece, "n": fact.trick, "duty": duty(fact)}
    if fact.proof is None:
        return _("{player} played {piece} to trick {n} but held other cards. {duty}", **values)
    return _(
        "{player} played {piece} to trick {n} but held {held}. {duty}", held=fact.proof, **values
    )


@words(RevokesProven)
def revokes_proven(fact: RevokesProven) -> str:
    """All the proofs that a play brings about."""
    return " ".join(map(proof, fact.proofs))


def duty(fact: Proof) -> str:
    """Return what the broken rule obliged the player to do, as a sentence."""
    player = fact.player
    match fact.rule:
        case Rule.FOLLOW_SUIT:
            return _("{player} had to follow suit.", player=player)
        case Rule.MUST_HEAD:
            return _("{player} had to head the trick.", player=player)
        case Rule.MUST_TRUMP:
            return _("{player} had to trump.", player=player)
        case Rule.MUST_OVERTRUMP:
            return _("{player} had to overtrump.", player=player)
        case Rule.PAM_LED:
            return _("{player} had to play the highest trump to Pam.", player=player)
        case Rule.PAM_CIVIL:
            return _("{player} had to keep Pam back, which was told to be civil.", player=player)
        case Rule.LEAD_ACE:
            return _("{player} had to lead {piece}.", player=player, piece=fact.must)
        case Rule.LEAD_TRUMP if fact.trumps == 2:
            return _("{player} had two trumps and had to lead one.", player=player)
        case Rule.LEAD_TRUMP:
            return _("{player} had to lead a trump.", player=player)
        case Rule.LEAD_HIGHEST:
            return _("{player} had to lead the highest.", player=player)
        case Rule.LEAD_AFTER_WIN:
            return _("{player} had won a trick and had to lead a trump.", player=player)
    raise ValueError(f"{fact.rule} obliges nobody to play anything")
