"""The lines of the log: each has an entry, or those of a trick, of the declarations, or of a turn."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from companion.evening import State
from companion.evening.entries import OrdinaryEntry
from companion.evening.game_session import DealDone
from companion.evening.history import DealId
from companion.pieces import Pack, Piece
from companion.rules.actions import (
    Declared,
    Discarded,
    Drew,
    Exchanged,
    JokerMoved,
    LaidOff,
    Melded,
    Misdealt,
    Played,
    RestDeclared,
)
from companion.rules.deal import Deal
from companion.web.views import view
from companion.wording.languages import _, _n
from companion.wording.pages import log_heading

Verb = Literal["", "undo", "correction", "taking-out"]
_DECLARATIONS = (Declared, RestDeclared, Exchanged)
_TURN = (Drew, Melded, LaidOff, JokerMoved, Discarded)
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

    @property
    def is_correction(self) -> bool:
        return self.verb in ("correction", "taking-out")


class Line(Struct, frozen=True):
    """A line of the log."""

    rows: tuple[Row, ...]
    trick: int = 0
    """The number of the trick; 0 for anything else."""
    winner: str = ""
    plays: tuple[tuple[Played, Piece], ...] = ()

    @property
    def is_run(self) -> bool:
        """Whether the line is opened to see its entries."""
        return len(self.rows) > 1 or bool(self.plays)

    @property
    def in_force(self) -> list[Row]:
        return [row for row in self.rows if row.entry]

    @property
    def notes(self) -> list[str]:
        """What became of its entries, as a hint to open it."""
        notes = [row.note or (_("corrected") if row.was else "") for row in self.rows]
        return list(dict.fromkeys(filter(None, notes)))

    def has(self, number: int) -> bool:
        return self.rows[0].number <= number <= self.rows[-1].number


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
        lines=_lines(rows, found, pack),
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


def _lines(rows: Iterable[Row], deal: Deal | None, pack: Pack | None) -> list[Line]:
    """Return the rows of a deal in lines; `pack` reads their pieces."""
    play = view(deal).play if deal else None
    runs = list(_runs(rows))
    # Nobody knows who won the tricks of a deal that was dealt again.
    again = max((n for n, run in enumerate(runs) if _is_misdeal(run)), default=-1)
    made, trick = [], 0
    for place, run in enumerate(runs):
        plays = [row.entry for row in run if isinstance(row.entry, Played)]
        trick = 0 if _is_misdeal(run) else trick + bool(plays)
        winners = play.trick_winners if play and place > again else ()
        made.append(
            Line(
                tuple(run),
                trick if plays else 0,
                winners[trick - 1] if plays and trick <= len(winners) else "",
                tuple((one, pack.read(one.piece)) for one in plays if pack),
            )
        )
    return made


def _runs(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows of each line.

    Entries that are not in force are in one line with the entry that followed instead.
    """
    run: list[Row] = []
    waiting: list[Row] = []
    for row in rows:
        if row.entry is None:
            waiting.append(row)
            continue
        if not _goes_on(run, row.entry):
            if run:
                yield run
            run = []
            if not isinstance(row.entry, _RUNS) or any(one.is_correction for one in waiting):
                yield from ([one] for one in waiting)
                waiting = []
        run += [*waiting, row]
        waiting = []
    if run:
        yield run
    yield from ([one] for one in waiting)


def _goes_on(run: Sequence[Row], entry: OrdinaryEntry) -> bool:
    """Return whether an entry belongs to the same trick, declarations or turn."""
    if not run:
        return False
    last = run[-1]
    if isinstance(entry, Played):
        # Everybody plays once to a trick.
        return isinstance(last.entry, Played) and entry.player not in {one.player for one in run}
    if isinstance(entry, _TURN):
        return isinstance(last.entry, _TURN) and last.player == entry.player
    return isinstance(entry, _DECLARATIONS) and isinstance(last.entry, _DECLARATIONS)


def _is_misdeal(run: Sequence[Row]) -> bool:
    return any(isinstance(row.entry, Misdealt) for row in run)
