"""What the sources of the game decide, and which rules its page can have; read from them by hand."""

from tests.games.shared import LOO, ids

DECIDED = {
    None: ("ending indivisible", "", "draw lead-ace revoke"),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = (LOO - ids("claimer-sweeps dealer-must-enter for-the-pool defend")) | ids(
    "stake single-pool"
)
"""The rules of the game, whatever its house rules."""
