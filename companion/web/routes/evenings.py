"""Opening an evening, starting a further game in it, and taking a record in."""

from datetime import date

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from companion.errors import EntryError
from companion.evening import names
from companion.evening.entries import GameStarted
from companion.evening.record import LARGEST, LONGEST_NAME, RecordError, loads
from companion.rules.games import GAMES
from companion.store import EveningInfo
from companion.tables import Overtaken, RecordRefused, ReusedId, policy
from companion.web import forms
from companion.web.access import opened, tables
from companion.web.routes.table import gone_to
from companion.web.security import device
from companion.web.views import game_form
from companion.web.views.game_form import GameForm
from companion.wording import say
from companion.wording.evening.records import refused_entry
from companion.wording.languages import _
from companion.wording.pages import weekday

bp = Blueprint("evenings", __name__)

SUGGESTED = 12
"""Names offered from earlier evenings."""


@bp.get("/evenings/new")
def new() -> Response:
    """The form for a new evening."""
    game = GAMES.get(request.args.get("game", ""), next(iter(GAMES.values())))
    return _form(game_form.empty(game), weekday(date.today()))


@bp.post("/evenings/new")
def create() -> Response:
    """Open the evening, or draw the form again if another button was pressed."""
    form = game_form.read(request.form)
    name = names.tidy(request.form.get("name", ""))[: LONGEST_NAME + 1]
    if request.form.get("do") != "open":
        return _form(form, name)
    try:
        started, drawn = game_form.entry(form)
        entry_id = forms.entry_id(request.form) if form.id else None
        info = tables().open_evening(name, started, device(), entry_id)
    except EntryError as error:
        return _form(form, name, error)
    if drawn:
        flash(_("Drawn: {player} deals first.", player=started.dealer))
    return gone_to(url_for("table.show", key=info.key))


def _form(form: GameForm, name: str, error: EntryError | None = None) -> Response:
    """Return the form for a new evening, as a page or, for htmx, alone."""
    return _answer("evenings/new.html", error, form=form, name=name, suggested=_suggested(form))


def _answer(page: str, error: EntryError | None, **fields: object) -> Response:
    template = "evenings/_form.html" if request.headers.get("HX-Request") else page
    content = render_template(template, error=error, games=GAMES, **fields)
    return make_response(content, 422 if error else 200)


def _suggested(form: GameForm) -> list[str]:
    """Return people of this device's earlier evenings who are not in the form yet."""
    found: dict[str, None] = {}
    for info in tables().access_store.evenings(device(), limit=SUGGESTED):
        found |= dict.fromkeys(tables().evenings.evening(info.id).state.people())
    return [name for name in found if not names.same(name, form.seats)][:SUGGESTED]


@bp.get("/e/<key>/game")
def next_game(key: str) -> Response:
    """The form for a further game of the same evening, with the same people."""
    table = opened(key)
    info = table.info
    evening = tables().evenings.evening(info.id)
    policy.may_enter_kind(table, evening, GameStarted)
    session = evening.state.session
    if evening.state.closed:
        flash(_("The evening is closed. Undo the closing to play on, or open a new evening."))
        return gone_to(url_for("table.show", key=key))
    if session:
        form = game_form.empty(session.game, session.dealt_in(), session.depth)
    else:
        # The first game was undone: what it was is still in the log.
        said = tables().evenings.log.read(info.id)
        undone = [entry for entry in said if isinstance(entry, GameStarted)]
        form = game_form.empty(next(iter(GAMES.values())))
        if undone:
            form = game_form.empty(GAMES[undone[-1].game], undone[-1].seats, undone[-1].depth)
    return _game_form(info, form)


@bp.post("/e/<key>/game")
def start_game(key: str) -> Response:
    """Start a further game, or draw the form again."""
    table = opened(key)
    info = table.info
    policy.may_enter_kind(table, tables().evenings.evening(info.id), GameStarted)
    form = game_form.read(request.form)
    if request.form.get("do") != "open":
        return _game_form(info, form)
    try:
        entry_id = forms.entry_id(request.form)
        if tables().evenings.log.has_entry(info.id, entry_id):
            # The same form again: a dealer was drawn already, and it is not drawn anew.
            return gone_to(url_for("table.show", key=key))
        started, drawn = game_form.entry(form)
        after = forms.whole(request.form.get("after", ""))
        tables().submit(table, started, after, entry_id)
    except EntryError as error:
        return _game_form(info, form, error)
    except (Overtaken, ReusedId):
        flash(_("Somebody was faster. This is how the table stands now."))
    else:
        if drawn:
            flash(_("Drawn: {player} deals first.", player=started.dealer))
    return gone_to(url_for("table.show", key=key))


def _game_form(info: EveningInfo, form: GameForm, error: EntryError | None = None) -> Response:
    evening = tables().evenings.evening(info.id)
    people = [name for name in evening.state.people() if not names.same(name, form.seats)]
    return _answer(
        "evenings/game.html", error, form=form, info=info, evening=evening, suggested=people
    )


@bp.post("/records")
def take_in() -> Response:
    """Take a record in as a new evening of this device."""
    request.max_content_length = LARGEST + 64 * 1024
    file = request.files.get("record")
    try:
        content = file.read(LARGEST + 1) if file else b""
        record = loads(content)
    except RecordError as error:
        return _not_taken_in(list(map(say, error.faults)))
    try:
        info = tables().import_record(record, device(), request.form.get("entry_id"))
    except RecordRefused as error:
        return _not_taken_in([refused_entry(p.entry, p.fact, p.rule) for p in error.problems])
    return make_response(redirect(url_for("table.show", key=info.key), code=303))


def _not_taken_in(faults: list[str]) -> Response:
    return make_response(render_template("evenings/not_taken_in.html", faults=faults), 422)
