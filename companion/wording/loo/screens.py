"""Labels and notes for deals of the Loo family."""

from companion.rules.loo.loo_facts import SpareHand
from companion.rules.scores import LooTerm
from companion.wording.languages import _, _n
from companion.wording.ledger import looed_word


def tricks_a_loo(tricks: float) -> str:
    if tricks == int(tricks):
        return _n("a loo costs what {n} trick wins", "a loo costs what {n} tricks win", int(tricks))
    return _("a loo costs what {n} tricks win", n=f"{tricks:.1f}")


def three_loos(deals: int, term: LooTerm) -> str:
    """Return that a pool without a limit keeps growing, and how to agree on one."""
    if term == "bourre":
        return _n(
            "{n} deal in a row has ended with a bourré, and it has no limit. You can agree on one "
            "now: ⋯, Another game, House rules.",
            "{n} deals in a row have ended with a bourré, and it has no limit. You can agree on one "
            "now: ⋯, Another game, House rules.",
            deals,
        )
    return _n(
        "{n} deal in a row has ended with a loo, and the pool has no limit. You can agree on one now: "
        "⋯, Another game, House rules.",
        "{n} deals in a row have ended with a loo, and the pool has no limit. You can agree on one "
        "now: ⋯, Another game, House rules.",
        deals,
    )


def next_pools(pools: list[int], with_stakes: bool) -> str:
    """Return the size of the next pool if one, two, … players are looed."""
    values = {
        "looed": ", ".join(str(number) for number in range(1, len(pools) + 1)),
        "pools": ", ".join(map(str, pools)),
    }
    if with_stakes:
        return _("next pool with {looed} looed: {pools}, stakes included", **values)
    return _("next pool with {looed} looed: {pools}", **values)


def declared_word(choice: str, spare_hand: SpareHand) -> str:
    """Return a declaration as shown in a player's row."""
    match choice:
        case "play":
            return _("in")
        case "miss":
            return _spare_word(spare_hand)
        case "drop":
            return _("out")
        case "for-the-pool":
            return _("pool")
        case "defend":
            return _("defends")
        case "general":
            return _("General")
    raise ValueError(f"{choice} is not declared in a Loo game")


def told_word(choice: str, spare_hand: SpareHand) -> str:
    """Return a declaration as shown where a whole deal is entered."""
    match choice:
        case "for-the-pool":
            return _("for the pool")
        case "defend":
            return _("defends the miss")
    return declared_word(choice, spare_hand)


def _spare_word(spare_hand: SpareHand) -> str:
    match spare_hand:
        case "miss":
            return _("miss")
        case "dummy":
            return _("dummy")
        case "widow":
            return _("widow")


def outcome_looed(term: LooTerm, by_flush: bool) -> str:
    word = looed_word(term)
    return _("{looed} by the flush", looed=word) if by_flush else _("no trick, {looed}", looed=word)


def outcome_general(made: bool) -> str:
    return _("all the tricks") if made else _("General Rams failed")


def outcome_out(was_asked: bool) -> str:
    return _("out") if was_asked else _("not asked")


def dropped(player: str, put_in: str, for_points: bool) -> str:
    """Return why a player who dropped pays at most what they put in."""
    if for_points:
        return _("{player} dropped, so scores nothing.", player=player)
    match put_in:
        case "ante":
            return _("{player} dropped and pays only the ante.", player=player)
        case "stake":
            return _("{player} dropped and pays only the stake.", player=player)
        case _nothing:
            return _("{player} dropped, so neither wins nor pays.", player=player)


def not_asked(player: str, for_points: bool) -> str:
    """Return why a player who was not asked neither wins nor pays."""
    if for_points:
        return _("{player} was not asked, so scores nothing.", player=player)
    return _("{player} was not asked, so neither wins nor pays.", player=player)
