"""The players on the table screen, and the chips before them: one row each."""

from msgspec import Struct

from companion.evening.game_session import GameSession
from companion.pieces import Piece
from companion.rules.facts import Phase
from companion.rules.ledger import POOL
from companion.web.views import view
from companion.wording import screens
from companion.wording.languages import _
from companion.wording.ledger import looed_word
from companion.wording.numbers import plain, signed


class Row(Struct, frozen=True):
    """A player in the table screen."""

    name: str
    state: str = ""
    out: bool = False
    on_turn: bool = False
    deals: bool = False
    tricks: int = 0
    laid: Piece | None = None
    figure: str = ""
    """Balance with its sign, or score, with the settlement that is shown."""


def player_rows(session: GameSession, after: GameSession) -> tuple[Row, ...]:
    """Return a row for each at the table: the dealt in from eldest, then those who sit out.

    `after` is the session with the settlement that is shown, if there is one.
    """
    deal, figures = session.deal, _figures(after)
    rows = []
    if deal:
        settlement = deal.settlement() if deal.phase is Phase.SETTLING else None
        revoked = {revoke.player for revoke in deal.revokes if revoke.stands == "revoke"}
        for standing in view(deal).standing():
            name = standing.player
            rows.append(
                Row(
                    name=name,
                    state=screens.revoked()
                    if name in revoked
                    else looed_word(settlement.looed_as)
                    if settlement and name in settlement.looed
                    else standing.state,
                    out=not standing.is_in and bool(standing.state),
                    on_turn=standing.on_turn,
                    deals=name == deal.setup.dealer,
                    tricks=standing.tricks,
                    laid=standing.laid,
                    figure=figures[name],
                )
            )
    shown = {row.name for row in rows}
    rows += [
        Row(
            name=name,
            state=_("sits out") if deal else "",
            out=bool(deal),
            figure=figures[name],
        )
        for name in session.seated()
        if name not in shown
    ]
    return tuple(rows)


def _figures(session: GameSession) -> dict[str, str]:
    if session.race:
        return {name: plain(score) for name, score in session.scores.items()}
    return {name: signed(chips) for name, chips in session.accounts().items()}


def chips_in_pool(session: GameSession, after: GameSession) -> int | None:
    """Return what the pool holds, with the settlement that is shown; None where there is none.

    It counts what has been paid, as the rows do, so that all of them add up.
    """
    pool = after.accounts()[POOL]
    is_played_for = session.deal is not None and session.deal.pool is not None
    return pool if is_played_for or pool else None
