"""Card Loo: shared rules of the games with a pack of 52 (docs/rules.md 5).

Accounts: [000], [001], [003] and [004]. Each is a preset of the house rules declared here; the
games' own files have the values.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Annotated, Any, Literal

from companion.errors import MalformedEntry
from companion.ids import Rule
from companion.pieces import FIFTY_TWO, WITH_PAM, Order, Piece
from companion.rules import house
from companion.rules.facts import Setup
from companion.rules.game import Accounts, Game, Preset, Recording
from companion.rules.ledger import POOL, Line
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.declaring import DeclarationRules
from companion.rules.loo.exchange import Stock
from companion.rules.loo.flush import Flushes
from companion.rules.loo.loo_facts import NoDropping
from companion.rules.loo.variant import (
    DealersStake,
    Exchange,
    LooVariant,
    StakeCause,
    StakeIndivisible,
    Stakes,
    TurnUpRules,
)
from companion.rules.tricks.law import Law, Leading

PACK = 52
SILENT = frozenset({Rule.ENDING, Rule.INDIVISIBLE, Rule.REVOKE, Rule.STOCK_EXHAUSTED})
"""Rules that no account mentions."""
CLASSIC = Preset(
    account="classic",
    advised=(6, 7),
    silent=frozenset(
        {
            Rule.ALL_DROPPED,
            Rule.ENDING,
            Rule.INDIVISIBLE,
            Rule.SEATS,
            Rule.SOLE_PLAYER,
            Rule.STOCK_EXHAUSTED,
        }
    ),
    # The account is unclear about the dealer "if every player chooses to play"; we take it as one opponent.
    resolved=frozenset({Rule.DEALER_MUST_ENTER}),
    # It leaves open when and how often cards are exchanged.
    beyond=frozenset({Rule.DRAW}),
)
"""What [001] says of all its games of Loo."""
CHITS = Preset(
    account="chits",
    # The account says only to "play a winning card" when following.
    silent=SILENT | {Rule.FOLLOW_SUIT, Rule.MUST_TRUMP, Rule.SOLE_PLAYER},
    # Its "highest trump or highest card" is ambiguous.
    resolved=frozenset({Rule.LEAD_HIGHEST, Rule.LEAD_TRUMP}),
    # It omits the king when the ace is turned up, and who leads the second trick.
    beyond=frozenset({Rule.LEAD_ACE, Rule.WINNING}),
)
"""What [003] says of both its games."""

GOVERNS: Mapping[Rule, tuple[str, ...]] = {
    Rule.STAKE: ("stake", "stake_when"),
    Rule.INDIVISIBLE: ("remainder",),
    Rule.LOOED: ("loo", "loo_chips"),
    Rule.CLAIMER_SWEEPS: ("lone",),
    Rule.FOR_THE_POOL: ("lone",),
    Rule.FLUSH: ("loo", "loo_chips", "flush", "flush_loos", "flush_exempt"),
    Rule.FLUSH_TOO_EARLY: ("flush", "flush_loos"),
    Rule.FLUSH_TOO_LATE: ("flush", "flush_loos", "flush_show"),
    Rule.NOT_A_FLUSH: ("flush",),
    Rule.PAM: ("pam",),
    Rule.PAM_CIVIL: ("pam", "civil"),
    Rule.PAM_LED: ("pam_led",),
    Rule.REVOKE: ("revoke", "revoke_pays"),
    Rule.ENDING: ("ending",),
    Rule.DECLARING: ("miss",),
    Rule.NO_MISS_LEFT: ("miss",),
    Rule.MISS_BINDS: ("miss",),
    Rule.TOO_MANY_PLAYERS: ("miss",),
    Rule.DEALER_MUST_ENTER: ("lone",),
    Rule.DEFEND: ("lone",),
    Rule.CLUB_LAW: ("forced",),
    Rule.SINGLE_POOL: ("forced",),
    Rule.DRAW: ("draw",),
    Rule.STOCK_EXHAUSTED: ("stock_out",),
    Rule.MUST_HEAD: ("must_head",),
    Rule.MUST_TRUMP: ("must_trump",),
    Rule.ANY_CARD: ("must_trump",),
    Rule.MUST_OVERTRUMP: ("must_overtrump",),
    Rule.LEAD_ACE: ("lead_ace", "later_lead_ace"),
    Rule.LEAD_TRUMP: ("lead_trump", "later_lead_trump"),
    Rule.LEAD_HIGHEST: ("lead_highest", "later_lead_highest"),
    Rule.LEAD_AFTER_WIN: ("lead_after_win",),
}
"""House rules that decide each rule."""
Draw = Literal["none", "with-declaration", "after-declarations"]
"""Whether and when cards are exchanged with the stock."""
StockOut = Annotated[
    Literal["reshuffle", "limit"],
    house.About(only_with={"draw": ("with-declaration", "after-declarations")}),
]
"""Whether an empty stock is replaced by the cards put away and dropped, or ends the drawing."""
Forced = Literal["never", "club-law", "single-pool"]
"""When dropping is forbidden."""
Miss = Literal["none", "one"]
_WITH_MISS: Mapping[str, tuple[str, ...]] = {"miss": ("one",)}


class CardLooRules(house.HouseRules, frozen=True):
    """House rules of every game of card Loo."""

    stake: int = 3
    """Chips, a multiple of the cards in a hand."""
    stake_when: Literal["every-deal", "nobody-looed"] = "nobody-looed"
    loo: house.LooPrice = "pool"
    loo_chips: Annotated[int | None, house.LOO_CHIPS] = None
    lone: Annotated[
        Literal["free", "enter-or-pool", "enter-or-defend", "claimer-sweeps"],
        house.About(values_with={"enter-or-defend": _WITH_MISS, "claimer-sweeps": _WITH_MISS}),
    ] = "enter-or-pool"
    """What a dealer with one opponent must or may declare."""
    forced: Forced = "never"
    lead_ace: Literal["none", "first", "any"] = "any"
    """Whether the ace of trumps must be led, to the first trick or to any."""
    lead_trump: Literal["none", "one", "two"] = "two"
    """With how many trumps the leader must lead one."""
    lead_highest: Literal["never", "two-players", "always"] = "two-players"
    """When an obligatory trump lead must be the highest."""
    later_lead_ace: Literal["none", "any"] | None = None
    """The duty in later tricks. None, here and in the next two fields, means as in the first trick."""
    later_lead_trump: Annotated[
        Literal["none", "one", "two"] | None, house.About(only_with={"lead_after_win": ("false",)})
    ] = None
    later_lead_highest: Literal["never", "two-players", "always"] | None = None
    lead_after_win: bool = False
    must_trump: bool = True
    must_head: bool = True
    must_overtrump: Annotated[bool, house.About(only_with={"must_trump": ("true",)})] = True
    remainder: house.Remainder = "carry"
    revoke: house.Revoke = "divide"
    revoke_pays: house.RevokePays = "pool"
    ending: house.Ending = "divide"


class ThreeCardRules(CardLooRules, frozen=True):
    """House rules of card Loo with three cards."""

    miss: Miss = "one"
    draw: Draw = "none"
    stock_out: StockOut = "reshuffle"


def game(
    id: str,
    cards: int,
    usual: Preset,
    house_rules: type[CardLooRules],
    presets: Mapping[str, Preset] = {},
    second_edition: Mapping[str, Any] = {},
) -> Game[CardLooRules]:
    """Return a game of card Loo with `cards` cards in a hand.

    `second_edition` lists house rules decided from edition 2 on, beside those of all games.
    """
    return Game(
        id=id,
        family="loo",
        accounts=Accounts(usual=usual, presets=presets, governs=GOVERNS),
        editions=(
            {},
            {**house.OWN_FAMILY, **second_edition},
            {**house.DEALT_IN, **second_edition},
        ),
        least=2,
        # Reserve cards for the miss and the turn-up.
        most=lambda rules: (PACK - 1 - cards * _misses(rules)) // cards,
        pack=FIFTY_TWO,
        house_rules=house_rules,
        tricks=cards,
        recording=Recording(choices=("play", "miss", "for-the-pool", "defend", "drop")),
        settle_house_rules=partial(_settle_house_rules, cards),
        begin=lambda setup: LooDeal(loo=_variant(setup.rules, cards), setup=setup),
    )


def _settle_house_rules(cards: int, rules: CardLooRules, players: int) -> CardLooRules:
    """Return the house rules with open ones filled in.

    Raises `MalformedEntry` for a stake that is not a multiple of `cards`.
    """
    if rules.stake % cards:
        raise MalformedEntry(StakeIndivisible(rules.stake, cards))
    settled: CardLooRules = house.settle_loo_chips(rules, players)
    return settled


def _misses(rules: CardLooRules) -> int:
    return int(getattr(rules, "miss", "none") == "one")


# Cached, so that deals with the same house rules share the functions.
@lru_cache(maxsize=256)
def _variant(rules: Any, cards: int) -> LooVariant:
    def stock(setup: Setup) -> Stock:
        left = PACK - 1 - cards * (len(setup.players) + _misses(rules))
        return Stock(cards, left, reshuffles=rules.stock_out == "reshuffle")

    return LooVariant(
        pack=WITH_PAM[getattr(rules, "pam", "none")],
        tricks=cards,
        law=_law(rules),
        declarations=DeclarationRules(
            misses=lambda players: _misses(rules),
            forced=_forced,
            dealer_vs_one=rules.lone,
            draws=rules.draw == "with-declaration",
        ),
        turn_up=TurnUpRules(decides_drops="suit" if rules.forced == "club-law" else ""),
        exchange=None if rules.draw == "none" else Exchange(stock),
        flushes=_flushes(rules),
        stakes=Stakes(lambda setup: _stakes(setup, cards)),
    )


def _law(rules: Any) -> Callable[[Order, int, Piece | None], Law]:
    def leading(ace: Piece | None, trump: str, highest: str, players: int) -> Leading:
        return Leading(
            ace=ace,
            trump_from={"none": 0, "one": 1, "two": 2}[trump],
            highest=highest == "always" or (highest == "two-players" and players == 2),
            highest_plain=highest == "always",
        )

    def law(order: Order, players: int, turn_up: Piece | None) -> Law:
        ace, king, _ = order.honours
        must = king if turn_up == ace else ace
        later = rules.later_lead_ace or rules.lead_ace
        return Law(
            must_trump=rules.must_trump,
            must_head=rules.must_head,
            must_overtrump=rules.must_overtrump,
            first=leading(
                None if rules.lead_ace == "none" else must,
                rules.lead_trump,
                rules.lead_highest,
                players,
            ),
            later=leading(
                must if later == "any" else None,
                rules.later_lead_trump or rules.lead_trump,
                rules.later_lead_highest or rules.lead_highest,
                players,
            ),
            lead_after_win=rules.lead_after_win,
            pam_draws_highest=getattr(rules, "pam_led", "") == "highest-trump",
            civil=rules.civil if order.pam else "none",
        )

    return law


def _forced(setup: Setup[CardLooRules], trump: str) -> NoDropping | None:
    """Return the rule that forbids dropping, if any."""
    if setup.rules.forced == "club-law" and trump == "C":
        return Rule.CLUB_LAW
    if setup.rules.forced == "single-pool" and setup.only_remainder:
        return Rule.SINGLE_POOL
    return None


def _stakes(setup: Setup[CardLooRules], cards: int) -> tuple[Line, ...]:
    rules, dealer = setup.rules, setup.dealer
    if rules.stake_when == "every-deal":
        why = StakeCause.EVERY_DEAL
    elif setup.settled_pool < cards:
        why = StakeCause.EMPTY_POOL
    elif not setup.looed_before:
        why = StakeCause.NOBODY_LOOED
    else:
        return ()
    fact = DealersStake(rules.stake, why, empty=cards)
    return (Line(dealer, POOL, rules.stake, "stake", Rule.STAKE, fact),)


def _flushes(rules: Any) -> Flushes | None:
    if getattr(rules, "flush", "none") == "none":
        return None
    return Flushes(
        best=rules.flush,
        must_show=rules.flush_show == "must",
        loos=rules.flush_loos,
        exempt=rules.flush_exempt,
        after_declarations=rules.flush_when == "after-declarations"
        and rules.flush_loos == "in-play",
    )
