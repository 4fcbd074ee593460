"""Rules that several games share, in words, each under the id that the engine cites."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from companion.rules.game import PoolFamily
from companion.rules.ids import OF_THE_RECORD, Rule
from companion.rules.scores import LooTerm
from companion.wording.games import family_title
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


class Table(Struct, frozen=True):
    """What a game has of what any table may meet."""

    least: int
    most: int
    loo: bool = False
    """Whether players can be out, and looed."""
    race: bool = False
    """Whether a score decides."""
    staked: bool = False
    pool: bool = False
    divides: bool = False
    """Whether chips left in a pool are divided at the end."""
    term: LooTerm = "looed"
    """What a game for chips calls those who are looed."""


class RuleText(Struct, frozen=True):
    """One rule as the rules page prints it."""

    id: Rule
    """The id that refusals cite and the page has an anchor for."""
    title: str
    text: str
    """Whole sentences."""

    @property
    def is_of_the_record(self) -> bool:
        """Whether it is about keeping score, and not about the game."""
        return self.id in OF_THE_RECORD


def rule_text(id: Rule, title: str, *sentences: str) -> RuleText:
    """Return a rule told by whole sentences; empty ones are left out."""
    return RuleText(id, title, " ".join(filter(None, sentences)))


def numeral(number: int) -> str:
    """Return a small number in words: three."""
    return _(_NUMERALS[number]) if number in _NUMERALS else str(number)


def table_law(
    table: Table, piece: Piece, turn_up_taken: bool = False, turn_up_dealt: str = ""
) -> tuple[RuleText, ...]:
    """Return what holds at every table where tricks are played.

    `turn_up_taken` says whether a dealer may take the turn-up, `turn_up_dealt`, where it is one of
    the dealer's cards, who can play it; where nobody is looed, there is none.
    """
    if turn_up_dealt:
        seen = turn_up_dealt
        late = _("A dealer who exchanged nothing must play the turn-up by the last trick.")
    elif turn_up_taken:
        seen = _("The turn-up counts as seen, unless the dealer has taken it.")
        late = _("A dealer who took the turn-up must play it by the last trick.")
    else:
        seen, late = _("The turn-up counts as seen.") if table.loo else "", ""
    return (
        *seating(table),
        rule_text(
            Rule.OUT_OF_TURN,
            _("Declaring in turn"),
            _("Everyone declares once, starting at the dealer’s left and ending with the dealer."),
        ),
        rule_text(
            Rule.NOT_YOUR_TURN,
            _("Playing in turn"),
            _("Play goes clockwise among the players who are in.")
            if table.loo
            else _("Play goes clockwise."),
        ),
        rule_text(
            Rule.NOT_IN, _("Out is out"), _("A player who is out neither declares nor plays.")
        )
        if table.loo
        else rule_text(
            Rule.NOT_IN,
            _("Only players dealt in"),
            _("A player who is not dealt in neither plays nor pays."),
        ),
        *_pieces(piece, seen, late),
        rule_text(
            Rule.TRICK_COUNT,
            _("All tricks are counted"),
            _("The tricks entered for a deal must add up to the tricks it has."),
        ),
        *keeping(table, revokes=True),
    )


def _pieces(piece: Piece, seen: str, late: str) -> tuple[RuleText, ...]:
    """Return what holds of the pieces themselves; `seen` and `late` tell of the turn-up."""
    if piece == "tile":
        return (
            rule_text(
                Rule.ALREADY_SEEN,
                _("Each tile once"),
                _("Each tile can be entered once in a deal."),
                seen,
            ),
            rule_text(
                Rule.NOT_IN_HAND,
                _("No more than the hand"),
                _("A player plays one tile to each trick, and no more tiles than a hand has."),
                late,
            ),
            rule_text(
                Rule.NOT_IN_PACK,
                _("Only these tiles"),
                _("Only tiles of this set can be entered."),
            ),
        )
    return (
        rule_text(
            Rule.ALREADY_SEEN,
            _("Each card once"),
            _("Each card can be entered once in a deal."),
            seen,
        ),
        rule_text(
            Rule.NOT_IN_HAND,
            _("No more than the hand"),
            _("A player plays one card to each trick, and no more cards than a hand has."),
            late,
        ),
        rule_text(
            Rule.NOT_IN_PACK, _("Only these cards"), _("Only cards of this pack can be entered.")
        ),
    )


def seating(table: Table) -> tuple[RuleText, ...]:
    """Return who sits, and who is dealt in, whatever is played."""
    return (
        rule_text(
            Rule.SEATS,
            _("Seats and deals"),
            _("Seats go clockwise. After every settled deal the next player on the left deals."),
            _("Eldest is the first player on the dealer’s left who is in.") if table.loo else "",
        ),
        rule_text(
            Rule.TOO_MANY_PLAYERS,
            _("How many can play"),
            _("{least} to {most} players are dealt in.", least=table.least, most=table.most),
        ),
        rule_text(
            Rule.TOO_FEW_PLAYERS,
            _("Too few to deal"),
            _("A deal needs at least {least} players.", least=table.least),
        ),
        rule_text(
            Rule.SITTING_OUT,
            _("Sitting out"),
            _("Between deals, any player can sit out, so more can sit at the table than can play."),
            _sitting_out(table),
            _("They still share what is left in the pool at the end.") if table.divides else "",
        ),
    )


def _sitting_out(table: Table) -> str:
    if not table.staked:
        return _("Players who sit out do not deal.")
    if table.term == "bourre":
        return _("Players who sit out do not deal, and pay no ante.")
    return _("Players who sit out do not deal, and pay no stake.")


def keeping(table: Table, revokes: bool = False) -> tuple[RuleText, ...]:
    """Return what holds of every record; `revokes` says whether a player can revoke."""
    return (
        rule_text(
            Rule.MISDEAL,
            _("Misdeal"),
            _(
                "Until it is settled, a deal can be called a misdeal. The same dealer deals"
                " it again, and what was put in stays in."
            )
            if table.staked
            else _(
                "Until it is settled, a deal can be called a misdeal. The same dealer deals"
                " it again."
            ),
        ),
        rule_text(
            Rule.PENALTY,
            _("Penalties"),
            _(
                "For a slip, like acting out of turn, the table can agree on a penalty, which counts "
                "against the player’s score."
            )
            if table.race
            else _(
                "For a slip, like acting out of turn, the table can agree on a penalty: to the "
                "pool, to each of the others, or to one player. What comes into the pool during a "
                "deal waits for the next one."
            )
            if table.pool
            else _(
                "For a slip, like acting out of turn, the table can agree on a penalty: to each "
                "of the others, or to one player."
            ),
        ),
        *((_second_phone(table),) if revokes else ()),
        rule_text(
            Rule.STALE,
            _("Undo"),
            _(
                "Undo takes back the newest entry. A tap on a page that is out of date is "
                "not accepted: look at the fresh page first."
            ),
        ),
        rule_text(
            Rule.NO_LONGER_HOLDS,
            _("Corrections"),
            _(
                "An earlier entry can be corrected or deleted only if everything entered "
                "after it is still possible."
            ),
            _(
                "If a correction proves that someone revoked, you say with it whether the revoke "
                "counts. If a proof no longer holds, your answer to it no longer counts."
            )
            if revokes
            else "",
        ),
        rule_text(
            Rule.EVENING_CLOSED,
            _("After the evening is closed"),
            _(
                "Nothing more can be entered, unless the closing is undone. To play on, "
                "start a new evening."
            ),
        ),
    )


def _second_phone(table: Table) -> RuleText:
    if table.race:
        when = _(
            "A table can ask for this when someone wins no trick, has revoked or reaches the goal."
        )
    elif table.term == "bourre":
        when = _("A table can ask for this when someone pays a bourré or has revoked.")
    elif table.loo:
        when = _("A table can ask for this when someone is looed or has revoked.")
    else:
        when = _("A table can ask for this when someone has revoked.")
    return rule_text(
        Rule.SECOND_LOOK,
        _("Second phone"),
        when,
        _(
            "The next deal then waits until another phone confirms the settlement. It can be "
            "skipped, and the log says so."
        ),
    )


def revoke_law(piece: Piece, paid: str) -> tuple[RuleText, ...]:
    """Return how revokes come to light, and what they cost (`paid`)."""
    proof = (
        _(
            "Nobody has to show their hand. But a tile played later was in the hand "
            "earlier: if it should have been played then, the revoke is proven."
        )
        if piece == "tile"
        else _(
            "Nobody has to show their hand. But a card played later was in the hand "
            "earlier: if it should have been played then, the revoke is proven."
        )
    )
    return (
        rule_text(
            Rule.PROOF,
            _("How a revoke is proven"),
            proof,
            _(
                "You then choose: correct a wrong entry, record the revoke, or let it "
                "stand. A revoke that someone saw can be entered at any time until the deal"
                " is settled."
            ),
        ),
        rule_text(Rule.REVOKE, _("What a revoke costs"), paid),
    )


def left_over(ending: Literal["divide", "carry"], family: PoolFamily) -> str:
    """Return what becomes of chips left in the pool of one of these games."""
    if ending == "divide":
        return _(
            "Chips left in the pool are divided equally among everyone at the table. "
            "Odd chips go one each, from the left of whoever dealt last."
        )
    return _(
        "Chips left in the pool stay there. The next game of {family} this evening starts with "
        "them.",
        family=family_title(family),
    )


def ending_law(ending: Literal["divide", "carry"]) -> RuleText:
    """Return what becomes of the pool when a game of Loo ends."""
    return rule_text(
        Rule.ENDING,
        _("The end of a game"),
        _(
            "A game can end after any deal. It is fairest when everyone has dealt "
            "equally often, and best after a deal in which nobody was looed."
        ),
        left_over(ending, "loo"),
    )


def game_over() -> RuleText:
    """Return what holds once somebody has won."""
    return rule_text(
        Rule.GAME_OVER,
        _("The game is over"),
        _(
            "Once someone has won, there are no more deals. Start another game, or "
            "close the evening."
        ),
    )


def countdown_tie() -> RuleText:
    """Return who wins of two who reach zero in one deal, where the lowest score wins."""
    return rule_text(
        Rule.SCORE_TIE,
        _("Two players get there in one deal"),
        _(
            "Whoever got there first, trick by trick, wins. If only totals were "
            "entered, the lower score wins. If they are level, another deal is played, "
            "and then the lower score wins."
        ),
    )


def revoke_at_a_countdown(revoke: Literal["divide", "loo", "note"]) -> str:
    """Return what a revoke costs where the lowest score wins."""
    match revoke:
        case "divide":
            return _("The player who revoked gets 5 more, and nobody else scores.")
        case "loo":
            return _(
                "The player who revoked gets 5 more and nothing off for tricks. Everyone "
                "else scores as usual."
            )
        case "note":
            return _("It is noted and costs nothing.")
