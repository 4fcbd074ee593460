"""The log of an evening, with each entry's author and corrections, and the pages that correct it.

To correct an entry, a person chooses the right one, sees a preview of the changes, and confirms.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion.errors import EntryError, MalformedEntry, RevokeProven
from companion.evening import AnyEntry, Evening, State
from companion.evening.changes import Changes
from companion.evening.effective import EffectiveEntry
from companion.evening.entries import (
    Amended,
    DealerSet,
    GameStarted,
    Inserted,
    Joined,
    OrdinaryEntry,
    Penalized,
    Undone,
    decode,
    encode,
)
from companion.evening.game_facts import EveningFact
from companion.evening.game_session import GameSession, read_depth
from companion.evening.history import DealId
from companion.rules.actions import DealEntry, HandsLeft, Misdealt, RestDeclared, Revoked, Settled
from companion.rules.deal import rest_otherwise
from companion.rules.facts import Depth
from companion.store import TableAccess
from companion.tables import policy
from companion.tables.table_facts import AnotherEntry
from companion.web import forms, respond
from companion.web.access import evening_of, opened_evening, tables, use_game_of
from companion.web.respond import Page, Problem, flash_and_goto, render
from companion.web.routes.pages import ask_hands, last_version, penalty_choices
from companion.web.views import PieceSelection
from companion.web.views.choices import pad_to_pick, revoke_answers
from companion.web.views.evening_list import page_of
from companion.web.views.faces import faces_at
from companion.web.views.log_view import Row, Verb, group, offer_at, title_of
from companion.web.views.screen import Draft, Screen, screen_before, screen_of
from companion.wording.evening.entries import entry_words
from companion.wording.languages import _

bp = Blueprint("log", __name__, url_prefix="/e/<key>")

A_PAGE = 12
"""Number of deals on a page."""
MOST_LAPSED = 50
_Change = Amended | Inserted
_Told = tuple[DealEntry | DealerSet, ...]
MOST_VERSIONS = 10
"""Maximum number of versions of an entry to show: the first and the latest."""


@bp.get("/log")
def show(key: str) -> Response:
    """The entries by deal, the newest deal first."""
    table, evening = opened_evening(key)
    deals = evening.deals()
    newest_first = list(reversed(deals.items())) if evening.length else []
    asked = _asked_for(evening, deals)
    starts = [numbers.start for _deal, numbers in newest_first]
    place = next((place for place, start in enumerate(starts) if asked >= start), 0)
    page = page_of(newest_first, forms.page_number(request.args, place // A_PAGE + 1), A_PAGE)
    shown = page.rows
    numbers = range(shown[-1][1].start, shown[0][1].stop) if shown else range(0)
    row, state = _Rows(table, evening, numbers).row, evening.state.booked()
    groups = [
        group(state, deal, [row(number) for number in numbers], asked in numbers or len(shown) == 1)
        for deal, numbers in shown
    ]
    return render(
        "table/log.html",
        info=table.info,
        sessions=evening.state.sessions,
        groups=groups,
        asked=asked if "entry" in request.args else 0,
        suit_styles=sorted({one.pack.suit_style for one in groups if one.pack}),
        faces=faces_at(table),
        page=page.number,
        pages=page.pages,
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
    if not 1 <= asked <= len(settled):
        return evening.length
    deal = settled[asked - 1]
    return deals[deal].start if deal in deals else evening.inserted_in(deal)[0]


class _Rows:
    """The rows of some entries of an evening's log, as a device sees them."""

    def __init__(self, table: TableAccess, evening: Evening, numbers: range) -> None:
        self._table, self._evening, self._numbers = table, evening, numbers
        self._amendments = {amendment.number for amendment in evening.amendments}
        self._changes = evening.last_changes()
        booked, inserted = evening.state.booked(), evening.inserted_deals()
        self._titles = {number: title_of(booked, deal) for number, deal in inserted.items()}
        self._can_insert = policy.can_enter_kind(table, evening, Inserted)
        self._made = self._entries(numbers.start, len(numbers))
        self._who = _who(table)

    def _entries(self, start: int, most: int) -> list[tuple[AnyEntry, str]]:
        log = tables().evenings.log
        return log.entries_with_devices(self._table.info.id, start - 1, most)

    def row(self, number: int) -> Row:
        entry, device = self._made[number - self._numbers.start]
        by = self._who(entry, device)
        if isinstance(entry, Undone):
            return Row(number, self._words(entry.entry), verb="undo", about=entry.entry, who=by)
        if isinstance(entry, Amended):
            return self._correction(number, entry, by)
        game = use_game_of(self._evening, number)
        was, stands = self._evening.versions_of(number), self._evening.find(number)
        if was is None:
            return Row(number, "", (entry_words(entry, game),), 0, _("undone"), who=by)
        at_end = (one for one in self._evening.at_end if getattr(one.entry, "before", 0) == number)
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
            entry=stands.entry if stands else None,
            inserted=tuple(
                (one.number, self._titles.get(one.number, ""), entry_words(one.entry, game))
                for one in (stands.insertions if stands else at_end)
            ),
            offer=offer_at(self._evening, stands) if stands and self._can_insert else "",
            # A start is taken back by an undo, because entries follow it.
            can_amend=not isinstance(entry, GameStarted) and self._can_amend(number, device),
        )

    def _correction(self, number: int, entry: Amended, by: str) -> Row:
        game = use_game_of(self._evening, entry.entry)
        now = entry_words(entry.by, game) if entry.by else self._words(entry.entry)
        verb: Verb = "correction" if entry.by else "taking-out"
        if number in self._amendments:
            return Row(number, now, verb=verb, about=entry.entry, who=by)
        return Row(number, "", (now,), 0, _("undone"), verb, entry.entry, by)

    def _can_amend(self, number: int, device: str) -> bool:
        last_by = device
        if number in self._changes:
            last_by = tables().evenings.device_of(self._table.info.id, self._changes[number])
        author: policy.Author = "self" if last_by == self._table.device else "another"
        return policy.can_change(self._table, self._evening, Amended(number), author)

    def _words(self, number: int) -> str:
        if number in self._numbers:
            entry = self._made[number - self._numbers.start][0]
        else:
            # The entry that was undone may be on another page.
            entry = self._entries(number, 1)[0][0]
        if isinstance(entry, Amended):
            if entry.by:
                return _("Correction of {n}", n=entry.entry)
            return _("Deletion of {n}", n=entry.entry)
        if isinstance(entry, Undone):
            return ""
        return entry_words(entry, use_game_of(self._evening, number))


def _note(stands: EffectiveEntry | None) -> str:
    if stands is None:
        return _("deleted")
    return _("answer no longer counts") if stands.lapsed else ""


def _who(table: TableAccess) -> Callable[[AnyEntry, str], str]:
    """Return a function that takes an entry and its device, and names the author.

    "" if it was imported, or made by this device.
    """
    find = cache(lambda device: tables().access_store.device(device, table.info.id))

    def who(entry: AnyEntry, device: str) -> str:
        maker = find(device)
        if maker is None or device == table.device:
            return ""
        called = maker.name or maker.seat
        if not called:
            return _("another phone")
        player = getattr(entry, "player", "")
        return (
            called
            if player in ("", maker.name, maker.seat)
            else _("{phone} for {player}", phone=called, player=player)
        )

    return who


class Choices(Struct, frozen=True):
    """The entries that can replace an entry."""

    s: Screen
    """The table before the entry."""
    entry: OrdinaryEntry
    """The current entry; if it was deleted, its last version."""
    is_out: bool
    words: str
    deal: str
    asks: str
    """`region` (the table's own question), `pick`, `hands`, `joined`, `penalty`, `start`, or ""."""
    buttons: tuple[tuple[str, OrdinaryEntry], ...]
    """Other entries, each with its words."""


@bp.get("/amend/<int:number>")
def choose(key: str, number: int) -> Response:
    table, evening = opened_evening(key)
    tables().check_enter(table, evening, Amended(number))
    choices = _choices(table, evening, number)
    if choices is None:
        late = _("Entry {n} cannot be corrected any more. Here is the log now.", n=number)
        return flash_and_goto(late, "log.show", key=key)
    return _asking(choices)


def _asking(choices: Choices, status: int = 200, problem: str = "") -> Response:
    deal, selections = choices.s.deal, choices.s.answers.selections
    # The page asks again which card a joker stands for.
    pieces = [one.partition("=")[0] for one in getattr(choices.entry, "pieces", ())]
    return render(
        "table/amend.html",
        status,
        s=choices.s,
        c=choices,
        pick=selections[0] if selections else None,
        keys=pad_to_pick(deal, selections[0]) if deal and selections else {},
        player=request.form.get("player", getattr(choices.entry, "player", "")),
        picked=request.form.getlist("pieces") if problem else pieces,
        problem=problem,
        **_penalty(choices, problem),
    )


def _penalty(choices: Choices, problem: str) -> dict[str, Any]:
    """Return what the fields of a penalty show; nothing for another entry."""
    entry, session = choices.entry, choices.s.session
    if not isinstance(entry, Penalized) or session is None:
        return {}
    offered = penalty_choices(session)
    given = {"player": entry.player}
    for field, values in (("to", "targets"), ("amount", "amounts"), ("reason", "reasons")):
        value = str(getattr(entry, field) or "")
        is_offered = value in dict(offered[values])
        given[field if is_offered else field + forms.TYPED] = value
    return {**offered, "given": request.form if problem else given}


@bp.post("/amend/<int:number>")
def preview(key: str, number: int) -> Response:
    """Show what a correction would change. Nothing is written."""
    table, evening = opened_evening(key)
    tables().check_enter(table, evening, Amended(number))
    form = MultiDict(request.form)
    form["amends"] = str(number)
    try:
        entry = forms.read(form).entry
        if not isinstance(entry, Amended) or entry.entry != number:
            raise MalformedEntry(AnotherEntry(number))
    except EntryError as error:
        again = _asked_again(table, evening, number, error)
        return again or _answer(422, table=table, number=number, error=error)
    return _previewed(table, entry)


@bp.route("/insert/<int:number>", methods=["GET", "POST"])
def insert(key: str, number: int) -> Response:
    """Ask what was forgotten before an entry, or show what it would change. Nothing is written."""
    table, evening = opened_evening(key)
    policy.check_enter_kind(table, evening, Inserted)
    stands, state = evening.find(number), evening.before(number)
    session, offer = state.session, offer_at(evening, stands) if stands else ""
    if not (stands and session and session.deal and offer):
        return flash_and_goto(_("Nothing can be inserted there now."), "log.show", key=key)
    words = entry_words(stands.entry, use_game_of(evening, number))
    dealer = request.args.get("dealer", session.deal.setup.dealer)
    depth = _depth(session)
    if offer != "revoke":
        state = state.with_session(replace(session, depth=depth)).enter(DealerSet(dealer))
    action = url_for("log.insert", key=key, number=number, dealer=dealer, depth=depth)
    draft, told, problem = Draft(number, action, ""), _told(), ""
    try:
        entries = (*told, *_answered())
        if entries and isinstance(entries[0], DealerSet | Revoked):
            return _previewed(table, Inserted(number, entries))
        shown = _asked_next(table, state, draft, entries)
    except EntryError as error:
        entries, shown = told, _asked_next(table, state, draft, told)
        problem = render_template("table/_refusal.html", s=shown, error=error)
    is_over = shown.session is None or shown.session.number != session.number
    if offer != "revoke" and (is_over or shown.input_template == "settled"):
        entries = entries if is_over else (*entries, Settled())
        by = dealer if session.game.recording.asks_dealer else None
        return _previewed(table, Inserted(number, entries, by), draft=shown.draft)
    return _insertion(
        shown,
        problem,
        session=session,
        offer=offer,
        place=title_of(evening.state.booked(), evening.deal_of(number)),
        words=words,
        told=[entry_words(one, session.game) for one in entries],
        revokes=[one for one in session.deal.options() if isinstance(one, Revoked)],
    )


def _depth(session: GameSession) -> Depth:
    """Return the depth at which a deal is told: the one chosen, or that of the game but every play."""
    usual = "result" if session.depth == "plays" else session.depth
    return read_depth(session.game, request.args.get("depth", usual))


def _insertion(shown: Screen, problem: str, **more: Any) -> Response:
    """Return the page with the next question about a deal to insert."""
    status, picks = 422 if problem else 200, shown.answers.selections
    return ("winner" in request.form and ask_hands(shown, status, problem)) or render(
        "table/insert.html",
        status,
        s=shown,
        picks=[(one, pad_to_pick(shown.deal, one)) for one in picks if shown.deal],
        was=forms.read_or_none(request.form),
        problem=problem,
        **more,
    )


def _told() -> _Told:
    """Return the entries of the deal to insert, from the form's hidden field. Raises `EntryError`."""
    told = decode(request.form["told"]) if request.form.get("told") else None
    entries = told.entries if isinstance(told, Inserted) else ()
    return entries[:-1] if "back" in request.form else entries


def _answered() -> _Told:
    """Return the entry of the form, if it has one. Raises `EntryError`."""
    if "entry" not in request.form and "kind" not in request.form:
        return ()
    entry = forms.read(request.form).entry
    if not isinstance(entry, DealEntry | DealerSet):
        raise MalformedEntry(EveningFact.NOT_A_WHOLE_DEAL)
    return (entry,)


def _asked_next(table: TableAccess, state: State, draft: Draft, told: _Told) -> Screen:
    """Return the question that follows what was told of a deal. Raises `EntryError`."""
    for entry in told:
        state = state.enter(entry)
    written = encode(Inserted(draft.number, told)).decode() if told else ""
    return screen_of(table, state, replace(draft, told=written))


def _after_correction(key: str, entry: AnyEntry) -> str:
    if not isinstance(entry, Amended | Inserted):
        return url_for("table.show", key=key)
    number, at = (entry.entry, "e") if isinstance(entry, Amended) else (entry.before, "i")
    return url_for("log.show", key=key, entry=number, _anchor=f"{at}{number}")


def _fresh(shown: Screen, problem: Problem) -> Response | None:
    """Preview a correction again if it came too late or proves a revoke in an earlier deal."""
    entry = forms.read(request.form).entry
    late = problem.status == 409
    if isinstance(entry, _Change) and (late or isinstance(problem.error, RevokeProven)):
        return _previewed(shown.table, entry, problem.text if late else "")
    return None


respond.register(respond.CORRECTION, Page(_fresh, _after_correction, is_apart=True))


def _previewed(table: TableAccess, entry: _Change, note: str = "", **more: Any) -> Response:
    outcome: Changes | EntryError
    try:
        outcome = tables().preview(table, entry)
    except EntryError as error:
        outcome = error
    evening = evening_of(table)
    number, by = (entry.entry, entry.by) if isinstance(entry, Amended) else (entry.before, entry)
    game = use_game_of(evening, number)
    stands = evening.find(number) if isinstance(entry, Amended) else None
    shown: dict[str, Any] = {
        "table": table,
        "number": number,
        "note": note,
        "game_session": evening.session_of(number),
        "was": entry_words(stands.entry, game) if stands else "",
        "now": entry_words(by, game) if by else "",
        "entry": entry,
        "after": evening.length,
        "entry_id": forms.new_id(),
        **more,
    }
    if isinstance(outcome, Changes):
        shown["lapsed"] = [
            entry_words(one.entry, use_game_of(evening, one.number))
            for one in outcome.lapsed[:MOST_LAPSED]
        ]
        return _answer(409 if note else 200, changes=outcome, **shown)
    later = evening.find(getattr(outcome, "number", None) or 0)
    if later:
        shown["later"] = later.number
        shown["later_says"] = entry_words(later.entry, use_game_of(evening, later.number))
    if isinstance(outcome, RevokeProven) and isinstance(entry, Amended):
        offered = revoke_answers(entry, outcome.number)
        for one in offered.values():
            # Perhaps only another phone may answer.
            policy.check_enter(table, evening, one)
        return _answer(409 if note else 422, proven=outcome, answers=offered, **shown)
    again = None if note or later or more else _asked_again(table, evening, number, outcome)
    return again or _answer(409 if note else 422, error=outcome, **shown)


def _asked_again(
    table: TableAccess, evening: Evening, number: int, error: EntryError
) -> Response | None:
    """Return the page with the picked pieces or typed hands, and why they are refused.

    Return None if a button held the whole entry.
    """
    choices = _choices(table, evening, number)
    if choices is None or request.form.get("kind") != _kind(choices.entry):
        return None
    problem = render_template("table/_refusal.html", s=choices.s, error=error)
    if choices.asks == "hands":
        return ask_hands(choices.s, 422, problem)
    return _asking(choices, 422, problem) if choices.asks in ("pick", "penalty") else None


def _answer(status: int, **shown: Any) -> Response:
    template = "table/_preview.html" if respond.is_fragment() else "table/preview.html"
    return render(template, status, **shown)


def _choices(table: TableAccess, evening: Evening, number: int) -> Choices | None:
    shown, entry = screen_before(table, evening, number), last_version(evening, number)
    if shown is None or entry is None:
        return None
    stands, game = evening.find(number), use_game_of(evening, number)
    asks = _asks(shown, entry, is_out=stands is None)
    buttons: list[OrdinaryEntry] = []
    if stands is None and not isinstance(entry, GameStarted):
        buttons.append(entry)
    if not asks:
        options = shown.evening.state.options()
        buttons += (
            rest_otherwise(shown.deal, entry)
            if isinstance(entry, RestDeclared) and shown.deal
            else [option for option in options if _is_alike(option, entry)]
        )
    selections = _selections(shown, entry) if asks == "pick" else ()
    return Choices(
        s=replace(shown, answers=replace(shown.answers, selections=selections)),
        entry=entry,
        is_out=stands is None,
        words=entry_words(entry, game),
        deal=title_of(evening.state.booked(), evening.deal_of(number)),
        asks=asks,
        buttons=tuple(
            (entry_words(one, game), one)
            for one in buttons
            if policy.can_enter(table, evening, Amended(number, one))
        ),
    )


def _asks(shown: Screen, entry: OrdinaryEntry, is_out: bool) -> str:
    if isinstance(entry, GameStarted):
        return "start"
    if isinstance(entry, Inserted):
        return ""
    if isinstance(entry, Joined):
        return "joined"
    if isinstance(entry, Penalized):
        return "penalty"
    if _selections(shown, entry):
        return "pick"
    if isinstance(entry, HandsLeft) and shown.view and shown.view.hands:
        return "hands"
    answers = shown.answers
    kinds = {
        answers.kind,
        *(_kind(one) for lay in answers.meld_actions for _piece, one in lay.cards),
    }
    is_asked = answers.kind not in ("", "settled") and not shown.denied
    return "region" if is_asked and (is_out or _kind(entry) in kinds) else ""


def _selections(shown: Screen, entry: OrdinaryEntry) -> tuple[PieceSelection, ...]:
    return tuple(one for one in shown.answers.selections if one.kind == _kind(entry))


def _kind(entry: OrdinaryEntry) -> str:
    return str(entry.__struct_config__.tag)


def _is_alike(option: OrdinaryEntry, entry: OrdinaryEntry) -> bool:
    ends = (Settled, Misdealt)
    if isinstance(entry, ends):
        return isinstance(option, ends) and type(option) is not type(entry)
    return type(option) is type(entry) and option != entry
