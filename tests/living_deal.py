"""A random deal of Ramset, Bestia or Julepe with real hands (docs/rules.md 11 to 13).

The law is written from the rulebook and imports nothing from the engine's.
"""

from dataclasses import dataclass

from companion.rules.actions import Declared, Exchanged, TurnedUp
from tests.card_table import CardTable
from tests.oracle import CardLaw

FORTY = "A3KQJ76542"
"""The ranks of the Italian and the Spanish pack, from the highest."""


@dataclass(frozen=True)
class LivingLaw(CardLaw):
    """The law of a deal; `turn_up` gives the trump, `lying` is the turn-up that nobody took."""

    ranks: str = ""
    special: str | None = None
    is_second: bool = True
    lying: str | None = None
    heads: bool = False
    overtrumps: bool = True
    undertrumps: bool = True
    is_free: bool = False
    lead_ace: str = "none"
    second_lead: bool = False

    @property
    def pam(self):
        return self.special

    @property
    def civil_rule(self):
        return "none"

    def height(self, card):
        if card == self.special:
            return 0.5 if self.is_second else -1
        return self.ranks.index(card[0])

    def beats(self, card, other, led):
        if self.suit(card) == self.suit(other):
            return self.height(card) < self.height(other)
        return super().beats(card, other, led)

    def objection(self, card, hand, laid, number, civil=False, before=()):
        free = {self.special} if self.is_free else set()
        if card in free:
            return None
        others = set(hand) - {card} - free
        if laid:
            return self._follows(card, others, laid)
        ace = "A" + self.trump
        must = self.ranks[1] + self.trump if self.lying == ace and len(self.ranks) == 10 else ace
        asked = self.lead_ace == "any" or (self.lead_ace == "first" and number == 1)
        if asked and must in others:
            return "lead-ace"
        if self.second_lead and number == 2 and not self.is_trump(card):
            return "lead-trump" if any(map(self.is_trump, others)) else None
        return None

    def _follows(self, card, others, laid):
        led = self.suit(laid[0])

        def wins(one):
            return all(self.beats(one, other, led) for other in laid)

        followers = {one for one in others if self.suit(one) == led}
        if self.suit(card) == led:
            fails = self.heads and not wins(card) and any(map(wins, followers))
            return "must-head" if fails else None
        if followers:
            return "follow-suit"
        trumps = {one for one in others if self.is_trump(one)}
        over = any(map(wins, trumps))
        if not self.is_trump(card):
            return "must-trump" if over or (trumps and self.undertrumps) else None
        return "must-overtrump" if self.overtrumps and not wins(card) and over else None


def pack_of(game, rules):
    """Return the cards of a game, and the one that is always a trump, or None."""
    ranks = "AKQJT987" if game == "ramset" else FORTY
    if getattr(rules, "pack", 32) == 36:
        ranks += "6"
    pack = [rank + suit for suit in "SHDC" for rank in ranks]
    if game == "ramset":
        return pack, rules.balli_card
    return ([*pack, "JK"], "JK") if getattr(rules, "joker", False) else (pack, None)


def law_of(game, rules, turn_up, taker=None):
    """Return the law of a deal; `taker` is the dealer, if they took the turn-up."""
    pack, special = pack_of(game, rules)
    common = {
        "rules": rules,
        "turn_up": turn_up,
        "players": 0,
        "ranks": "".join(dict.fromkeys(card[0] for card in pack if card != "JK")),
        "special": special,
        "lying": None if taker else turn_up,
    }
    if game == "ramset":
        return LivingLaw(
            **common,
            is_second=rules.balli == "second",
            is_free=rules.balli_follows == "free",
            lead_ace=rules.lead_ace if taker or turn_up[0] != "A" else "none",
            second_lead=rules.second_lead == "trump",
        )
    if game == "bestia":
        return LivingLaw(
            **common,
            heads=rules.following == "always",
            overtrumps=rules.following != "plain",
            lead_ace=rules.lead_ace,
        )
    return LivingLaw(
        **common,
        heads=True,
        undertrumps=rules.undertrump == "must",
        lead_ace="none" if rules.joker else rules.lead_ace,
    )


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
        self.law = law_of(self.game, self.rules, turned[-1], self.deal.declaring.taker)
        self._play_tricks(entered)
        return True

    def _deal_living(self, players):
        pack, self.special = pack_of(self.game, self.rules)
        self.pam = self.special
        self.rng.shuffle(pack)
        if self.special and self.rng.random() < 0.2:  # it lies turned up
            pack.remove(self.special)
            pack.append(self.special)
        turned = [pack.pop()]
        if turned[0] == self.special:
            turned.append(pack.pop())
        self.hands = {player: [pack.pop() for _ in range(self.size)] for player in players}
        has_spare = (self.game == "bestia" and self.rules.miss == "one") or (
            self.game == "ramset" and self.rules.widow and len(players) < 6
        )
        self.miss = [pack.pop() for _ in range(self.size)] if has_spare else []
        self.stock, self.away = pack, []
        return turned

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
            self.hands[said.player] = [self.stock.pop() for _ in range(self.size)]
            self.came_in.append(said.player)
            self.say(said)
