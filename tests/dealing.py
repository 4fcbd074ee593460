"""Random evenings of every game, and a table with real tiles.

The table knows the hands, which the engine never sees, and implements the law separately.
The tests compare the two.
"""

from dataclasses import dataclass, field

from companion.errors import EntryError, RevokeProven
from companion.evening.entries import GameStarted, Joined, Penalized, WorthSet
from companion.rules.actions import Declared, FlushShown, HandsLeft, Played, Scored, TurnedUp
from companion.web.views import view
from tests.card_table import AnyTable
from tests.nap_table import HANDS
from tests.oracle import CARDS
from tests.whole_deals import one_by_one, random_whole_deal

TILES = [(high, low) for high in range(7) for low in range(high + 1)]
NAMES = (
    "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida",
    "Jon", "Kay", "Leo", "Mia", "Ned", "Oda", "Pia", "Quy", "Rob",
)  # fmt: skip
DEPTHS = ("result", "tricks", "plays")
DOMINOES = ("domino-loo", "domino-rounce")
PRESETS = {
    "three-card-loo": ("classic", "defence", "chits", "unlimited"),
    "five-card-loo": ("classic", "modern", "chits"),
}

# Every value of every house rule in the tables of the rulebook (3 to 6).

_CARD_LOO = {
    "stake_when": ("every-deal", "nobody-looed"), "loo": ("pool", "fixed", "capped"),
    "loo_chips": (None, 1, 4, 10, 31),
    "lone": ("free", "enter-or-pool", "enter-or-defend", "claimer-sweeps"),
    "forced": ("never", "club-law", "single-pool"), "lead_ace": ("none", "first", "any"),
    "lead_trump": ("none", "one", "two"), "lead_highest": ("never", "two-players", "always"),
    "later_lead_ace": (None, "none", "any"), "later_lead_trump": (None, "none", "one", "two"),
    "later_lead_highest": (None, "never", "two-players", "always"),
    "lead_after_win": (True, False), "must_trump": (True, False), "must_head": (True, False),
    "must_overtrump": (True, False), "remainder": ("carry", "last-trick", "eldest-first"),
    "revoke": ("divide", "loo", "note"), "revoke_pays": ("pool", "loo"),
    "ending": ("divide", "carry"), "draw": ("none", "with-declaration", "after-declarations"),
    "stock_out": ("reshuffle", "limit"),
}  # fmt: skip
_NAP = {
    "misery": (True, False), "misery_trumps": (True, False), "peep": (True, False),
    "purchase": (True, False), "revoke": ("note", "contract"), "ending": ("divide", "carry"),
}  # fmt: skip
_THREE = {**_CARD_LOO, "stake": (3, 6, 9), "miss": ("none", "one")}
HOUSE_RULES = {
    "domino-loo": {
        "scoring": ("chips", "points", None),
        "loo": ("pool", "fixed", "capped"),
        "loo_chips": (None, 1, 7, 20, 40, 81),
        "remainder": ("carry", "last-trick", "eldest-first"),
        "revoke": ("divide", "loo", "note"),
        "revoke_pays": ("pool", "loo"),
        "ending": ("divide", "carry"),
    },
    "domino-rounce": {"revoke": ("divide", "loo", "note")},
    "three-card-loo": _THREE,
    "irish-loo": _THREE,
    "rams": {
        "counters": (5, 7, 10),
        "widow": (True, False),
        "general": (True, False),
        "revoke": ("divide", "loo", "note"),
    },
    "five-card-loo": {
        **_CARD_LOO,
        "stake": (5, 10),
        "pam": ("none", "JC", "JS"),
        "civil": ("none", "absolute", "unless-only-trump"),
        "pam_led": ("any-trump", "highest-trump"),
        "flush": ("none", "trump-first", "mouche-first"),
        "flush_show": ("must", "may"),
        "flush_loos": ("in-play", "table"),
        "flush_exempt": ("flush-or-pam", "nobody"),
    },
    "bourre": {
        "ante": (1, 2, 7),
        "declare": ("with-declaration", "after-declarations"),
        "most_exchanged": (5, 4, 3),
        "stock_out": ("reshuffle", "limit"),
        "cinch": (True, False),
        "dealer_ace": (True, False),
        "tie": ("carry", "split"),
        "tied_ante": ("exempt", "pays"),
        "bourre_pays": ("pot", "capped"),
        "loo_chips": (None, 1, 4, 10, 31),
        "bourre_ante": ("exempt", "pays"),
        "revoke": ("bourre", "note"),
        "ending": ("divide", "carry"),
    },
    "napoleon": {
        **_NAP,
        "pack": (52, 32, 28, 24),
        "wellington": (True, False),
        "blucher": (True, False),
    },
    "seven-card-napoleon": _NAP,
    "coon-can": {"going_out": ("either", "discard", "meld"), "ending": ("divide", "carry")},
    "ramset": {
        "target": (17, 15, 21, 5),
        "ends": ("first", "last"),
        "nuller": ("tally", "minus"),
        "nuller_points": (5, 2),
        "balli": ("second", "highest"),
        "balli_card": ("7D", "7C"),
        "balli_follows": ("full", "free"),
        "second_lead": ("trump", "free"),
        "lead_ace": ("none", "first"),
        "widow": (True, False),
        "pack": (32, 36),
        "lone_strokes": (1, 5),
        "revoke": ("loo", "divide", "note"),
        "direction": ("right", "left"),
        "suits": ("swiss", "french"),
    },
    "bestia": {
        "stake": (3, 6),
        "stake_by": ("dealer", "all", "closed"),
        "loo": ("pool", "fixed", "capped"),
        "loo_chips": (None, 1, 4, 31),
        "most_exchanged": (2, 3, 0),
        "stock_out": ("reshuffle", "limit"),
        "miss": ("after", "one", "none"),
        "buco_leads": (False, True),
        "following": ("plain", "overtrump", "always"),
        "lead_ace": ("first", "none", "any"),
        "saved": (False, True),
        "forced": ("never", "single-pool"),
        "partners": (False, True),
        "remainder": ("carry", "last-trick", "eldest-first"),
        "revoke": ("loo", "divide", "note"),
        "revoke_pays": ("pool", "loo"),
        "ending": ("divide", "carry"),
        "direction": ("right", "left"),
        "suits": ("italian", "french"),
    },
    "julepe": {
        "stake": (10, 3),
        "stake_by": ("dealer", "all", "who-plays"),
        "julepe_to": ("winners", "plate"),
        "loo": ("pool", "fixed", "capped"),
        "loo_chips": (None, 1, 4, 31),
        "split": ("equal", "most"),
        "dealer_turn_up": ("double", "three", "free", "off"),
        "draw": ("after-declarations", "with-declaration"),
        "stock_out": ("reshuffle", "limit"),
        "undertrump": ("may", "must"),
        "joker": (False, True),
        "dealer_plays": (False, True),
        "lead_ace": ("none", "first"),
        "lone": ("free", "enter-or-pool"),
        "revoke": ("loo", "note"),
        "ending": ("divide", "carry"),
        "direction": ("right", "left"),
        "suits": ("spanish", "french"),
    },
    "other": {
        "name": ("Skat", "6 nimmt!"),
        "counts": ("points", "chips"),
        "wins": ("most", "fewest"),
        "target": (0, 30, 100),
    },
}


# The law (docs/rules.md 2). A tile is (high, low); a suit is a number; a hand is a set of tiles.


def bears_trump(tile, trump):
    return trump in tile


def follows(tile, suit, trump):
    """Return whether a tile follows the suit led: it has the number and is not a trump."""
    return trump in tile if suit == trump else suit in tile and trump not in tile


def lawful(hand, led, trump, won_before, must_trump):
    """Return the lawful tiles of a hand; `led` is the suit led, None for the leader."""
    trumps = {tile for tile in hand if bears_trump(tile, trump)}
    if led is None:
        return trumps if len(trumps) >= 2 or (won_before and trumps) else set(hand)
    return (
        {tile for tile in hand if follows(tile, led, trump)}
        or (trumps if must_trump else set())
        or set(hand)
    )


def wins(laid, led, trump):
    """Return the winner of {player: tile}, in the order of play."""

    def height(tile, suit):
        return 7 if tile == (suit, suit) else sum(tile) - suit

    trumping = {p: height(t, trump) for p, t in laid.items() if trump in t}
    following = {p: height(t, led) for p, t in laid.items() if follows(t, led, trump)}
    best = trumping or following
    return max(best, key=best.get)


def text(tile):
    return f"{tile[0]}-{tile[1]}"


# Games at random


def random_game(rng, games=tuple(HOUSE_RULES), depth=None):
    """Draw a start with random house rules, seats, dealer and depth."""
    game = rng.choice(games)
    preset, rules = random_house_rules(rng, game)
    most = most_players(game, rules)
    least = 3 if game in ("rams", "bestia", "julepe") else 2
    number = rng.randint(least, most if rng.random() < 0.2 else min(most, 5))
    seats = tuple(rng.sample(NAMES, number))
    return GameStarted(
        game,
        seats,
        rng.choice(seats),
        depth or rng.choice(depths(game)),
        preset,
        house_rules=rules,
        edition=rng.choice(
            (None, 1)
            if game in ("domino-rounce", "rams", "ramset", "other")
            else (None, 1, 2, 2)
            if game in ("bestia", "julepe")
            else (None, 1, 2, 3, 3)
        ),
    )


def refused(state, entry):
    try:
        state.enter(entry)
    except EntryError:
        return True
    return False


def random_penalty(rng, session):
    player, *others = rng.sample(session.seated(), len(session.seated()))
    targets = ["each", None, *others]
    if session.race is None and session.game.has_pool(session.rules):
        targets.append("pool")
    to = None if session.race else rng.choice(targets)
    return Penalized(player, rng.randint(1, 12), to, rng.choice((None, "out of turn")))


def depths(game):
    """Return the depths at which a game can be recorded; Coon Can has no tricks."""
    if game == "other":
        return ("result",)
    return ("result", "plays") if game == "coon-can" else DEPTHS


def random_house_rules(rng, game):
    """Draw a preset or None, and house rules that differ from it."""
    preset = rng.choice((None, *PRESETS.get(game, ())))
    chance = rng.choice((0.1, 0.6))
    return preset, {
        name: rng.choice(values)
        for name, values in HOUSE_RULES[game].items()
        if rng.random() < chance
    }


def most_players(game, rules):
    if game == "rams":
        return 5 if rules.get("widow", True) else 6
    living = {"ramset": 6, "bestia": 10, "julepe": 7, "other": 16}
    if game in living:
        return living[game]
    if game in ("coon-can", "bourre"):
        return 8
    if game in DOMINOES:
        return 4
    if game in HANDS:
        return min(6, rules.get("pack", 52) // HANDS[game])
    if game == "five-card-loo":
        return 10
    miss = rules.get("miss", "one" if game == "three-card-loo" else "none")
    return 16 if miss == "one" else 17


def random_entry(rng, state):
    """Draw an option, or a new game or person; None if nothing is left.

    The kind is drawn by weight, and then an entry of that kind.
    """
    if state.session and (rng.random() < 0.02 or (state.closed and rng.random() < 0.5)):
        return WorthSet(rng.randint(1, 100), rng.choice(("EUR", "JPY")))
    if state.closed:
        return rng.choice((None, *state.options()))
    session = state.session
    if session and not session.ended and session.winner is None and rng.random() < 0.03:
        penalty = random_penalty(rng, session)
        return None if refused(state, penalty) else penalty
    if session is None or (state.between_deals and rng.random() < 0.03):
        return random_game(rng)
    absent = [name for name in NAMES if name not in session.seated()]
    room = len(session.dealt_in()) < session.most and session.winner is None and not session.ended
    if state.between_deals and absent and room and rng.random() < 0.08:
        return Joined(rng.choice(absent), rng.choice((None, *session.seated())))
    deal = session.deal
    if may_show_flush(deal) and rng.random() < (0.4 if deal.shown else 0.05):
        flush = random_flush(rng, deal)
        if flush:
            return flush
    if deal and deal.question().asks == "whole-deal" and rng.random() < 0.5:
        told = random_whole_deal(rng, deal)
        if one_by_one(deal, told):
            return told
    if deal and deal.question().asks == "scores":
        return random_scores(rng, deal)
    if deal and view(deal).hands and rng.random() < 0.7:
        return random_hands(rng, deal)
    kinds = {}
    for option in state.options():
        # Without weights, most entries would put a tile away or choose General Rams.
        seldom = getattr(option, "discards", None) or getattr(option, "choice", "") == "general"
        if not seldom or rng.random() < 0.02:
            kinds.setdefault(option.__struct_config__.tag, []).append(option)
    names = sorted(kinds)
    (kind,) = rng.choices(names, [WEIGHTS.get(name, 1.0) for name in names])
    return rng.choice(kinds[kind])


WEIGHTS = {
    "misdealt": 0.03, "revoked": 0.05, "settled": 2.0, "turned-up": 4.0, "played": 3.0,
    "exchanged": 3.0, "peeped": 2.0, "pam-shown": 3.0, "sat-out": 0.15, "sat-in": 1.0,
    "left": 0.05, "depth-changed": 0.15, "game-ended": 0.05, "evening-closed": 0.02, "paid": 0.1,
}  # fmt: skip


def random_hands(rng, deal):
    """Draw the hands left at the end of a deal of Coon Can, in pips or cards."""
    players = deal.setup.players
    winner = rng.choice((None, *players))
    pack = [*CARDS, *CARDS, "JK", "JK"]
    rng.shuffle(pack)
    by_cards = rng.random() < 0.5
    hands = {
        player: tuple(pack.pop() for _ in range(rng.randint(1, 10)))
        if by_cards
        else rng.randint(2, 100)
        for player in players
        if player != winner
    }
    return HandsLeft(winner, hands)


def random_scores(rng, deal):
    """Draw the result of a deal of another game; chips sum to zero."""
    players = deal.setup.players
    scores = {player: rng.randint(-20, 20) for player in players}
    if deal.setup.rules.counts == "chips":
        scores[players[0]] -= sum(scores.values())
    return Scored(scores)


def may_show_flush(deal):
    return getattr(deal, "may_show_flush", ())


def lying_open(deal):
    """Return the cards already seen or shown."""
    return {str(card) for card in deal.seen} | {
        str(c) for hand in deal.shown.values() for c in hand
    }


def random_flush(rng, deal):
    """Draw a flush that a player could hold, or None."""
    player = rng.choice(deal.may_show_flush)
    pam, shown_by = deal.setup.rules.pam, deal.showing.pam if deal.showing else None
    free = [card for card in CARDS if card not in lying_open(deal)]
    with_pam = pam in free and (
        shown_by == player or (shown_by is None and rng.random() < 0.4)
    )  # fmt: skip
    suits = [[card for card in free if card[1] == suit and card != pam] for suit in "SHDC"]
    suits = [cards for cards in suits if len(cards) >= 5]
    if not suits:
        return None
    cards = rng.sample(rng.choice(suits), 4 if with_pam else 5)
    cards += [pam] if with_pam else []
    return FlushShown(player, tuple(rng.choice(spellings(card)) for card in cards))


# Spellings of pieces (docs/rules.md 2)


def _ways(piece):
    if piece in CARDS:
        return (piece, "10" + piece[1]) if piece[0] == "T" else (piece,)
    high, low = piece[0], piece[2]
    return (piece, f"{low}-{high}", f"{high}{low}", f"{low}{high}")


_SPELT = {piece: _ways(piece) for piece in (*map(text, TILES), *CARDS)}
_READ = {spelling: piece for piece, ways in _SPELT.items() for spelling in ways}
PIECES = tuple(_SPELT)


def spellings(piece):
    """Return the spellings of a piece, the plain one first."""
    return _SPELT[piece]


def read(spelling):
    """Return the piece with this spelling, or None."""
    return _READ.get(spelling)


# A deal with known hands


@dataclass
class Told:
    """A play with the hand it came from."""

    player: str
    trick: int
    tile: tuple[int, int]
    hand: frozenset
    """The player's hand before the play."""
    led: int | None
    won_before: bool

    def unlawful(self, trump, must_trump, known=None):
        """Return whether the play is unlawful, by the real hand or by the `known` tiles."""
        hand = self.hand if known is None else known
        return self.tile not in lawful(hand, self.led, trump, self.won_before, must_trump)


@dataclass
class Table(AnyTable):
    hands: dict = field(default_factory=dict)
    turn_up_held_by: str | None = None

    def play_deal(self):
        """Play a whole deal; return whether any tricks were played."""
        self.must_trump = self.evening.state.session.game.id == "domino-loo"
        players = self.deal.setup.players
        dealer = players[-1]
        boneyard = self.rng.sample(TILES, 28)
        self.hands = {p: {boneyard.pop() for _ in range(5)} for p in players}
        misses = (7,) if len(players) == 4 else (6, 6)
        spare = [[boneyard.pop() for _ in range(size)] for size in misses]
        turn_up = boneyard.pop()
        self.trump = turn_up[0]
        self.say(TurnedUp(text(turn_up)))
        while self.deal.phase == "declaring":
            self._declare(self.deal.turn, dealer, spare, turn_up)
        if self.deal.phase != "playing":
            return False
        self._play_tricks([p for p in players if self.hands[p] is not None])
        return True

    def _declare(self, player, dealer, spare, turn_up):
        options = [said for said in self.deal.options() if isinstance(said, Declared)]
        # Choose "play" more often than at random, so that most deals have tricks.
        usual = [said for said in options if said.choice == "play"]
        said = self.rng.choice(usual if self.rng.random() < 0.4 else options)
        if said.choice == "drop":
            self.say(said)
            self.hands[player] = None
            return
        if said.choice == "miss":
            self.say(said)
            self.hands[player] = set(self.rng.sample(spare.pop(), 5))
            return
        if player == dealer and self.rng.random() < 0.6:
            away = self.rng.choice(sorted(self.hands[player]))
            shown = text(away) if self.rng.random() < 0.5 else None
            self.hands[player] = self.hands[player] - {away} | {turn_up}
            self.turn_up_held_by = player
            self.turn_up = turn_up
            self.say(Declared(player, said.choice, takes_turn_up=True, discards=shown))
        else:
            self.say(Declared(player, said.choice))

    def _play_tricks(self, players):
        leader = 0
        for number in range(1, 6):
            laid, led = {}, None
            for step in range(len(players)):
                player = players[(leader + step) % len(players)]
                led = self._play(player, number, led)
                laid[player] = self.told[-1].tile
            winner = wins(laid, led, self.trump)
            self.winners.append(winner)
            leader = players.index(winner)

    def _play(self, player, number, led):
        hand = frozenset(self.hands[player])
        can = lawful(hand, led, self.trump, number > 1, self.must_trump)
        tile = self.rng.choice(sorted(hand if self.rng.random() < self.cheat else can))
        self.hands[player].discard(tile)
        self.told.append(Told(player, number, tile, hand, led, number > 1))
        suit = None
        if led is None:
            # A trump leads trumps; for a plain tile the leader announces an end or says nothing.
            led = self.trump if self.trump in tile else self.rng.choice(tile)
            suit = str(led)
            if led in (self.trump, tile[0]) and self.rng.random() < 0.5:
                suit = None
        entry = Played(player, text(tile), suit)
        try:
            self.say(entry)
        except RevokeProven as proven:
            answer = self.rng.choice(("revoke", "let-stand"))
            for proof in proven.proofs:
                self._check_proof(proof)
                assert (proof.player, proof.trick) not in self.answered
                self.answered[proof.player, proof.trick] = answer
            assert proven.rule == proven.proofs[0].rule
            self.say(Played(player, text(tile), suit, answer))
        assert set(self.answered) == self.provable()
        return led

    def provable(self):
        """Return the plays proven unlawful by the turn-up and by tiles shown later."""
        found = set()
        for place, told in enumerate(self.told):
            known = {t.tile for t in self.told[place:] if t.player == told.player}
            if told.player == self.turn_up_held_by and self.turn_up in told.hand:
                known.add(self.turn_up)
            if told.unlawful(self.trump, self.must_trump, known):
                found.add((told.player, told.trick))
        return found

    def _check_proof(self, proof):
        """Check the play, the rule and the proof of an accusation."""
        (told,) = (t for t in self.told if (t.player, t.trick) == (proof.player, proof.trick))
        high, low = map(int, proof.proof.split("-"))
        shown = (high, low)
        trumps = [tile for tile in told.hand if self.trump in tile]
        assert proof.piece == text(told.tile)
        assert told.unlawful(self.trump, self.must_trump)
        assert shown in told.hand and shown != told.tile
        if proof.rule == "follow-suit":
            assert told.led is not None and follows(shown, told.led, self.trump)
        elif proof.rule == "must-trump":
            assert self.must_trump and told.led is not None and self.trump in shown
        elif proof.rule == "lead-trump":
            assert told.led is None and self.trump in shown and len(trumps) >= 2
        else:
            assert proof.rule == "lead-after-win"
            assert told.led is None and told.trick > 1 and self.trump in shown

    def unlawful(self):
        return {
            (told.player, told.trick)
            for told in self.told
            if told.unlawful(self.trump, self.must_trump)
        }
