"""Rules that several games share, in words, each under the id that the engine cites."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from companion.rules.ids import Rule
from companion.rules.ledger import PoolRules
from companion.wording.languages import N_, _

Piece = Literal["card", "tile"]
"""What a game is played with."""
_NUMERALS: Mapping[int, str] = {
    2: N_("two"),
    3: N_("three"),
    4: N_("four"),
    5: N_("five"),
    6: N_("six"),
    7: N_("seven"),
}


class RuleText(Struct, frozen=True):
    """One rule as the rules page prints it."""

    id: Rule
    """The id that refusals cite and the page has an anchor for."""
    title: str
    text: str
    """Whole sentences."""
    absent: bool = False
    """Whether it is a rule of other games, and the text says that this one has nothing of it."""


def rule_text(id: Rule, title: str, *sentences: str) -> RuleText:
    """Return a rule told by whole sentences; empty ones are left out."""
    return RuleText(id, title, " ".join(filter(None, sentences)))


def numeral(number: int) -> str:
    """Return a small number in words: three."""
    return _(_NUMERALS[number]) if number in _NUMERALS else str(number)


def table_law(
    least: int,
    most: int,
    piece: Piece,
    turn_up_taken: bool = False,
    turned_up: bool = True,
) -> tuple[RuleText, ...]:
    """Return what holds at every table where tricks are played.

    `turned_up` says whether a piece is turned up, `turn_up_taken` whether a dealer may take it.
    """
    if turn_up_taken:
        seen = _("The turn-up counts as seen, unless the dealer took it in hand.")
        late = _("A dealer who took the turn-up plays it at the latest to the last trick.")
    else:
        seen, late = _("The turn-up counts as seen.") if turned_up else "", ""
    return (
        *seating(least, most),
        rule_text(
            Rule.OUT_OF_TURN,
            _("Declaring in turn"),
            _("Declarations run from the dealer's left round to the dealer, one each."),
        ),
        rule_text(
            Rule.NOT_YOUR_TURN,
            _("Playing in turn"),
            _("Play runs clockwise among those who are in."),
        ),
        rule_text(Rule.NOT_IN, _("Out is out"), _("Who is out neither declares nor plays.")),
        *_pieces(piece, seen, late),
        rule_text(
            Rule.TRICK_COUNT,
            _("Every trick falls to somebody"),
            _("The tricks entered for a deal must add up to the tricks it has."),
        ),
        rule_text(
            Rule.WRONG_PHASE,
            _("One thing after another"),
            _("Turn-up, declarations, tricks, settlement: each is entered when its turn has come.")
            if turned_up
            else _("Declarations, tricks, settlement: each is entered when its turn has come."),
        ),
        *keeping(staked=turned_up),
    )


def _pieces(piece: Piece, seen: str, late: str) -> tuple[RuleText, ...]:
    """Return what holds of the pieces themselves; `seen` and `late` tell of the turn-up."""
    if piece == "tile":
        return (
            rule_text(
                Rule.ALREADY_SEEN,
                _("A tile is seen once"),
                _("Each tile can be entered once in a deal."),
                seen,
            ),
            rule_text(
                Rule.NOT_IN_HAND,
                _("No more than the hand holds"),
                _("One tile to each trick, and no more than the hand holds."),
                late,
            ),
            rule_text(
                Rule.NOT_IN_PACK,
                _("Not one of the tiles"),
                _("There is no such piece in this set."),
            ),
        )
    return (
        rule_text(
            Rule.ALREADY_SEEN,
            _("A card is seen once"),
            _("Each card can be entered once in a deal."),
            seen,
        ),
        rule_text(
            Rule.NOT_IN_HAND,
            _("No more than the hand holds"),
            _("One card to each trick, and no more than the hand holds."),
            late,
        ),
        rule_text(
            Rule.NOT_IN_PACK, _("Not one of the cards"), _("There is no such piece in this set.")
        ),
    )


def seating(least: int, most: int) -> tuple[RuleText, ...]:
    """Return who sits, and who is dealt in, whatever is played."""
    return (
        rule_text(
            Rule.SEATS,
            _("Seats and deals"),
            _(
                "Seats go clockwise. The dealer moves one seat to the left after every deal that is "
                "settled. Eldest is the first player on the dealer's left who is in."
            ),
        ),
        rule_text(
            Rule.TOO_MANY_PLAYERS,
            _("How many can play"),
            _(
                "{least} to {most} players are dealt in. More can sit at the table, if the others "
                "sit out.",
                least=least,
                most=most,
            ),
        ),
        rule_text(
            Rule.TOO_FEW_PLAYERS,
            _("Too few to deal"),
            _(
                "A deal needs at least {least} players. Those who sit out do not count.",
                least=least,
            ),
        ),
        rule_text(
            Rule.SITTING_OUT,
            _("Sitting out, coming and going"),
            _(
                "Between deals. Whoever sits out does not deal, stakes nothing and counts nowhere, "
                "but shares the ending."
            ),
        ),
    )


def keeping(staked: bool) -> tuple[RuleText, ...]:
    """Return what holds of every record; `staked` says whether the game has stakes."""
    return (
        rule_text(
            Rule.MISDEAL,
            _("Misdeal"),
            _(
                "A deal can be void until it is settled. It keeps its number, the same dealer "
                "deals again, and the stakes stay."
            )
            if staked
            else _(
                "A deal can be void until it is settled. It keeps its number, the same dealer "
                "deals again."
            ),
        ),
        rule_text(
            Rule.SECOND_LOOK,
            _("Second phone"),
            _(
                "A table can agree that the next deal waits if somebody is looed, has revoked or "
                "comes to the goal, until a phone other than the one that made the last entry has "
                "confirmed the settlement. That can be skipped; the log says so."
            ),
        ),
        rule_text(
            Rule.UNREADABLE,
            _("What cannot be read"),
            _(
                "An entry that makes no sense by itself is not taken. The message says what to "
                "write."
            ),
        ),
        rule_text(
            Rule.STALE,
            _("Only the newest can be undone"),
            _(
                "Undo takes back the newest entry that still stands. An entry made from an old "
                "page is not taken either: look at the fresh page first."
            ),
        ),
        rule_text(
            Rule.NO_LONGER_HOLDS,
            _("A correction must fit what follows"),
            _(
                "An earlier entry can be corrected or taken out only if everything entered after "
                "it still holds."
            ),
        ),
        rule_text(
            Rule.EVENING_CLOSED,
            _("A closed evening"),
            _(
                "Once the evening is closed nothing more is entered, unless the closing is undone. "
                "Open a new evening to play on."
            ),
        ),
        rule_text(
            Rule.ALREADY_RECORDED,
            _("Recorded once"),
            _("The same revoke, or the same name, is not recorded twice."),
        ),
    )


def revoke_law(piece: Piece, paid: str) -> tuple[RuleText, ...]:
    """Return how revokes come to light, and what they cost (`paid`)."""
    proof = (
        _(
            "Nobody shows a hand. But a tile played later was in hand earlier. If it ought to have "
            "been played then, the revoke is proven."
        )
        if piece == "tile"
        else _(
            "Nobody shows a hand. But a card played later was in hand earlier. If it ought to have "
            "been played then, the revoke is proven."
        )
    )
    return (
        rule_text(
            Rule.PROOF,
            _("How a revoke is proven"),
            proof,
            _(
                "The table says what is to be done: correct a wrong entry, record the revoke, or "
                "let it stand. A revoke seen at the table can be entered at any depth, until the "
                "deal is settled."
            ),
        ),
        rule_text(Rule.REVOKE, _("What a revoke costs"), paid),
    )


def pool_law(rules: PoolRules, tricks: int) -> tuple[RuleText, ...]:
    """Return the rules of the pool in force."""
    return (
        rule_text(
            Rule.SHARE,
            _("A share"),
            _(
                "The pool after the stakes, divided by {tricks}, is a share. Each trick pays one.",
                tricks=tricks,
            ),
        ),
        rule_text(Rule.INDIVISIBLE, _("Chips that do not divide"), _remainder(rules, tricks)),
        rule_text(
            Rule.LOOED,
            _("Looed"),
            _("Who was in, took no trick and did not play for the pool is looed."),
            _loo(rules),
            _("It waits for the next deal."),
        ),
        rule_text(
            Rule.SOLE_PLAYER,
            _("Only one in"),
            _("If in the end only one player is in, he takes the whole pool without play."),
        ),
        rule_text(
            Rule.ALL_DROPPED,
            _("All drop before the dealer"),
            _("The dealer takes the whole pool at once and declares nothing."),
        ),
    )


def _remainder(rules: PoolRules, tricks: int) -> str:
    match rules.remainder:
        case "carry":
            return _(
                "Chips that the pool holds beyond {tricks} equal shares stay in the pool for the "
                "next deal.",
                tricks=tricks,
            )
        case "last-trick":
            return _(
                "Chips that the pool holds beyond {tricks} equal shares go to the winner of the "
                "last trick; where only totals are entered, or the winner takes no share, they "
                "stay.",
                tricks=tricks,
            )
        case "eldest-first":
            return _(
                "Chips that the pool holds beyond {tricks} equal shares go one each from the "
                "dealer's left to those who are paid for tricks; what is left stays.",
                tricks=tricks,
            )


def _loo(rules: PoolRules) -> str:
    match rules.loo:
        case "pool":
            return _(
                "He pays as many chips as the pool held at the start of the deal into the pool, "
                "after the others are paid."
            )
        case "fixed":
            return _(
                "He pays {chips} chips into the pool, after the others are paid.",
                chips=rules.loo_chips,
            )
        case "capped":
            return _(
                "He pays what the pool held at the start of the deal, at most {chips} chips into "
                "the pool, after the others are paid.",
                chips=rules.loo_chips,
            )


def pool_revoke(rules: PoolRules) -> str:
    """Return what a revoke costs in a game for chips."""
    match rules.revoke:
        case "divide" if rules.revoke_pays == "pool":
            return _(
                "The tricks do not count. Each who was in and did not revoke gets an equal part of "
                "the pool; odd chips stay. Who revoked pays as many chips as the pool held, and "
                "nobody else is looed. A dealer playing for the pool takes no part. The table can "
                "settle at once."
            )
        case "divide":
            return _(
                "The tricks do not count. Each who was in and did not revoke gets an equal part of "
                "the pool; odd chips stay. Who revoked pays as much as a loo costs, and nobody "
                "else is looed. A dealer playing for the pool takes no part. The table can settle "
                "at once."
            )
        case "loo":
            return _(
                "Who revoked is looed, even a dealer playing for the pool. The shares for his "
                "tricks stay in the pool. The rest settles as usual."
            )
        case "note":
            return _("It is noted and costs nothing.")


def left_over(ending: Literal["divide", "carry"]) -> str:
    """Return what becomes of chips left in the pool."""
    if ending == "divide":
        return _(
            "Chips left in the pool are divided equally among all at the table; odd chips go one "
            "each from the left of whoever dealt last."
        )
    return _(
        "Chips left in the pool stay there. The next Loo game for chips this evening starts with "
        "them."
    )


def ending_law(ending: Literal["divide", "carry"]) -> RuleText:
    """Return what becomes of the pool when a game of Loo ends."""
    return rule_text(
        Rule.ENDING,
        _("The end of a game"),
        _(
            "A game can end after any deal. It is fair to end when all have dealt equally often, "
            "and best to play on to a deal that loos nobody."
        ),
        left_over(ending),
    )
