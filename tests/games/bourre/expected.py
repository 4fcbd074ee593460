"""What the sources of the game decide, and which rules its page can have; read from them by hand."""

from tests.games.shared import TABLE, ids

DECIDED = {
    # Present-day accounts
    None: ("ending", "", ""),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = (TABLE - ids("trump-tile")) | ids(
    "all-dropped bourre dealer-ace declaring draw most-tricks sole-player stake turn-up winning"
)
"""The rules of the game, whatever its house rules."""
