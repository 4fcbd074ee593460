"""A random deal of Napoleon with real hands, recorded in an evening.

Bids, tricks and payments are computed from docs/rules.md 6, independently of the engine.
"""

from dataclasses import dataclass, field

from companion.errors import RevokeProven
from companion.rules.actions import (
    Declared,
    Peeped,
    Played,
    Revoked,
    Settled,
    TricksTaken,
    TrickWon,
)
from tests.card_table import AnyTable
from tests.oracle import CARDS, RANKS

HANDS = {"napoleon": 5, "seven-card-napoleon": 7}
CONTRACTS = {
    # Lowest first: tricks to win (0: lose them all), chips won from each player, chips lost to each.
    "napoleon": {
        "two": (2, 2, 2),
        "three": (3, 3, 3),
        "misery": (0, 3, 3),
        "four": (4, 4, 4),
        "nap": (5, 10, 5),
        "wellington": (5, 20, 10),
        "blucher": (5, 30, 15),
    },
    "seven-card-napoleon": {
        "three": (3, 3, 3),
        "four": (4, 4, 4),
        "nap": (5, 10, 5),
        "misery": (0, 10, 5),
        "six": (6, 18, 9),
        "seven": (7, 28, 14),
    },
}
OPTIONAL = ("misery", "wellington", "blucher")
ONLY_OVER = {"wellington": "nap", "blucher": "wellington"}
NAP_OR_MORE = {"nap", "wellington", "blucher", "six", "seven"}


@dataclass
class Told:
    """A play with the hand it came from."""

    player: str
    trick: int
    card: str
    hand: frozenset
    """The player's hand before the play."""
    led: str | None
    """The suit led; None for the leader."""

    def unlawful(self, known=None):
        """Return whether the play breaks `follow-suit`, by the real hand or by the known cards."""
        hand = self.hand if known is None else known
        return self.led not in (None, self.card[1]) and any(c[1] == self.led for c in hand)


@dataclass
class NapTable(AnyTable):
    """A deal of Napoleon; `early` is the chance to settle it as soon as the result is certain."""

    early: float = 0.0
    recorded: list = field(default_factory=list)
    """The players with a revoke that counts, in the order of the record."""
    bought: list = field(default_factory=list)
    """Purchases as (player, number of cards)."""

    def play_deal(self):
        """Play a whole deal; return whether any tricks were played."""
        session = self.evening.state.session
        self.rules, self.depth = session.rules, self.deal.setup.depth
        self.size, table = HANDS[session.game.id], CONTRACTS[session.game.id]
        self.carried = session.pool
        self.players = self.deal.setup.players
        size = getattr(self.deal.setup.rules, "pack", 52)
        cards = [card for card in CARDS if card[0] in RANKS[-(size // 4) :]]
        pack = self.rng.sample(cards, size)
        self._favour(pack)
        self.hands = {p: {pack.pop() for _ in range(self.size)} for p in self.players}
        self.stock = pack
        self.contract, self.declarer = None, None
        self.ranks = [c for c in table if c not in OPTIONAL or getattr(self.rules, c)]
        for player in self.players:
            self._declare(player)
        if self.contract is None:
            return False
        self.needs, self.wins, self.loses = table[self.contract]
        self._peep()
        self._play_tricks()
        return True

    def _favour(self, pack):
        """Half the time, give a player the best or the worst cards of a suit."""
        self.favoured = None
        if self.rng.random() < 0.5:
            place = self.rng.randrange(len(self.players))
            self.favoured = self.players[place]
            there = RANKS[-(len(pack) // 4) :]
            ranks, suit = self.rng.choice((there, there[::-1])), self.rng.choice("SHDC")
            best = [rank + suit for rank in ranks[-self.size :]]
            rest = [card for card in pack if card not in best]
            end = len(rest) - self.size * place
            pack[:] = rest[:end] + best + rest[end:]

    # Declaring

    def higher(self):
        best = self.ranks.index(self.contract) if self.contract else -1
        return [
            one
            for one in self.ranks[best + 1 :]
            if one not in ONLY_OVER or ONLY_OVER[one] == self.contract
        ]

    def _declare(self, player):
        most = min(self.size, len(self.stock)) if self.rules.purchase else 0
        choices = ["pass", *self.higher()]
        offered = [said for said in self.deal.options() if isinstance(said, Declared)]
        assert offered == [
            Declared(player, choice, draws=n) for choice in choices for n in range(most + 1)
        ]
        # Often bid the next contract, so that high contracts occur too.
        choice = self.rng.choice(choices[:2] if self.rng.random() < 0.5 else choices)
        buys = self.rng.choice((0, 0, self.rng.randint(0, most)))
        if player == self.favoured:
            worst = all(card[0] in RANKS[: self.size] for card in self.hands[player])
            choice, buys = self.rng.choice(choices[1:] or choices), 0
            choice = "misery" if worst and "misery" in choices else choice
        self.say(Declared(player, choice, draws=buys))
        for _ in range(buys):
            self.hands[player].remove(self.rng.choice(sorted(self.hands[player])))
        self.hands[player] |= {self.stock.pop() for _ in range(buys)}
        if buys:
            self.bought.append((player, buys))
        if choice != "pass":
            self.contract, self.declarer = choice, player

    def _peep(self):
        can = self.rules.peep and self.contract in NAP_OR_MORE and bool(self.stock)
        assert (Peeped(self.declarer) in self.deal.options()) is can
        if can and self.rng.random() < 0.6:
            self.say(Peeped(self.declarer))
            away = self.rng.choice(sorted(self.hands[self.declarer]))
            self.hands[self.declarer] = self.hands[self.declarer] - {away} | {self.stock.pop()}

    # Play

    @property
    def decided(self):
        """True if the contract is made, False if it is lost, None while it is open."""
        taken, left = self.winners.count(self.declarer), self.size - len(self.winners)
        if self.needs == 0:
            return False if taken else (True if left == 0 else None)
        if taken >= self.needs:
            return True
        return False if taken + left < self.needs else None

    @property
    def offender(self):
        """The player who pays for a revoke under the house rule `contract`."""
        if self.rules.revoke != "contract" or not self.recorded:
            return None
        return self.declarer if self.declarer in self.recorded else self.recorded[0]

    def _leaves(self):
        if self.depth != "result":
            over = len(self.winners) == self.size
            can = over or self.decided is not None or self.offender is not None
            assert (Settled() in self.deal.options()) is can
            return can and not over and self.rng.random() < self.early
        return False

    def _play_tricks(self):
        place = self.players.index(self.declarer)
        ring = self.players[place:] + self.players[:place]
        self.trump, leader = None, 0
        for number in range(1, self.size + 1):
            laid = []
            for step in range(len(ring)):
                if self._leaves():
                    return
                self._play(ring[(leader + step) % len(ring)], number, laid)
            winner = self._winner(laid)
            self.winners.append(winner)
            leader = ring.index(winner)
            if self.depth == "tricks":
                self.say(TrickWon(winner))
        if self.depth == "result":
            self._tell_result()

    def _play(self, player, number, laid):
        hand = frozenset(self.hands[player])
        led = laid[0][1][1] if laid else None
        can = {card for card in hand if card[1] == led} or hand
        card = self.rng.choice(sorted(hand if self.rng.random() < self.cheat else can))
        self.hands[player].remove(card)
        self.told.append(Told(player, number, card, hand, led))
        no_trumps = self.contract == "misery" and not self.rules.misery_trumps
        if self.trump is None and not no_trumps:
            self.trump = card[1]
        laid.append((player, card))
        if self.depth == "plays":
            self._tell(player, card)
        elif self.told[-1].unlawful() and self.rng.random() < 0.5:
            # The other players notice the revoke.
            seen = Revoked(player, number if self.depth == "tricks" else None)
            if seen in self.deal.options():
                self.say(seen)
                self.recorded.append(player)

    def _tell(self, player, card):
        try:
            self.say(Played(player, card))
        except RevokeProven as proven:
            answer = self.rng.choice(("revoke", "let-stand"))
            for proof in proven.proofs:
                (told,) = (t for t in self.told if (t.player, t.trick) == (player, proof.trick))
                assert (proof.rule, proof.piece) == ("follow-suit", told.card)
                assert told.unlawful() and proof.proof in told.hand and proof.proof[1] == told.led
                assert (player, proof.trick) not in self.answered
                self.answered[player, proof.trick] = answer
            self.recorded += [player] if answer == "revoke" else []
            assert proven.rule == "follow-suit"
            self.say(Played(player, card, stands=answer))
        assert set(self.answered) == self.provable()
        assert self.deal.trump == self.trump

    def _winner(self, laid):
        led = laid[0][1][1]
        trumps = [play for play in laid if play[1][1] == self.trump]
        following = [play for play in laid if play[1][1] == led]
        return max(trumps or following, key=lambda play: RANKS.index(play[1][0]))[0]

    def _tell_result(self):
        taken = self.winners.count(self.declarer)
        counts = {p: self.winners.count(p) for p in self.players}
        ways = [
            TricksTaken(made=self.decided),
            TricksTaken({self.declarer: taken}),
            TricksTaken({p: n for p, n in counts.items() if n}),
        ]
        self.say(self.rng.choice(ways))

    # After the play

    def provable(self):
        """Return the plays proven unlawful by cards shown later."""
        return {
            (told.player, told.trick)
            for place, told in enumerate(self.told)
            if told.unlawful({t.card for t in self.told[place:] if t.player == told.player})
        }

    def unlawful(self):
        return {(told.player, told.trick) for told in self.told if told.unlawful()}

    def payments(self):
        """Return the payments of the deal, in the order of the record: (from, to, chips, reason)."""
        paid = [(player, "pool", cards, "purchase") for player, cards in self.bought]
        pool = self.carried + sum(cards for _, cards in self.bought)
        if self.contract is None:
            return paid
        one, others = self.declarer, [p for p in self.players if p != self.declarer]
        if self.offender == one:
            won = False
            paid += [(one, other, self.loses, "revoke") for other in others]
        elif self.offender:
            won = True
            paid.append((self.offender, one, self.wins * len(others), "revoke"))
        elif self.decided:
            won = True
            paid += [(other, one, self.wins, "contract") for other in others]
        else:
            won = False
            paid += [(one, other, self.loses, "contract") for other in others]
        if won and self.contract in NAP_OR_MORE and pool:
            paid.append(("pool", one, pool, "pool-taken"))
        return paid
