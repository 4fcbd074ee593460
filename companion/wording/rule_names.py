"""Names of the rules, for links."""

from companion.ids import OF_THE_RECORD, Rule
from companion.rules.game import Game
from companion.wording.games import words_of
from companion.wording.languages import N_, _

_NAMES = {
    Rule.ALL_DROPPED: N_("everyone dropped"),
    Rule.ALL_PASS: N_("everyone passed"),
    Rule.ALREADY_RECORDED: N_("already entered"),
    Rule.ALREADY_SEEN: N_("already seen"),
    Rule.ANY_CARD: N_("any card"),
    Rule.ANY_TILE: N_("any tile"),
    Rule.BLUCHER: N_("Blucher"),
    Rule.BOURRE: N_("bourré"),
    Rule.CANNOT_DROP: N_("cannot drop"),
    Rule.CINCH: N_("cinch"),
    Rule.CLAIMER_SWEEPS: N_("the miss wins the pool"),
    Rule.CLUB_LAW: N_("Club Law"),
    Rule.CONTRACT: N_("contract"),
    Rule.DEAD_HAND: N_("dead hand"),
    Rule.DEALER_ACE: N_("an ace turned up"),
    Rule.DEALER_MUST_ENTER: N_("the dealer must play"),
    Rule.DEALER_TURN_UP: N_("the dealer takes the turn-up"),
    Rule.DECLARING: N_("declaring"),
    Rule.DEFEND: N_("defending the miss"),
    Rule.DRAW: N_("exchanging cards"),
    Rule.ENDING: N_("end of the game"),
    Rule.EVENING_CLOSED: N_("evening closed"),
    Rule.FLUSH: N_("flush"),
    Rule.FLUSH_TOO_EARLY: N_("flush too early"),
    Rule.FLUSH_TOO_LATE: N_("flush too late"),
    Rule.FOLLOW_SUIT: N_("follow suit"),
    Rule.FOR_THE_POOL: N_("for the pool"),
    Rule.GAME_OVER: N_("the game is over"),
    Rule.GENERAL: N_("General Rams"),
    Rule.GOING_OUT: N_("going out"),
    Rule.HAND_COUNT: N_("cards in hand"),
    Rule.INDIVISIBLE: N_("a pool that does not divide"),
    Rule.JOKER_MOVE: N_("moving a joker"),
    Rule.LEAD_ACE: N_("leading the ace"),
    Rule.LEAD_AFTER_WIN: N_("leading after a trick won"),
    Rule.LEAD_HIGHEST: N_("leading the highest"),
    Rule.LEAD_TRUMP: N_("leading a trump"),
    Rule.LOOED: N_("looed"),
    Rule.MISDEAL: N_("misdeal"),
    Rule.MISERY: N_("misery"),
    Rule.MISS_BINDS: N_("a miss must be played"),
    Rule.MORE_THAN_OPEN: N_("more than is owed"),
    Rule.MOST_TRICKS: N_("most tricks"),
    Rule.MUST_DISCARD: N_("must discard"),
    Rule.MUST_DRAW: N_("must draw"),
    Rule.MUST_HEAD: N_("must head"),
    Rule.MUST_OUTBID: N_("must outbid"),
    Rule.MUST_OVERTRUMP: N_("must overtrump"),
    Rule.MUST_TRUMP: N_("must trump"),
    Rule.NO_LONGER_HOLDS: N_("later entries"),
    Rule.NO_MISS_LEFT: N_("no miss left"),
    Rule.NO_SUCH_MELD: N_("no such meld"),
    Rule.NOTHING_OPEN: N_("nothing is owed"),
    Rule.NOT_A_FLUSH: N_("not a flush"),
    Rule.NOT_A_MELD: N_("not a meld"),
    Rule.NOT_IN: N_("not in this deal"),
    Rule.NOT_IN_HAND: N_("not in this hand"),
    Rule.NOT_IN_PACK: N_("not in pack"),
    Rule.NOT_YOUR_TURN: N_("not your turn"),
    Rule.OUT_OF_TURN: N_("out of turn"),
    Rule.PAM: N_("Pam"),
    Rule.PAM_CIVIL: N_("Pam be civil"),
    Rule.PAM_LED: N_("Pam is led"),
    Rule.PAYMENT: N_("payment"),
    Rule.PEEP: N_("peep"),
    Rule.PENALTY: N_("penalty"),
    Rule.PIPS: N_("pips"),
    Rule.PROOF: N_("proof"),
    Rule.PURCHASE: N_("purchase"),
    Rule.REVOKE: N_("revoke"),
    Rule.SAME_DISCARD: N_("same discard"),
    Rule.SCORE: N_("score"),
    Rule.SCORE_TIE: N_("a tie"),
    Rule.SEATS: N_("seats"),
    Rule.SECOND_LOOK: N_("second phone"),
    Rule.SHARE: N_("share"),
    Rule.SINGLE_POOL: N_("single pool"),
    Rule.SITTING_OUT: N_("sitting out"),
    Rule.SOLE_PLAYER: N_("the only player in"),
    Rule.STAKE: N_("stake"),
    Rule.STALE: N_("someone was faster"),
    Rule.STOCK_EXHAUSTED: N_("the stock is used up"),
    Rule.STOCK_OUT: N_("an empty stock"),
    Rule.TOO_FEW_PLAYERS: N_("too few players"),
    Rule.TOO_MANY_PLAYERS: N_("too many players"),
    Rule.TRICK_COUNT: N_("number of tricks"),
    Rule.TRUMP_TILE: N_("trump tiles"),
    Rule.TRUMPS: N_("trumps"),
    Rule.TURN_UP: N_("turn-up"),
    Rule.UNREADABLE: N_("unreadable"),
    Rule.WELLINGTON: N_("Wellington"),
    Rule.WINNING: N_("winning"),
    Rule.WORTH: N_("what a chip is worth"),
    Rule.WRONG_PHASE: N_("not now"),
}


_OF_PLAY = {
    Rule.ALREADY_SEEN,
    Rule.HAND_COUNT,
    Rule.NOT_IN_HAND,
    Rule.NOT_IN_PACK,
    Rule.PROOF,
    Rule.TRICK_COUNT,
}
"""Rules of the record that readers regard as rules of play."""


def is_rule_of_play(rule: str) -> bool:
    """Return whether a rule belongs to a game, rather than to keeping the record."""
    return rule not in OF_THE_RECORD or rule in _OF_PLAY


def rule_title(rule: str, game: Game | None) -> str:
    """Return the name of a rule, which a game may call otherwise: follow suit."""
    own = words_of(game).rules if game else {}
    return _(own.get(Rule(rule)) or _NAMES[Rule(rule)])


def rule_name(rule: str, game: Game) -> str:
    """Return the text of a link to a rule: Rule: follow suit."""
    return _("Rule: {name}", name=rule_title(rule, game))
