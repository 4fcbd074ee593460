"""What is still open when an evening is to be closed, and the ways in which it can be."""

from msgspec import Struct

from companion.evening import State
from companion.evening.entries import EveningClosed
from companion.rules.facts import Phase
from companion.rules.ledger import POOL
from companion.wording.evening import results
from companion.wording.games import play_on
from companion.wording.numbers import signed


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


def closing(state: State) -> Closing:
    """Return what is still open in an evening, and how it can be closed."""
    session = state.session
    found: list[str] = []
    settles = bool(session and session.deal and session.deal.phase is Phase.SETTLING)
    if session is not None and not session.ended:
        if not session.between_deals:
            found.append(results.deal_open(session.number, settles))
        pool = 0 if session.race else session.accounts()[POOL]
        if pool and session.between_deals:
            found.append(results.pool_open(pool, divided=session.rules.ending == "divide"))
            found.append(play_on(session.game))
        here = set(session.seated())
        dealt = {name: n for name, n in session.deals_dealt().items() if name in here}
        behind = [name for name, n in dealt.items() if n < max(dealt.values())]
        if behind:
            found.append(results.round_open(behind))
    entries = [one for one in state.options() if isinstance(one, EveningClosed)]
    if state.pool:
        found.append(results.chips_wait(state.pool))
    return Closing(
        tuple(found),
        dealing=not state.between_deals,
        settles=settles,
        ways=tuple(_way(state, one, is_choice=len(entries) > 1) for one in entries),
    )


def _way(state: State, entry: EveningClosed, is_choice: bool) -> Way:
    chips = state.enter(entry).balances().items() if is_choice else ()
    comes_to = results.standings([(name, signed(amount)) for name, amount in chips])
    return Way(entry, results.close_button(entry), comes_to)
