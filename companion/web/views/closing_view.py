"""What is still open if a game ends now, and the ways to close an evening."""

from collections.abc import Iterator

from companion.evening import Evening, State
from companion.evening.capacity import closable
from companion.evening.entries import EveningClosed
from companion.rules.facts import Phase
from companion.rules.ledger import POOL
from companion.wording.evening import results
from companion.wording.games import game_title, play_on
from companion.wording.languages import _, _n
from companion.wording.numbers import joined, signed


def closing(evening: Evening) -> dict[str, object]:
    """Return what is still open in an evening, and the ways to close it.

    A way is an entry, its button and, if there are several, the resulting standings.
    """
    state = closable(evening.length, evening.state)
    found = list(left_open(state, closing=True))
    entries = [one for one in state.options() if isinstance(one, EveningClosed)]
    if state.pool:
        found.append(
            _n(
                "{n} chip of an earlier game is still in the pool.",
                "{n} chips of an earlier game are still in the pool.",
                state.pool,
            )
        )
    ways = []
    for entry in entries:
        chips = state.enter(entry).balances() if len(entries) > 1 else {}
        standings = results.standings([(name, signed(chips[name])) for name in chips])
        ways.append((entry, results.close_button(entry), standings))
    return {
        "left_open": found,
        "is_dealing": not state.between_deals,
        "is_settling": _is_settling(state),
        "ways": ways,
    }


def left_open(state: State, closing: bool = False) -> Iterator[str]:
    """Yield a sentence for each thing that the current game leaves open if it ends now.

    A decided deal counts as settled. `closing` means that the evening closes too, which leaves the
    pool's chips to a question of its own.
    """
    if not state.between_deals:
        yield results.deal_open(state.next_deal[1], _is_settling(state))
    session = state.booked().session
    if session is None or session.ended or not session.between_deals:
        return
    if session.race and session.deals and session.winner is None:
        yield _(
            "Nobody has won {game} yet. If the game ends now, the scores stay as they are.",
            game=game_title(session.game),
        )
    pool = 0 if session.race else session.accounts()[POOL]
    if pool:
        divided = session.rules.ending == "divide"
        yield results.pool_open(pool, divided, None if closing else session.game)
        yield play_on(session.game)
    if session.winner is None and (behind := session.behind()):
        yield _n(
            "{players} has dealt less often than the others. It is fair to finish the round.",
            "{players} have dealt less often than the others. It is fair to finish the round.",
            len(behind),
            players=joined(behind),
        )


def _is_settling(state: State) -> bool:
    deal = state.session.deal if state.session else None
    return deal is not None and deal.phase is Phase.SETTLING
