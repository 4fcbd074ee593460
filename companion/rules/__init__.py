"""The rules engine. No Flask, no SQLite, no clock, no randomness, no files.

It imports pieces and nothing else of the companion. What it is told is all it knows.
A game is one file and one line in `GAMES`; no game imports another.

Rules are cited by their ids, which the rules pages have as anchors. Accounts are cited by number:
[002] is Domino Loo as told by Joe Celko and revised by John McLeod after "Berkeley", Dominoes and
Solitaire (London 1899), with Domino Rounce beside it.
"""

from collections.abc import Mapping

from companion.rules.domino_loo import DOMINO_LOO
from companion.rules.domino_rounce import DOMINO_ROUNCE
from companion.rules.game import Game

GAMES: Mapping[str, Game] = {game.id: game for game in (DOMINO_LOO, DOMINO_ROUNCE)}
"""Every game the companion knows, by id, in the order people are offered them."""

__all__ = ["GAMES", "Game"]
