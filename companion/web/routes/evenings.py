"""Forms that open an evening, or start another game in it."""

from collections.abc import Iterable
from itertools import chain, count

from flask import Blueprint, Response, abort, flash, request
from msgspec.structs import replace

from companion.errors import EntryError
from companion.evening import Evening, names
from companion.evening.entries import GameStarted, Undone
from companion.evening.usual import last_starts, usual_table
from companion.games import GAMES
from companion.rules.game import Game
from companion.store import EveningInfo, TableAccess
from companion.tables import Overtaken, ReusedId, policy
from companion.tables.groups import GroupReport
from companion.web import forms
from companion.web.access import (
    charge,
    evening_of,
    groups,
    opened,
    opened_evening,
    opened_group,
    tables,
)
from companion.web.respond import flash_and_goto, goto, is_fragment, render
from companion.web.security import device, opener
from companion.web.views import game_form
from companion.web.views.evening_list import Summary, listed, night, tonight
from companion.web.views.game_form import GameForm
from companion.web.views.notices import left_open
from companion.wording.languages import _
from companion.wording.numbers import zone_in_use
from companion.wording.pages import evening_name

bp = Blueprint("evenings", __name__)

SUGGESTED = 12
"""Maximum number of names suggested from earlier evenings."""
LOOKED_AT = 50
"""Number of entries that are searched for the undo of the first game."""
A_DAY = 30
"""Number of evenings, the newest of a phone and of a group, that a new one of their day is not named after."""


# A new evening


@bp.get("/evenings/new")
@bp.get("/g/<key>/evenings/new", endpoint="new_in_group")
def new(key: str = "") -> Response:
    """The form for a new evening, with the requested game, or the group's or phone's last one."""
    group = _group_to_record(key)
    usual = groups().report(group).usual if group else None
    asked = None if group else GAMES.get(request.args.get("game", ""))
    return _form(_filled(usual, asked), new_name(group), group=group)


@bp.post("/evenings/new")
@bp.post("/g/<key>/evenings/new", endpoint="create_in_group")
def create(key: str = "") -> Response:
    """Open the evening, or return the form again if another button was pressed."""
    group = _group_to_record(key)
    if request.is_json:
        abort(415)
    form = game_form.read(request.form)
    name = names.tidy(request.form.get("name", ""))
    if request.form.get("do") != "open":
        return _form(form, name, group=group)
    try:
        started, drawn = game_form.entry(form)
        entry_id = forms.content_id(request.form) if form.id else None
        info = _open(name, started, entry_id, group)
    except EntryError as error:
        return _form(form, name, error, group)
    first = tables().evenings.evening(info.id).state.session
    # If the form is sent again, a dealer is drawn again, but the first draw counts.
    if drawn and first:
        flash(_("Drawn: {player} deals first.", player=first.to_deal))
    return goto("table.show", key=info.key)


@bp.post("/g/<key>/evenings")
def start_usual(key: str) -> Response:
    """Open an evening with the group's usual game and players."""
    group = _group_to_record(key)
    usual = groups().report(group).usual if group else None
    if usual is None:
        return goto("evenings.new_in_group", key=key)
    return _open_usual(usual, forms.entry_id(request.form), group)


@bp.get("/e/<key>/again")
def change_first(key: str) -> Response:
    """The form for a new evening, filled in from the last game of this evening."""
    table = opened(key)
    policy.check_not_watching(table)
    return _form(_filled(usual_table(evening_of(table))), new_name())


@bp.post("/e/<key>/again")
def play_again(key: str) -> Response:
    """Open a new evening in the same group, with the last game and the next dealer."""
    table = opened(key)
    policy.check_not_watching(table)
    usual = usual_table(evening_of(table))
    if usual is None:
        return goto("evenings.new")
    group = groups().of_evening(table)
    access = opened_group(group.key) if group and not group.watches else None
    return _open_usual(usual, f"again-{table.info.id}", access)


def _group_to_record(key: str) -> TableAccess | None:
    if not key:
        return None
    group = opened_group(key)
    policy.check_record(group)
    return group


def _open_usual(usual: GameStarted, entry_id: str, group: TableAccess | None) -> Response:
    """Open an evening. A page opens only one a day, even if its button is tapped again."""
    try:
        info = _open(new_name(group), usual, f"{entry_id}-{tonight():%Y%m%d}", group)
    except EntryError as error:
        return _form(game_form.filled(usual), new_name(group), error, group)
    return goto("table.show", key=info.key)


def _open(
    name: str, started: GameStarted, entry_id: str | None, group: TableAccess | None
) -> EveningInfo:
    charge("evenings")
    if group:
        return groups().open_evening(group, name, [started], entry_id, zone_in_use())
    return tables().open_evening(name, [started], opener(), entry_id, zone_in_use())


def _filled(usual: GameStarted | None, game: Game | None = None) -> GameForm:
    if usual:
        return game_form.filled(usual)
    if game is None:
        played = [start.game for one in _lately(limit=1) for start in one.starts]
        game = GAMES[played[-1]] if played else next(iter(GAMES.values()))
    return game_form.empty(game)


def new_name(group: TableAccess | None = None) -> str:
    """Return a name that no evening of today has on this phone and in the group."""
    today = tonight()
    known = tables().access_store.evenings(device(), limit=A_DAY)
    if group:
        known += groups().evenings(group)[:A_DAY]
    taken = {one.name for one in known if night(one) == today}
    return next(name for n in count(1) if (name := evening_name(today, n)) not in taken)


def _lately(report: GroupReport | None = None, limit: int = SUGGESTED) -> list[Summary]:
    """Return the newest evenings of a group, or of this phone."""
    if report:
        return listed(report.shown[:limit])
    return listed(tables().access_store.evenings(device(), limit))


def _played(lately: Iterable[Summary]) -> list[GameStarted]:
    """Return how the games of some evenings began, the newest first."""
    return [start for one in lately for start in reversed(one.starts)]


def _with_title(form: GameForm, played: Iterable[GameStarted]) -> GameForm:
    """Return the form with the title that was tapped, and the choices made for it last time."""
    action, _colon, title = request.form.get("do", "").partition(":")
    if action != "title":
        return form
    before = next((one for one in played if one.house_rules.get("name") == title), None)
    return game_form.as_before(form, before) if before else form


def _form(
    form: GameForm, name: str, error: EntryError | None = None, group: TableAccess | None = None
) -> Response:
    report = groups().report(group) if group else None
    lately = _lately(report)
    played = _played(lately)
    people = report.people if report else ()
    if not people:
        people = tuple(name for one in (_lately() if report else lately) for name in one.names)
    return _answer(
        "evenings/new.html",
        _with_title(form, played),
        error,
        played=played,
        name=name,
        group=group and group.info,
        suggested=names.apart(people, form.seats)[:SUGGESTED],
    )


def _answer(
    page: str,
    form: GameForm,
    error: EntryError | None,
    played: list[GameStarted],
    evening: Evening | None = None,
    **fields: object,
) -> Response:
    return render(
        "evenings/_form.html" if is_fragment() else page,
        422 if error else 200,
        form=form,
        error=error,
        field=game_form.field_of(error.fact, form) if error else "",
        games=game_form.by_family(GAMES[one.game] for one in played),
        titles=list(dict.fromkeys(filter(None, (one.house_rules.get("name") for one in played)))),
        at_stake=game_form.at_stake(form, evening or Evening()),
        evening=evening,
        **fields,
    )


# Another game of an evening


@bp.get("/e/<key>/game")
def next_game(key: str) -> Response:
    """The form for another game of the evening, with the same people."""
    table, evening = opened_evening(key)
    policy.check_enter_kind(table, evening, GameStarted)
    session = evening.state.session
    if evening.state.closed:
        late = _("This evening is closed. Undo the closing to play on, or start a new evening.")
        return flash_and_goto(late, "table.show", key=key)
    if session:
        form = game_form.empty(GAMES[session.game.id], session.dealt_in())
        form = _as_last_time(replace(form, depth=session.depth), evening)
    else:
        # The first game was undone, but it is still in the log.
        form = _filled(_undone_game(table.info.id, evening.length), game=next(iter(GAMES.values())))
    return _game_form(table, form)


def _undone_game(number: int, length: int) -> GameStarted | None:
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
    """Start another game, or return the form again."""
    table, evening = opened_evening(key)
    policy.check_enter_kind(table, evening, GameStarted)
    form = game_form.read(request.form)
    if request.form.get("do") != "open":
        if game_form.shows_another_game(form, request.form):
            form = _as_last_time(form, evening)
        return _game_form(table, form)
    try:
        entry_id = forms.entry_id(request.form)
        if tables().evenings.log.has_entry(table.info.id, entry_id):
            # The form was sent twice. Do not draw another dealer.
            return goto("table.show", key=key)
        started, drawn = game_form.entry(form)
        after = forms.whole(request.form.get("after", ""))
        tables().submit(table, started, after, entry_id)
    except EntryError as error:
        return _game_form(table, form, error)
    except (Overtaken, ReusedId):
        late = _("Someone was faster. Here is the table now.")
        return flash_and_goto(late, "table.show", key=key)
    if drawn:
        flash(_("Drawn: {player} deals first.", player=started.dealer))
    return goto("table.show", key=key)


def _as_last_time(form: GameForm, evening: Evening) -> GameForm:
    earlier = (start for one in _lately() for start in one.starts)
    for started in chain(last_starts(evening), earlier):
        if started.game == form.game.id:
            return game_form.as_before(form, started)
    return form


def _game_form(table: TableAccess, form: GameForm, error: EntryError | None = None) -> Response:
    evening = evening_of(table)
    played = [*reversed(last_starts(evening)), *_played(_lately())]
    return _answer(
        "evenings/game.html",
        _with_title(form, played),
        error,
        played=played,
        info=table.info,
        evening=evening,
        lists_games=request.method == "GET" and bool(evening.state.sessions),
        left_open=tuple(left_open(evening.state)),
        end_id=forms.new_id(),
        suggested=names.apart(evening.state.people(), form.seats),
    )
