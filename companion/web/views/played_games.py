"""The games of an evening's page, each as a table with a row for each deal."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from companion.evening import State
from companion.evening.game_session import DealDone, GameSession
from companion.rules.ledger import POOL, Line
from companion.web.views.evening_view import (
    accounts_of,
    beside,
    games_on_page,
    has_pool,
)
from companion.web.views.settlement_view import Why
from companion.wording import say
from companion.wording.games import looed_word
from companion.wording.languages import _, _n, _p
from companion.wording.numbers import plain, signed
from companion.wording.pages import payment_note, points_note


class Cell(Struct, frozen=True):
    """A player's figure in a row."""

    figure: str
    outcome: str = ""
    """Whether the player revoked or was looed, in a word of the glossary."""
    note: str = ""


class SheetRow(Struct, frozen=True):
    """A row of a game's table."""

    title: str
    cells: tuple[Cell, ...]
    pool: int | None = None
    note: str = ""


class DealRow(SheetRow, frozen=True, kw_only=True):
    """The row of a settled deal."""

    number: int
    """The deal's number in the evening."""
    done: DealDone


class PlayedGame(Struct, frozen=True):
    """A game, with its deals on a page."""

    session: GameSession
    deals: tuple[DealRow, ...]
    booked: tuple[SheetRow, ...]
    """Payments outside the settled deals, so that each column adds up."""
    total: SheetRow
    has_pool: bool
    payments: tuple[Why, ...] = ()
    """The payments among `booked`, if the game ends on this page."""
    more_payments: int = 0
    ending: tuple[Why, ...] = ()
    """What the players received from the pool at the end, likewise."""


def played_games(
    state: State, rows: Sequence[tuple[int, GameSession, DealDone | None]]
) -> Iterator[PlayedGame]:
    """Yield each game of some rows of `evening_view.rows`."""
    for session, deals, is_end in games_on_page(rows):
        accounts, ending = (
            accounts_of(state, session),
            session.ending or state.left_over_of(session),
        )
        payments, more = _payments(session) if is_end else ((), 0)
        yield PlayedGame(
            session,
            tuple([_deal_row(session, number, done) for number, done in deals]),
            tuple(_booked(session, ending, accounts[POOL])) if is_end else (),
            _total(session, accounts),
            has_pool(session),
            payments,
            more,
            tuple([_why(one.target, _("from the pool"), one.amount, one) for one in ending])
            if is_end
            else (),
        )


def _deal_row(session: GameSession, number: int, done: DealDone) -> DealRow:
    won = done.points() if session.race else done.chips()
    dealt_in, settlement = done.deal.setup.players, done.settlement
    penalized, revokers = {one.player for one in done.penalties()}, done.revokers()
    potatoes = session.tally_of(done)

    def cell(player: str) -> Cell:
        figure, outcome, note = won.get(player, 0), "", ""
        if player in revokers:
            outcome = _("revoked")
        elif player in settlement.looed and not potatoes:
            outcome = looed_word(settlement.looed_as)
        if potatoes[player]:
            note = _n("{n} potato", "{n} potatoes", potatoes[player])
        elif player in penalized:
            note = _("penalty")
        return Cell(signed(figure) if figure or player in dealt_in else "–", outcome, note)

    cells = tuple([cell(seat.player) for seat in session.seats])
    return DealRow(str(done.number), cells, settlement.carried, number=number, done=done)


def _booked(session: GameSession, ending: tuple[Line, ...], pool: int) -> Iterator[SheetRow]:
    if waiting := session.open_figures():
        has_stakes = any(one.reason != "penalty" for one in session.open_lines())
        over = session.ended or session.winners
        yield SheetRow(
            str(session.number) if has_stakes else _("Penalties"),
            _cells(session, waiting),
            pool + sum(one.amount for one in ending),
            (_("misdeal") if over else _p("deal", "open")) if has_stakes else "",
        )
    if ending:
        shares = {one.target: 0 for one in ending}
        for one in ending:
            shares[one.target] += one.amount
        yield SheetRow(_("Pool"), _cells(session, shares), pool, _("divided"))


def _total(session: GameSession, accounts: Mapping[str, int]) -> SheetRow:
    title = _("End") if session.ended or session.winners else _("Now")
    if session.race:
        scores = tuple([Cell(plain(session.scores[one.player])) for one in session.seats])
        return SheetRow(title, scores, accounts[POOL])
    return SheetRow(title, _cells(session, accounts), accounts[POOL])


def _cells(session: GameSession, figures: Mapping[str, int]) -> tuple[Cell, ...]:
    return tuple([Cell(signed(figures.get(seat.player, 0))) for seat in session.seats])


def _payments(session: GameSession) -> tuple[tuple[Why, ...], int]:
    """Return a game's payments outside its settled deals, and the number of those left out."""
    lines, points, more = beside(session)
    for_misdeal = _("put in for a misdeal")
    beside_deals = [
        _why(
            one.source,
            payment_note(one) if one.reason == "penalty" else for_misdeal,
            -one.amount,
            one,
        )
        for one in lines
    ]
    beside_deals += [
        Why(one.player, points_note(one), signed(one.points), ((say(one.fact), one.rule),))
        for one in points
    ]
    return tuple(beside_deals), more


def _why(player: str, note: str, amount: int, line: Line) -> Why:
    return Why(player, note, signed(amount), ((say(line.fact), line.rule),))
