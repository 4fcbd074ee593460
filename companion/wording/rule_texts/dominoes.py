"""The rules of domino Loo and domino Rounce in words. Account: [002]."""

from typing import Literal

from companion.rules.ids import Rule
from companion.rules.loo.domino_loo import STAKE, TRICKS, DominoLooRules
from companion.rules.loo.domino_rounce import DominoRounceRules
from companion.wording.languages import _
from companion.wording.rule_texts import shared
from companion.wording.rule_texts.shared import RuleText, rule_text


def loo_texts(rules: DominoLooRules) -> tuple[RuleText, ...]:
    """Return the rules of domino Loo in force, in reading order."""
    return (
        rule_text(
            Rule.TURN_UP,
            _("The deal"),
            _(
                "Double-six set, five tiles each. The dealer turns up a tile from the boneyard; "
                "its higher end is trump. Spare hands, the misses, are laid out: two of six tiles "
                "with two or three players, one of seven with four. Who takes one keeps five of "
                "them, unseen by the others."
            ),
        ),
        rule_text(
            Rule.DECLARING,
            _("Declaring"),
            _("In turn each player plays his hand, takes a miss, or drops."),
        ),
        rule_text(
            Rule.NO_MISS_LEFT,
            _("The misses"),
            _("Two with two or three players, one with four. Each player can take one at most."),
        ),
        rule_text(Rule.MISS_BINDS, _("A miss binds"), _("Who takes a miss must play it.")),
        rule_text(Rule.CANNOT_DROP, _("Dropping"), _("Only with three or four players.")),
        rule_text(
            Rule.DEALER_TURN_UP,
            _("The dealer's turn-up"),
            _(
                "A dealer who plays the hand dealt to him may take the turn-up and put a tile away "
                "for it. Not with the miss."
            ),
        ),
        *_tricks(must_trump=True),
        *(_points(rules) if rules.scoring == "points" else _chips(rules)),
        *_absent(),
        *shared.table_law(2, 4, "tile", turn_up_taken=True),
    )


def _points(rules: DominoLooRules) -> tuple[RuleText, ...]:
    return (
        rule_text(
            Rule.SCORE,
            _("Points"),
            _("A point for each trick. The game is 15. There are no stakes and no pool."),
        ),
        rule_text(Rule.LOOED, _("Looed"), _("Who was in and took no trick loses 5 points.")),
        rule_text(
            Rule.SOLE_PLAYER,
            _("Only one in"),
            _("Who alone is in scores 5 points without play."),
        ),
        rule_text(
            Rule.ALL_DROPPED,
            _("All drop before the dealer"),
            _("The dealer scores 5 points and declares nothing."),
        ),
        rule_text(
            Rule.FOR_THE_POOL,
            _("For the pool"),
            _("There is no pool in a game for points, so nobody can play for it."),
        ),
        rule_text(
            Rule.SCORE_TIE,
            _("Two reach it in one deal"),
            _(
                "Who reached it first as the tricks fell wins. Where only totals were entered, the "
                "higher score wins. If they are level, another deal is played, and then the higher "
                "score wins, however it came about."
            ),
        ),
        _game_over(),
        *shared.revoke_law("tile", _points_revoke(rules.revoke)),
    )


def _points_revoke(revoke: Literal["divide", "loo", "note"]) -> str:
    match revoke:
        case "divide":
            return _("Who revoked scores 5 points off, and nobody else scores.")
        case "loo":
            return _(
                "Who revoked scores 5 points off and nothing for his tricks. The rest scores as "
                "usual."
            )
        case "note":
            return _("It is noted and costs nothing.")


def _chips(rules: DominoLooRules) -> tuple[RuleText, ...]:
    return (
        rule_text(
            Rule.STAKE,
            _("Stakes"),
            _(
                "When the pool is empty, {stake} chips from every player and {stake} more from the "
                "dealer. Otherwise {stake} from the dealer. Fewer than {tricks} chips count as "
                "empty.",
                stake=STAKE,
                tricks=TRICKS,
            ),
        ),
        *shared.pool_law(rules, TRICKS),
        rule_text(
            Rule.FOR_THE_POOL,
            _("For the pool"),
            _(
                "With four players, when the only other player in has taken the miss, the dealer "
                "may play for the pool. The shares for his tricks stay in the pool, and he cannot "
                "be looed. He must say so; otherwise he plays for himself."
            ),
        ),
        *shared.revoke_law("tile", shared.pool_revoke(rules)),
        shared.ending_law(rules.ending),
    )


def rounce_texts(rules: DominoRounceRules) -> tuple[RuleText, ...]:
    """Return the rules of domino Rounce in force, in reading order."""
    return (
        rule_text(
            Rule.TURN_UP,
            _("The deal"),
            _(
                "Double-six set, five tiles each. The player on the dealer's right turns up a "
                "tile; its higher end is trump. Spare hands, the dummies, are set out at the deal: "
                "two of six tiles with two or three players, one of seven with four. Who takes one "
                "keeps five of them, unseen by the others."
            ),
        ),
        rule_text(
            Rule.DECLARING,
            _("Declaring"),
            _("In turn each player plays his hand, takes a dummy, or drops."),
        ),
        rule_text(
            Rule.NO_MISS_LEFT,
            _("The dummies"),
            _("Two with two or three players, one with four. Each player can take one at most."),
        ),
        rule_text(Rule.MISS_BINDS, _("A dummy binds"), _("Who takes a dummy must play it.")),
        rule_text(Rule.CANNOT_DROP, _("Dropping"), _("Only with three or four players.")),
        rule_text(
            Rule.DEALER_TURN_UP,
            _("The dealer's turn-up"),
            _(
                "A dealer who plays the hand dealt to him may take the turn-up and put a tile away "
                "for it. Not with the dummy."
            ),
        ),
        rule_text(
            Rule.FOR_THE_POOL,
            _("For the pool"),
            _("There is no pool, so nobody can play for it."),
        ),
        *_tricks(must_trump=False),
        rule_text(
            Rule.SCORE,
            _("Scores"),
            _(
                "All start at 15. Each trick takes one off. Who is out neither gains nor loses. "
                "The first to reach or pass zero wins."
            ),
        ),
        rule_text(Rule.LOOED, _("Rounced"), _("Who was in and took no trick is rounced: 5 more.")),
        rule_text(
            Rule.SOLE_PLAYER, _("Only one in"), _("Who alone is in takes 5 off without play.")
        ),
        rule_text(
            Rule.ALL_DROPPED,
            _("All drop before the dealer"),
            _("The dealer takes 5 off without play and declares nothing."),
        ),
        rule_text(
            Rule.SCORE_TIE,
            _("Two reach it in one deal"),
            _(
                "Who reached it first as the tricks fell wins. Where only totals were entered, the "
                "lower score wins. If they are level, another deal is played, and then the lower "
                "score wins, however it came about."
            ),
        ),
        _game_over(),
        *shared.revoke_law("tile", _rounce_revoke(rules.revoke)),
        *_absent(),
        *shared.table_law(2, 4, "tile", turn_up_taken=True),
    )


def _rounce_revoke(revoke: Literal["divide", "loo", "note"]) -> str:
    match revoke:
        case "divide":
            return _("Who revoked scores 5 more, and nobody else scores.")
        case "loo":
            return _(
                "Who revoked scores 5 more and nothing for his tricks. The rest scores as usual."
            )
        case "note":
            return _("It is noted and costs nothing.")


def _game_over() -> RuleText:
    """Return what holds once somebody has won."""
    return rule_text(
        Rule.GAME_OVER,
        _("The game is over"),
        _(
            "Once somebody has won there is no further deal. Start another game, or close the "
            "evening."
        ),
    )


def _tricks(must_trump: bool) -> tuple[RuleText, ...]:
    """Return the trick law of the domino games."""
    unable = (
        rule_text(
            Rule.MUST_TRUMP,
            _("Must trump"),
            _("Unable to follow, play a trump if you can. With neither, any tile."),
        )
        if must_trump
        else rule_text(
            Rule.ANY_TILE,
            _("Unable to follow"),
            _("Any tile may be played, a trump or not."),
        )
    )
    return (
        rule_text(
            Rule.TRUMP_TILE,
            _("Tiles, suits and trumps"),
            _(
                "In each suit the double is highest, then the other end from six down to blank. A "
                "tile with the trump number is a trump and belongs to no other suit. A plain tile "
                "that is led belongs to the one of its two suits that the leader announces; if "
                "nothing is said, the higher end."
            ),
        ),
        rule_text(
            Rule.FOLLOW_SUIT, _("Follow suit"), _("If you can, play a tile of the suit led.")
        ),
        unable,
        rule_text(
            Rule.LEAD_TRUMP,
            _("Lead a trump from two"),
            _("Whoever leads with two or more trumps in hand must lead a trump."),
        ),
        rule_text(
            Rule.LEAD_AFTER_WIN,
            _("Lead a trump after winning"),
            _("Having won a trick, lead a trump if you can."),
        ),
        rule_text(
            Rule.WINNING,
            _("Winning a trick"),
            _(
                "The highest trump wins, or else the highest tile of the suit led. Nobody has to "
                "beat the tiles played before. The winner leads to the next trick."
            ),
        ),
    )


def _absent() -> tuple[RuleText, ...]:
    """Return what an entry can ask for that only card games have."""
    return tuple(
        RuleText(id, title, says, absent=True)
        for id, title, says in (
            (Rule.DEFEND, _("Defending the miss"), _("Nobody defends the miss.")),
            (Rule.DRAW, _("Exchanging"), _("Nobody exchanges tiles.")),
            (Rule.FLUSH, _("Flushes"), _("There are no flushes.")),
            (Rule.PAM, _("Pam"), _("There is no Pam.")),
            (Rule.PAM_CIVIL, _("“Pam be civil”"), _("There is no Pam.")),
        )
    )
