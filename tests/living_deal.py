"""A random deal of Ramset, Bestia or Julepe with real hands (docs/rules.md 11 to 13).

The law is that of `tests.living_table`.
"""

from companion.rules.actions import Declared, Exchanged, TurnedUp
from tests.card_table import CardTable
from tests.living_table import Law, pack, special


class LivingLaw(Law):
    """The law with the methods of `tests.oracle.CardLaw`."""

    civil_rule = "none"

    def wins(self, laid, civil=False):
        """Return the winner of [(player, card)], in the order of play."""
        best = self.best([card for _, card in laid])
        return next(player for player, card in laid if card == best)

    def lawful(self, hand, laid, number, civil=False, before=()):
        return {card for card in hand if self.broken(card, hand, laid, number) is None}

    def objection(self, card, hand, laid, number, civil=False, before=()):
        return self.broken(card, hand, laid, number)


class LivingTable(CardTable):
    """A deal with turn-ups, exchanges, and players who come in after all."""

    def play_deal(self):
        """Play a whole deal; return whether any tricks were played."""
        self.rules, players = self.deal.setup.rules, self.deal.setup.players
        self.game, self.dealer = self.evening.state.session.game.id, players[-1]
        self.size = 3 if self.game == "bestia" else 5
        self.robbed, self.came_in, self.robber = [], [], None
        turned = self._deal_living(players)
        self.turned = turned
        for card in turned:
            self.say(TurnedUp(card))
        while self.deal.phase == "declaring":
            self._declare_living(self.deal.turn)
        while self.deal.phase == "exchanging" and self.rng.random() < 0.95:
            self._exchange_living(self.deal.turn)
        self._come_in()
        if self.deal.phase == "exchanging":
            self.evening = self.evening.enter(Exchanged(self.deal.exchanging.players[-1], 0))
        if self.deal.phase != "playing":
            return False
        entered = [player for player in players if self.hands[player] is not None]
        if self.came_in and self.rules.buco_leads:
            first = entered.index(self.came_in[0])
            entered = entered[first:] + entered[:first]
        lying = () if self.deal.declaring.turn_up_taker else turned
        self.law = LivingLaw(self.game, self.rules, turned[-1][1], lying)
        self._play_tricks(entered)
        return True

    def _deal_living(self, players):
        self.stock, self.pam = pack(self.game, self.rules), special(self.game, self.rules)
        self.rng.shuffle(self.stock)
        if self.pam and self.rng.random() < 0.2:  # it lies turned up
            self.stock.remove(self.pam)
            self.stock.append(self.pam)
        turned = [self.stock.pop()]
        if turned[0] == self.pam:
            turned.append(self.stock.pop())
        self.hands = {player: self._dealt() for player in players}
        has_spare = (self.game == "bestia" and self.rules.miss == "one") or (
            self.game == "ramset" and self.rules.widow and len(players) < 6
        )
        self.miss, self.away = self._dealt() if has_spare else [], []
        return turned

    def _dealt(self):
        return [self.stock.pop() for _ in range(self.size)]

    def _declare_living(self, player):
        options = [said for said in self.deal.options() if isinstance(said, Declared)]
        usual = [said for said in options if said.choice == "play" and not said.takes_turn_up]
        said = self.rng.choice(usual if self.rng.random() < 0.4 else options)
        keeps = said.choice in ("play", "for-the-pool")
        if keeps and said.takes_turn_up:
            said = self._rob(said)
        self.say(said)
        if keeps:
            self._draw(player, said.draws)
            return
        self.away += self.hands[player]
        self.hands[player] = self.miss if said.choice == "miss" else None

    def _rob(self, said):
        hand = self.hands[said.player]
        gone = self.rng.sample(hand, len(self.turned))
        self.hands[said.player] = [card for card in hand if card not in gone] + self.turned
        self.robbed, self.robber = gone, said.player
        shown = gone if self.rng.random() < 0.6 else []
        named = (*shown, None, None)[:2]
        return Declared(said.player, said.choice, True, *named, draws=said.draws)

    def _draw(self, player, count):
        """Exchange cards, except those robbed; a dealer does not get what they put away for them."""
        hand = self.hands[player]
        kept = self.turned if player == self.robber else []
        rest = [card for card in hand if card not in kept]
        self.rng.shuffle(rest)
        gone = rest[:count]
        new = []
        for _ in range(count):
            if not self.stock:
                back = self.away if kept else self.away + self.robbed
                if not kept and self.robbed:
                    self.robbed = []
                self.stock = self.rng.sample(back, len(back))
                self.away = []
            new.append(self.stock.pop())
        self.hands[player] = [*kept, *rest[count:], *new]
        self.away += gone

    def _exchange_living(self, player):
        offered = [
            said.count
            for said in self.deal.options()
            if isinstance(said, Exchanged) and said.player == player
        ]
        count = self.rng.choice(offered)
        self.say(Exchanged(player, count))
        self._draw(player, count)

    def _come_in(self):
        while self.rng.random() < 0.4:
            late = [
                said
                for said in self.deal.options()
                if isinstance(said, Declared) and said.choice == "miss"
            ]
            if not late:
                return
            said = self.rng.choice(late)
            assert len(self.stock) >= self.size
            self.hands[said.player] = self._dealt()
            self.came_in.append(said.player)
            self.say(said)
