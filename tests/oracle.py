"""The law of card play for hands that are known in full.

It is written from docs/rules.md 2 and 5.2 and imports nothing from
`companion.rules.tricks.law`, so the tests can compare the two.
"""

from dataclasses import dataclass
from typing import Any

RANKS = "23456789TJQKA"
CARDS = [rank + suit for suit in "SHDC" for rank in reversed(RANKS)]


@dataclass(frozen=True)
class CardLaw:
    """The law of a deal: its house rules, its turn-up and its number of players."""

    rules: Any
    turn_up: str
    players: int

    @property
    def trump(self):
        return self.turn_up[1]

    @property
    def pam(self):
        return getattr(self.rules, "pam", "none")

    @property
    def civil_rule(self):
        return "none" if self.pam == "none" else self.rules.civil

    def suit(self, card):
        return self.trump if card == self.pam else card[1]

    def is_trump(self, card):
        return self.suit(card) == self.trump

    def height(self, card):
        return 100 if card == self.pam else RANKS.index(card[0])

    def beats(self, card, other, led):
        """Return whether `card` beats `other` in a trick to which `led` was led."""
        if self.suit(card) == self.suit(other):
            return self.height(card) > self.height(other)
        if self.is_trump(card) or self.is_trump(other):
            return self.is_trump(card)
        return self.suit(card) == led

    def wins(self, laid, civil=False):
        """Return the winner of [(player, card)], in the order of play."""
        led = self.suit(laid[0][1])
        tame = self.pam if civil and self.civil_rule == "absolute" else None
        for player, card in laid:
            if card != tame and not any(
                self.beats(other, card, led) for _, other in laid if other not in (card, tame)
            ):
                return player
        raise AssertionError("every card was beaten")

    def lawful(self, hand, laid, number, civil=False, before=()):
        """Return the lawful cards of a hand in trick `number`, after the plays `laid`."""
        return {
            card for card in hand if self.objection(card, hand, laid, number, civil, before) is None
        }

    def objection(self, card, hand, laid, number, civil=False, before=()):
        """Return the rule that playing `card` breaks, or None.

        `before` are the player's earlier plays: each card, and whether it was led.
        """
        others = set(hand) - {card}
        if laid:
            return self._following(card, others, laid, civil)
        return self._leading(card, others, number, before)

    def _following(self, card, others, laid, civil):
        led = self.suit(laid[0])
        if civil and self._barred(card, others):
            return "pam-civil"
        if civil:
            # No duty requires Pam while it is barred.
            others = {o for o in others if not self._barred(o, others - {o} | {card})}

        def heads(one):
            return all(self.beats(one, other, led) for other in laid)

        followers = {o for o in others if self.suit(o) == led}
        if self.suit(card) == led:
            if laid[0] == self.pam and self.rules.pam_led == "highest-trump":
                return "pam-led" if any(self.beats(o, card, led) for o in followers) else None
            if self.rules.must_head and not heads(card) and any(map(heads, followers)):
                return "must-head"
            return None
        if followers:
            return "follow-suit"
        trumps = {o for o in others if self.is_trump(o)}
        if not self.rules.must_trump:
            return None
        if not self.is_trump(card):
            return "must-trump" if trumps else None
        if self.rules.must_overtrump and not heads(card) and any(map(heads, trumps)):
            return "must-overtrump"
        return None

    def _barred(self, card, others):
        """Return whether a card is Pam, barred by an ace that called it civil."""
        if card != self.pam:
            return False
        if self.civil_rule == "absolute":
            return bool(others)
        return any(self.is_trump(o) for o in others)

    def _leading(self, card, others, number, before):
        rules = self.rules
        lead_ace, lead_trump, lead_highest = rules.lead_ace, rules.lead_trump, rules.lead_highest
        if number > 1:
            lead_ace = rules.later_lead_ace or ("any" if lead_ace == "any" else "none")
            lead_trump = rules.later_lead_trump or lead_trump
            lead_highest = rules.later_lead_highest or lead_highest
        ace = "A" + self.trump
        if self.turn_up == ace:
            ace = "K" + self.trump
        if lead_ace != "none" and card == ace:
            return None
        if lead_ace != "none" and ace in others:
            return "lead-ace"
        trumps = {o for o in {*others, card} if self.is_trump(o)}
        after_win = rules.lead_after_win and number > 1 and trumps
        asked = len(trumps) >= {"none": 99, "one": 1, "two": 2}[lead_trump]
        if (after_win or asked) and card not in trumps:
            return "lead-after-win" if after_win else "lead-trump"
        highest = lead_highest == "always" or (lead_highest == "two-players" and self.players == 2)
        if (after_win or asked) and highest and any(self.beats(o, card, None) for o in trumps):
            return "lead-highest"
        if lead_highest == "always" and not trumps:
            return (
                "lead-highest" if any(self.height(o) > self.height(card) for o in others) else None
            )
        return None


def is_a_flush(cards, pam, size):
    """Return whether all cards are of one suit, or all except Pam (docs/rules.md 5.2)."""
    printed = {card[1] for card in cards if card != pam}
    return len(set(cards)) == len(cards) == size and len(printed) == 1
