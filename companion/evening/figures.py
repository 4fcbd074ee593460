"""The figures of an evening: how everybody's chips went, who took what, and what was remarkable.

Pure, in one pass over the settled deals. The structs can be encoded by msgspec, so that a store may
keep them as derived data beside the position they stand for; `VERSION` changes with their meaning.
Of a deal under way nothing is counted, but for the chips it has booked (`PlayerFigures.amount`).
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.evening.deal_done import DealDone
from companion.evening.entries import WorthSet
from companion.evening.game_session import GameSession
from companion.evening.settling_up import Transfer
from companion.evening.state import State
from companion.rules.ledger import POOL, sums
from companion.rules.scores import LooedPoints

VERSION = 2


class DealMark(Struct, frozen=True):
    """A remarkable deal."""

    game: int
    """The place of its game in the evening, from 0."""
    deal: int
    """Its number in that game, from 1."""
    amount: int
    """Chips; points in a game for scores."""


class LooMark(Struct, frozen=True):
    """A remarkable loo."""

    player: str
    at: DealMark
    """Its `amount` is what the player paid, in chips."""


class RunMark(Struct, frozen=True):
    """The longest run of deals without a trick."""

    player: str
    deals: int
    """How many deals that the player was in."""


class PlayerFigures(Struct, frozen=True):
    """One player, in a game or over the evening."""

    player: str
    amount: int
    """Up or down, in chips, stakes of a deal under way included. Of one game for scores: the score."""
    won: int
    """Chips of the deals and endings that brought chips; `won` - `lost` is what is settled."""
    lost: int
    """Chips of those that cost chips."""
    deals: int
    """Settled deals that the player was dealt in."""
    played: int
    """Of these, deals in which the player did not drop."""
    dealt: int
    """Deals that the player dealt."""
    tricks: int
    tricks_known: int
    """Deals in which the player was in, tricks were played, and the player's are known."""
    looed: int
    """Deals that looed the player."""
    loo_cost: int
    """Chips paid for that; in one game for scores the points."""
    revokes: int
    """Revokes recorded against the player."""
    best: DealMark | None
    """The first deal that brought most, in chips, stakes included. Of one game for scores: points."""
    worst: DealMark | None
    """The first that brought least."""
    without_trick: int
    """The longest run of deals in a row, of `tricks_known`, without a trick."""


class Won(Struct, frozen=True):
    """What one player got from another directly, and not by way of a pool."""

    winner: str
    loser: str
    chips: int
    """What the loser paid the winner in all; what the winner paid the loser is another `Won`."""


class GameFigures(Struct, frozen=True):
    """One game of the evening."""

    game: str
    """Its id."""
    for_chips: bool
    """Whether it is played for chips; else for scores."""
    ended: bool
    deals: int
    """Settled deals."""
    players: tuple[PlayerFigures, ...]
    """Everybody who has sat in it, in table order."""
    curves: dict[str, tuple[int, ...]]
    """Each player's chips or score after each settled deal. One who joins later has 0 chips, or the
    score to start with, before that. If `has_ending`, one more point is what the ending left."""
    pool: tuple[int, ...]
    """Chips in the pool at the same points; empty in a game for scores."""
    has_ending: bool
    """Whether the ending moved chips: it divided the pool, or kept the stakes of a void deal."""
    leaders: tuple[str, ...]
    """Who has won, or leads: several if they are level; nobody before anything is settled."""
    winner: str | None
    """Who has won a game for scores; None if it is under way, or ended before anyone had won."""
    won_from: tuple[Won, ...]
    """Empty where all is paid by way of a pool."""
    largest_pool: DealMark | None
    """The first deal that most chips were played for."""
    dearest_loo: LooMark | None
    dealt_equally: bool
    """Whether all who are dealt in have dealt equally often."""


class Curves(Struct, frozen=True):
    """Everybody's chips over an evening, point by point."""

    points: tuple[tuple[int, int], ...]
    """The game (from 0) and the deal of each point; the deal is 0 for an ending. The game is -1 for
    chips that the closing divided."""
    chips: dict[str, tuple[int, ...]]
    pool: tuple[int, ...]
    """Chips in the pool, or waiting for a later game: with everybody's chips they are zero."""


class EveningFigures(Struct, frozen=True):
    """A whole evening."""

    version: int
    closed: bool
    games: tuple[GameFigures, ...]
    people: tuple[PlayerFigures, ...]
    """Everybody, in the order they came: the sums over all games. Chips are those of the games for
    chips; deals, tricks, loos and revokes of all; `best` and `worst` are in chips."""
    games_won: dict[str, int]
    """Games for scores that each has won; who has won none is left out."""
    leaders: tuple[str, ...]
    """Who has most chips. In an evening without a game for chips, who has won most games."""
    left_over: dict[str, int]
    """Chips that the closing divided."""
    pool: int
    """Chips in the pool, or waiting for a later game; after the closing nobody's."""
    payments: tuple[Transfer, ...]
    """What has been paid, in chips."""
    worth: WorthSet | None
    """What a chip is worth."""
    largest_pool: DealMark | None
    dearest_loo: LooMark | None
    longest_run: RunMark | None
    """The longest run of deals without a trick, if anybody has had one of two or more."""

    def curves(self) -> Curves:
        """Return how everybody's chips went over the games for chips."""
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


class _Tally(Struct):
    """A player's figures while they are counted."""

    amount: int = 0
    won: int = 0
    lost: int = 0
    deals: int = 0
    played: int = 0
    dealt: int = 0
    tricks: int = 0
    tricks_known: int = 0
    looed: int = 0
    loo_cost: int = 0
    revokes: int = 0
    best: DealMark | None = None
    worst: DealMark | None = None
    without_trick: int = 0
    run: int = 0

    def moved(self, chips: int) -> None:
        """Count chips that a deal or an ending brought."""
        self.won += max(chips, 0)
        self.lost += max(-chips, 0)

    def took(self, tricks: int) -> None:
        """Count the tricks of a deal."""
        self.tricks += tricks
        self.tricks_known += 1
        self.run = 0 if tricks else self.run + 1
        self.without_trick = max(self.without_trick, self.run)

    def brought(self, mark: DealMark, better: int) -> None:
        """Note what a deal brought, if it stands out; `better` is -1 where fewer are better."""
        if self.best is None or mark.amount * better > self.best.amount * better:
            self.best = mark
        if self.worst is None or mark.amount * better < self.worst.amount * better:
            self.worst = mark

    def figures(self, player: str) -> PlayerFigures:
        """Return what was counted."""
        counted = {name: getattr(self, name) for name in self.__struct_fields__ if name != "run"}
        return PlayerFigures(player, **counted)


def figures(state: State) -> EveningFigures:
    """Return the figures of an evening."""
    games = tuple(_game(place, session) for place, session in enumerate(state.sessions))
    balances = state.balances()
    left_over = sums(state.left_over)
    left_over.pop(POOL, None)
    people = tuple(
        _over_all(player, chips, left_over.get(player, 0), games)
        for player, chips in balances.items()
    )
    games_won: dict[str, int] = {}
    for session in state.sessions:
        if session.winner:
            games_won[session.winner] = games_won.get(session.winner, 0) + 1
    for_chips = any(game.for_chips for game in games)
    runs = [RunMark(one.player, one.without_trick) for one in people if one.without_trick > 1]
    loos = [game.dearest_loo for game in games if game.dearest_loo]
    return EveningFigures(
        version=VERSION,
        closed=state.closed,
        games=games,
        people=people,
        games_won=games_won,
        leaders=_best(balances if for_chips else games_won),
        left_over=left_over,
        pool=-sum(balances.values()),
        payments=tuple(Transfer(one.source, one.target, one.amount) for one in state.payments),
        worth=state.worth,
        largest_pool=_largest(game.largest_pool for game in games),
        dearest_loo=max(loos, key=lambda one: one.at.amount, default=None),
        longest_run=max(runs, key=lambda one: one.deals, default=None),
    )


def _game(place: int, session: GameSession) -> GameFigures:
    """Return the figures of one game."""
    race = session.race
    tallies = {seat.player: _Tally() for seat in session.seats}
    now = dict.fromkeys(tallies, race.start if race else 0)
    now_in_pool = session.opening_pool
    curves: dict[str, list[int]] = {player: [] for player in tallies}
    pool: list[int] = []
    won: dict[tuple[str, str], int] = {}
    largest: DealMark | None = None
    dearest: LooMark | None = None
    for done in session.deals:
        moved = _points(done) if race else sums(done.lines)
        _count(session, done, tallies)
        for player in done.deal.setup.players:
            mark = DealMark(place, done.number, moved.get(player, 0))
            tallies[player].brought(mark, race.trick if race else 1)
        for player, curve in curves.items():
            now[player] += moved.get(player, 0)
            curve.append(now[player])
            if not race:
                tallies[player].moved(moved.get(player, 0))
        now_in_pool += moved.get(POOL, 0)
        pool.append(now_in_pool)
        for line in done.lines:
            if POOL not in (line.source, line.target):
                pair = line.target, line.source
                won[pair] = won.get(pair, 0) + line.amount
            elif line.reason == "loo" and (dearest is None or line.amount > dearest.at.amount):
                dearest = LooMark(line.source, DealMark(place, done.number, line.amount))
        if done.settlement.pool and (largest is None or done.settlement.pool > largest.amount):
            largest = DealMark(place, done.number, done.settlement.pool)
    final = {**session.scores, POOL: 0} if race else session.accounts()
    has_ending = session.ended and {**now, POOL: now_in_pool} != final
    if has_ending:
        for player, curve in curves.items():
            tallies[player].moved(final[player] - now[player])
            curve.append(final[player])
        pool.append(final[POOL])
    for player, number in session.deals_dealt().items():
        tallies[player].dealt = number
        tallies[player].amount = final.get(player, now[player])
    return GameFigures(
        game=session.game.id,
        for_chips=race is None,
        ended=session.ended,
        deals=len(session.deals),
        players=tuple(tally.figures(player) for player, tally in tallies.items()),
        curves={player: tuple(curve) for player, curve in curves.items()},
        pool=() if race else tuple(pool),
        has_ending=has_ending,
        leaders=leaders(session),
        winner=session.winner,
        won_from=tuple(Won(*pair, chips) for pair, chips in won.items()),
        largest_pool=largest,
        dearest_loo=dearest,
        dealt_equally=not session.behind(),
    )


def _points(done: DealDone) -> dict[str, int]:
    """Return the points that a deal brought."""
    found: dict[str, int] = {}
    for one in done.settlement.points:
        found[one.player] = found.get(one.player, 0) + one.points
    return found


def _count(session: GameSession, done: DealDone, tallies: Mapping[str, _Tally]) -> None:
    """Count what a deal says of each player, chips and points apart."""
    settlement = done.settlement
    tricks = settlement.tricks
    were_played = any(tricks.values())
    can_drop = "drop" in session.game.choices
    for player in done.deal.setup.players:
        tally = tallies[player]
        tally.deals += 1
        tally.played += player in tricks or not can_drop
        if were_played and player in tricks:
            tally.took(tricks[player])
    for player in settlement.looed:
        tallies[player].looed += 1
    for line in done.lines:
        if line.reason == "loo":
            tallies[line.source].loo_cost += line.amount
    for one in settlement.points:
        if isinstance(one.fact, LooedPoints):
            tallies[one.player].loo_cost += abs(one.points)
    for revoke in done.deal.revokes:
        if revoke.stands == "revoke":
            tallies[revoke.player].revokes += 1


def leaders(session: GameSession) -> tuple[str, ...]:
    """Return who has won a game, or leads in it; of a game for scores, of those at the table."""
    if session.winner:
        return (session.winner,)
    if not session.deals:
        return ()
    if session.race:
        return session.race.best({p: session.scores[p] for p in session.seated()})
    accounts = session.accounts()
    del accounts[POOL]
    return _best(accounts)


def _best(amounts: Mapping[str, int]) -> tuple[str, ...]:
    """Return who has most, several if they are level; nobody where that is nothing."""
    most = max(amounts.values(), default=0)
    return tuple(player for player, amount in amounts.items() if amount == most) if most else ()


def _largest(marks: Iterable[DealMark | None]) -> DealMark | None:
    """Return the first of the largest."""
    return max((one for one in marks if one), key=lambda one: one.amount, default=None)


def _over_all(
    player: str, chips: int, left_over: int, games: Iterable[GameFigures]
) -> PlayerFigures:
    """Return a player's figures over all games."""
    found = [(one, game) for game in games for one in game.players if one.player == player]
    every = [one for one, _ in found]
    in_chips = [one for one, game in found if game.for_chips]
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
        **{name: sum(getattr(one, name) for one in every) for name in sums_of_all},
    )
