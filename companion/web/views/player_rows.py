"""The players' rows on the table screen, and the pool."""

from msgspec.structs import replace

from companion.evening.game_session import GameSession
from companion.rules.facts import Phase
from companion.rules.ledger import POOL
from companion.web.views import Row, view
from companion.wording import screens
from companion.wording.games import looed_word
from companion.wording.languages import _
from companion.wording.numbers import plain, signed


def player_rows(session: GameSession, after: GameSession) -> tuple[Row, ...]:
    """Return the rows of the players dealt in, from the eldest, then of those sitting out.

    `after` is the session including the settlement on the screen, if there is one.
    """
    deal, figures = session.deal, _figures(after)
    rows: dict[str, Row] = {}
    states: dict[str, str] = {}
    if deal:
        rows = {row.player: row for row in view(deal).rows()}
        if deal.phase is Phase.SETTLING:
            settlement = deal.settlement()
            states = dict.fromkeys(settlement.looed, looed_word(settlement.looed_as))
        revoked = [revoke.player for revoke in deal.revokes if revoke.stands == "revoke"]
        states |= dict.fromkeys(revoked, screens.revoked())
    absent = Row("", _("sits out") if deal else "", out=bool(deal))
    found = [
        replace(
            row,
            state=states.get(name, row.state),
            out=not row.is_in and bool(row.state),
            deals=deal is not None and name == deal.setup.dealer,
            figure=figures[name],
        )
        for name, row in rows.items()
    ]
    found += [
        replace(absent, player=name, figure=figures[name])
        for name in session.seated()
        if name not in rows
    ]
    return tuple(found)


def _figures(session: GameSession) -> dict[str, str]:
    if session.race:
        return {name: plain(score) for name, score in session.scores.items()}
    return {name: signed(chips) for name, chips in session.accounts().items()}


def chips_in_pool(session: GameSession, after: GameSession) -> int | None:
    """Return the chips in the pool including the settlement on the screen; None without a pool.

    The figure counts what has been paid, as the rows do, so the two add up.
    """
    pool = after.accounts()[POOL]
    is_played_for = session.deal is not None and session.deal.pool is not None
    return pool if is_played_for or pool else None
