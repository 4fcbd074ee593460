"""A random deal of card Loo with real hands, recorded in an evening.

The engine never sees the hands; `tests.oracle` knows the law.
"""

from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from companion.errors import RevokeProven
from companion.evening import Evening
from companion.rules.actions import Declared, Exchanged, Played, TurnedUp
from tests.oracle import CARDS, CardLaw


@dataclass
class Told:
    """A play with the hand it came from."""

    player: str
    trick: int
    card: str
    hand: frozenset
    """The player's hand before the play."""
    laid: tuple
    """The cards played earlier in the trick."""
    civil: bool
    before: tuple
    """The player's earlier plays: each card, and whether it was led."""

    def objection(self, law, hand=None):
        """Return the rule that the play breaks, or None. `hand` is by default the real hand."""
        return law.objection(
            self.card, hand or self.hand, self.laid, self.trick, self.civil, self.before
        )


@dataclass
class AnyTable:
    """A deal with real hands, recorded in an evening.

    `cheat` is the chance of an unlawful play. Proofs are answered at random.
    """

    rng: Random
    evening: Evening
    cheat: float = 0.0
    told: list = field(default_factory=list)
    answered: dict = field(default_factory=dict)
    """Answers to proofs, by (player, trick)."""
    winners: list = field(default_factory=list)
    entries: list = field(default_factory=list)

    @property
    def deal(self):
        return self.evening.state.session.deal

    def say(self, entry):
        self.evening = self.evening.enter(entry)
        self.entries.append(entry)

    def say_play(self, play):
        """Enter a play; if it proves a revoke, check the proofs, and answer them at random."""
        try:
            self.say(play)
        except RevokeProven as proven:
            answer = self.rng.choice(("revoke", "let-stand"))
            for proof in proven.proofs:
                self._check_proof(proof)
                assert (proof.player, proof.trick) not in self.answered
                self.answered[proof.player, proof.trick] = answer
            assert proven.rule == proven.proofs[0].rule
            self.say(replace(play, stands=answer))


class CardTable(AnyTable):
    def play_deal(self):
        """Play a whole deal; return whether any tricks were played."""
        self.rules = self.deal.setup.rules
        self.pam = getattr(self.rules, "pam", "none")
        self.size = self.evening.state.session.game.tricks
        return self._played(self.deal.setup.players, self.rules.draw)

    def _played(self, players, draw):
        self.draw = draw
        turn_up = self._deal(players)
        self.say(TurnedUp(turn_up))
        while self.deal.phase == "declaring":
            self._declare(self.deal.turn)
        while self.deal.phase == "exchanging":
            player = self.deal.turn
            offered = [said for said in self.deal.options() if isinstance(said, Exchanged)]
            assert max(said.count for said in offered) == self._most()
            said = self.rng.choice(offered)
            self._exchange(player, said.count)
            self.say(said)
        if self.deal.phase != "playing":
            return False
        entered = [p for p in players if self.hands[p] is not None]
        self.law = self._law_of(turn_up, len(entered))
        self._play_tricks(entered)
        return True

    def _deal(self, players):
        turn_up, *pack = self._shuffled()
        self.hands = {p: [pack.pop() for _ in range(self.size)] for p in players}
        has_miss = getattr(self.rules, "miss", "none") == "one"
        self.miss = [pack.pop() for _ in range(self.size)] if has_miss else []
        self.stock, self.away = pack, []
        return turn_up

    def _law_of(self, turn_up, players):
        return CardLaw(self.rules, turn_up, players)

    def _shuffled(self):
        """Return the pack, turn-up first; trumps, their ace and Pam are likely to be dealt."""
        turn_up = self.rng.choice([*CARDS, "AH", "AC", "JC"])

        def place(card):
            wanted = 1 + (card[1] == turn_up[1]) + 12 * (card in (self.pam, "A" + turn_up[1]))
            return self.rng.random() ** (1 / wanted)

        return [turn_up, *sorted((card for card in CARDS if card != turn_up), key=place)]

    def _most(self):
        """Return the number of cards that can be drawn."""
        away = self.away if self.rules.stock_out == "reshuffle" else []
        return min(self.size, len(self.stock) + len(away))

    def _declare(self, player):
        options = [said for said in self.deal.options() if isinstance(said, Declared)]
        if self.draw == "with-declaration":
            drawn = [said.draws for said in options if said.choice == "play"]
            assert max(drawn) == self._most()
        # Choose "play" more often than at random, so that most deals have tricks.
        usual = [said for said in options if said.choice == "play"]
        said = self.rng.choice(usual if self.rng.random() < 0.4 else options)
        self.say(said)
        if said.choice in ("drop", "miss", "defend"):
            self.away += self.hands[player]
            self.hands[player] = self.miss if said.choice != "drop" else None
        else:
            self._exchange(player, said.draws)

    def _exchange(self, player, count):
        """Exchange cards with the stock, and with cards put away when it is out."""
        hand = self.hands[player]
        hand.sort(key=lambda card: (card == self.pam, self.rng.random()))  # players keep Pam
        gone, hand[:] = hand[:count], hand[count:]
        for _ in range(count):
            if not self.stock:
                self.stock, self.away = self.rng.sample(self.away, len(self.away)), []
            hand.append(self.stock.pop())
        self.away += gone

    def _play_tricks(self, players):
        leader = 0
        for number in range(1, self.size + 1):
            laid, civil = [], False
            for step in range(len(players)):
                player = players[(leader + step) % len(players)]
                civil = self._play(player, number, laid, civil)
            self.winners.append(self.law.wins(laid, civil))
            leader = players.index(self.winners[-1])

    def _play(self, player, number, laid, civil):
        hand = frozenset(self.hands[player])
        before = tuple(card for _, card in laid)
        own = tuple((told.card, not told.laid) for told in self.told if told.player == player)
        can = self.law.lawful(hand, before, number, civil, own)
        assert can <= hand and can
        some = sorted(hand if self.rng.random() < self.cheat else can)
        # Pam and the ace of trumps are often played early, so that their rules apply.
        honours = [card for card in some if card in (self.pam, "A" + self.law.trump)]
        card = self.rng.choice(honours if honours and self.rng.random() < 0.7 else some)
        self.hands[player].remove(card)
        self.told.append(Told(player, number, card, hand, before, civil, own))
        calls = (
            not laid
            and card == "A" + self.law.trump
            and self.law.civil_rule != "none"
            and self.rng.random() < 0.7
        )
        self.say_play(Played(player, card, civil=calls))
        assert self._surely_provable() <= set(self.answered)
        laid.append((player, card))
        return civil or calls

    def _check_proof(self, proof):
        """Assert that an accusation is true: the play was unlawful, and the proof was in hand."""
        (told,) = (t for t in self.told if (t.player, t.trick) == (proof.player, proof.trick))
        assert proof.piece == told.card
        assert told.objection(self.law) is not None
        if proof.proof is None:
            assert proof.rule == "pam-civil"
        else:
            assert proof.proof in told.hand - {told.card}

    def _surely_provable(self):
        """Return the plays that are unlawful whatever the unseen cards of the hand are."""
        found = set()
        for place, told in enumerate(self.told):
            known = frozenset(t.card for t in self.told[place:] if t.player == told.player)
            objection = told.objection(self.law, known)
            plain = objection == "lead-highest" and not self.law.is_trump(told.card)
            if objection and not plain:
                found.add((told.player, told.trick))
        return found

    def unlawful(self):
        return {(told.player, told.trick) for told in self.told if told.objection(self.law)}
