"""The figures of a settlement in words: who won or paid what, and by which rule."""

from collections.abc import Iterable

from msgspec import Struct

from companion.evening.game_session import GameSession
from companion.rules.deal import Deal
from companion.rules.facts import Settlement
from companion.tables.confirmation import SecondLook
from companion.web.views import view
from companion.wording import say, screens
from companion.wording.numbers import signed
from companion.wording.tables import claim


class Why(Struct, frozen=True):
    """One figure of the settlement, with its reasons."""

    name: str
    note: str
    figure: str
    reasons: tuple[tuple[str, str], ...]
    """Sentences with the id of the rule each rests on."""


def whys(session: GameSession, deal: Deal, settlement: Settlement) -> Iterable[Why]:
    """Yield each player's figure in the settlement with its reasons, then the next pool."""
    shown = view(deal)
    for standing in shown.standing():
        name = standing.player
        note = shown.came_out(name, settlement)
        if settlement.pool is None:
            points = [entry for entry in settlement.points if entry.player == name]
            total = sum(entry.points for entry in points)
            reasons = dict.fromkeys((say(entry.fact), entry.rule) for entry in points)
        else:
            lines = [line for line in settlement.lines if name in (line.source, line.target)]
            total = sum(-ln.amount if ln.source == name else ln.amount for ln in lines)
            reasons = dict.fromkeys((say(line.fact), line.rule) for line in lines)
        if not reasons:
            reasons = dict.fromkeys([shown.idle(name, settlement)])
        yield Why(name, note, signed(total), tuple(reasons))
    if settlement.carried is not None and (settlement.pool or settlement.carried):
        yield Why(
            screens.stays_in_pool(),
            "",
            str(settlement.carried),
            ((screens.pool_sum(settlement), session.game.pool_rule),),
        )


def claims(look: SecondLook, shown: Iterable[Why]) -> list[str]:
    """Return what a second look is to confirm, in sentences."""
    notes = {one.name: one.note for one in shown}
    return [claim(one, notes.get(one.player, "")) for one in look.claims]
