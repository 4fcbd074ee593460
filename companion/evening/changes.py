"""What a correction changes in an evening."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.evening.effective import EffectiveEntry
from companion.evening.game_session import DealDone, GameSession
from companion.evening.history import DealId, Evening
from companion.evening.state import State
from companion.rules.game import Game
from companion.rules.ledger import POOL, sums
from companion.rules.scores import LooTerm


class Outcome(Struct, frozen=True):
    """The outcome of a settled deal, or the position of an open one."""

    is_settled: bool
    dealer: str
    pool: int | None
    """P, the pool after the stakes; None in a game for scores."""
    carried: int | None
    """Chips left in the pool; None in a game for scores and in an open deal."""
    looed: tuple[str, ...]
    looed_as: LooTerm
    """The game's word for `looed`."""
    figures: Mapping[str, int]
    """Each player's result: chips with stakes, or points."""


class DealChange(Struct, frozen=True):
    """A deal that a correction changes."""

    game: Game
    number: int
    """Number of the deal in its game, from 1."""
    before: Outcome | None
    """The deal before the correction; None if it did not exist."""
    after: Outcome | None

    @property
    def players(self) -> tuple[str, ...]:
        """The players whose outcome changes, in table order."""
        one, two = _figures(self.before), _figures(self.after)
        return tuple(
            name
            for name in dict.fromkeys((*one, *two))
            if one.get(name) != two.get(name)
            or _is_looed(self.before, name) != _is_looed(self.after, name)
        )


class Standings(Struct, frozen=True):
    """Balances in chips, or scores of one game, before and after."""

    game: Game | None
    """The game, for scores; None for chips."""
    figures: Mapping[str, tuple[int | None, int | None]]


class Changes(Struct, frozen=True):
    """All differences between two versions of an evening."""

    deals: tuple[DealChange, ...]
    standings: tuple[Standings, ...]
    """The standings that change, with all players."""
    pool: tuple[int, int]
    """Chips in the pool now."""
    dealer: tuple[str, str]
    """The dealer of the open or next deal, or ""."""
    winner: tuple[str, str]
    """The winner of the current game, or ""."""
    several: bool
    """Whether the evening has several games, before or after."""
    lapsed: tuple[EffectiveEntry, ...]
    """The plays whose answers lapse because their proofs are gone."""

    @property
    def is_none(self) -> bool:
        """Whether no figure changes."""
        pairs = (self.pool, self.dealer, self.winner)
        return not self.deals and not self.standings and all(one == two for one, two in pairs)


def compare(one: Evening, two: Evening) -> Changes:
    """Return the changes from one evening to the other."""
    before, after = one.state, two.state
    # Count an open settlement, as the table page does.
    counted = before.booked(), after.booked()
    lapsed_before = {entry.number for entry in one.entries if entry.lapsed}
    return Changes(
        deals=tuple(_deals(one, two)),
        standings=tuple(_standings(*counted)),
        pool=(_pool(counted[0]), _pool(counted[1])),
        dealer=(_dealer(before), _dealer(after)),
        winner=(_winner(counted[0]), _winner(counted[1])),
        several=max(len(before.sessions), len(after.sessions)) > 1,
        lapsed=tuple(
            entry for entry in two.entries if entry.lapsed and entry.number not in lapsed_before
        ),
    )


def _deals(before: Evening, after: Evening) -> Iterable[DealChange]:
    one, two = _by_name(before), _by_name(after)
    deals = {name: deal for name, (deal, _) in (*one.items(), *two.items())}
    for name, (place, number) in sorted(deals.items(), key=lambda named: named[1]):
        was, now = (found[name][1] if name in found else None for found in (one, two))
        if was != now:
            session = (after if now else before).state.sessions[place]
            yield DealChange(game=session.game, number=number, before=was, after=now)


def _by_name(evening: Evening) -> dict[int | DealId, tuple[DealId, Outcome]]:
    """Return the outcome of each deal, by a name that an insertion of other deals does not change.

    An inserted deal has the number of its entry; any other is counted without them.
    """
    inserted = {deal: number for number, deal in evening.inserted_deals().items()}
    named: dict[int | DealId, tuple[DealId, Outcome]] = {}
    for deal, outcome in _outcomes(evening.state).items():
        place, number = deal
        earlier = sum(other[0] == place and other < deal for other in inserted)
        named[inserted.get(deal, (place, number - earlier))] = deal, outcome
    return named


def _outcomes(state: State) -> dict[DealId, Outcome]:
    """Return the outcome of each deal, with an open settlement, by game (from 0) and number."""
    outcomes = {}
    for place, (session, counted) in enumerate(
        zip(state.sessions, state.booked().sessions, strict=True)
    ):
        for done in counted.deals:
            outcomes[place, done.number] = _outcome(counted, done, done.number < session.number)
        deal = session.deal
        if deal and deal.begun and (place, session.number) not in outcomes:
            outcomes[place, session.number] = Outcome(
                is_settled=False,
                dealer=deal.setup.dealer,
                pool=deal.pool,
                carried=None,
                looed=(),
                looed_as="looed",
                figures=_brought(deal.setup.players, sums(session.open_lines())),
            )
    return outcomes


def _outcome(session: GameSession, done: DealDone, is_settled: bool) -> Outcome:
    players = done.deal.setup.players
    return Outcome(
        is_settled=is_settled,
        dealer=done.deal.setup.dealer,
        pool=done.settlement.pool,
        carried=done.settlement.carried,
        looed=tuple(sorted(done.settlement.looed)),
        looed_as=done.settlement.looed_as,
        figures=_brought(players, done.points() if session.race else done.chips()),
    )


def _brought(players: Iterable[str], accounts: Mapping[str, int]) -> dict[str, int]:
    return {name: accounts.get(name, 0) for name in players}


def _figures(outcome: Outcome | None) -> Mapping[str, int]:
    return outcome.figures if outcome else {}


def _is_looed(outcome: Outcome | None, player: str) -> bool:
    return outcome is not None and player in outcome.looed


def _standings(before: State, after: State) -> Iterable[Standings]:
    if before.balances() != after.balances():
        yield _side_by_side(None, before.balances(), after.balances())
    for place in range(max(len(before.sessions), len(after.sessions))):
        was, now = _scored(before, place), _scored(after, place)
        one, two = (dict(session.scores) if session else {} for session in (was, now))
        session = now or was
        if session and one != two:
            yield _side_by_side(session.game, one, two)


def _scored(state: State, place: int) -> GameSession | None:
    """Return the game at this place if it is for scores, else None."""
    session = state.sessions[place] if place < len(state.sessions) else None
    return session if session and session.race else None


def _side_by_side(game: Game | None, one: Mapping[str, int], two: Mapping[str, int]) -> Standings:
    everybody = dict.fromkeys((*one, *two))
    return Standings(game, {name: (one.get(name), two.get(name)) for name in everybody})


def _pool(state: State) -> int:
    """Return the chips on the table, including those of an open deal."""
    session = state.session
    if session is None or session.ended:
        return state.pool
    return state.pool + session.accounts()[POOL]


def _dealer(state: State) -> str:
    session = state.session
    return session.deal.setup.dealer if session and session.deal else ""


def _winner(state: State) -> str:
    return (state.session.winner or "") if state.session else ""
