"""The rules in force, in words: what the rules page prints and every refusal links to.

Texts that several games share, each under the id the engine cites. A game's file adds its own and
puts them in reading order.
"""

from companion.rules.game import RuleText
from companion.rules.ids import Rule
from companion.rules.ledger import PoolRules


def table_law(
    least: int,
    most: int,
    piece: str,
    turn_up_taken: bool = False,
    turned_up: bool = True,
) -> tuple[RuleText, ...]:
    """Return what holds at every table where tricks are played.

    `turned_up` says whether a piece is turned up, `turn_up_taken` whether a dealer may take it.
    """
    taken = ", unless the dealer took it in hand" if turn_up_taken else ""
    seen = f" The turn-up counts as seen{taken}." if turned_up else ""
    return (
        *seating(least, most),
        RuleText(
            Rule.OUT_OF_TURN,
            "Declaring in turn",
            "Declarations run from the dealer's left round to the dealer, one each.",
        ),
        RuleText(
            Rule.NOT_YOUR_TURN, "Playing in turn", "Play runs clockwise among those who are in."
        ),
        RuleText(Rule.NOT_IN, "Out is out", "Who is out neither declares nor plays."),
        RuleText(
            Rule.ALREADY_SEEN,
            f"A {piece} is seen once",
            f"Each {piece} can be entered once in a deal.{seen}",
        ),
        RuleText(
            Rule.NOT_IN_HAND,
            "No more than the hand holds",
            f"One {piece} to each trick, and no more than the hand holds."
            + (
                " A dealer who took the turn-up plays it at the latest to the last trick."
                if turn_up_taken
                else ""
            ),
        ),
        RuleText(
            Rule.NOT_IN_PACK, f"Not one of the {piece}s", "There is no such piece in this set."
        ),
        RuleText(
            Rule.TRICK_COUNT,
            "Every trick falls to somebody",
            "The tricks entered for a deal must add up to the tricks it has.",
        ),
        RuleText(
            Rule.WRONG_PHASE,
            "One thing after another",
            f"{'Turn-up, declarations' if turned_up else 'Declarations'}, tricks, settlement: each "
            "is entered when its turn has come.",
        ),
        *keeping(staked=turned_up),
    )


def seating(least: int, most: int) -> tuple[RuleText, ...]:
    """Return who sits, and who is dealt in, whatever is played."""
    return (
        RuleText(
            Rule.SEATS,
            "Seats and deals",
            "Seats go clockwise. The dealer moves one seat to the left after every deal that is "
            "settled. Eldest is the first player on the dealer's left who is in.",
        ),
        RuleText(
            Rule.TOO_MANY_PLAYERS,
            "How many can play",
            f"{least} to {most} players are dealt in. More can sit at the table, if the others sit out.",
        ),
        RuleText(
            Rule.TOO_FEW_PLAYERS,
            "Too few to deal",
            f"A deal needs at least {least} players. Those who sit out do not count.",
        ),
        RuleText(
            Rule.SITTING_OUT,
            "GameSession out, coming and going",
            "Between deals. Whoever sits out does not deal, stakes nothing and counts nowhere, "
            "but shares the ending.",
        ),
    )


def keeping(staked: bool) -> tuple[RuleText, ...]:
    """Return what holds of every record; `staked` says whether the game has stakes."""
    return (
        RuleText(
            Rule.MISDEAL,
            "Misdeal",
            "A deal can be void until it is settled. It keeps its number, the same dealer deals "
            f"again{', and the stakes stay' if staked else ''}.",
        ),
        RuleText(
            Rule.SECOND_LOOK,
            "A second look",
            "A table can agree that the next deal waits if somebody is looed, has revoked or "
            "comes to the goal, until a phone other than the one that made the last entry has "
            "confirmed the settlement. That can be skipped; the log says so.",
        ),
        RuleText(
            Rule.UNREADABLE,
            "What cannot be read",
            "An entry that makes no sense by itself is not taken. The message says what to write.",
        ),
        RuleText(
            Rule.STALE,
            "Only the newest can be undone",
            "Undo takes back the newest entry that still stands. An entry made from an old page "
            "is not taken either: look at the fresh page first.",
        ),
        RuleText(
            Rule.NO_LONGER_HOLDS,
            "A correction must fit what follows",
            "An earlier entry can be corrected or taken out only if everything entered after it still holds.",
        ),
        RuleText(
            Rule.EVENING_CLOSED,
            "A closed evening",
            "Once the evening is closed nothing more is entered, unless the closing is undone. "
            "Open a new evening to play on.",
        ),
        RuleText(
            Rule.ALREADY_RECORDED,
            "Recorded once",
            "The same revoke, or the same name, is not recorded twice.",
        ),
    )


def revoke_law(piece: str, paid: str) -> tuple[RuleText, ...]:
    """Return how revokes come to light, and what they cost (`paid`)."""
    return (
        RuleText(
            Rule.PROOF,
            "How a revoke is proven",
            f"Nobody shows a hand. But a {piece} played later was in hand earlier. If it ought to "
            "have been played then, the revoke is proven. The table says what is to be done: "
            "correct a wrong entry, record the revoke, or let it stand. A revoke seen at the "
            "table can be entered at any depth, until the deal is settled.",
        ),
        RuleText(Rule.REVOKE, "What a revoke costs", paid),
    )


def pool_law(rules: PoolRules, tricks: int) -> tuple[RuleText, ...]:
    """Return the rules of the pool in force."""
    loo = {
        "pool": "as many chips as the pool held at the start of the deal",
        "fixed": f"{rules.loo_chips} chips",
        "capped": f"what the pool held at the start of the deal, at most {rules.loo_chips} chips",
    }[rules.loo]
    remainder = {
        "carry": "stay in the pool for the next deal",
        "last-trick": "go to the winner of the last trick; where only totals are entered, or the "
        "winner takes no share, they stay",
        "eldest-first": "go one each from the dealer's left to those who are paid for tricks; "
        "what is left stays",
    }[rules.remainder]
    return (
        RuleText(
            Rule.SHARE,
            "A share",
            f"The pool after the stakes, divided by {tricks}, is a share. Each trick pays one.",
        ),
        RuleText(
            Rule.INDIVISIBLE,
            "Chips that do not divide",
            f"Chips that the pool holds beyond {tricks} equal shares {remainder}.",
        ),
        RuleText(
            Rule.LOOED,
            "Looed",
            "Who was in, took no trick and did not play for the pool is looed. "
            f"He pays {loo} into the pool, after the others are paid. It waits for the next deal.",
        ),
        RuleText(
            Rule.SOLE_PLAYER,
            "Only one in",
            "If in the end only one player is in, he takes the whole pool without play.",
        ),
        RuleText(
            Rule.ALL_DROPPED,
            "All drop before the dealer",
            "The dealer takes the whole pool at once and declares nothing.",
        ),
    )


def pool_revoke(rules: PoolRules) -> str:
    """Return what a revoke costs in a game for chips."""
    pays = {"pool": "as many chips as the pool held", "loo": "as much as a loo costs"}
    return {
        "divide": "The tricks do not count. Each who was in and did not revoke gets an equal part "
        "of the pool; odd chips stay. Who revoked pays "
        f"{pays[rules.revoke_pays]}, and nobody else is looed. A dealer playing for the pool takes "
        "no part. The table can settle at once.",
        "loo": "Who revoked is looed, even a dealer playing for the pool. The shares for his "
        "tricks stay in the pool. The rest settles as usual.",
        "note": "It is noted and costs nothing.",
    }[rules.revoke]


def score_revoke(revoke: str, looed: str) -> str:
    """Return what a revoke costs in a game for scores, where being looed counts `looed`."""
    return {
        "divide": f"Who revoked scores {looed}, and nobody else scores.",
        "loo": f"Who revoked scores {looed} and nothing for his tricks. The rest scores as usual.",
        "note": "It is noted and costs nothing.",
    }[revoke]


def ending_law(ending: str) -> RuleText:
    """Return what becomes of the pool when a game ends."""
    return RuleText(
        Rule.ENDING,
        "The end of a game",
        "A game can end after any deal. It is fair to end when all have dealt equally often, and "
        f"best to play on to a deal that loos nobody. {left_over(ending)}",
    )


def left_over(ending: str) -> str:
    """Return what becomes of chips left in the pool."""
    return {
        "divide": "Chips left in the pool are divided equally among all at the table; odd chips "
        "go one each from the left of whoever dealt last.",
        "carry": "Chips left in the pool stay there. The next Loo game for chips this evening "
        "starts with them.",
    }[ending]


def domino_tricks(must_trump: bool) -> tuple[RuleText, ...]:
    """Return the trick law of the domino games."""
    unable = (
        RuleText(
            Rule.MUST_TRUMP,
            "Must trump",
            "Unable to follow, play a trump if you can. With neither, any tile.",
        )
        if must_trump
        else RuleText(Rule.ANY_TILE, "Unable to follow", "Any tile may be played, a trump or not.")
    )
    return (
        RuleText(
            Rule.TRUMP_TILE,
            "Tiles, suits and trumps",
            "In each suit the double is highest, then the other end from six down to blank. A tile "
            "with the trump number is a trump and belongs to no other suit. A plain tile that is "
            "led belongs to the one of its two suits that the leader announces; if nothing is "
            "said, the higher end.",
        ),
        RuleText(Rule.FOLLOW_SUIT, "Follow suit", "If you can, play a tile of the suit led."),
        unable,
        RuleText(
            Rule.LEAD_TRUMP,
            "Lead a trump from two",
            "Whoever leads with two or more trumps in hand must lead a trump.",
        ),
        RuleText(
            Rule.LEAD_AFTER_WIN,
            "Lead a trump after winning",
            "Having won a trick, lead a trump if you can.",
        ),
        RuleText(
            Rule.WINNING,
            "Winning a trick",
            "The highest trump wins, or else the highest tile of the suit led. Nobody has to beat "
            "the tiles played before. The winner leads to the next trick.",
        ),
    )


def score_tie(better: str) -> RuleText:
    """Return how two who reach the goal in one deal are told apart."""
    return RuleText(
        Rule.SCORE_TIE,
        "Two reach it in one deal",
        "Who reached it first as the tricks fell wins. Where only totals were entered, "
        f"{better} wins. If they are level, another deal is played, and then {better} wins, "
        "however it came about.",
    )


def game_over() -> RuleText:
    """Return what holds once somebody has won."""
    return RuleText(
        Rule.GAME_OVER,
        "The game is over",
        "Once somebody has won there is no further deal. Start another game, or close the evening.",
    )


def domino_absent() -> tuple[RuleText, ...]:
    """Return what an entry can ask for that only card games have."""
    return tuple(
        RuleText(id, title, f"{why}.", absent=True)
        for id, title, why in (
            ("defend", "Defending the miss", "Nobody defends the miss"),
            ("draw", "Exchanging", "Nobody exchanges tiles"),
            ("flush", "Flushes", "There are no flushes"),
            ("pam", "Pam", "There is no Pam"),
            ("pam-civil", "“Pam be civil”", "There is no Pam"),
        )
    )
