"""Random positions of every game, each told to the engine and to the slow search."""

from dataclasses import dataclass, replace

from companion.games import GAMES
from companion.rules.actions import Declared
from companion.rules.facts import Setup
from companion.rules.tricks.law import Hand, Trick
from companion.study.position import Move, Position
from tests import rams_table
from tests.bourre_table import MODERN, BourreLaw
from tests.dealing import HOUSE_RULES, TILES, random_house_rules, text
from tests.living_deal import LivingLaw
from tests.living_table import pack as living_pack
from tests.living_table import special
from tests.oracle import CARDS, RANKS, CardLaw
from tests.study import slow_search
from tests.study.slow_search import Cards, Nap, State, Tiles

LIVING = ("ramset", "bestia", "julepe")
NAMES = tuple("ABCDEFGHIJKLMNOPQ")
BENDS = (
    *("lead_ace", "lead_trump", "lead_highest", "lead_after_win"),
    *("later_lead_ace", "later_lead_trump", "later_lead_highest"),
    *("must_trump", "must_head", "must_overtrump", "pam", "civil", "pam_led"),
    *("cinch", "pack", "misery_trumps"),
    *("balli", "balli_card", "balli_follows", "second_lead", "following", "undertrump", "joker"),
)
"""The house rules that bend the trick law."""
GAMES_STUDIED = tuple(game for game in HOUSE_RULES if game not in ("coon-can", "other"))
CASES = [
    (game, rule, value)
    for game in GAMES_STUDIED
    for rule, value in [
        (None, None),
        *((rule, v) for rule in BENDS for v in HOUSE_RULES[game].get(rule, ())),
    ]
]
"""Each game, and each value of each of these rules; the others are drawn."""
MOST_DEALT = {2: 7, 3: 5, 4: 4, 5: 3}
"""By players, the largest hands with which the slow search is fast enough."""


@dataclass(frozen=True)
class Table:
    """A position, and the same for the slow search."""

    position: Position
    law: Cards | Nap | Tiles
    state: State
    taken: tuple[int, ...]
    """Tricks taken by each seat, as the slow search counts."""

    def moves(self):
        return list(self.law.moves(self.state))

    def after(self, move):
        state, winner = slow_search.after(self.law, self.state, move)
        return replace(
            self,
            position=self.position.after(engine_move(self.position, move)),
            state=state,
            taken=tuple(count + (seat == winner) for seat, count in enumerate(self.taken)),
        )

    def line(self, rng):
        """Return this table and those after each play of a random lawful line."""
        found = [self]
        while not found[-1].state.over:
            found.append(found[-1].after(rng.choice(sorted(found[-1].moves(), key=str))))
        return found


def engine_move(position, move):
    """Return the move as the engine writes it: only a tile with two suits is announced."""
    if isinstance(move.piece, str):
        return Move(position.pack.read(move.piece), civil=move.civil)
    announces = move.suit is not None and len({*move.piece, int(position.trump)}) == 3
    return Move(position.pack.read(text(move.piece)), str(move.suit) if announces else None)


def house_rules(rng, game, rule=None, value=None):
    """Draw house rules of a game, with this value of this rule."""
    preset, chosen = random_house_rules(rng, game)
    if rule:
        chosen[rule] = value
    if rule in ("civil", "pam_led"):
        chosen["pam"] = rng.choice(("JC", "JS"))
    if rule == "misery_trumps":
        chosen["misery"] = True
    return GAMES[game].house_rules(**{**GAMES[game].preset(preset).values, **chosen})


def random_table(rng, game, rule=None, value=None, players=None, dealt=None):
    """Return the table of a random deal before the first lead.

    With `dealt`, each player has only so many pieces, and the lead is to a later trick.
    """
    found, rules = GAMES[game], house_rules(rng, game, rule, value)
    players = min(players or rng.choice((2, 2, 3, 3, 4, 5)), found.most(rules))
    tell = _nap_table if "napoleon" in game else _tile_table if "domino" in game else _loo_table
    return tell(rng, game, rules, players, dealt or found.tricks)


def small_table(rng, game, rule=None, value=None):
    """Return a table that the slow search can search, perhaps in the middle of a trick."""
    players = rng.choice((2, 2, 3, 3, 4, 5))
    most = MOST_DEALT[players]
    dealt = rng.choice((most, most, most - 1, max(2, most - 2)))
    table = random_table(rng, game, rule, value, players, min(dealt, GAMES[game].tricks))
    # Where the first lead makes trump, the fast search needs it.
    plays = int(isinstance(table.law, Nap)) + rng.choice((0, 0, 0, 1, 2, 3))
    return table.line(rng)[plays]


def card_table(game, rules, turn_up, hands, leader=0):
    """Return the table of a deal of card Loo, Bourré or Rams; fewer cards are the last ones."""
    players = len(hands)
    if game in LIVING:
        law = LivingLaw(game, rules, turn_up[1], (turn_up,))
    elif game == "bourre":
        law = BourreLaw(MODERN, turn_up, players, cinch=rules.cinch)
    else:
        law = CardLaw(rams_table.DUTIES if game == "rams" else rules, turn_up, players)
    before = ((),) * players if getattr(rules, "cinch", False) else ()
    loo = _begun(game, rules, players).loo
    engine_law = loo.law(loo.pack.orders[law.trump], players, loo.pack.read(turn_up))
    number = loo.tricks - len(hands[0]) + 1
    state = State(tuple(map(frozenset, hands)), leader, number, before=before)
    return _table(loo.pack, law.trump, engine_law, Cards(law), state)


def tile_table(game, rules, turn_up, hands, leader=0):
    trump, must_trump = turn_up[0], game == "domino-loo"
    loo = _begun(game, rules, len(hands)).loo
    engine_law = loo.law(loo.pack.orders[str(trump)], len(hands), loo.pack.read(text(turn_up)))
    state = State(tuple(map(frozenset, hands)), leader, loo.tricks - len(hands[0]) + 1)
    return _table(loo.pack, str(trump), engine_law, Tiles(trump, must_trump), state)


def nap_table(game, rules, bid, hands, leader=0, trump=None):
    """Return the table of a deal of Napoleon. `trump` is the one that an earlier lead has made."""
    deal = _begun(game, rules, len(hands))
    for player, said in zip(deal.setup.players, [bid, *["pass"] * 5], strict=False):
        deal = deal.enter(Declared(player, said))
    play, law = deal.play, Nap(bid != "misery" or rules.misery_trumps)
    number = play.trick_count - len(hands[0]) + 1
    state = State(tuple(map(frozenset, hands)), leader, number, trump=trump)
    return _table(play.pack, trump or "", play.law, law, state, play.lead_makes_trump)


def _begun(game, rules, players):
    found = GAMES[game]
    settled = found.settle_house_rules(rules, players)
    return found.begin(Setup(NAMES[:players], "plays", settled, 0))


def _table(pack, trump, engine_law, law, state, lead_makes_trump=False):
    names = NAMES[: len(state.hands)]
    position = Position(
        players=names,
        pack=pack,
        trump=trump,
        law=engine_law,
        hands={
            name: Hand(pack.read(one if isinstance(one, str) else text(one)) for one in hand)
            for name, hand in zip(names, state.hands, strict=True)
        },
        trick=Trick(state.number, names[state.leader]),
        taken=dict.fromkeys(names, 0),
        lead_makes_trump=lead_makes_trump,
    )
    return Table(position, law, state, (0,) * len(names))


def _loo_table(rng, game, rules, players, dealt):
    pack, extra = rams_table.PACK if game == "rams" else CARDS, None
    if game in LIVING:
        pack, extra = living_pack(game, rules), special(game, rules)
    up = [card for card in pack if card != extra]
    turn_up = rng.choice([*up, *(one for one in ("AS", "AH", "AC", "JC") if one in up)])
    # Few suits and ranks, many trumps, and often their honours.
    suits = {suit: rng.choice((0.1, 1, 3)) for suit in "SHDC"} | {turn_up[1]: 3}
    ranks = {rank: rng.choice((0.1, 1, 3)) for rank in RANKS}
    often = {rank + turn_up[1] for rank in "A3KQJ"} | {getattr(rules, "pam", extra)}
    honours = rng.choice((1, 8, 40))
    weights = {
        card: honours if card in often else ranks[card[0]] * suits.get(card[1], 1)
        for card in pack
        if card != turn_up
    }
    # At Bourré and Rams the dealer can have it in hand.
    own = turn_up if game in ("bourre", "rams") and rng.random() < 0.5 else None
    hands = _dealt(rng, weights, players, dealt, own)
    return card_table(game, rules, turn_up, hands, rng.randrange(players))


def _tile_table(rng, game, rules, players, dealt):
    turn_up = rng.choice(TILES)
    weights = {tile: 3 if turn_up[0] in tile else 1 for tile in TILES if tile != turn_up}
    hands = _dealt(rng, weights, players, dealt, rng.choice((turn_up, None)))
    return tile_table(game, rules, turn_up, hands, rng.randrange(players))


def _nap_table(rng, game, rules, players, dealt):
    ranks = RANKS[-(getattr(rules, "pack", 52) // 4) :]
    suits = {suit: rng.choice((0.1, 1, 3)) for suit in "SHDC"}
    weights = {card: suits[card[1]] for card in CARDS if card[0] in ranks}
    hands = _dealt(rng, weights, players, dealt)
    bid = rng.choice(("misery", "nap")) if rules.misery else "nap"
    no_trumps = bid == "misery" and not rules.misery_trumps
    trump = None if no_trumps or dealt == GAMES[game].tricks else rng.choice("SHDC")
    return nap_table(game, rules, bid, hands, rng.randrange(players), trump)


def _dealt(rng, weights, players, size, own=None):
    """Deal the heavier pieces rather than the others; the last player has `own`.

    In some deals the heaviest are in one hand.
    """
    number = size * players
    found = sorted(weights, key=lambda one: rng.random() ** (1 / weights[one]))[-number:]
    if rng.random() < 0.7:
        rng.shuffle(found)
    if own:
        found[-1] = own
    return [found[seat * size :][:size] for seat in range(players)]
