"""What a game leaves open that is to end, and the ways in which an evening can be closed."""

from collections.abc import Iterator

from msgspec import Struct

from companion.evening import Evening, State
from companion.evening.capacity import closable
from companion.evening.entries import EveningClosed
from companion.rules.facts import Phase
from companion.rules.ledger import POOL
from companion.wording.evening import results
from companion.wording.games import game_title, play_on
from companion.wording.languages import _, _n
from companion.wording.numbers import joined, signed


class Way(Struct, frozen=True):
    """One way to close."""

    entry: EveningClosed
    button: str
    comes_to: str
    """What everybody then has; "" if there is no choice."""


class Closing(Struct, frozen=True):
    """What stands on the page that closes an evening."""

    open: tuple[str, ...]
    """What is still open, in sentences."""
    dealing: bool
    """Whether a deal has to end before."""
    settles: bool
    """Whether that deal is decided, and has only to be settled."""
    ways: tuple[Way, ...]
    """The fair one first."""


def closing(evening: Evening) -> Closing:
    """Return what is still open in an evening, and how it can be closed."""
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
    return Closing(
        tuple(found),
        dealing=not state.between_deals,
        settles=_settles(state),
        ways=tuple(_way(state, one, is_choice=len(entries) > 1) for one in entries),
    )


def left_open(state: State, closing: bool = False) -> Iterator[str]:
    """Yield what the game under way leaves open if it ends now, in sentences.

    A settlement that is on the table counts as booked. `closing` says that the evening closes with it,
    and what becomes of the chips that would wait is asked then.
    """
    if not state.between_deals:
        yield results.deal_open(state.next_deal[1], _settles(state))
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


def _settles(state: State) -> bool:
    """Return whether a deal is decided, and has only to be settled."""
    deal = state.session.deal if state.session else None
    return deal is not None and deal.phase is Phase.SETTLING


def _way(state: State, entry: EveningClosed, is_choice: bool) -> Way:
    chips = state.enter(entry).balances().items() if is_choice else ()
    comes_to = results.standings([(name, signed(amount)) for name, amount in chips])
    return Way(entry, results.close_button(entry), comes_to)
