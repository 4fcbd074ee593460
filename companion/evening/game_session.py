"""One game of an evening: who sits, who deals, and the deals so far.

Rulebook 1: seats, dealer, misdeal, session out, ending; who has won a game for scores.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation
from companion.evening import names
from companion.evening.entries import (
    DepthChanged,
    GameStarted,
    Joined,
    Left,
    SatIn,
    SatOut,
)
from companion.rules import house
from companion.rules.actions import DealEntry, Misdealt, Settled
from companion.rules.deal import Deal
from companion.rules.facts import Depth, Settlement, Setup
from companion.rules.game import Authority, Game
from companion.rules.games import GAMES
from companion.rules.ids import Rule
from companion.rules.ledger import POOL, Line, divide_ending, sums
from companion.rules.scores import Race

SeatEntry = SatOut | SatIn | Joined | Left | DepthChanged


class Seat(Struct, frozen=True):
    """A place in the ring. One who has left keeps it, so that "left of" stays meaningful."""

    player: str
    dealt_in: bool = True
    gone: bool = False


class DealDone(Struct, frozen=True):
    """A settled deal."""

    number: int
    deal: Deal
    settlement: Settlement
    lines: tuple[Line, ...]
    """Stakes and payments, in the order they were booked."""
    scores: Mapping[str, int]
    """After the deal, in a game for scores; else empty."""

    def __repr__(self) -> str:
        return f"<DealDone: {self.number}, {self.deal}>"

    def revokers(self) -> set[str]:
        """Return those with a revoke that was recorded."""
        return {revoke.player for revoke in self.deal.revokes if revoke.stands == "revoke"}

    def chips_of(self, player: str) -> int:
        """Return what the deal brought a player, in chips, the stakes included."""
        return sums(self.lines).get(player, 0)

    def points_of(self, player: str) -> int:
        """Return what the deal brought a player, in points."""
        return sum(one.points for one in self.settlement.points if one.player == player)


class GameSession(Struct, frozen=True):
    """One game of an evening. Immutable."""

    game: Game
    rules: Any
    """The house rules in force, nothing left open."""
    depth: Depth
    seats: tuple[Seat, ...]
    """Clockwise, with those who have left."""
    preset: str | None
    """The preset it was started with, if one was named."""
    to_deal: str
    """Whose turn it is to deal; if he sits out or has left, the next at his left deals."""
    pool: int = 0
    """Chips in the pool, without those of a deal that is not settled."""
    opening_pool: int = 0
    """Chips that were in the pool when the game began."""
    balances: Mapping[str, int] = {}
    """What each is up or down by booked lines, the stakes of an open deal left out."""
    scores: Mapping[str, int] = {}
    level: tuple[str, ...] = ()
    """Those who reached the goal together and play on (`score-tie`)."""
    winner: str | None = None
    deals: tuple[DealDone, ...] = ()
    deal: Deal | None = None
    """The deal under way or about to begin; None if none can."""
    staked: tuple[Line, ...] = ()
    """The stakes of a deal that was void: they stand until it is dealt again, or for good."""
    last_dealer: str | None = None
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
        """The number of the deal under way or about to begin, from 1."""
        return len(self.deals) + 1

    def seated(self) -> tuple[str, ...]:
        """Return those at the table, clockwise, session out or not."""
        return tuple(seat.player for seat in self.seats if not seat.gone)

    def dealt_in(self) -> tuple[str, ...]:
        """Return those who take part in the next deal, clockwise."""
        return tuple(seat.player for seat in self.seats if seat.dealt_in)

    def open_lines(self) -> tuple[Line, ...]:
        """Return what is booked for the deal that is not settled yet: stakes and purchases."""
        if self.deal and self.deal.begun:
            return self.deal.stakes + self.deal.bought
        return self.staked

    def accounts(self) -> dict[str, int]:
        """Return what every account is up or down, the pool's under `POOL`."""
        start = {seat.player: self.balances.get(seat.player, 0) for seat in self.seats}
        return sums(self.open_lines(), {**start, POOL: self.pool})

    def deals_dealt(self) -> dict[str, int]:
        """Return how often each at the table has dealt."""
        counts = dict.fromkeys(self.seated(), 0)
        for done in self.deals:
            if done.deal.setup.dealer in counts:
                counts[done.deal.setup.dealer] += 1
        return counts

    @property
    def most(self) -> int:
        """How many can be dealt in."""
        return self.game.most(self.rules)

    def authority(self, rule: str) -> Authority:
        """Return who decides a rule in this game: an account, or the table."""
        return self.game.authority(self.preset, self.rules, rule)

    @property
    def race(self) -> Race | None:
        """How the game is won, if it is played for a score; None for chips."""
        return self.game.race(self.rules)

    @property
    def looed_word(self) -> str:
        """What the game calls one who was in and took no trick."""
        return self.race.looed_word if self.race else "looed"

    # What can be said

    def enter(self, said: DealEntry) -> "GameSession":
        """Return the game after an entry about its deal. Raises `EntryError`."""
        deal = self._open_deal()
        after = deal.enter(said)
        if isinstance(said, Settled):
            return self._book(after)
        if isinstance(said, Misdealt):
            return replace(self, deal=after, staked=deal.stakes, to_deal=deal.setup.dealer)
        return replace(self, deal=after, staked=())

    def _open_deal(self) -> Deal:
        """Return the deal to be played. Raises `RuleViolation` if there is none."""
        if self.winner is not None:
            raise RuleViolation(
                Rule.GAME_OVER, f"{self.winner} has won; no further deal is played."
            )
        if self.ended:
            raise RuleViolation(Rule.WRONG_PHASE, "The game has ended. Start another one.")
        if self.deal is None:
            least, number = self.game.least, len(self.dealt_in())
            raise RuleViolation(
                Rule.TOO_FEW_PLAYERS,
                f"{self.game.title} needs at least {least} players and {number} would be dealt in. "
                "Somebody sits in or joins first.",
            )
        return self.deal

    def _book(self, deal: Deal) -> "GameSession":
        """Return the game with `deal` settled."""
        settlement = deal.settlement()
        lines = deal.stakes + deal.bought + settlement.lines
        accounts = sums(lines, {**self.balances, POOL: self.pool})
        pool = accounts.pop(POOL)
        scores = dict(self.scores)
        level: tuple[str, ...] = ()
        winner = None
        if self.race:
            points, in_order = settlement.points, settlement.points_in_order
            here = {player: scores[player] for player in self.seated()}
            first = self.race.decide(here, points, in_order, self.level)
            for one in points:
                scores[one.player] += one.points
            winner = first[0] if len(first) == 1 else None
            level = first if len(first) > 1 else ()
        done = DealDone(self.number, deal, settlement, lines, scores)
        return replace(
            self,
            pool=pool,
            balances=accounts,
            scores=scores,
            level=level,
            winner=winner,
            deals=(*self.deals, done),
            to_deal=self._left_of(deal.setup.dealer),
            last_dealer=deal.setup.dealer,
            staked=(),
        )._dealt_afresh()

    def change(self, said: SeatEntry) -> "GameSession":
        """Return the game after somebody came, went, sat out or in, or the depth changed.

        Raises `RuleViolation` during a deal, or if it cannot be.
        """
        if self.winner is not None:
            raise RuleViolation(Rule.GAME_OVER, f"{self.winner} has won; start another game.")
        if self.ended:
            raise RuleViolation(Rule.WRONG_PHASE, "The game has ended. Start another one.")
        if not self.between_deals:
            raise RuleViolation(
                Rule.WRONG_PHASE, "A deal is under way. Finish it first, or declare a misdeal."
            )
        match said:
            case DepthChanged():
                if said.depth == self.depth:
                    raise RuleViolation(Rule.ALREADY_RECORDED, "The deals are recorded so already.")
                return replace(self, depth=_depth(self.game, said.depth))._dealt_afresh()
            case Joined():
                return self._joined(said)
            case SatOut() | SatIn() | Left():
                return self._moved(said)

    def _moved(self, said: SatOut | SatIn | Left) -> "GameSession":
        seat = next((s for s in self.seats if s.player == said.player and not s.gone), None)
        if seat is None:
            raise RuleViolation(Rule.NOT_IN, f"{said.player[:40]} is not at the table.")
        if isinstance(said, Left):
            if len(self.seated()) == 1:
                raise RuleViolation(
                    Rule.TOO_FEW_PLAYERS, f"{said.player} is the last at the table. End the game."
                )
            new = replace(seat, dealt_in=False, gone=True)
        elif seat.dealt_in is isinstance(said, SatIn):
            already = "is dealt in" if seat.dealt_in else "sits out"
            raise RuleViolation(Rule.ALREADY_RECORDED, f"{said.player} {already} already.")
        else:
            new = replace(seat, dealt_in=isinstance(said, SatIn))
        seats = tuple(new if s is seat else s for s in self.seats)
        level = tuple(player for player in self.level if not new.gone or player != new.player)
        return replace(self, seats=seats, level=level)._with_room()._dealt_afresh()

    def _joined(self, said: Joined) -> "GameSession":
        if said.player in self.seated():
            raise RuleViolation(Rule.ALREADY_RECORDED, f"{said.player} is at the table already.")
        if said.after is not None and said.after not in self.seated():
            raise RuleViolation(Rule.NOT_IN, f"{said.after[:40]} is not at the table.")
        # One who comes back takes a new place; his account and score go on.
        others = [seat for seat in self.seats if seat.player != said.player]
        to_deal = self._left_of(said.player) if said.player == self.to_deal else self.to_deal
        place = len(others)
        if said.after is not None:
            place = next(i for i, s in enumerate(others, 1) if s.player == said.after)
        seats = (*others[:place], Seat(said.player), *others[place:])
        scores = self.scores
        if self.race:
            scores = {**scores, said.player: scores.get(said.player, self.race.start)}
        game = replace(self, seats=seats, to_deal=to_deal, scores=scores)
        return game._with_room()._dealt_afresh()

    def _with_room(self) -> "GameSession":
        """Return the game itself. Raises `RuleViolation` if more are dealt in than can be."""
        most = self.most
        if len(self.dealt_in()) > most:
            raise RuleViolation(
                Rule.TOO_MANY_PLAYERS,
                f"{self.game.title} is for {most} at most. Somebody sits out first.",
            )
        return self

    def end(self) -> "GameSession":
        """Return the game ended, its pool divided or left by the house rules.

        Raises `RuleViolation` during a deal.
        """
        if not self.between_deals:
            raise RuleViolation(
                Rule.WRONG_PHASE, "A deal is under way. Settle it first, or declare a misdeal."
            )
        lines: tuple[Line, ...] = ()
        if self.race is None and self.rules.ending == "divide":
            lines = divide_ending(self.accounts()[POOL], self._from_left_of_last_dealer())
        # The stakes of a void deal that is not dealt again stay as they are: lines of their own.
        accounts = sums(lines, {**self.balances, POOL: self.pool})
        pool = accounts.pop(POOL)
        return replace(self, balances=accounts, pool=pool, ended=True, ending=lines, deal=None)

    # Seats

    def _ring(self, player: str) -> tuple[Seat, ...]:
        """Return all seats clockwise, beginning with that of `player`."""
        place = next(i for i, seat in enumerate(self.seats) if seat.player == player)
        return self.seats[place:] + self.seats[:place]

    def _left_of(self, player: str) -> str:
        return self._ring(player)[1 % len(self.seats)].player

    def _from_left_of_last_dealer(self) -> tuple[str, ...]:
        ring = self._ring(self.last_dealer or self.to_deal)
        return tuple(seat.player for seat in (*ring[1:], ring[0]) if not seat.gone)

    def _dealt_afresh(self) -> "GameSession":
        """Return the game with a fresh deal before it, if one can be dealt."""
        players = [seat.player for seat in self._ring(self.to_deal) if seat.dealt_in]
        if self.winner is not None or not self.game.least <= len(players) <= self.most:
            return replace(self, deal=None)
        dealer, *others = players
        before = self.deals[-1].settlement if self.deals else None
        setup = Setup(
            players=(*others, dealer),
            depth=self.depth,
            rules=self.rules,
            carried=self.pool,
            single=before.single if before else not self.opening_pool,
            looed_before=before is not None and before.paid_in,
        )
        return replace(self, deal=self.game.begin(setup))


def start(said: GameStarted, pool: int, known: tuple[str, ...]) -> GameSession:
    """Return a game at its beginning.

    `pool` are chips carried from an earlier game, taken if this one is a Loo game for chips;
    `known` are the people the evening knows already. Raises `MalformedEntry` or `RuleViolation`.
    """
    game = GAMES.get(said.game)
    if game is None:
        raise MalformedEntry(
            f"No game is called {said.game[:40]!r}. There are: {', '.join(GAMES)}."
        )
    if said.edition is not None and said.edition != game.edition:
        raise MalformedEntry(
            f"This companion knows edition {game.edition} of {game.title}, not {said.edition}."
        )
    number = len(said.seats)
    rules = game.settle_house_rules(read_rules(game, said.preset, said.house_rules), number)
    most = game.most(rules)
    if number > most:
        raise RuleViolation(
            Rule.TOO_MANY_PLAYERS,
            f"{game.title} is for {most} players at most, not {number}. Begin with "
            f"{most}; when somebody sits out, another can join.",
        )
    if number < game.least:
        raise RuleViolation(
            Rule.TOO_FEW_PLAYERS, f"{game.title} needs at least {game.least} players, not {number}."
        )
    check_names(said.seats, known)
    if said.dealer not in said.seats:
        raise RuleViolation(Rule.NOT_IN, f"The dealer {said.dealer[:40]!r} has no seat.")
    race = game.race(rules)
    chips = pool if race is None and game.takes_carried else 0
    return GameSession(
        game=game,
        rules=rules,
        depth=_depth(game, said.depth),
        seats=tuple(Seat(player) for player in said.seats),
        preset=said.preset,
        to_deal=said.dealer,
        pool=chips,
        opening_pool=chips,
        balances=dict.fromkeys(said.seats, 0),
        scores=dict.fromkeys(said.seats, race.start) if race else {},
    )._dealt_afresh()


def read_rules(game: Game, preset: str | None, chosen: Mapping[str, Any]) -> house.HouseRules:
    """Return a preset of a game with what is chosen beside it. Raises `MalformedEntry`."""
    if preset is not None and preset not in game.presets:
        known = ", ".join(game.presets) or "none"
        raise MalformedEntry(f"{game.title} has no preset {preset[:40]!r}; there are: {known}.")
    return house.read(game.house_rules, {**game.preset(preset).values, **chosen})


def _depth(game: Game, text: str) -> Depth:
    for depth in game.depths:
        if depth == text:
            return depth
    known = ", ".join(game.depths)
    raise MalformedEntry(f"{game.title} has no depth {text[:40]!r}. There are: {known}.")


def check_names(players: tuple[str, ...], known: tuple[str, ...]) -> None:
    """Raise `MalformedEntry` or `RuleViolation` if these names cannot sit at one table.

    `known` are names of the evening: one who is among them must be written as before.
    """
    if not players:
        raise RuleViolation(Rule.TOO_FEW_PLAYERS, "Nobody is at the table. Enter who plays.")
    people = {names.likeness(name): name for name in known}
    seated: dict[str, str] = {}
    for player in players:
        wrong = names.fault(player)
        if wrong:
            raise MalformedEntry(wrong)
        likeness = names.likeness(player)
        if likeness in seated:
            raise RuleViolation(
                Rule.ALREADY_RECORDED,
                f"{player!r} and {seated[likeness]!r} are the same name. Tell them apart, say by a letter.",
            )
        before = people.get(likeness, player)
        if before != player:
            raise RuleViolation(
                Rule.ALREADY_RECORDED,
                f"{player!r} is known this evening as {before!r}. Write the name the same way.",
            )
        seated[likeness] = player
