"""The lines of the log: each has an entry, or those of a trick, of the declarations, or of a turn."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from companion.evening import State
from companion.evening.entries import OrdinaryEntry
from companion.evening.game_session import DealDone
from companion.evening.history import DealId
from companion.pieces import Pack
from companion.rules import actions
from companion.rules.actions import Misdealt, Played
from companion.rules.deal import Deal
from companion.web.views import view
from companion.wording.languages import _, _n
from companion.wording.pages import log_heading

Verb = Literal["", "undo", "correction", "taking-out"]
_DECLARATIONS = (actions.Declared, actions.RestDeclared, actions.Exchanged)
_TURN = (actions.Drew, actions.Melded, actions.LaidOff, actions.JokerMoved, actions.Discarded)
_CORRECTIONS = ("correction", "taking-out")
_RUNS = (Played, *_DECLARATIONS, *_TURN)


class Row(Struct, frozen=True):
    """An entry of the log."""

    number: int
    words: str = ""
    """The entry in words; "" if it is not in force."""
    was: tuple[str, ...] = ()
    skipped: int = 0
    """Number of versions left out after the first."""
    note: str = ""
    verb: Verb = ""
    """The effect on another entry, `about`."""
    about: int = 0
    who: str = ""
    """Who entered it, on another device than this one."""
    can_amend: bool = False
    entry: OrdinaryEntry | None = None
    """The entry, if it is in force and no correction."""

    @property
    def player(self) -> str:
        return getattr(self.entry, "player", "")


class Line(Struct, frozen=True):
    """A line of the log."""

    rows: tuple[Row, ...]
    trick: int = 0
    """The number of the trick; 0 for anything else."""
    winner: str = ""

    @property
    def in_force(self) -> list[Row]:
        return [row for row in self.rows if row.entry]

    @property
    def notes(self) -> list[str]:
        """What became of its entries, as a hint to open it."""
        notes = [row.note or (_("corrected") if row.was else "") for row in self.rows]
        return list(dict.fromkeys(filter(None, notes)))


class Group(Struct, frozen=True):
    """The lines of a deal, or of the time between two deals."""

    title: str
    subtitle: str
    lines: list[Line]
    pack: Pack | None
    is_open: bool


def group(state: State, deal: DealId, rows: Sequence[Row], is_open: bool) -> Group:
    """Return the lines of a deal, or of the time between two deals."""
    place, number = deal
    session = state.sessions[place] if place < len(state.sessions) else None
    done = session.deals[number - 1] if session and number <= len(session.deals) else None
    found = done.deal if done else session.deal if session else None
    pack = found.pack if found else session.game.pack if session else None
    return Group(
        title=title_of(state, deal),
        subtitle=" · ".join(_subtitle(found, done, len(rows))),
        lines=list(_lines(rows, found)),
        pack=pack,
        is_open=is_open,
    )


def title_of(state: State, deal: DealId) -> str:
    """Return the heading of a deal, or of the time between two deals."""
    place, number = deal
    if place >= len(state.sessions):
        return _("Before the first game")
    session = state.sessions[place]
    stage: Literal["settled", "under-way", "again", "after", "before"]
    if number <= len(session.deals):
        stage = "settled"
    elif session.deal and session.deal.begun:
        stage = "under-way"
    elif session.staked:
        stage = "again"
    elif session.deals:
        stage, number = "after", len(session.deals)
    else:
        stage = "before"
    return log_heading(stage, number, session.game if len(state.sessions) > 1 else None)


def _subtitle(deal: Deal | None, done: DealDone | None, entries: int) -> Iterator[str]:
    if deal and (done or deal.begun):
        yield _("{player} deals", player=deal.setup.dealer)
    if done and done.settlement.pool:
        yield _("pool {n}", n=done.settlement.pool)
    yield _n("{n} entry", "{n} entries", entries)


def _lines(rows: Iterable[Row], deal: Deal | None) -> Iterator[Line]:
    """Yield the rows of a deal in lines."""
    play = view(deal).play if deal else None
    runs, trick = list(_runs(rows)), 0
    # Nobody knows who won the tricks of a deal that was dealt again.
    void = max((n for n, run in enumerate(runs) if _is(Misdealt, run)), default=-1)
    for place, run in enumerate(runs):
        winners = play.trick_winners if play and place > void else ()
        if _is(Played, run):
            trick += 1
            yield Line(tuple(run), trick, winners[trick - 1] if trick <= len(winners) else "")
        else:
            trick = trick if place != void else 0
            yield Line(tuple(run))


def _runs(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows of each line.

    Entries that are not in force are in one line with the entry that followed instead.
    """
    run: list[Row] = []
    waiting: list[Row] = []
    for row in rows:
        waiting.append(row)
        if row.entry is None:
            continue
        if not _goes_on(run, row.entry):
            if run:
                yield run
            run = []
            if not isinstance(row.entry, _RUNS) or any(one.verb in _CORRECTIONS for one in waiting):
                yield from ([one] for one in waiting[:-1])
                waiting = [row]
        run += waiting
        waiting = []
    if run:
        yield run
    yield from ([one] for one in waiting)


def _goes_on(run: Sequence[Row], entry: OrdinaryEntry) -> bool:
    """Return whether an entry belongs to the same trick, declarations or turn."""
    last = run[-1].entry if run else None
    if isinstance(entry, Played):
        # Everybody plays once to a trick.
        return isinstance(last, Played) and entry.player not in {row.player for row in run}
    if isinstance(entry, _TURN):
        return isinstance(last, _TURN) and last.player == entry.player
    return isinstance(entry, _DECLARATIONS) and isinstance(last, _DECLARATIONS)


def _is(kind: type, run: Sequence[Row]) -> bool:
    return isinstance(run[-1].entry, kind)
