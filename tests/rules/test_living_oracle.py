"""Ramset, Bestia and Julepe: whole evenings against `tests.living_table`, entry by entry."""

from collections import Counter
from random import Random

import pytest

from companion.errors import EntryError, RevokeProven
from companion.evening import Evening
from companion.evening.entries import (
    DepthChanged,
    GameEnded,
    GameStarted,
    Joined,
    Left,
    Penalized,
    SatIn,
    SatOut,
)
from companion.rules.actions import (
    Exchanged,
    Misdealt,
    Played,
    Revoked,
    Settled,
    TricksTaken,
    TrickWon,
    TurnedUp,
)
from tests.dealing import NAMES, random_house_rules
from tests.living_table import POOL, LivingGame, pack, some_buco, some_declaration

LEAST = {"ramset": 2, "bestia": 3, "julepe": 3}
MOST = {"ramset": 6, "bestia": 10, "julepe": 7}
OFTEN = {
    "ramset": ({"target": 5}, {"target": 5, "ends": "first"}, {"lead_ace": "first"}),
    "bestia": (
        {"miss": "after", "partners": True, "forced": "never"},
        {"saved": True, "forced": "single-pool"},
        {"stake_by": "closed", "loo": "capped", "loo_chips": 1, "forced": "single-pool"},
    ),
    "julepe": ({"lead_ace": "first", "joker": False}, {"lone": "enter-or-pool"}),
}
"""House rules that matter seldom, so that they are drawn more often."""
QUICK, SLOW = 60, 5000


class Void(Exception):
    """The deal is void."""


class Night:
    """An evening that the engine and the oracle keep side by side."""

    def __init__(self, seed):
        self.rng = Random(seed)
        self.evening = Evening()
        self.cheat = self.rng.choice((0, 0, 0.1, 0.4))
        self.waiting = Counter()
        self.deal, self.late = None, False

    def chance(self, share):
        return self.rng.random() < share

    @property
    def session(self):
        return self.evening.state.session

    def say(self, entry):
        self.evening = self.evening.enter(entry)

    def refused(self, entry, rules):
        """Assert that the engine refuses an entry with one of these rules."""
        try:
            self.evening.enter(entry)
        except EntryError as error:
            assert error.rule in rules, (entry, error.rule, rules)
            return
        raise AssertionError(f"accepted: {entry}, which breaks {rules}")

    # A game

    def play_game(self, game):
        """Play a game of some deals and end it."""
        self._start(game)
        for _ in range(self.rng.randint(1, 7)):
            self._change_table()
            if self.game.winner:
                self.refused(TurnedUp("KS"), {"game-over"})
                break
            if len(self._dealt_in()) < LEAST[game]:
                break
            self._play_deal()
        if self.chance(0.8):
            self.say(GameEnded())
        self.waiting[game] = self.game.end()
        if self.session.ended:
            self.compare()

    def _start(self, game):
        self.id = game
        _, house = random_house_rules(self.rng, game)
        if self.chance(0.5):
            house |= self.rng.choice(OFTEN[game])
        least, most = LEAST[game], MOST[game]
        usual = self.rng.randint(least, min(5, most))
        number = self.rng.choice((least, least, most, *[usual] * 5))
        seats = self.rng.sample(NAMES, number)
        depth = self.rng.choice(("plays", "plays", "plays", "tricks", "result"))
        dealer = self.rng.choice(seats)
        self.say(GameStarted(game, tuple(seats), dealer, depth, None, house_rules=house))
        rules, carried = self.session.rules, self.waiting[game]
        self.game = LivingGame(game, rules, seats, dealer, carried)
        self.depth = depth
        self.compare()

    def _dealt_in(self):
        away = {*self.game.sitting_out, *self.game.finished}
        return [player for player in self.game.seated() if player not in away]

    def _change_table(self):
        here, game = self._dealt_in(), self.game
        if not game.winner and len(here) > LEAST[self.id] and self.chance(0.15):
            player = self.rng.choice(here)
            self.say(SatOut(player))
            game.sitting_out.add(player)
        sitting = [player for player in game.seated() if player in game.sitting_out]
        if sitting and not game.winner and len(self._dealt_in()) < MOST[self.id]:
            self._sit_in(sitting)
        self._join_or_leave()
        if not game.winner and self.chance(0.1):
            new = self.rng.choice(
                [one for one in ("plays", "tricks", "result") if one != self.depth]
            )
            self.depth = new
            self.say(DepthChanged(new))
        if not game.winner and self.chance(0.1):
            self._penalize()

    def _sit_in(self, sitting):
        if self.chance(0.4) or len(self._dealt_in()) < LEAST[self.id]:
            player = self.rng.choice(sitting)
            self.say(SatIn(player))
            self.game.sitting_out.remove(player)

    def _join_or_leave(self):
        game = self.game
        if game.winner or game.tied:
            return
        if len(self._dealt_in()) < MOST[self.id] and self.chance(0.1):
            new = next(name for name in NAMES if name not in game.seats)
            after = self.rng.choice((None, *game.seated()))
            place = game.seats.index(after) + 1 if after else len(game.seats)
            self.say(Joined(new, after))
            game.seats.insert(place, new)
            game.scores[new] = 0
        if len(self._dealt_in()) > LEAST[self.id] and self.chance(0.05):
            player = self.rng.choice(self._dealt_in())
            self.say(Left(player))
            game.gone.add(player)

    def _penalize(self):
        seated = self.game.seated()
        player, other = self.rng.sample(seated, 2)
        to = None if self.id == "ramset" else self.rng.choice((None, POOL, "each", other))
        amount = self.rng.randint(1, 9)
        self.say(Penalized(player, amount, to))
        self.late |= self.deal is not None and to in (None, POOL)
        dealt_in = self.deal.players if self.deal else self._dealt_in()
        self.game.penalize(player, amount, to, dealt_in)

    # A deal

    def _play_deal(self):
        self.late = False
        assert self.session.deal.setup.players == self.game.dealt_in()
        self.deal = self.game.begin(self.rng)
        try:
            if self.depth == "result" and self.chance(0.4):
                self._tell_whole_deal()
            else:
                self._turn_up()
                self._declare()
                self._exchange()
                if not self.deal.alone():
                    self._play()
            self._note_revokes()
        except Void:
            self.say(Misdealt())
            self.game.void(self.deal)
            self.deal = None
            self.compare()
            return
        self._settle()

    def step(self, entry, forbidden=True):
        """Enter something, compare, and try something forbidden."""
        self.say(entry)
        self.compare()
        if forbidden and self.chance(0.5):
            self._try_something()
        if self.chance(0.01):
            raise Void
        if self.chance(0.02):
            self._penalize()
            self.compare()

    def _turn_up(self):
        for number, card in enumerate(self.deal.turned):
            is_special = number == 0 and len(self.deal.turned) == 2
            short = self.depth != "plays" and not is_special and self.chance(0.3)
            self.say(TurnedUp(card[1] if short else card))
            self.deal.seen_up += [] if short else [card]
            if is_special:
                self.refused(some_declaration(self.rng, self.deal), {"wrong-phase"})
        self.compare()
        self._try_something()

    def _declare(self):
        while not self.deal.has_declared():
            said = self._some_lawful_declaration()
            self.game.put_in(self.deal, said)
            self.deal.declare(said)
            self.step(said)

    def _some_lawful_declaration(self):
        while True:
            said = some_declaration(self.rng, self.deal)
            if said.player == self.deal.turn() and not self.deal.forbids(said):
                return said

    def _exchange(self):
        deal = self.deal
        while deal.exchangers() and self.chance(0.95):
            players = deal.exchangers()
            player = players[0] if self.chance(0.9) else self.rng.choice(players)
            most = min(deal.most_exchanged(player), deal.available(player))
            count = self.rng.choice((most, self.rng.randint(0, most)))
            deal.exchange(player, count)
            self.step(Exchanged(player, count))
        while self.chance(0.6) and (said := some_buco(self.rng, deal)):
            deal.declare(said)
            self.step(said)

    # Tricks

    def _play(self):
        self.deal.is_closed = True
        if self.depth == "result":
            self._tell_tricks()
            return
        while not self.deal.is_over():
            if self.depth == "plays":
                self._play_card()
            else:
                self._win_trick()
            if self._may_settle_early() and self.chance(0.1):
                return

    def _may_settle_early(self):
        return bool(self.deal.revokers) and self.deal.rules.revoke == "divide"

    def _win_trick(self):
        winner = self.rng.choice([*self.deal.ins(), *self.deal.ins()[:1]])
        self.deal.winners.append(winner)
        self.step(TrickWon(winner))
        if self.chance(0.05):
            self._revoke()

    def _play_card(self):
        deal = self.deal
        player = deal.turn()
        cards = deal.lawful(player)
        assert cards
        card = self.rng.choice(deal.hands[player] if self.chance(self.cheat) else cards)
        proofs = deal.play(player, card)
        assert self._accused(Played(player, card)) == proofs
        if not proofs:
            self.step(Played(player, card))
            return
        answer = self.rng.choice(("revoke", "let-stand"))
        deal.answered |= set(proofs)
        if answer == "revoke":
            deal.revokers.add(player)
        self.step(Played(player, card, stands=answer))

    def _accused(self, play):
        try:
            self.evening.enter(play)
        except RevokeProven as proven:
            return {(one.player, one.trick): one.rule for one in proven.proofs}
        return {}

    def _revoke(self):
        player = self.rng.choice(self.deal.ins())
        if player not in self.deal.revokers:
            self.deal.revokers.add(player)
            self.step(Revoked(player))

    def _some_tricks(self, players):
        found = dict.fromkeys(players, 0)
        for _ in range(self.deal.size):
            found[self.rng.choice(players)] += 1
        return found

    def _tell_tricks(self):
        tricks = self._some_tricks(self.deal.ins())
        more = {**tricks, self.deal.ins()[0]: tricks[self.deal.ins()[0]] + 1}
        self.refused(TricksTaken(more), {"trick-count"})
        self.deal.totals = tricks
        self.step(TricksTaken(tricks))

    def _tell_whole_deal(self):
        deal = self.deal
        while not deal.has_declared():
            said = self._some_lawful_declaration()
            if not (said.takes_turn_up or said.draws):
                self.game.put_in(deal, said)
                deal.declare(said)
        while self.chance(0.5) and (said := some_buco(self.rng, deal, 0)):
            deal.declare(said)
        deal.is_closed = True
        special = {player: deal.choices[player] for player in deal.ins()}
        special = {player: choice for player, choice in special.items() if choice != "play"}
        if deal.alone():
            self.step(TricksTaken({deal.alone(): deal.size}, declared=special))
            return
        deal.totals = self._some_tricks(deal.ins())
        self.step(TricksTaken(deal.totals, declared=special))

    def _note_revokes(self):
        while self.depth != "plays" and not self.deal.alone() and self.chance(0.2):
            self._revoke()

    # Forbidden entries

    def _try_something(self):
        """Try any entry: the engine accepts it if the oracle does."""
        deal = self.deal
        if self.chance(0.5):
            said = some_declaration(self.rng, deal)
            self._tried(said, deal.forbids(said))
        if self.chance(0.3) and deal.has_declared():
            player, count = self.rng.choice(deal.players), self.rng.randint(0, 6)
            self._tried(Exchanged(player, count), deal.forbids_exchange(player, count))
        done = deal.is_over() or deal.alone() or self._may_settle_early()
        if not done:
            self.refused(Settled(), {"wrong-phase"})
        if self.depth == "plays" and deal.is_closed and not done:
            self._try_play()
        if self.depth == "tricks" and deal.has_declared() and not done:
            for player in set(deal.players) - set(deal.ins()):
                self.refused(TrickWon(player), {"not-in"})

    def _tried(self, entry, broken):
        if broken:
            self.refused(entry, broken)
        else:
            self.evening.enter(entry)

    def _try_play(self):
        deal = self.deal
        player = self.rng.choice(deal.players)
        if player != deal.turn():
            card = self.rng.choice(deal.hands[player] or ["AS"])
            rules = {"not-your-turn", "not-in", "already-seen"}
            self.refused(Played(player, card), rules)
            return
        self.refused(
            Played(player, self.rng.choice(("8X", "QQ", "6-3"))), {"not-in-pack", "unreadable"}
        )
        lying = set() if deal.robbed else set(deal.turned)
        seen = {play.card for play in deal.plays} | deal.named | lying
        if player != deal.dealer:
            seen |= set(deal.robbed)
        for card in seen:
            self.refused(Played(player, card), {"already-seen"})
        if player == deal.dealer and set(deal.hands[player]) <= set(deal.robbed):
            for card in set(pack(self.id, deal.rules)) - seen - set(deal.robbed):
                self.refused(Played(player, card), {"not-in-hand"})

    # Comparing

    def _settle(self):
        result = self.deal.result()
        found = self.session.decided().deal.settlement()
        lines = Counter()
        for line in found.lines:
            lines[line.source, line.target] += line.amount
        assert lines == result.lines
        points = Counter()
        for one in found.points:
            points[one.player] += one.points
        assert points == result.points
        if not result.is_divided:
            assert set(found.looed) == set(result.looed)
        assert found.divided == result.is_divided
        self.say(Settled())
        self.game.settle(self.deal, result, self.late)
        self.deal = None
        self.compare()

    def compare(self):
        """Compare the accounts, the scores and the open deal."""
        session, game = self.session, self.game
        accounts = session.accounts()
        for account in (*game.seats, POOL):
            assert accounts[account] == game.accounts[account], account
        assert sum(accounts.values()) == game.carried == session.opening_pool
        if self.id == "ramset":
            assert session.scores == game.scores
            assert session.finished == game.finished and session.winner == game.winner
            assert set(session.tied) == set(game.tied)
            tally = {player: number for player, number in game.potatoes.items() if number}
            assert session.tally() == (tally if game.rules.nuller == "tally" else {})
        if self.deal:
            self._compare_deal(session.deal)

    def _compare_deal(self, found):
        deal = self.deal
        assert found.pool == (None if self.id == "ramset" else deal.pool)
        if (deal.alone() and not deal.exchangers()) or deal.is_over():
            return
        if deal.exchangers() and self.depth == "tricks" and not deal.needs_numbers():
            assert found.turn is None
        elif not (deal.has_declared() and self.depth != "plays" and not deal.exchangers()):
            assert found.turn == deal.turn()
        if self.depth != "result":
            assert list(found.trick_winners) == deal.winners
        revokers = {one.player for one in found.revokes if one.ruling == "revoke"}
        assert revokers == deal.revokers


def play_evening(seed, game):
    """Play an evening of some games; raise `AssertionError` with the seed if the two differ."""
    night = Night(f"{game} {seed}")
    try:
        for _ in range(night.rng.choice((1, 1, 1, 2, 3))):
            night.play_game(game if night.chance(0.7) else night.rng.choice(sorted(LEAST)))
    except Exception as error:
        raise AssertionError(f"{game}, seed {seed}: {error!r}") from error


@pytest.mark.parametrize("game", sorted(LEAST))
def test_evenings(game):
    for seed in range(QUICK):
        play_evening(seed, game)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("game", sorted(LEAST))
def test_many_evenings(game, part):
    for seed in range(QUICK + part, QUICK + SLOW // 3, 10):
        play_evening(seed, game)
