"""Words for payments and points."""

from companion.evening.penalties import Penalty
from companion.facts import AnyFact
from companion.ids import Rule
from companion.rules import ledger, scores
from companion.rules.other.deal import DealPoints
from companion.wording.games import looed_word, own_part
from companion.wording.languages import N_, _, _n
from companion.wording.numbers import signed
from companion.wording.saying import By, If, Plural, messages, say, words

_CAUSES = {
    ledger.LooCause.NO_TRICK: N_("{player} was in and took no trick."),
    ledger.LooCause.REVOKED: N_("{player} revoked."),
    ledger.LooCause.REVOKE_PENALTY: N_("{player} revoked and pays for one loo."),
    ledger.LooCause.FLUSH: N_("{player} is looed by a flush."),
    ledger.LooCause.TABLE_FLUSH: N_("{player} dropped, but here a flush looes the whole table."),
}
_PARTS: dict[ledger.Reason, str] = {
    "stake": N_("stake"),
    "tricks": N_("tricks"),
    "pool-taken": N_("pool"),
    "ending": N_("pool"),
    "loo": N_("loo"),
    "revoke": N_("revoke"),
    "contract": N_("contract"),
    "purchase": N_("bought"),
    "pips": N_("pips"),
    "penalty": N_("penalty"),
    "score": N_("result"),
}
_COSTS = {
    "fixed": N_("A loo always costs {chips}."),
    "capped": N_("A loo costs what was in the pool ({pool}), but at most {chips}."),
    "pool": N_("A loo costs what was in the pool: {chips}."),
}


def race_terms(race: scores.Race) -> str:
    values = {
        "goal": race.goal,
        "trick": signed(race.trick),
        "looed": looed_word(race.term),
        "points": signed(race.looed),
    }
    if race.plays_on:
        return _(
            "To {goal}, the others play on · a trick {trick}, no trick {points} ({looed})",
            **values,
        )
    if race.trick > 0:
        return _("First to {goal} · a trick {trick}, no trick {points} ({looed})", **values)
    return _("First to zero · a trick {trick}, no trick {points} ({looed})", **values)


# Parts of a player's figure


def line_part(line: ledger.Line) -> str:
    """Return the name of a payment as part of a figure: "tricks"."""
    return own_part(line.fact) or _(_PARTS[line.reason])


def points_part(points: scores.Points) -> str:
    """Return the name of points as part of a figure: "tricks"."""
    match points.fact:
        case scores.TrickPoints():
            return _("tricks")
        case scores.LooedPoints(revoked=False, term=term):
            return looed_word(term)
        case scores.LooedPoints() | scores.RevokePoints():
            return _("revoke")
        case Penalty():
            return _("penalty")
        case scores.GeneralPoints():
            return _("General Rams")
        case DealPoints():
            return _("result")
        case _fact:
            return _("won without play")


# Payments


@words(ledger.Looed)
def looed(fact: ledger.Looed) -> str:
    cause = _(_CAUSES[fact.cause], player=fact.player)
    return f"{cause} {_(_COSTS[fact.cost.by], chips=fact.cost.chips, pool=fact.cost.pool)}"


messages(
    {
        ledger.TakesPool: By(
            "rule",
            {
                Rule.ALL_DROPPED: N_(
                    "Everyone before the dealer dropped, so the dealer takes the whole pool: {pool}."
                ),
                Rule.CLAIMER_SWEEPS: N_(
                    "{player} took the miss and only the dealer is left, so {player} wins the "
                    "pool at once: {pool}."
                ),
                Rule.SOLE_PLAYER: N_(
                    "{player} is the only one in and takes the whole pool: {pool}."
                ),
            },
        ),
        ledger.RevokePaysPool: N_("{player} revoked and pays what was in the pool: {pool}."),
        ledger.TrickShare: If(
            "over",
            Plural(
                "{n} trick × {share} ({pool} in the pool ÷ {trick_count} tricks = {share} a trick, "
                "{over} left over).",
                "{n} tricks × {share} ({pool} in the pool ÷ {trick_count} tricks = {share} a trick, "
                "{over} left over).",
                by="tricks",
            ),
            Plural(
                "{n} trick × {share} ({pool} in the pool ÷ {trick_count} tricks = {share} a trick).",
                "{n} tricks × {share} ({pool} in the pool ÷ {trick_count} tricks = {share} a trick).",
                by="tricks",
            ),
        ),
        ledger.OddChips: If(
            "to_last",
            N_("{pool} ÷ {trick_count} leaves {over}, which goes to the winner of the last trick."),
            N_("{pool} ÷ {trick_count} leaves {over}, given out one by one from eldest."),
        ),
        ledger.InnocentShare: N_(
            "After a revoke: {pool} in the pool ÷ {players} who did not revoke = {part} each."
        ),
        ledger.EndingShare: If(
            "gets_odd",
            Plural(
                "{pool} left in the pool ÷ {players} who share it = {part} each, plus the one left "
                "over.",
                "{pool} left in the pool ÷ {players} who share it = {part} each, plus one of the {n} "
                "left over.",
                by="odd",
            ),
            N_("{pool} left in the pool ÷ {players} who share it = {part} each."),
        ),
        # Points
        scores.SolePoints: N_("Without playing: {points}."),
        scores.GeneralPoints: If(
            "made",
            N_("{player} took all the tricks, as declared, and wins."),
            Plural(
                "General Rams: {player} took only {n} trick, so none of it counts: {points}.",
                "General Rams: {player} took only {n} tricks, so none of them counts: {points}.",
                by="tricks",
            ),
        ),
        scores.LooedPoints: If(
            "revoked",
            N_("{player} revoked: {term}, {points}."),
            N_("{player} was in and took no trick: {term}, {points}."),
        ),
        scores.RevokePoints: N_("{player} revoked: {points}. Nobody else scores."),
    }
)


@words(scores.TrickPoints)
def trick_points(fact: scores.TrickPoints) -> str:
    return why_points(fact, 1)


def why_points(fact: AnyFact, times: int) -> str:
    """Return the reason for the same points scored `times` times: "2 tricks: −2."."""
    if not isinstance(fact, scores.TrickPoints):
        return say(fact)
    points = signed(times * fact.points)
    return _n("{n} trick: {points}.", "{n} tricks: {points}.", times, points=points)
