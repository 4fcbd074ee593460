"""Words for balances between deals."""

from companion.rules.game import Game
from companion.wording.games import family_title
from companion.wording.languages import _, _n


def left_with(player: str, chips: int) -> str:
    """Return how many chips a player who left is up or down."""
    if chips < 0:
        return _n(
            "{player} left owing {n} chip. The debt stays on the evening page.",
            "{player} left owing {n} chips. The debt stays on the evening page.",
            -chips,
            player=player,
        )
    if chips:
        return _n(
            "{player} left {n} chip up. It stays on the evening page.",
            "{player} left {n} chips up. They stay on the evening page.",
            chips,
            player=player,
        )
    return _("{player} left even: nothing is owed.", player=player)


def waiting(left_by: Game, chips: int) -> str:
    """Return a note on chips that an earlier game left for the next game of its family."""
    return _n(
        "{n} chip from an earlier game waits for the next game of {family}.",
        "{n} chips from an earlier game wait for the next game of {family}.",
        chips,
        family=family_title(left_by.pool_family),
    )
