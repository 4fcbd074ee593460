"""The games of an evening's page, each as a table with a row for each deal."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from companion.evening import State
from companion.evening.game_session import DealDone, GameSession
from companion.rules.ledger import POOL, Line, sums
from companion.web.views.evening_view import outcome
from companion.web.views.settlement_view import Why
from companion.wording import say
from companion.wording.games import looed_word
from companion.wording.languages import _, _n, _p
from companion.wording.numbers import plain, signed
from companion.wording.pages import payment_note, points_note

MOST_BESIDE = 20
"""Maximum number of payments listed outside a game's settled deals."""


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
    """A game with the deals of one page. What follows the deals is only on its last page."""

    session: GameSession
    deals: tuple[DealRow, ...]
    total: SheetRow
    has_pool: bool
    booked: tuple[SheetRow, ...] = ()
    """Payments outside the settled deals, so that each column adds up."""
    payments: tuple[Why, ...] = ()
    """The payments among `booked`."""
    more_payments: int = 0
    ending: tuple[Why, ...] = ()
    """What the players received from the pool at the end."""
    outcome: str = ""
    """The winners of a game that is over, in sentences."""


def played_games(
    state: State, rows: Sequence[tuple[int, GameSession, DealDone | None]]
) -> Iterator[PlayedGame]:
    """Yield each game of some rows of `evening_view.rows`."""
    for _id, group in groupby(rows, key=lambda row: id(row[1])):
        of_game = list(group)
        _number, session, last = of_game[-1]
        left_over = state.left_over_of(session)
        accounts, ending = sums(left_over, session.accounts()), session.ending or left_over
        deals = [_deal_row(session, number, done) for number, _session, done in of_game if done]
        game = PlayedGame(session, tuple(deals), _total(session, accounts), _has_pool(session))
        if last is None or last is session.deals[-1]:
            payments, more = _payments(session)
            game = replace(
                game,
                booked=tuple(_booked(session, ending, accounts[POOL])),
                payments=payments,
                more_payments=more,
                outcome=" ".join(outcome(session)) if session.winners or session.ended else "",
                ending=tuple(
                    [_why(one.target, _("from the pool"), one.amount, one) for one in ending]
                ),
            )
        yield game


def _has_pool(session: GameSession) -> bool:
    """Return whether a game has or had chips in a pool."""
    if session.race:
        return False
    settled = (done.settlement for done in session.deals)
    return bool(
        session.opening_pool
        or session.accounts()[POOL]
        or (session.deal and session.deal.pool is not None)
        or any(one.pool or one.carried for one in settled)
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
    """Return a game's payments outside its settled deals, and the number of those left out.

    These are penalties and stakes of void deals, but not the stakes of the open deal.
    """
    lines = [one for one in session.open_lines() if session.ended or one.reason == "penalty"]
    points, for_misdeal = session.penalty_points, _("put in for a misdeal")
    payments = []
    for line in lines[:MOST_BESIDE]:
        note = payment_note(line) if line.reason == "penalty" else for_misdeal
        payments.append(_why(line.source, note, -line.amount, line))
    for one in points[:MOST_BESIDE]:
        reason = say(one.fact), one.rule
        payments.append(Why(one.player, points_note(one), signed(one.points), (reason,)))
    return tuple(payments), max(len(lines) + len(points) - MOST_BESIDE, 0)


def _why(player: str, note: str, amount: int, line: Line) -> Why:
    return Why(player, note, signed(amount), ((say(line.fact), line.rule),))
