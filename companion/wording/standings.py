"""How people stand between deals: who leaves with what, and chips that wait for a later game."""

from companion.rules.game import Game
from companion.wording.games import family_title
from companion.wording.languages import _, _n
from companion.wording.numbers import plain


def left_with(player: str, chips: int) -> str:
    """Return how many chips a player who has left is up or down over the evening."""
    if chips < 0:
        return _n(
            "{player} left owing {n} chip. It stays on the evening page.",
            "{player} left owing {n} chips. They stay on the evening page.",
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


def left_at(player: str, score: int) -> str:
    """Return the score with which a player has left a game."""
    return _("{player} left the game at {score}.", player=player, score=plain(score))


def brought(chips: int) -> str:
    """Return that a game's pool began with chips of an earlier one."""
    return _n(
        "The pool began with {n} chip from an earlier game.",
        "The pool began with {n} chips from an earlier game.",
        chips,
    )


def waiting(left_by: Game, chips: int) -> str:
    """Return that chips which a game has left wait for a later one of its family."""
    return _n(
        "{n} chip from an earlier game waits for the next game of {family}.",
        "{n} chips from an earlier game wait for the next game of {family}.",
        chips,
        family=family_title(left_by.pool_family),
    )
