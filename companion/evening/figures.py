"""Statistics of an evening: curves of chips, totals per player, and remarkable deals.

msgspec can encode the structs; `VERSION` changes when their meaning does. Only settled deals count,
except that `PlayerFigures.amount` includes the chips booked in an open deal.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import accumulate, groupby, pairwise

from msgspec import Struct

from companion.evening.entries import WorthSet
from companion.evening.game_session import DealDone, GameSession
from companion.evening.settling_up import Transfer
from companion.evening.state import State
from companion.rules.facts import Settlement
from companion.rules.ledger import POOL, Line, sums
from companion.rules.scores import LooedPoints

VERSION = 5


class DealMark(Struct, frozen=True):
    """A remarkable deal."""

    game: int
    """The place of its game in the evening, from 0."""
    deal: int
    """Its number in that game, from 1."""
    amount: int
    """Chips; points in a game for scores."""


class LooMark(Struct, frozen=True):
    """The most expensive loo."""

    players: tuple[str, ...]
    """Everyone who paid as much for a loo."""
    at: DealMark
    """The first deal in which someone did; `amount` is the chips paid."""


class LooFree(Struct, frozen=True, gc=False, array_like=True):
    """Deals in a row in which a player was in and not looed, so that the runs of two evenings can join."""

    first: int = 0
    """Deals before the first loo."""
    last: int = 0
    """Deals after the last loo."""
    longest: int = 0
    unbroken: bool = True
    """Whether there was no loo at all."""

    def then(self, later: "LooFree") -> "LooFree":
        """Return the runs of these deals and of later ones."""
        return LooFree(
            first=self.first + (later.first if self.unbroken else 0),
            last=later.last + (self.last if later.unbroken else 0),
            longest=max(self.longest, later.longest, self.last + later.first),
            unbroken=self.unbroken and later.unbroken,
        )


class PlayerFigures(Struct, frozen=True):
    """One player, in a game or over the evening."""

    player: str
    amount: int
    """Chips up or down, including stakes of an open deal; in one game for scores, the score."""
    won: int
    """Chips gained in deals and endings; `won` - `lost` is the settled amount."""
    lost: int
    """Chips lost in deals and endings."""
    deals: int
    """Settled deals that the player was dealt in."""
    played: int
    """Deals the player did not drop."""
    dealt: int
    """Deals that the player dealt."""
    tricks: int
    tricks_known: int
    """Deals with tricks in which the player's number of tricks is known."""
    looed: int
    """Deals that looed the player."""
    loo_cost: int
    """Chips paid for loos; in one game for scores, points."""
    revokes: int
    """Revokes recorded against the player."""
    best: DealMark | None
    """The best deal: by chips (with stakes) if played for chips, by points in one game for scores."""
    worst: DealMark | None
    """The worst deal, by the same measure."""
    without_trick: int
    """The longest run of deals without a trick, among `tricks_known`."""
    loo_free: LooFree = LooFree()
    """The runs of deals without a loo, in games that can loo."""


class Won(Struct, frozen=True):
    """Chips that one player got directly from another, not through a pool."""

    winner: str
    loser: str
    chips: int
    """Total paid by the loser; payments in the other direction are another `Won`."""


class GameFigures(Struct, frozen=True):
    """One game of the evening."""

    game: str
    """Its id."""
    for_chips: bool
    """False in a game for scores."""
    ended: bool
    deals: int
    """Settled deals."""
    players: tuple[PlayerFigures, ...]
    """All players of the game, in table order."""
    curves: dict[str, tuple[int, ...]]
    """Each player's chips or score after each settled deal, and after the ending if `has_ending`.
    Before joining, a player has 0 chips or the starting score."""
    pool: tuple[int, ...]
    """Chips in the pool at the same points; empty in a game for scores."""
    has_ending: bool
    """Whether the ending moved chips: the pool was divided, or stakes of a void deal were kept."""
    leaders: tuple[str, ...]
    """The winner or the leaders; empty before the first settlement."""
    winners: tuple[str, ...]
    """The winner of a game for scores; several if all who are level win."""
    won_from: tuple[Won, ...]
    """Empty if all payments go through a pool."""
    largest_pool: DealMark | None
    """The deal with the largest pool; if several are equal, the first."""
    dearest_loo: LooMark | None
    left_over: dict[str, int]
    """Chips of its pool divided at closing. The game's other figures do not count them."""


class Curves(Struct, frozen=True):
    """All players' chips over an evening, point by point."""

    points: tuple[tuple[int, int], ...]
    """Game (from 0) and deal of each point. The deal is 0 for an ending; the game is -1 for chips
    divided at closing."""
    chips: dict[str, tuple[int, ...]]
    pool: tuple[int, ...]
    """Chips in the pool or carried to a later game; with the players' chips they sum to zero."""


class EveningFigures(Struct, frozen=True):
    """The figures of an evening, as `figures` counts them. Amounts are in chips, without games for scores."""

    version: int
    """It changes when the meaning of the figures does."""
    closed: bool
    games: tuple[GameFigures, ...]
    people: tuple[PlayerFigures, ...]
    """All players in order of arrival, summed over all games. Only games for chips count towards
    chips, `best` and `worst`."""
    games_won: dict[str, int]
    """Number of games for scores won, by player; without zeros."""
    leaders: tuple[str, ...]
    """The players with most chips, or with most games won if no game was for chips."""
    left_over: dict[str, int]
    """Chips divided at closing."""
    pool: int
    """Chips in the pool or carried to a later game."""
    payments: tuple[Transfer, ...]
    """Payments made, in chips."""
    worth: WorthSet | None
    """The value of a chip."""
    largest_pool: DealMark | None
    dearest_loo: LooMark | None

    def balance(self, player: str) -> int:
        """Return what a player is up or down, in chips."""
        return next(one.amount for one in self.people if one.player == player)

    def curves(self) -> Curves:
        """Return the curves of all players over the games for chips."""
        series: dict[str, list[int]] = {one.player: [] for one in self.people}
        points: list[tuple[int, int]] = []
        now = dict.fromkeys(series, 0)
        for place, game in enumerate(self.games):
            if not game.for_chips:
                continue
            numbers = range(1, game.deals + 1)
            points += [(place, number) for number in (*numbers, *([0] * game.has_ending))]
            for player, before in now.items():
                curve = game.curves.get(player, (0,) * len(game.pool))
                series[player] += [before + chips for chips in curve]
                now[player] = series[player][-1] if curve else before
        if self.left_over:
            points.append((-1, 0))
            for player, before in now.items():
                series[player].append(before + self.left_over.get(player, 0))
        chips = {player: tuple(curve) for player, curve in series.items()}
        pool = tuple(-sum(one) for one in zip(*chips.values(), strict=True))
        return Curves(tuple(points), chips, pool)


def figures(state: State) -> EveningFigures:
    """Return the figures of an evening. Deals count once they are settled."""
    games = tuple(
        _game(place, session, _received(state.left_over_of(session)))
        for place, session in enumerate(state.sessions)
    )
    balances, left_over = state.balances(), _received(state.left_over)
    people = tuple(
        _over_all(player, chips, left_over.get(player, 0), games)
        for player, chips in balances.items()
    )
    games_won = Counter(winner for session in state.sessions for winner in session.winners)
    for_chips = any(game.for_chips for game in games)
    return EveningFigures(
        version=VERSION,
        closed=state.closed,
        games=games,
        people=people,
        games_won=dict(games_won),
        leaders=_best(balances if for_chips else games_won),
        left_over=left_over,
        pool=-sum(balances.values()),
        payments=tuple(Transfer(one.source, one.target, one.amount) for one in state.payments),
        worth=state.worth,
        largest_pool=_largest(game.largest_pool for game in games),
        dearest_loo=_dearest(game.dearest_loo for game in games),
    )


def _received(lines: Iterable[Line]) -> dict[str, int]:
    received = sums(lines)
    received.pop(POOL, None)
    return received


def _game(place: int, session: GameSession, left_over: dict[str, int]) -> GameFigures:
    race = session.race
    moves = [done.points() if race else done.chips() for done in session.deals]
    final = {**session.scores, POOL: 0} if race else session.accounts()
    curves = _curves(session, moves)
    has_ending = session.ended and final != {name: curve[-1] for name, curve in curves.items()}
    if has_ending:
        for account, curve in curves.items():
            curve.append(final[account])
    pool = curves.pop(POOL)
    loos = [
        LooMark((player,), DealMark(place, done.number, _loo_cost(done, player)))
        for done in session.deals
        for player in dict.fromkeys(one.source for one in done.lines if one.reason == "loo")
    ]
    return GameFigures(
        game=session.game.key,
        for_chips=race is None,
        ended=session.ended,
        deals=len(session.deals),
        players=tuple(
            _player(place, session, player, final[player], curve)
            for player, curve in curves.items()
        ),
        curves={player: tuple(curve[1:]) for player, curve in curves.items()},
        pool=() if race else tuple(pool[1:]),
        has_ending=has_ending,
        leaders=leaders(session),
        winners=session.winners,
        won_from=_won_from(session),
        largest_pool=_largest(
            DealMark(place, done.number, done.settlement.pool)
            for done in session.deals
            if done.settlement.pool
        ),
        dearest_loo=_dearest(loos),
        left_over=left_over,
    )


def _curves(session: GameSession, moves: Sequence[Mapping[str, int]]) -> dict[str, list[int]]:
    """Return each account at the start and after each deal."""
    start = dict.fromkeys((seat.player for seat in session.seats), 0)
    if session.race:
        start = dict.fromkeys(start, session.race.start)
    return {
        account: list(accumulate((moved.get(account, 0) for moved in moves), initial=figure))
        for account, figure in {**start, POOL: session.opening_pool}.items()
    }


def _won_from(session: GameSession) -> tuple[Won, ...]:
    """Return what each player won from each other.

    Of another game with more than two players nobody knows who paid whom.
    """
    won: dict[tuple[str, str], int] = {}
    for done in session.deals:
        if session.game.family == "other" and len(done.deal.setup.players) > 2:
            continue
        for line in done.lines:
            if POOL not in (line.source, line.target):
                pair = line.target, line.source
                won[pair] = won.get(pair, 0) + line.amount
    return tuple(Won(*pair, chips) for pair, chips in won.items())


def _player(
    place: int, session: GameSession, player: str, amount: int, curve: list[int]
) -> PlayerFigures:
    """Return the figures of a player in one game. `curve` includes the start."""
    race, settlements = session.race, [done.settlement for done in session.deals]
    moves = [after - before for before, after in pairwise(curve)]
    # In a game for scores, only penalties still open at its end move chips.
    chips = moves[len(settlements) :] if race else moves
    deals = zip(session.deals, moves, strict=False)
    dealt_in = [(done, moved) for done, moved in deals if player in done.deal.setup.players]
    can_drop = "drop" in session.game.recording.choices
    played = [
        done.settlement for done, _ in dealt_in if player in done.settlement.tricks or not can_drop
    ]
    tricks = [
        done.settlement.tricks[player]
        for done, _ in dealt_in
        if player in done.settlement.tricks and any(done.settlement.tricks.values())
    ]
    marks = [DealMark(place, done.number, moved) for done, moved in dealt_in]
    return PlayerFigures(
        player=player,
        amount=amount,
        won=sum(one for one in chips if one > 0),
        lost=-sum(one for one in chips if one < 0),
        deals=len(dealt_in),
        played=len(played),
        dealt=session.dealt.get(player, 0),
        tricks=sum(tricks),
        tricks_known=len(tricks),
        looed=sum(settlement.looed.count(player) for settlement in settlements),
        loo_cost=sum(_loo_cost(done, player) for done in session.deals),
        revokes=sum(_revokes(done, player) for done in session.deals),
        best=max(marks, key=lambda mark: mark.amount * session.better, default=None),
        worst=min(marks, key=lambda mark: mark.amount * session.better, default=None),
        without_trick=_longest_without(tricks),
        loo_free=_loo_free(session, player, played),
    )


def _loo_free(session: GameSession, player: str, played: Iterable[Settlement]) -> LooFree:
    """Return the runs without a loo among the deals that a player `played`."""
    looed = [player in one.looed for one in played] if session.game.family == "loo" else ()
    deals = (LooFree(unbroken=False) if is_looed else LooFree(1, 1, 1) for is_looed in looed)
    return reduce(LooFree.then, deals, LooFree())


def _longest_without(tricks: Iterable[int]) -> int:
    """Return the most deals in a row without a trick."""
    runs = groupby(map(bool, tricks))
    return max((len(list(run)) for took, run in runs if not took), default=0)


def _revokes(done: DealDone, player: str) -> int:
    return sum(one.player == player and one.ruling == "revoke" for one in done.deal.revokes)


def _loo_cost(done: DealDone, player: str) -> int:
    """Return the chips and points that a deal cost a player for loos."""
    chips = (line.amount for line in done.lines if (line.source, line.reason) == (player, "loo"))
    points = (
        abs(one.points)
        for one in done.settlement.points
        if one.player == player and isinstance(one.fact, LooedPoints)
    )
    return sum(chips) + sum(points)


def leaders(session: GameSession) -> tuple[str, ...]:
    """Return the winner or the leaders of a game; in a game for scores, of the seated players."""
    if session.winners:
        return session.winners
    if not session.deals:
        return ()
    if session.race:
        return session.race.best({p: session.scores[p] for p in session.seated()})
    accounts = session.accounts()
    del accounts[POOL]
    return _best(accounts)


def _best(amounts: Mapping[str, int]) -> tuple[str, ...]:
    """Return the players with the largest amount; none if that is 0."""
    most = max(amounts.values(), default=0)
    return tuple(player for player, amount in amounts.items() if amount == most) if most else ()


def _largest(marks: Iterable[DealMark | None]) -> DealMark | None:
    """Return the deal with the largest amount; if several are equal, the first."""
    return max((one for one in marks if one), key=lambda one: one.amount, default=None)


def _dearest(loos: Iterable[LooMark | None]) -> LooMark | None:
    """Return the loo with the largest amount; if several are equal, the first, with all players."""
    known = [one for one in loos if one]
    most = max((one.at.amount for one in known), default=0)
    dearest = [one for one in known if one.at.amount == most]
    players = dict.fromkeys(player for one in dearest for player in one.players)
    return LooMark(tuple(players), dearest[0].at) if dearest else None


def _over_all(
    player: str, chips: int, left_over: int, games: Iterable[GameFigures]
) -> PlayerFigures:
    own = [(one, game) for game in games for one in game.players if one.player == player]
    every = [one for one, _ in own]
    in_chips = [one for one, game in own if game.for_chips]
    sums_of_all = ("deals", "played", "dealt", "tricks", "tricks_known", "looed", "revokes")
    return PlayerFigures(
        player=player,
        amount=chips,
        won=sum(one.won for one in in_chips) + left_over,
        lost=sum(one.lost for one in in_chips),
        loo_cost=sum(one.loo_cost for one in in_chips),
        best=_largest(one.best for one in in_chips),
        worst=min((o.worst for o in in_chips if o.worst), key=lambda o: o.amount, default=None),
        without_trick=max((one.without_trick for one in every), default=0),
        loo_free=reduce(LooFree.then, (one.loo_free for one in every), LooFree()),
        **{name: sum(getattr(one, name) for one in every) for name in sums_of_all},
    )
