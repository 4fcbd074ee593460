"""What a deal of the Loo family is worth, and what it comes to (rulebook 1 to 5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.rules.deal import Phase, Settlement
from companion.rules.declaring import LEAVES_SHARES
from companion.rules.flush import is_flush
from companion.rules.ledger import POOL, Line, Outcome, penalty, settle_pool, sums

if TYPE_CHECKING:
    from companion.rules.loo import LooDeal

_UP_TO = {1: "1", 2: "1, 2", 3: "1, 2, 3"}


def terms(deal: LooDeal) -> str:
    """Return what a trick is worth and what it costs to take none, for the table screen.

    While players declare in a game without a limit, also what the next pool would be.
    """
    race, pool = deal.loo.race, deal.pool
    if race or pool is None:
        return race.terms if race else ""
    chips, _ = penalty(deal.setup.rules, pool)
    found = f"{pool // deal.loo.tricks} a trick · looed pays {chips}"
    if deal.phase is Phase.DECLARING and deal.setup.rules.loo == "pool":
        most = min(3, len(deal.setup.players) - 1)
        pools = ", ".join(str(_next_pool(deal, pool, looed)) for looed in range(1, most + 1))
        found += f" · next pool with {_UP_TO[most]} looed: {pools}"
    return found


def _next_pool(deal: LooDeal, pool: int, looed: int) -> int:
    """Return what the next pool will be if so many are looed, its stakes included."""
    odd = pool % deal.loo.tricks if deal.setup.rules.remainder == "carry" else 0
    carried = odd + looed * penalty(deal.setup.rules, pool)[0]
    following = replace(deal.setup, carried=carried, single=False, looed_before=True)
    return carried + sum(line.amount for line in deal.loo.stakes(following))


def settlement(deal: LooDeal) -> Settlement:
    """Return what a decided deal comes to."""
    outcome = _outcome(deal)
    pool, play, showing = deal.pool, deal.play, deal.showing
    lines: tuple[Line, ...] = ()
    if pool is not None and showing:
        lines = showing.settle(pool, deal.setup.rules, outcome.for_the_pool)
    elif pool is not None:
        lines = settle_pool(outcome, pool, deal.setup.rules)
    takers = showing.winners() if showing else tuple(outcome.scoring_tricks())
    return Settlement(
        tricks=outcome.tricks,
        looed=showing.payers(outcome.for_the_pool) if showing else outcome.looed(),
        lines=lines,
        points=deal.loo.race.score_deal(outcome) if deal.loo.race else (),
        points_in_order=bool(deal.fell),
        pool=pool,
        carried=None if pool is None else pool + sums(lines).get(POOL, 0),
        divided=outcome.divided,
        unchecked=play.unchecked() if play else 0,
        left_in=outcome.for_the_pool in takers,
        notes=tuple(_notes(deal)),
    )


def _outcome(deal: LooDeal) -> Outcome:
    declaring, play = deal.declaring, deal.play
    return Outcome(
        players=deal.players,
        tricks=play.taken() if play else dict.fromkeys(deal.players, 0),
        of=deal.loo.tricks,
        fell=deal.fell,
        sole=deal.sole,
        sole_by=(declaring.without_dealer if declaring else None) or "sole-player",
        for_the_pool=declaring.for_the_pool if declaring else None,
        offenders=play.offenders() if play else (),
        revoke=deal.setup.rules.revoke,
    )


def _notes(deal: LooDeal) -> Iterable[str]:
    """Yield what came out card by card and had to be shown: it is noted, and no revoke."""
    flushes, play = deal.loo.flushes, deal.play
    if not (play and flushes and flushes.must_show):
        return
    for player, plays in play.found.items():
        hand = frozenset(piece for _, piece in plays)
        if is_flush(hand, play.order, deal.loo.tricks):
            yield f"{player} held a flush and did not show it. It is noted and costs nothing."


def came_out(deal: LooDeal, player: str, settlement: Settlement) -> str:
    """Return in a word or two how a player came out of the deal."""
    moved = {line.rule for line in settlement.lines if line.source == player}
    moved |= {points.rule for points in settlement.points if points.player == player}
    if "revoke" in moved:
        return "revoked"
    if player in deal.shown:
        return "a flush"
    if player in settlement.looed:
        word = deal.loo.race.looed_word if deal.loo.race else "looed"
        return f"{word} by the flush" if deal.shown else f"no trick, {word}"
    if player not in settlement.tricks and player != deal.sole:
        return "out" if _choice(deal, player) else "not asked"
    if deal.sole or deal.shown:
        return ""
    number = settlement.tricks[player]
    return f"{number} {'trick' if number == 1 else 'tricks'}"


def idle(deal: LooDeal, player: str, settlement: Settlement) -> tuple[str, str]:
    """Return why a player neither wins nor pays: a sentence, and the id of its rule."""
    said = _choice(deal, player)
    if said == "drop":
        return f"{player} dropped, and neither wins nor pays.", "declaring"
    if said is None and not deal.shown:
        return f"{player} was not asked, and neither wins nor pays.", "declaring"
    if settlement.pool is None:
        return f"{player} neither wins nor loses.", "score"
    if said in LEAVES_SHARES:
        return f"{player} plays for the pool: the shares stay there, and no loo is paid.", said
    if settlement.divided:
        return "The tricks do not count, and there is nothing to share out.", "revoke"
    return f"{player} shows a flush or Pam too, and is spared.", "flush"


def _choice(deal: LooDeal, player: str) -> str | None:
    """Return what a player declared, or None if he was not asked."""
    return next((said.choice for said in deal.declarations if said.player == player), None)
