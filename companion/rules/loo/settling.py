"""Outcome and settlement of a deal of the Loo family (docs/rules.md 1 to 5)."""

from collections.abc import Iterable

from companion.facts import AnyFact, Fact
from companion.ids import Rule
from companion.rules.facts import Settlement, Setup
from companion.rules.ledger import POOL, Line, Outcome, sums
from companion.rules.loo.declaring import Declaring
from companion.rules.loo.flush import Showing, is_flush
from companion.rules.loo.variant import LooVariant
from companion.rules.tricks.play import TrickPlay


class FlushKeptBack(Fact, frozen=True):
    player: str


class NoNextStake(Fact, frozen=True):
    players: tuple[str, ...]


def outcome(
    loo: LooVariant,
    setup: Setup,
    players: tuple[str, ...],
    sole: str | None,
    declaring: Declaring | None,
    play: TrickPlay | None,
) -> Outcome:
    """Return the outcome of the tricks.

    `players` are those in; `sole` is the player who takes everything without play, if any.
    """
    return Outcome(
        players=players,
        tricks=play.taken() if play else dict.fromkeys(players, 0),
        trick_count=loo.tricks,
        trick_winners=play.trick_winners if play else (),
        sole=sole,
        sole_by=(declaring.without_dealer if declaring else None) or Rule.SOLE_PLAYER,
        for_the_pool=declaring.for_the_pool if declaring else None,
        general=declaring.general if declaring else None,
        quotas=loo.prize.quotas(declaring) if declaring else {},
        dealer=setup.dealer,
        turn_up_taken=declaring is not None and declaring.turn_up_taker is not None,
        partners=declaring.partners if declaring else {},
        offenders=play.offenders() if play else (),
        revoke=setup.rules.revoke,
    )


def settle(
    loo: LooVariant,
    setup: Setup,
    pool: int | None,
    outcome: Outcome,
    play: TrickPlay | None,
    showing: Showing | None,
) -> Settlement:
    """Return the settlement, by flushes if any were shown, else by tricks.

    `pool` is None in a game for points.
    """
    lines: tuple[Line, ...] = ()
    if pool is not None and showing:
        lines = showing.settle(pool, setup.rules, outcome.for_the_pool)
    elif pool is not None:
        lines = loo.prize.settle(outcome, pool, setup.rules)
    exempt = loo.stakes.exempt(outcome, lines, setup.rules)
    takers = showing.winners() if showing else tuple(outcome.scoring_tricks())
    # A pool that nobody took from is of nothing but stakes only if it was so before.
    of_stakes = setup.only_remainder and not setup.penalized
    kept = not of_stakes and not any(line.source == POOL for line in lines)
    return Settlement(
        tricks=outcome.tricks,
        looed=showing.payers(outcome.for_the_pool) if showing else outcome.looed(),
        lines=lines,
        points=loo.race.score_deal(outcome, setup.scores) if loo.race else (),
        points_in_order=bool(outcome.trick_winners),
        pool=pool,
        carried=None if pool is None else pool + sums(lines).get(POOL, 0),
        divided=outcome.divided,
        unchecked=play.unchecked() if play else 0,
        left_in=outcome.for_the_pool in takers or kept,
        looed_as=loo.race.term if loo.race else loo.prize.term,
        exempt=exempt,
        notes=tuple(_notes(loo, play, exempt)),
    )


def _notes(loo: LooVariant, play: TrickPlay | None, exempt: tuple[str, ...]) -> Iterable[AnyFact]:
    """Yield notes on exempt players and on flushes that were not shown."""
    if exempt:
        yield NoNextStake(exempt)
    if not (play and loo.flushes and loo.flushes.must_show):
        return
    for player, plays in play.plays_by_player.items():
        hand = frozenset(piece for _, piece in plays)
        if is_flush(hand, play.order, loo.tricks):
            yield FlushKeptBack(player)
