"""Ramset, Bestia and Julepe once more: an oracle for the tests, written from the rulebook alone.

`Law` says which cards may be played, `LivingDeal` whose turn it is, what may be declared and
exchanged, and what a deal pays; `LivingGame` keeps the seats, the dealer and the accounts. It takes
nothing from the engine but its entries.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.rules.actions import Declared

POOL = "pool"
SPANISH = "A3KQJ76542"


def ranks(game, rules):
    """Return the ranks of a game's pack, from the highest."""
    if game != "ramset":
        return SPANISH
    return "AKQJT9876" if rules.pack == 36 else "AKQJT987"


def special(game, rules):
    """Return the card that is always a trump, or None."""
    if game == "ramset":
        return rules.balli_card
    return "JK" if game == "julepe" and rules.joker else None


def pack(game, rules):
    """Return the cards of a game's pack."""
    cards = [rank + suit for rank in ranks(game, rules) for suit in "SHDC"]
    return [*cards, "JK"] if special(game, rules) == "JK" else cards


class Law:
    """Which cards may be played, and which card wins."""

    def __init__(self, game, rules, trump, lying):
        """Take the trump suit, and the cards that lie turned up and nobody took."""
        self.game, self.rules, self.trump = game, rules, trump
        self.ranks, self.special = ranks(game, rules), special(game, rules)
        self.is_free = game == "ramset" and rules.balli_follows == "free"
        self.heads = game == "julepe" or (game == "bestia" and rules.following == "always")
        self.overtrumps = game != "bestia" or rules.following != "plain"
        self.undertrumps = game != "julepe" or rules.undertrump == "must"
        self.ace = self._ace_to_lead("A" + trump in lying)

    def _ace_to_lead(self, ace_lies):
        if self.game == "julepe" and self.rules.joker:
            return None
        if not ace_lies:
            return "A" + self.trump
        return None if self.game == "ramset" else "3" + self.trump

    def suit(self, card):
        """Return the suit that a card belongs to."""
        return self.trump if card == self.special else card[1]

    def is_trump(self, card):
        """Return whether a card is a trump."""
        return self.suit(card) == self.trump

    def _height(self, card):
        if card != self.special:
            return -self.ranks.index(card[0])
        is_highest = self.game == "ramset" and self.rules.balli == "highest"
        return 1 if is_highest else -0.5

    def beats(self, card, best):
        """Return whether a card beats the best card of the trick so far."""
        if self.suit(card) == self.suit(best):
            return self._height(card) > self._height(best)
        return self.is_trump(card)

    def best(self, cards):
        """Return the winning card of those laid, in the order of play."""
        found = cards[0]
        for card in cards[1:]:
            if self.beats(card, found):
                found = card
        return found

    def broken(self, card, hand, laid, number):
        """Return the rule that a card from this hand breaks in trick `number`, or None."""
        if self.is_free and card == self.special:
            return None
        bound = {one for one in hand if not (self.is_free and one == self.special)}
        if laid:
            return self._broken_by_following(card, bound, self.suit(laid[0]), self.best(laid))
        return self._broken_by_leading(card, bound, number)

    def _broken_by_leading(self, card, bound, number):
        scope = self.rules.lead_ace
        if scope == "any" or (scope == "first" and number == 1):
            if card == self.ace:
                return None
            if self.ace in bound:
                return "lead-ace"
        if self.game == "ramset" and self.rules.second_lead == "trump" and number == 2:
            trumps = any(self.is_trump(one) for one in bound)
            return "lead-trump" if trumps and not self.is_trump(card) else None
        return None

    def _broken_by_following(self, card, bound, led, best):
        of_suit = {one for one in bound if self.suit(one) == led}
        if of_suit:
            if card not in of_suit:
                return "follow-suit"
            heading = {one for one in of_suit if self.beats(one, best)}
            return "must-head" if self.heads and heading and card not in heading else None
        trumps = {one for one in bound if self.is_trump(one)}
        heading = {one for one in trumps if self.beats(one, best)}
        if not trumps or not (heading or self.undertrumps):
            return None
        if card not in trumps:
            return "must-trump"
        return "must-overtrump" if self.overtrumps and heading and card not in heading else None


@dataclass
class Result:
    """What a deal pays."""

    lines: Counter = field(default_factory=Counter)
    """Chips from one account to another."""
    points: Counter = field(default_factory=Counter)
    looed: tuple = ()
    is_divided: bool = False
    is_single: bool = True
    """Whether what stays in the pool is nothing but stakes and odd chips."""

    def pays(self, source, target, amount):
        """Note a payment."""
        if amount:
            self.lines[source, target] += amount


@dataclass
class Play:
    """A play with the hand it came from."""

    player: str
    trick: int
    card: str
    hand: frozenset
    laid: tuple


@dataclass
class LivingDeal:
    """A deal with real hands."""

    rng: Random
    game: str
    rules: Any
    players: tuple
    """In turn; the dealer is last."""
    pool: int = 0
    """P, once the stakes are in."""
    is_single: bool = False
    """Whether the pool holds nothing but stakes and odd chips."""
    is_forced: bool = False
    """Whether nobody may drop."""
    choices: dict = field(default_factory=dict)
    robbed: tuple = ()
    named: set = field(default_factory=set)
    """What the dealer put away for the turn-up, as far as it was seen."""
    exchanged: dict = field(default_factory=dict)
    is_closed: bool = False
    """Whether the exchanges are over."""
    late: list = field(default_factory=list)
    """Players who came in by a buco."""
    partners: dict = field(default_factory=dict)
    plays: list = field(default_factory=list)
    winners: list = field(default_factory=list)
    totals: dict | None = None
    revokers: set = field(default_factory=set)
    answered: set = field(default_factory=set)
    """Proofs that the table has answered, by player and trick."""

    def __post_init__(self):
        self.size = 3 if self.game == "bestia" else 5
        self.dealer = self.players[-1]
        cards = pack(self.game, self.rules)
        self.rng.shuffle(cards)
        own = special(self.game, self.rules)
        if self.rng.random() < 0.3:
            wanted = self.rng.choice((own, "AS")) or "AS"
            cards.append(cards.pop(cards.index(wanted)))
        self.turned = [cards.pop()]
        if self.turned[0] == own:
            self.turned.append(cards.pop())
        self.trump, self.seen_up = self.turned[-1][1], []
        self.hands = {player: self._dealt(cards) for player in self.players}
        self.spare = self._dealt(cards) if self._has_spare() else []
        self.stock, self.away, self.is_dealt_again = cards, [], False

    def _dealt(self, cards):
        return [cards.pop() for _ in range(self.size)]

    def _has_spare(self):
        if self.game == "ramset":
            return self.rules.widow and len(self.players) < 6
        return self.game == "bestia" and self.rules.miss == "one"

    # Players in, and the player to act

    def ins(self):
        """Return the players who are in, in turn."""
        return [p for p in self.players if self.choices.get(p, "drop") != "drop"]

    def all_dropped(self):
        """Return whether all have dropped before the dealer, who declares nothing."""
        return len(self.choices) >= len(self.players) - 1 and not self.ins()

    def has_declared(self):
        """Return whether nobody is left to declare."""
        return self.all_dropped() or len(self.choices) == len(self.players)

    def alone(self):
        """Return the player who has nobody against them, or None."""
        if self.all_dropped():
            return self.dealer
        return self.ins()[0] if self.has_declared() and len(self.ins()) == 1 else None

    def exchangers(self):
        """Return the players who can still exchange, in turn."""
        if not self.has_declared() or self.is_closed or self._exchanges_none():
            return []
        if self.alone() and not self._can_come_in():
            return []
        done = max((self.ins().index(p) for p in self.exchanged), default=-1)
        return self.ins()[done + 1 :]

    def needs_numbers(self):
        """Return whether the cards may not be enough for all exchanges and bucos."""
        most = 5 if self.game == "julepe" else self.rules.most_exchanged
        bucos = 0
        if self.game == "bestia" and self.rules.miss == "after":
            bucos = len(self.players) - len(self.ins())
        dealt = len(self.turned) + self.size * (len(self.players) + self._has_spare())
        wanted = most * len(self.ins()) + self.size * bucos
        is_short = len(pack(self.game, self.rules)) - dealt < wanted
        return is_short and (bucos > 0 or self.rules.stock_out == "limit")

    def _exchanges_none(self):
        if self.game == "bestia":
            return self.rules.most_exchanged == 0 or self._is_blind()
        return self.game == "ramset" or self.rules.draw == "with-declaration"

    def _is_blind(self):
        return self.game == "bestia" and self.rules.forced == "single-pool" and self.is_single

    def _can_come_in(self):
        return any(self.comes_in(player) for player in self.players)

    def comes_in(self, player):
        """Return whether a player who dropped may come in by a buco."""
        if self.game != "bestia" or self.rules.miss != "after" or self._is_blind():
            return False
        if not self.has_declared() or self.all_dropped() or self.winners or self.plays:
            return False
        if self.totals is not None or self.choices.get(player) != "drop" or not self.bucos_left():
            return False
        before = max((self.players.index(one) for one in self.late), default=-1)
        return self.players.index(player) > before and player not in self.sharing()

    def sharing(self):
        """Return who shares the hand of another player."""
        return {one for named in self.partners.values() for one in named}

    def bucos_left(self):
        """Return how many can still be dealt three new cards."""
        return 0 if self.is_dealt_again else len(self.stock) // self.size

    def leader(self):
        """Return who leads the next trick."""
        if self.winners:
            return self.winners[-1]
        leads = self.game == "bestia" and self.rules.buco_leads and self.late
        return self.late[0] if leads else self.ins()[0]

    def turn(self):
        """Return whose turn it is to declare, exchange or play a card."""
        if not self.has_declared():
            return self.players[len(self.choices)]
        if self.exchangers():
            return self.exchangers()[0]
        laid = [play for play in self.plays if play.trick == len(self.winners) + 1]
        ring = self.ins()
        return ring[(ring.index(self.leader()) + len(laid)) % len(ring)]

    def is_over(self):
        """Return whether all tricks are known."""
        return self.totals is not None or len(self.winners) == self.size

    # What may be declared and exchanged

    def forbids(self, said):
        """Return the rules that a declaration breaks."""
        if self.has_declared():
            return self._forbids_buco(said)
        broken = set()
        if said.player != self.turn():
            broken |= {"out-of-turn", "miss-binds"} if self._is_bound(said) else {"out-of-turn"}
        broken |= self._forbids_choice(said.choice, said.player == self.dealer)
        broken |= self._forbids_robbing(said)
        if said.draws:
            broken |= self._forbids_draw(said)
        return broken | ({"declaring"} if said.with_ else set())

    def _is_bound(self, said):
        return self.choices.get(said.player) == "miss"

    def _forbids_choice(self, choice, is_dealer):
        lone = getattr(self.rules, "lone", "free") == "enter-or-pool" and len(self.ins()) == 1
        if choice == "drop":
            if self.is_forced:
                return {"single-pool"}
            must = is_dealer and (lone or getattr(self.rules, "dealer_plays", False))
            return {"dealer-must-enter"} if must else set()
        if choice == "miss":
            left = self.spare and "miss" not in self.choices.values()
            return set() if left else {"no-miss-left", "unreadable"}
        if choice == "for-the-pool":
            return set() if lone and is_dealer else {"for-the-pool", "unreadable"}
        return set()

    def _forbids_robbing(self, said):
        away = [card for card in (said.discards, said.also_discards) if card]
        if not said.takes_turn_up:
            return {"dealer-turn-up"} if away else set()
        may = {"ramset": ("play",), "julepe": ("play", "for-the-pool"), "bestia": ()}[self.game]
        if self.game == "julepe" and self.rules.dealer_turn_up == "off":
            may = ()
        broken = set()
        if said.player != self.dealer or said.choice not in may or len(away) > len(self.turned):
            broken.add("dealer-turn-up")
        if set(away) & set(self.seen_up) or len(set(away)) < len(away):
            broken.add("already-seen")
        return broken

    def _forbids_draw(self, said):
        now = self.game == "julepe" and self.rules.draw == "with-declaration"
        most = 5 - len(self.turned) * said.takes_turn_up
        if not now or said.choice not in ("play", "for-the-pool") or said.draws > most:
            return {"draw"}
        return {"stock-exhausted"} if said.draws > self.available(said.player) else set()

    def _forbids_buco(self, said):
        if said.choice != "miss" or self.choices.get(said.player) != "drop":
            return {"wrong-phase", "miss-binds", "all-dropped", "unreadable"}
        broken = set()
        if not self.comes_in(said.player):
            broken |= {"wrong-phase", "no-miss-left", "out-of-turn", "all-dropped"}
        if said.takes_turn_up or said.discards or said.draws:
            broken |= {"dealer-turn-up", "draw"}
        if said.with_ and not getattr(self.rules, "partners", False):
            broken.add("declaring")
        out = {p for p, one in self.choices.items() if one == "drop" and p != said.player}
        fits = set(said.with_) <= out - self.sharing() and len(set(said.with_)) == len(said.with_)
        return broken if fits else broken | {"not-in"}

    def most_exchanged(self, player):
        """Return the highest number of cards a player may exchange after the declarations."""
        most = 5 if self.game == "julepe" else self.rules.most_exchanged
        return most - len(self.turned) * (player == self.dealer and bool(self.robbed))

    def available(self, player):
        """Return the number of cards that can be dealt to a player who exchanges."""
        others = [card for owner, card in self.away if owner != player]
        again = self.rules.stock_out == "reshuffle"
        return len(self.stock) + (len(others) if again else 0)

    def forbids_exchange(self, player, count):
        """Return the rules that an exchange breaks."""
        if not self.exchangers():
            return {"wrong-phase", "draw", "not-in", "out-of-turn", "all-dropped"}
        if player not in self.ins():
            return {"not-in"}
        broken = set() if player in self.exchangers() else {"out-of-turn"}
        if count > self.most_exchanged(player):
            broken.add("draw")
        if count > self.available(player):
            broken.add("stock-exhausted")
        return broken

    # What is done with the cards

    def declare(self, said):
        """Take a declaration or a buco."""
        player = said.player
        if self.has_declared():
            self.is_closed = True
            self.late.append(player)
            self.partners[player] = said.with_
            self.hands[player] = self._dealt(self.stock)
            self.choices[player] = "miss"
            return
        self.choices[player] = said.choice
        if said.choice in ("drop", "miss"):
            self.away += [(player, card) for card in self.hands[player]]
            self.hands[player] = self.spare if said.choice == "miss" else []
        if said.takes_turn_up:
            self._rob(said)
        self.deal_again(player, said.draws)

    def _rob(self, said):
        hand = self.hands[self.dealer]
        self.named = {card for card in (said.discards, said.also_discards) if card}
        others = [card for card in hand if card not in self.named]
        gone = [*self.named, *others][: len(self.turned)]
        self.hands[self.dealer] = [card for card in hand if card not in gone] + self.turned
        self.away += [(self.dealer, card) for card in gone]
        self.robbed = tuple(self.turned)

    def exchange(self, player, count):
        """Take an exchange after the declarations."""
        self.exchanged[player] = count
        self.deal_again(player, count)

    def deal_again(self, player, count):
        """Put cards away for new ones."""
        hand = self.hands[player]
        loose = [card for card in hand if card not in self.robbed]
        gone = self.rng.sample(loose, count)
        for card in gone:
            hand.remove(card)
            if not self.stock:
                self._shuffle(player)
            hand.append(self.stock.pop())
        self.away += [(player, card) for card in gone]

    def _shuffle(self, player):
        """Deal again what others have put away; what was seen of it may be held by anybody."""
        self.stock = [card for owner, card in self.away if owner != player]
        self.away = [(owner, card) for owner, card in self.away if owner == player]
        self.rng.shuffle(self.stock)
        self.is_dealt_again = True
        self.named -= set(self.stock)

    # Play

    def law(self):
        """Return the law of the deal."""
        return Law(self.game, self.rules, self.trump, () if self.robbed else self.turned)

    def laid(self):
        """Return the cards of the open trick."""
        return tuple(p.card for p in self.plays if p.trick == len(self.winners) + 1)

    def lawful(self, player):
        """Return the cards that a player may play now."""
        hand, number = frozenset(self.hands[player]), len(self.winners) + 1
        law, laid = self.law(), self.laid()
        return [card for card in sorted(hand) if not law.broken(card, hand, laid, number)]

    def play(self, player, card):
        """Play a card; return the revokes it proves, {(player, trick): rule}."""
        hand, number = frozenset(self.hands[player]), len(self.winners) + 1
        self.plays.append(Play(player, number, card, hand, self.laid()))
        self.hands[player].remove(card)
        laid = self.laid()
        if len(laid) == len(self.ins()):
            best = self.law().best(laid)
            self.winners.append(next(p.player for p in self.plays if p.card == best))
        return self._proofs(player)

    def _proofs(self, player):
        law, found = self.law(), {}
        shown = set(self.robbed) if player == self.dealer else set()
        for play in reversed([play for play in self.plays if play.player == player]):
            shown.add(play.card)
            broken = law.broken(play.card, shown & play.hand, play.laid, play.trick)
            if broken and (player, play.trick) not in self.answered:
                found[player, play.trick] = broken
        return found

    # What it pays

    def tricks(self):
        """Return how many tricks each player in has taken."""
        won = Counter(self.winners) if self.totals is None else self.totals
        return {player: won.get(player, 0) for player in self.ins()}

    def result(self):
        """Return what the deal pays."""
        settle = {"ramset": _ramset, "bestia": _bestia, "julepe": _julepe}[self.game]
        offenders = self.revokers if self.rules.revoke != "note" else set()
        return settle(self, offenders)

    def cost(self):
        """Return the price of a loo."""
        most = self.rules.loo_chips
        return {"pool": self.pool, "fixed": most, "capped": min(self.pool, most or 0)}[
            self.rules.loo
        ]


def _ramset(deal, offenders):
    result, rules = Result(), deal.rules
    if deal.alone():
        result.points[deal.alone()] = rules.lone_strokes
        return result
    minus = rules.nuller_points if rules.nuller == "minus" else 0
    result.is_divided = bool(offenders) and rules.revoke == "divide"
    tricks = {} if result.is_divided else deal.tricks()
    potatoes = [p for p in deal.ins() if p in offenders or tricks.get(p) == 0]
    for player in deal.ins():
        result.points[player] = -minus if player in potatoes else tricks.get(player, 0)
    result.looed = tuple(potatoes)
    return result


def _bestia(deal, offenders):
    if deal.alone():
        result = Result()
        result.pays(POOL, deal.alone(), deal.pool)
        return result
    if offenders and deal.rules.revoke == "divide":
        return _divided(deal, offenders)
    tricks = deal.tricks()
    if deal.rules.saved and not offenders and list(tricks.values()) == [1, 1, 1]:
        return Result(is_single=deal.is_single)
    result = Result(looed=tuple(p for p in tricks if p in offenders or not tricks[p]))
    takers = {p: won * (deal.pool // 3) for p, won in tricks.items() if p not in result.looed}
    for amounts in (takers, _odd_chips(deal, takers)):
        for player, amount in amounts.items():
            _share_out(deal, result, player, amount)
    for player in result.looed:
        _bears(deal, result, player, deal.cost(), player in offenders)
    result.is_single = not result.looed
    return result


def _odd_chips(deal, takers):
    odd, how = deal.pool % 3, deal.rules.remainder
    if how == "eldest-first":
        return dict.fromkeys(list(takers)[:odd], 1)
    last = deal.winners[-1:] if how == "last-trick" else ()
    return {player: odd for player in last if player in takers}


def _share_out(deal, result, player, amount):
    """Pay a player and their partners in equal parts; odd chips stay."""
    sharing = (player, *deal.partners.get(player, ()))
    for one in sharing:
        result.pays(POOL, one, amount // len(sharing))


def _bears(deal, result, player, cost, is_offender):
    """Let a player and their partners pay in equal parts; odd chips fall on the player."""
    partners = () if is_offender else deal.partners.get(player, ())
    part = cost // (1 + len(partners))
    for one in partners:
        result.pays(one, POOL, part)
    result.pays(player, POOL, cost - part * len(partners))


def _divided(deal, offenders):
    result = Result(is_divided=True, is_single=False)
    innocent = [player for player in deal.ins() if player not in offenders]
    for player in innocent:
        _share_out(deal, result, player, deal.pool // len(innocent))
    for player in offenders:
        result.pays(player, POOL, deal.pool if deal.rules.revoke_pays == "pool" else deal.cost())
    return result


def _julepe(deal, offenders):
    result, tricks, rules = Result(), deal.tricks(), deal.rules
    if deal.alone():
        result.pays(POOL, deal.alone(), deal.pool)
        return result
    for_pool = {p for p in tricks if deal.choices[p] == "for-the-pool"}
    able = [p for p in tricks if tricks[p] >= _quota(deal, p) and p not in offenders]
    most = max((tricks[p] for p in able), default=0)
    takers = [p for p in able if rules.split == "equal" or tricks[p] == most]
    for taker in takers:
        if taker not in for_pool:
            result.pays(POOL, taker, deal.pool // len(takers))
    spared = {p for p in for_pool if p not in offenders}
    result.looed = tuple(p for p in tricks if p not in able and p not in spared)
    for player in result.looed:
        double = player == deal.dealer and deal.robbed and rules.dealer_turn_up == "double"
        cost = deal.cost() * (2 if double else 1)
        if not takers or rules.julepe_to == "plate":
            result.pays(player, POOL, cost)
            continue
        for taker in takers:
            target = POOL if taker in for_pool else taker
            result.pays(player, target, cost // len(takers))
    return result


def _quota(deal, player):
    robbed = player == deal.dealer and deal.robbed and deal.rules.dealer_turn_up == "three"
    return 3 if robbed else 2


@dataclass
class LivingGame:
    """A game with its seats, its dealer and its accounts."""

    game: str
    rules: Any
    seats: list
    """Clockwise, with those who left."""
    to_deal: str
    carried: int = 0
    gone: set = field(default_factory=set)
    sitting_out: set = field(default_factory=set)
    last_dealer: str | None = None
    staked: list = field(default_factory=list)
    scores: dict = field(default_factory=dict)
    potatoes: Counter = field(default_factory=Counter)
    finished: tuple = ()
    tied: tuple = ()
    winner: str | None = None

    def __post_init__(self):
        self.accounts = Counter({POOL: self.carried})
        self.scores = dict.fromkeys(self.seats, 0)
        self.is_single = not self.carried

    def move(self, source, target, amount):
        """Move chips from one account to another."""
        self.accounts[source] -= amount
        self.accounts[target] += amount

    def ring(self, start):
        """Return all seats from one on, in the direction of the game."""
        seats = self.seats if self.rules.direction == "left" else self.seats[::-1]
        place = seats.index(start)
        return seats[place:] + seats[:place]

    def seated(self):
        """Return the players at the table, clockwise."""
        return [player for player in self.seats if player not in self.gone]

    def dealt_in(self):
        """Return the players of the next deal, the dealer last."""
        away = {*self.gone, *self.sitting_out, *self.finished}
        dealer, *others = [player for player in self.ring(self.to_deal) if player not in away]
        return (*others, dealer)

    def begin(self, rng):
        """Put in the stakes, and return the deal."""
        for source, chips in self.staked:
            self.move(POOL, source, chips)
        deal = LivingDeal(rng, self.game, self.rules, self.dealt_in())
        held = self.accounts[POOL]
        self.staked = self._stakes(deal, held)
        for source, chips in self.staked:
            self.move(source, POOL, chips)
        deal.pool, deal.is_single = self.accounts[POOL], self.is_single
        if self.game == "bestia":
            closed = self.rules.stake_by == "closed" and held < 3
            deal.is_forced = closed or (self.rules.forced == "single-pool" and self.is_single)
        return deal

    def _stakes(self, deal, held):
        if self.game == "ramset" or self.rules.stake_by == "who-plays":
            return []
        stake, by = self.rules.stake, self.rules.stake_by
        if self.game == "julepe":
            all_pay = by == "all" and held < 5
            return [
                (player, stake * (1 + (player == deal.dealer)) if all_pay else stake)
                for player in deal.players
                if all_pay or player == deal.dealer
            ]
        all_pay = by == "all" or (by == "closed" and held < 3)
        return [(p, stake) for p in deal.players if all_pay or p == deal.dealer]

    def put_in(self, deal, said):
        """Let a player who plays put in a stake, where only those in do."""
        if self.game == "julepe" and self.rules.stake_by == "who-plays" and said.choice != "drop":
            self.staked.append((said.player, self.rules.stake))
            self.move(said.player, POOL, self.rules.stake)
            deal.pool += self.rules.stake

    def void(self, deal):
        """Take a misdeal: the same dealer deals again."""
        self.to_deal = deal.dealer
        if getattr(self.rules, "stake_by", None) == "who-plays":
            for source, chips in self.staked:
                self.move(POOL, source, chips)
            self.staked = []

    def penalize(self, player, amount, to, dealt_in):
        """Book a penalty."""
        if self.game == "ramset":
            if self.rules.nuller == "minus":
                self.scores[player] -= amount
            else:
                self.potatoes[player] += amount
            return
        if to in (None, POOL):
            self.is_single = False
        targets = [p for p in dealt_in if p != player] if to == "each" else [to or POOL]
        for target in targets:
            self.move(player, target, amount)

    def settle(self, deal, result, late):
        """Book a deal; `late` says whether a penalty went into the pool meanwhile."""
        for (source, target), amount in result.lines.items():
            self.move(source, target, amount)
        self.is_single = result.is_single and not late
        if self.game == "ramset":
            self._score(deal, result)
        self.staked, self.last_dealer = [], deal.dealer
        self.to_deal = self.ring(deal.dealer)[1]

    def _score(self, deal, result):
        before = dict(self.scores)
        for player, points in result.points.items():
            self.scores[player] += points
        if self.rules.nuller == "tally":
            self.potatoes.update(result.looed)
        there = self._arrivals(deal, result, before)
        if self.rules.ends == "last":
            self.finished += tuple(p for p in there if p not in self.finished)
            left = [player for player in self.seated() if player not in self.finished]
            self.winner = self.finished[0] if len(left) < 2 else None
            return
        self._decide(deal, there, result)

    def _arrivals(self, deal, result, before):
        """Return who has reached the target, the first there first."""
        there = [p for p in deal.players if self.scores[p] >= self.rules.target]
        when = {}
        for player in deal.winners:
            before[player] += player not in result.looed
            if before[player] >= self.rules.target:
                when.setdefault(player, len(when))
        if deal.winners:
            return sorted(there, key=lambda player: when.get(player, 9))
        return sorted(there, key=lambda player: -self.scores[player])

    def _decide(self, deal, there, result):
        if self.tied:
            level = {*self.tied, *there}
            best = max(self.scores[player] for player in level)
            first = tuple(p for p in self.seated() if p in level and self.scores[p] == best)
        elif deal.winners:
            first = tuple(there[:1])
        else:
            first = tuple(p for p in there if self.scores[p] == self.scores[there[0]])
        self.winner = first[0] if len(first) == 1 else None
        self.tied = first if len(first) > 1 else ()

    def end(self):
        """End the game; return the chips that wait for the next game of its family."""
        if self.game == "ramset":
            return 0
        if self.rules.ending == "carry":
            return self.accounts[POOL]
        ring = self.ring(self.last_dealer or self.to_deal)
        seated = [p for p in (*ring[1:], ring[0]) if p not in self.gone]
        part, odd = divmod(self.accounts[POOL], len(seated))
        for place, player in enumerate(seated):
            self.move(POOL, player, part + (place < odd))
        return 0


def some_declaration(rng, deal):
    """Draw a declaration, lawful or not."""
    player = rng.choice(deal.players)
    if not deal.has_declared() and rng.random() < 0.8:
        player = deal.turn()
    choice = rng.choice(("play", "play", "play", "drop", "drop", "miss", "for-the-pool"))
    takes = rng.random() < (0.7 if player == deal.dealer else 0.05)
    hand = deal.hands[deal.dealer]
    named = rng.sample(hand, min(len(hand), rng.randint(0, len(deal.turned))))
    if deal.seen_up and rng.random() < 0.03:
        named = [*named[:1], rng.choice(deal.seen_up)]
    discards, also = (*named, None, None)[:2] if takes or rng.random() < 0.03 else (None, None)
    draws = rng.choice((0, 0, 1, 2, 3, 4, 5))
    if getattr(deal.rules, "draw", None) != "with-declaration" and rng.random() < 0.97:
        draws = 0
    outs = [p for p in deal.players if p != player or rng.random() < 0.05]
    late = deal.has_declared() and rng.random() < 0.4
    partners = tuple(rng.sample(outs, rng.randint(1, min(2, len(outs))))) if late else ()
    return Declared(player, choice, takes, discards, also, draws, partners)


def some_buco(rng, deal, shared=0.5):
    """Draw a buco that is allowed, or None."""
    late = [player for player in deal.players if deal.comes_in(player)]
    if not late:
        return None
    player = rng.choice(late[:2])
    outs = [p for p in deal.players if deal.choices[p] == "drop" and p != player]
    outs = [p for p in outs if p not in deal.sharing()]
    partners = ()
    if deal.rules.partners and outs and rng.random() < shared:
        partners = tuple(rng.sample(outs, rng.randint(1, len(outs))))
    return Declared(player, "miss", with_=partners)
