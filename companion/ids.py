"""Ids of the rules, as listed in docs/rules.md. Refusals, payments and the rules pages cite them."""

from enum import StrEnum


class Rule(StrEnum):
    """A rule that can be cited; docs/rules.md explains each under an anchor of its name."""

    ALL_DROPPED = "all-dropped"
    ALL_PASS = "all-pass"
    ALREADY_RECORDED = "already-recorded"
    ALREADY_SEEN = "already-seen"
    ANY_CARD = "any-card"
    ANY_TILE = "any-tile"
    BLUCHER = "blucher"
    BOURRE = "bourre"
    CANNOT_DROP = "cannot-drop"
    CINCH = "cinch"
    CLAIMER_SWEEPS = "claimer-sweeps"
    CLUB_LAW = "club-law"
    CONTRACT = "contract"
    DEAD_HAND = "dead-hand"
    DEALER_ACE = "dealer-ace"
    DEALER_MUST_ENTER = "dealer-must-enter"
    DEALER_TURN_UP = "dealer-turn-up"
    DECLARING = "declaring"
    DEFEND = "defend"
    DRAW = "draw"
    ENDING = "ending"
    EVENING_CLOSED = "evening-closed"
    FLUSH = "flush"
    FLUSH_TOO_EARLY = "flush-too-early"
    FLUSH_TOO_LATE = "flush-too-late"
    FOLLOW_SUIT = "follow-suit"
    FOR_THE_POOL = "for-the-pool"
    GAME_OVER = "game-over"
    GENERAL = "general"
    GOING_OUT = "going-out"
    HAND_COUNT = "hand-count"
    INDIVISIBLE = "indivisible"
    JOKER_MOVE = "joker-move"
    LEAD_ACE = "lead-ace"
    LEAD_AFTER_WIN = "lead-after-win"
    LEAD_HIGHEST = "lead-highest"
    LEAD_TRUMP = "lead-trump"
    LOOED = "looed"
    MISDEAL = "misdeal"
    MISERY = "misery"
    MISS_BINDS = "miss-binds"
    MORE_THAN_OPEN = "more-than-open"
    MOST_TRICKS = "most-tricks"
    MUST_DISCARD = "must-discard"
    MUST_DRAW = "must-draw"
    MUST_HEAD = "must-head"
    MUST_OUTBID = "must-outbid"
    MUST_OVERTRUMP = "must-overtrump"
    MUST_TRUMP = "must-trump"
    NO_LONGER_HOLDS = "no-longer-holds"
    NO_MISS_LEFT = "no-miss-left"
    NO_SUCH_MELD = "no-such-meld"
    NOTHING_OPEN = "nothing-open"
    NOT_A_FLUSH = "not-a-flush"
    NOT_A_MELD = "not-a-meld"
    NOT_IN = "not-in"
    NOT_IN_HAND = "not-in-hand"
    NOT_IN_PACK = "not-in-pack"
    NOT_YOUR_TURN = "not-your-turn"
    OUT_OF_TURN = "out-of-turn"
    PAM = "pam"
    PAM_CIVIL = "pam-civil"
    PAM_LED = "pam-led"
    PAYMENT = "payment"
    PEEP = "peep"
    PENALTY = "penalty"
    PIPS = "pips"
    PROOF = "proof"
    PURCHASE = "purchase"
    REVOKE = "revoke"
    SAME_DISCARD = "same-discard"
    SCORE = "score"
    SCORE_TIE = "score-tie"
    SEATS = "seats"
    SECOND_LOOK = "second-look"
    SHARE = "share"
    SINGLE_POOL = "single-pool"
    SITTING_OUT = "sitting-out"
    SOLE_PLAYER = "sole-player"
    STAKE = "stake"
    STALE = "stale"
    STOCK_EXHAUSTED = "stock-exhausted"
    STOCK_OUT = "stock-out"
    TOO_FEW_PLAYERS = "too-few-players"
    TOO_MANY_PLAYERS = "too-many-players"
    TRICK_COUNT = "trick-count"
    TRUMP_TILE = "trump-tile"
    TRUMPS = "trumps"
    TURN_UP = "turn-up"
    UNREADABLE = "unreadable"
    WELLINGTON = "wellington"
    WINNING = "winning"
    WORTH = "worth"
    WRONG_PHASE = "wrong-phase"


OF_THE_RECORD = frozenset(
    {
        Rule.ALREADY_RECORDED,
        Rule.ALREADY_SEEN,
        Rule.EVENING_CLOSED,
        Rule.HAND_COUNT,
        Rule.MORE_THAN_OPEN,
        Rule.NO_LONGER_HOLDS,
        Rule.NOTHING_OPEN,
        Rule.NOT_IN_HAND,
        Rule.NOT_IN_PACK,
        Rule.PAYMENT,
        Rule.PROOF,
        Rule.SECOND_LOOK,
        Rule.STALE,
        Rule.TRICK_COUNT,
        Rule.UNREADABLE,
        Rule.WORTH,
        Rule.WRONG_PHASE,
    }
)
"""Rules about keeping the record, which no account of a game mentions."""
