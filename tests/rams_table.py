"""A random deal of Rams with real hands, recorded in an evening (docs/rules.md 9)."""

from types import SimpleNamespace

from companion.rules.actions import Declared, TurnedUp
from tests.card_table import CardTable
from tests.oracle import CARDS, CardLaw

PACK = [card for card in CARDS if card[0] in "AKQJT987"]
DUTIES = SimpleNamespace(
    must_trump=True,
    must_head=False,
    must_overtrump=True,
    lead_after_win=False,
    **dict.fromkeys(("lead_ace", "lead_trump"), "none"),
    **dict.fromkeys(("later_lead_ace", "later_lead_trump", "later_lead_highest"), None),
    lead_highest="never",
)


class RamsTable(CardTable):
    """A deal with a pack of 32, a widow, and perhaps General Rams."""

    def play_deal(self):
        """Play a whole deal; return whether any tricks were played."""
        rules, players = self.deal.setup.rules, self.deal.setup.players
        self.pam, self.size = "none", 5
        self.turn_up, *pack = self.rng.sample(PACK, len(PACK))
        self.hands = {player: [pack.pop() for _ in range(5)] for player in players}
        self.widow = [pack.pop() for _ in range(5)] if rules.widow else []
        self.say(TurnedUp(self.turn_up))
        if rules.general and self.rng.random() < 0.25:
            self._general(self.rng.choice(players), players[-1])
        while self.deal.phase == "declaring":
            self._declare(self.deal.turn)
        if self.deal.phase != "playing":
            return False
        entered = [player for player in players if self.hands[player] is not None]
        self.law = CardLaw(DUTIES, self.turn_up, len(entered))
        self._play_tricks(entered)
        return True

    def _general(self, player, dealer):
        takes = self.rng.random() < 0.5
        self.say(self._with_turn_up(Declared(player, "general"), takes and player == dealer))
        if takes and player != dealer:
            self.say(self._with_turn_up(Declared(dealer, "play"), True))

    def _declare(self, player):
        choice = self.rng.choice(("play", "play", "miss", "drop"))
        if choice == "miss" and not self.widow:
            choice = "play"
        takes = (player, choice) == (self.deal.setup.dealer, "play") and self.rng.random() < 0.6
        self.say(self._with_turn_up(Declared(player, choice), takes))
        if choice == "miss":
            self.hands[player], self.widow = self.widow, []
        elif choice == "drop":
            self.hands[player] = None

    def _with_turn_up(self, said, takes):
        if not takes:
            return said
        hand = self.hands[said.player]
        away = self.rng.choice(hand)
        hand[hand.index(away)] = self.turn_up
        shown = away if self.rng.random() < 0.5 else None
        return Declared(said.player, said.choice, takes_turn_up=True, discards=shown)
