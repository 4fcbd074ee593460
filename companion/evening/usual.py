"""The last game of an evening as the start of the next one."""

from msgspec.structs import replace

from companion.evening.entries import GameStarted
from companion.evening.history import Evening
from companion.evening.seats import ring


def last_starts(evening: Evening) -> tuple[GameStarted, ...]:
    """Return how each game of an evening was last started, at the depth it came to.

    The last game played comes last.
    """
    depths = {session.game.id: session.depth for session in evening.state.sessions}
    found: dict[str, GameStarted] = {}
    for one in _starts(evening):
        found.pop(one.game, None)
        found[one.game] = replace(one, depth=depths[one.game])
    return tuple(found.values())


def usual_table(evening: Evening) -> GameStarted | None:
    """Return a start of the last game of an evening, to be played again; None if it had no game.

    Game, version, house rules and depth are as they were last, and so are the seats: all at the
    table, or without those sitting out if that is too many. The turn to deal has moved on.
    """
    session = evening.state.session
    if session is None:
        return None
    began = _starts(evening)[-1]
    # If too few are left, the players who began.
    seats = next(
        found
        for found in (session.seated(), session.dealt_in(), began.seats)
        if session.game.least <= len(found) <= session.most
    )
    in_turn = ring(session.seats, session.to_deal)
    dealer = next(seat.player for seat in in_turn if seat.player in seats)
    return replace(began, seats=seats, dealer=dealer, depth=session.depth)


def _starts(evening: Evening) -> list[GameStarted]:
    return [one.entry for one in evening.entries if isinstance(one.entry, GameStarted)]
