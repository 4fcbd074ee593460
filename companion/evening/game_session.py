"""One game of an evening: its seats, dealer and deals.

docs/rules.md 1: seats, dealer, misdeal, sitting out, ending, winning a game for scores.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation
from companion.evening import penalties
from companion.evening import seats as places
from companion.evening.entries import (
    DealerSet,
    DepthChanged,
    Joined,
    Left,
    Penalized,
    SatIn,
    SatOut,
)
from companion.evening.game_facts import (
    CannotDeal,
    DealUnderWay,
    EveningFact,
    GameWon,
    PoolFull,
    TooFewDealtIn,
    TooManyDealtIn,
    UnknownDepth,
)
from companion.evening.penalties import Penalty
from companion.evening.seats import Seats
from companion.ids import Rule
from companion.rules.actions import DealEntry, Misdealt, Settled
from companion.rules.deal import Deal
from companion.rules.facts import Depth, Settlement, Setup
from companion.rules.game import Authority, Game
from companion.rules.ledger import POOL, Line, divide_ending, sums
from companion.rules.scores import Points, Race


class DealDone(Struct, frozen=True, gc=False):
    """A settled deal."""

    number: int
    deal: Deal
    settlement: Settlement
    lines: tuple[Line, ...]
    """Stakes and payments, in order of booking."""
    scores: Mapping[str, int]
    """Scores after the deal; empty in a game for chips."""

    def __repr__(self) -> str:
        return f"<DealDone: {self.number}, {self.deal}>"

    def revokers(self) -> set[str]:
        """Return the players with a recorded revoke."""
        return {revoke.player for revoke in self.deal.revokes if revoke.ruling == "revoke"}

    def penalties(self) -> tuple[Penalty, ...]:
        """Return the penalties booked with the deal, one for each recipient."""
        facts = [one.fact for one in self.lines] + [one.fact for one in self.settlement.points]
        return tuple(fact for fact in facts if isinstance(fact, Penalty))

    def chips(self) -> dict[str, int]:
        """Return the chips that each account won or lost, including stakes."""
        return sums(self.lines)

    def points(self) -> dict[str, int]:
        """Return the points of each player who won or lost any."""
        points: dict[str, int] = {}
        for one in self.settlement.points:
            points[one.player] = points.get(one.player, 0) + one.points
        return points

    def gains(self) -> dict[str, int]:
        """Return the chips or points of everybody dealt in, and of others who won or lost any."""
        gains = {**dict.fromkeys(self.deal.setup.players, 0), **self.chips(), **self.points()}
        gains.pop(POOL, None)
        return gains


TableChange = SatOut | SatIn | Joined | Left | DepthChanged | DealerSet
"""An entry between deals about the players, the depth or the dealer."""
MOST_POOL = 10**9
"""Maximum number of chips in a pool: more than any real table has."""


class GameSession(Struct, frozen=True, gc=False):
    """One game of an evening. Immutable."""

    game: Game
    rules: Any
    """The complete house rules in force."""
    depth: Depth
    seats: Seats
    preset: str | None
    """The preset that the game was started with, if any."""
    edition: int
    """The edition of the game's rules in force."""
    to_deal: str
    """The next dealer. If they sit out or have left, the next player deals."""
    pool: int = 0
    """Chips in the pool, without those of the open deal."""
    opening_pool: int = 0
    """Chips in the pool at the start of the game."""
    balances: Mapping[str, int] = {}
    """Each player's sum of booked lines, without the stakes of an open deal."""
    scores: Mapping[str, int] = {}
    tied: tuple[str, ...] = ()
    """The players who are tied at the goal and play on (`score-tie`)."""
    winners: tuple[str, ...] = ()
    """The winner; several in a game in which all who are level win."""
    finished: tuple[str, ...] = ()
    """Players who reached the goal and are dealt in no more, in a game in which the others play on."""
    deals: tuple[DealDone, ...] = ()
    deal: Deal | None = None
    """The open or next deal; None if no deal can begin."""
    staked: tuple[Line, ...] = ()
    """Stakes of a void deal, counted until the deal is dealt again."""
    penalties: tuple[Line, ...] = ()
    """Penalties since the last settlement, to be booked with the next one."""
    penalty_points: tuple[Points, ...] = ()
    """Penalties since the last settlement in a game for scores; `scores` includes them."""
    last_dealer: str | None = None
    dealt: Mapping[str, int] = {}
    """Number of settled deals dealt by each player, without zeros."""
    ended: bool = False
    ending: tuple[Line, ...] = ()

    def __repr__(self) -> str:
        return f"<GameSession: {self.game.id}, deal {self.number}>"

    # What can be asked

    @property
    def between_deals(self) -> bool:
        """Whether no deal is under way."""
        return self.deal is None or not self.deal.begun

    @property
    def number(self) -> int:
        """The number of the open or next deal, from 1."""
        return len(self.deals) + 1

    def seated(self) -> tuple[str, ...]:
        """Return the players at the table, clockwise, including those who sit out."""
        return places.seated(self.seats)

    def dealt_in(self) -> tuple[str, ...]:
        """Return the players in the next deal, in the order of their seats."""
        return tuple(p for p in places.dealt_in(self.seats) if p not in self.finished)

    def open_lines(self) -> tuple[Line, ...]:
        """Return the lines of the unsettled deal: penalties, stakes and purchases."""
        if self.deal and self.deal.begun:
            return self.penalties + self.deal.stakes + self.deal.bought
        return self.penalties + self.staked

    def tally(self) -> dict[str, int]:
        """Return how often each player was looed or penalized, in a game that only counts it."""
        tally = _charged(self.penalty_points) if self.race and self.race.tallies else Counter()
        for done in self.deals:
            tally.update(self.tally_of(done))
        return tally

    def tally_of(self, done: DealDone) -> Counter[str]:
        """Return how often each player was looed or penalized in a deal, as `tally` does."""
        if self.race is None or not self.race.tallies:
            return Counter()
        tally = _charged(done.settlement.points)
        tally.update(done.settlement.looed)
        if done.settlement.divided:
            tally.update(done.revokers())
        return tally

    def open_figures(self) -> dict[str, int]:
        """Return the sums of open lines and penalty points, by account."""
        figures = sums(self.open_lines())
        for one in self.penalty_points:
            figures[one.player] = figures.get(one.player, 0) + one.points
        return figures

    def accounts(self) -> dict[str, int]:
        """Return the balance of every account, the pool's under `POOL`."""
        start = {seat.player: self.balances.get(seat.player, 0) for seat in self.seats}
        return sums(self.open_lines(), {**start, POOL: self.pool})

    def deals_dealt(self) -> dict[str, int]:
        """Return the number of deals dealt by each player, including those who left."""
        return {seat.player: self.dealt.get(seat.player, 0) for seat in self.seats}

    def ranked(self, held: Mapping[str, int]) -> list[str]:
        """Return the players of `held`, the best first; those who are level in the order of their seats."""
        seats = [seat.player for seat in self.seats]
        return sorted(held, key=lambda player: (-self.better * held[player], seats.index(player)))

    def left_behind(self) -> tuple[str, ...]:
        """Return the seated players who have not reached the goal, in a game in which the others play on."""
        return tuple(player for player in self.seated() if player not in self.finished)

    def behind(self) -> tuple[str, ...]:
        """Return the players who have dealt less often than others, in a game that asks who deals."""
        if not self.game.recording.asks_dealer:
            return ()
        counts = {player: self.dealt.get(player, 0) for player in self.dealt_in()}
        most = max(counts.values(), default=0)
        return tuple(player for player, number in counts.items() if number < most)

    @property
    def winner(self) -> str | None:
        """The first of the winners."""
        return self.winners[0] if self.winners else None

    @property
    def to_right(self) -> bool:
        """Whether turns and the deal go to the right, counter-clockwise."""
        return getattr(self.rules, "direction", "left") == "right"

    @property
    def most(self) -> int:
        """The maximum number of players dealt in."""
        return self.game.most(self.rules)

    def authority(self, rule: Rule) -> Authority | None:
        """Return who decides a rule in this game; None for a rule of the record."""
        return self.game.authority(self.preset, self.rules, rule)

    @property
    def better(self) -> int:
        """1 if the highest figure is the best, −1 if the lowest is."""
        return self.race.trick if self.race else 1

    @property
    def race(self) -> Race | None:
        """The race of a game for scores; None in a game for chips."""
        return self.game.race(self.rules)

    # What can be entered

    def enter(self, entry: DealEntry) -> "GameSession":
        """Return the game after an entry about its deal. Raises `EntryError`."""
        deal = self.open_deal()
        after = deal.enter(entry)
        if isinstance(entry, Settled):
            return self._book(after)
        if isinstance(entry, Misdealt):
            return self.without_open_deal()
        return replace(self, deal=after, staked=())

    def without_open_deal(self) -> "GameSession":
        """Return the game with its open deal void."""
        deal = self.open_deal()
        return replace(self, staked=deal.stakes, to_deal=deal.setup.dealer).with_next_deal()

    def decided(self) -> "GameSession":
        """Return the game with its deal settled but not booked. Raises `RuleViolation`."""
        return replace(self, deal=self.open_deal().enter(Settled()))

    def open_deal(self) -> Deal:
        """Return the open or next deal. Raises `RuleViolation` if no deal can begin."""
        if self.deal is not None:
            return self.deal
        self._check_goes_on(dealing=True)
        if self.pool_is_full:
            raise RuleViolation(Rule.WRONG_PHASE, PoolFull(MOST_POOL))
        least, number = self.game.least, len(self.dealt_in())
        raise RuleViolation(Rule.TOO_FEW_PLAYERS, TooFewDealtIn(self.game.id, least, number))

    @property
    def pool_is_full(self) -> bool:
        """Whether the pool is too large to play for. Pools that double have no other limit."""
        return self.pool > MOST_POOL

    def _check_goes_on(self, dealing: bool) -> None:
        if self.winner is not None:
            raise RuleViolation(Rule.GAME_OVER, GameWon(self.winners, dealing))
        if self.ended:
            raise RuleViolation(Rule.WRONG_PHASE, EveningFact.GAME_HAS_ENDED)

    def _book(self, deal: Deal) -> "GameSession":
        settlement, dealer = deal.settlement(), deal.setup.dealer
        if self.penalties:
            settlement = self._with_late_penalties(deal, settlement)
        lines = self.penalties + deal.stakes + deal.bought + settlement.lines
        accounts = sums(lines, {**self.balances, POOL: self.pool})
        pool = accounts.pop(POOL)
        after = self._scored(self.race, deal, settlement) if self.race else self
        if self.penalty_points:
            settlement = replace(settlement, points=self.penalty_points + settlement.points)
        done = DealDone(self.number, deal, settlement, lines, after.scores)
        return replace(
            after,
            pool=pool,
            balances=accounts,
            deals=(*self.deals, done),
            to_deal=places.next_to(self.seats, dealer, self.to_right),
            last_dealer=dealer,
            dealt={**self.dealt, dealer: self.dealt.get(dealer, 0) + 1},
            staked=(),
            penalties=(),
            penalty_points=(),
        ).with_next_deal()

    def _scored(self, race: Race, deal: Deal, settlement: Settlement) -> "GameSession":
        """Return the game with the points of a deal, and with the winners that they make."""
        scores, finished = dict(self.scores), self.finished
        points, in_order = settlement.points, settlement.points_in_order
        here = {player: scores[player] for player in self.seated()}
        first = race.decide(here, points, in_order, self.tied)
        if race.plays_on:
            dealt_in = {player: scores[player] for player in deal.setup.players}
            finished += race.arrivals(dealt_in, points, in_order)
            first = finished[:1] if len({*here} - {*finished}) < 2 else ()
        for one in points:
            scores[one.player] += one.points
        is_won = len(first) == 1 or race.after_deal
        return replace(
            self,
            scores=scores,
            tied=() if is_won else first,
            winners=first if is_won else (),
            finished=finished,
        )

    def _with_late_penalties(self, deal: Deal, settlement: Settlement) -> Settlement:
        """Return a settlement with the chips that penalties added to the pool during the deal."""
        late = self.pool + _into_pool(self.penalties) - deal.setup.carried
        if settlement.carried is None:
            return settlement
        return replace(settlement, carried=settlement.carried + late, late=late)

    def penalize(self, entry: Penalized) -> "GameSession":
        """Return the game after a penalty, in a deal or between two. Raises `EntryError`."""
        self._check_goes_on(dealing=False)
        penalties.check(entry, self.seated())
        if len(self.penalties) + len(self.penalty_points) >= penalties.MOST_IN_A_DEAL:
            many = penalties.TooManyPenalties(penalties.MOST_IN_A_DEAL)
            raise RuleViolation(Rule.PENALTY, many)
        if self.race:
            points = penalties.points(entry, self.race)
            scores = {**self.scores, points.player: self.scores[points.player] + points.points}
            # The deal checks the goal against its own copy of the scores.
            deal: Any = self.deal
            return replace(
                self,
                scores=scores,
                penalty_points=(*self.penalty_points, points),
                deal=deal and replace(deal, setup=replace(deal.setup, scores=scores)),
            )
        begun = self.deal if self.deal and self.deal.begun else None
        lines = penalties.lines(
            entry,
            self.game.id,
            self.game.pool.exists(self.rules),
            self.seated(),
            begun.setup.players if begun else self.dealt_in(),
        )
        after = replace(self, penalties=self.penalties + lines)
        return after if begun else after.with_next_deal()

    def change(self, entry: TableChange) -> "GameSession":
        """Return the game after a change of players, depth or dealer.

        Raises `RuleViolation` if it is not allowed, and `MalformedEntry` for an unknown depth.
        """
        self._check_goes_on(dealing=False)
        if not self.between_deals:
            raise RuleViolation(Rule.WRONG_PHASE, DealUnderWay())
        match entry:
            case DepthChanged():
                if entry.depth == self.depth:
                    raise RuleViolation(Rule.ALREADY_RECORDED, EveningFact.DEPTH_IN_FORCE)
                return replace(self, depth=read_depth(self.game, entry.depth)).with_next_deal()
            case DealerSet(player=player):
                if player not in self.dealt_in():
                    raise RuleViolation(Rule.NOT_IN, CannotDeal(player))
                return replace(self, to_deal=player).with_next_deal()
            case Joined():
                return self._joined(entry)
            case SatOut() | SatIn() | Left():
                seats = places.changed(self.seats, entry)
                here = places.seated(seats)
                tied = tuple(player for player in self.tied if player in here)
                game = replace(self, seats=seats, tied=tied)
                game._check_size()
                return game.with_next_deal()

    def _joined(self, entry: Joined) -> "GameSession":
        player = entry.player
        seats = places.joined(self.seats, entry)
        to_deal, scores = self.to_deal, self.scores
        if player == to_deal:
            # Never return the deal to a player who has left.
            to_deal = places.next_to(self.seats, player, self.to_right)
        if self.race:
            scores = {**scores, player: scores.get(player, self.race.start)}
        game = replace(self, seats=seats, to_deal=to_deal, scores=scores)
        game._check_size()
        return game.with_next_deal()

    def _check_size(self) -> None:
        most = self.most
        if len(self.dealt_in()) > most:
            raise RuleViolation(Rule.TOO_MANY_PLAYERS, TooManyDealtIn(self.game.id, most))

    def end(self) -> "GameSession":
        """Return the game ended, its pool divided or carried by the house rules.

        Raises `RuleViolation` during a deal.
        """
        if not self.between_deals:
            raise RuleViolation(Rule.WRONG_PHASE, DealUnderWay(ending=True))
        lines: tuple[Line, ...] = ()
        if self.race is None and self.rules.ending == "divide":
            lines = divide_ending(self.accounts()[POOL], self.sharing(self.dealt_a_hand()))
        # The stakes of a void deal that is not dealt again remain as open lines.
        accounts = sums(lines, {**self.balances, POOL: self.pool})
        pool = accounts.pop(POOL)
        winners = self.winners
        if len({*self.seated()} - {*self.finished}) < 2:
            winners = winners or self.finished[:1]  # the others have left
        if self.race and self.race.after_deal and not self.race.goal and self.deals:
            winners = self.race.best({player: self.scores[player] for player in self.seated()})
        return replace(
            self,
            balances=accounts,
            pool=pool,
            winners=winners,
            ended=True,
            ending=lines,
            deal=None,
        )

    def dealt_a_hand(self) -> frozenset[str]:
        """Return the players of all settled deals, and those with a stake in a void one."""
        settled = (player for done in self.deals for player in done.deal.setup.players)
        return frozenset((*settled, *(line.source for line in self.staked)))

    @property
    def was_emptied(self) -> bool:
        """Whether a deal has left no chips in the pool."""
        return any(done.settlement.carried == 0 for done in self.deals)

    def sharing(self, dealt_in: Collection[str]) -> tuple[str, ...]:
        """Return the players who share the pool at the end, in turn, starting after the last dealer.

        They are those seated, from the edition of December 2026 on only those in `dealt_in`, if any.
        """
        ring = places.ring(self.seats, self.last_dealer or self.to_deal, self.to_right)
        seated = tuple(seat.player for seat in (*ring[1:], ring[0]) if not seat.gone)
        if self.rules.ending_for == "seated":
            return seated
        return tuple(player for player in seated if player in dealt_in) or seated

    def with_next_deal(self) -> "GameSession":
        """Return the game with a new deal, if one can begin."""
        ring = places.ring(self.seats, self.to_deal, self.to_right)
        players = [s.player for s in ring if s.dealt_in and s.player not in self.finished]
        fits = self.game.least <= len(players) <= self.most
        if self.winner is not None or self.pool_is_full or not fits:
            return replace(self, deal=None)
        dealer, *others = players
        before = self.deals[-1].settlement if self.deals else None
        from_penalties = _into_pool(self.penalties)
        penalized = from_penalties if self.rules.stakes_by == "settled" else 0
        setup = Setup(
            players=(*others, dealer),
            depth=self.depth,
            rules=self.rules,
            carried=self.pool + from_penalties,
            penalized=penalized,
            only_remainder=from_penalties == penalized
            and (before.only_remainder if before else not self.opening_pool),
            looed_before=before is not None and before.paid_in,
            exempt=before.exempt if before else (),
            scores=self.scores,
        )
        return replace(self, deal=self.game.begin(setup))


def _into_pool(lines: Iterable[Line]) -> int:
    return sum(line.amount for line in lines if line.target == POOL)


def _charged(points: Iterable[Points]) -> Counter[str]:
    """Return the points that penalties cost each player."""
    charged: Counter[str] = Counter()
    for one in points:
        if isinstance(one.fact, Penalty):
            charged[one.player] += one.fact.amount
    return charged


def read_depth(game: Game, text: str) -> Depth:
    """Return the game's depth with this name. Raises `MalformedEntry`."""
    for depth in game.recording.depths:
        if depth == text:
            return depth
    raise MalformedEntry(UnknownDepth(game.id, text, tuple(game.recording.depths)))
