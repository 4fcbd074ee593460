"""The rules of domino Loo and domino Rounce in words. Account: [002]."""

from typing import Literal

from companion.rules.ids import Rule
from companion.rules.loo.domino_loo import STAKE, TRICKS, DominoLooRules
from companion.rules.loo.domino_rounce import DominoRounceRules
from companion.wording.languages import _
from companion.wording.rule_texts import pool, shared
from companion.wording.rule_texts.shared import RuleText, Table, rule_text


def loo_texts(rules: DominoLooRules) -> tuple[RuleText, ...]:
    """Return the rules of domino Loo in force, in reading order."""
    return (
        rule_text(
            Rule.TURN_UP,
            _("The deal"),
            _(
                "A double-six set, five tiles each. The dealer turns up a tile from the "
                "boneyard, and its higher end is trumps."
            ),
        ),
        rule_text(
            Rule.DECLARING,
            _("Declaring"),
            _("In turn each player plays their hand, takes a miss, or drops out of the deal."),
        ),
        rule_text(
            Rule.NO_MISS_LEFT,
            _("The misses"),
            _(
                "A miss is a spare hand: whoever takes one puts their own hand away and draws six "
                "tiles from the boneyard, or seven with four players, of which they keep five. "
                "Nobody else sees them. Two players can take a miss, with four players only one, "
                "and nobody takes two."
            ),
        ),
        rule_text(
            Rule.MISS_BINDS, _("A miss must be played"), _("Whoever takes a miss must play.")
        ),
        rule_text(
            Rule.CANNOT_DROP,
            _("Dropping"),
            _("Only with three or four players. With two, both play."),
        ),
        rule_text(
            Rule.DEALER_TURN_UP,
            _("The dealer’s turn-up"),
            _("A dealer who plays their own hand may take the turn-up and put a tile away for it."),
        ),
        *_tricks(must_trump=True),
        *(_points(rules) if rules.scoring == "points" else _chips(rules)),
        *shared.table_law(_table(rules), "tile", turn_up_taken=True),
    )


def _table(rules: DominoLooRules) -> Table:
    chips = rules.scoring != "points"
    return Table(
        2,
        4,
        loo=True,
        race=not chips,
        staked=chips,
        pool=chips,
        divides=chips and rules.ending == "divide",
    )


def _points(rules: DominoLooRules) -> tuple[RuleText, ...]:
    return (
        rule_text(
            Rule.SCORE,
            _("Points"),
            _("Each trick is a point, and the first to 15 wins. There are no stakes and no pool."),
        ),
        rule_text(
            Rule.LOOED, _("Looed"), _("A player who was in and won no trick loses 5 points.")
        ),
        rule_text(
            Rule.SOLE_PLAYER,
            _("Only one player in"),
            _("A player who is the only one in scores 5 points without play."),
        ),
        rule_text(
            Rule.ALL_DROPPED,
            _("Everyone drops before the dealer"),
            _("The dealer scores 5 points, without declaring."),
        ),
        rule_text(
            Rule.SCORE_TIE,
            _("Two players get there in one deal"),
            _(
                "Whoever got there first, trick by trick, wins. If only totals were "
                "entered, the higher score wins. If they are level, another deal is played,"
                " and then the higher score wins."
            ),
        ),
        shared.game_over(),
        *shared.revoke_law("tile", _points_revoke(rules.revoke)),
    )


def _points_revoke(revoke: Literal["divide", "loo", "note"]) -> str:
    match revoke:
        case "divide":
            return _("The player who revoked loses 5 points, and nobody else scores.")
        case "loo":
            return _(
                "The player who revoked loses 5 points and scores nothing for tricks. "
                "Everyone else scores as usual."
            )
        case "note":
            return _("It is noted and costs nothing.")


def _chips(rules: DominoLooRules) -> tuple[RuleText, ...]:
    return (
        rule_text(
            Rule.STAKE,
            _("Stakes"),
            _(
                "When the pool is empty, every player puts in {stake} chips and the dealer "
                "{stake} more. Otherwise only the dealer puts in {stake}. A pool of fewer "
                "than {tricks} chips counts as empty.",
                stake=STAKE,
                tricks=TRICKS,
            ),
        ),
        *pool.pool_law(rules, TRICKS, "for-the-pool"),
        rule_text(
            Rule.FOR_THE_POOL,
            _("Playing for the pool"),
            _(
                "With four players, if the only other player in has taken the miss, the "
                "dealer may play for the pool. The shares for the dealer’s tricks then stay"
                " in the pool, and the dealer cannot be looed. A dealer who does not say so "
                "clearly plays as usual."
            ),
        ),
        *shared.revoke_law("tile", pool.pool_revoke(rules, "for-the-pool")),
        shared.ending_law(rules.ending),
    )


def rounce_texts(rules: DominoRounceRules) -> tuple[RuleText, ...]:
    """Return the rules of domino Rounce in force, in reading order."""
    return (
        rule_text(
            Rule.TURN_UP,
            _("The deal"),
            _(
                "A double-six set, five tiles each. The player on the dealer’s right turns "
                "up a tile, and its higher end is trumps. Spare hands, the dummies, are set"
                " out at the deal: two of six tiles with two or three players, one of seven"
                " with four. Our reading: a player who takes one keeps five of its tiles, unseen "
                "by the others."
            ),
        ),
        rule_text(
            Rule.DECLARING,
            _("Declaring"),
            _("In turn each player plays their hand, takes a dummy, or drops out of the deal."),
        ),
        rule_text(
            Rule.NO_MISS_LEFT,
            _("The dummies"),
            _("There are two with two or three players, one with four."),
            _("Our choice: each player can take one at most."),
        ),
        rule_text(
            Rule.MISS_BINDS, _("A dummy must be played"), _("Whoever takes a dummy must play.")
        ),
        rule_text(
            Rule.CANNOT_DROP,
            _("Dropping"),
            _("Only with three or four players. With two, both play."),
        ),
        rule_text(
            Rule.DEALER_TURN_UP,
            _("The dealer’s turn-up"),
            _("A dealer who plays their own hand may take the turn-up and put a tile away for it."),
        ),
        *_tricks(must_trump=False),
        rule_text(
            Rule.SCORE,
            _("Scores"),
            _(
                "Everyone starts at 15. Each trick takes 1 off. Players who are out stay "
                "where they are. The first to reach or pass zero wins."
            ),
        ),
        rule_text(
            Rule.LOOED, _("Rounced"), _("A player who was in and won no trick is rounced: 5 more.")
        ),
        rule_text(
            Rule.SOLE_PLAYER,
            _("Only one player in"),
            _("A player who is the only one in takes 5 off without play."),
        ),
        rule_text(
            Rule.ALL_DROPPED,
            _("Everyone drops before the dealer"),
            _("The dealer takes 5 off, without declaring or playing."),
        ),
        shared.countdown_tie(),
        shared.game_over(),
        *shared.revoke_law("tile", shared.revoke_at_a_countdown(rules.revoke)),
        *shared.table_law(Table(2, 4, loo=True, race=True), "tile", turn_up_taken=True),
    )


def _tricks(must_trump: bool) -> tuple[RuleText, ...]:
    """Return the trick law of the domino games."""
    unable = (
        rule_text(
            Rule.MUST_TRUMP,
            _("Must trump"),
            _(
                "If you cannot follow suit, play a trump if you have one. With neither, "
                "play any tile."
            ),
        )
        if must_trump
        else rule_text(
            Rule.ANY_TILE,
            _("If you cannot follow suit"),
            _("Play any tile, a trump or not."),
        )
    )
    return (
        rule_text(
            Rule.TRUMP_TILE,
            _("Tiles, suits and trumps"),
            _(
                "A suit is all the tiles with one number. Its double is highest, then the "
                "other end from six down to blank. A tile with the trump number is a trump "
                "and belongs to no other suit. Whoever leads a tile of two suits says which"
                " one it is. Our choice: if they say nothing, it is the higher end."
            ),
        ),
        rule_text(
            Rule.FOLLOW_SUIT, _("Follow suit"), _("If you can, play a tile of the suit led.")
        ),
        unable,
        rule_text(
            Rule.LEAD_TRUMP,
            _("Lead a trump from two"),
            _("A player who leads and has two or more trumps must lead a trump."),
        ),
        rule_text(
            Rule.LEAD_AFTER_WIN,
            _("Lead a trump after winning"),
            _("After winning a trick, lead a trump if you can."),
        ),
        rule_text(
            Rule.WINNING,
            _("Winning a trick"),
            _(
                "The highest trump wins; if there is none, the highest tile of the suit "
                "led. Nobody has to beat the tiles played before. Eldest leads to the first "
                "trick, and the winner of each trick leads to the next."
            ),
        ),
    )
