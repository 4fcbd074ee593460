"""The rules engine. No Flask, no SQLite, no clock, no randomness, no files.

It imports pieces and nothing else of the companion. What it is told is all it knows.
A game is one file and one line in `GAMES`; no game imports another.

Rules are cited by their ids, which the rules pages have as anchors. Accounts are cited by number:

[000] "3-Card Loo", on a page of games of the Rams group.
[001] A collection with Loo, Napoleon and Coon Can.
[002] Domino Loo as told by Joe Celko and revised by John McLeod after "Berkeley", Dominoes and
Solitaire (London 1899), with Domino Rounce beside it.
[003] "Call me ... Pam", after David Parlett.
[004] "Loo", by the makers of Denexa cards.
"""

from collections.abc import Mapping

from companion.rules.coon_can import COON_CAN
from companion.rules.domino_loo import DOMINO_LOO
from companion.rules.domino_rounce import DOMINO_ROUNCE
from companion.rules.five_card_loo import FIVE_CARD_LOO
from companion.rules.game import Game
from companion.rules.irish_loo import IRISH_LOO
from companion.rules.napoleon import NAPOLEON
from companion.rules.seven_card_napoleon import SEVEN_CARD_NAPOLEON
from companion.rules.three_card_loo import THREE_CARD_LOO

GAMES: Mapping[str, Game] = {
    game.id: game
    for game in (
        DOMINO_LOO,
        DOMINO_ROUNCE,
        THREE_CARD_LOO,
        FIVE_CARD_LOO,
        IRISH_LOO,
        NAPOLEON,
        SEVEN_CARD_NAPOLEON,
        COON_CAN,
    )
}
"""Every game the companion knows, by id, in the order people are offered them."""

__all__ = ["GAMES", "Game"]
