"""Entries that may be mistakes if a revoke is proven."""

from companion.errors import Proof
from companion.evening import Evening
from companion.evening.effective import EffectiveEntry
from companion.evening.entries import Amended
from companion.rules.actions import Played
from companion.tables import policy
from companion.web.views.screen import Screen
from companion.wording.evening.entries import words_in_trick


def suspects(shown: Screen, proofs: tuple[Proof, ...]) -> dict[int, str]:
    """Return the words of entries that may be mistakes, by their numbers.

    These are the plays that are proven unlawful, and the leads of their tricks: a wrongly announced
    suit makes a lawful play a revoke.
    """
    found: dict[int, str] = {}
    play = shown.view.play if shown.view else None
    if shown.session is None or play is None:
        return found
    for proof in proofs:
        leader = play.tricks[proof.trick - 1].leader
        for player in dict.fromkeys((proof.player, leader)):
            made = _play_to(shown.evening, player, proof.trick)
            if made and policy.can_enter(shown.table, shown.evening, Amended(made.number)):
                found[made.number] = words_in_trick(made.entry, shown.session.game, proof.trick)
    return found


def _play_to(evening: Evening, player: str, trick: int) -> EffectiveEntry | None:
    """Return the entry of a player's play to a trick of the open deal."""
    entries = evening.current_entries
    plays = [one for one in entries if isinstance(one.entry, Played) and one.entry.player == player]
    return plays[trick - 1] if trick <= len(plays) else None
