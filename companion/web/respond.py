"""Responses of routes: pages, redirects, files, and the response to an entry.

With htmx, the response to an entry is a fragment; without script, it is a page or a redirect. Pages
other than the table can register how they show a refusal, and which page follows an entry.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

from flask import Response, abort, flash, make_response, redirect, render_template, request, url_for
from msgspec import Struct

from companion.errors import EntryError, Proof, RevokeProven
from companion.evening import AnyEntry, Evening, State
from companion.evening.entries import Amended, EveningClosed, Inserted, Left, Undone
from companion.facts import AnyFact
from companion.rules.actions import Played
from companion.store import TableAccess
from companion.tables import Overtaken, ReusedId, Submitted, Unsure, policy
from companion.tables.submit import LOOKED_AT
from companion.tables.table_facts import EnteredAlready, TableFact
from companion.web import forms
from companion.web.access import evening_of, tables, use_game_of
from companion.web.api.routes import FORMS, JSON, ToProgram, wants_page
from companion.web.entry_request import EntryRequest
from companion.web.preferences import in_chosen_order, turns_players
from companion.web.render_cache import answer, phone, render_cache
from companion.web.views.choices import revoke_answers
from companion.web.views.screen import Screen, screen
from companion.wording import say
from companion.wording.evening.entries import entry_words, words_in_trick
from companion.wording.languages import _, language
from companion.wording.numbers import plain
from companion.wording.screens import left_with

CSV = "text/csv; charset=utf-8"
_NO_LETTERS = re.compile(r"\W+")
CORRECTION = "log"
"""Name of the page that previews and sends a correction."""
_PUTS_RIGHT = Amended | Inserted | Undone


class Problem(Struct, frozen=True):
    """Why an entry was not written, for the page that sent it."""

    status: int
    """422 if it was refused, 409 if it came too late, 200 if another phone made the same entry."""
    text: str
    error: EntryError | None = None

    def html(self, shown: Screen) -> str:
        if self.error:
            return render_template("table/_refusal.html", s=shown, error=self.error)
        return note(self.text)


class Page(Struct, frozen=True):
    """A page other than the table that sends entries."""

    redraw: Callable[[Screen, Problem], Response | None]
    """Return the page with the problem, or None if the page cannot show it."""
    leads_to: Callable[[str, AnyEntry], str] | None = None
    """Return the URL to show after an entry, given the evening's key; by default, the table's."""
    is_apart: bool = False
    """Whether the page is about the log, not about the table's question."""
    is_redrawn: bool = False
    """Whether the page is shown again after its entry."""


_TABLE = Page(lambda _shown, _problem: None)
_PAGES: dict[str, Page] = {}


def register(name: str, page: Page) -> None:
    """Register a page under the value of its form's field `leaves`, or under its kind of entry."""
    _PAGES[name] = page


def is_fragment() -> bool:
    """Return whether the request comes from htmx, which wants part of a page."""
    return "HTTP_HX_REQUEST" in request.environ


def render(template: str, status: int = 200, /, **values: object) -> Response:
    return make_response(render_template(template, **values), status)


def goto(endpoint: str, **values: object) -> Response:
    return _goto(url_for(endpoint, **values))  # type: ignore[arg-type]


def flash_and_goto(message: str, endpoint: str, **values: object) -> Response:
    """Send the browser to another page, which shows a message."""
    flash(message)
    return goto(endpoint, **values)


def file_name(name: str, *parts: str) -> str:
    """Return the name of a file: that of an evening or group, without signs, and further parts."""
    return "-".join(filter(None, (_NO_LETTERS.sub("-", name).strip("-"), *parts)))


def attachment(
    content: bytes | Iterable[bytes], content_type: str, name: str, *parts: str
) -> Response:
    """Return a file to save, named after an evening or group: `parts` follow its name."""
    filename = file_name(name, *parts)
    answer = Response(content, content_type=content_type)
    # Headers are ASCII, names need not be (RFC 6266).
    header = {"filename*": f"UTF-8''{quote(filename)}"}
    answer.headers.set("Content-Disposition", "attachment", **header)
    return answer


def in_place(html: str, status: int, target: str = "#problem", swap: str = "innerHTML") -> Response:
    """Return a fragment for the alert box, or for another `target` than the form's."""
    return Response(html, status, {"HX-Retarget": target, "HX-Reswap": swap})


def table_page(shown: Screen, status: int = 200, problem: str = "", **more: Any) -> Response:
    """Return the page of a table; `problem` is HTML for the alert box.

    `was` is an entry that its form begins with, `proof` and its values a revoke to answer.
    """
    shown = in_chosen_order(shown)
    return render(
        "table/table.html",
        status,
        s=shown,
        rights=policy.rights(shown.table),
        says_for_whom=policy.records_by_seat(shown.table, shown.evening),
        problem=problem,
        **more,
    )


def enter(table: TableAccess) -> Response:
    """Write the request's entry, and return the state after it or the problem."""
    answers = ToProgram() if request.mimetype == JSON else ToForm()
    try:
        sent = answers.sent()
        entered = tables().submit(table, sent.entry, sent.after, sent.entry_id, sent.sure)
    except EntryError as error:
        policy.check_record(table)
        return answers.refused(table, error)
    except Unsure:
        return answers.unsure(table)
    except Overtaken as error:
        policy.check_record(table)
        return answers.outdated(table, error.fact)
    except ReusedId:
        return answers.outdated(table, None)
    return answers.entered(table, entered)


class ToForm:
    """The responses to a form. `ToProgram` has the same methods, for JSON."""

    def sent(self) -> EntryRequest:
        """Return the entry that was sent. Raises `EntryError` if it is invalid."""
        # A browser's form without fields may have no type.
        if request.mimetype not in FORMS and (
            request.mimetype or request.get_data() or not wants_page()
        ):
            abort(415)
        return forms.read(request.form)

    def entered(self, table: TableAccess, entered: Submitted) -> Response:
        """Return the state after the entry."""
        if isinstance(entered.entry, Left):
            flash(_farewell(evening_of(table).state, entered.entry.player))
        ends = isinstance(entered.entry, EveningClosed)
        if "leaves" in request.form or ends or not is_fragment():
            if request.form.get("leaves") == CORRECTION:
                flash(_("Saved."))
            return _goto(_next_page(table, entered.entry))
        viewer = phone(table, language(), turns_players())
        return Response(render_cache().after_entry(viewer, table.device, entered).html)

    def refused(self, table: TableAccess, error: EntryError) -> Response:
        """Return why the entry is refused."""
        shown = _screen(table)
        if isinstance(error, RevokeProven):
            return _proven(shown, error)
        problem = Problem(422, say(error.fact), error)
        if is_fragment():
            return in_place(problem.html(shown), 422)
        return _redrawn(shown, problem) or table_page(
            shown, 422, problem.html(shown), was=forms.read_or_none(request.form)
        )

    def unsure(self, table: TableAccess) -> Response:
        """Ask whether to undo another device's entry anyway."""
        sent, shown = forms.read(request.form), _screen(table)
        if shown.newest.undo is None or Undone(shown.newest.undo[0]) != sent.entry:
            return self.outdated(table, TableFact.SOMEBODY_FASTER)  # it is no longer the latest
        question = render_template("table/_sure.html", s=shown)
        return in_place(question, 409) if is_fragment() else table_page(shown, 409, question)

    def outdated(self, table: TableAccess, fact: AnyFact | None) -> Response:
        """Return why the entry came too late. Without a fact, its form was already used."""
        shown, page, entry = _screen(table), _page(), forms.read(request.form).entry
        status = 200 if isinstance(fact, EnteredAlready) else 409
        text = _what_changed(shown, page, entry, fact)
        if "kept" in request.form and status == 409 and not _why_refused(shown.evening, entry):
            return _state(shown, status, _pending_tap(shown, entry) or note(text))
        if again := _redrawn(shown, Problem(status, text)):
            return again
        if "leaves" in request.form:
            flash(text)
            return _goto(_next_page(table, entry if page.is_apart else None))
        if is_fragment():
            if shown.evening.state.closed:  # the phone is about to leave the table
                flash(text)
            return _state(shown, status, note(text))
        return table_page(shown, status, note(text))


def _page() -> Page:
    by_kind = _PAGES.get(request.form.get("kind", ""), _TABLE)
    return _PAGES.get(request.form.get("leaves", ""), by_kind)


def _redrawn(shown: Screen, problem: Problem) -> Response | None:
    page = _page()
    return page.redraw(shown, problem) if page.is_redrawn or problem.status != 200 else None


def _next_page(table: TableAccess, entry: AnyEntry | None) -> str:
    page, key = _page(), table.info.key
    if page.leads_to and entry is not None:
        return page.leads_to(key, entry)
    ends = isinstance(entry, EveningClosed)
    return url_for("results.evening" if ends else "table.show", key=key)


def _goto(url: str) -> Response:
    if not is_fragment():
        return make_response(redirect(url, code=303))
    return Response("", headers={"HX-Redirect": url})


def _screen(table: TableAccess) -> Screen:
    return screen(table, evening_of(table))


def _state(shown: Screen, status: int, html: str) -> Response:
    return make_response(answer(in_chosen_order(shown), html), status)


def note(text: str) -> str:
    return render_template("table/_note.html", text=text)


def _proven(shown: Screen, error: RevokeProven) -> Response:
    entry = forms.read(request.form).entry
    if isinstance(entry, Amended) and not _is_of_open_deal(shown.evening, entry, error):
        again = _PAGES[CORRECTION].redraw(shown, Problem(422, say(error.fact), error))
        if again:
            return again
    proof: dict[str, Any] = {
        "error": error,
        "suspects": _suspects(shown, error.proofs),
        "played": entry.by if isinstance(entry, Amended) else entry,
        "answers": revoke_answers(entry),
    }
    if not is_fragment():
        return table_page(shown, 422, proof=True, **proof)
    html = render_template("table/_proof.html", s=shown, **proof)
    return in_place(html, 422, "#entry", "outerHTML")


def _is_of_open_deal(evening: Evening, entry: Amended, error: RevokeProven) -> bool:
    if evening.state.between_deals or error.number is not None:
        return False
    return entry.entry >= evening.current_entries[0].number


def _what_changed(shown: Screen, page: Page, entry: AnyEntry, fact: AnyFact | None) -> str:
    if fact is None:
        why = _("That form was already used, so your entry was not saved. Here is the table now.")
    elif page is _PAGES[CORRECTION] and fact is TableFact.SOMEBODY_FASTER:
        why = _("The table has moved on since you opened this page. Look again, then save.")
    else:
        why = say(fact)
    sentences = [why]
    is_late = not isinstance(fact, EnteredAlready)
    if is_late:
        sentences.append(_news(shown))
    if not page.is_apart:
        is_from_page = "leaves" in request.form and is_late
        why = _why_refused(shown.evening, entry) if is_from_page else ""
        sentences += [why, "" if shown.question in why else shown.question]
    return " ".join(filter(None, sentences))


def _why_refused(evening: Evening, entry: AnyEntry) -> str:
    """Return why an entry would be refused now; "" if it would not, or if a preview shows it."""
    if isinstance(entry, _PUTS_RIGHT):
        return ""
    try:
        evening.enter(entry)
    except EntryError as error:
        return say(error.fact)
    return ""


def _pending_tap(shown: Screen, entry: AnyEntry) -> str:
    """Return the HTML that asks about an entry that a phone kept while it was offline.

    Return "" for an undo or a correction, because it was meant for the state at that time.
    """
    if isinstance(entry, _PUTS_RIGHT):
        return ""
    return render_template(
        "table/_pending.html",
        s=shown,
        news=_news(shown),
        entry=entry_words(entry, shown.session.game if shown.session else None),
        fields=[
            (name, value)
            for name, value in request.form.items(multi=True)
            if name not in ("after", "entry_id", "kept", "leaves")
        ],
    )


def _news(shown: Screen) -> str:
    """Return a sentence about what other phones have entered since the position that was sent.

    It names the latest correction or undo, because that is easy to miss, or else the latest entry.
    """
    log, evening, number = tables().evenings.log, shown.evening, shown.table.info.id
    since = log.entries_with_devices(number, forms.read(request.form).after, LOOKED_AT)
    match next((one for one, _by in reversed(since) if isinstance(one, _PUTS_RIGHT)), None):
        case Amended(entry=corrected, by=None):
            return _("Entry {n} was deleted.", n=corrected)
        case Amended(entry=corrected, by=now) if now:
            said = entry_words(now, use_game_of(evening, corrected))
            return _("Entry {n} was corrected: {entry}.", n=corrected, entry=said)
        case Undone(entry=undone):
            was = log.entries_with_devices(number, undone - 1, 1)[0][0]
            if isinstance(was, Amended | Undone):
                return _("The correction of entry {n} was undone.", n=was.entry)
            return _("“{entry}” was undone.", entry=entry_words(was, use_game_of(evening, undone)))
        case Inserted(before=number) as inserted:
            said = entry_words(inserted, use_game_of(evening, number))
            return _("The latest entry: {entry}.", entry=said)
    if evening.newest is None:
        return ""
    said = entry_words(evening.newest.entry, use_game_of(evening, evening.newest.number))
    return _("The latest entry: {entry}.", entry=said)


def _suspects(shown: Screen, proofs: tuple[Proof, ...]) -> dict[int, str]:
    plays: dict[int, str] = {}
    play = shown.view.play if shown.view else None
    if play is None:
        return plays
    for proof in proofs:
        leader = play.tricks[proof.trick - 1].leader
        for player in dict.fromkeys((proof.player, leader)):
            made = _play_to(shown.evening, player, proof.trick)
            if made and policy.can_enter(shown.table, shown.evening, Amended(made[0])):
                plays[made[0]] = words_in_trick(made[1], proof.trick)
    return plays


def _play_to(evening: Evening, player: str, trick: int) -> tuple[int, Played] | None:
    """Return a player's play to a trick of the current deal, with its number."""
    plays = [
        (one.number, one.entry)
        for one in evening.current_entries
        if isinstance(one.entry, Played) and one.entry.player == player
    ]
    return plays[trick - 1] if trick <= len(plays) else None


def _farewell(state: State, player: str) -> str:
    session, chips = state.session, state.balances()[player]
    score = session.scores.get(player) if session else None
    if score is None:
        return left_with(player, chips)
    left = _("{player} left the game at {score}.", player=player, score=plain(score))
    return f"{left} {left_with(player, chips)}" if chips else left
