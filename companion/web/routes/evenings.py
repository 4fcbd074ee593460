"""Opening an evening, starting a further game in it, and importing a record."""

from datetime import date
from itertools import chain

from flask import Blueprint, Response, flash, make_response, render_template, request

from companion.errors import EntryError
from companion.evening import Evening, names
from companion.evening.entries import GameStarted, Undone
from companion.evening.usual import last_starts, usual_table
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.store import EveningInfo, TableAccess
from companion.tables import Overtaken, ReusedId, policy
from companion.web import forms
from companion.web.access import charge, evening_of, groups, opened, opened_group, tables
from companion.web.respond import flash_and_goto, goto, is_fragment
from companion.web.security import device
from companion.web.views import game_form
from companion.web.views.closing_view import left_open
from companion.web.views.evening_list import Summary, listed_of
from companion.web.views.game_form import GameForm
from companion.wording.languages import _
from companion.wording.numbers import local_time
from companion.wording.pages import evening_name

bp = Blueprint("evenings", __name__)

SUGGESTED = 12
"""Names offered from earlier evenings."""
LOOKED_AT = 50
"""Entries among which the undoing of the first game is looked for."""
A_DAY = 30
"""Evenings of one day whose names are told apart."""


@bp.get("/evenings/new")
def new() -> Response:
    """The form for a new evening: of the game asked for, or the one played last."""
    game = GAMES.get(request.args.get("game", "")) or _last_game()
    return _form(game_form.empty(game), _new_name())


@bp.get("/g/<key>/evenings/new")
def new_in_group(key: str) -> Response:
    """The form for a new evening of a group, filled in as its last game was."""
    group = opened_group(key)
    policy.may_record(group)
    usual = groups().usual_table(group)
    form = game_form.filled(usual) if usual else game_form.empty(_last_game())
    return _form(form, _new_name(), group=group)


@bp.post("/evenings/new")
def create() -> Response:
    """Open the evening, or draw the form again if another button was pressed."""
    return _create(None)


@bp.post("/g/<key>/evenings/new")
def create_in_group(key: str) -> Response:
    """The same, in a group."""
    group = opened_group(key)
    policy.may_record(group)
    return _create(group)


@bp.post("/g/<key>/evenings")
def start_usual(key: str) -> Response:
    """Open an evening in a group with its usual table."""
    group = opened_group(key)
    policy.may_record(group)
    usual = groups().usual_table(group)
    if usual is None:
        return goto("evenings.new_in_group", key=key)
    # Two taps are one evening; a page kept open until next week opens another.
    entry_id = f"{forms.entry_id(request.form)}-{date.today():%Y%m%d}"
    charge("evenings")
    try:
        info = groups().open_evening(group, _new_name(), usual, entry_id)
    except EntryError as error:
        return _form(game_form.filled(usual), _new_name(), error, group)
    return goto("table.show", key=info.key)


def _create(group: TableAccess | None) -> Response:
    form = game_form.read(request.form)
    name = names.tidy(request.form.get("name", ""))
    if request.form.get("do") != "open":
        return _form(form, name, group=group)
    try:
        started, drawn = game_form.entry(form)
        entry_id = forms.content_id(request.form) if form.id else None
        charge("evenings")
        if group:
            info = groups().open_evening(group, name, started, entry_id)
        else:
            info = tables().open_evening(name, started, device(), entry_id)
    except EntryError as error:
        return _form(form, name, error, group)
    first = tables().evenings.evening(info.id).state.session
    if drawn and first:  # the same form sent twice draws twice, and the first draw holds
        flash(_("Drawn: {player} deals first.", player=first.to_deal))
    return goto("table.show", key=info.key)


@bp.get("/e/<key>/again")
def change_first(key: str) -> Response:
    """The form for a new evening, filled in as the last game of this one was."""
    table = opened(key)
    policy.may_play_again(table)
    usual = usual_table(evening_of(table))
    form = game_form.filled(usual) if usual else game_form.empty(_last_game())
    return _form(form, _new_name())


@bp.post("/e/<key>/again")
def play_again(key: str) -> Response:
    """Open a new evening, in the same group, with the last game of this one, the deal moved on."""
    table = opened(key)
    policy.may_play_again(table)
    usual = usual_table(evening_of(table))
    if usual is None:
        return goto("evenings.new")
    # Two taps are one evening; a page kept open until next week opens another.
    entry_id = f"again-{table.info.id}-{date.today():%Y%m%d}"
    group = groups().of_evening(table)
    charge("evenings")
    try:
        if group and not group.watches:
            new = groups().open_evening(opened_group(group.key), _new_name(), usual, entry_id)
        else:
            new = tables().open_evening(_new_name(), usual, device(), entry_id)
    except EntryError as error:
        return _form(game_form.filled(usual), _new_name(), error)
    return goto("table.show", key=new.key)


def _last_game() -> Game:
    """Return the game that was played last on this device, or the first of all."""
    games = [start.game for one in _earlier(1) for start in one.starts]
    return GAMES[games[-1]] if games else next(iter(GAMES.values()))


def _earlier(limit: int) -> list[Summary]:
    """Return the newest evenings of this device."""
    return listed_of(device(), limit)


def _new_name() -> str:
    """Return a name for an evening of today that no other on this device has yet."""
    today = date.today()
    taken = {
        info.name
        for info in tables().access_store.evenings(device(), limit=A_DAY)
        if local_time(info.opened_at).date() == today
    }
    return next(name for n in range(1, A_DAY + 2) if (name := evening_name(today, n)) not in taken)


def _form(
    form: GameForm,
    name: str,
    error: EntryError | None = None,
    group: TableAccess | None = None,
) -> Response:
    """Return the form for a new evening, as a page or, for htmx, alone."""
    people = groups().report(group).people if group else _people()
    suggested = names.apart(people, form.seats)[:SUGGESTED]
    return _answer(
        "evenings/new.html",
        form,
        error,
        name=name,
        group=group and group.info,
        suggested=suggested,
    )


def _answer(page: str, form: GameForm, error: EntryError | None, **fields: object) -> Response:
    template = "evenings/_form.html" if is_fragment() else page
    content = render_template(
        template,
        form=form,
        error=error,
        field=game_form.field_of(error.fact, form) if error else "",
        games=GAMES,
        **fields,
    )
    return make_response(content, 422 if error else 200)


def _people() -> list[str]:
    """Return people of this device's earlier evenings."""
    return names.apart((name for one in _earlier(SUGGESTED) for name in one.names), ())


@bp.get("/e/<key>/game")
def next_game(key: str) -> Response:
    """The form for a further game of the same evening, with the same people."""
    table = opened(key)
    info = table.info
    evening = tables().evenings.evening(info.id)
    policy.may_enter_kind(table, evening, GameStarted)
    session = evening.state.session
    if evening.state.closed:
        return flash_and_goto(
            _("This evening is closed. Undo the closing to play on, or start a new evening."),
            "table.show",
            key=key,
        )
    if session:
        form = _as_last_time(game_form.empty(session.game, session.dealt_in()), evening)
    else:
        # The first game was undone: what it was is still in the log.
        undone = _undone_game(info.id, evening.length)
        form = game_form.filled(undone) if undone else game_form.empty(next(iter(GAMES.values())))
    return _game_form(info, form)


def _undone_game(number: int, length: int) -> GameStarted | None:
    """Return the game that was taken back last of an evening, if that was not long ago."""
    log = tables().evenings.log
    newest = log.entries_with_devices(number, max(length - LOOKED_AT, 0), LOOKED_AT)
    for entry, _device in reversed(newest):
        if isinstance(entry, Undone):
            ((undone, _by),) = log.entries_with_devices(number, entry.entry - 1, 1)
            if isinstance(undone, GameStarted):
                return undone
    return None


@bp.post("/e/<key>/game")
def start_game(key: str) -> Response:
    """Start a further game, or draw the form again."""
    table = opened(key)
    info = table.info
    evening = tables().evenings.evening(info.id)
    policy.may_enter_kind(table, evening, GameStarted)
    form = game_form.read(request.form)
    if request.form.get("do") != "open":
        if game_form.shows_another_game(form, request.form):
            form = _as_last_time(form, evening)
        return _game_form(info, form)
    try:
        entry_id = forms.entry_id(request.form)
        if tables().evenings.log.has_entry(info.id, entry_id):
            # The same form again: a dealer was drawn already, and it is not drawn anew.
            return goto("table.show", key=key)
        started, drawn = game_form.entry(form)
        after = forms.whole(request.form.get("after", ""))
        tables().submit(table, started, after, entry_id)
    except EntryError as error:
        return _game_form(info, form, error)
    except (Overtaken, ReusedId):
        flash(_("Someone was faster. Here is the table now."))
    else:
        if drawn:
            flash(_("Drawn: {player} deals first.", player=started.dealer))
    return goto("table.show", key=key)


def _as_last_time(form: GameForm, evening: Evening) -> GameForm:
    """Return the form as its game was played last: this evening, else on this device."""
    earlier = (start for one in _earlier(SUGGESTED) for start in one.starts)
    for started in chain(last_starts(evening), earlier):
        if started.game == form.game.id:
            return game_form.as_before(form, started)
    return form


def _game_form(info: EveningInfo, form: GameForm, error: EntryError | None = None) -> Response:
    evening = tables().evenings.evening(info.id)
    people = names.apart(evening.state.people(), form.seats)
    return _answer(
        "evenings/game.html",
        form,
        error,
        info=info,
        evening=evening,
        left_open=tuple(left_open(evening.state)),
        suggested=people,
    )
