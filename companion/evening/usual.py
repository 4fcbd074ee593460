"""Start a game again with its last settings."""

from msgspec.structs import replace

from companion.evening.entries import GameStarted
from companion.evening.history import Evening
from companion.evening.seats import ring
from companion.evening.starting import game_key


def last_starts(evening: Evening) -> tuple[GameStarted, ...]:
    """Return the last start of each game of an evening, with its final depth.

    The last game played comes last.
    """
    depths = {session.game.key: session.depth for session in evening.state.sessions}
    newest: dict[str, GameStarted] = {}
    for one in _starts(evening):
        game = game_key(one)
        newest.pop(game, None)
        newest[game] = replace(one, depth=depths[game])
    return tuple(newest.values())


def usual_table(evening: Evening) -> GameStarted | None:
    """Return a start that repeats the last game of an evening, or None if it had none.

    It keeps the game, its rules, depth and seats: all seated players, or those dealt in if there are
    too many. The next dealer deals first. The game is played by its newest edition.
    """
    session = evening.state.session
    if session is None:
        return None
    began = _starts(evening)[-1]
    # With too few players left, take those who began the game.
    seats = next(
        players
        for players in (session.seated(), session.dealt_in(), began.seats)
        if session.game.least <= len(players) <= session.most
    )
    in_turn = ring(session.seats, session.to_deal, session.to_right)
    dealer = next(seat.player for seat in in_turn if seat.player in seats)
    edition = session.game.edition
    return replace(began, seats=seats, dealer=dealer, depth=session.depth, edition=edition)


def _starts(evening: Evening) -> list[GameStarted]:
    return [one.entry for one in evening.entries if isinstance(one.entry, GameStarted)]
