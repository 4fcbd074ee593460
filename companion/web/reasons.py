"""The figures of a settlement in words: who won or paid what, and by which rule."""

from collections.abc import Iterable

from msgspec import Struct

from companion.evening.sitting import Sitting
from companion.rules.deal import Deal, Revoke, Settlement, Standing
from companion.rules.ledger import POOL
from companion.rules.scores import signed


class Why(Struct, frozen=True):
    """One figure of the settlement, with its reasons."""

    name: str
    note: str
    figure: str
    reasons: tuple[tuple[str, str], ...]
    """Sentences with the id of the rule each rests on."""


def _note(deal: Deal, standing: Standing, settlement: Settlement, looed_word: str) -> str:
    """Return in a word or two how a player came out of the deal."""
    name = standing.player
    moved = {line.rule for line in settlement.lines if line.source == name}
    moved |= {points.rule for points in settlement.points if points.player == name}
    if "revoke" in moved:
        return "revoked"
    if name in deal.shown:
        return "a flush"
    if name in settlement.looed:
        return f"{looed_word} by the flush" if deal.shown else f"no trick, {looed_word}"
    if name not in settlement.tricks and name != deal.sole:
        return "out" if standing.state else "not asked"
    if deal.sole or deal.shown:
        return ""
    number = settlement.tricks[name]
    return f"{number} {'trick' if number == 1 else 'tricks'}"


def whys(sitting: Sitting, deal: Deal, settlement: Settlement) -> Iterable[Why]:
    """Yield each player's figure in the settlement with its reasons, then the next pool."""
    for standing in deal.standing():
        name = standing.player
        note = _note(deal, standing, settlement, sitting.looed_word)
        if settlement.pool is None:
            points = [entry for entry in settlement.points if entry.player == name]
            total = sum(entry.points for entry in points)
            reasons = dict.fromkeys((entry.why, entry.rule) for entry in points)
        else:
            lines = [line for line in settlement.lines if name in (line.source, line.target)]
            total = sum(-ln.amount if ln.source == name else ln.amount for ln in lines)
            reasons = dict.fromkeys((line.why, line.rule) for line in lines)
        if not reasons:
            reasons = dict.fromkeys([_nothing(name, deal, settlement)])
        yield Why(name, note, signed(total), tuple(reasons))
    if settlement.pool is not None and settlement.carried is not None:
        paid = sum(line.amount for line in settlement.lines if line.source == POOL)
        added = sum(line.amount for line in settlement.lines if line.target == POOL)
        text = f"{settlement.pool} in the pool − {paid} paid out + {added} paid in"
        yield Why(
            "Stays in the pool",
            "",
            str(settlement.carried),
            ((f"{text} = {settlement.carried}.", "share"),),
        )


def _nothing(name: str, deal: Deal, settlement: Settlement) -> tuple[str, str]:
    """Return why somebody neither wins nor pays."""
    said = {declaration.player: declaration.choice for declaration in deal.declarations}.get(name)
    if said == "drop":
        return f"{name} dropped, and neither wins nor pays.", "declaring"
    if said is None and not deal.shown:
        return f"{name} was not asked, and neither wins nor pays.", "declaring"
    if settlement.pool is None:
        return f"{name} neither wins nor loses.", "score"
    if settlement.divided and said not in ("for-the-pool", "defend"):
        return "The tricks do not count, and there is nothing to share out.", "revoke"
    if said in ("for-the-pool", "defend"):
        sentence = f"{name} plays for the pool: the shares stay there, and no loo is paid."
        return sentence, said
    return f"{name} shows a flush or Pam too, and is spared.", "flush"


def revoke_sentence(revoke: Revoke) -> str:
    """Return a revoke on the record in words."""
    end = "The table let it stand." if revoke.stands == "let-stand" else "It is recorded."
    if revoke.proof is None:
        where = f" in trick {revoke.trick}" if revoke.trick else ""
        return f"{revoke.player} was seen to revoke{where}. {end}"
    return f"{revoke.proof.sentence} {end}"
