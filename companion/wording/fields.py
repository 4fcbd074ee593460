"""Formatters for the fields of facts, by the mark on the field's type."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games import GAMES
from companion.wording.games import game_title, looed_word
from companion.wording.napoleon.contracts import contract_name, contract_title
from companion.wording.numbers import either, either_of_long, grouped, joined, signed
from companion.wording.pieces import card_count, card_names, piece_name, suit_name

SHOWN = 40
"""A sentence repeats at most this many characters of typed text."""

FORMATS: Mapping[str, Callable[[Any], object]] = {
    "piece": piece_name,
    "pieces": card_names,
    "either-piece": lambda pieces: either(map(piece_name, pieces)),
    "either-meld": lambda melds: either_of_long(map(card_names, melds)),
    "limit": grouped,
    "card-count": card_count,
    "suit": suit_name,
    "either-suit": lambda suits: either(map(suit_name, suits)),
    "contract": contract_name,
    "contract-title": contract_title,
    "game": lambda game: game_title(GAMES[game]),
    "loo-term": looed_word,
    "points": signed,
    "names": joined,
    "ids": ", ".join,
    "either-id": either,
    "typed": lambda text: text[:SHOWN],
}
