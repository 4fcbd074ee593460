"""The log of an evening: each entry, its author, and its corrections."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal

from flask import Blueprint, Response, request
from msgspec import Struct

from companion.evening import AnyEntry, Evening, State
from companion.evening.effective import EffectiveEntry
from companion.evening.entries import Amended, Undone
from companion.evening.history import DealId
from companion.store import TableAccess
from companion.tables import policy
from companion.web.access import opened_evening, tables
from companion.web.respond import render
from companion.wording.evening.entries import entry_words
from companion.wording.languages import _, _n
from companion.wording.pages import log_heading

bp = Blueprint("log", __name__, url_prefix="/e/<key>")

Verb = Literal["", "undo", "correction", "taking-out"]
A_PAGE = 12
MOST_VERSIONS = 10
"""The most versions of an entry to show: the first one and the latest ones."""


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
    can_amend: bool = False


class Group(Struct, frozen=True):
    """The entries of one deal."""

    title: str
    subtitle: str
    rows: tuple[Row, ...]
    is_open: bool = False


@bp.get("/log")
def show(key: str) -> Response:
    """The entries by deals, the newest deal first."""
    table, evening = opened_evening(key)
    deals = evening.deals()
    asked = _asked_for(evening, deals)
    newest_first = list(reversed(deals.items())) if evening.length else []
    pages = max(-(-len(newest_first) // A_PAGE), 1)
    starts = [numbers.start for _deal, numbers in newest_first]
    place = next((place for place, start in enumerate(starts) if asked >= start), 0)
    page = min(max(request.args.get("page", place // A_PAGE + 1, int), 1), pages)
    shown = newest_first[(page - 1) * A_PAGE : page * A_PAGE]
    row = _rows(table, evening, range(shown[-1][1].start, shown[0][1].stop) if shown else range(0))
    groups = [
        Group(
            title=title_of(evening.state, deal),
            subtitle=_subtitle(evening.state, deal, numbers),
            rows=tuple(map(row, numbers)),
            is_open=asked in numbers or len(shown) == 1,
        )
        for deal, numbers in shown
    ]
    return render(
        "table/log.html",
        info=table.info,
        sessions=evening.state.sessions,
        groups=groups,
        page=page,
        pages=pages,
    )


def _asked_for(evening: Evening, deals: Mapping[DealId, range]) -> int:
    number = request.args.get("entry", 0, int)
    if 1 <= number <= evening.length:
        return number
    settled = [
        (place, done.number)
        for place, session in enumerate(evening.state.sessions)
        for done in session.deals
    ]
    asked = request.args.get("deal", 0, int)
    return deals[settled[asked - 1]].start if 1 <= asked <= len(settled) else evening.length


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


def _subtitle(state: State, deal: DealId, entries: range) -> str:
    place, at = deal
    words = [_n("{n} entry", "{n} entries", len(entries))]
    session = state.sessions[place] if place < len(state.sessions) else None
    if session and at <= len(session.deals):
        done = session.deals[at - 1]
        words.insert(0, _("{player} deals", player=done.deal.setup.dealer))
        if done.settlement.pool:
            words.insert(1, _("pool {n}", n=done.settlement.pool))
    elif session and session.deal and session.deal.begun:
        words.insert(0, _("{player} deals", player=session.deal.setup.dealer))
    return " · ".join(words)


def _rows(table: TableAccess, evening: Evening, numbers: range) -> Callable[[int], Row]:
    amendments = {amendment.number for amendment in evening.amendments}
    changes = evening.last_changes()
    log = tables().evenings.log
    made = log.entries_with_devices(table.info.id, numbers.start - 1, len(numbers))
    who = _who(table)

    def words(number: int) -> str:
        if number in numbers:
            entry = made[number - numbers.start][0]
        else:
            # The entry that was undone may be on another page.
            entry = log.entries_with_devices(table.info.id, number - 1, 1)[0][0]
        if isinstance(entry, Amended):
            if entry.by:
                return _("Correction of {n}", n=entry.entry)
            return _("Deletion of {n}", n=entry.entry)
        return "" if isinstance(entry, Undone) else entry_words(entry, evening.game_of(number))

    def row(number: int) -> Row:
        entry, device = made[number - numbers.start]
        by = who(entry, device)
        if isinstance(entry, Undone):
            return Row(number, words(entry.entry), verb="undo", about=entry.entry, who=by)
        if isinstance(entry, Amended):
            game = evening.game_of(entry.entry)
            now = entry_words(entry.by, game) if entry.by else words(entry.entry)
            verb: Verb = "correction" if entry.by else "taking-out"
            if number in amendments:
                return Row(number, now, verb=verb, about=entry.entry, who=by)
            return Row(number, "", (now,), 0, _("undone"), verb, entry.entry, by)
        game = evening.game_of(number)
        was, stands = evening.was(number), evening.find(number)
        if was is None:
            return Row(number, "", (entry_words(entry, game),), 0, _("undone"), who=by)
        last_by = device
        if number in changes:
            last_by = tables().evenings.device_of(table.info.id, changes[number])
        skipped = max(len(was) - MOST_VERSIONS, 0)
        if skipped:
            was = (*was[:1], *was[1 + skipped :])
        return Row(
            number,
            entry_words(stands.entry, game) if stands else "",
            tuple(entry_words(version, game) for version in was if version),
            skipped,
            _note(stands),
            who=by,
            can_amend=policy.can_change(
                table, evening, Amended(number), "self" if last_by == table.device else "another"
            ),
        )

    return row


def _note(stands: EffectiveEntry | None) -> str:
    if stands is None:
        return _("deleted")
    return _("answer no longer counts") if stands.lapsed else ""


def _who(table: TableAccess) -> Callable[[AnyEntry, str], str]:
    """Return a function from an entry and its device to the author; "" if it was imported."""
    several = tables().evenings.device_count(table.info.id) > 1
    find = cache(lambda device: tables().access_store.device(device, table.info.id))

    def who(entry: AnyEntry, device: str) -> str:
        found = find(device)
        if found is None:
            return ""
        called = found.name or found.seat
        if not called:
            is_own = _("this phone") if device == table.device else _("another phone")
            return is_own if several else ""
        player = getattr(entry, "player", "")
        return (
            called
            if player in ("", found.name, found.seat)
            else _("{phone} for {player}", phone=called, player=player)
        )

    return who
