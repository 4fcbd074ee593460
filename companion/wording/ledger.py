"""Payments and points in words."""

from companion.evening.penalties import Penalty
from companion.rules.ids import Fact, Rule
from companion.rules.ledger import (
    EndingShare,
    InnocentShare,
    Line,
    LooCause,
    Looed,
    OddChips,
    RevokePaysPool,
    TakesPool,
    TrickShare,
)
from companion.rules.loo.bourre import Ante, Bourre
from companion.rules.scores import (
    GeneralPoints,
    LooedPoints,
    LooTerm,
    Points,
    Race,
    RevokePoints,
    SolePoints,
    TrickPoints,
)
from companion.wording.languages import N_, _, _n
from companion.wording.numbers import signed
from companion.wording.saying import say, words

_TERMS: dict[LooTerm, str] = {
    "looed": N_("looed"),
    "rounced": N_("rounced"),
    "bourre": N_("bourré"),
    "rammed": N_("rammed"),
}
_LOOED = {
    (LooCause.NO_TRICK, "fixed"): N_(
        "{player} was in and took no trick. A loo always costs {chips}."
    ),
    (LooCause.NO_TRICK, "capped"): N_(
        "{player} was in and took no trick. A loo costs what was in the pool ({pool}), "
        "but at most {chips}."
    ),
    (LooCause.NO_TRICK, "pool"): N_(
        "{player} was in and took no trick. A loo costs what was in the pool: {chips}."
    ),
    (LooCause.REVOKED, "fixed"): N_("{player} revoked. A loo always costs {chips}."),
    (LooCause.REVOKED, "capped"): N_(
        "{player} revoked. A loo costs what was in the pool ({pool}), but at most {chips}."
    ),
    (LooCause.REVOKED, "pool"): N_("{player} revoked. A loo costs what was in the pool: {chips}."),
    (LooCause.REVOKE_PENALTY, "fixed"): N_(
        "{player} revoked and pays for one loo. A loo always costs {chips}."
    ),
    (LooCause.REVOKE_PENALTY, "capped"): N_(
        "{player} revoked and pays for one loo. A loo costs what was in the pool "
        "({pool}), but at most {chips}."
    ),
    (LooCause.REVOKE_PENALTY, "pool"): N_(
        "{player} revoked and pays for one loo. A loo costs what was in the pool: {chips}."
    ),
    (LooCause.FLUSH, "fixed"): N_("{player} is looed by a flush. A loo always costs {chips}."),
    (LooCause.FLUSH, "capped"): N_(
        "{player} is looed by a flush. A loo costs what was in the pool ({pool}), but at "
        "most {chips}."
    ),
    (LooCause.FLUSH, "pool"): N_(
        "{player} is looed by a flush. A loo costs what was in the pool: {chips}."
    ),
    (LooCause.TABLE_FLUSH, "fixed"): N_(
        "{player} dropped, but here a flush looes the whole table. A loo always costs {chips}."
    ),
    (LooCause.TABLE_FLUSH, "capped"): N_(
        "{player} dropped, but here a flush looes the whole table. A loo costs what was in the "
        "pool ({pool}), but at most {chips}."
    ),
    (LooCause.TABLE_FLUSH, "pool"): N_(
        "{player} dropped, but here a flush looes the whole table. A loo costs what was in the "
        "pool: {chips}."
    ),
}


def looed_word(term: LooTerm) -> str:
    """Return what a game calls a player who was in and took no trick."""
    return _(_TERMS[term])


def race_terms(race: Race) -> str:
    """Return what a deal of a game for points is worth, in a line."""
    values = {
        "goal": race.goal,
        "trick": signed(race.trick),
        "looed": looed_word(race.term),
        "points": signed(race.looed),
    }
    if race.trick > 0:
        return _("First to {goal} · a trick {trick}, {looed} {points}", **values)
    return _("First to zero · a trick {trick}, {looed} {points}", **values)


# What a player's figure is the sum of


def line_part(line: Line) -> str:
    """Return what a payment is called as a part of a player's figure: "tricks"."""
    match line.reason:
        case "stake":
            return _("ante") if isinstance(line.fact, Ante) else _("stake")
        case "tricks":
            return _("tricks")
        case "pool-taken" | "ending":
            return _("pool")
        case "loo":
            return _("bourré") if isinstance(line.fact, Bourre) else _("loo")
        case "revoke":
            return _("revoke")
        case "contract":
            return _("contract")
        case "purchase":
            return _("bought")
        case "pips":
            return _("pips")
        case "penalty":
            return _("penalty")


def points_part(points: Points) -> str:
    """Return what points are called as a part of a player's figure: "tricks"."""
    match points.fact:
        case TrickPoints():
            return _("tricks")
        case LooedPoints(revoked=False, term=term):
            return _(_TERMS[term])
        case LooedPoints() | RevokePoints():
            return _("revoke")
        case Penalty():
            return _("penalty")
        case GeneralPoints():
            return _("General Rams")
        case _fact:
            return _("won without play")


# Payments


@words(Looed)
def looed(fact: Looed) -> str:
    """Why a player pays a loo, and what it costs."""
    return _(
        _LOOED[fact.cause, fact.cost.by],
        player=fact.player,
        chips=fact.cost.chips,
        pool=fact.cost.pool,
    )


@words(RevokePaysPool)
def revoke_pays_pool(fact: RevokePaysPool) -> str:
    """What a revoke costs."""
    return _(
        "{player} revoked and pays what was in the pool: {pool}.",
        player=fact.player,
        pool=fact.pool,
    )


@words(TakesPool)
def takes_pool(fact: TakesPool) -> str:
    """Why a player takes it all."""
    values = {"player": fact.player, "pool": fact.pool}
    if fact.rule is Rule.ALL_DROPPED:
        return _(
            "Everyone before the dealer dropped, so the dealer takes the whole pool: {pool}.",
            **values,
        )
    if fact.rule is Rule.CLAIMER_SWEEPS:
        return _(
            "{player} took the miss and only the dealer is left, so {player} wins the "
            "pool at once: {pool}.",
            **values,
        )
    return _("{player} is the only one in and takes the whole pool: {pool}.", **values)


@words(TrickShare)
def trick_share(fact: TrickShare) -> str:
    """How the pool is shared out by tricks."""
    values = {
        "share": fact.share,
        "pool": fact.pool,
        "count": fact.trick_count,
        "over": fact.over,
    }
    if fact.over:
        return _n(
            "{n} trick × {share} ({pool} in the pool ÷ {count} tricks = {share} a trick, "
            "{over} left over).",
            "{n} tricks × {share} ({pool} in the pool ÷ {count} tricks = {share} a "
            "trick, {over} left over).",
            fact.tricks,
            **values,
        )
    return _n(
        "{n} trick × {share} ({pool} in the pool ÷ {count} tricks = {share} a trick).",
        "{n} tricks × {share} ({pool} in the pool ÷ {count} tricks = {share} a trick).",
        fact.tricks,
        **values,
    )


@words(OddChips)
def odd_chips(fact: OddChips) -> str:
    """Who gets what does not divide."""
    values = {"over": fact.over, "pool": fact.pool, "count": fact.trick_count}
    if fact.to_last:
        return _(
            "{pool} ÷ {count} leaves {over}, which goes to the winner of the last trick.", **values
        )
    return _(
        "{pool} ÷ {count} leaves {over}, given out one by one from the dealer’s left.", **values
    )


@words(InnocentShare)
def innocent_share(fact: InnocentShare) -> str:
    """How a revoke divides the pool."""
    return _(
        "After a revoke: {pool} in the pool ÷ {players} who did not revoke = {part} each.",
        pool=fact.pool,
        players=fact.players,
        part=fact.part,
    )


@words(EndingShare)
def ending_share(fact: EndingShare) -> str:
    """How the end of a game divides the pool."""
    values = {"pool": fact.pool, "players": fact.players, "part": fact.part}
    if not fact.gets_odd:
        return _("{pool} left in the pool ÷ {players} at the table = {part} each.", **values)
    return _n(
        "{pool} left in the pool ÷ {players} at the table = {part} each, plus the one left over.",
        "{pool} left in the pool ÷ {players} at the table = {part} each, plus one of the "
        "{n} left over.",
        fact.odd,
        **values,
    )


# Points


@words(SolePoints)
def sole_points(fact: SolePoints) -> str:
    """Points without play."""
    return _("Without playing: {points}.", points=signed(fact.points))


@words(TrickPoints)
def trick_points(fact: TrickPoints) -> str:
    """Points for a trick."""
    return why_points(fact, 1)


def why_points(fact: Fact, times: int) -> str:
    """Return why a player has points, who has the same so many times: "2 tricks: −2."."""
    if not isinstance(fact, TrickPoints):
        return say(fact)
    points = signed(times * fact.points)
    return _n("{n} trick: {points}.", "{n} tricks: {points}.", times, points=points)


@words(LooedPoints)
def looed_points(fact: LooedPoints) -> str:
    """Points for no trick, or for a revoke that counts as a loo."""
    values = {"player": fact.player, "looed": _(_TERMS[fact.term]), "points": signed(fact.points)}
    if fact.revoked:
        return _("{player} revoked: {looed}, {points}.", **values)
    return _("{player} was in and took no trick: {looed}, {points}.", **values)


@words(GeneralPoints)
def general_points(fact: GeneralPoints) -> str:
    """Whether General Rams is made."""
    if fact.made:
        return _("{player} took all the tricks, as declared, and wins.", player=fact.player)
    return _n(
        "General Rams: {player} took only {n} trick, so none of it counts: {points}.",
        "General Rams: {player} took only {n} tricks, so none of them counts: {points}.",
        fact.tricks,
        player=fact.player,
        points=signed(fact.points),
    )


@words(RevokePoints)
def revoke_points(fact: RevokePoints) -> str:
    """Points for a revoke."""
    return _(
        "{player} revoked: {points}. Nobody else scores.",
        player=fact.player,
        points=signed(fact.points),
    )
