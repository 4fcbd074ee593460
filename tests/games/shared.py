"""What the accounts of several games say, and what their rules pages have in common."""

from importlib import import_module


def ids(text):
    return set(text.split())


DUTIES = ids(
    "cinch follow-suit lead-ace lead-after-win lead-highest lead-trump must-head "
    "must-overtrump must-trump pam-civil pam-led"
)
"""The trick law (docs/rules.md 2)."""
TRICKS = DUTIES | ids(
    "already-seen ending evening-closed game-over no-longer-holds not-in not-in-hand "
    "not-in-pack not-your-turn out-of-turn penalty revoke stale stock-exhausted "
    "too-few-players too-many-players trick-count trump-tile"
)
"""Rules of every game with tricks."""
LOO = TRICKS | ids(
    "all-dropped claimer-sweeps dealer-must-enter dealer-turn-up declaring defend draw flush "
    "flush-too-early flush-too-late for-the-pool indivisible looed miss-binds no-miss-left "
    "not-a-flush pam score share sole-player"
)
CARD_LOO = LOO | ids("club-law single-pool stake")
NAPOLEON = TRICKS | ids("all-pass contract misery must-outbid peep purchase")

LOO_001 = "seats sole-player all-dropped indivisible ending"
"""Rules that account [001] omits."""
CHITS = "indivisible ending revoke sole-player follow-suit must-trump"
LEADS = "lead-trump lead-highest"


def of_game(id):
    """Return what a game's folder expects of it: its module `expected`."""
    return import_module(f"tests.games.{id.replace('-', '_')}.expected")
