"""Random evenings of every game, and a table with real tiles.

The table knows the hands, which the engine never sees, and implements the law separately.
The tests compare the two.
"""

from dataclasses import dataclass, field

from msgspec.structs import replace

from companion.errors import EntryError
from companion.evening.entries import DealerSet, GameStarted, Joined, Noted, Penalized, WorthSet
from companion.evening.starting import read_rules
from companion.games import GAMES
from companion.rules.actions import Declared, FlushShown, HandsLeft, Played, Scored, TurnedUp
from companion.rules.facts import Phase
from companion.rules.house import declared
from companion.rules.loo.deal import LooDeal
from companion.web.views import view
from tests.card_table import AnyTable
from tests.oracle import CARDS
from tests.whole_deals import one_by_one, random_whole_deal

TILES = [(high, low) for high in range(7) for low in range(high + 1)]
NAMES = (
    "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida",
    "Jon", "Kay", "Leo", "Mia", "Ned", "Oda", "Pia", "Quy", "Rob",
)  # fmt: skip
DEPTHS = ("result", "tricks", "plays")
DOMINOES = ("domino-loo", "domino-rounce")
NUMBERS = {
    "loo_chips": (None, 1, 4, 7, 10, 20, 31, 40, 81),
    "ante": (1, 2, 7),
    "target": (5, 15, 21, 30),
    "nuller_points": (5, 2),
}
"""What is drawn for house rules that are numbers, beside their default."""


def _drawn(game, rule):
    """Return the values to draw for a house rule: all that it can have, or some numbers or texts."""
    if rule.kind == "switch":
        return (True, False)
    if rule.kind == "text":
        return ("Skat", "6 nimmt!")
    if rule.kind == "choice":
        return (*rule.options, *((None,) if rule.default is None else ()))
    if rule.name == "stake":
        return (rule.default, game.tricks, 2 * game.tricks)
    return tuple(dict.fromkeys((rule.default, *NUMBERS[rule.name])))


HOUSE_RULES = {
    id: {rule.name: _drawn(game, rule) for rule in declared(game.house_rules)}
    for id, game in GAMES.items()
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
    known = GAMES[game]
    held = read_rules(known, preset, rules, known.edition)
    least, most = known.least, min(known.most(held), len(NAMES))
    number = rng.randint(least, most if rng.random() < 0.2 else min(most, 5))
    seats = tuple(rng.sample(NAMES, number))
    return GameStarted(
        game,
        seats,
        rng.choice(seats),
        depth or rng.choice(known.recording.depths),
        preset,
        house_rules=rules,
        edition=rng.choice((None, *range(1, known.edition + 1), known.edition)),
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
    if session.race is None and session.game.pool.exists(session.rules):
        targets.append("pool")
    to = None if session.race else rng.choice(targets)
    return Penalized(player, rng.randint(1, 12), to, rng.choice((None, "out of turn")))


def random_house_rules(rng, game):
    """Draw a preset or None, and house rules that differ from it."""
    preset = rng.choice((None, *GAMES[game].accounts.presets))
    chance = rng.choice((0.1, 0.6))
    return preset, {
        name: rng.choice(values)
        for name, values in HOUSE_RULES[game].items()
        if rng.random() < chance
    }


def random_entry(rng, state):
    """Draw an option, or a new game or person; None if nothing is left.

    The kind is drawn by weight, and then an entry of that kind.
    """
    if state.session and (rng.random() < 0.02 or (state.closed and rng.random() < 0.5)):
        return WorthSet(rng.randint(1, 100), rng.choice(("EUR", "JPY")))
    if state.session and rng.random() < 0.01:
        return Noted("A fine deal")
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
    if state.between_deals and deal and rng.random() < 0.05:
        return DealerSet(rng.choice(session.dealt_in()))
    if rng.random() < 0.3 and (unasked := unasked_exchanges(deal)):
        return rng.choice(unasked)
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


def unasked_exchanges(deal):
    """Return the exchanges that a deal of depth `tricks` takes, but does not offer (docs/rules.md 5)."""
    if not isinstance(deal, LooDeal) or deal.setup.depth != "tricks" or deal.declaring is None:
        return ()
    if deal.phase is Phase.DECLARING and deal.declaring.rules.draws:
        stock, turned = deal.declaring.stock, deal.declaring.number_turned
        return tuple(
            replace(said, draws=number)
            for said in deal.declaring.options()
            for number in range(1, stock.most + 1)
            if not said.draws
            and said.choice in ("play", "for-the-pool")
            and number <= stock.hand - (turned if said.takes_turn_up else 0)
        )
    begun = deal.showing or deal.declaring.late or (deal.play and deal.play.under_way)
    is_open = deal.exchanging and deal.phase is not Phase.EXCHANGING and not begun
    return tuple(deal.exchanging.options()) if is_open else ()


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
        self.say_play(Played(player, text(tile), suit))
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
