"""Labels and notes for deals of the Loo family."""

from collections.abc import Mapping, Sequence

from companion.rules.loo.loo_facts import SpareHand
from companion.rules.scores import LooTerm
from companion.wording.games import looed_word
from companion.wording.languages import N_, NP_, _, _p

_SPARE_HANDS: Mapping[SpareHand, str] = {
    "miss": N_("miss"),
    "dummy": N_("dummy"),
    "widow": N_("widow"),
    "blinde": N_("Blinde"),
    "buco": N_("buco"),
}
_ASKED: Mapping[SpareHand, str] = {
    "miss": NP_("button", "miss?"),
    "dummy": NP_("button", "dummy?"),
    "widow": NP_("button", "widow?"),
    "blinde": NP_("button", "Blinde?"),
    "buco": NP_("button", "buco?"),
}
_DECLARED: Mapping[str, str] = {
    "play": NP_("player", "in"),
    "drop": NP_("player", "out"),
    "for-the-pool": NP_("player", "pool"),
    "defend": NP_("player", "defends"),
    "general": NP_("player", "General"),
}
_AS_ENTERED: Mapping[str, str] = {
    "for-the-pool": N_("for the pool"),
    "defend": N_("defends the miss"),
}
_DROPPED: Mapping[str, str] = {
    "points": N_("{player} dropped, so scores nothing."),
    "ante": N_("{player} dropped and pays only the ante."),
    "stake": N_("{player} dropped and pays only the stake."),
    "": N_("{player} dropped, so neither wins nor pays."),
}
"""Messages by the kind of payment already made, or "points" in a game for points."""
_WITH_LOOED = (N_("{pool} with one looed"), N_("{pool} with two"), N_("{pool} with three"))

_QUOTA_TERMS: Mapping[str, str] = {
    "double": N_("Two tricks win a part of {pool}. Fewer cost {loo}, and {player} 2 × {loo}."),
    "three": N_("Two tricks win a part of {pool}. Fewer cost {loo}. {player} needs three."),
}
"""What the turn-up costs the dealer who took it."""


def quota_terms(pool: int, loo: int, player: str, costs: str) -> str:
    """Return what two tricks win; `costs` is what the turn-up costs the `player` who took it."""
    if costs in _QUOTA_TERMS:
        return _(_QUOTA_TERMS[costs], pool=pool, loo=loo, player=player)
    return _("Two tricks win a part of {pool}. Fewer cost {loo}.", pool=pool, loo=loo)


def next_pools(pools: Sequence[tuple[int, int]]) -> str:
    """Return the size of the next pool if one, two or three players are looed.

    A pool is what the deal leaves and the stakes; "" if there are no pools.
    """
    sums = zip(_WITH_LOOED, map(sum, pools), strict=False)
    values = {"pools": ", ".join([_(words, pool=pool) for words, pool in sums])}
    if any(stakes for _left, stakes in pools):
        return _("Next pool, stakes included: {pools}.", **values)
    return _("Next pool: {pools}.", **values) if pools else ""


def declared_word(choice: str, spare_hand: SpareHand) -> str:
    return _(_SPARE_HANDS[spare_hand] if choice == "miss" else _DECLARED[choice])


def entered_word(choice: str, spare_hand: SpareHand) -> str:
    """Return a declaration as shown where a whole deal is entered."""
    return _(_AS_ENTERED[choice]) if choice in _AS_ENTERED else declared_word(choice, spare_hand)


def instead(choices: Sequence[str], spare_hand: SpareHand) -> str:
    """Return the button for what a player did instead of playing their own hand."""
    return _(_ASKED[spare_hand]) if choices == ["miss"] else _p("button", "more")


def outcome_looed(term: LooTerm, by_flush: bool) -> str:
    """Return that a player is looed."""
    word = looed_word(term)
    return _("{looed} by the flush", looed=word) if by_flush else word


def dropped(player: str, put_in: str, for_points: bool) -> str:
    """Return a note that a player who dropped pays nothing more than what was put in."""
    return _(_DROPPED["points" if for_points else put_in], player=player)


def not_asked(player: str, for_points: bool) -> str:
    if for_points:
        return _("{player} was not asked, so scores nothing.", player=player)
    return _("{player} was not asked, so neither wins nor pays.", player=player)
