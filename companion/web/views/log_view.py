"""The lines of the log. A line has one entry, or all of a trick, of the declarations or of a turn."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct

from companion.evening import Evening, State
from companion.evening.effective import EffectiveEntry
from companion.evening.entries import OrdinaryEntry
from companion.evening.game_session import DealDone
from companion.evening.history import DealId
from companion.evening.inserting import takes_deal
from companion.pieces import Pack
from companion.rules import actions
from companion.rules.actions import DealEntry, Misdealt, Played, Revoked, Settled
from companion.rules.deal import Deal
from companion.web.views import view
from companion.wording.languages import _, _n
from companion.wording.pages import log_heading

Verb = Literal["", "undo", "correction", "taking-out"]
_DECLARATIONS = (actions.Declared, actions.RestDeclared, actions.Exchanged)
_TURN = (actions.Drew, actions.Melded, actions.LaidOff, actions.JokerMoved, actions.Discarded)
Subject = tuple[int, str | int]
"""The number of a trick and "", or 0 and what else entries are about."""


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
    """The person or phone that entered it; "" for this phone."""
    can_amend: bool = False
    entry: OrdinaryEntry | None = None
    """The entry, if it is in force and no correction."""
    inserted: tuple[tuple[int, str, str], ...] = ()
    """What is inserted before it: the number of that entry, the heading of a deal, and the words."""
    offer: str = ""
    """What can be inserted before it: a `deal` or its dealer, a `revoke`, or a deal at the `end`."""

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
    def has_changes(self) -> bool:
        """Whether an entry was undone, corrected or deleted, as a hint to open the line."""
        return any(row.note or row.was for row in self.rows)


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
    dealt = found if session and session.game.recording.asks_dealer else None
    return Group(
        title=title_of(state, deal),
        subtitle=" · ".join(_subtitle(dealt, done, len(rows))),
        lines=list(_lines(rows, found)),
        pack=pack,
        is_open=is_open,
    )


def offer_at(evening: Evening, one: EffectiveEntry) -> str:
    """Return what can be inserted before an entry."""
    session = one.before.session if one.before else None
    if one.before and session and session.deal and takes_deal(one.before, one.entry):
        return "deal" if isinstance(one.entry, DealEntry) else "end"
    settled = evening.before(one.number).session if isinstance(one.entry, Settled) else None
    options = settled.deal.options() if settled and settled.deal else ()
    return "revoke" if any(isinstance(option, Revoked) for option in options) else ""


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


def _lines(rows: Sequence[Row], deal: Deal | None) -> Iterator[Line]:
    """Yield the rows of a deal in lines."""
    play = view(deal).play if deal else None
    # Nobody knows who won the tricks of a deal that was dealt again.
    void = max((row.number for row in rows if isinstance(row.entry, Misdealt)), default=0)
    subjects = _subjects(rows)
    for (trick, _about), run in groupby(rows, lambda row: subjects[row.number]):
        line = tuple(run)
        winners = play.trick_winners if play and line[0].number > void else ()
        yield Line(line, trick, winners[trick - 1] if 0 < trick <= len(winners) else "")


def _subjects(rows: Iterable[Row]) -> dict[int, Subject]:
    """Return what each row is about, by its number: rows in a row about the same are one line.

    Entries that are not in force are in one line with the entry that followed instead.
    """
    subjects: dict[int, Subject] = {}
    subject: Subject = (0, 0)
    trick, played = 0, set[str]()
    waiting: list[Row] = []
    for row in rows:
        entry, alone, before = row.entry, (0, row.number), subject
        if entry is None:
            subjects[row.number] = alone
            waiting.append(row)
            continue
        if isinstance(entry, Played):
            # Everybody plays once to a trick. A revoke or a penalty can come between.
            if not played or entry.player in played:
                trick, played = trick + 1, set()
            played.add(entry.player)
            subject = trick, ""
        elif isinstance(entry, _DECLARATIONS):
            subject = 0, ""
        elif isinstance(entry, _TURN):
            subject = 0, entry.player
        else:
            subject = alone
        if isinstance(entry, Misdealt):
            trick, played = 0, set()
        subjects[row.number] = subject
        has_correction = any(one.verb in ("correction", "taking-out") for one in waiting)
        if subject == before or not (subject == alone or has_correction):
            subjects |= {one.number: subject for one in waiting}
        waiting.clear()
    return subjects
