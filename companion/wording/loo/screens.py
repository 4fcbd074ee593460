"""What the table's screens say of a deal of the Loo family, beside its question."""

from companion.rules.loo.loo_facts import SpareHand
from companion.rules.scores import LooTerm
from companion.wording.languages import _, _n
from companion.wording.ledger import looed_word


def no_trump_yet() -> str:
    """Return what stands in the trump's place before the turn-up."""
    return _("No trump yet")


def chips_a_trick(trick: int, loo: int) -> str:
    """Return what a trick is worth, and what it costs to take none, in chips."""
    return _("{trick} a trick · looed pays {loo}", trick=trick, loo=loo)


def tricks_a_loo(tricks: float) -> str:
    """Return how many tricks win what a loo costs."""
    if tricks == int(tricks):
        return _n("a loo costs what {n} trick wins", "a loo costs what {n} tricks win", int(tricks))
    return _("a loo costs what {n} tricks win", n=f"{tricks:.1f}")


def three_loos(deals: int, term: LooTerm) -> str:
    """Return that a pool without a limit keeps growing, and how a table can agree on one."""
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


def played_for(pool: int, trick: int) -> str:
    """Return for how many chips a deal was played, and what a trick was worth."""
    return _("This deal: a pool of {pool}, {trick} a trick", pool=pool, trick=trick)


def whole_pool(pool: int, bourre: int) -> str:
    """Return what the most tricks win, and what it costs to take none, in chips."""
    return _("Most tricks win {pool} · bourré pays {bourre}", pool=pool, bourre=bourre)


def played_for_all(pool: int) -> str:
    """Return for how many chips a deal was played that one player takes."""
    return _("This deal: a pool of {pool}", pool=pool)


def next_pools(pools: list[int], with_stakes: bool) -> str:
    """Return what the next pool would hold if one, two, … are looed."""
    values = {
        "looed": ", ".join(str(number) for number in range(1, len(pools) + 1)),
        "pools": ", ".join(map(str, pools)),
    }
    if with_stakes:
        return _("next pool with {looed} looed: {pools}, stakes included", **values)
    return _("next pool with {looed} looed: {pools}", **values)


def flush_shown() -> str:
    """Return what the way to the page is called on which a flush is shown."""
    return _("Someone shows a flush")


def who_shows(cards: int) -> str:
    """Return what that page asks."""
    return _("Who shows a flush, and which {n} cards?", n=cards)


def show_it() -> str:
    """Return what its button says."""
    return _("Show this flush")


def settle_reason() -> str:
    """Return why a deal can be settled before it is played out."""
    return _("A revoke is recorded")


def declared_word(choice: str, spare_hand: SpareHand) -> str:
    """Return how a row names what its player has declared."""
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
    """Return how a choice beside playing one's own hand is named, where a whole deal is told."""
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


def outcome_flush() -> str:
    """Return how somebody came out of a deal who has shown a flush."""
    return _("a flush")


def outcome_pam() -> str:
    """Return how somebody came out of a deal who has shown Pam alone."""
    return _("Pam")


def outcome_looed(term: LooTerm, by_flush: bool) -> str:
    """Return how somebody came out of a deal who is looed."""
    word = looed_word(term)
    return _("{looed} by the flush", looed=word) if by_flush else _("no trick, {looed}", looed=word)


def outcome_general(made: bool) -> str:
    """Return how somebody came out of a deal who declared General Rams."""
    return _("all the tricks") if made else _("General Rams failed")


def outcome_out(was_asked: bool) -> str:
    """Return how somebody came out of a deal who was not in."""
    return _("out") if was_asked else _("not asked")


def dropped(player: str, put_in: str, for_points: bool) -> str:
    """Return why somebody pays only what they put in, or nothing: they dropped."""
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
    """Return why somebody neither wins nor pays: they were not asked."""
    if for_points:
        return _("{player} was not asked, so scores nothing.", player=player)
    return _("{player} was not asked, so neither wins nor pays.", player=player)


def no_points(player: str) -> str:
    """Return that a deal brings somebody no points."""
    return _("{player} scores nothing.", player=player)


def for_the_pool(player: str) -> str:
    """Return why somebody neither wins nor pays: his shares stay in the pool."""
    return _(
        "{player} plays for the pool, so the winnings stay there and no loo is paid.", player=player
    )


def nothing_to_share() -> str:
    """Return why nobody wins after a revoke that divides nothing."""
    return _("The tricks do not count, and there is nothing to divide.")


def empty_pool() -> str:
    """Return why nobody wins or pays: the pool held nothing."""
    return _("The pool was empty, so there was nothing to win or pay.")


def tie_stays() -> str:
    """Return why nobody wins: the most tricks were tied."""
    return _("There was a tie for the most tricks, so the pool stays for the next deal.")


def fewer_tricks(player: str) -> str:
    """Return why somebody neither wins nor pays: another took more tricks."""
    return _("{player} took a trick, but not the most.", player=player)


def only_revoked(player: str) -> str:
    """Return why somebody without a trick pays nothing: all tricks were won by a revoke."""
    return _(
        "All the tricks went to a player who revoked, so {player} pays nothing.", player=player
    )


def spared(player: str) -> str:
    """Return why somebody neither wins nor pays: he shows a flush or Pam too."""
    return _("{player} showed a flush or Pam too, so pays nothing.", player=player)
